"""Crossword games on the board page: its actions, and the score of tiles that are laid there."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from bot.families.board_page import BoardPage, LaidTiles
from bot.families.crossword.typed_moves import phonies_of_play, refusal_words, seated_game
from bot.families.services import LookUps
from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import PageAction
from engine.crossword.actions import (
    AcceptDraw,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    Placement,
    TakeBack,
)
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, remove_from_rack
from engine.errors import Refusal
from engine.game import Action, Game
from engine.lexicon import Lexicon
from engine.turns import Pass, Surrender


def to_placements(tiles: Mapping[str, str]) -> tuple[Placement, ...]:
    """Laid tiles in the engine's form."""
    return tuple(Placement(cell, tile) for cell, tile in tiles.items())


def judge_laid_tiles(
    state: GameState, seat: int, user: int, tiles: Mapping[str, str], words: Lexicon | None
) -> LaidTiles:
    """The score of laid tiles for a seat; ``words``: the valid words, ``None`` if the seat may not know them.

    Raises EngineError if the tiles cannot be played as they lie, or the seat's rack lacks one of them.
    """
    play, score = lay_and_score(state, seat, Place(user, to_placements(tiles)))
    remove_from_rack(state.players[seat].rack, map(face_of, play.tiles.values()))
    formed = tuple((word.word, word.score) for word in score.words)
    return LaidTiles(score.total, formed, None if words is None else phonies_of_play(score, words))


def create_board_page(look_ups: LookUps) -> BoardPage:
    """Crossword games' part of the board page."""

    async def judge_tiles(loaded: LoadedTable, user: int, tiles: Mapping[str, str]) -> LaidTiles:
        state, seat = seated_game(loaded.table, user)
        words = await refusal_words(look_ups, loaded, state.ruleset, user)
        return judge_laid_tiles(state, seat, user, tiles, words)

    return BoardPage(_to_action, judge_tiles, {"hint": "hint"})


_PLAIN_ACTIONS: Final[Mapping[str, Callable[[int], Action]]] = {
    "pass": Pass,
    "draw": OfferDraw,
    "accept": AcceptDraw,
    "decline": DeclineDraw,
    "surrender": Surrender,
}


def _to_action(request: PageAction, game: Game, _: datetime) -> Action:
    user, move = request.sender.user, request.move
    seated_game(game, user)
    match move.kind:
        case "play":
            return Place(user, to_placements(move.tiles))
        case "exchange":
            return Exchange(user, move.given)
        case "challenge":
            return Challenge(user, play=move.play)
        case "take_back":
            return TakeBack(user, move.play)
        case kind if kind in _PLAIN_ACTIONS:
            return _PLAIN_ACTIONS[kind](user)
        case _:
            raise Refusal("stale_button")
