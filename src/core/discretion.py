"""Discretion: an explanation that repeats no secret, whoever composed it.

A refusal quotes what was said, and what was said may be a secret in the wrong place: a token given as a
key, as an option or as an argument's name. What a refusal says ends in logs and in an agent's transcript.
"""

from .outcome import Explained
from .secrets import find_secrets


def discreet(told: Explained) -> Explained:
    """Without any part that holds a secret."""
    kinds = [(found[0].kind if (found := find_secrets(part)) else "") for part in (told.error, told.where, told.mend)]
    error = f"what was said looks like a secret ({kinds[0]}) and is not repeated here" if kinds[0] else told.error
    mend = "Say it without the secret." if kinds[2] else told.mend
    return Explained(error, "" if kinds[1] else told.where, mend)
