"""How several tables of one chat are told apart: a small number, a short name made of the players', the game's sign."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.loaded_table import LoadedTable
from bot.wording.formatting import isolate_name
from bot.wording.game_signs import game_sign
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
    """A table's number and short name, as ``#3 Kiraz–Limon``, for where the game's title stands beside; plain text."""
    return f"#{number} {short_table_name(players, speaker)}"


def signed_name(number: int, players: Sequence[Named], titles: Mapping[str, str], speaker: Speaker) -> str:
    """A table's number, short name and the sign of the game with these titles, as ``#3 Kiraz–Limon 🎯``; plain text."""
    return " ".join(filter(None, (number_and_name(number, players, speaker), game_sign(titles))))


def label_in_picture(players: Sequence[Named], speaker: Speaker) -> str:
    """The number and short name of the table that is spoken of; empty where there is no other.

    A picture has the game's title beside it, and no font with signs.
    """
    return number_and_name(speaker.table_number, players, speaker) if speaker.table_number else ""


def plain_label(players: Sequence[Named], speaker: Speaker) -> str:
    """The same with the game's sign, for messages; plain text."""
    if not speaker.table_number:
        return ""
    return signed_name(speaker.table_number, players, speaker.titles, speaker)


def label_line(players: Sequence[Named], speaker: Speaker) -> str:
    """The same as a line of HTML, for above a message about the table."""
    label = plain_label(players, speaker)
    return _in_bold(label) if label else ""


def players_of(table: Table | None) -> Sequence[Named]:
    """Who sits at a table, of whom its name is made; nobody where none is."""
    return () if table is None else table.seats if isinstance(table, Lobby) else table.players


def table_label(loaded: LoadedTable, speaker: Speaker) -> str:
    """A table's short name and game, for a button; where there are several with number and sign; plain text."""
    table = loaded.table
    if table is None:
        return f"#{loaded.scope.table}"
    players, titles = players_of(table), table.ruleset.title
    title = localized_title(titles, speaker.language)
    if not loaded.has_neighbours:
        return f"{short_table_name(players, speaker)} · {title}"
    return f"{number_and_name(loaded.scope.table, players, speaker)} {game_sign(titles) or '·'} {title}"


def below_table_name(loaded: LoadedTable, speaker: Speaker, text: str) -> str:
    """HTML about a table, below its number, short name and sign where there are several."""
    if loaded.table is None or not loaded.has_neighbours:
        return text
    name = signed_name(loaded.scope.table, players_of(loaded.table), loaded.table.ruleset.title, speaker)
    return f"{_in_bold(name)}\n{text}"


def _in_bold(label: str) -> str:
    return f"<b>{isolate_name(label)}</b>"


def short_player_name(name: str, speaker: Speaker) -> str:
    """The first word of a player's name, cut if it is long; plain text."""
    shown = speaker.plain_name(name)
    word = (shown.split() or [shown])[0]
    return word if len(word) <= _MOST_CHARACTERS else f"{word[: _MOST_CHARACTERS - 1]}…"
