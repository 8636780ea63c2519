"""Games in any position, said in one call, and the actions to try on them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import clock
from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.alphabet import BLANK
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.premiums import premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import SCHEMA, GameState, Player
from engine.crossword.tiles import face_of, full_bag
from engine.crossword.view import GameView
from engine.lobby_seats import Join, Lobby, Seat, open_lobby
from engine.rng import Draws, commitment
from engine.rulesets import resolve_ruleset
from engine.turns import Pass, Surrender
from tests.support import boards

S = TypeVar("S", bound=Struct)
T_co = TypeVar("T_co", covariant=True)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NAMES = ("Ayşe", "Bora", "Can", "Deniz")
USERS = (101, 102, 103, 104)
OUTSIDER = 900
SECRET = "5a" * 32


def accepts_any_word(word: str) -> bool:
    return bool(word)


def accepts_only(*words: str) -> Callable[[str], bool]:
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

    ``laid``: plays such as ``8H LOFTY`` that lie on it. ``racks``: each player's faces in a row, ``?`` being a blank.
    ``bag``: faces in a row; what the set has left when not given. ``scores``: each player's points so far; zeros when
    not given. ``run``: each player's turns in a row, up to now, of the run that may end the game; none when not given.
    """
    rules = resolve_ruleset(crossword_rulesets()[ruleset] if isinstance(ruleset, str) else ruleset, options or {})
    cells = boards.parse_board(board, rules) if board else boards.board_with_plays(laid, rules)
    used = Counter("".join(racks)) + Counter(face_of(tile) for tile in cells if tile)
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
        clocks=clock.start_turn(clock.initial_clocks(rules.clock_rule, len(players)), NOW),
    )


def user_at(state: GameState, seat: int | None = None) -> int:
    return state.players[state.turn if seat is None else seat].user


def place_play(state: GameState, text: str, seat: int | None = None) -> Place:
    """A written play such as ``8H LOFTY`` as the action of putting down the tiles that are not there yet."""
    names = premium_board(state.ruleset.board).grid.names
    tiles = tuple(
        Placement(names[index], tile)
        for index, tile in boards.parse_play(text, state.ruleset)
        if not state.cells[index]
    )
    return Place(user_at(state, seat), tiles)


def typed_play(state: GameState, play: Place) -> str:
    """A play of the player on turn as somebody types it, in any language."""
    main = lay_and_score(state, state.turn, play)[1].words[0]
    blanks = {put.cell for put in play.tiles if put.tile.startswith(BLANK)}
    signs = zip(main.word, main.cells, strict=True)
    word = "".join(f"[{letter}]" if cell in blanks else letter for letter, cell in signs)
    return f"{main.cells[0]} {'→' if main.cells[0][1:] == main.cells[1][1:] else '↓'} {word}"


def place_on_board(state: GameState, **tiles: str) -> Place:
    """Single tiles on named cells: ``put(state, H8="A", I8="?B")``."""
    return Place(user_at(state), tuple(Placement(cell, tile) for cell, tile in tiles.items()))


def exchange_faces(state: GameState, faces: str) -> Exchange:
    return Exchange(user_at(state), tuple(faces))


def pass_turn(state: GameState) -> Pass:
    return Pass(user_at(state))


def surrender(state: GameState, seat: int | None = None) -> Surrender:
    return Surrender(user_at(state, seat))


def instant_at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def after_actions(
    state: GameState, *actions: door.Action, judge: door.Judge = accepts_any_word, seconds: float = 0
) -> GameState:
    """The game after these actions, every word being good unless a judge says otherwise."""
    for action in actions:
        state, _ = apply_step(state, action, judge, seconds)
    return state


def swapped(state: GameState, seat: int, user: int = 77) -> GameState:
    seek, replaced = Seek(OUTSIDER, seat, ruling=True), Replace(OUTSIDER, seat, user)
    return after_actions(state, seek, Volunteer(user, "Zoe", seat), replaced)


def apply_step(
    state: GameState, action: door.Action, judge: door.Judge = accepts_any_word, seconds: float = 0
) -> tuple[GameState, tuple[door.Event, ...]]:
    done = door.apply(state, action, instant_at(seconds), judge)
    if not isinstance(done.table, GameState):
        raise TypeError("the game became something else")
    return done.table, done.events


