"""Counting: the notes that are in the layers' folders now, each as the census counts it.

Files alone decide what there is, so that a server and a hook count the same, with an index or without.
Light on purpose: no note is opened, and hooks stand on this module.

Effects: walks folders.
"""

from collections.abc import Iterable, Iterator, Mapping

from ..core.census import Counted
from ..core.layers import Layer
from .noteswalk import Listing, listed

Listings = Mapping[Layer, tuple[Listing, ...]]


def listings(folders: Mapping[str, Iterable[str]]) -> Listings:
    """By layer, a listing for each of its folders."""
    return {layer: tuple(listed(each, stamped=False) for each in folders.get(layer, ())) for layer in Layer}


def notes(found: Listings, tags: Mapping[tuple[str, str], tuple[str, ...]]) -> Iterator[Counted]:
    """A file's path stands for its key: the one says where the other is."""
    for layer, folders in found.items():
        for path in (path for folder in folders for path in folder.stamps):
            yield Counted(layer, path, tags.get((layer, path), ()))
