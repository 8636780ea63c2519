"""Clocks in the chat: how they stand, stopping them, and giving players more time."""

import re
from typing import Final

from bot.families import registry
from bot.families.context import Context
from bot.handlers.seated import Seated
from bot.tables.games import Games
from bot.tables.held import begun
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command
from bot.telegram.members import Members
from bot.typed.commands import command
from bot.typed.optionwords import seconds_meant
from bot.wording.clocks import stood_still
from engine.clock import Pause, Resume
from engine.errors import Malformed, Refusal
from engine.extending import Extend

_MINUTE: Final = 60
_LAST: Final = re.compile(r"(?:(.*?)\s+|)(\d{1,7})\s*-?([^\W\d_]*)", re.DOTALL)
"""Who, and how long: ``@biri 5dk``, ``2 5 dk``; without a unit minutes."""
_FIRST: Final = re.compile(r"(\d{1,7})\s*-?([^\W\d_]+)\s+(.*)", re.DOTALL)
"""How long, and who: ``5dk @biri``."""


class ClockHandlers:
    """Shows and stops the clocks of a chat's game, of whichever family."""

    def __init__(self, members: Members, games: Games, answers: Answers) -> None:
        self._seated: Final = Seated(members)
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

    @command("extend", "group", "administrator")
    async def extend(self, request: Command, context: Context) -> None:
        """``/uzat``, for administrators: more time for the player on turn, or for the one that is meant."""
        game = begun(context.held.table)
        if game.outcome is not None:
            raise Refusal("game_over")
        who, seconds = _read(request.text)
        seat = await self._seated.named(request, game, who)
        user, name = request.sender.user, request.sender.shown
        action = Extend(user, game.turn if seat is None else seat, seconds, game.number, name)
        await self._games.play(context.held, action, request.update)


def _read(text: str) -> tuple[str, int]:
    """Whom a text names, if anybody, and how many seconds.

    Raises:
        Malformed: ``how_long``.
    """
    typed = text.strip()
    if (first := _FIRST.fullmatch(typed)) is not None and (seconds := seconds_meant(int(first[1]), first[2])):
        return first[3], seconds
    if (last := _LAST.fullmatch(typed)) is not None:
        number, unit = int(last[2]), last[3]
        seconds = seconds_meant(number, unit) if unit else number * _MINUTE
        if seconds is not None:
            return last[1] or "", seconds
    raise Malformed("how_long")
