"""Rules and help: texts which only the asker sees in a group if the server can do that.

Otherwise the group sees a few lines, with a button that leads to the whole text in the private chat. Help is a page
that fits a phone's screen, with buttons to the other pages: the game's commands, administrators, settings.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.handlers.game_options import find_game
from bot.tables.games import Games
from bot.tables.table_loader import human_users, is_game_running
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import (
    ButtonData,
    Keyboards,
    encode_button_data,
    encode_scope,
    first_game_button,
    parse_scope,
    translated_button,
)
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from bot.wording.tables import players_of
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset, shipped_rulesets

EXCERPT_SECONDS: Final = 600.0
"""Seconds that a group sees an excerpt of a guide."""
_GUIDE_SECONDS: Final = 3600.0
"""Seconds that the asker sees a guide in a group."""
_GUIDE_PAYLOAD: Final = re.compile(r"(rules|help)(?:_([a-z0-9-]{1,32})(?:_(-?\d{1,20}(?:_\d{1,20})?))?)?", re.ASCII)
"""The payload of a link to a guide: which guide, of which game, at whose table."""
Guide = Literal["rules", "help"]
_START_PAGE: Final = "start"
_GAME_PAGE: Final = "game"


class GuideHandlers:
    """Shows rules and help."""

    def __init__(self, answers: Replies, buttons: Keyboards, games: Games, gateway: Gateway) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._games: Final = games
        self._gateway: Final = gateway

    @handles_command("rules", "chat", "anybody", kind="look-up", answered_separately=True)
    async def show_rules(self, request: Command, context: ChatContext) -> None:
        """The rules of the chat's game, or of the game named, made from the ruleset's own figures."""
        table = context.loaded.table
        named = find_game(request.text, context.language) if request.text else None
        ruleset = named or (table.ruleset if table is not None else None)
        if ruleset is None:
            await self._answers.reply_briefly(
                request, context.chat_speaker.html("rules-which", games=", ".join(shipped_rulesets()))
            )
            return
        await self._send_guide(request, context, "rules", ruleset, own=named is None)

    @handles_command("help", "chat", "anybody", kind="look-up", answered_separately=True)
    async def show_help(self, request: Command, context: ChatContext) -> None:
        """How to start, join, play and stop; the commands of a game if one is named."""
        table = context.loaded.table
        on = table is not None and (isinstance(table, Lobby) or is_game_running(table))
        own = table.ruleset if table is not None and on else None
        named = find_game(request.text, context.language) if request.text else None
        page = _START_PAGE if named is None else _GAME_PAGE
        await self._send_guide(request, context, "help", named or own, own=named is None, page=page)

    async def show_help_by_tap(self, tap: Tap, context: ChatContext) -> None:
        """The button of the greeting: the first page of help, below it."""
        await self._send_guide(tap, context, "help", None, own=False, page=_START_PAGE)
        await self._answers.acknowledge_tap(tap)

    async def turn_help_page(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show another page of help in place of the tapped one."""
        page, *about = pressed.arguments
        ruleset = await self._find_linked_ruleset(tap.sender.user, *about)
        text = self._help_page(page, ruleset, context.chat_speaker)
        keyboard = self._help_keyboard(page, about, context.chat_speaker)
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard, seconds=_GUIDE_SECONDS)

    async def show_linked_guide(self, start: Command, context: ChatContext) -> bool:
        """The guide that a deep link asks for; ``False`` for any other link."""
        found = _GUIDE_PAYLOAD.fullmatch(start.text)
        if found is None:
            return False
        guide: Guide = "rules" if found[1] == "rules" else "help"
        about = [part for part in found.groups()[1:] if part]
        ruleset = await self._find_linked_ruleset(start.sender.user, *about)
        if ruleset is None and (about or guide == "rules"):
            return False
        page = _START_PAGE if ruleset is None else _GAME_PAGE
        text = self._guide_text(guide, ruleset, context.chat_speaker, page)
        keyboard = None if guide == "rules" else self._help_keyboard(page, about, context.chat_speaker)
        await self._answers.reply_html(start, text, keyboard)
        return True

    async def _find_linked_ruleset(self, user: int, game: str = "", table_scope: str = "") -> Ruleset | None:
        """The ruleset that a link or a button names: with the table's options for the people at that table."""
        scope = parse_scope(table_scope)
        table = None if scope is None else (await self._games.load_table(scope)).table
        if table is not None and user in human_users(players_of(table)):
            return table.ruleset
        return shipped_rulesets().get(game)

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
        """Answer with a guide; for the chat's ``own`` game with its table's options."""
        game = () if ruleset is None else (ruleset.id,)
        table = (encode_scope(context.loaded.scope),) if game and own else ()
        about = (*game, *table)
        link = create_deep_linked_url(self._gateway.username, "_".join((guide, *about)))
        keyboard = None if guide == "rules" else self._help_keyboard(page, about, context.chat_speaker)
        label = "button-whole-rules" if guide == "rules" else "button-whole-help"
        await self._answers.reply_at_length(
            request,
            self._guide_text(guide, ruleset, context.chat_speaker, page),
            self._guide_excerpt(guide, ruleset, context.chat_speaker),
            self._buttons.link_keyboard(context.language, label, link),
            seconds=_GUIDE_SECONDS,
            brief_seconds=EXCERPT_SECONDS,
            long_keyboard=keyboard,
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
        """The few lines that a group sees: of the rules, what the game is played with."""
        if guide == "rules" and ruleset is not None:
            return self._guide_text(guide, ruleset, speaker).partition("\n\n")[0]
        if ruleset is not None:
            return self._help_texts.how_to_move(ruleset, registry.help_contents(ruleset), speaker)
        return speaker.html("help-brief")

    def _help_keyboard(self, page: str, about: Sequence[str], speaker: Speaker) -> InlineKeyboardMarkup:
        """The buttons of a page of help: to the others and to the first game from the first page, back to it from them.

        Args:
            page: the page that they are below.
            about: the game's id, and its table's scope where the table is the chat's own; empty without a game.
            speaker: speaks to the chat.
        """

        def button(label: str, to: str) -> InlineKeyboardButton:
            return translated_button(speaker, label, encode_button_data("help", "", to, *about))

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
