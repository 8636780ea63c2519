"""Turns undone: a player takes their play back, or an administrator undoes the last turn."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.confirm_action import confirm_action
from bot.families.crossword.board_table import seated_game
from bot.tables.games import Games
from bot.tables.loaded_table import require_game
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from engine.crossword.actions import TakeBack
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.turns import Undo


class TakeBackHandlers:
    """Asks the game; the engine decides who may undo what."""

    def __init__(self, games: Games, answers: Replies) -> None:
        self._games: Final = games
        self._answers: Final = answers

    @handles_command("take-back", "game", "player", needs_person=True)
    async def take_back_play(self, request: Command, context: ChatContext) -> None:
        """``/geri``: take back one's own play while the table's time for it runs."""
        user = request.sender.user
        state, _ = seated_game(context.loaded.table, user)
        play = None if state.pending is None else state.pending.play
        await self._games.apply_action(context.loaded, TakeBack(user, play), request.update)
        await confirm_action(self._answers, request, context, "take-back-done")

    async def tap_take_back(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a play that may be taken back."""
        seated_game(context.loaded.table, tap.sender.user)
        await self._games.apply_action(context.loaded, TakeBack(tap.sender.user, int(pressed.arguments[0])), tap.update)
        await confirm_action(self._answers, tap, context, "take-back-done")

    @handles_command("undo", "group", "administrator")
    async def undo_last_turn(self, request: Command, context: ChatContext) -> None:
        """``/gerial``, for administrators: undo the last turn, if nothing was drawn after it."""
        game = require_game(context.loaded.table)
        if not isinstance(game, GameState):
            raise Refusal("nothing_to_undo")
        undo = Undo(request.sender.user, game.number, request.sender.public_name)
        await self._games.apply_action(context.loaded, undo, request.update)
