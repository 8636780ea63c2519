"""Games of Duplicate with an open round, said in one call."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec.structs import replace

from engine.crossword.rules import lay_and_score
from engine.crossword.tiles import face_of
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import SCHEMA, GameState, Player, Round
from engine.duplicate.tops import name_play
from engine.duplicate.view import Play
from engine.rng import Draws, commitment
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support import games
from tests.support.games import NOW, SECRET, place_play

RACK = "LİKSAE?"
LAID = ("8F KALEM",)


def open_round(
    ruleset: str = "duplicate-tr",
    *,
    rack: str = RACK,
    laid: Sequence[str] = LAID,
    people: Mapping[int, str] = {101: "Kiraz", 102: "Limon"},
    options: Mapping[str, str] | None = None,
    top: str = "8F KALEMLİK",
    number: int = 1,
) -> GameState:
    """A game whose round of that number is open since :data:`NOW`; ``top``: what is laid when it closes."""
    rules = resolve_ruleset(shipped_rulesets()[ruleset], options or {})
    assert isinstance(rules, Ruleset)
    board = games.game(rules.crossword, laid=laid, racks=(rack,))
    state = GameState(
        schema=SCHEMA,
        ruleset=rules,
        lexicon="00",
        players=tuple(Player(user, name, from_lobby=True) for user, name in people.items()),
        cells=board.cells,
        bag=board.bag,
        draws=Draws("ab" * 32),
        secret=SECRET,
        commitment=commitment(SECRET),
        host=next(iter(people)),
        number=number - 1,
        known=len(people),
    )
    best = play_of(state, top)
    due = NOW + timedelta(seconds=rules.round)
    return replace(
        state,
        round=Round(
            number=number,
            rack=tuple(rack),
            opened=NOW,
            due=due,
            laid=best,
            reason="",
            several_words=False,
            best=(best,),
        ),
    )


def play_of(state: GameState, text: str) -> Play:
    """A written play such as ``8F KALEMLİK`` on a game's board; a rack that lacks its tiles is none of it."""
    position = state.position
    placed = place_play(position, text, 0)
    held = replace(
        position, players=(replace(position.players[0], rack=tuple(face_of(put.tile) for put in placed.tiles)),)
    )
    score = lay_and_score(held, 0, placed)[1].total
    return name_play(placed.tiles, score, state.cells, state.ruleset.crossword)
