"""Buttons that are not for their presser in a group: stale ones, and those of a game in which the presser has no seat.

A stale button is answered with the table's standing, and removed. A spectator is shown the game.
"""

import html
import re
from typing import Final

from redis.exceptions import RedisError

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.logs.logger import get_logger
from bot.store.games import GameStore
from bot.tables.loaded_table import is_game_running, table_name
from bot.telegram.button_data import ButtonSpec, parse_button_data, table_of_button_data
from bot.telegram.incoming.requests import Tap
from bot.telegram.replies import Replies
from bot.wording.table_label import table_label
from engine.errors import EngineError
from engine.game import Table, view
from engine.lobby_seats import Lobby

log = get_logger(__name__)

_MOST_TABLES_TOLD: Final = 3
"""So many fit into an alert of 200 characters."""
_TAG: Final = re.compile(r"<[^<>]*>")


class StaleButtons:
    """Answers such taps with the table as it is now."""

    def __init__(self, store: GameStore, answers: Replies) -> None:
        self._store: Final = store
        self._answers: Final = answers

    async def tell_spectator(self, tap: Tap, context: ChatContext) -> None:
        """Tell a spectator how the game stands."""
        _, arguments = _table_status(context)
        await self._answers.show_alert(tap, context.language, "stale-watching", **arguments)

    async def tell_current_table(self, tap: Tap, context: ChatContext) -> None:
        """Tell the presser how the button's table stands, or which there are instead, and remove the stale button."""
        open_tables = context.request_place.open_tables
        is_gone = context.loaded.table is None or table_name(context.loaded.table) != table_of_button_data(tap.data)
        if is_gone and len(open_tables) > 1:
            labels = "\n".join(table_label(one, context.chat_speaker) for one in open_tables[:_MOST_TABLES_TOLD])
            await self._answers.show_alert(tap, context.language, "stale-tables", tables=labels)
            if all(tap.message not in one.messages for one in open_tables):
                await self._answers.tapped_message.remove_buttons(tap)
            return
        message, arguments = _table_status(context)
        await self._answers.show_alert(tap, context.language, message, **arguments)
        try:
            newest = await self._store.load_newest_message_id(context.loaded.scope)
        except RedisError as error:
            log.warning("which message is the newest is not known", chat=tap.venue.scope.chat, error=error)
            return
        if tap.message != newest:
            await self._answers.tapped_message.remove_buttons(tap)


def is_group_table_button(tap: Tap) -> bool:
    """Whether a button was drawn for a group's table, which another one may have replaced."""
    return _table_button(tap) is not None


def is_spectator_tap(tap: Tap, error: EngineError, table: Table | None) -> bool:
    """Whether the presser only wants to see a running game in which they have no active seat."""
    button = _table_button(tap)
    away = error.code in {"not_seated", "has_surrendered", "was_removed"}
    return button is not None and button.is_look_up and away and is_game_running(table)


def _table_button(tap: Tap) -> ButtonSpec | None:
    """The kind of a pressed button of a group's table, if it is one."""
    kinds = registry.all_button_kinds()
    pressed = parse_button_data(tap.data, kinds)
    button = None if pressed is None or tap.venue.private else kinds[pressed.kind]
    return button if button is not None and button.about == "table" else None


def _table_status(context: ChatContext) -> tuple[str, dict[str, str | int]]:
    """The id and the arguments of the message that tells how a chat's table stands."""
    table, speaker = context.loaded.table, context.speaker
    if table is None:
        return "stale-none", {}
    if isinstance(table, Lobby):
        names = ", ".join(speaker.plain_name(seat.name) for seat in table.seats)
        return "stale-lobby", {"game": speaker.game_title, "names": names}
    family, table_view = registry.family_of_game(table), view(table, None)
    scores = _strip_html(family.wording(speaker).score_text(table_view))
    if is_game_running(table):
        name = speaker.plain_name(table.players[table.turn].name)
        return "stale-game", {"scores": scores, "next": speaker.plain("turn-next", name=name)}
    return "stale-over", {"scores": scores}


def _strip_html(text: str) -> str:
    """HTML as an alert shows it."""
    return html.unescape(_TAG.sub("", text))
