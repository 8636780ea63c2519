"""The turn that a hint is about: the best that a quick search of the own view finds (RULES §7.6)."""

from typing import Final

from engine.computer_ids import HasTime
from engine.crossword.actions import Exchange, Place, TurnAction
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.endgame import solve_endgame
from engine.crossword.players.equity import rank_turns
from engine.crossword.players.leaves import shipped_leaves
from engine.turns import Pass

_TWO_PLAYERS: Final = 2


def find_hinted_turn(own_view: ComputerView, search: PlaySearch, has_time: HasTime) -> TurnAction:
    """The best turn by score and leave; with an empty bag and two players the end is played out.

    Args:
        own_view: what the seat sees that asks; it is on turn.
        search: finds plays.
        has_time: whether there is time to look further ahead.
    """
    given: tuple[str, ...] = ()
    if not own_view.bag and len(own_view.view.seats) == _TWO_PLAYERS and len(own_view.rivals) == 1:
        play = solve_endgame(own_view, search, has_time).play
    else:
        turn = rank_turns(own_view, search, shipped_leaves(own_view.rules))[0]
        play, given = turn.play, turn.given
    if play is not None:
        return Place(own_view.user, play.tiles)
    given = given or own_view.view.rack[: own_view.exchangeable]
    return Exchange(own_view.user, given) if given else Pass(own_view.user)
