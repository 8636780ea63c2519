"""Guides: rules, help, and a newcomer's first game. If the server can, a group shows them to the sender alone.

If not, the group sees a few lines, with a button to the whole text in the private chat. Help has pages that fit a
phone's screen: start, the game's commands, administrators, settings.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.own_board import FirstGame, OwnBoardPage, Tutorial
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.handlers.game_options import find_game
from bot.handlers.lobby_options import computer_name
from bot.handlers.own_board import OwnBoardHandlers
from bot.languages import languages
from bot.tables.table_loader import (
    LoadedPlace,
    LoadedTable,
    check_can_open_table,
    human_users,
    is_game_running,
    table_name,
)
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import (
    ADDED_LINK,
    STYLE_SUCCESS,
    ButtonData,
    callback_button,
    data_button,
    encode_button_data,
    encode_scope,
    first_game_button,
    parse_scope,
)
from bot.telegram.requests import Command, Tap
from bot.user_input import options
from bot.user_input.commands import handles_command
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from bot.wording.tables import players_of
from engine.computer_ids import LEVELS, next_computer_user
from engine.errors import Refusal
from engine.game import Table
from engine.lobby_seats import Lobby, Seat
from engine.rulesets import Ruleset, shipped_rulesets

EXCERPT_SECONDS: Final = 600.0  # how long the excerpt of a guide is kept in a group
_GUIDE_SECONDS: Final = 3600.0  # how long a guide that only the sender sees is kept in a group
_GUIDE_PAYLOAD: Final = re.compile(r"(rules|help)(?:_([a-z0-9-]{1,32})(?:_(-?\d{1,20}(?:_\d{1,20})?))?)?", re.ASCII)
"""The payload of a deep link to a guide: the guide, the game, and the table."""
Guide = Literal["rules", "help"]
_START_PAGE: Final = "start"
_GAME_PAGE: Final = "game"
_BEYOND_LAST: Final = 999  # a page after the first game's last one: shows the end


class GuideHandlers:
    """Shows rules and help."""

    def __init__(self, services: ChatServices) -> None:
        self._replies: Final = services.messaging.replies
        self._games: Final = services.tables.games
        self._gateway: Final = services.gateway

    @handles_command("rules", "chat", "anybody", kind="look-up", answered_separately=True)
    async def show_rules(self, request: Command, context: ChatContext) -> None:
        """Show the rules of the chat's game, or of a named one, with the ruleset's own figures."""
        table = context.loaded.table
        named = find_game(request.text, context.language) if request.text else None
        ruleset = named or (table.ruleset if table is not None else None)
        if ruleset is None:
            await self._replies.reply_briefly(
                request, context.chat_speaker.html("rules-which", games=", ".join(shipped_rulesets()))
            )
            return
        await self._send_guide(request, context, "rules", ruleset, own=named is None)

    @handles_command("help", "chat", "anybody", kind="look-up", answered_separately=True)
    async def show_help(self, request: Command, context: ChatContext) -> None:
        """Show how to start, join, play and stop; for a named game, its commands."""
        table = context.loaded.table
        on = table is not None and (isinstance(table, Lobby) or is_game_running(table))
        own = table.ruleset if table is not None and on else None
        named = find_game(request.text, context.language) if request.text else None
        page = _START_PAGE if named is None else _GAME_PAGE
        await self._send_guide(request, context, "help", named or own, own=named is None, page=page)

    async def show_help_by_tap(self, tap: Tap, context: ChatContext) -> None:
        """Show the first page of help below the greeting whose button was tapped."""
        await self._send_guide(tap, context, "help", None, own=False, page=_START_PAGE)
        await self._replies.acknowledge_tap(tap)

    async def turn_help_page(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show another page of help in place of the tapped one."""
        page, *about = pressed.arguments
        ruleset, _ = await self._find_linked_ruleset(tap.sender.user, *about)
        text = self._help_page(page, ruleset, context.chat_speaker)
        keyboard = self._help_keyboard(page, about, context.chat_speaker)
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard, seconds=_GUIDE_SECONDS)

    async def show_linked_guide(self, start: Command, context: ChatContext) -> bool:
        """Show the guide that a deep link names; ``False`` for any other link."""
        found = _GUIDE_PAYLOAD.fullmatch(start.text)
        if found is None:
            return False
        guide: Guide = "rules" if found[1] == "rules" else "help"
        about = [part for part in found.groups()[1:] if part]
        ruleset, table = await self._find_linked_ruleset(start.sender.user, *about)
        if ruleset is None and (about or guide == "rules"):
            return False
        page = _START_PAGE if ruleset is None else _GAME_PAGE
        speaker = context.chat_speaker
        text = self._guide_text(guide, ruleset, speaker, page)
        if guide == "help":
            keyboard = self._help_keyboard(page, about, speaker)
        else:
            keyboard = InlineKeyboardMarkup(_fair_draw_rows(table, speaker))
        await self._replies.reply_html(start, text, keyboard if keyboard.inline_keyboard else None)
        return True

    async def _find_linked_ruleset(
        self, user: int, game: str = "", table_scope: str = ""
    ) -> tuple[Ruleset | None, Table | None]:
        """The rules that a link names; and the table that uses them, if the user sits there."""
        scope = parse_scope(table_scope)
        table = None if scope is None else (await self._games.load_table(scope)).table
        if table is not None and user in human_users(players_of(table)):
            return table.ruleset, table
        return shipped_rulesets().get(game), None

    async def _send_guide(
        self,
        request: Command | Tap,
        context: ChatContext,
        guide: Guide,
        ruleset: Ruleset | None,
        *,
        own: bool,
        page: str = _GAME_PAGE,
    ) -> None:
        game = () if ruleset is None else (ruleset.id,)
        table = (encode_scope(context.loaded.scope),) if game and own else ()
        about = (*game, *table)
        link = create_deep_linked_url(self._gateway.username, "_".join((guide, *about)))
        speaker, brief = context.chat_speaker, list[Sequence[InlineKeyboardButton]]()
        if guide == "help":
            keyboard = self._help_keyboard(page, about, speaker)
        else:
            brief = _fair_draw_rows(context.loaded.table if own else None, speaker)
            keyboard = InlineKeyboardMarkup(brief)
        label = "button-whole-rules" if guide == "rules" else "button-whole-help"
        whole = InlineKeyboardButton(speaker.plain(label), url=link)
        await self._replies.reply_at_length(
            request,
            self._guide_text(guide, ruleset, context.chat_speaker, page),
            self._guide_excerpt(guide, ruleset, context.chat_speaker),
            InlineKeyboardMarkup([[whole], *brief]),
            seconds=_GUIDE_SECONDS,
            brief_seconds=EXCERPT_SECONDS,
            long_keyboard=keyboard if keyboard.inline_keyboard else None,
        )

    def _guide_text(self, guide: Guide, ruleset: Ruleset | None, speaker: Speaker, page: str = _GAME_PAGE) -> str:
        if guide == "rules" and ruleset is not None:
            return registry.family_of_ruleset(ruleset).guide(ruleset).rules_text(speaker)
        return self._help_page(page, ruleset, speaker)

    def _help_page(self, page: str, ruleset: Ruleset | None, speaker: Speaker) -> str:
        match page:
            case "admins":
                return speaker.html("help-admins")
            case "settings":
                return speaker.html("help-settings")
            case "game" if ruleset is not None:
                return self._help_texts.game_commands(ruleset, registry.help_contents(ruleset), speaker)
            case "game":
                return self._help_texts.list_games(speaker)
            case _:
                return self._help_texts.how_to_start(speaker)

    def _guide_excerpt(self, guide: Guide, ruleset: Ruleset | None, speaker: Speaker) -> str:
        if guide == "rules" and ruleset is not None:
            return self._guide_text(guide, ruleset, speaker).partition("\n\n")[0]
        if ruleset is not None:
            return self._help_texts.how_to_move(ruleset, registry.help_contents(ruleset), speaker)
        return speaker.html("help-brief")

    def _help_keyboard(self, page: str, about: Sequence[str], speaker: Speaker) -> InlineKeyboardMarkup:
        def button(label: str, to: str) -> InlineKeyboardButton:
            return data_button(speaker, label, "help", "", to, *about)

        if page != _START_PAGE:
            return InlineKeyboardMarkup([[button("button-help-back", _START_PAGE)]])
        return InlineKeyboardMarkup(
            [
                [button("button-help-game", _GAME_PAGE)],
                [button("button-help-admins", "admins"), button("button-help-settings", "settings")],
                [first_game_button(speaker, self._gateway.username)],
            ]
        )

    @property
    def _help_texts(self) -> HelpTexts:
        return HelpTexts(f"@{self._gateway.username}", self._gateway.inline_mention)


