"""A question about nothing that the notes know is answered with silence, in whatever words it is asked."""

from pathlib import Path

import pytest

from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find

from .stores import store_in, surprise, write

NOTES = {
    "surprise/mount": "How do I mount a token file? The rename in place fails with EBUSY, and that is what it is.",
    "surprise/lock": "You do not get the lock before the first attempt has let it go, which is why it hangs.",
}


def keys(tmp_path: Path, question: str, *, model: str = "off") -> list[str]:
    store = store_in(tmp_path, model=model)
    for key, said in NOTES.items():
        write(store.local, f"{key}.md", surprise(key, said))
    return [hit.key for hit in find(store.world, Query(question=question)).unwrap().hits]


@pytest.mark.parametrize("model", ["off", ""])
@pytest.mark.parametrize(
    "question", ["How do I bake sourdough bread?", "what is the price of it", "why is that so zzyzx"]
)
def test_notes_that_share_only_glue_with_a_question_do_not_answer_it(tmp_path: Path, model: str, question: str) -> None:
    assert keys(tmp_path, question, model=model) == []


def test_one_word_that_the_notes_know_is_enough(tmp_path: Path) -> None:
    assert keys(tmp_path, "how do I rename sourdough bread")[0] == "surprise/mount"


def test_a_question_of_glue_alone_is_still_asked(tmp_path: Path) -> None:
    assert keys(tmp_path, "which is why")[0] == "surprise/lock"
