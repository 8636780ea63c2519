"""Giving up a game of whichever family, which is asked back first."""

from typing import Final

from bot.families.context import Context
from bot.tables.games import Games
from bot.tables.held import in_game, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, Pressed
from bot.telegram.inbound import Command, Tap
from bot.typed.commands import command
from engine.errors import Refusal
from engine.turns import Surrender


class SurrenderHandlers:
    """The question, and its answer."""

    def __init__(self, games: Games, answers: Answers, buttons: Buttons) -> None:
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons

    @command("surrender", "game", "player", person=True)
    async def surrender(self, request: Command, context: Context) -> None:
        """Ask to confirm."""
        game, seat = in_game(context.held.table, request.sender.user)
        if not game.players[seat].active:
            raise Refusal("has_surrendered")
        keyboard = self._buttons.surrender(context.language, table_name(game), request.sender.user)
        name = context.voice.named(request.sender.name)
        await self._answers.briefly(request, context.voice.html("surrender-sure", name=name), keyboard)

    async def confirm(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The yes or no to a surrender, by the one who was asked."""
        if tap.sender.user != int(pressed.rest[0]):
            raise Refusal("not_your_button")
        if pressed.kind == "yes":
            user = tap.sender.user
            await self._games.play(context.held, Surrender(user), tap.update)
        await self._answers.toast(tap, context.language, f"surrender-{pressed.kind}")
        told_here = pressed.kind == "yes" and not context.away_from(tap.place)
        if told_here or not tap.place.private:
            await self._answers.clear(tap)
            return
        chosen = "turn-surrendered" if pressed.kind == "yes" else "surrender-not"
        await self._answers.settle(tap, context.language, chosen, name=context.voice.named(tap.sender.name))
