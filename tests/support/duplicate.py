"""Games of Duplicate in any position, said in one call, and the answers to try on them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from engine import game as door
from engine.crossword.actions import Placement
from engine.crossword.rules import lay_and_score
from engine.crossword.tiles import face_of, full_bag
from engine.duplicate.actions import Answer, Deal, Lock, RackSearch
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import GameState, open_game
from engine.duplicate.timing import deadline, due_action
from engine.duplicate.tops import name_play
from engine.duplicate.view import Play
from engine.errors import EngineError
from engine.family_protocol import Judge
from engine.game_base import GameSetup
from engine.lobby_seats import Seat
from engine.messages import Action, Event
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support import boards
from tests.support.games import NOW, SECRET, accepts_any_word, place_play

HOST = 1


def started(people: Sequence[int] = (HOST, 2, 3), ruleset: str = "duplicate-en", **options: str) -> GameState:
    """A game that has just begun, its host the first of its people; underscores in options stand for hyphens."""
    rules = resolve_ruleset(shipped_rulesets()[ruleset], {key.replace("_", "-"): to for key, to in options.items()})
    assert isinstance(rules, Ruleset)
    seats = [Seat(user, f"P{user}") for user in people]
    setup = GameSetup(seats=seats, host=people[0], secret=SECRET, message=7, lexicon="00", begins=NOW)
    return open_game(rules, setup)[0]


def with_tiles(state: GameState, rack: str, laid: Sequence[str] = (), bag: str | None = None) -> GameState:
    """The game before a round that will have this rack, on a board with plays such as ``8H LOFTY``.

    ``bag``: faces in a row; what the set has left when not given.
    """
    cells = boards.board_with_plays(laid, state.ruleset.crossword)
    used = Counter(rack) + Counter(face_of(tile) for tile in cells if tile)
    left = tuple((Counter(full_bag(state.ruleset.counts)) - used).elements()) if bag is None else tuple(bag)
    return replace(state, cells=cells, kept=tuple(rack), bag=left)


def play_at(state: GameState, text: str) -> Play:
    position = state.position
    rack = state.kept if state.round is None else state.round.rack
    position = replace(position, players=(replace(position.players[0], rack=rack),))
    place = place_play(position, text, 0)
    return name_play(place.tiles, lay_and_score(position, 0, place)[1].total, state.cells, state.ruleset.crossword)


def deal(state: GameState, *best: str) -> Deal:
    """What opens a round in which these plays are the best, the first of which is laid."""
    plays = tuple(play_at(state, text) for text in best)
    return Deal((RackSearch(plays[0], "", False, plays),))


def opened(
    state: GameState, rack: str = "LOFTYAE", top: str = "8D LOFTY", laid: Sequence[str] = (), now: datetime = NOW
) -> GameState:
    before = with_tiles(state, rack, laid)
    return step(before, deal(before, top), now=now)[0]


def step(
    state: GameState, action: Action, seconds: float = 0, judge: Judge = accepts_any_word, now: datetime = NOW
) -> tuple[GameState, tuple[Event, ...]]:
    """The game after an action, so many seconds after an instant, and what came of it."""
    done = door.apply(state, action, now + timedelta(seconds=seconds), judge)
    assert isinstance(done.table, GameState)
    return done.table, done.events


def after(state: GameState, *actions: Action, seconds: float = 0, judge: Judge = accepts_any_word) -> GameState:
    for action in actions:
        state, _ = step(state, action, seconds, judge)
    return state


def answer(
    state: GameState, user: int, text: str, *, lock: bool = False, sent: float | None = None, number: int | None = None
) -> Answer:
    """A written play as somebody's answer to the open round; ``sent``: seconds after the beginning."""
    position = state.position
    at = None if sent is None else NOW + timedelta(seconds=sent)
    tiles: tuple[Placement, ...] = place_play(position, text, 0).tiles
    asked = number if number is not None else state.round.number if state.round is not None else 0
    return Answer(user, f"P{user}", asked, tiles, at, lock)


def lock(user: int, number: int = 1) -> Lock:
    return Lock(user, number)


def closed(state: GameState) -> GameState:
    while state.round is not None:
        due = deadline(state)
        assert due is not None
        state, _ = step(state, due_action(state, due), now=due)
    return state


def refusal(state: GameState, action: Action, seconds: float = 0, judge: Judge = accepts_any_word) -> str:
    try:
        step(state, action, seconds, judge)
    except EngineError as error:
        return error.code
    return ""


def scores(state: GameState) -> list[int]:
    return [player.score for player in state.players]
