"""Vault renaming: a vault's note goes to another path, and every link that would no longer lead where it led goes with it.

A link that still leads there is left as it is, and one that has to change stays as near as it can to how it was said:
a name, a path from its folder, a whole path. What meant several notes, or none, must not come to mean one unseen.
Not here: the files (shell/app/vaultrename).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace
from returns.result import Failure, Success

from .frontmatter import UnparsableFrontmatter
from .hygiene import targets
from .keys import Identity, Layer, NoteKey, VaultKey, fold_key, vault_key
from .links import named, reached
from .links import unsure as several
from .outcome import Outcome
from .promotion import Local
from .reach import Claims
from .relinking import CannotRelink, relinked
from .renaming import CannotReword, NewKeyTaken, Renaming, Rewriting, SameKey, Unrenamable, WouldMean
from .targets import from_folder
from .vaultfields import within
from .vaultlinks import Called, claims_over, spellings

# --- decisions ------------------------------------------------------------


def vault_renaming(
    own: Local, path: str, linking: Sequence[Local], called: Sequence[Called]
) -> Outcome[Renaming, Unrenamable]:
    """`called` are all notes of the vault; `linking` are those of them whose links may be about either name."""
    note, key = own.note, vault_key(path)
    if note.key == key:
        return Failure(SameKey(key, note.place))
    if taken := next((each.key for each in called if each.key != note.key and fold_key(each.key) == fold_key(key)), ""):
        return Failure(NewKeyTaken(taken, Layer.VAULT, f"{taken}.md"))
    now = [replace(each, key=key) if each.key == note.key else each for each in called]
    change = _Change(note.key, key, claims_over(called), claims_over(now))
    done: list[Rewriting] = []
    for each in (own, *(each for each in linking if each.note.path != note.path)):
        match change.rewriting(each):
            case Failure(refusal):
                return Failure(refusal)
            case Success(rewriting):
                done.append(rewriting)
    mine, *others = done
    met = (each.note.identity for each in linking if each.note.path != note.path and change.meets(each))
    return Success(
        Renaming(
            own=mine,
            key=key,
            path=path,
            others=tuple(each for each in others if each.links),
            met=tuple(dict.fromkeys(met)),
        )
    )


class _Change:
    """Where links lead before and after."""

    def __init__(self, old: NoteKey, new: VaultKey, before: Claims, after: Claims) -> None:
        self.old, self.new = old, new
        self.before, self.after = lru_cache(None)(before), lru_cache(None)(after)

    def rewriting(self, each: Local) -> Outcome[Rewriting, WouldMean | CannotReword]:
        note, home = each.note, VaultKey(each.note.key)
        if lost := next(self.lost(each), None):
            return Failure(WouldMean(note.place, named(lost)))
        links = 0

        def edited(text: str) -> Outcome[str, CannotRelink | UnparsableFrontmatter]:
            nonlocal links
            match relinked(text, lambda target: self.said(target, home), in_vault=True):
                case Failure(why):
                    return Failure(why)
                case Success(done):
                    links = done.links
                    return Success(done.text)

        match within(each.text, edited):
            case Failure(why):
                return Failure(CannotReword(note.place, why))
            case Success(text):
                return Success(Rewriting(note, each.text, text, links))

    def lost(self, each: Local) -> Iterator[str]:
        """Links that would come to mean what they did not."""
        home = VaultKey(each.note.key)
        for target in dict.fromkeys(targets(each.note.document)):
            led, leads = self.led(target, home), self.leads(target, home)
            if led:
                unsaid = leads != self.moved(led) and self.said(target, home) is None
            else:
                doubted = several(from_folder(home, target), Layer.VAULT, self.before)
                unsaid = bool(leads) and (bool(doubted) or leads != (self.new,))
            if unsaid:
                yield target

    def said(self, target: str, home: VaultKey) -> str | None:
        """How the link is to say what it led to; None where it may stay, or cannot be said."""
        led = self.led(target, home)
        if not led or self.leads(target, home) == self.moved(led):
            return None
        (was,), (goal,) = led, self.moved(led)
        ways = spellings(target, home, self.home(home), VaultKey(was), VaultKey(goal))
        return next((each for each in ways if self.reach(each, self.home(home)) == (goal,)), None)

    def meets(self, each: Local) -> bool:
        home = VaultKey(each.note.key)
        found = targets(each.note.document)
        return any(not self.led(target, home) and self.leads(target, home) == (self.new,) for target in found)

    def led(self, target: str, home: VaultKey) -> tuple[NoteKey, ...]:
        return _keys(reached(from_folder(home, target), Layer.VAULT, self.before))

    def leads(self, target: str, home: VaultKey) -> tuple[NoteKey, ...]:
        return self.reach(target, self.home(home))

    def reach(self, target: str, home: VaultKey) -> tuple[NoteKey, ...]:
        return _keys(reached(from_folder(home, target), Layer.VAULT, self.after))

    def home(self, key: VaultKey) -> VaultKey:
        return self.new if key == self.old else key

    def moved(self, keys: tuple[NoteKey, ...]) -> tuple[NoteKey, ...]:
        return tuple(self.new if key == self.old else key for key in keys)


def _keys(identities: Sequence[Identity]) -> tuple[NoteKey, ...]:
    return tuple(each.key for each in identities)
