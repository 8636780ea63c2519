"""Clocks in the chat: showing and pausing them, and giving extra time."""

import re
from typing import Final

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.handlers.game.move_table import MoveTableHandlers
from bot.handlers.target_player import find_target_seat
from bot.tables.games import Games
from bot.tables.loaded_table import require_game, require_running_game
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.user_input.vocabulary import to_seconds
from bot.wording.clocks import downtime_lines
from bot.wording.formatting import join_lines
from bot.wording.table_label import label_line
from engine.clock import Pause, Resume
from engine.errors import Malformed, Refusal
from engine.extra_time import Extend

_MINUTE: Final = 60
_PLAYER_THEN_TIME: Final = re.compile(r"(?:(.*?) |)(\d{1,7}) ?-?([^\W\d_]*)")
"""A player, then a time: ``@biri 5dk``, ``2 5 dk``; minutes if there is no unit."""
_TIME_THEN_PLAYER: Final = re.compile(r"(\d{1,7}) ?-?([^\W\d_]+) (.*)")
"""A time, then a player: ``5dk @biri``."""


class ClockHandlers:
    """Shows, pauses and extends the clocks of a game of any family."""

    def __init__(self, members: GroupMembers, games: Games, answers: Replies, move_table: MoveTableHandlers) -> None:
        self._move_table: Final = move_table
        self._members: Final = members
        self._games: Final = games
        self._answers: Final = answers

    @handles_command("clock", "game", "anybody", kind="look-up")
    async def show_clocks(self, request: Command, context: ChatContext) -> None:
        """``/sure``: everybody's time, and until when the last play may be challenged."""
        game, speaker = require_game(context.loaded.table), context.speaker
        lines = registry.family_of_game(game).wording(speaker).clock_lines(game, self._games.times.now)
        if not lines:
            raise Refusal("no_clock")
        rule, away = speaker.clock_label(game.ruleset.clock_rule), self._games.times.untold_downtime(context.loaded)
        still = downtime_lines(away, speaker) if context.loaded.scope.place == request.venue.scope else []
        text = "\n".join((*still, f"⏱ {rule}", *lines))
        await self._answers.reply_html(request, join_lines(label_line(game.players, speaker), text))
        if still:
            await self._games.record_announced_downtime(context.loaded)

    @handles_command("pause", "group", "administrator")
    async def pause_game(self, request: Command, context: ChatContext) -> None:
        """``/duraklat``, for administrators."""
        await self._games.apply_action(
            context.loaded, Pause(request.sender.user, request.sender.public_name), request.update
        )

    @handles_command("resume", "group", "administrator")
    async def resume_game(self, request: Command, context: ChatContext) -> None:
        """``/devam``, for administrators: where there is no game, one of another topic can go on here."""
        if not context.open_tables:
            await self._move_table.offer_tables(request, context)
            return
        await self._games.apply_action(
            context.loaded, Resume(request.sender.user, request.sender.public_name), request.update
        )

    @handles_command("extend", "group", "administrator")
    async def give_extra_time(self, request: Command, context: ChatContext) -> None:
        """``/uzat``, for administrators: extra time for the player on turn, or for a named one."""
        game = require_running_game(context.loaded.table)
        who, seconds = _parse_player_and_time(request.text)
        seat = await find_target_seat(self._members, request, game, who)
        user, name = request.sender.user, request.sender.public_name
        action = Extend(user, game.turn if seat is None else seat, seconds, game.number, name)
        await self._games.apply_action(context.loaded, action, request.update)


def _parse_player_and_time(text: str) -> tuple[str, int]:
    """The player that a text names, if any, and a number of seconds.

    Raises:
        Malformed: ``how_long``.
    """
    typed = text.strip()
    if (first := _TIME_THEN_PLAYER.fullmatch(typed)) is not None and (seconds := to_seconds(int(first[1]), first[2])):
        return first[3], seconds
    if (last := _PLAYER_THEN_TIME.fullmatch(typed)) is not None:
        number, unit = int(last[2]), last[3]
        seconds = to_seconds(number, unit) if unit else number * _MINUTE
        if seconds is not None:
            return last[1] or "", seconds
    raise Malformed("how_long")