def _fair_draw_rows(table: Table | None, speaker: Speaker) -> list[Sequence[InlineKeyboardButton]]:
    return [] if table is None else [[data_button(speaker, "button-fair-draw", "seal", table_name(table))]]


def languages_own_first(language: str) -> tuple[str, ...]:
    """The languages of the interface, ``language`` first."""
    return (language, *(code for code in languages().codes if code != language))


class TutorialHandlers:
    """Offers newcomers their first game, and starts a real one after it.

    The first game has pages, each with one right button; only that a person has seen it is stored. In 0.2.0 it was a
    game at a table; if one still runs, it continues without explanations.
    """

    def __init__(
        self, services: ChatServices, own_board: OwnBoardHandlers, family_chats: Mapping[str, FamilyChat]
    ) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._onboarding: Final = services.tables.store.onboarding
        self._judges: Final = services.tables.judges
        self._replies: Final = services.messaging.replies
        self._private_delivery: Final = services.messaging.private_delivery
        self._own_board: Final = own_board
        self._family_chats: Final = family_chats

    async def greet_person(self, request: Command, context: ChatContext, *, asked: bool) -> None:
        """``/start`` in private: greet, and offer the first game to newcomers and to those who ``asked`` for it."""
        user, speaker = request.sender.user, context.chat_speaker
        name = speaker.player_name(request.sender.name)
        if not asked and (context.request_place.open_tables or not await self._onboarding.is_newcomer(user)):
            keyboard = InlineKeyboardMarkup([[self._add_button(context)]])
            await self._replies.reply_html(request, speaker.html("greeting-private", name=name), keyboard)
            return
        start = data_button(speaker, "button-tutorial-start", "tutorial", "", "start", style=STYLE_SUCCESS)
        skip = data_button(speaker, "button-tutorial-skip", "tutorial", "", "skip")
        keyboard = InlineKeyboardMarkup([[start], [skip], [self._add_button(context)]])
        await self._replies.reply_html(request, speaker.html("tutorial-offer", name=name), keyboard)

    async def handle_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show a page of the first game, skip it, end it, or start the real game."""
        if not tap.venue.private:
            raise Refusal("stale_button")
        step, *rest = pressed.arguments
        match step:
            case "start" | "at":
                await self._show_page(tap, context, int(rest[0]) if rest else 0)
            case "skip":
                await self._leave_out(tap, context)
            case "enough":
                await self._show_page(tap, context, _BEYOND_LAST)
            case "play":
                await self._start_game(tap, context)
            case _:
                await self._play_on(tap, context, rest[0])

    async def _show_page(self, tap: Tap, context: ChatContext, number: int) -> None:
        page, speaker = self._build_page(context, number), context.chat_speaker
        rows = [
            [callback_button(key.label, encode_button_data("tutorial", "", "at", key.step), key.style) for key in row]
            for row in page.rows
        ]
        if rows:
            rows.append([data_button(speaker, "button-tutorial-end", "tutorial", "", "enough")])
        else:
            await self._onboarding.end_tutorial(tap.sender.user)
            rows = self._end_rows(context)
        keyboard = InlineKeyboardMarkup(rows)
        await self._private_delivery.replace_page(
            tap, PrivatePage(page.text, keyboard, page.sketch, page.picture_as_html)
        )

    def _build_page(self, context: ChatContext, number: int) -> OwnBoardPage:
        pages = (
            tutorial.build_page(code, number, context.chat_speaker, context.style)
            for code in languages_own_first(context.language)
            for tutorial in self._tutorials()
        )
        return next(page for page in pages if page is not None)

    def _end_rows(self, context: ChatContext) -> list[list[InlineKeyboardButton]]:
        play = data_button(context.chat_speaker, "button-tutorial-play", "tutorial", "", "play", style=STYLE_SUCCESS)
        return [[self._add_button(context, "button-tutorial-group")], [play]]

    async def _start_game(self, tap: Tap, context: ChatContext) -> None:
        # The first of the two commits has the update's id: a tap that is interrupted between them is repeated and finds
        # the lobby.
        user, place, first = tap.sender.user, context.request_place, self._find_first_game(context.language)
        ruleset = options.apply_options(first.ruleset, first.options, self._judges.dictionary_kinds(first.ruleset))
        if not place.first.is_duplicate and _waiting_table(place, user, ruleset) is None:
            _check_not_begun(place, ruleset)
            check_can_open_table(place)
            level = LEVELS[0]
            rival = Seat(next_computer_user(level, ()), computer_name(context.chat_speaker, level))
            await self._games.open_table(place, ruleset, Seat(user, tap.sender.name), tap.update, computers=(rival,))
        waiting = _waiting_table(await self._games.load_place(place.first.scope), user, ruleset)
        if waiting is not None and waiting.table is not None:
            await self._games.start_game(waiting, user, tap.message, None, tap.venue.message_chat)
        self._private_delivery.drop_waiting_picture(tap)
        await self._replies.acknowledge_tap(tap)
        await self._replies.tapped_message.remove_buttons(tap)

    async def _leave_out(self, tap: Tap, context: ChatContext) -> None:
        await self._onboarding.end_tutorial(tap.sender.user)
        name = context.chat_speaker.player_name(tap.sender.name)
        keyboard = InlineKeyboardMarkup([[self._add_button(context)]])
        await self._replies.tapped_message.replace_with_message(
            tap, context.language, "greeting-private", keyboard, name=name
        )

    async def _play_on(self, tap: Tap, context: ChatContext, table: str) -> None:
        await self._onboarding.end_tutorial(tap.sender.user)
        for loaded in context.open_tables:
            if loaded.table is not None and table_name(loaded.table) == table and is_game_running(loaded.table):
                news = context.chat_speaker.html("tutorial-ended")
                await self._own_board.show_home_by_tap(tap, context.with_table(loaded), news)
                return
        raise Refusal("stale_button")

    def _tutorials(self) -> list[Tutorial]:
        boards = [chat.own_board for chat in self._family_chats.values()]
        return [board.tutorial for board in boards if board is not None and board.tutorial is not None]

    def _find_first_game(self, language: str) -> FirstGame:
        codes, tutorials = languages_own_first(language), self._tutorials()
        found = (tutorial.choose_first_game(code) for code in codes for tutorial in tutorials)
        return next(first for first in found if first is not None)

    def _add_button(self, context: ChatContext, label: str = "button-add-to-group") -> InlineKeyboardButton:
        link = create_deep_linked_url(self._gateway.username, ADDED_LINK, group=True)
        return InlineKeyboardButton(context.chat_speaker.plain(label), url=link)


def _check_not_begun(place: LoadedPlace, ruleset: Ruleset) -> None:
    """Raise ``game_running`` at a second tap, which a place with several tables would allow."""
    tables = [loaded.table for loaded in place.open_tables]
    if any(table is not None and is_game_running(table) and table.ruleset == ruleset for table in tables):
        raise Refusal("game_running")


def _waiting_table(place: LoadedPlace, host: int, ruleset: Ruleset) -> LoadedTable | None:
    return next(
        (
            loaded
            for loaded in place.open_tables
            if isinstance(loaded.table, Lobby) and loaded.table.host == host and loaded.table.ruleset == ruleset
        ),
        None,
    )
