"""Duplicate on the board page: actions (answer, lock, take back), and the score of tiles that are laid there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.families.board_page import BoardPage, LaidTiles
from bot.families.crossword.board_page import judge_laid_tiles, to_placements
from bot.families.crossword.typed_moves import refusal_words
from bot.families.duplicate.answers import running_duplicate
from bot.families.duplicate.own_board import SEAT, require_round
from bot.families.services import LookUps
from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import PageAction
from engine.duplicate.actions import Answer, Lock, Withdraw
from engine.errors import Refusal
from engine.game import Action, Game


@dataclass(frozen=True, slots=True)
class DuplicateBoardPage:
    """Duplicate's part of the board page."""

    look_ups: LookUps

    def to_part(self) -> BoardPage:
        """The record that the board page uses."""
        return BoardPage(_to_action, self.judge_tiles)

    async def judge_tiles(self, loaded: LoadedTable, user: int, tiles: Mapping[str, str]) -> LaidTiles:
        """See :class:`bot.families.board_page.BoardPage`."""
        state = running_duplicate(loaded.table)
        require_round(state)
        words = await refusal_words(self.look_ups, loaded, state.ruleset.crossword, user)
        return judge_laid_tiles(state.position, SEAT, user, tiles, words)


def _to_action(request: PageAction, game: Game, now: datetime) -> Action:
    user, move, state = request.sender.user, request.move, running_duplicate(game)
    number, seat = require_round(state).number, state.seat_of(request.sender.user)
    answer = None if seat is None else state.players[seat].answer
    # A page that could not reach the bot for a while must not replace an answer given elsewhere meanwhile.
    if move.standing != ({} if answer is None else {one.cell: one.tile for one in answer.play.tiles}):
        raise Refusal("stale_button")
    match move.kind:
        case "play":
            return Answer(user, request.sender.name, number, to_placements(move.tiles), now)
        case "lock":
            return Lock(user, number)
        case "withdraw":
            return Withdraw(user, number)
        case _:
            raise Refusal("stale_button")
