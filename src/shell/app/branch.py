"""Branch: the files behind stale notes that read otherwise than where the branch began, kept for a session's start.

A branch begins where it parted from what everybody has: the remote's own branch, else main or master. On
that one itself it is what nobody else has yet. What git cannot tell is left out.

Effects: spawns git, which runs no filter and fetches nothing; keeps a file in the state folder.
"""

from collections.abc import Mapping

from returns.result import Failure, Success

from ...core.expiry import File, parse_trigger
from ...core.staleness import StaleReport
from ..branchfile import head_of, is_known, keep_changed
from ..git import git
from .world import World

TRUNKS = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master")


def keep_branch(world: World, report: StaleReport, *, anew: bool) -> None:
    """Not `anew`, git is asked only where the files read otherwise than when it was last asked."""
    places, state = world.places, str(world.places.state)
    head = head_of(str(places.root)) if places.common is not None and not places.foreign else ""
    present = _present(world, report)
    if head and (anew or not is_known(state, head, present)):
        keep_changed(state, head, present, _changed(world, present))


def _present(world: World, report: StaleReport) -> Mapping[str, str | None]:
    """What each file that a stale note names is now; None of one that is gone."""
    found: dict[str, str | None] = {}
    for note in report.stale:
        match parse_trigger(note.invalidated_by or "", str(world.places.root)):
            case Success(File(path, _)):
                found[path] = note.present
            case _:
                pass
    return found


def _changed(world: World, present: Mapping[str, str | None]) -> set[str]:
    if not present or (began := _began(world)) is None:
        return set()
    match git(world.places.root, "ls-tree", "-r", "-z", "--full-tree", began, "--", *present):
        case Failure(_):
            return set()
        case Success(listed):
            pass
    entries = (entry.partition(b"\t") for entry in listed.split(b"\0") if entry)
    blobs = {path.decode("utf-8", "surrogateescape"): head.split()[-1].decode() for head, _, path in entries}
    return {path for path, blob in present.items() if blobs.get(path) != blob}


def _began(world: World) -> str | None:
    root = world.places.root
    match git(root, "for-each-ref", "--format=%(refname)", *TRUNKS):
        case Failure(_):
            return None
        case Success(refs):
            named = refs.decode("utf-8", "surrogateescape").split()
    trunk = next((each for each in TRUNKS if each in named), "HEAD")
    match git(root, "merge-base", "HEAD", trunk):
        case Failure(_):
            return None
        case Success(base):
            return base.decode().strip() or None
