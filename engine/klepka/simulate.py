"""Whole random games of Klepka; the same seed gives the same game.

The players remember most of what was turned up and form some of the possible words. Habits, drawn with the game, decide
the rest, so that every ending occurs.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from engine.alphabet import load_alphabet
from engine.game import Begin, Table
from engine.klepka.actions import Action, Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY, face_down_positions, letter_on, remove_cards
from engine.klepka.events import CardsRevealed, Event, TableShuffled
from engine.klepka.players import SearchEffort, find_best_word
from engine.klepka.rules import preview_word
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.lexicon import Lexicon
from engine.rng import Draws
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.turns import Pass, Surrender

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Arbitrary: no time passes."""
_EFFORT: Final = SearchEffort(beginnings=400, longest=9)


class Habits(Struct, frozen=True):
    """How often, in 1,000 chances, players do each of these things."""

    forming: int = 600
    recalling: int = 700
    """Recalls a card seen before when turning up cards."""
    declining: int = 50
    """Declines an extra flip."""
    rewarding: int = 100
    """Plays a trade or chaos card before any action."""
    surrendering: int = 0


HABITS: Final = (
    *(Habits(),) * 6,
    Habits(forming=950, recalling=950, rewarding=300),
    Habits(forming=100, recalling=300, declining=500),
    Habits(surrendering=20),
)
"""One of these is drawn for each game, so that most games are played out."""


class SimulatedGame(Struct, frozen=True):
    """A finished game: its last state and all events."""

    state: GameState
    events: tuple[Event, ...]
    log: tuple[LogEntry, ...]
    """The log, from the opening of the table."""


def simulate_game(ruleset: Ruleset, players: int, seed: str, number: int, lexicon: Lexicon) -> SimulatedGame:
    """Play one game to its end; raises the refusal ``table_full`` or ``too_few_players``.

    ``ruleset``: resolved; its clock, if any, never runs out, since no time passes.
    """
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    draws = Draws(f"{seed}:{number}:players")
    choice, draws = draws.random_below(len(HABITS))
    table, log = open_seated_table(ruleset, [f"Player {number}" for number in range(1, players + 1)], secret, _NOW)
    state, entry = _apply_step(table, Begin(1, message=number, lexicon=lexicon.hash), lexicon)
    log.append(entry)
    seen: dict[int, str] = {}
    while state.outcome is None:
        action, draws = random_move(state, seen, draws, lexicon, HABITS[choice])
        state, entry = _apply_step(state, action, lexicon)
        log.append(entry)
        seen = remember_cards(seen, _own_events(entry))
    return SimulatedGame(state, tuple(event for entry in log for event in _own_events(entry)), tuple(log))


def _apply_step(table: Table, action: Action | Begin, lexicon: Lexicon) -> tuple[GameState, LogEntry]:
    after, entry = apply_with_lexicon(table, action, _NOW, lexicon)
    if not isinstance(after, GameState):
        raise TypeError("only a game's own actions are simulated")
    return after, entry


def _own_events(entry: LogEntry) -> tuple[Event, ...]:
    return tuple(event for event in entry.events if isinstance(event, Event))


def remember_cards(seen: Mapping[int, str], events: tuple[Event, ...]) -> dict[int, str]:
    """The cards by position that were turned face down again, after some events."""
    known = dict(seen)
    for event in events:
        if isinstance(event, TableShuffled):
            known.clear()
        elif isinstance(event, CardsRevealed):
            known.update({card.position: card.card for card in event.cards})
            for card in event.cards:
                if card.taken:
                    del known[card.position]
    return known


def random_move(
    state: GameState, seen: Mapping[int, str], draws: Draws, lexicon: Lexicon, habits: Habits = HABITS[0]
) -> tuple[Action, Draws]:
    """A legal action of the player on turn or of one who plays a reward, and the next draws."""
    user = state.players[state.turn].user
    gives_up, draws = _draw_chance(habits.surrendering, draws)
    if gives_up:
        return Surrender(user), draws
    rewards, draws = _draw_chance(habits.rewarding, draws)
    if rewards:
        reward, draws = _random_reward(state, draws)
        if reward is not None:
            return reward, draws
    forms, draws = _draw_chance(habits.forming, draws)
    if state.phase == "words" and (forms or not state.flips):
        word, draws = find_word(state, draws, lexicon)
        if word is not None:
            return Form(user, word), draws
    declines, draws = _draw_chance(habits.declining, draws)
    if not state.flips or (state.phase == "extra" and declines):
        return Pass(user), draws
    positions, draws = _random_flip(state, seen, draws, habits)
    return Flip(user, positions), draws


def _draw_chance(often: int, draws: Draws) -> tuple[bool, Draws]:
    number, draws = draws.random_below(1000)
    return number < often, draws


def _random_reward(state: GameState, draws: Draws) -> tuple[Trade | Chaos | None, Draws]:
    """The first reward that a player can play now, if any, and the next draws; cards to trade are random."""
    seats = [seat for seat, player in enumerate(state.players) if player.active]
    for seat in seats:
        player = state.players[seat]
        if CHAOS in player.cards and state.flips:
            return Chaos(player.user), draws
        partners = [state.players[other] for other in seats if other != seat and state.players[other].cards]
        if EXCHANGE in player.cards and len(player.cards) > 1 and partners:
            chosen, draws = draws.random_below(len(partners))
            partner = partners[chosen]
            own = remove_cards(player.cards, (EXCHANGE,))
            give, draws = draws.random_below(len(own))
            take, draws = draws.random_below(len(partner.cards))
            return Trade(player.user, own[give], partner.user, partner.cards[take]), draws
    return None, draws


def _random_flip(
    state: GameState, seen: Mapping[int, str], draws: Draws, habits: Habits
) -> tuple[tuple[int, ...], Draws]:
    """Pairs that the player recalls, then unseen cards, then any."""
    recalled: dict[str, list[int]] = {}
    for position, card in seen.items():
        knows, draws = _draw_chance(habits.recalling, draws)
        if knows:
            recalled.setdefault(letter_on(card) or card, []).append(position)
    wanted = [position for where in recalled.values() for position in where[: len(where) // 2 * 2]]
    lying, draws = draws.shuffle(face_down_positions(state.table))
    wanted += [position for position in lying if position not in seen]
    wanted += [position for position in lying if position in seen]
    return tuple(dict.fromkeys(wanted))[: state.flips], draws


def find_word(state: GameState, draws: Draws, lexicon: Lexicon) -> tuple[str | None, Draws]:
    """A word that the player on turn can form, as typed: the best of a short search."""
    cards = state.players[state.turn].cards
    letters, draws = draws.shuffle(load_alphabet(state.ruleset.language).letters)
    stand_ins, draws = draws.random_below(2 * cards.count(POLYSEMY) + 1)
    wild = letters[: min(stand_ins, cards.count(POLYSEMY))]
    word = find_best_word(
        cards, letters, wild, lexicon, lambda typed: preview_word(state, state.turn, typed).score, _EFFORT, draws
    )
    return word, draws