def score_of_play(state: GameState, text: str) -> Score:
    return lay_and_score(state, state.turn, place_play(state, text))[1]


def open_lobby_of(ruleset: str | Ruleset = "scrabble-en", seated: int = 2, *, secret: str = SECRET) -> Lobby:
    """A table with its first ``seated`` players."""
    rules = resolve_ruleset(crossword_rulesets()[ruleset] if isinstance(ruleset, str) else ruleset)
    table: door.Table | None = open_lobby(rules, Seat(USERS[0], NAMES[0]), secret)
    for seat in range(1, seated):
        if table is None:
            break
        table = door.apply(table, Join(USERS[seat], NAMES[seat]), NOW, accepts_any_word).table
    if not isinstance(table, Lobby):
        raise TypeError("the lobby became something else")
    return table


def started_game(
    ruleset: str | Ruleset = "scrabble-en", seated: int = 2, *, secret: str = SECRET, message: int = 7
) -> tuple[GameState, tuple[door.Event, ...]]:
    table = open_lobby_of(ruleset, seated, secret=secret)
    done = door.apply(table, door.Begin(table.host, message, "00"), NOW, accepts_any_word)
    if not isinstance(done.table, GameState):
        raise TypeError("no game began")
    return done.table, done.events


def with_fields(thing: S, **changes: object) -> S:
    return replace(thing, **changes)


NO_WORD_IS_VALID = accepts_only()
"""A judge who knows no word."""


def challenge_table(
    mode: str = "single",
    racks: Sequence[str] = ("LOFTYAE", "AEINSDL"),
    *,
    laid: Sequence[str] = (),
    bag: str | None = None,
    scores: Sequence[int] = (),
    run: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> GameState:
    return game(
        laid=laid,
        racks=racks,
        bag=bag,
        scores=scores,
        run=run,
        options={"challenge": mode, "clock": "none", **(options or {})},
    )


def challengeable_play(
    mode: str = "single", *, seated: int = 2, bag: str | None = "QQQQQQQQ", **options: str
) -> GameState:
    """A table where the first player has just laid LOFTY for 30 points."""
    racks = ("LOFTYAE", "AEINSDL", "AEINSDL", "AEINSDL")[:seated]
    state = challenge_table(
        mode, racks, bag=bag, options={name.replace("_", "-"): value for name, value in options.items()}
    )
    return after_actions(state, place_play(state, "8H LOFTY"), judge=NO_WORD_IS_VALID)


def challengeable_last_play(mode: str = "single", *, seated: int = 2, **options: str) -> GameState:
    """A table where the first player has just laid the last tile: 20 points before, 4 for the play."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    racks = ("E", "QD", "Z", "A")[:seated]
    state = challenge_table(mode, racks, laid=["8H ON"], bag="", scores=(20,) * seated, options=chosen)
    return after_actions(state, place_on_board(state, J8="E"), judge=NO_WORD_IS_VALID)


def challenge_view(state: GameState) -> GameView:
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    return shown


def two_minute_game() -> GameState:
    return game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], options={"clock": "2min"})


def game_on_clock(name: str, *racks: str, ruleset: str = "scrabble-en", **options: str) -> GameState:
    return game(ruleset, racks=racks or ("AEINSDL", "AEINSDL"), options={"clock": name, **options})


def game_on_own_clock(rule: clock.Clock, seated: int = 2) -> GameState:
    state = game(racks=["AEINSDL"] * seated)
    rules = with_fields(state.ruleset, clock="own", clocks={"own": rule})
    return with_fields(state, ruleset=rules, clocks=clock.start_turn(clock.initial_clocks(rule, seated), NOW))


def clock_view(state: GameState) -> GameView:
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


def seconds_left(state: GameState, seat: int, seconds: float) -> float:
    shown = clock_view(state).clock
    assert shown is not None
    return clock.remaining_time(shown.rule, shown.state, seat, instant_at(seconds), on_turn=seat == state.turn) / 1000


class _Ended(Protocol[T_co]):
    @property
    def outcome(self) -> T_co | None: ...


def outcome_of(state: _Ended[T_co]) -> T_co:
    assert state.outcome is not None
    return state.outcome


def end_reason(state: GameState) -> str:
    return outcome_of(state).reason
