"""From seats to the first turn: the order of play by lot, the cards shuffled and laid in rows (RULES §6.4)."""

from engine import clock
from engine.game_setup import GameSetup
from engine.klepka.events import Event, GameStarted
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import SCHEMA, GameState, Player
from engine.lobby_seats import seats_in_order
from engine.rng import Draws, commitment


def open_game(ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[Event, ...]]:
    """Start a game of a resolved ruleset; a rematch of the same players draws no lot."""
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
