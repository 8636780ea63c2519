"""The games that are measured: prepared once, the same in every run, played under any chat's number."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.fleet.updates import Person
from engine.crossword.actions import Place
from engine.crossword.games import crosswords
from engine.crossword.movegen import Words
from engine.crossword.rules import apply
from engine.crossword.ruleset import BLANK
from engine.crossword.setup import open_game
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.crossword.view import WordScore
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.rulesets import resolve
from engine.seats import Seat

PLAYERS: Final = (Seat(1001, "Ayşe"), Seat(1002, "Mehmet"))
PEOPLE: Final = {seat.user: Person(seat.user, seat.name) for seat in PLAYERS}
"""The same as they write."""
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When the moves are found; the games have no clock."""
_RULESETS: Final = ("kelimelik", "scrabble-tr")
_GAMES: Final = 8
_PLAYS: Final = 25
"""Plays taken of a game: later a board is so full that plays become rare. A game with fewer in a row is left out."""
_WAYS: Final = {True: "yatay", False: "dikey"}


class Move(Struct, frozen=True):
    """What a player types."""

    user: int
    text: str
    play: Place
    """What it asks for, as the log has it."""


class Match(Struct, frozen=True):
    """A game at its first turn, and the moves to play in it."""

    chat: int
    opening: GameState
    moves: tuple[Move, ...]


def deck() -> list[Match]:
    """The games, each with all its moves; their chats are still to be numbered."""
    kinds = [_long_games(ruleset) for ruleset in _RULESETS]
    return [next(kinds[number % len(kinds)]) for number in range(_GAMES)]


def one_by_one(games: Sequence[Match], moves: int, first_chat: int) -> Iterator[Match]:
    """Whole games, and the start of a last one, that have so many moves together."""
    number = 0
    while moves > 0:
        game = games[number % len(games)]
        yield replace(game, chat=first_chat - number, moves=game.moves[:moves])
        moves -= len(game.moves)
        number += 1


def side_by_side(games: Sequence[Match], moves: int, groups: int, first_chat: int) -> list[Match]:
    """As many starts of games as there are groups, that have about so many moves together."""
    each = -(-moves // groups)
    chosen = (games[number % len(games)] for number in range(groups))
    return [replace(game, chat=first_chat - number, moves=game.moves[:each]) for number, game in enumerate(chosen)]


def _long_games(ruleset: str) -> Iterator[Match]:
    return (match for number in count(1) if len((match := _match(ruleset, number)).moves) == _PLAYS)


def _match(ruleset: str, number: int) -> Match:
    rules = resolve(crosswords()[ruleset], {"clock": "none"})
    words = lexicon(rules.lexicon)
    secret = f"{number:064x}"
    opening, _ = open_game(
        rules, PLAYERS, host=PLAYERS[0].user, secret=secret, message=number, lexicon=words.hash, now=_NOW
    )
    moves = tuple(_moves(opening, Draws(f"bench:{number}"), words))
    return Match(0, opening, moves)


def _moves(state: GameState, draws: Draws, words: Words) -> Iterator[Move]:
    """Plays at random up to the first turn that has none."""
    for _ in range(_PLAYS):
        action, draws = random_move(state, draws, words, Habits())
        if not isinstance(action, Place):
            return
        state, _ = apply(state, action, _NOW, words.__contains__)
        if state.last is None or state.outcome is not None:
            return
        yield Move(action.by, f"/oyna {_typed(action, state.last.words[0])}", action)


def _typed(play: Place, main: WordScore) -> str:
    """A play as people type it, its blanks in brackets."""
    blanks = {tile.cell for tile in play.tiles if tile.tile.startswith(BLANK)}
    word = "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(main.word, main.cells, strict=True))
    across = main.cells[0][1:] == main.cells[1][1:]
    return f"{main.cells[0]} {_WAYS[across]} {word}"
