"""Tokens: what a text costs its reader, estimated without a tokenizer.

An estimate on the safe side: a budget kept by it is kept by the models in use.
"""

ASCII_PER_TOKEN = 4  # the vendors' own rule of thumb for English


def estimate(text: str) -> int:
    """A token for every four ASCII characters and for each other one (Han and kana cost about that much)."""
    if text.isascii():
        return -(-len(text) // ASCII_PER_TOKEN)
    plain = sum(map(str.isascii, text))
    return -(-plain // ASCII_PER_TOKEN) + len(text) - plain
