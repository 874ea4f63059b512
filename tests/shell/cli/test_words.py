"""What commands print for people, each beside what it means."""

from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from hindnote.core.hits import Flags, Hit, Ranks
from hindnote.core.keys import Identity, Key, Layer, VaultKey
from hindnote.core.outcome import Explained
from hindnote.core.ranking import Ranked, Weight
from hindnote.core.writecontext import NameTimeline, RelatedNote, TimelineNote
from hindnote.shell.app import told
from hindnote.shell.app.ingest import IngestReport, LeftOut
from hindnote.shell.app.init import InitReport
from hindnote.shell.app.listing import Listing, Row
from hindnote.shell.app.reading import Opened
from hindnote.shell.app.reindex import Reindexed
from hindnote.shell.app.remember import RememberAnswer
from hindnote.shell.app.rm import RemovedAnswer
from hindnote.shell.app.search import Found
from hindnote.shell.cli import ingest, init, listing, reindex, rm, search, show
from hindnote.shell.cli.output import explanation

from ...pages import page

__all__ = ["page"]

KEY = Key("surprise/the-build-needs-make")
RANKED = Ranked(
    identity=Identity(Layer.LOCAL, KEY),
    score=2.1,
    fused=6.0,
    keyword=6.0,
    cosine=None,
    ranks=Ranks(keyword=1),
    weights=(Weight("superseded", 0.35),),
)
HIT = Hit(
    KEY,
    Layer.LOCAL,
    "2026-08-07",
    "The build needs make",
    "Observed",
    (9, 9),
    "No wheel without.",
    1.0,
    Ranks(),
    None,
    9,
    Flags(),
)


def test_what_people_read(page: SnapshotAssertion) -> None:
    rows = (
        Row(KEY, Layer.TEAM, "2026-06-12", 1_204, "The build needs make"),
        Row(KEY, Layer.LOCAL, "2026-08-07", 0, "The build needs make"),
        Row(VaultKey("Notes/日本語 のノート"), Layer.VAULT, "2026-01-01", 3, "ノート"),
    )
    folder = "/home/u/.local/share/hindnote/stores/5f0c/local"
    created = RememberAnswer(
        key=KEY, layer=Layer.LOCAL, path=f"{folder}/{KEY}.md", warnings=("no note has the key `a` yet",)
    )
    related = replace(
        created,
        warnings=(),
        related_by_entity=(
            RelatedNote("As30p", "surprise/disk", "local", "The disk As30p\n├─", "It spins.", "2026-09-27"),
        ),
        related_by_entity_note="advisory; the write succeeded",
        name_timelines=(
            NameTimeline(
                "As30p",
                (
                    TimelineNote("surprise/disk", "local", "2026-09-24", "The disk", "superseded"),
                    TimelineNote("surprise/disk-2", "local", "2026-09-27", "The disk", "newest"),
                ),
            ),
        ),
    )
    skipped = RememberAnswer(key=KEY, layer=Layer.LOCAL, path=f"{folder}/{KEY}.md", how="skipped")
    made = InitReport(
        root="/r", store_id="5f0c", team="/r/.hindnote/notes", local=folder, config="/r/c", created=("/r/c",)
    )
    ingested = IngestReport(
        written=(Key("readme"),),
        refreshed=(Key("docs/adr"),),
        unchanged=(Key("a"), Key("b")),
        removed=("old",),
        skipped=(LeftOut("docs/big.md", "holds a secret\x1b[31m"),),
        overview=Key("readme"),
        dry_run=True,
    )
    removed = RemovedAnswer(key=KEY, layer=Layer.LOCAL, path="/r/x.md", inbound=(Identity(Layer.TEAM, Key("a")),))
    found = Found(hits=(HIT,), omitted=2, next_cursor="c", notices=("n",), ranked=(RANKED,))
    pages = {
        "list": listing.as_text(Listing(rows, ("skipped x.md: not UTF-8",))),
        "list, empty": listing.as_text(Listing((), ())),
        "list, nothing such": listing.as_text(Listing((), ()), listing.NOTHING_SUCH),
        "show": show.as_text([Opened(HIT, "---\nkey: x\n---\n# X\n", "/r/x.md")]),
        "search": search.as_text(found),
        "search, explained": search.as_text(found, explain=True),
        "search, silent": search.as_text(Found()),
        "remember": told.remembered(created, "2026-08-07"),
        "remember, with what others say": told.remembered(related, "2026-08-07"),
        "remember, skipped": told.remembered(skipped, "2026-08-07"),
        "init": init.as_text(made),
        "ingest": ingest.as_text(ingested, "2026-08-07"),
        "rm": rm.as_text(removed, {Identity(Layer.TEAM, Key("a")): "2026-06-12"}),
        "reindex": reindex.as_text(Reindexed(notes=1_000, broken=1, mode="index", notices=("n",))),
        "a refusal": explanation(Explained("no note goes by the key `x`", "any layer", "Near it: y."), json=False),
        "a refusal, as JSON": explanation(Explained("no note", "any layer", "Near it: y."), json=True),
    }
    assert "\n".join(f"== {name}\n{text}\n" for name, text in pages.items()) == page
