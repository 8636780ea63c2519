"""Games in any position, said in one call, and the actions to try on them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import clock
from engine import game as door
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.games import crosswords
from engine.crossword.premiums import premium_board
from engine.crossword.rules import preview
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.state import SCHEMA, GameState, Player
from engine.crossword.tiles import face, full_bag
from engine.rng import Draws, commitment
from engine.rulesets import resolve
from engine.seats import Join, Lobby, Seat, open_lobby
from engine.turns import Pass, Surrender
from tests.support import boards

S = TypeVar("S", bound=Struct)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NAMES = ("Ayşe", "Bora", "Can", "Deniz")
USERS = (101, 102, 103, 104)
OUTSIDER = 900
SECRET = "5a" * 32


def any_word(word: str) -> bool:
    """A judge who knows every word."""
    return bool(word)


def only(*words: str) -> Callable[[str], bool]:
    """A judge who knows these words alone."""
    return frozenset(words).__contains__


def game(
    ruleset: str | Ruleset = "scrabble-en",
    *,
    board: str = "",
    laid: Sequence[str] = (),
    racks: Sequence[str] = ("", ""),
    bag: str | None = None,
    turn: int = 0,
    scores: Sequence[int] = (),
    run: Sequence[int] = (),
    bonus: str | None = None,
    options: Mapping[str, str] | None = None,
) -> GameState:
    """A game in mid-play.

    Args:
        ruleset: its id, or a ruleset to resolve.
        board: a picture of the whole board; or
        laid: plays such as ``8H LOFTY`` that lie on it.
        racks: each player's faces in a row, ``?`` being a blank.
        bag: faces in a row; what the set has left when not given.
        turn: the seat to move.
        scores: each player's points so far; zeros when not given.
        run: each player's turns in a row, up to now, of the run that may end the game; none when not given.
        bonus: the random bonus cell.
        options: the table's.
    """
    rules = resolve(crosswords()[ruleset] if isinstance(ruleset, str) else ruleset, options or {})
    cells = boards.cells(board, rules) if board else boards.laid(laid, rules)
    used = Counter("".join(racks)) + Counter(face(tile) for tile in cells if tile)
    left = tuple((Counter(full_bag(rules.counts)) - used).elements()) if bag is None else tuple(bag)
    points = tuple(scores) or (0,) * len(racks)
    players = tuple(
        Player(user, name, tuple(rack), score, run=turns)
        for user, name, rack, score, turns in zip(
            USERS, NAMES, racks, points, tuple(run) or (0,) * len(racks), strict=False
        )
    )
    return GameState(
        schema=SCHEMA,
        ruleset=rules,
        lexicon="00",
        players=players,
        cells=cells,
        bag=left,
        draws=Draws("ab" * 32),
        secret=SECRET,
        commitment=commitment(SECRET),
        host=USERS[0],
        turn=turn,
        bonus=bonus,
        clocks=clock.start(clock.fresh(rules.timing, len(players)), NOW),
    )


def by(state: GameState, seat: int | None = None) -> int:
    """The user at a seat, or on turn."""
    return state.players[state.turn if seat is None else seat].user


def play(state: GameState, written: str, seat: int | None = None) -> Place:
    """A written play such as ``8H LOFTY`` as the action of putting down the tiles that are not there yet."""
    names = premium_board(state.ruleset.board).grid.names
    tiles = tuple(
        Placement(names[index], tile) for index, tile in boards.spread(written, state.ruleset) if not state.cells[index]
    )
    return Place(by(state, seat), tiles)


def put(state: GameState, **tiles: str) -> Place:
    """Single tiles on named cells: ``put(state, H8="A", I8="?B")``."""
    return Place(by(state), tuple(Placement(cell, tile) for cell, tile in tiles.items()))


def exchange(state: GameState, faces: str) -> Exchange:
    """The player on turn gives back these faces."""
    return Exchange(by(state), tuple(faces))


def pass_(state: GameState) -> Pass:
    """The player on turn passes."""
    return Pass(by(state))


def surrender(state: GameState, seat: int | None = None) -> Surrender:
    """A player gives up."""
    return Surrender(by(state, seat))


def at(seconds: float) -> datetime:
    """An instant so long after the start of every game of the tests."""
    return NOW + timedelta(seconds=seconds)


def after(state: GameState, *actions: door.Action, judge: door.Judge = any_word, seconds: float = 0) -> GameState:
    """The game after these actions, every word being good unless a judge says otherwise."""
    for action in actions:
        state, _ = step(state, action, judge, seconds)
    return state


def step(
    state: GameState, action: door.Action, judge: door.Judge = any_word, seconds: float = 0
) -> tuple[GameState, tuple[door.Event, ...]]:
    """The game after an action at an instant, and what the engine tells of it."""
    done = door.apply(state, action, at(seconds), judge)
    if not isinstance(done.table, GameState):
        raise TypeError("the game became something else")
    return done.table, done.events


def points(state: GameState, written: str) -> Score:
    """What a written play scores for the player on turn, words unjudged."""
    return preview(state, state.turn, play(state, written))[1]


def lobby(ruleset: str | Ruleset = "scrabble-en", seated: int = 2, *, secret: str = SECRET) -> Lobby:
    """A table with its first ``seated`` players."""
    rules = resolve(crosswords()[ruleset] if isinstance(ruleset, str) else ruleset)
    table: door.Table | None = open_lobby(rules, Seat(USERS[0], NAMES[0]), secret)
    for seat in range(1, seated):
        if table is None:
            break
        table = door.apply(table, Join(USERS[seat], NAMES[seat]), NOW, any_word).table
    if not isinstance(table, Lobby):
        raise TypeError("the lobby became something else")
    return table


def begun(
    ruleset: str | Ruleset = "scrabble-en", seated: int = 2, *, secret: str = SECRET, message: int = 7
) -> tuple[GameState, tuple[door.Event, ...]]:
    """A game just begun, and what the engine told."""
    table = lobby(ruleset, seated, secret=secret)
    done = door.apply(table, door.Begin(table.host, message, "00"), NOW, any_word)
    if not isinstance(done.table, GameState):
        raise TypeError("no game began")
    return done.table, done.events


def changed(thing: S, **changes: object) -> S:
    """A state, a ruleset or a part of one with some fields replaced."""
    return replace(thing, **changes)
