"""Embedding: texts to unit vectors, by the model we ship or by one the user brings.

Effects: reads a model's folder, maps its weights into memory at the first text. Nothing ever downloads.
A text without a known token has no vector; it is `None`, never zeros that would sort first.
Not here: where vectors are kept, and what to do when the fingerprint moved (the index).
"""

import hashlib
import math
import mmap
import os
import struct
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ..core.encoding import Pieces
from ..core.outcome import Explained, Outcome

if TYPE_CHECKING:
    import numpy as np
    from model2vec import StaticModel
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

# --- values ---------------------------------------------------------------

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "model"  # a memory map needs a file, not a resource
WEIGHTS, TOKENIZER, CONFIG, FINGERPRINT = "model.safetensors", "tokenizer.json", "config.json", "fingerprint"
OFF = "off"
ENCODER = "1"  # raised when the code below gives another vector for the same files
WIDEST = 8192  # dimensions of a vector that sqlite-vec stores
WHOLE = 127  # int8 of a component of 1.0
HEADER = 65_536  # bytes that two tensors' names and shapes cannot reach; a damaged length may claim any number
QUESTION = 32  # tokens at most that are summed without numpy: 0.3 ms, where its import alone costs a process 50 ms
BLOCK = 4096  # rows gathered at once: 5 MB, whatever the text's length


class Model(Protocol):
    """What the index needs of a model; the fingerprint moves with weights, tokenizer and encoder."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    def encode(self, texts: Sequence[str]) -> list[bytes | None]: ...


class Tensor(Struct, frozen=True):
    dtype: str
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


class Tensors(Struct, frozen=True):
    embeddings: Tensor
    weights: Tensor


class Spelling(Struct, frozen=True):
    vocab: dict[str, int]


class Tokens(Struct, frozen=True):
    model: Spelling


# --- refusals -------------------------------------------------------------


class ModelUnusable(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"the embedding model cannot be used: {self.problem}",
            self.path,
            "Set HINDNOTE_MODEL to the folder of a model2vec model, to `off`, or unset it for the model that ships.",
        )

    def message(self) -> str:
        return self.explain().message()


# --- choosing -------------------------------------------------------------


def load(choice: str | None) -> Outcome[Model | None, ModelUnusable]:
    """The shipped model, the user's (a folder), or none at all (`off`)."""
    if choice == OFF:
        return Success(None)
    return brought(Path(choice).expanduser()) if choice else shipped(SHIPPED)


def shipped(folder: Path) -> Outcome[Model, ModelUnusable]:
    """Looks at the headers only: numpy and the weights wait for the first text."""
    try:
        with (folder / WEIGHTS).open("rb") as file:
            (size,) = struct.unpack("<Q", file.read(8))
            tensors = msgspec.json.decode(file.read(min(size, HEADER)), type=Tensors)
            ends = 8 + size + max(tensors.embeddings.data_offsets[1], tensors.weights.data_offsets[1])
            if ends != file.seek(0, os.SEEK_END):
                return Failure(ModelUnusable(str(folder), f"{WEIGHTS} is cut short"))
        mark = (folder / FINGERPRINT).read_text(encoding="ascii").strip()
    except (OSError, ValueError, struct.error) as broken:  # msgspec's errors are ValueErrors
        return Failure(ModelUnusable(str(folder), str(broken)))
    return Success(ShippedModel(folder, tensors, 8 + size, mark))


def brought(folder: Path) -> Outcome[Model, ModelUnusable]:
    """A model2vec folder, opened by model2vec; a path that is no folder never reaches it, so it has nothing to download."""
    if not folder.is_dir():
        return Failure(ModelUnusable(str(folder), "there is no such folder"))
    if absent := [name for name in (WEIGHTS, TOKENIZER, CONFIG) if not (folder / name).is_file()]:
        return Failure(ModelUnusable(str(folder), f"it has no {', no '.join(absent)}"))
    os.environ["HF_HUB_OFFLINE"] = "1"  # read by huggingface_hub, which model2vec imports
    try:
        from model2vec import StaticModel  # noqa: PLC0415  # 0.4 s

        static = StaticModel.from_pretrained(folder.resolve(), normalize=True, max_length=None)
        model = BroughtModel(static, digest(folder))
        model.encode(["a model that loads may still not encode"])
        if not 0 < model.dimension <= WIDEST:
            return Failure(
                ModelUnusable(str(folder), f"{model.dimension} dimensions are more than the {WIDEST} an index takes")
            )
    except Exception as broken:  # noqa: BLE001  # the libraries behind it raise bare Exception
        return Failure(ModelUnusable(str(folder), f"model2vec cannot read it ({broken})"))
    return Success(model)


