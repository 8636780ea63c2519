"""Clocks in the chat: how they stand, and stopping them."""

from typing import Final

from bot.families import registry
from bot.families.context import Context
from bot.tables.games import Games
from bot.tables.held import begun
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command
from bot.typed.commands import command
from bot.wording.clocks import stood_still
from engine.clock import Pause, Resume
from engine.errors import Refusal


class ClockHandlers:
    """Shows and stops the clocks of a chat's game, of whichever family."""

    def __init__(self, games: Games, answers: Answers) -> None:
        self._games: Final = games
        self._answers: Final = answers

    @command("clock", "game", "anybody", kind="look-up")
    async def clock(self, request: Command, context: Context) -> None:
        """``/sure``: everybody's time, and until when a play may be challenged."""
        game, speaker = begun(context.held.table), context.speaker
        lines = registry.of_game(game).clocks(game, self._games.instants.now, speaker)
        if not lines:
            raise Refusal("no_clock")
        rule, away = speaker.clock(game.ruleset.timing), self._games.instants.stood_still(context.held)
        still = stood_still(away, speaker) if context.held.scope == request.place.scope else []
        await self._answers.send(request, "\n".join((*still, f"⏱ {rule}", *lines)))
        if still:
            await self._games.told_of_standing(context.held)

    @command("pause", "group", "administrator")
    async def pause(self, request: Command, context: Context) -> None:
        """``/duraklat``, for administrators."""
        await self._games.play(context.held, Pause(request.sender.user, request.sender.shown), request.update)

    @command("resume", "group", "administrator")
    async def resume(self, request: Command, context: Context) -> None:
        """``/devam``, for administrators."""
        await self._games.play(context.held, Resume(request.sender.user, request.sender.shown), request.update)
