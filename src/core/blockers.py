"""Blockers: why a note cannot go from this machine to the team, each with what mends it.

What is wrong with a note itself, and with what it links to, is a `Violation`: the same that lint reports.
All that block a batch are told at once, and one stops the whole of it.
"""

from typing import TypeAlias

from msgspec import Struct

from .keys import Key
from .outcome import Explained, shown
from .render import counted
from .violations import Violation

NOTHING_MOVED = "Nothing was promoted."

# --- one blocker ----------------------------------------------------------


class NothingToPromote(Struct, frozen=True, tag=True):
    """No local note goes by the word; with a session, none that it recorded."""

    word: str
    session: str = ""
    near: tuple[str, ...] = ()

    def explain(self) -> Explained:
        of = f" that session `{shown(self.session)}` recorded" if self.session else ""
        mend = f"Near it: {', '.join(self.near)}." if self.near else "`hindnote list --layer local` prints every key."
        return Explained(f"no local note{of} goes by `{shown(self.word)}`", "key", mend)


class NothingLeft(Struct, frozen=True, tag=True):
    """All that the session recorded is promoted or removed, or it recorded nothing."""

    session: str

    def explain(self) -> Explained:
        mend = f"`hindnote session {shown(self.session)}` tells what became of what it recorded."
        return Explained(f"session `{shown(self.session)}` has no local notes to promote", "--session", mend)


class InTeamAlready(Struct, frozen=True, tag=True):
    key: str
    path: str

    def explain(self) -> Explained:
        mend = "It needs no promoting: commit it if that is still to be done."
        return Explained(f"`{shown(self.key)}` is the team's already, and no local note has that key", self.path, mend)


class KeyInTeam(Struct, frozen=True, tag=True):
    """The team's note has the key, or one that is the same where a file system ignores case or Unicode form."""

    key: Key
    path: str
    taken: str

    def explain(self) -> Explained:
        same = "the same key" if self.taken == self.key else f"the key `{shown(self.taken)}`, the same but for its case"
        mend = f"Bring what is new into that note by hand, then `hindnote rm {self.key} --layer local`."
        return Explained(f"`{self.key}`: a note of the team has {same}", self.path, mend)


class KeyClaimedTwice(Struct, frozen=True, tag=True):
    key: str
    places: tuple[str, ...]

    def explain(self) -> Explained:
        mend = "Give each the key that its own place says, or remove one: `hindnote rm KEY --at FILE`."
        return Explained(
            f"{len(self.places)} local notes claim the key `{shown(self.key)}`", ", ".join(self.places), mend
        )


class PlaceTaken(Struct, frozen=True, tag=True):
    """Something that is no note stands where the note's file belongs."""

    key: Key
    path: str

    def explain(self) -> Explained:
        return Explained(f"`{self.key}`: something is in the place of its file", self.path, "Move that away.")


class IgnoredByGit(Struct, frozen=True, tag=True):
    key: Key
    path: str
    rule: str  # where it is written, and the pattern

    def explain(self) -> Explained:
        mend = f"Take that pattern out, or add `!{self.path.rpartition('/')[2]}` below it; a note git ignores reaches nobody."
        return Explained(
            f"`{self.key}`: git ignores its place in the team's notes ({shown(self.rule)})", self.path, mend
        )


class CannotTellIgnored(Struct, frozen=True, tag=True):
    folder: str
    problem: str

    def explain(self) -> Explained:
        mend = "Mend what `git check-ignore` says there: a note that git ignores would reach nobody."
        return Explained(f"git cannot tell whether it ignores the team's notes: {self.problem}", self.folder, mend)


Blocker: TypeAlias = (
    Violation
    | NothingToPromote
    | NothingLeft
    | InTeamAlready
    | KeyInTeam
    | KeyClaimedTwice
    | PlaceTaken
    | IgnoredByGit
    | CannotTellIgnored
)

# --- all of them ----------------------------------------------------------


class Blocked(Struct, frozen=True, tag=True):
    blockers: tuple[Blocker, ...]

    def explain(self) -> Explained:
        told = [each.explain() for each in self.blockers]
        if len(told) == 1:
            return Explained(told[0].error, told[0].where, f"{told[0].mend} {NOTHING_MOVED}")
        said = "; ".join(f"{each.error} ({each.where})" for each in told)
        mend = " ".join(dict.fromkeys(each.mend for each in told))
        return Explained(f"{counted(len(told), 'thing')} in the way: {said}", told[0].where, f"{mend} {NOTHING_MOVED}")
