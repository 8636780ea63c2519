"""From seats to the first turn: the order of play by lot, the cards shuffled and laid in rows (RULES §6.4)."""

from collections.abc import Sequence
from datetime import datetime

from engine import clock
from engine.klepka.events import Event, GameStarted
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import SCHEMA, GameState, Player
from engine.lobby_seats import Seat, seats_in_order
from engine.rng import Draws, commitment, seed


def open_game(
    ruleset: Ruleset,
    seats: Sequence[Seat],
    *,
    host: int,
    secret: str,
    message: int,
    lexicon: str,
    now: datetime,
    order: Sequence[Seat] = (),
) -> tuple[GameState, tuple[Event, ...]]:
    """Start a game.

    Args:
        ruleset: resolved.
        seats: in the order of sitting down.
        host: the user who opened the table.
        secret: 32 bytes in hex, whose commitment was published when the lobby opened.
        message: id of the message that started the game.
        lexicon: the hash of the word list.
        now: when the first turn begins.
        order: of play in a rematch of the same players; no lot is drawn then.
    """
    draws = Draws(seed(secret, [seat.user for seat in seats], message))
    seated = seats_in_order(seats, order)
    if seated is None:
        seated, draws = draws.shuffle(tuple(seats))
    table, draws = draws.shuffle(ruleset.cards.all_cards)
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=lexicon,
        players=tuple(Player(seat.user, seat.name) for seat in seated),
        table=table,
        draws=draws,
        secret=secret,
        commitment=commitment(secret),
        host=host,
        turn=0,
        clocks=clock.start_turn(clock.initial_clocks(None, len(seats)), now),
    )
    return state, (GameStarted(tuple(seat.user for seat in seated), ruleset.cards.columns, ruleset.cards.rows),)
