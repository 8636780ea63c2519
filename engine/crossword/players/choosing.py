"""What a computer player does in its turn: the one door to the levels.

It is a function of what the seat may see, of the random numbers that it is given, and of the time that it has.
"""

from typing import Final, Literal, assert_never

from engine.crossword.actions import Action, Challenge, Exchange, Place
from engine.crossword.movegen import Option
from engine.crossword.players.casual import TEMPERS, casual_play
from engine.crossword.players.endgame import solved
from engine.crossword.players.equity import ranked
from engine.crossword.players.leaves import leaves_of
from engine.crossword.players.sight import Search, Sight, Tiles
from engine.crossword.players.simulation import simulated
from engine.levels import GoesOn, Level
from engine.rng import Draws
from engine.turns import Pass

Mind = Level | Literal["greedy"]
"""A level, or who takes what scores most."""
_CANDIDATES: Final = 8
_MILLION: Final = 1_000_000


def choose(mind: Mind, sight: Sight, search: Search, draws: Draws, goes_on: GoesOn) -> Action:
    """The action of the player on turn.

    Args:
        mind: who chooses.
        sight: what its seat sees; it is on turn.
        search: finds plays.
        draws: random numbers for this turn alone.
        goes_on: whether there is time left; only ``usta`` asks.
    """
    doubted, draws = doubt(mind, sight, draws)
    if doubted is not None:
        return doubted
    window = sight.view.window
    if window is not None and window.last:
        return Pass(sight.user)
    match mind:
        case "greedy":
            found = search.best(sight.question, sight.words)
            return _played(sight, found[0].option if found else None)
        case "acemi" | "kolay" | "orta":
            return _played(sight, casual_play(TEMPERS[mind], sight, search, draws))
        case "iyi":
            turn = ranked(sight, search, leaves_of(sight.rules))[0]
            return _played(sight, turn.play, turn.given)
        case "usta":
            return _master(sight, search, draws, goes_on)
        case _:
            assert_never(mind)


def doubt(mind: Mind, sight: Sight, draws: Draws) -> tuple[Challenge | None, Draws]:
    """The challenge that a player makes of somebody's open play, and the draws after it.

    Only words that the table's list does not have are doubted: weaker players overlook some, nobody doubts good ones.
    """
    window = sight.view.window
    if window is None or window.seat == sight.seat:
        return None, draws
    phonies = tuple(word.word for word in window.words if word.word not in sight.words)
    if not phonies:
        return None, draws
    noticed = TEMPERS[mind].doubting if mind in TEMPERS else 1.0
    drawn, draws = draws.below(_MILLION)
    if drawn >= noticed * _MILLION:
        return None, draws
    return Challenge(sight.user, phonies, window.play), draws


def _master(sight: Sight, search: Search, draws: Draws, goes_on: GoesOn) -> Action:
    leaves = leaves_of(sight.rules)
    if not sight.rivals:
        turn = ranked(sight, search, leaves)[0]
    elif not sight.bag and len(sight.view.seats) == 1 + len(sight.rivals) == 1 + 1:
        return _played(sight, solved(sight, search, goes_on).play)
    else:
        turns = ranked(sight, search, leaves, _CANDIDATES)
        turn = simulated(sight, search, turns, draws, goes_on, leaves=leaves)
    return _played(sight, turn.play, turn.given)


def _played(sight: Sight, play: Option | None, given: Tiles = ()) -> Action:
    """A play as an action; without one tiles are given back, all that may be if none are named, else it is a pass."""
    if play is not None:
        return Place(sight.user, play.tiles)
    given = given or sight.view.rack[: sight.exchangeable]
    return Exchange(sight.user, given) if given else Pass(sight.user)
