"""What a computer player does in its turn, at every level.

The choice is a function of the seat's view, the random numbers given and the time available.
"""

from typing import Final, Literal, assert_never

from engine.computer_ids import HasTime, Level
from engine.crossword.actions import Action, Challenge, Exchange, Place, TurnAction
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import CASUAL_TRAITS, ComputerView, PlaySearch, choose_casual_play
from engine.crossword.players.endgame import solve_endgame
from engine.crossword.players.equity import rank_turns, shipped_leaves
from engine.crossword.players.simulation import best_by_simulation
from engine.crossword.tiles import Tiles
from engine.rng import Draws
from engine.turns import Pass

Strength = Level | Literal["greedy"]
"""A level, or a player that always takes the top score."""
_CANDIDATES: Final = 8
_MILLION: Final = 1_000_000
_TWO_PLAYERS: Final = 2


def choose_action(
    strength: Strength, own_view: ComputerView, search: PlaySearch, draws: Draws, has_time: HasTime
) -> Action:
    """The action of the player on turn.

    ``own_view``: of its seat, which is on turn. ``has_time``: whether there is time left; only ``usta`` asks.
    """
    doubted, draws = decide_challenge(strength, own_view, draws)
    if doubted is not None:
        return doubted
    window = own_view.view.window
    if window is not None and window.last:
        return Pass(own_view.user)
    match strength:
        case "greedy":
            found = search.find_best_plays(own_view.query, own_view.words)
            return _to_action(own_view, found[0].play if found else None)
        case "acemi" | "kolay" | "orta":
            return _to_action(own_view, choose_casual_play(CASUAL_TRAITS[strength], own_view, search, draws))
        case "iyi":
            turn = rank_turns(own_view, search, shipped_leaves(own_view.rules))[0]
            return _to_action(own_view, turn.play, turn.given)
        case "usta":
            return _choose_as_master(own_view, search, draws, has_time)
        case _:
            assert_never(strength)


def decide_challenge(strength: Strength, own_view: ComputerView, draws: Draws) -> tuple[Challenge | None, Draws]:
    """A computer player's challenge of the open play, if any, and the next draws.

    Only words missing from the table's list are challenged; weaker players overlook some.
    """
    window = own_view.view.window
    if window is None or window.seat == own_view.seat:
        return None, draws
    phonies = tuple(word.word for word in window.words if word.word not in own_view.words)
    if not phonies:
        return None, draws
    noticed = CASUAL_TRAITS[strength].doubting if strength in CASUAL_TRAITS else 1.0
    drawn, draws = draws.random_below(_MILLION)
    if drawn >= noticed * _MILLION:
        return None, draws
    return Challenge(own_view.user, phonies, window.play), draws


def _choose_as_master(own_view: ComputerView, search: PlaySearch, draws: Draws, has_time: HasTime) -> Action:
    leaves = shipped_leaves(own_view.rules)
    if not own_view.rivals:
        turn = rank_turns(own_view, search, leaves)[0]
    elif not own_view.bag and len(own_view.view.seats) == 1 + len(own_view.rivals) == _TWO_PLAYERS:
        return _to_action(own_view, solve_endgame(own_view, search, has_time).play)
    else:
        turns = rank_turns(own_view, search, leaves, _CANDIDATES)
        turn = best_by_simulation(own_view, search, turns, draws, has_time, leaves=leaves)
    return _to_action(own_view, turn.play, turn.given)


def _to_action(own_view: ComputerView, play: ScoredPlay | None, given: Tiles = ()) -> TurnAction:
    if play is not None:
        return Place(own_view.user, play.tiles)
    given = given or own_view.view.rack[: own_view.exchangeable]
    return Exchange(own_view.user, given) if given else Pass(own_view.user)


def find_hinted_turn(own_view: ComputerView, search: PlaySearch, has_time: HasTime) -> TurnAction:
    """The best turn by score and leave; with an empty bag and two players the endgame is solved.

    ``own_view``: of the seat that asks, which is on turn. ``has_time``: whether there is time to look further ahead.
    """
    if not own_view.bag and len(own_view.view.seats) == _TWO_PLAYERS and len(own_view.rivals) == 1:
        return _to_action(own_view, solve_endgame(own_view, search, has_time).play)
    turn = rank_turns(own_view, search, shipped_leaves(own_view.rules))[0]
    return _to_action(own_view, turn.play, turn.given)
