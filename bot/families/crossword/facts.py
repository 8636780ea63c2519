"""What players want to know of a board and have to work out: who is ahead, who holds few tiles."""

from engine.crossword.ruleset import Ruleset
from engine.crossword.view import GameView
from engine.rulesets import rulesets


def few_tiles(view: GameView, seat: int) -> int | None:
    """How many tiles a player holds who has fewer than a rack; ``None`` for any other, and once nobody plays on."""
    player, rules = view.seats[seat], rulesets().get(view.ruleset)
    if view.turn is None or not player.active or not isinstance(rules, Ruleset) or player.tiles >= rules.rack:
        return None
    return player.tiles


def lead(view: GameView, seat: int) -> int:
    """By how many points a seat is ahead of the best other that has not given up; 0 or less for all but the leader."""
    if not view.seats[seat].active:
        return 0
    others = [other.score for number, other in enumerate(view.seats) if number != seat and other.active]
    return view.seats[seat].score - max(others) if others else 0
