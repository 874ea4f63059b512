"""Schema: the tables of an index, made and dropped in one place; only `shell/index` knows SQL.

Everything here is derived from the notes' files, so a mismatch of versions is answered by
`drop` and `create`, never by a migration. Full text is contentless: the notes keep their own text.
"""

from collections.abc import Sequence

import apsw

SCHEMA_VERSION = 13
APPLICATION_ID = 0x48494E44  # "HIND": an SQLite file with another id is not ours to rebuild

# Bytes of terms before FTS5 writes them out: a look-up goes through each heap of them (benchmarks/hooks.md).
GATHERED = 16 << 20

# One note a row; analysis has already split the text, so that nothing but a space may split it again.
PUNCTUATION = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""  # of ASCII, all of it; the module `string` costs a hook 0.5 ms
_TOKENIZER = "ascii tokenchars '" + PUNCTUATION.replace("'", "''") + "'"

_TABLES = (
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    """CREATE TABLE notes(
        id INTEGER PRIMARY KEY, layer TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL, fold TEXT NOT NULL,
        base TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, dated TEXT NOT NULL, type TEXT NOT NULL, source TEXT NOT NULL,
        tags TEXT NOT NULL, invalidated_by TEXT, supersedes TEXT, superseded_by TEXT, conflicts_with TEXT NOT NULL,
        confidence TEXT, archived INTEGER NOT NULL, generated INTEGER NOT NULL, credential INTEGER NOT NULL,
        stale_marker INTEGER NOT NULL, hash BLOB NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
        inode INTEGER NOT NULL, settled INTEGER NOT NULL, embedded INTEGER NOT NULL, names TEXT NOT NULL, unmerged INTEGER NOT NULL,
        UNIQUE(layer, path))""",
    "CREATE INDEX notes_by_key ON notes(fold, layer, path)",
    "CREATE INDEX notes_by_base ON notes(base) WHERE layer = 'vault'",
    "CREATE INDEX notes_without_vector ON notes(embedded) WHERE embedded = 0",
    "CREATE INDEX notes_archived ON notes(archived) WHERE archived = 1",
    "CREATE INDEX notes_unmerged ON notes(unmerged) WHERE unmerged = 1",
    """CREATE TABLE chunks(
        note INTEGER NOT NULL, ordinal INTEGER NOT NULL, heading TEXT NOT NULL, first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL, PRIMARY KEY(note, ordinal)) WITHOUT ROWID""",
    """CREATE TABLE links(
        note INTEGER NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, fold TEXT NOT NULL,
        line INTEGER NOT NULL, PRIMARY KEY(note, ordinal)) WITHOUT ROWID""",
    """CREATE TABLE passages(
        note INTEGER NOT NULL, ordinal INTEGER NOT NULL, embedding BLOB NOT NULL, PRIMARY KEY(note, ordinal)) WITHOUT ROWID""",
    "CREATE INDEX links_by_target ON links(fold)",
    "CREATE TABLE tags(tag TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY(tag, note)) WITHOUT ROWID",
    "CREATE INDEX tags_by_note ON tags(note)",
    "CREATE TABLE aliases(fold TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY(fold, note)) WITHOUT ROWID",
    "CREATE INDEX aliases_by_note ON aliases(note)",
    """CREATE TABLE names(
        fold TEXT NOT NULL, note INTEGER NOT NULL, titled INTEGER NOT NULL, PRIMARY KEY(fold, note)) WITHOUT ROWID""",
    """CREATE TABLE broken(
        layer TEXT NOT NULL, path TEXT NOT NULL, problem TEXT NOT NULL, PRIMARY KEY(layer, path)) WITHOUT ROWID""",
    "CREATE TABLE folders(layer TEXT PRIMARY KEY, device INTEGER NOT NULL) WITHOUT ROWID",
)
_FULL_TEXT = (
    f"""CREATE VIRTUAL TABLE terms USING fts5(words, exact, parts, content='', contentless_delete=1,
        tokenize="{_TOKENIZER.replace('"', '""')}")""",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, 'row')",
)
# What stands in for full text where SQLite was built without FTS5: the same terms, read whole by a scan.
_PLAIN_TEXT = ("CREATE TABLE terms(words TEXT NOT NULL, exact TEXT NOT NULL, parts TEXT NOT NULL)",)

OF_A_NOTE = ("chunks", "links", "tags", "aliases", "passages")  # tables whose rows name their note in the column `note`


def create(con: apsw.Connection, *, full_text: bool) -> None:
    """Every table but `vectors`, which needs a model's dimension."""
    con.pragma("application_id", APPLICATION_ID)
    con.pragma("user_version", SCHEMA_VERSION)
    for statement in (*_TABLES, *(_FULL_TEXT if full_text else _PLAIN_TEXT)):
        con.execute(statement)
    if full_text:
        con.execute("INSERT INTO terms(terms, rank) VALUES('hashsize', ?)", (GATHERED,))


def create_vectors(con: apsw.Connection, dimension: int) -> None:
    con.execute("DROP TABLE IF EXISTS vectors")
    con.execute(f"CREATE VIRTUAL TABLE vectors USING vec0(embedding int8[{int(dimension)}])")


def drop(con: apsw.Connection) -> None:
    """Everything; a virtual table takes its shadow tables along."""
    for virtual in (True, False):
        for name in _tables(con, virtual=virtual):
            con.execute(f'DROP TABLE IF EXISTS "{name}"')


def _tables(con: apsw.Connection, *, virtual: bool) -> Sequence[str]:
    query = """SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND (sql LIKE 'CREATE VIRTUAL%') = ?"""
    return [str(name) for (name,) in con.execute(query, (virtual,))]
