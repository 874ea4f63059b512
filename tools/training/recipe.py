"""Recipe: every number the training runs on, in one frozen value that the manifest repeats.

Not here: where things lie on disk (`__main__`), and which packages are read (`packages.txt`).
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Contrast:
    """One contrastive run; several, each with its own seed, are averaged."""

    seed: int
    steps: int = 400
    batch: int = 512
    rate: float = 1.5e-3
    scale: float = 20.0
    warmup: int = 50
    longest: int = 160  # tokens of a body that one example sees
    mixed: float = 0.4  # share of batches drawn from all sources at once
    cloze: float = 0.35  # share of queries replaced by a span cut out of the body
    hide: float = 0.4  # share of bodies that lose the words the query has
    forget: float = 0.1  # share of query tokens dropped
    soft: float = 1.0  # weight of the teacher's own similarities between the pairs
    imitate: float = 2.0  # weight of the imitation loss, so that the teacher is not forgotten


@dataclass(frozen=True)
class Recipe:
    seed: int = 0
    dimension: int = 256
    sif: float = 1e-4
    # texts
    shortest_body: int = 15  # words
    body_chars: int = 2000
    sentences: int = 2  # per body, for the teacher
    most_texts: int = 29 * 8192  # the teacher reads, of 303,566: an hour of two shared cores
    # vocabulary: whole words that developers use and the teacher's vocabulary lacks
    seen_texts: int = 8
    seen_sources: int = 2
    most_words: int = 6500
    # teacher
    teacher_tokens: int = 128
    shard: int = 8192
    # imitation
    epochs: int = 6
    imitation_rate: float = 3e-3
    imitation_batch: int = 512
    similarity: float = 0.2  # weight of the in-batch similarities beside the cosine
    contrasts: tuple[Contrast, ...] = field(
        default_factory=lambda: tuple(Contrast(seed, soft=float(seed % 2)) for seed in range(1, 5)),
    )


# Whole repositories and packages kept out of training, to measure on.
HELD_OUT_COMMITS = (
    "entireio/cli",
    "syrupy-project/syrupy",
    "agronholm/anyio",
    "simonw/sqlite-utils",
    "BrianPugh/cyclopts",
)
HELD_OUT_PACKAGES = (
    "trio",
    "structlog",
    "coverage",
    "gunicorn",
    "websockets",
    "luigi",
    "invoke",
    "anyio",
    "sqlite_utils",
)

# Never read, whatever a list says: the product is measured on them, by us or by others.
FORBIDDEN = (
    "basic-memory",
    "gemini-cli",
    "hypothesis",
    "iwe",
    "msgspec",
    "ohmyharness",
    "omind",
    "packaging",
    "pytest",
    "qmd",
    "uv",
)
