"""Layers: where a note lives. Imports next to nothing, for hooks count notes too."""

from enum import StrEnum


class Layer(StrEnum):
    """Declared in the order a reader who must choose takes them."""

    TEAM = "team"
    LOCAL = "local"
    VAULT = "vault"
