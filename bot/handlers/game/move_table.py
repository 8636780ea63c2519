"""Tables in other topics: an administrator goes on here with one whose topic is gone."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.permissions import check_topic_allowed
from bot.tables.loaded_table import LoadedTable, check_can_open_table, table_name
from bot.tables.table_moves import TableMoves
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import callback_button, translated_button
from bot.telegram.replies import Replies
from bot.wording.speaker import Speaker
from bot.wording.table_label import players_of, short_table_name
from engine.errors import Refusal


class MoveTableHandlers:
    """Offers the tables of other topics, and moves one here.

    Args:
        gateway: tells the other topic, if it is there.
    """

    def __init__(self, gateway: Gateway, moves: TableMoves, members: GroupMembers, answers: Replies) -> None:
        self._gateway: Final = gateway
        self._moves: Final = moves
        self._members: Final = members
        self._answers: Final = answers

    async def list_offered(self, request: Command, context: ChatContext) -> Sequence[LoadedTable]:
        """The tables of other topics that cannot be told anything; if there is none here, all of other topics."""
        if request.venue.private:
            return ()
        found = await self._moves.list_elsewhere(request.venue.scope)
        return [one for one in found if one.is_unreachable or not context.request_place.open_tables]

    async def offer_tables(self, request: Command, context: ChatContext) -> None:
        """Offer the tables of other topics where there is none.

        Raises:
            Refusal: ``no_game`` if there is none elsewhere either.
        """
        offered = await self.list_offered(request, context)
        if not offered:
            raise Refusal("no_game")
        speaker = context.chat_speaker
        keyboard = InlineKeyboardMarkup(move_buttons(offered, speaker))
        await self._answers.reply_html(request, speaker.html("tables-elsewhere"), keyboard)

    async def move_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Move a table here, for administrators; its former topic is told, if it is there.

        Raises:
            Refusal: ``admins_only``, ``not_in_this_topic``, ``stale_button``, ``busy``; or as
                :func:`bot.tables.loaded_table.check_can_open_table`.
        """
        await self._members.check_admin(tap)
        place = context.request_place
        check_topic_allowed(tap, place.first.settings)
        if all(one.table is None or table_name(one.table) != pressed.table for one in place.open_tables):
            check_can_open_table(place)
            elsewhere = await self._moves.list_elsewhere(tap.venue.scope)
            found = next((one for one in elsewhere if one.table and table_name(one.table) == pressed.table), None)
            if found is None:
                raise Refusal("stale_button")
            if not await self._moves.move_table(found, place):
                raise Refusal("busy")
            with suppress(ChatUnreachable, RequestRejected):
                await self._gateway.send_text(found.scope.place, context.chat_speaker.html("table-moved-away"))
        speaker = context.chat_speaker
        board = translated_button(speaker, "button-board", encode_button_data("board", pressed.table))
        await self._answers.tapped_message.replace_with_html(
            tap, speaker.html("table-moved-here"), InlineKeyboardMarkup([[board]])
        )


def move_buttons(tables: Sequence[LoadedTable], speaker: Speaker) -> list[list[InlineKeyboardButton]]:
    """A button for each table that moves it here."""
    return [
        [
            callback_button(
                speaker.plain("button-move-here", table=short_table_name(players_of(one.table), speaker)),
                encode_button_data("move", table_name(one.table)),
            )
        ]
        for one in tables
        if one.table is not None
    ]