def digest(folder: Path) -> str:
    """Of the three files that decide a vector."""
    whole = hashlib.sha256()
    for name in (WEIGHTS, TOKENIZER, CONFIG):
        whole.update(hashlib.sha256((folder / name).read_bytes()).digest())
    return whole.hexdigest()[:16]


# --- models ---------------------------------------------------------------


class ShippedModel:
    """int8 rows, each with its own scale, gathered and summed with numpy alone; a question's few, without it."""

    def __init__(self, folder: Path, tensors: Tensors, start: int, mark: str) -> None:
        self.folder, self.tensors, self.start = folder, tensors, start
        self.fingerprint = f"{mark}.{ENCODER}"
        self.dimension = tensors.embeddings.shape[1]

    def encode(self, texts: Sequence[str]) -> list[bytes | None]:
        return list(map(self.one, texts))

    def one(self, text: str) -> bytes | None:
        """Which way is taken hangs on the text alone, so that a text has one vector."""
        known = self.pieces.rows(text)
        if len(known) <= QUESTION:
            return self.summed(known)
        vector = self.direction(text)
        return None if vector is None else packed(vector)

    def summed(self, known: Sequence[int]) -> bytes | None:
        """The same sum, one component after the other."""
        size, (first, scales) = self.dimension, (self.start + one.data_offsets[0] for one in self.places)
        total = [0.0] * size
        for row in known:
            (scale,) = struct.unpack_from("<f", self.mapped, scales + 4 * row)
            values = struct.unpack_from(f"{size}b", self.mapped, first + row * size)
            total = [sum_ + scale * value for sum_, value in zip(total, values, strict=True)]
        length = math.sqrt(math.fsum(value * value for value in total))
        return struct.pack(f"{size}b", *(round(value / length * WHOLE) for value in total)) if length else None

    def direction(self, text: str) -> "Vector | None":
        """The unit vector of a text's mean token, or none."""
        embeddings, weights = self.rows
        known = self.pieces.rows(text)
        if not known:
            return None
        total = weights[known[:BLOCK]] @ embeddings[known[:BLOCK]]
        for at in range(BLOCK, len(known), BLOCK):
            total += weights[known[at : at + BLOCK]] @ embeddings[known[at : at + BLOCK]]
        length = math.sqrt(total @ total)
        return total / length if length else None

    @property
    def places(self) -> tuple[Tensor, Tensor]:
        return self.tensors.embeddings, self.tensors.weights

    @cached_property
    def mapped(self) -> mmap.mmap:
        with (self.folder / WEIGHTS).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def rows(self) -> "tuple[NDArray[np.int8], Vector]":
        # threads wait longer than sums so small take: a build of 1,432 notes was 15 s CPU with two, 6 with one
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        import numpy as np  # noqa: PLC0415  # 0.16 s, kept off every path that embeds nothing

        mapped = np.frombuffer(self.mapped, np.uint8)
        embeddings, weights = (
            mapped[self.start + one.data_offsets[0] : self.start + one.data_offsets[1]] for one in self.places
        )
        return embeddings.view(np.int8).reshape(self.tensors.embeddings.shape), weights.view(np.float32)

    @cached_property
    def pieces(self) -> Pieces:
        return Pieces(msgspec.json.decode((self.folder / TOKENIZER).read_bytes(), type=Tokens).model.vocab)


class BroughtModel:
    def __init__(self, static: "StaticModel", mark: str) -> None:
        self.static = static
        self.fingerprint = f"{mark}.model2vec.{ENCODER}"
        self.dimension = int(static.dim)

    def encode(self, texts: Sequence[str]) -> list[bytes | None]:
        whole = [text.encode("utf-8", "ignore").decode() for text in texts]  # a lone surrogate would end all of them
        vectors = self.static.encode(whole, max_length=None, normalize=True, use_multiprocessing=False)
        return [packed(vector) if vector.any() else None for vector in vectors]


def packed(vector: "Vector") -> bytes:
    """int8, one byte a component, so that the byte order of the machine does not matter."""
    return (vector * WHOLE).round().astype("int8").tobytes()
