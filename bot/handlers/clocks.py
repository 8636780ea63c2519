"""Clocks in the chat: how they stand, and stopping them."""

from typing import Final

from telegram import Bot

from bot.admins import is_admin
from bot.announce.clocks import game_clocks
from bot.announce.terms import Terms
from bot.answers import Answers, Context
from bot.games import Games
from bot.inbound import Command
from bot.texts import Texts
from engine.clock import Pause, Resume
from engine.errors import Refusal
from engine.seats import Lobby


class ClockHandlers:
    """Shows and stops the clocks of a chat's game, of whichever family."""

    def __init__(self, bot: Bot, games: Games, answers: Answers, texts: Texts) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._answers: Final = answers
        self._texts: Final = texts

    async def clock(self, request: Command, context: Context) -> None:
        """``/sure``: everybody's time, and until when a play may be challenged."""
        table = context.held.table
        if table is None:
            raise Refusal("no_game")
        if isinstance(table, Lobby):
            raise Refusal("not_begun")
        lines = game_clocks(table, self._games.now, self._texts, context.language)
        if not lines:
            raise Refusal("no_clock")
        rule = Terms(self._texts, context.language).clock(table.ruleset.timing)
        await self._answers.send(request, "\n".join((f"⏱ {rule}", *lines)))

    async def pause(self, request: Command, context: Context) -> None:
        """``/duraklat``, for administrators."""
        await self._check_admin(request)
        await self._games.play(context.held, Pause(request.sender.user), request.update)

    async def resume(self, request: Command, context: Context) -> None:
        """``/devam``, for administrators."""
        await self._check_admin(request)
        await self._games.play(context.held, Resume(request.sender.user), request.update)

    async def _check_admin(self, request: Command) -> None:
        if not await is_admin(self._bot, request):
            raise Refusal("admins_only")
