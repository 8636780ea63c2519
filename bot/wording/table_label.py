"""How several tables of one chat are told apart: a small number, and a short name made of the players'."""

from collections.abc import Sequence
from typing import Final

from bot.tables.loaded_table import LoadedTable
from bot.wording.formatting import isolate_name
from bot.wording.speaker import Speaker, localized_title
from engine.computer_ids import is_computer
from engine.game import Table
from engine.lobby_seats import Lobby
from engine.messages import Named

_MOST_NAMES: Final = 2
_MOST_CHARACTERS: Final = 12
"""Of one name: two of them and the number fit on a button."""


def short_table_name(players: Sequence[Named], speaker: Speaker) -> str:
    """The first players' names, each without what follows its first word; plain text."""
    named = sorted(players, key=lambda player: is_computer(player.user))[:_MOST_NAMES]
    names = "–".join(short_player_name(player.name, speaker) for player in named)
    left = len(players) - len(named)
    return f"{names} +{left}" if left else names


def number_and_name(number: int, players: Sequence[Named], speaker: Speaker) -> str:
    """A table's number and short name, as ``#3 Kiraz–Limon``; plain text."""
    return f"#{number} {short_table_name(players, speaker)}"


def label_in_picture(players: Sequence[Named], speaker: Speaker) -> str:
    """The number and short name of the table that is spoken of, plain; empty where there is no other."""
    return number_and_name(speaker.table_number, players, speaker) if speaker.table_number else ""


def label_line(players: Sequence[Named], speaker: Speaker) -> str:
    """The same as a line of HTML, for above a message about the table."""
    label = label_in_picture(players, speaker)
    return _in_bold(label) if label else ""


def players_of(table: Table | None) -> Sequence[Named]:
    """Who sits at a table, of whom its name is made; nobody where none is."""
    return () if table is None else table.seats if isinstance(table, Lobby) else table.players


def table_label(loaded: LoadedTable, speaker: Speaker) -> str:
    """A table's number where there are several, its short name and game, for a button; plain text."""
    if loaded.table is None:
        return f"#{loaded.scope.table}"
    players = players_of(loaded.table)
    label = number_and_name(loaded.scope.table, players, speaker)
    if not loaded.has_neighbours:
        label = short_table_name(players, speaker)
    return f"{label} · {localized_title(loaded.table.ruleset.title, speaker.language)}"


def below_table_name(loaded: LoadedTable, speaker: Speaker, text: str) -> str:
    """HTML about a table, below its number and short name where there are several."""
    if loaded.table is None or not loaded.has_neighbours:
        return text
    return f"{_in_bold(number_and_name(loaded.scope.table, players_of(loaded.table), speaker))}\n{text}"


def _in_bold(label: str) -> str:
    return f"<b>{isolate_name(label)}</b>"


def short_player_name(name: str, speaker: Speaker) -> str:
    """The first word of a player's name, cut if it is long; plain text."""
    shown = speaker.plain_name(name)
    word = (shown.split() or [shown])[0]
    return word if len(word) <= _MOST_CHARACTERS else f"{word[: _MOST_CHARACTERS - 1]}…"
