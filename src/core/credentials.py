"""Credentials: whether a text is about things that open doors, which must not come up unasked.

A note is marked by few words, in its title or a tag; a question may have such notes for more words,
since who asks about a login has asked.
"""

import re

from .slugs import slug

CREDENTIAL_TERMS = frozenset(
    {"credential", "credentials", "passphrase", "passphrases", "passwd", "password", "passwords", "secret", "secrets"}
    | {"access-key", "access-keys", "access-token", "access-tokens", "api-key", "api-keys", "apikey", "apikeys"}
    | {"keychain", "private-key", "private-keys", "ssh-key", "ssh-keys"}
)
ASKING_TERMS = CREDENTIAL_TERMS | frozenset(
    {"auth", "authenticate", "authentication", "login", "logins", "oauth", "sign-in", "ssh", "token", "tokens"}
)


def _any_of(terms: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:^|-)(?:{'|'.join(sorted(terms))})(?:-|$)")


_NAMED = _any_of(CREDENTIAL_TERMS)
_ASKED = _any_of(ASKING_TERMS)


def names_a_credential(*texts: str) -> bool:
    """Whole words of any one of the texts."""
    return any(_NAMED.search(slug(text)) for text in texts)


def asks_for_credentials(question: str) -> bool:
    return _ASKED.search(slug(question)) is not None
