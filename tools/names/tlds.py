"""Make `src/data/tlds.txt`, the top-level domains there are, from a copy of the Public Suffix List.

    pip install publicsuffixlist && python tools/names/tlds.py > src/data/tlds.txt

Only the last label of each rule in the ICANN section is kept: which names are registered under it is no matter here.
"""

import sys
from importlib.metadata import version
from importlib.resources import files

ICANN = ("===BEGIN ICANN DOMAINS===", "===END ICANN DOMAINS===")


def top_level(rules: str) -> list[str]:
    section = rules.partition(ICANN[0])[2].partition(ICANN[1])[0]
    names = (line.split()[0] for line in section.splitlines() if line.strip() and not line.startswith("//"))
    return sorted({name.rpartition(".")[2] for name in names})


def main() -> None:
    rules = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text("utf-8")
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # it is a text file when run as above
    print(
        f"# The top-level domains of the Public Suffix List, as publicsuffixlist {version('publicsuffixlist')} has it."
    )
    print("\n".join(top_level(rules)))


if __name__ == "__main__":
    main()
