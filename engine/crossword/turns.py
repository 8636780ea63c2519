"""Whose turn it is, how turns and games end, and draws by agreement (RULES §5.7)."""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import clock
from engine.computer_ids import is_computer
from engine.crossword import endings
from engine.crossword.actions import AcceptDraw, DeclineDraw, OfferDraw
from engine.crossword.events import DrawAccepted, DrawDeclined, DrawOffered, Event, GameEnded, TurnLost
from engine.crossword.state import GameState, Pending
from engine.crossword.view import DrawOffer, EndReason, LastTurn
from engine.errors import Refusal
from engine.game_base import amend_history
from engine.turns import add_turn, require_seat, require_turn, seats_after, with_player

Result = tuple[GameState, tuple[Event, ...]]
Events = tuple[Event, ...]


def require_free_to_move(state: GameState, user: int, now: datetime) -> int:
    """The seat of a user who may place or exchange tiles now, whatever the rack holds.

    No seat may while the game waits only for the last play's window (RULES §7.1).

    Raises:
        Refusal: ``game_over``, those of :func:`require_turn`, or ``window_open``.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    seat = require_turn(state, user, now)
    if state.pending is not None and is_waiting_for_window(state):
        raise window_open_refusal(state.pending, state, now)
    return seat


def window_open_refusal(pending: Pending, state: GameState, now: datetime) -> Refusal:
    """The refusal that says for how many seconds a play may still be challenged or taken back."""
    left = (pending.until - now).total_seconds()
    name, seconds = state.players[pending.seat].name, max(1, -int(-left // 1))
    if state.ruleset.judging.has_challenges:
        return Refusal("window_open", name=name, seconds=seconds)
    return Refusal("take_back_open", name=name, seconds=seconds)


def is_waiting_for_window(state: GameState) -> bool:
    """Whether no seat can move until the open window closes: its mover is next, or its play ends the game."""
    return state.pending is not None and (state.turn == state.pending.seat or is_last_play_open(state))


def is_last_play_open(state: GameState) -> bool:
    """Whether the open play has emptied the bag and the rack of a mover still in the game."""
    if state.pending is None or state.bag:
        return False
    mover = state.players[state.pending.seat]
    return mover.active and not mover.rack


def count_turn(state: GameState, last: LastTurn, now: datetime, *, acted: bool = True) -> GameState:
    """Count a turn of the player on turn and stop the clock."""
    return replace(add_turn(stop_clock(state, now, acted=acted)), last=last)


def add_points(state: GameState, seat: int, points: int, *, since: int) -> GameState:
    """Change a seat's score afterwards, and its history from turn number ``since`` on."""
    player = state.players[seat]
    return replace(
        with_player(state, seat, replace(player, score=player.score + points)),
        history=amend_history(state.history, seat, points, state.number - since + 1),
    )


def stop_clock(state: GameState, now: datetime, *, acted: bool = False) -> GameState:
    """Stop the running clock and charge its time; while all wait for a window it is stopped already."""
    return replace(state, clocks=clock.stop_turn(state.ruleset.clock_rule, state.clocks, state.turn, now, acted=acted))


def start_clock(state: GameState, begins: datetime) -> GameState:
    """Start the clock of the player on turn, unless it runs, the game is over, or all wait for a window."""
    if state.outcome is not None or state.clocks.started is not None or is_waiting_for_window(state):
        return state
    return replace(state, clocks=clock.start_turn(state.clocks, begins))


def close_turn(state: GameState, now: datetime, events: Events) -> Result:
    """End the game by its run of turns, or advance the turn."""
    if endings.is_run_over(state):
        return end_game(state, state.ruleset.ending.run.counts, now, events)
    return advance_turn(state, now, events)


def advance_turn(state: GameState, now: datetime, events: Events) -> Result:
    """Find the next player, skipping those who lost a challenge; with none left, all are out of time."""
    seat = state.turn
    while True:
        found = next((other for other in seats_after(state, seat) if state.players[other].takes_turns), None)
        if found is None:
            return end_game(state, "time", now, events)
        player = state.players[found]
        if not player.skips:
            return replace(state, turn=found), events
        seat = found
        state = with_player(state, seat, replace(player, skips=player.skips - 1))
        state = endings.count_in_run(add_turn(state), seat, "lost")
        events = (*events, TurnLost(seat))
        if endings.is_run_over(state):
            return end_game(state, state.ruleset.ending.run.counts, now, events)


def end_game(state: GameState, reason: EndReason, now: datetime, events: Events) -> Result:
    """End the game: stop clocks, drop windows and offers, adjust the scores."""
    state = replace(stop_clock(state, now), pending=None, offer=None)
    outcome = endings.final_outcome(state, reason)
    players = tuple(
        replace(player, score=next(final.score for final in outcome.finals if final.seat == seat))
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players, outcome=outcome), (*events, GameEnded(outcome, state.secret))


def apply_draw_action(state: GameState, action: OfferDraw | AcceptDraw | DeclineDraw, now: datetime) -> Result:
    """Offer, accept or decline a draw. An offer stands until it is answered or the next play is laid.

    After an answer the same player may offer again only once the game has gone on.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``no_draws`` if the ruleset has none, ``no_draws_with_computers``,
            ``draw_offered``, ``draw_offered_already`` by the same player, ``draw_offered_lately``, ``no_draw_offer``,
            ``own_draw_offer``, ``draw_accepted``.
    """
    seat = require_seat(state, action.by)
    if not state.ruleset.draw_offers:
        raise Refusal("no_draws")
    if any(player.active and is_computer(player.user) for player in state.players):
        raise Refusal("no_draws_with_computers")
    offer = state.offer
    if isinstance(action, OfferDraw):
        return _offer_draw(state, seat)
    if offer is None:
        raise Refusal("no_draw_offer")
    match action:
        case AcceptDraw():
            if seat == offer.seat:
                raise Refusal("own_draw_offer")
            if seat in offer.accepted:
                raise Refusal("draw_accepted")
            offer = replace(offer, accepted=(*offer.accepted, seat))
            accepted = DrawAccepted(seat, _seats_to_agree(state, offer))
            return conclude_draw(replace(state, offer=offer), now, (accepted,))
        case DeclineDraw():
            return replace(state, offer=None), (DrawDeclined(seat, withdrawn=seat == offer.seat),)
        case _:
            assert_never(action)


def _offer_draw(state: GameState, seat: int) -> Result:
    offer, player = state.offer, state.players[seat]
    if offer is not None:
        if seat == offer.seat:
            raise Refusal("draw_offered_already")
        raise Refusal("draw_offered", name=state.players[offer.seat].name)
    if player.offered == state.number:
        raise Refusal("draw_offered_lately")
    state = with_player(state, seat, replace(player, offered=state.number))
    return replace(state, offer=DrawOffer(seat)), (DrawOffered(seat),)


def conclude_draw(state: GameState, now: datetime, events: Events) -> Result:
    """End the game if all players in it have agreed; drop an offer whose author has left."""
    offer = state.offer
    if offer is None:
        return state, events
    if not state.players[offer.seat].active:
        return replace(state, offer=None), events
    if _seats_to_agree(state, offer):
        return state, events
    return end_game(state, "draw", now, events)


def _seats_to_agree(state: GameState, offer: DrawOffer) -> tuple[int, ...]:
    agreed = {offer.seat, *offer.accepted}
    return tuple(seat for seat, player in enumerate(state.players) if player.active and seat not in agreed)
