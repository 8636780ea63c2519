"""A round of Duplicate in Turkish that people of the chats' tests play, open as those begin."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.duplicate.state import GameState
from tests.support.duplicate import opened, play_at, started

RACK = "AEİKLS?"
LAID = ("8F KALEM",)
play_of = play_at


def open_round(
    *,
    rack: str = RACK,
    laid: Sequence[str] = LAID,
    people: Sequence[int] = (101, 102),
    options: Mapping[str, str] | None = None,
    top: str = "8F KALEMLİK",
    number: int = 1,
) -> GameState:
    """A game whose round of that number is open; ``top``: what is laid when it closes."""
    state = opened(started(people, "duplicate-tr", **options or {}), rack, top, laid)
    assert state.round is not None
    return replace(state, number=number - 1, round=replace(state.round, number=number))
