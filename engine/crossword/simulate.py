"""Whole games without people, played through the engine: random ones, and contests of computer players.

The same seed gives the same random game. Its players choose legal plays at random; habits, drawn with the game, decide
how often they bluff, challenge, offer draws, overrun the clock and so on, so that every ending occurs. Contests compare
computer players, with a list's words and without a clock; both games of a pair have the same bag, with swapped seats.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from engine.alphabet import BLANK
from engine.computer_ids import HasTime
from engine.crossword import secrecy, timing
from engine.crossword.actions import (
    AcceptDraw,
    Action,
    AskHint,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    Placement,
    TakeBack,
    TurnAction,
)
from engine.crossword.challenge import bag_after_refill
from engine.crossword.events import Event
from engine.crossword.hints import steps_of
from engine.crossword.movegen import ScoredPlay, WordSet, finder_for
from engine.crossword.players.computer_view import ComputerView, PlaySearch
from engine.crossword.players.turn_choice import Strength, choose_action
from engine.crossword.rules import apply
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.state import GameState
from engine.crossword.turns import is_last_play_open, is_waiting_for_window
from engine.game import Begin, Table
from engine.game_base import GameSetup
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat
from engine.rng import Draws
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.turns import Pass, Surrender, Undo

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The start of every simulated game."""
_LONGEST_THOUGHT: Final = 25
"""The most seconds that a player takes, unless dreaming."""
_ANCHORS: Final = 4
"""Places where a player looks for a play in one turn."""
_BLANK_CHOICES: Final = 3
"""Letters that a player considers for a blank in one turn."""


class Habits(Struct, frozen=True):
    """How often, in 1,000 turns, players do something else than play.

    ``bluffing`` makes invalid words and ``challenging`` challenges plays; ``dreaming`` lets the clock or a challenge
    window run out; ``drawing`` offers and accepts draws; ``taking_back`` takes plays back or has them undone, and
    ``hinting`` asks for hints; each only if the rules allow it.
    """

    passing: int = 0
    exchanging: int = 0
    surrendering: int = 0
    bluffing: int = 0
    challenging: int = 0
    dreaming: int = 0
    drawing: int = 0
    taking_back: int = 100
    hinting: int = 100


HABITS: Final = (
    *(Habits(passing=10, exchanging=40, surrendering=1, bluffing=100, challenging=150, dreaming=5),) * 7,
    Habits(passing=600, exchanging=50),
    Habits(passing=200, exchanging=600, bluffing=500, challenging=800),
    Habits(passing=20, exchanging=40, surrendering=60),
    Habits(exchanging=40, dreaming=300),
    Habits(exchanging=40, drawing=100, challenging=300),
)
"""One of these is drawn for each game, so that most games are played out."""


class SimulatedGame(Struct, frozen=True):
    """A finished game: its last state and all events, secrets included."""

    state: GameState
    events: tuple[Event, ...]
    log: tuple[LogEntry, ...]
    """The log, from the opening of the table."""


def simulate_game(ruleset: Ruleset, players: int, seed: str, number: int, lexicon: Lexicon) -> SimulatedGame:
    """Play one game to its end; raises the refusal ``table_full`` or ``too_few_players``."""
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    now, names = _NOW, [f"Player {number}" for number in range(1, players + 1)]
    table, log = open_seated_table(ruleset, names, secret, now)
    draws = Draws(f"{seed}:{number}:players")
    choice, draws = draws.random_below(len(HABITS))
    state, entry = _apply_step(table, Begin(1, message=number, lexicon=lexicon.hash), now, lexicon)
    log.append(entry)
    while state.outcome is None:
        action, now, draws = random_action(state, now, draws, lexicon, HABITS[choice])
        state, entry = _apply_step(state, action, now, lexicon)
        log.append(entry)
    events = tuple(event for entry in log for event in entry.events if isinstance(event, Event))
    return SimulatedGame(state, events, tuple(log))


def _apply_step(table: Table, action: Action | Begin, now: datetime, lexicon: Lexicon) -> tuple[GameState, LogEntry]:
    after, entry = apply_with_lexicon(table, action, now, lexicon)
    if not isinstance(after, GameState):
        raise TypeError("only a game's own actions are simulated")
    return after, entry


