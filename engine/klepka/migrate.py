"""Stored games of Klepka of earlier versions, brought to the present schema as plain data."""

from typing import Any, Final

from engine.klepka.state import SCHEMA

EARLIER: Final = (1,)
"""The schemas that are read beside the present one."""


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """A decoded state of an earlier schema as one of the present; anything else is returned as it is.

    Schema 2 added the score history, which begins with the next turn in an older game.
    """
    return {**data, "schema": SCHEMA} if data.get("schema") in EARLIER else data
