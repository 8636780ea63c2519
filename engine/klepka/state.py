"""The state of a game of Klepka, secrets included. Only ``rules`` makes new states; only ``secrecy`` shows them."""

from typing import Final

from msgspec import Struct

from engine import clock
from engine.clock import MoveClock
from engine.game_base import GameSetup, TurnGame
from engine.klepka.deck import face_down_positions
from engine.klepka.events import Event, GameStarted
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import Flipped, FormedWord, Outcome, Phase
from engine.lobby_seats import seats_in_order
from engine.rng import Draws, commitment

SCHEMA: Final = 1
PAIR: Final = 2


class Player(Struct, frozen=True):
    """A seated player; players are in order of play."""

    user: int
    name: str
    cards: tuple[str, ...] = ()
    """The open collection, in the order of winning."""
    score: int = 0
    passed: bool = False
    """Whether the player has passed on the empty table since cards last moved."""
    surrendered: int | None = None
    """How many had surrendered before this player; ``None`` while in the game."""

    @property
    def active(self) -> bool:
        """Whether the player still plays."""
        return self.surrendered is None


class GameState(TurnGame, frozen=True, kw_only=True, tag="klepka"):
    """A running or finished game; its host confirms doubled words."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    table: tuple[str, ...]
    """Secret: the cards by position, ``""`` where one was taken."""
    discarded: tuple[str, ...] = ()
    phase: Phase = "words"
    words: tuple[FormedWord, ...] = ()
    idle: int = 0
    """Successive turns that ran out of time without any action."""
    outcome: Outcome | None = None
    flipped: Flipped | None = None

    @property
    def clock_rule(self) -> MoveClock | None:
        """The clock of the present phase; ``None`` without clocks and when the game is over."""
        phases = self.ruleset.clock_rule
        return None if phases is None or self.outcome is not None else phases.clock_of_phase(self.phase)

    @property
    def words_this_turn(self) -> int:
        """How many words have been formed in this turn."""
        return sum(word.turn == self.number for word in self.words)

    @property
    def flips(self) -> int:
        """How many cards are turned up next: a pair, and one more for each word of the turn (RULES §6.5)."""
        wanted = PAIR if self.phase == "extra" else PAIR * (self.words_this_turn + 1)
        return min(wanted, len(face_down_positions(self.table)))


def open_game(ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[Event, ...]]:
    """Start a game of a resolved ruleset; a rematch of the same players skips the draw for the order."""
    draws = Draws(setup.seed)
    seated = seats_in_order(setup.seats, setup.order)
    if seated is None:
        seated, draws = draws.shuffle(tuple(setup.seats))
    table, draws = draws.shuffle(ruleset.cards.all_cards)
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=setup.lexicon,
        players=tuple(Player(seat.user, seat.name) for seat in seated),
        table=table,
        draws=draws,
        secret=setup.secret,
        commitment=commitment(setup.secret),
        host=setup.host,
        turn=0,
        clocks=clock.start_turn(clock.initial_clocks(None, len(setup.seats)), setup.begins),
    )
    return state, (GameStarted(tuple(seat.user for seat in seated), ruleset.cards.columns, ruleset.cards.rows),)
