"""Injected: what a command is given that no command line says, and the options that several take."""

from typing import Annotated, TypeAlias

from cyclopts import Parameter

from ...core.keys import Layer
from ..settings import Settings

Here: TypeAlias = Annotated[Settings, Parameter(parse=False)]
Words: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True)]
Question: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True, help="What you want to know.")]
Json: TypeAlias = Annotated[bool, Parameter(help="Print JSON, in the shape above; errors are JSON too.")]
InLayer: TypeAlias = Annotated[Layer | None, Parameter(help="Only in this layer.")]
