"""What a command wants at a table, from which follows which of several is meant."""

from collections.abc import Mapping
from typing import Final

from bot.tables.loaded_table import LoadedTable
from bot.tables.table_choice import TableRight
from bot.user_input.commands import CommandRow
from engine.lobby_seats import Lobby

_COMMANDS_ABOUT_NO_TABLE: Final = frozenset(
    {
        "new",
        "start",
        "help",
        "word",
        "log",
        "doctor",
        "proof",
        "try",
        "tables",
        "games",
        "stats",
        "top",
        "history",
        "gcg",
        "puzzle",
        "mydata",
        "ping",
    }
)
"""Commands that are about the chat, about words or about what is over, beside the settings."""

COSTLY_COMMANDS: Final = frozenset({"pass", "surrender", "draw"})
"""Those whose right in question is not enough to tell the table: a mistake costs a turn or a game.

They pass, surrender, offer a draw or answer that.
"""
_PAUSED_BEFORE: Final[Mapping[str, bool]] = {"pause": False, "resume": True}
"""Commands that are for games which stand still, or which do not."""

_OWN_RIGHTS: Final[Mapping[str, TableRight]] = {
    "join": "join",
    "leave": "lobby",
    "begin": "lobby",
    "invite": "lobby",
    "computer": "computer",
    "cancel": "cancel",
}


def right_in_question(row: CommandRow, text: str) -> TableRight | None:
    """What a command wants at a table; ``None`` if it is about none, or opens one."""
    if (right := _OWN_RIGHTS.get(row.key)) is not None:
        return right
    # Rules of a game that is named are not those of a table.
    if row.kind == "setting" or row.key in _COMMANDS_ABOUT_NO_TABLE or (row.key == "rules" and text):
        return None
    if row.kind == "look-up":
        return "look"
    match row.allowed_users:
        case "mover":
            return "turn"
        case "other":
            return "answer"
        case "player" | "anytime" | "seated":
            return "answer" if row.where == "game" else "seat"
        case _:
            return "rule"


def is_in_time(command: str, loaded: LoadedTable) -> bool:
    """Whether a command for games that stand still, or that run, is one for this table's."""
    if command not in _PAUSED_BEFORE:
        return True
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    return (table.clocks.paused is not None) == _PAUSED_BEFORE[command]
