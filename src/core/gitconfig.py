"""Git config: what a repository's config file says, from its text: where its remote is, and a setting by its name.

Enough of the format for these answers; an include is not followed. A URL loses its user and password
here, so that no credential is carried further.
"""

import re
from collections.abc import Iterator

_SECTION = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_USER = re.compile(r"^([a-z][a-z0-9+.-]*://)[^/@]*@", re.IGNORECASE)
_COMMENT = re.compile(r"\s[#;].*")


def remote_url(text: str) -> str:
    """That of `origin`, else of the first remote that has one, else nothing."""
    found = [(remote, url) for remote, url in values(text, "remote", "url") if remote is not None]
    urls = dict(reversed(found))
    url = urls.get("origin") or next(iter(dict(found).values()), "")
    return _USER.sub(r"\1", url)


def setting(text: str, section: str, name: str) -> str:
    """The last value of a setting in a section without a name of its own; "" where it is not set."""
    found = [value for sub, value in values(text, section, name) if sub is None]
    return _COMMENT.sub("", found[-1]).strip() if found else ""


def is_on(text: str, section: str, name: str) -> bool:
    return setting(text, section, name).lower() in {"true", "yes", "on", "1"}


def values(text: str, section: str, name: str) -> Iterator[tuple[str | None, str]]:
    """Each value of a setting, after the name of its section (`[section "name"]`), in the order of the text."""
    inside, sub = False, None
    for line in text.splitlines():
        if head := _SECTION.match(line):
            inside, sub = head[1].lower() == section, head[2]
            line = line[head.end() :]  # noqa: PLW2901  (a setting may stand on its section's line)
        said, equals, value = line.partition("=")
        if inside and equals and said.strip().lower() == name:
            yield sub, value.strip().strip('"')
