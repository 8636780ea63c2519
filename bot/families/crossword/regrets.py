"""Going back by one turn: the mover takes a play back, an administrator undoes whatever the last turn was."""

from typing import Final

from bot.families.context import Context
from bot.families.crossword.tables import seated
from bot.families.family import Services
from bot.tables.held import begun
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Tap
from bot.typed.commands import command
from engine.crossword.actions import TakeBack
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.turns import Undo


class RegretHandlers:
    """Asks the game; who may, and what can be gone back to, is the engine's to say."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._answers: Final = services.answers

    @command("take-back", "game", "player", person=True)
    async def take_back(self, request: Command, context: Context) -> None:
        """``/geri``: the own play, while the table's seconds for it run."""
        user = request.sender.user
        state, _ = seated(context.held.table, user)
        play = None if state.pending is None else state.pending.play
        await self._games.play(context.held, TakeBack(user, play), request.update)
        if context.away_from(request.place):
            await self._answers.say(request, context.language, "take-back-done")

    async def taken_back(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button under a play that may be taken back."""
        seated(context.held.table, tap.sender.user)
        await self._games.play(context.held, TakeBack(tap.sender.user, int(pressed.rest[0])), tap.update)
        await self._answers.toast(tap, context.language, "take-back-done")

    @command("undo", "group", "administrator")
    async def undo(self, request: Command, context: Context) -> None:
        """``/gerial``, for administrators: the last turn, where nothing was drawn after it."""
        game = begun(context.held.table)
        if not isinstance(game, GameState):
            raise Refusal("nothing_to_undo")
        undo = Undo(request.sender.user, game.number, request.sender.shown)
        await self._games.play(context.held, undo, request.update)
