"""More tools: those that `--tools full` adds, for a client that is to browse and write notes.

Their use cases are those of the commands `search`, `show`, `list`, `new`, `edit`, `entity`. A client that hides tools
until they are looked for may hide these. Not here: what a call does (browsing, authoring).
"""

from collections.abc import Sequence

from ...core.keys import Layer
from .parameters import Parameter
from .tools import TOOLS, ToolSpec

# --- values ---------------------------------------------------------------

LAYER = Parameter("layer", "Only in this layer.", choices=tuple(Layer))
CURSOR = Parameter("cursor", "As the page before gave it; the other arguments stay the same.")
ONLY = (
    LAYER,
    Parameter("tag", "Only notes with this tag."),
    Parameter("type", "Only notes of this type: surprise, topic or stub."),
    Parameter("since", "Only notes dated YYYY-MM-DD or later.", form="day"),
)

SEARCH = ToolSpec(
    "search",
    "Page through every note that matches",
    (
        Parameter("question", "What you want to know.", required=True),
        Parameter("also_phrased_as", "Other wordings of the same question.", many=True),
        *ONLY,
        CURSOR,
    ),
    "All notes that match, best first, ten a page, each with its best passage and without what it links to. For an answer "
    "`recall` is the shorter way; this is for narrowing down, and for being sure that nothing was left out.",
)
READ_NOTE = ToolSpec(
    "read_note",
    "Read a note",
    (
        Parameter("key", "A key as it is printed, `[[key]]`, or a note's address.", required=True),
        LAYER,
        Parameter("section", "Only what is under this heading."),
        CURSOR,
    ),
    "A note whole or one section of it, with its file and its version; of every layer that has the key. A long one comes in "
    "pages, each of which names the call that reads on.",
)
LIST_NOTES = ToolSpec(
    "list_notes",
    "List notes",
    (*ONLY, CURSOR),
    "The notes by layer and key, 25 a page, each with its date, its title and how many notes name it.",
)
ENTITY = ToolSpec(
    "entity",
    "List the notes that name a thing",
    (
        Parameter("name", "A host, address, disk, serial, issue or repository, spelled exactly.", required=True),
        Parameter("all", "Also when the name is in too many notes to tell anything.", form="flag"),
        CURSOR,
    ),
    "Every note whose title, tags or text has exactly this name, newest first, with what was superseded or corrected.",
)

CREATE_NOTE = ToolSpec(
    "create_note",
    "Write a topic",
    (
        Parameter("title", "What the note is about; its key is derived from it.", required=True),
        Parameter("text", "Markdown, with `## ` headings or without.", required=True),
        Parameter("tags", "A few plain words to group it by.", many=True, keys=True),
        Parameter("relates_to", "Keys (not titles) of related notes; one may precede its note.", many=True, keys=True),
        Parameter(
            "layer", "local: beside this repository (as if unsaid); vault: the user's own.", choices=("local", "vault")
        ),
        Parameter("folder", "In a vault: a folder below it."),
        Parameter("vault", "Of several vaults, which: its folder's path or name."),
    ),
    "Write down what is known about one topic, as a new note; for what turned out otherwise than expected there is "
    "`remember`. `recall` first. A title that is taken is refused with the note that has it, and so is a secret. The answer "
    "names the key, the version, and what other notes say of the names in it.",
    does="adds",
)

EDIT_NOTE = ToolSpec(
    "edit_note",
    "Change a note",
    (
        Parameter("key", "Key of the note.", required=True),
        Parameter("version", "As `read_note`, or the write before, gave it.", required=True),
        Parameter("layer", "Where two layers have the key.", choices=("local", "vault")),
        Parameter("title", "What its first heading says; its key stays."),
        Parameter(
            "fields",
            "Frontmatter by name: tags, supersedes, superseded_by, conflicts_with, confidence, invalidated_by or one of "
            "your own; null takes it out.",
            form="map",
            many=True,
            removes=True,
        ),
        Parameter(
            "sections",
            "By name, all that a section says from now on, be it there or not; null takes it out.",
            form="map",
            removes=True,
        ),
        Parameter("append", "By name, what a section says too, at its end.", form="map"),
    ),
    "Change a local or a vault's note and nothing in it but what is named: every other byte stays. Refused when the note is no "
    "longer the version that was read, and when it could not be written so. The answer gives the next version.",
    does="changes",
)

FULL: Sequence[ToolSpec] = (*TOOLS, SEARCH, READ_NOTE, LIST_NOTES, CREATE_NOTE, EDIT_NOTE, ENTITY)
