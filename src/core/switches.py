"""Switches: the environment's words about names and hints, read into values once; a word nobody knows changes nothing.

Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, cast

from .namenotes import MAX_SHARE

# --- values -----------------------------------------------------------------

Preflight: TypeAlias = Literal["hint", "inject", "off"]

MIN_TERMS = 3  # design, section 9


class Switches(NamedTuple):
    """Every switch of what speaks of names; as it ships, everything is on."""

    names: bool = True  # HINDNOTE_NAMES
    max_share: float = MAX_SHARE  # HINDNOTE_NAME_MAX_DF: a share of the notes up to 1, a number of them above
    tool_hints: bool = True  # HINDNOTE_TOOL_HINTS
    write_context: bool = True  # HINDNOTE_WRITE_CONTEXT
    timelines: bool = True  # HINDNOTE_TIMELINES
    preflight: Preflight = "hint"  # HINDNOTE_PREFLIGHT
    min_terms: int = MIN_TERMS  # HINDNOTE_PREFLIGHT_MIN_TERMS
    rare_terms: bool = True  # HINDNOTE_PREFLIGHT_RARE_TERMS
    split_budget: bool = True  # HINDNOTE_SPLIT_BUDGET: what the agent asks for does not limit what it is told unasked


# --- functions ----------------------------------------------------------------


def read_switches(env: Mapping[str, str]) -> Switches:
    def on(name: str) -> bool:
        return env.get(name, "").strip() != "0"

    preflight = env.get("HINDNOTE_PREFLIGHT", "").strip().lower()
    return Switches(
        names=on("HINDNOTE_NAMES"),
        max_share=_number(env.get("HINDNOTE_NAME_MAX_DF", ""), MAX_SHARE),
        tool_hints=on("HINDNOTE_TOOL_HINTS"),
        write_context=on("HINDNOTE_WRITE_CONTEXT"),
        timelines=on("HINDNOTE_TIMELINES"),
        preflight=cast("Preflight", preflight) if preflight in {"hint", "inject", "off"} else "hint",
        min_terms=int(_number(env.get("HINDNOTE_PREFLIGHT_MIN_TERMS", ""), MIN_TERMS)),
        rare_terms=on("HINDNOTE_PREFLIGHT_RARE_TERMS"),
        split_budget=on("HINDNOTE_SPLIT_BUDGET"),
    )


def _number(said: str, otherwise: float) -> float:
    """What is no number above nothing leaves the switch as it ships."""
    try:
        number = float(said)
    except ValueError:
        return otherwise
    return number if 0 < number < float("inf") else otherwise
