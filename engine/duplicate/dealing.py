"""Drawing the racks of Duplicate, and the endings that are checked before a round opens (RULES §10.1 and §10.2).

A stepper: it draws until a rack must be searched, is given the result, and continues until a round can open or the game
is over. The bot drives it with a search, a replay with what the log says.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import load_alphabet
from engine.crossword.tiles import Tiles, draw_tiles, return_to_bag
from engine.duplicate.actions import RackSearch
from engine.duplicate.events import RackDrawn
from engine.duplicate.ruleset import ALL_ROUNDS, Ruleset
from engine.duplicate.state import GameState
from engine.duplicate.view import EndReason
from engine.rng import Draws

MOST_NOPLAYS: Final = 5
"""The number of successive racks without a play that ends a game."""
_MOST_FAILURES: Final = 200
"""After this many refused racks in a round, one vowel and one consonant are enough."""
_RICH: Final = 2
_LEAST_TILES: Final = 2


class Dealing(Struct, frozen=True):
    """The state of drawing for the next round; secret."""

    ruleset: Ruleset
    number: int
    """The round's number."""
    rack: Tiles
    bag: Tiles
    draws: Draws
    failures: int = 0
    noplays: int = 0
    found: RackSearch | None = None
    """The search's result for the rack; ``None`` while it must be searched."""
    end: EndReason | None = None
    """Why the game ends before another round; ``None`` if it goes on."""
    events: tuple[RackDrawn, ...] = ()
    """The drawn racks that were refused."""

    @property
    def is_done(self) -> bool:
        """Whether a round can open, or the game is over."""
        return self.found is not None or self.end is not None


def begin_dealing(state: GameState) -> Dealing:
    """Draw for the next round until a rack must be searched or the game is over."""
    dealing = Dealing(state.ruleset, state.number + 1, state.kept, state.bag, state.draws)
    end = end_before_round(state)
    return _draw_rack(dealing) if end is None else replace(dealing, end=end)


def continue_dealing(dealing: Dealing, found: RackSearch) -> Dealing:
    """Continue with the search's result for :attr:`Dealing.rack`."""
    if found.laid is not None:
        return replace(dealing, found=found)
    noplays, events = dealing.noplays + 1, (*dealing.events, RackDrawn(dealing.rack, "noplay"))
    after = replace(dealing, noplays=noplays, events=events)
    if not dealing.bag or noplays == MOST_NOPLAYS:
        return replace(after, end="noplay")
    return _draw_rack(_put_back(after))


def count_kinds(tiles: Iterable[str], language: str) -> tuple[int, int]:
    """How many tiles count as vowels, and how many as consonants; a blank and an English Y are both."""
    letters, held = load_alphabet(language), tuple(tiles)
    return sum(face in letters.vowels for face in held), sum(face in letters.consonants for face in held)


def sort_rack(rack: Iterable[str], language: str) -> Tiles:
    """A rack in the alphabet's order, blanks last."""
    letters = load_alphabet(language).letters
    return tuple(sorted(rack, key=lambda face: letters.index(face) if face in letters else len(letters)))


def end_before_round(state: GameState) -> EndReason | None:
    """The reason why the game ends before its next round, by rounds and tiles; ``None`` if it goes on."""
    rules, left = state.ruleset, (*state.kept, *state.bag)
    vowels, consonants = count_kinds(left, rules.language)
    if rules.rounds != ALL_ROUNDS and state.number >= rules.rounds:
        return "rounds"
    if len(left) < _LEAST_TILES:
        return "tiles"
    if not vowels:
        return "vowels"
    return None if consonants else "consonants"


def _draw_rack(dealing: Dealing) -> Dealing:
    rules = dealing.ruleset
    while True:
        drawn, bag, draws = draw_tiles(dealing.bag, rules.rack - len(dealing.rack), dealing.draws)
        dealing = replace(dealing, rack=(*dealing.rack, *drawn), bag=bag, draws=draws)
        if min(count_kinds(dealing.rack, rules.language)) >= _asked_of_rack(dealing):
            return replace(dealing, rack=sort_rack(dealing.rack, rules.language))
        events = (*dealing.events, RackDrawn(sort_rack(dealing.rack, rules.language), "refused"))
        dealing = _put_back(replace(dealing, events=events, failures=dealing.failures + 1))


def _asked_of_rack(dealing: Dealing) -> int:
    rules = dealing.ruleset
    there = min(count_kinds((*dealing.rack, *dealing.bag), rules.language))
    rich = dealing.number <= rules.rich_rounds and there >= _RICH and dealing.failures < _MOST_FAILURES
    return _RICH if rich else 1


def _put_back(dealing: Dealing) -> Dealing:
    return replace(dealing, rack=(), bag=return_to_bag(dealing.bag, dealing.rack))
