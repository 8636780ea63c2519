"""Rules and help: long texts, which only the asker sees in a group if the server can do that.

Otherwise the group sees a few lines, with a button that leads to the whole text in the private chat.
"""

import re
from typing import Final, Literal, Protocol

from telegram import InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.handlers.parse_game import find_game
from bot.tables.games import Games
from bot.tables.loaded_table import human_users, is_game_running
from bot.telegram.button_data import encode_scope, parse_scope
from bot.telegram.incoming.requests import Command
from bot.telegram.keyboards import Keyboards
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from engine.game import Table
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset, shipped_rulesets

EXCERPT_SECONDS: Final = 600.0
"""Seconds that a group sees an excerpt of a guide."""
_GUIDE_SECONDS: Final = 3600.0
"""Seconds that the asker sees a guide in a group."""
_GUIDE_PAYLOAD: Final = re.compile(r"(rules|help)(?:_([a-z0-9-]{1,32})(?:_(-?\d{1,20}(?:_\d{1,20})?))?)?", re.ASCII)
"""The payload of a link to a guide: which guide, of which game, at whose table."""
Guide = Literal["rules", "help"]


class BotNames(Protocol):
    """The bot's names."""

    @property
    def username(self) -> str:
        """Without ``@``."""

    @property
    def inline_mention(self) -> str:
        """With ``@`` where inline mode is on, else empty."""


class GuideHandlers:
    """Shows rules and help."""

    def __init__(self, answers: Replies, buttons: Keyboards, games: Games, bot: BotNames) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._games: Final = games
        self._bot: Final = bot

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
        """The commands of the chat's game, or of a named game; without either, how to start."""
        table = context.loaded.table
        on = table is not None and (isinstance(table, Lobby) or is_game_running(table))
        own = table.ruleset if table is not None and on else None
        named = find_game(request.text, context.language) if request.text else None
        await self._send_guide(request, context, "help", named or own, own=named is None)

    async def show_linked_guide(self, start: Command, context: ChatContext) -> bool:
        """The guide that a deep link asks for; ``False`` for any other link.

        People at the table see its options, everybody else the game's own.
        """
        found = _GUIDE_PAYLOAD.fullmatch(start.text)
        if found is None:
            return False
        guide: Guide = "rules" if found[1] == "rules" else "help"
        ruleset = shipped_rulesets().get(found[2] or "")
        if ruleset is None and (found[2] or guide == "rules"):
            return False
        scope = parse_scope(found[3] or "")
        if scope is not None:
            table = (await self._games.load_table(scope)).table
            if table is not None and start.sender.user in _people_at_table(table):
                ruleset = table.ruleset
        await self._answers.reply_html(start, self._guide_text(guide, ruleset, context.chat_speaker))
        return True

    async def _send_guide(
        self, request: Command, context: ChatContext, guide: Guide, ruleset: Ruleset | None, *, own: bool
    ) -> None:
        """Answer with a guide; for the chat's ``own`` game with its table's options."""
        game = () if ruleset is None else (ruleset.id,)
        table = (encode_scope(context.loaded.scope),) if game and own else ()
        link = create_deep_linked_url(self._bot.username, "_".join((guide, *game, *table)))
        await self._answers.reply_at_length(
            request,
            self._guide_text(guide, ruleset, context.chat_speaker),
            self._guide_excerpt(guide, ruleset, context.chat_speaker),
            self._whole_guide_button(context, guide, link),
            seconds=_GUIDE_SECONDS,
            brief_seconds=EXCERPT_SECONDS,
        )

    def _whole_guide_button(self, context: ChatContext, guide: Guide, link: str) -> InlineKeyboardMarkup:
        label = "button-whole-rules" if guide == "rules" else "button-whole-help"
        return self._buttons.link_keyboard(context.language, label, link)

    def _guide_text(self, guide: Guide, ruleset: Ruleset | None, speaker: Speaker) -> str:
        if guide == "rules" and ruleset is not None:
            return registry.family_of_ruleset(ruleset).guide(ruleset).rules_text(speaker)
        if ruleset is not None:
            return self._help_texts.game_commands(ruleset, registry.help_contents(ruleset), speaker)
        return self._help_texts.how_to_start(speaker)

    def _guide_excerpt(self, guide: Guide, ruleset: Ruleset | None, speaker: Speaker) -> str:
        """The few lines that a group sees: of the rules, what the game is played with."""
        if guide == "rules" and ruleset is not None:
            return self._guide_text(guide, ruleset, speaker).partition("\n\n")[0]
        if ruleset is not None:
            return self._help_texts.how_to_move(ruleset, registry.help_contents(ruleset), speaker)
        return speaker.html("help-brief")

    @property
    def _help_texts(self) -> HelpTexts:
        return HelpTexts(f"@{self._bot.username}", self._bot.inline_mention)


def _people_at_table(table: Table) -> tuple[int, ...]:
    """The people at a table, whether its game has begun or not."""
    return human_users(table.seats if isinstance(table, Lobby) else table.players)
