"""Draws by agreement (RULES §5.7): offered by one, accepted by all who are still in the game."""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine.computer_ids import is_computer
from engine.crossword.actions import AcceptDraw, DeclineDraw, OfferDraw
from engine.crossword.events import DrawAccepted, DrawDeclined, DrawOffered
from engine.crossword.state import GameState
from engine.crossword.turns import Events, Result, end_game
from engine.crossword.view import DrawOffer
from engine.errors import Refusal
from engine.turns import require_seat, with_player


def apply_draw_action(state: GameState, action: OfferDraw | AcceptDraw | DeclineDraw, now: datetime) -> Result:
    """Offer, accept or decline. An offer stands until it is answered or the next play is laid.

    A player offers once between two turns: who was answered asks again only when the game has gone on.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``no_draws`` where the ruleset has none,
            ``no_draws_with_computers``, who answer none, ``draw_offered``,
            ``draw_offered_already`` by the same player, ``draw_offered_lately``, ``no_draw_offer``, ``own_draw_offer``,
            ``draw_accepted``.
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
    """End the game if everybody in it has agreed; drop an offer whose author has left."""
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
