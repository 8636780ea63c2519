"""A newcomer's first game in private: it is offered, begun, and left by taps.

What it explains as it is played is the family's (:mod:`bot.families.own_board`).
"""

from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families.chat_context import ChatContext, FamilyChat
from bot.families.own_board import FirstGame
from bot.handlers.lobby_options import computer_name
from bot.handlers.own_board import OwnBoardHandlers
from bot.judges import WordJudge
from bot.languages import languages
from bot.store.people import Beginnings
from bot.tables.games import Games
from bot.tables.table_loader import LoadedPlace, LoadedTable, check_can_open_table, is_game_running, table_name
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import ADDED_LINK, STYLE_SUCCESS, ButtonData, encode_button_data, translated_button
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Tap
from bot.user_input import options
from engine.computer_ids import LEVELS, next_computer_user
from engine.errors import Refusal
from engine.lobby_seats import Lobby, Seat
from engine.rulesets import Ruleset


class TutorialHandlers:
    """Leads newcomers through their first game, once, unless they do not want it.

    Args:
        own_board: shows the board of the first game without its explanations.
        chats: the families' own handlers, by the families' names.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        beginnings: Beginnings,
        judges: WordJudge,
        answers: Replies,
        own_board: OwnBoardHandlers,
        chats: Mapping[str, FamilyChat],
    ) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._beginnings: Final = beginnings
        self._judges: Final = judges
        self._answers: Final = answers
        self._own_board: Final = own_board
        self._chats: Final = chats

    async def greet_person(self, request: Command, context: ChatContext, *, asked: bool) -> None:
        """``/start`` in private: a greeting; to newcomers, and whoever ``asked``, the offer of a first game."""
        user, speaker = request.sender.user, context.chat_speaker
        name = speaker.player_name(request.sender.name)
        if not asked and (context.request_place.open_tables or await self._beginnings.has_played(user)):
            keyboard = InlineKeyboardMarkup([[self._add_button(context)]])
            await self._answers.reply_html(request, speaker.html("greeting-private", name=name), keyboard)
            return
        start = translated_button(
            speaker, "button-tutorial-start", encode_button_data("tutorial", "", "start"), style=STYLE_SUCCESS
        )
        skip = translated_button(speaker, "button-tutorial-skip", encode_button_data("tutorial", "", "skip"))
        keyboard = InlineKeyboardMarkup([[start], [skip], [self._add_button(context)]])
        await self._answers.reply_html(request, speaker.html("tutorial-offer", name=name), keyboard)

    async def handle_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Start the first game, or leave it out; or play on without explanations.

        Raises:
            Refusal: ``stale_button`` outside of private chats; as :meth:`_start_game`.
        """
        if not tap.venue.private:
            raise Refusal("stale_button")
        step, *table = pressed.arguments
        match step:
            case "start":
                await self._start_game(tap, context)
            case "skip":
                await self._leave_out(tap, context)
            case _:
                await self._play_on(tap, context, table[0])

    async def _start_game(self, tap: Tap, context: ChatContext) -> None:
        """Open the table and start its game at once.

        Of the two commits the first one bears the update. A tap that was cut short between them comes again and finds
        the table that waits; a game that has started waits no more.

        Raises:
            Refusal: ``game_running`` if it is under way; as :func:`check_can_open_table`, or as
                :meth:`bot.tables.games.Games.open_table`.
        """
        user, place, first = tap.sender.user, context.request_place, self._find_first_game(context.language)
        ruleset = options.apply_options(first.ruleset, first.options, self._judges.dictionary_kinds(first.ruleset))
        if not place.first.is_duplicate and _waiting_table(place, user, ruleset) is None:
            await self._check_not_begun(place, user)
            check_can_open_table(place)
            level = LEVELS[0]
            rival = Seat(next_computer_user(level, ()), computer_name(context.chat_speaker, level))
            await self._games.open_table(place, ruleset, Seat(user, tap.sender.name), tap.update, computers=(rival,))
        waiting = _waiting_table(await self._games.load_place(place.first.scope), user, ruleset)
        if waiting is not None and waiting.table is not None:
            await self._beginnings.save_tutorial(user, table_name(waiting.table))
            await self._games.start_game(waiting, user, tap.message, None, tap.venue.message_chat)
        await self._answers.tapped_message.close_message(tap)

    async def _check_not_begun(self, place: LoadedPlace, user: int) -> None:
        """Refuse a second tap: where there may be several tables, nothing else would."""
        name = await self._beginnings.load_tutorial(user)
        if any(loaded.table is not None and table_name(loaded.table) == name for loaded in place.open_tables):
            raise Refusal("game_running")

    async def _leave_out(self, tap: Tap, context: ChatContext) -> None:
        await self._beginnings.end_tutorial(tap.sender.user)
        name = context.chat_speaker.player_name(tap.sender.name)
        keyboard = InlineKeyboardMarkup([[self._add_button(context)]])
        await self._answers.tapped_message.replace_with_message(
            tap, context.language, "greeting-private", keyboard, name=name
        )

    async def _play_on(self, tap: Tap, context: ChatContext, table: str) -> None:
        """End the explanations; the game goes on."""
        user = tap.sender.user
        if await self._beginnings.load_tutorial(user) == table:
            await self._beginnings.end_tutorial(user)
        for loaded in context.open_tables:
            if loaded.table is not None and table_name(loaded.table) == table and is_game_running(loaded.table):
                news = context.chat_speaker.html("tutorial-ended")
                await self._own_board.show_home_by_tap(tap, context.with_table(loaded), news)
                return
        raise Refusal("stale_button")

    def _find_first_game(self, language: str) -> FirstGame:
        tutorials = [
            chat.own_board.tutorial
            for chat in self._chats.values()
            if chat.own_board is not None and chat.own_board.tutorial is not None
        ]
        spoken = (language, *(code for code in languages().codes if code != language))
        found = (tutorial.choose_first_game(code) for code in spoken for tutorial in tutorials)
        return next(first for first in found if first is not None)

    def _add_button(self, context: ChatContext) -> InlineKeyboardButton:
        link = create_deep_linked_url(self._gateway.username, ADDED_LINK, group=True)
        return InlineKeyboardButton(context.chat_speaker.plain("button-add-to-group"), url=link)


def _waiting_table(place: LoadedPlace, host: int, ruleset: Ruleset) -> LoadedTable | None:
    return next(
        (
            loaded
            for loaded in place.open_tables
            if isinstance(loaded.table, Lobby) and loaded.table.host == host and loaded.table.ruleset == ruleset
        ),
        None,
    )
