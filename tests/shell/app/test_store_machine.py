"""Whatever is remembered, updated, promoted and removed, in whatever order, the layers hold what two dictionaries would."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from returns.result import Failure, Success

from hindnote.core.blockers import Blocked
from hindnote.core.forget import Ambiguous, NothingToRemove
from hindnote.core.keys import Key, Layer, mint
from hindnote.core.remember import KeyTaken
from hindnote.core.slugs import first_sentence
from hindnote.core.update import NoLocalNote, OnlyInTeam
from hindnote.core.violations import Rule
from hindnote.shell.app.lint import lint
from hindnote.shell.app.promote import promote
from hindnote.shell.app.remember import IfExists, RememberRequest, remember
from hindnote.shell.app.rm import rm
from hindnote.shell.app.world import World
from hindnote.shell.index.index import open_index
from hindnote.shell.notesdir import read, scan

from ... import strategies as some
from ..places import repository, world_in

OBSERVED = st.sampled_from(
    ["It broke.", "It  BROKE", "\uff29t broke!", "It held.", "Es brach: “ja”.", "कि टूट गया।", "config.toml is ignored"]
)
WORDS = st.sampled_from(
    ["once", "twice", "three times", "## not a heading", "- [[it-held]]", "- [[surprise/it-held]]", "```\nopen"]
)


def key_of(observed: str) -> Key:
    return mint("surprise/{{slug}}", {"slug": first_sentence(observed)}).unwrap()


class Store(RuleBasedStateMachine):
    """The model is what each key was told: its evidence, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tmp = Path(tempfile.mkdtemp()).resolve()
        self.told: dict[str, list[str]] = {}
        self.shared: dict[str, bytes] = {}  # the team's notes, as they left
        self.missed: set[str] = set()  # removed from the team: whatever links to them is told and left alone
        self.world: World

    def teardown(self) -> None:
        shutil.rmtree(self.tmp)

    @initialize(in_git=st.booleans())
    def begin(self, *, in_git: bool) -> None:
        here = repository(self.tmp / "here") if in_git else self.tmp / "here"
        (here / ".hindnote").mkdir(parents=True)
        self.world = world_in(self.tmp, here)

    @rule(observed=OBSERVED, evidence=WORDS, mode=st.sampled_from(IfExists), spell=some.spellings)
    def tell(self, observed: str, evidence: str, mode: IfExists, spell: Callable[[str], str]) -> None:
        request = RememberRequest(
            expected="x", observed=spell(observed), evidence=evidence, answers=("y",), if_exists=mode
        )
        key = key_of(observed)
        taken = key in self.told
        match remember(self.world, request):
            case Failure(refusal):
                assert isinstance(refusal, KeyTaken)
                assert taken
                assert mode is IfExists.ERROR
            case Success(answer):
                assert taken == (answer.how != "created")
                assert (answer.key == key) == (answer.how != "suffixed")
                assert mode is not IfExists.SUFFIX or not taken or answer.key not in self.told
                if answer.how != "skipped":
                    self.told[answer.key] = [evidence]

    @rule(observed=OBSERVED, evidence=WORDS)
    def add(self, observed: str, evidence: str) -> None:
        key = key_of(observed)
        match remember(self.world, RememberRequest(update=key.upper(), observed="more", evidence=evidence)):
            case Failure(refusal):
                assert isinstance(refusal, OnlyInTeam if key in self.shared else NoLocalNote)
                assert key not in self.told
            case Success(answer):
                assert answer.key == key
                self.told[key].append(evidence)

    @rule(observed=OBSERVED, suffix=st.sampled_from(["", "-2"]), layer=st.sampled_from([None, Layer.LOCAL, Layer.TEAM]))
    def remove(self, observed: str, suffix: str, layer: Layer | None) -> None:
        key = key_of(observed) + suffix
        holding = [each for each in self.layers_of(key) if layer in {None, each}]
        match rm(self.world, f"[[{key}]]", layer):
            case Failure(refusal):
                assert isinstance(refusal, Ambiguous if holding else NothingToRemove)
                assert len(holding) != 1
            case Success(answer):
                assert (answer.key, [answer.layer]) == (key, holding)
                (self.told if answer.layer is Layer.LOCAL else self.shared).pop(key)
                self.missed |= {key} if answer.layer is Layer.TEAM else set()

    def layers_of(self, key: str) -> list[Layer]:
        return [layer for layer, held in ((Layer.TEAM, self.shared), (Layer.LOCAL, self.told)) if key in held]

    @rule(observed=OBSERVED, wide=st.booleans())
    def share(self, observed: str, *, wide: bool) -> None:
        patterns = ["**"] if wide else [key_of(observed)]
        before = {key: (self.world.places.local / f"{key}.md").read_bytes() for key in self.told}
        match promote(self.world, patterns):
            case Failure(refusal):
                assert isinstance(refusal, Blocked)
            case Success(answer):
                for note in answer.notes:
                    assert note.key not in self.shared
                    self.shared[note.key] = before[note.key]
                    del self.told[note.key]

    @invariant()
    def the_layer_holds_what_was_told(self) -> None:
        if not hasattr(self, "world"):
            return
        found = scan(self.world.places.local)
        assert sorted(file.path for file in found.files) == sorted(f"{key}.md" for key in self.told)
        assert (found.leftovers, found.broken) == ((), ())
        for key, evidences in self.told.items():
            text = read(self.world.places.local, f"{key}.md").unwrap().replace("\\", "").replace("\n  ", "\n")
            assert all(evidence in text for evidence in evidences)

    @invariant()
    def the_index_lists_what_was_told(self) -> None:
        if not hasattr(self, "world"):
            return
        with open_index(self.world) as index:
            assert sorted(note.key for note in index.notes()) == sorted([*self.told, *self.shared])

    @invariant()
    def the_team_holds_what_was_promoted_byte_for_byte(self) -> None:
        if not hasattr(self, "world"):
            return
        found = scan(self.world.places.team)
        assert {file.path for file in found.files} == {f"{key}.md" for key in self.shared}
        assert (found.leftovers, found.broken) == ((), ())
        for key, text in self.shared.items():
            assert (self.world.places.team / f"{key}.md").read_bytes() == text

    @invariant()
    def the_team_links_only_to_the_team(self) -> None:
        if not hasattr(self, "world"):
            return
        team, unshared = str(self.world.places.team), {Rule.CROSS_LAYER_LINK, Rule.DANGLING_LINK}
        told = [each for each in lint(self.world).violations if each.rule in unshared and each.where.startswith(team)]
        assert not [each for each in told if not any(f"`{key}`" in each.detail for key in self.missed)]


TestStore = Store.TestCase
TestStore.settings = settings(
    max_examples=60, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
