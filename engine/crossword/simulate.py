"""Whole random games, played through the engine's own door; the same seed always gives the same games.

The players choose among legal plays at random, almost without skill. What they do beside playing
follows the habits of the game, drawn with it, so that every ending occurs.
"""

import hashlib
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from engine import game
from engine.crossword.actions import Action, Exchange, Pass, Place, Surrender
from engine.crossword.events import Event
from engine.crossword.movegen import Option, Words, finder
from engine.crossword.state import GameState
from engine.lexicon import Lexicon
from engine.rng import Draws
from engine.rulesets import BLANK, Ruleset
from engine.seats import Join, Seat, join, open_lobby

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Any instant does: no simulated player hurries."""
_ANCHORS: Final = 4
"""Places where a player looks for a play in one turn."""
_BLANK_CHOICES: Final = 3
"""Letters that a player considers for a blank in one turn."""


class Habits(Struct, frozen=True):
    """How often, of 1,000 turns, players pass, exchange or give up although they might play."""

    passing: int = 0
    exchanging: int = 0
    surrendering: int = 0


HABITS: Final = (
    *(Habits(passing=10, exchanging=40, surrendering=1),) * 7,
    Habits(passing=600, exchanging=50),
    Habits(passing=200, exchanging=600),
    Habits(passing=20, exchanging=40, surrendering=60),
)
"""One of these is drawn for each game: most games are played out."""


class Simulated(Struct, frozen=True):
    """A finished game: its last state and everything the engine told since it began, secrets included."""

    state: GameState
    events: tuple[Event, ...]


def simulate(ruleset: Ruleset, players: int, seed: str, number: int, lexicon: Lexicon) -> Simulated:
    """Play one game to its end.

    Args:
        ruleset: resolved.
        players: how many play.
        seed: any text.
        number: which game of this seed.
        lexicon: the word list of the ruleset's language.

    Raises:
        Refusal: ``table_full`` or ``too_few_players``.
    """
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    lobby = open_lobby(ruleset, Seat(1, "Player 1"), secret)
    for user in range(2, players + 1):
        lobby, _ = join(lobby, Join(user, f"Player {user}"))
    draws = Draws(f"{seed}:{number}:players")
    choice, draws = draws.below(len(HABITS))
    state, events = _step(lobby, game.Begin(1, message=number, lexicon=lexicon.hash), lexicon)
    told = list(events)
    while state.outcome is None:
        action, draws = random_move(state, draws, lexicon, HABITS[choice])
        state, events = _step(state, action, lexicon)
        told.extend(events)
    return Simulated(state, tuple(told))


def _step(table: game.Table, action: game.Action, lexicon: Lexicon) -> tuple[GameState, list[Event]]:
    step = game.apply(table, action, _NOW, lexicon.__contains__)
    if not isinstance(step.table, GameState):
        raise TypeError("only a game's own actions are simulated")
    return step.table, [event for event in step.events if isinstance(event, Event)]


def random_move(state: GameState, draws: Draws, lexicon: Words, habits: Habits = HABITS[0]) -> tuple[Action, Draws]:
    """A legal action of the player on turn, and the draws after it.

    Without a legal play the player exchanges, and passes where that is not allowed.
    """
    player = state.players[state.turn]
    mood, draws = draws.below(1000)
    if mood < habits.surrendering:
        active = [other for other in state.players if other.active]
        chosen, draws = draws.below(len(active))
        return Surrender(active[chosen].user), draws
    mood -= habits.surrendering
    if mood < habits.passing:
        return Pass(player.user), draws
    if mood - habits.passing >= habits.exchanging:
        place, draws = _random_play(state, draws, lexicon)
        if place is not None:
            return place, draws
    return _random_exchange(state, draws)


def _random_play(state: GameState, draws: Draws, lexicon: Words) -> tuple[Place | None, Draws]:
    """The best-scoring of a few plays picked at random at a few anchors picked at random."""
    player = state.players[state.turn]
    search = finder(state, lexicon)
    anchors, draws = draws.shuffled(search.anchors())
    letters, draws = draws.shuffled([face for face in state.ruleset.values if face != BLANK])
    rack = search.search(player.rack, letters[:_BLANK_CHOICES])
    best: Option | None = None
    looked_at = 0
    for anchor in anchors:
        options = list(rack.at(anchor))
        if not options:
            continue
        chosen, draws = draws.below(len(options))
        if best is None or options[chosen].score > best.score:
            best = options[chosen]
        looked_at += 1
        if looked_at == _ANCHORS:
            break
    return None if best is None else Place(player.user, best.tiles), draws


def _random_exchange(state: GameState, draws: Draws) -> tuple[Exchange | Pass, Draws]:
    player = state.players[state.turn]
    if len(state.bag) < max(state.ruleset.exchange.least_in_bag, len(player.rack)):
        return Pass(player.user), draws
    count, draws = draws.below(len(player.rack))
    rack, draws = draws.shuffled(player.rack)
    return Exchange(player.user, rack[: count + 1]), draws
