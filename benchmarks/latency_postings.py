"""What FTS5 takes to score a posting: a Markdown row for each common word of a folder's notes, in CPU time.

python benchmarks/latency_postings.py FOLDER
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from latency_build import build

from hindnote.shell.index.connection import connect
from hindnote.shell.index.legs import BM25

TURNS = 20


def rows(file: Path) -> None:
    con = connect(str(file))
    con.execute("CREATE VIRTUAL TABLE temp.held USING fts5vocab('main', 'terms', 'row')")
    common = [*con.execute("SELECT term, doc FROM held ORDER BY doc DESC, term LIMIT 5")]
    for term, holding in common:
        times: list[float] = []
        for _ in range(TURNS):
            began = process_time()
            con.execute(
                f"SELECT rowid FROM terms WHERE terms MATCH ? AND rank MATCH '{BM25}' ORDER BY rank",  # noqa: S608  (a constant)
                (f'"{term}"',),
            ).fetchall()
            times.append(process_time() - began)
        print(f"| {term} | {holding:,} | {min(times) * 1000:.2f} ms | {min(times) / holding * 1e6:.2f} microseconds |")
    con.close()


if __name__ == "__main__":
    with TemporaryDirectory() as scratch:
        build(Path(sys.argv[1]).resolve(), Path(scratch) / "index.db")
        print("| word | postings | scored in | each |\n|---|---|---|---|")
        rows(Path(scratch) / "index.db")
