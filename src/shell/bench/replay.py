"""Replay: recorded sessions told what they would have been told, by the very functions that hooks and writes use.

Each step sees only the notes dated on or before its day, and the budgets of what its session was told before.
Steps are taken as they come, from several sessions in turn if need be; of a step nothing is kept but what was
decided. Hooks' context never reached these agents: what they used later, they used without it.

Effects: reads the thread's clock, which stands still while other work has the processor; those of `asof`.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from time import thread_time
from typing import TypeAlias

from ...core import records
from ...core.budgets import heard
from ...core.heeding import Heeding, Told
from ...core.hints import Heard, Hint, Reason, Silence
from ...core.keys import Layer
from ...core.moments import Event, Moment
from ...core.names import names
from ...core.records import Hook, Record
from ...core.steps import Step
from ...core.switches import Switches
from ...core.writetools import writes, written
from ..hooks.here import Here
from ..hooks.prompts import prompt_hint
from ..hooks.scene import Finding, Scene
from ..hooks.toolhints import tool_hint
from ..index.lookup import Lookup
from ..tlds import top_level_domains
from .asof import AsOf
from .listafter import Listed, list_after

Pick: TypeAlias = Callable[[Scene, Heard], Hint | Silence]

# --- values ---------------------------------------------------------------

TOOL_HINTS: Hook = "tool-hints"
PREFLIGHT: Hook = "preflight"
TOPIC = "topic"  # preflight that no name brought up
PIECE = 1 << 20  # characters of a text looked at together: of more than any agent types, memory would be many times it
OWN_LOOK: frozenset[Reason] = frozenset({"own-tool", "own-command", "store-file", "file-tool"})


class Session:
    """One as it goes on. Its ledger would hold more records; these are what limits what is said."""

    def __init__(self) -> None:
        self.heeding = Heeding()
        self.hinted: list[Record] = []
        self.calls: dict[str, Step] = {}  # not answered yet
        self.met: set[tuple[str, str]] = set()  # calls and results: a log that goes on with another's repeats them
        self.listed: list[Listed] = []
        self.characters = 0  # of tool hints


class Surface:
    """What one of them decided, over all sessions."""

    def __init__(self) -> None:
        self.hints = 0
        self.withheld: Counter[str] = Counter()
        self.milliseconds = array("d")

    @property
    def asked(self) -> int:
        return self.hints + self.withheld.total()


class Replay:
    def __init__(self, store: AsOf, switches: Switches) -> None:
        self.store, self.switches = store, switches
        self.sessions: dict[str, Session] = {}
        self.tools, self.prompts = Surface(), Surface()
        sources = [source for part in store.folders for source in part]
        self._folders = {
            layer.value: tuple(str(source.folder) for source in sources if source.layer is layer) for layer in Layer
        }

    def take(self, step: Step) -> None:
        session = self.sessions.setdefault(step.session, Session())
        if step.call:
            if (step.kind, step.call) in session.met:
                return
            session.met.add((step.kind, step.call))
        match step.kind:
            case "prompt":
                self._prompted(step, session)
            case "call":
                session.calls[step.call] = step
                self._used(step, session, step.typed)
                session.listed = [listed.after(step.typed) for listed in session.listed]
            case "said":
                self._used(step, session, step.text)
            case "result":
                self._answered(step, session, session.calls.pop(step.call, None))

    # --- what the agent did -------------------------------------------------

    def _used(self, step: Step, session: Session, text: str) -> None:
        pieces = (text[at : at + PIECE] for at in range(0, len(text), PIECE))
        used = (self.store.known.intersection(names(piece, top_level_domains())) for piece in pieces)
        session.heeding.use(step.agent, frozenset[str]().union(*used))

    def _prompted(self, step: Step, session: Session) -> None:
        """No hook runs where one agent prompts another."""
        if step.agent:
            return
        said = self.prompt(step)
        if isinstance(said, Hint):
            _record(session, PREFLIGHT, step.at, said)
            session.heeding.tell(step.agent, _told(said, PREFLIGHT) if said.names else [self._topic(said, step.text)])

    def prompt(self, step: Step) -> Hint | Silence:
        moment = _moment(step, "user-prompt-submit")._replace(prompt=step.text)
        return self._decided(self.prompts, moment, step, prompt_hint)

    def _answered(self, step: Step, session: Session, call: Step | None) -> None:
        typed = call.typed if call is not None else ""
        moment = _moment(step, "post-tool-use-failure" if step.failed else "post-tool-use")
        moment = moment._replace(tool=step.tool, typed=typed, response=step.text, failed=step.failed)
        said = self._decided(self.tools, moment, step, tool_hint)
        if isinstance(said, Hint):
            _record(session, TOOL_HINTS, step.at, said)
            session.heeding.tell(step.agent, _told(said, TOOL_HINTS))
            session.characters += len(said.text)
        if call is not None and not step.failed and writes(step.tool):
            session.listed.append(list_after(self.store, step.at[:10], written(call.input), self.switches))

    # --- what it would have been told ---------------------------------------

    def _decided(self, surface: Surface, moment: Moment, step: Step, pick: Pick) -> Hint | Silence:
        lookup = self.store.on(step.at[:10])
        scene = Scene(moment, self._here(moment.cwd), self.switches, finding(lookup))
        told = heard(self.sessions.setdefault(step.session, Session()).hinted, self.switches)
        began = thread_time()
        said = pick(scene, told)
        took = 1000 * (thread_time() - began)
        if isinstance(said, Hint):
            surface.hints += 1
        else:
            surface.withheld[said.why] += 1
        if isinstance(said, Hint) or said.why not in OWN_LOOK:
            surface.milliseconds.append(took)
        return said

    def _here(self, cwd: str) -> Here:
        return Here(cwd, (), self._folders, "", foreign=False)

    def _topic(self, said: Hint, prompt: str) -> Told:
        """Of a topic a use is a name that the notes shown hold, and the prompt does not."""
        held = frozenset[str]().union(*map(self.store.names_of, said.keys))
        return Told(TOPIC, held.difference(names(prompt, top_level_domains())))


def finding(lookup: Lookup) -> Finding:
    def found(_: Sequence[str]) -> nullcontext[Lookup]:
        return nullcontext(lookup)

    return found


def _moment(step: Step, event: Event) -> Moment:
    return Moment(event, "claude", session=step.session, cwd=step.cwd)


def _record(session: Session, hook: Hook, at: str, said: Hint) -> None:
    stamp = records.stamped(at, "", "")
    session.hinted.append(records.hinted(stamp, hook, records.said(said.text, said.keys, said.names, said.timelines)))


def _told(said: Hint, surface: Hook) -> list[Told]:
    return [Told(surface, frozenset({fold}), fold in said.histories) for fold in said.names]
