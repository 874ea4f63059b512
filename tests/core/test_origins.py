"""A date says where it is from, in every line that names a note, unless the note itself declares it."""

import pytest

from hindnote.core.keys import Layer
from hindnote.core.namenotes import NamedNote, reference
from hindnote.core.origins import day_text
from hindnote.core.render import place
from hindnote.core.timelines import timeline, timeline_text
from hindnote.core.writecontext import NameTimeline, RelatedNote, TimelineNote, context_lines


@pytest.mark.parametrize(
    ("date", "dated", "said"),
    [
        ("2026-06-01", "declared", "2026-06-01"),
        ("2026-06-01", "name", "2026-06-01 by file name"),
        ("2026-06-01", "modified", "2026-06-01 by file date"),
        ("", "modified", ""),
        ("a\n├─ b", "name", "a +- b by file name"),
    ],
)
def test_a_day_is_told_with_its_origin(date: str, dated: str, said: str) -> None:
    assert day_text(date, dated) == said


def test_every_line_that_names_a_note_has_it() -> None:
    note = NamedNote("vault", "n", "As30p hums", "2026-06-01", 0, titled=True, corrected=True, dated="name")
    related = RelatedNote("As30p", "n", "vault", "As30p hums", "", "2026-06-01", "modified")
    history = NameTimeline("As30p", (TimelineNote("n", "vault", "2026-06-01", "As30p hums", "newest", "name"),))
    assert place(Layer.VAULT, "2026-06-01", "name") == "vault · 2026-06-01 by file name"
    assert reference(note, 90) == "[[As30p hums]] (vault 2026-06-01 by file name)"
    assert "vault 2026-06-01 by file name [[As30p hums]] (has a correction)" in timeline_text(timeline("As30p", [note]))
    said = context_lines([related], [history])
    assert said[1] == "  As30p: [[As30p hums]] (vault 2026-06-01 by file date)"
    assert said[2].endswith("vault 2026-06-01 by file name [[As30p hums]] (newest)")
