"""Vocabulary: the teacher's ASCII word pieces, and whole words that developers use often.

The tokenizer that leaves here has no special tokens: `[CLS]` in a note is four characters and a word.
Words the rest of the alphabet needs stay unknown; a text of nothing else has no vector.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from .pairs import Pair
from .recipe import Recipe

UNKNOWN = "[UNK]"
SPECIAL = re.compile(r"\[(PAD|CLS|SEP|MASK|unused\d+)\]")
WORD = re.compile(r"[a-z][a-z0-9]{2,24}")


def build(teacher: Path, pairs: Iterable[Pair], recipe: Recipe) -> Tokenizer:
    spec: dict[str, Any] = json.loads((teacher / "tokenizer.json").read_text(encoding="utf-8"))
    known: dict[str, int] = spec["model"]["vocab"]
    pieces = [
        piece for piece in sorted(known, key=known.__getitem__) if piece.isascii() and not SPECIAL.fullmatch(piece)
    ]
    words = [*pieces, *frequent(Tokenizer.from_str(json.dumps(spec)), pairs, set(pieces), recipe)]
    spec["model"]["vocab"] = {word: at for at, word in enumerate(words)}
    spec |= {"added_tokens": [], "post_processor": None, "truncation": None, "padding": None}
    return Tokenizer.from_str(json.dumps(spec))


def frequent(tokenizer: Tokenizer, pairs: Iterable[Pair], known: set[str], recipe: Recipe) -> list[str]:
    """New words, most frequent first: in enough texts, of enough sources."""
    texts: Counter[str] = Counter()
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        plain = tokenizer.normalizer.normalize_str(f"{pair.query} {pair.body}")
        for word in {word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(plain)}:
            texts[word] += 1
            sources[word].add(pair.source)
    fit = (
        word
        for word, count in sorted(texts.items(), key=lambda one: (-one[1], one[0]))
        if count >= recipe.seen_texts
        and len(sources[word]) >= recipe.seen_sources
        and word not in known
        and WORD.fullmatch(word)
    )
    return [word for word, _ in zip(fit, range(recipe.most_words), strict=False)]


def words_of(tokenizer: Tokenizer) -> list[str]:
    """All entries in the order of their rows, as plain text a teacher can read."""
    vocab = tokenizer.get_vocab()
    return [word.removeprefix("##") for word in sorted(vocab, key=vocab.__getitem__)]


def token_ids(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Rows of the known tokens of each text."""
    unknown = tokenizer.token_to_id(UNKNOWN)
    encoded = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
    return [[one for one in text.ids if one != unknown] for text in encoded]
