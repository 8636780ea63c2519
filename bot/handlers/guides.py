"""Rules and help: long texts, which in a group whoever asks reads alone, where the server can show them so.

Else the group reads a few lines of them, with a button that leads to the rest in the private chat.
"""

import re
from typing import Final, Literal, Protocol

from telegram import InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.context import Context
from bot.handlers.typedgame import called
from bot.tables.games import Games
from bot.tables.held import is_running, people
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, scope_from, scope_text
from bot.telegram.inbound import Command
from bot.typed.commands import command
from bot.wording.help import Help
from bot.wording.speaker import Speaker
from engine.game import Table
from engine.rulesets import Ruleset, rulesets
from engine.seats import Lobby

BRIEF_SECONDS: Final = 600.0
"""How long a group sees a few lines of a guide."""
_WHOLE_SECONDS: Final = 3600.0
"""How long who asked for a guide sees it in a group."""
_PAYLOAD: Final = re.compile(r"(rules|help)(?:_([a-z0-9-]{1,32})(?:_(-?\d{1,20}(?:_\d{1,20})?))?)?", re.ASCII)
"""What the link to a guide holds: which, of which game, at whose table."""
Guide = Literal["rules", "help"]


class Named(Protocol):
    """What the bot is called."""

    @property
    def username(self) -> str:
        """Without ``@``."""

    @property
    def inline(self) -> str:
        """With ``@`` where inline mode is on, else empty."""


class GuideHandlers:
    """Tells how games are played."""

    def __init__(self, answers: Answers, buttons: Buttons, games: Games, bot: Named) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._games: Final = games
        self._bot: Final = bot

    @command("rules", "chat", "anybody", kind="look-up", own=True)
    async def rules(self, request: Command, context: Context) -> None:
        """The rules of the chat's game, or of the game named, made from the ruleset's own figures."""
        table = context.held.table
        named = called(request.text, context.language) if request.text else None
        ruleset = named or (table.ruleset if table is not None else None)
        if ruleset is None:
            await self._answers.briefly(request, context.voice.html("rules-which", games=", ".join(rulesets())))
            return
        await self._tell(request, context, "rules", ruleset, own=named is None)

    @command("help", "chat", "anybody", kind="look-up", own=True)
    async def help(self, request: Command, context: Context) -> None:
        """The commands of the chat's game, or of the game named; without either, how to begin."""
        table = context.held.table
        on = table is not None and (isinstance(table, Lobby) or is_running(table))
        own = table.ruleset if table is not None and on else None
        named = called(request.text, context.language) if request.text else None
        await self._tell(request, context, "help", named or own, own=named is None)

    async def shown(self, asked: Command, context: Context) -> bool:
        """The guide that the link to the private chat asks for; ``False`` for any other link.

        The options of a table are told to who sits at it; to anybody else the game's own.
        """
        found = _PAYLOAD.fullmatch(asked.text)
        if found is None:
            return False
        guide: Guide = "rules" if found[1] == "rules" else "help"
        ruleset = rulesets().get(found[2] or "")
        if ruleset is None and (found[2] or guide == "rules"):
            return False
        scope = scope_from(found[3] or "")
        if scope is not None:
            table = (await self._games.load(scope)).table
            if table is not None and asked.sender.user in _seated(table):
                ruleset = table.ruleset
        await self._answers.send(asked, self._whole(guide, ruleset, context.voice))
        return True

    async def _tell(
        self, request: Command, context: Context, guide: Guide, ruleset: Ruleset | None, *, own: bool
    ) -> None:
        """Answer with a guide: of the chat's ``own`` game with the options of its table."""
        game = () if ruleset is None else (ruleset.id,)
        table = (scope_text(context.held.scope),) if game and own else ()
        link = create_deep_linked_url(self._bot.username, "_".join((guide, *game, *table)))
        await self._answers.at_length(
            request,
            self._whole(guide, ruleset, context.voice),
            self._brief(guide, ruleset, context.voice),
            self._way(context, guide, link),
            seconds=_WHOLE_SECONDS,
            brief_seconds=BRIEF_SECONDS,
        )

    def _way(self, context: Context, guide: Guide, link: str) -> InlineKeyboardMarkup:
        label = "button-whole-rules" if guide == "rules" else "button-whole-help"
        return self._buttons.link(context.language, label, link)

    def _whole(self, guide: Guide, ruleset: Ruleset | None, voice: Speaker) -> str:
        if guide == "rules" and ruleset is not None:
            return registry.of_ruleset(ruleset).rules(ruleset, voice)
        if ruleset is not None:
            return self._help.commands(ruleset, registry.helped(ruleset), voice)
        return self._help.start(voice)

    def _brief(self, guide: Guide, ruleset: Ruleset | None, voice: Speaker) -> str:
        """The few lines that a group reads: of rules what the game is played with."""
        if guide == "rules" and ruleset is not None:
            return self._whole(guide, ruleset, voice).partition("\n\n")[0]
        if ruleset is not None:
            return self._help.first(ruleset, registry.helped(ruleset), voice)
        return voice.html("help-brief")

    @property
    def _help(self) -> Help:
        return Help(f"@{self._bot.username}", self._bot.inline)


def _seated(table: Table) -> tuple[int, ...]:
    """The people at a table, whether its game has begun or not."""
    return people(table.seats if isinstance(table, Lobby) else table.players)
