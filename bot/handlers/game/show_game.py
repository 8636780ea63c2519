"""Look-ups of a game: board, score and bag."""

import html
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families import registry, table_message
from bot.families.chat_context import ChatContext
from bot.languages import languages
from bot.pictures.photos import Photos
from bot.tables.games import Games
from bot.tables.loaded_table import require_game, table_name
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import Keyboards
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.formatting import join_lines
from bot.wording.table_label import label_line
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import Table, view
from engine.lobby_seats import Lobby
from engine.lobby_view import LobbyView

_BOARD_REPEAT_SECONDS: Final = 30.0
"""Seconds until the button sends the same board again: Telegram limits messages to groups."""
_TEXT_SECONDS: Final = 3600.0
"""Seconds that the asker alone sees a board as text in a group."""


class ShowGameHandlers:
    """Answers look-ups, from anybody."""

    def __init__(
        self,
        answers: Replies,
        buttons: Keyboards,
        photos: Photos,
        games: Games,
        *,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._photos: Final = photos
        self._games: Final = games
        self._recent_boards: Final = RecentKeys(_BOARD_REPEAT_SECONDS, seconds)

    @handles_command("board", "game", "anybody", kind="look-up")
    async def show_board(self, request: Command | Tap, context: ChatContext) -> None:
        """The table as a picture with its buttons, or as text for ``/tahta metin``; a lobby likewise."""
        table = _require_table(context.loaded.table)
        if isinstance(request, Tap):
            turns = 0 if isinstance(table, Lobby) else table.number
            if self._recent_boards.check_and_note((request.venue.scope, table_name(table), turns)):
                await self._answers.show_toast(request, context.language, "board-above")
                return
            await self._answers.acknowledge_tap(request)
            await self._answers.compose_when_allowed(request, partial(self._send_current_board, context))
            return
        await self._send_board(request, context)

    async def _send_current_board(self, context: ChatContext, tap: Tap) -> None:
        """The board as it is by now: the tap was answered at once, and the picture may have waited."""
        await self._send_board(tap, context.with_table(await self._games.load_table(context.loaded.scope)))

    async def _send_board(self, request: Command | Tap, context: ChatContext) -> None:
        table = _require_table(context.loaded.table)
        table_view, speaker = view(table, None), context.speaker
        lobby = None
        if isinstance(table_view, LobbyView):
            name = table_name(table)
            lobby = self._buttons.lobby_keyboard(context.language, name, table_view, private=request.venue.private)
        if isinstance(request, Command) and languages().find_meaning("answers", request.text) == "text":
            await self._send_as_text(request, table_message.table_as_html(table_view, speaker), lobby)
            return
        buttons = lobby or registry.family_of_view(table_view).chat.table_keyboard(
            table_name(table), table_view, speaker
        )
        sketch, text = (
            table_message.table_sketch(table_view, speaker, context.look),
            table_message.full_caption(table_view, speaker),
        )
        as_text = partial(table_message.table_as_html, table_view, speaker)
        await self._photos.send_photo(
            context.loaded.scope,
            sketch,
            lambda photo: self._answers.reply_photo(request, photo, text, buttons, as_text=as_text),
        )

    async def _send_as_text(self, request: Command, text: str, lobby: InlineKeyboardMarkup | None) -> None:
        """A board as text fills a phone's screen: its asker alone sees it where the server can do that.

        All see a lobby, which is brief and has buttons for all, and what several have asked for at once.
        """
        for_all = lobby is not None or request.update.coalesced
        if for_all or not await self._answers.reply_privately(
            request, text, secret=False, until_done=False, seconds=_TEXT_SECONDS
        ):
            await self._answers.reply_html(request, text, lobby)

    @handles_command("score", "game", "anybody", kind="look-up")
    async def show_score(self, request: Command, context: ChatContext) -> None:
        """The standing, and whose turn it is or how the game ended."""
        game = require_game(context.loaded.table)
        table_view, speaker = view(game, None), context.speaker
        wording = registry.family_of_game(game).wording(speaker)
        last = wording.next_turn_line(table_view) if game.outcome is None else wording.result_text(table_view)
        name = html.escape(speaker.game_title, quote=False)
        text = f"<b>{name}</b>\n{wording.score_text(table_view)}\n{last}"
        await self._answers.reply_html(request, join_lines(label_line(table_view.seats, speaker), text))

    @handles_command("bag", "game", "anybody", kind="look-up")
    async def show_bag(self, request: Command, context: ChatContext) -> None:
        """What is still to be drawn: in private as the asker may know it, in a group as everybody may."""
        game = require_game(context.loaded.table)
        table_view = view(game, request.sender.user if request.venue.private else None)
        text = registry.family_of_game(game).wording(context.speaker).bag_text(table_view)
        await self._answers.reply_html(request, join_lines(label_line(game.players, context.speaker), text))


def _require_table(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no_game")
    return table
