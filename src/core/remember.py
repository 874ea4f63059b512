"""Remember: a surprise becomes the text of one local note, or a refusal that says what to do.

The key comes from what was observed, so a surprise told twice meets itself. A team note is never
touched. Not here: the clock (a `Stamp` is given), what a trigger's `current` is, and the disk.
"""

import datetime

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .document import read_document
from .events import Stamp
from .keys import Key, MintRefusal, fold_key, mint, path_of, suffixed
from .note import Note, NoteType, Section, render
from .outcome import Explained, Outcome
from .settled import bullets
from .slugs import first_sentence
from .surprise import IfExists, Surprise
from .writing import BreaksSchema, How, Present, Writing, judged, warnings

# --- values ---------------------------------------------------------------

TITLE = 200  # characters: a title is one line on a screen, and Observed has all of the sentence


# --- refusals -------------------------------------------------------------


class KeyTaken(Struct, frozen=True, tag=True):
    key: Key
    path: str

    def explain(self) -> Explained:
        mend = (
            f'To add to that note: remember(update="{self.key}", observed=..., evidence=...), or '
            f"`hindnote remember --update {self.key}`. If this is another matter, begin `observed` with what differs."
        )
        return Explained(f"a local note has the key `{self.key}` already", self.path, mend)


# --- decisions ------------------------------------------------------------


def draft(said: Surprise, stamp: Stamp, template: str) -> Outcome[Writing, MintRefusal | BreaksSchema]:
    """The note as it will be where nothing is in its way. All that takes time, so that no lock need be held for it."""
    match mint(template, {"slug": first_sentence(said.observed), "tags": said.tags}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            return _keyed(key, said, stamp)


def remember(
    said: Surprise, drafted: Writing, present: Present, stamp: Stamp
) -> Outcome[Writing, KeyTaken | BreaksSchema]:
    """What becomes of the draft among the notes there are."""
    key = drafted.key
    named = {"relates_to": said.relates_to, "supersedes": (said.supersedes,), "conflicts_with": said.conflicts_with}
    told = tuple(warnings(key, named, present))
    taken = present.local.get(fold_key(key))
    if taken is None:
        return Success(replace(drafted, warnings=told))
    match said.if_exists:
        case IfExists.SKIP:
            return Success(Writing(key=key, path=taken, how="skipped"))
        case IfExists.SUFFIX:
            return _keyed(_free(key, present), said, stamp, "suffixed", told)
        case IfExists.OVERRIDE if taken == drafted.path:
            return Success(replace(drafted, how="overrode", replaces=True, warnings=told))
        case _:
            return Failure(KeyTaken(key, taken))


def destroyed(path: str, text: str) -> str:
    """What an override did away with."""
    lost = read_document(text, path)
    return f"destroyed `{path}`: {lost.title} ({lost.date or 'without a date'})"


# --- functions ------------------------------------------------------------


def _keyed(
    key: Key, said: Surprise, stamp: Stamp, how: How = "created", told: tuple[str, ...] = ()
) -> Outcome[Writing, BreaksSchema]:
    return judged(Writing(key=key, path=path_of(key), how=how, text=render(_note(key, said, stamp)), warnings=told))


def _free(key: Key, present: Present) -> Key:
    n = 2
    while fold_key(suffixed(key, n)) in present.local:
        n += 1
    return suffixed(key, n)


def _note(key: Key, said: Surprise, stamp: Stamp) -> Note:
    sections = {
        "Expected": said.expected,
        "Observed": said.observed,
        "Evidence": said.evidence,
        "Answers": bullets(*said.answers),
        "Related": bullets(*(f"[[{related}]]" for related in said.relates_to)),
    }
    return Note(
        key=key,
        type=NoteType.SURPRISE,
        source=f"session {stamp.session}, {stamp.client}",
        recorded=datetime.date.fromisoformat(stamp.day),
        title=_title(said.observed),
        sections=tuple(Section(name, body) for name, body in sections.items() if body),
        invalidated_by=said.invalidated_by,
        tags=said.tags,
        supersedes=said.supersedes,
        conflicts_with=said.conflicts_with,
        confidence=said.confidence,
    )


def _title(observed: str) -> str:
    sentence = " ".join(first_sentence(observed).split())
    cut = sentence if len(sentence) <= TITLE else f"{sentence[:TITLE].rpartition(' ')[0] or sentence[:TITLE]} ..."
    return cut.removesuffix(".") if not cut.endswith("..") else cut
