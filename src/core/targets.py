"""Targets: the key that a link means, and when two keys are one; imports next to nothing, for hooks ask too."""

import unicodedata


def fold_key(key: str) -> str:
    """Keys with one folding would be one file on a file system that ignores case or Unicode form."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", key).casefold())
    return folded if folded == key else fold_key(folded)


def named(target: str) -> str:
    """The key in a target: `[[a|b]]`, `[[a#b]]` and `[[a.md]]` all mean `a`."""
    bare = target.partition("|")[0].partition("#")[0].strip().removeprefix("./")
    return bare[:-3] if bare[-3:].lower() == ".md" else bare
