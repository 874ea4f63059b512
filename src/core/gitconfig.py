"""Git config: where a repository says its remote is, from the text of its config file.

Enough of the format for one answer; an include is not followed. A URL loses its user and password
here, so that no credential is carried further.
"""

import re
from collections.abc import Iterator

_SECTION = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_USER = re.compile(r"^([a-z][a-z0-9+.-]*://)[^/@]*@", re.IGNORECASE)


def remote_url(text: str) -> str:
    """That of `origin`, else of the first remote that has one, else nothing."""
    urls = dict(reversed([*_urls(text)]))
    url = urls.get("origin") or next(iter(dict(_urls(text)).values()), "")
    return _USER.sub(r"\1", url)


def _urls(text: str) -> Iterator[tuple[str, str]]:
    remote = None
    for line in text.splitlines():
        if section := _SECTION.match(line):
            remote = section[2] if section[1].lower() == "remote" else None
            line = line[section.end() :]  # noqa: PLW2901  (a setting may stand on its section's line)
        name, equals, value = line.partition("=")
        if remote is not None and equals and name.strip().lower() == "url":
            yield remote, value.strip().strip('"')
