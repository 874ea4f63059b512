"""Commands: the table of them, in the order of their help; nothing of any is imported here."""

from typing import NamedTuple


class Command(NamedTuple):
    name: str
    target: str  # module and function, imported when the command is called
    summary: str


HERE = "hindnote.shell.cli"
COMMANDS = (
    Command("init", f"{HERE}.init:init", "Make a store for the repository or folder you stand in."),
    Command("remember", f"{HERE}.remember:remember", "Record what surprised you, as a local note."),
    Command("new", f"{HERE}.new:new", "Write a topic: what is known rather than what surprised."),
    Command("edit", f"{HERE}.edit:edit", "Change a note, and nothing in it but what you name."),
    Command("recall", f"{HERE}.recall:recall", "Ask the notes a question; one call answers."),
    Command("search", f"{HERE}.search:search", "Page through every note that matches."),
    Command("entity", f"{HERE}.entity:entity", "List the notes that name a thing, newest first."),
    Command("similar", f"{HERE}.similar:similar", "List the notes nearest to one, or to each other."),
    Command(
        "consolidate",
        f"{HERE}.consolidate:consolidate",
        "Plan to make one note of two that say nearly the same; carry out what you reviewed.",
    ),
    Command("show", f"{HERE}.show:show", "Print a note whole."),
    Command("list", f"{HERE}.listing:list_notes", "List the notes; also what a bare `hindnote` does."),
    Command("rm", f"{HERE}.rm:rm", "Remove exactly one note."),
    Command("archive", f"{HERE}.archive:archive", "Set a note aside: it is in no answer any more, and still a file."),
    Command("restore", f"{HERE}.archive:restore", "Bring back a note that was archived."),
    Command(
        "rename",
        f"{HERE}.rename:rename",
        "Give a note another key: its file and every link to it move together, or nothing does.",
    ),
    Command("promote", f"{HERE}.promote:promote", "Move local notes to the team, all of them or none."),
    Command("stale", f"{HERE}.stale:stale", "Tell which notes have expired, and which nobody can tell."),
    Command("refresh", f"{HERE}.refresh:refresh", "Pin a note to what it depends on as that is now, after you looked."),
    Command("lint", f"{HERE}.lint:lint", "Judge every note, and the store as a whole."),
    Command("ingest", f"{HERE}.ingest:ingest", "Make the repository's documents findable, as stubs."),
    Command("import", f"{HERE}.transfer:import_notes", "Take in an export, or what another program remembered."),
    Command("export", f"{HERE}.transfer:export_notes", "Write the team and the local notes to one file."),
    Command("session", f"{HERE}.session:session", "Tell what a session recorded, recalled and was refused."),
    Command("ledger", f"{HERE}.ledger:ledger", "Tell what a session was told, why, and at what cost."),
    Command("audit", f"{HERE}.audit:audit", "Judge what speaking to agents cost, and whether it was worth it."),
    Command(
        "review", f"{HERE}.review:review", "Walk through your local notes: show, promote, edit, remove or leave each."
    ),
    Command("reindex", f"{HERE}.reindex:reindex", "Bring the index up to the notes; it is never needed for an answer."),
    Command("bench", f"{HERE}.bench:app", "Measure retrieval and hints on your own notes, questions and sessions."),
    Command("doctor", f"{HERE}.doctor:doctor", "Say whether everything works here, and how to mend what does not."),
    Command("setup", f"{HERE}.setup:setup", "Register the server, the hooks and the rules with your harnesses."),
    Command("unsetup", f"{HERE}.setup:unsetup", "Take out what `setup` put in."),
    Command("serve", f"{HERE}.serve:serve", "Serve coding agents over MCP, on stdin and stdout."),
    Command("hook", f"{HERE}.hook:hook", "Answer what a harness tells on stdin, as its hook would."),
    Command("demo", f"{HERE}.demo:demo", "Show the whole of it on a temporary copy of this repository."),
)
GLOBAL_OPTIONS = """\
Every command also takes --team DIR, --local DIR (where those notes are, whatever the repository says), \
--vault DIR (a personal folder of notes; repeatable) and --json.
Exit codes: 0 done, 1 refused or something found, 2 not understood."""
