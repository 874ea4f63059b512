"""Census: the store counted as it is now, from its file names and the tags an index happens to know.

Light on purpose: no note is opened and nothing is indexed, for a server says this before anything else.

Effects: walks the layers' folders; reads an index file.
"""

from ...core.census import Census, take
from ...core.keys import Layer
from ..counting import listings, notes
from ..index.labels import tags_by_file
from ..storepaths import INDEX
from .world import World


def census(world: World) -> Census:
    places = world.places
    folders = {Layer.TEAM: (places.team,), Layer.LOCAL: (places.local,), Layer.VAULT: places.vaults}
    found = listings({layer: [str(each.absolute()) for each in some] for layer, some in folders.items()})
    return take([*notes(found, tags_by_file(places.state / INDEX))], world.stamp().day)
