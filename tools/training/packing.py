"""Packing: vectors to the folder that ships, in model2vec's format.

Each row is scaled to fill int8 and keeps its length as a weight, so that a common word with a short
vector is as exact as a rare one with a long one.
Effects: writes model.safetensors, tokenizer.json, config.json and fingerprint into one folder.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from torch import Tensor

FILES = ("model.safetensors", "tokenizer.json", "config.json")


def average(runs: Sequence[Tensor]) -> Tensor:
    """Runs share a start and its axes, so their mean is meaningful."""
    return torch.stack([one / one.norm(dim=1).mean() for one in runs]).mean(0)


def rotate(vectors: Tensor) -> Tensor:
    """The same geometry with its leading dimensions the most telling ones."""
    _, _, axes = torch.linalg.svd(vectors, full_matrices=False)
    return vectors @ axes.T


def pack(vectors: Tensor, tokenizer: Tokenizer, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = vectors.numpy()
    weights = np.maximum(np.abs(rows).max(1), 1e-9) / 127
    whole = np.clip(np.rint(rows / weights[:, None]), -127, 127).astype(np.int8)
    save_file({"embeddings": whole, "weights": weights.astype(np.float32)}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    config = {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "tokenizer_name": "hindnote",
        "normalize": True,
        "max_length": None,
        "hidden_dim": rows.shape[1],
        "embedding_dtype": "int8",
    }
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "fingerprint").write_text(fingerprint(folder) + "\n", encoding="ascii")


def fingerprint(folder: Path) -> str:
    """Of the three files that decide a vector."""
    digest = hashlib.sha256()
    for name in FILES:
        digest.update(hashlib.sha256((folder / name).read_bytes()).digest())
    return digest.hexdigest()[:16]
