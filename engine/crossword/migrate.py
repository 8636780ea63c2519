"""Stored crossword games of earlier versions, brought to the present schema as plain data."""

from typing import Any

from engine.crossword.state import SCHEMA

_FIRST = 1


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """A decoded state of schema 1 as one of schema 2; anything else is returned as it is.

    Schema 2 adds challenges, clocks, draw offers and counts of exchanges; a game of schema 1 had none of them.
    """
    if data.get("schema") != _FIRST:
        return data
    return {**data, "schema": SCHEMA, "clocks": {"misses": [0] * len(data["players"])}}