def random_action(
    state: GameState, now: datetime, draws: Draws, lexicon: WordSet, habits: Habits
) -> tuple[Action, datetime, Draws]:
    """The next action at the table, its time, and the next draws: a deadline, or a player's legal action."""
    due = timing.deadline(state)
    seconds, draws = draws.random_below(_LONGEST_THOUGHT)
    then = now + timedelta(seconds=seconds)
    mood, draws = draws.random_below(1000)
    if due is not None and (then >= due or mood < habits.dreaming):
        return timing.due_action(state, due), max(now, due), draws
    aside, draws = _random_aside(state, draws, habits)
    if aside is not None:
        return aside, then, draws
    if is_waiting_for_window(state):
        if due is not None and state.pending is not None and state.turn == state.pending.seat:
            return timing.due_action(state, due), due, draws
        return Pass(state.players[state.turn].user), then, draws
    asked, draws = _random_hint(state, draws, lexicon, habits)
    if asked is not None:
        return asked, then, draws
    action, draws = random_move(state, draws, lexicon, habits)
    if isinstance(action, Place) and state.ruleset.judging.has_challenges:
        mood, draws = draws.random_below(1000)
        if mood < habits.bluffing:
            return _make_phony(action), then, draws
    return action, then, draws


def _random_aside(state: GameState, draws: Draws, habits: Habits) -> tuple[Action | None, Draws]:
    """A challenge, or an action about a draw, by a player who may."""
    doubt, draws = draws.random_below(1000)
    mover = None if state.pending is None else state.pending.seat
    others = [player for seat, player in enumerate(state.players) if player.active and seat != mover]
    chosen, draws = draws.random_below(len(others))
    if state.pending is not None and not state.ruleset.judging.has_challenges:
        return _random_take_back(state, draws, habits)
    if state.pending is not None and doubt < habits.challenging:
        return Challenge(others[chosen].user), draws
    if not state.ruleset.draw_offers:
        return None, draws
    if state.offer is None:
        offers, draws = draws.random_below(1000)
        may = offers < habits.drawing and others[chosen].offered != state.number
        return (OfferDraw(others[chosen].user) if may else None), draws
    answered_seats = {state.offer.seat, *state.offer.accepted}
    user = next(
        player.user for seat, player in enumerate(state.players) if player.active and seat not in answered_seats
    )
    agrees, draws = draws.random_below(2)
    return (AcceptDraw(user) if agrees else DeclineDraw(user)), draws


def _random_hint(state: GameState, draws: Draws, lexicon: WordSet, habits: Habits) -> tuple[AskHint | None, Draws]:
    if state.ruleset.hint_price is None:
        return None, draws
    mood, draws = draws.random_below(1000)
    told = state.hint
    if mood >= habits.hinting or (told is not None and told.steps == steps_of(told.best)):
        return None, draws
    user = state.players[state.turn].user
    if told is not None:
        return AskHint(user, state.number, told.steps + 1), draws
    best, draws = random_move(state, draws, lexicon, Habits())
    return (None if isinstance(best, Surrender) else AskHint(user, state.number, 1, best)), draws


def _random_take_back(state: GameState, draws: Draws, habits: Habits) -> tuple[Action | None, Draws]:
    mood, draws = draws.random_below(1000)
    if mood >= habits.taking_back or state.pending is None or state.former is None:
        return None, draws
    if mood % 2:
        return Undo(state.host, state.number), draws
    mover = state.players[state.pending.seat]
    return TakeBack(mover.user) if mover.active and state.former.kind == "play" else None, draws


def _make_phony(action: Place) -> Place:
    """A play of the same tiles in reverse order on the same cells, which is seldom a word."""
    tiles = reversed([put.tile for put in action.tiles])
    return Place(action.by, tuple(Placement(put.cell, tile) for put, tile in zip(action.tiles, tiles, strict=True)))


def random_move(
    state: GameState, draws: Draws, lexicon: WordSet, habits: Habits = HABITS[0]
) -> tuple[TurnAction | Surrender, Draws]:
    """A legal action of the player on turn, an exchange or a pass without a play, and the next draws."""
    player = state.players[state.turn]
    mood, draws = draws.random_below(1000)
    if mood < habits.surrendering:
        active = [other for other in state.players if other.active]
        chosen, draws = draws.random_below(len(active))
        return Surrender(active[chosen].user), draws
    mood -= habits.surrendering
    if mood < habits.passing:
        return Pass(player.user), draws
    if mood - habits.passing >= habits.exchanging:
        place, draws = _best_of_random_plays(state, draws, lexicon)
        if place is not None:
            return place, draws
    return _random_exchange(state, draws)


