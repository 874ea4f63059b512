"""Tool hints: a tool's output and the indexes around it, brought together; the index is opened when there is a name."""

from ...core.hints import Heard, Hint, Silence
from ...core.namehints import ToolOutput, brought_up, name_hint
from ..tlds import top_level_domains
from .scene import Scene


def tool_hint(scene: Scene, heard: Heard) -> Hint | Silence:
    moment, switches = scene.moment, scene.switches
    event = ToolOutput(moment.tool, moment.typed, moment.response, scene.here.stores, moment.cwd or scene.here.root)
    asked = brought_up(event, heard, switches, top_level_domains())
    if isinstance(asked, Silence):
        return asked
    with scene.finding(scene.here.indexes) as found:
        known = found.names([name.fold for name in asked])
        return name_hint(asked, known, heard, switches, moment.response)
