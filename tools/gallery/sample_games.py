"""Sample games that the engine plays against itself, the same in every run."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.families.crossword import typed_moves
from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword import simulate
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.duplicate.actions import Answer, Deal
from engine.duplicate.state import GameState as RoundGame
from engine.duplicate.timing import deadline, due_action
from engine.duplicate.tops import search_racks
from engine.game import Begin, Game, Table, apply, view
from engine.klepka.events import CardsRevealed, Event
from engine.klepka.simulate import random_move, remember_cards
from engine.klepka.state import GameState as CardGame
from engine.klepka.view import GameView as CardView
from engine.klepka.view import with_revealed
from engine.lexicon import Lexicon, load_lexicon
from engine.lobby_seats import Join, Lobby, Seat, join_lobby, open_lobby
from engine.rng import Draws
from engine.rulesets import resolve_ruleset, shipped_rulesets

_START: Final = datetime(2000, 1, 1, tzinfo=UTC)
_FIRST_USER: Final = 1001
_TURN_TIME: Final = timedelta(seconds=37)
"""The length of every turn, so that clocks show a used time."""


def open_sample_lobby(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Lobby:
    """Return a lobby with these players, opened by the first; each ``number`` gives another game."""
    rules = resolve_ruleset(shipped_rulesets()[ruleset], options)
    seats = [Seat(user, name) for user, name in enumerate(names, start=_FIRST_USER)]
    opened = open_lobby(rules, seats[0], hashlib.sha256(f"sample:{number}".encode()).hexdigest())
    for seat in seats[1:]:
        opened, _ = join_lobby(opened, Join(seat.user, seat.name))
    return opened


def play_crossword(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameState]:
    """Play a game whose words are judged at once; yield the state after each turn, the finished one last."""
    table = open_sample_lobby(ruleset, names, number, **options | {"challenge": "void"})
    words = load_lexicon(table.ruleset.lexicon)
    now, draws = _START, Draws(f"sample:{number}")
    state: Table | None = _start_game(table, number, words)
    while isinstance(state, GameState) and state.outcome is None:
        now += _TURN_TIME
        action, draws = simulate.random_move(state, draws, words, simulate.Habits())
        state = apply(state, action, now, words.__contains__).table
        if isinstance(state, GameState):
            yield state


def first_state_with_tiles(states: Iterator[GameState], tiles: int) -> GameState:
    for state in states:
        played = state.last is not None and state.last.kind == "play"
        if played and state.outcome is None and sum(map(bool, state.cells)) >= tiles:
            return state
    raise LookupError(f"the game ended with fewer than {tiles} tiles on the board")


def view_for_seat(state: GameState, seat: int | None = None) -> GameView:
    return typed_moves.view_for_user(state, None if seat is None else state.players[seat].user)


def play_cards(names: Sequence[str], number: int = 1, **options: str) -> Iterator[CardView]:
    """Play a game of Klepka to its end; yield the public view after each action, with the cards turned up."""
    table = open_sample_lobby("klepka", names, number, **{"clock": "none"} | options)
    words = load_lexicon(table.ruleset.lexicon)
    draws, seen = Draws(f"sample:{number}"), dict[int, str]()
    state: Table | None = _start_game(table, number, words)
    while isinstance(state, CardGame) and state.outcome is None:
        action, draws = random_move(state, seen, draws, words)
        step = apply(state, action, _START, words.__contains__)
        state, reveals = step.table, tuple(event for event in step.events if isinstance(event, CardsRevealed))
        seen = remember_cards(seen, tuple(event for event in step.events if isinstance(event, Event)))
        seen_now = view(step.table, None) if isinstance(step.table, CardGame) else None
        if isinstance(seen_now, CardView):
            yield with_revealed(seen_now, reveals[-1].cards) if reveals else seen_now


def play_rounds(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Iterator[RoundGame]:
    """Play a game of Duplicate to its end; yield each round after its answers and after its close."""
    table = open_sample_lobby(ruleset, names, number, **options)
    words, search = load_lexicon(table.ruleset.lexicon), BoardSearcher()
    now = _START
    state: Table | None = _start_game(table, number, words)
    while isinstance(state, RoundGame):
        if state.outcome is not None or state.number:
            yield state
        if state.outcome is not None:
            return
        now = max(now, state.opens or now)
        state = apply(state, Deal(search_racks(state, search, words)), now, words.__contains__).table
        for action in _sample_answers(state):
            state = None if state is None else apply(state, action, now, words.__contains__).table
        if isinstance(state, RoundGame) and state.round is not None:
            yield state
        while isinstance(state, RoundGame) and state.round is not None:
            now = deadline(state) or now
            state = apply(state, due_action(state, now), now, words.__contains__).table


def _sample_answers(state: Table | None) -> list[Answer]:
    """Choose an answer for each player: one of the best plays; some give none."""
    if not isinstance(state, RoundGame) or state.round is None:
        return []
    number, best = state.round.number, state.round.best
    choices = [
        (player, (5 * seat + number * (seat + 1)) % (len(best) + 2)) for seat, player in enumerate(state.players)
    ]
    return [
        Answer(player.user, player.name, number, best[choice].tiles) for player, choice in choices if choice < len(best)
    ]


def _start_game(table: Lobby, number: int, words: Lexicon) -> Game:
    game = apply(table, Begin(table.host, number, words.hash), _START, words.__contains__).table
    if game is None or isinstance(game, Lobby):
        raise TypeError("a lobby that begins is a game")
    return game
