"""A chat's table that cannot be read, as damage or another version of the bot leaves it: said, and put aside."""

from dataclasses import replace
from typing import Final

from bot.families.context import Context
from bot.handlers.admission import OPENERS, check_may_open
from bot.store import retention
from bot.store.aside import Aside
from bot.tables.games import Games
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command, Request
from bot.telegram.members import Members
from engine.errors import EngineError, Refusal

_PUTS_ASIDE: Final = frozenset({"new", "cancel"})
_ABOUT_TABLES: Final = frozenset({"no_game", "not_begun", "not_seated", "stale_button", "proof_gone"})
"""Refusals that would say something false of a table that nobody can read."""
_DAYS: Final = retention.ASIDE_SECONDS // (24 * 60 * 60)


class Unreadable:
    """What is done about it."""

    def __init__(self, aside: Aside, games: Games, members: Members, answers: Answers) -> None:
        self._aside: Final = aside
        self._games: Final = games
        self._members: Final = members
        self._answers: Final = answers

    async def put_aside(self, request: Request, context: Context) -> Context | None:
        """Where a command asks for it that frees the chat's place: do so, and say it.

        Returns:
            The place as it is then, for what else is asked; ``None`` where nothing else is.

        Raises:
            Refusal: who asks may open no table here.
        """
        held = context.held
        if not held.unreadable or not isinstance(request, Command) or request.name not in _PUTS_ASIDE:
            return context
        if request.sender.channel:
            return context
        # A table may be left in a topic where none may be opened any more.
        heeded = {OPENERS: held.settings[OPENERS]} if request.name == "cancel" and OPENERS in held.settings else {}
        await check_may_open(self._members, request, heeded if request.name == "cancel" else held.settings)
        await self._aside.put(held.scope, held.version)
        await self._answers.say(request, context.language, "table-put-aside", days=_DAYS)
        if request.name == "cancel":
            return None
        return replace(context, held=await self._games.load(held.scope, request.update, held.arrived))


def said(error: EngineError, context: Context) -> EngineError:
    """What is to be said of a refusal: of a table that cannot be read, just that."""
    if context.held.unreadable and error.code in _ABOUT_TABLES:
        return Refusal("table_unreadable")
    return error
