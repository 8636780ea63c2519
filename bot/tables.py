"""A chat's table as it was read: what can be told of it without its rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.judges import Changes
from bot.store.keys import Scope
from engine.errors import Refusal
from engine.game import Table, is_over
from engine.seats import Lobby


@dataclass(frozen=True, slots=True)
class Held:
    """A chat's table as it was read, with the version to commit against."""

    scope: Scope
    table: Table | None
    version: int
    settings: Mapping[str, str]
    seen: bool
    """Whether the update was committed before."""
    words: Changes | None = None
    """The chat's words that count at the table: those its game began with, before it begins those of now.

    ``None`` where there is no table whose game is still to end.
    """

    @property
    def lexicon(self) -> str:
        """The table's dictionary as its chat is told of it, see :mod:`bot.dictionaries`; empty without a table."""
        if self.table is None:
            return ""
        return (self.words or Changes()).told(self.table.ruleset.lexicon)


def check_free(table: Table | None) -> None:
    """Whether a new table may be opened where this one is: a chat has one at a time.

    Raises:
        Refusal: ``lobby_open`` or ``game_running``.
    """
    if isinstance(table, Lobby):
        raise Refusal("lobby_open")
    if is_running(table):
        raise Refusal("game_running")


def is_running(table: Table | None) -> bool:
    """Whether a game is being played."""
    return table is not None and not isinstance(table, Lobby) and not is_over(table)


def playing(table: Table | None) -> tuple[int, ...]:
    """Who has a seat in a game that is being played."""
    if table is None or isinstance(table, Lobby) or is_over(table):
        return ()
    return tuple(player.user for player in table.players)


def table_name(table: Table) -> str:
    """A table's short name: the start of its commitment, which buttons carry."""
    return table.commitment[:8]