def _best_of_random_plays(state: GameState, draws: Draws, lexicon: WordSet) -> tuple[Place | None, Draws]:
    player = state.players[state.turn]
    search = finder_for(state, lexicon)
    anchors, draws = draws.shuffle(search.find_anchors())
    letters, draws = draws.shuffle([face for face in state.ruleset.values if face != BLANK])
    rack = search.search_with(player.rack, letters[:_BLANK_CHOICES])
    best: ScoredPlay | None = None
    looked_at = 0
    for anchor in anchors:
        options = list(rack.plays_at(anchor))
        if not options:
            continue
        chosen, draws = draws.random_below(len(options))
        if best is None or options[chosen].score > best.score:
            best = options[chosen]
        looked_at += 1
        if looked_at == _ANCHORS:
            break
    return None if best is None else Place(player.user, best.tiles), draws


def _random_exchange(state: GameState, draws: Draws) -> tuple[Exchange | Pass, Draws]:
    player = state.players[state.turn]
    rule = state.ruleset.exchange
    used_up = rule.per_player is not None and player.exchanges >= rule.per_player
    if used_up or not player.rack or bag_after_refill(state) < max(rule.least_in_bag, len(player.rack)):
        return Pass(player.user), draws
    count, draws = draws.random_below(len(player.rack))
    rack, draws = draws.shuffle(player.rack)
    return Exchange(player.user, rack[: count + 1]), draws


Scores = tuple[int, int]
"""The final scores of the first and of the second player."""


class Contest:
    """Games of one kind between computer players.

    ``new_time_limit``: called at the start of each turn; gives its time limit. ``watch``: called with each state of a
    game, first and last included.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        words: Lexicon,
        search: PlaySearch,
        new_time_limit: Callable[[], HasTime],
        watch: Callable[[GameState], None] = lambda _: None,
    ) -> None:
        self._rules: Final = ruleset
        self._words: Final = words
        self._search: Final = search
        self._thinks: Final = new_time_limit
        self._watch: Final = watch

    def play_pair(self, strengths: tuple[Strength, Strength], name: str) -> tuple[Scores, Scores]:
        """Play two games with the same secret, with seats swapped in the second; return their scores by ``strengths``.

        ``name``: any text; the same name gives the same tiles.
        """
        first, second = self.play_game(strengths, name), self.play_game(strengths[::-1], name)
        return (first[0], first[1]), (second[1], second[0])

    def play_game(self, strengths: Sequence[Strength], name: str) -> tuple[int, ...]:
        """Play one game with a secret derived from the name; return the final scores in the order of ``strengths``.

        ``strengths``: the players, as many as the ruleset allows, in the order of joining. ``name``: any text; the same
        name gives the same tiles.
        """
        seats = [Seat(user, f"Player {user}") for user, _ in enumerate(strengths, 1)]
        secret = hashlib.sha256(name.encode()).hexdigest()
        state, _ = open_game(
            self._rules,
            GameSetup(seats=seats, host=1, secret=secret, message=1, lexicon=self._words.hash, begins=_NOW),
        )
        by_user = dict(enumerate(strengths, 1))
        now = _NOW
        self._watch(state)
        while state.outcome is None:
            action, now = self._next_action(state, by_user, name, now)
            state, _ = apply(state, action, now, self._words.__contains__)
            self._watch(state)
        scores = {player.user: player.score for player in state.players}
        return tuple(scores[seat.user] for seat in seats)

    def _next_action(
        self, state: GameState, strengths: dict[int, Strength], name: str, now: datetime
    ) -> tuple[Action, datetime]:
        """The next action and its time: a window that all wait for closes by itself unless it is accepted."""
        due = timing.deadline(state)
        own = state.pending is not None and state.turn == state.pending.seat
        if due is not None and is_waiting_for_window(state) and (own or not is_last_play_open(state)):
            return timing.due_action(state, due), due
        sight = ComputerView(secrecy.view_for(state, state.turn), state.ruleset, self._words)
        draws = Draws(f"{name}:{state.number}:{sight.user}")
        return choose_action(strengths[sight.user], sight, self._search, draws, self._thinks()), now
