"""Targets: the key that a link means, and when two keys are one; imports next to nothing, for hooks ask too."""

import unicodedata


def fold_key(key: str) -> str:
    """Keys with one folding would be one file on a file system that ignores case or Unicode form."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", key).casefold())
    return folded if folded == key else fold_key(folded)


def named(target: str) -> str:
    """The key in a target: `[[a|b]]`, `[[a#b]]` and `[[a.md]]` all mean `a`."""
    bare = _bare(target).removeprefix("./")
    return bare[:-3] if bare[-3:].lower() == ".md" else bare


def last_part(target: str) -> str:
    """What a link and the key it means have in common, whatever the spelling: a key's last part, for a vault's links."""
    return fold_key(named(target)).rpartition("/")[2]


def from_folder(key: str, target: str) -> str:
    """What the note `key` calls `./x` or `../x`, as a path from the top, `/x`; "" outside of it; another target as it is."""
    bare = _bare(target)
    if not bare.startswith(("./", "../")):
        return target
    folders = key.split("/")[:-1]
    for part in bare.split("/"):
        if part == ".." and not folders:
            return ""
        if part == "..":
            folders.pop()
        elif part != ".":
            folders.append(part)
    return "/" + "/".join(folders)


def _bare(target: str) -> str:
    return target.partition("|")[0].partition("#")[0].strip()
