"""Reply: what a call gets back, in words; a refusal is one too."""

from msgspec import Struct

from ...core.outcome import Explained, Refusal


class Reply(Struct, frozen=True):
    text: str
    is_error: bool = False
    changed: bool = False  # the store is no longer what we said of it


class Broke(Struct, frozen=True, tag=True):
    fault: str

    def explain(self) -> Explained:
        mend = "The fault is hindnote's, not the call's: please report it. `hindnote recall` in a shell may still work."
        return Explained(f"internal error: {self.fault}", "", mend)


def broke(fault: Exception) -> Broke:
    return Broke(f"{type(fault).__name__}: {fault}")


def refused(why: Refusal) -> Reply:
    return Reply(told(why).message(), is_error=True)


def told(why: Refusal) -> Explained:
    """A refusal as a client gets it: it may quote the call, but no secret in it."""
    from ...core.discretion import discreet  # noqa: PLC0415  (only who is refused pays for it)

    return discreet(why.explain())
