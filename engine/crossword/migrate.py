"""Stored crossword games of earlier versions, brought to the present schema as plain data."""

from typing import Any, Final

from engine.crossword.state import SCHEMA

EARLIER: Final = (1, 2)
"""The schemas that are read beside the present one."""
_WITHOUT_CLOCKS: Final = 1


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """A decoded state of an earlier schema as one of the present; anything else is returned as it is.

    Schema 2 added challenges, clocks, draw offers and counts of exchanges; a game of schema 1 had none of them.
    Schema 3 added the score history, which begins with the next turn in an older game, and when an open play was laid.
    """
    schema = data.get("schema")
    if schema not in EARLIER:
        return data
    clocks = {"clocks": {"misses": [0] * len(data["players"])}} if schema == _WITHOUT_CLOCKS else {}
    return {**data, "schema": SCHEMA, **clocks}
