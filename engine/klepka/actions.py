"""Players' actions in Klepka. Each names its user in ``by``; :mod:`engine.klepka.deck` describes the cards."""

from msgspec import Struct
from msgspec.structs import replace

from engine import messages
from engine.absence import AbsenceAction
from engine.clock import ClockAction
from engine.errors import Malformed, Refusal
from engine.klepka.deck import (
    CHAOS,
    COLOURS,
    EXCHANGE,
    REWARDS,
    face_down_positions,
    find_card,
    remove_cards,
    reshuffle_table,
    spend_reward,
)
from engine.klepka.events import CardsTraded, TableShuffled
from engine.klepka.state import GameState
from engine.klepka.timing import Result, require_free_to_use_rewards, reset_passes
from engine.turns import Cancel, Pass, Surrender, with_player


class Form(messages.Action, Struct, frozen=True, tag="klepka_form"):
    """Form a word of the user's cards; letters in brackets come from polysemy: ``м[о]л[о]к[о]`` (RULES §6.7)."""

    by: int
    word: str


class Flip(messages.Action, Struct, frozen=True, tag="klepka_flip"):
    """Turn up the cards at these positions, all at once."""

    by: int
    positions: tuple[int, ...]


class Trade(messages.Action, Struct, frozen=True, tag="klepka_trade"):
    """Play a trade card, at any time: give the card ``give`` and take the card ``take`` of the user ``owner``.

    A card held in one colour only may be named by its letter alone.
    """

    by: int
    give: str
    owner: int
    take: str


class Chaos(messages.Action, Struct, frozen=True, tag="klepka_chaos"):
    """Play a chaos card, at any time: shuffle the cards on the table."""

    by: int


class DoubleWord(messages.Action, Struct, frozen=True, tag="klepka_double"):
    """Let a word just formed count twice; the host may, if the table allows it (RULES §8, no. 41)."""

    by: int
    word: str


Action = Form | Flip | Pass | Trade | Chaos | DoubleWord | Surrender | Cancel | ClockAction | AbsenceAction


def trade_cards(state: GameState, action: Trade) -> Result:
    """Trade one of the player's cards, not the trade card itself, for one of another player's.

    Raises:
        Refusal: ``paused``, ``reward_not_held``, ``trade_with_self``, ``no_such_player``, ``partner_has_surrendered``,
            ``card_not_held`` or ``card_not_theirs``.
        Malformed: ``unknown_card``.
        Ambiguous: ``which_colour``.
    """
    seat = require_free_to_use_rewards(state, action.by)
    rest = spend_reward(state.players[seat].cards, EXCHANGE)
    partner = state.seat_of(action.owner)
    if partner is None:
        raise Refusal("no_such_player")
    if partner == seat:
        raise Refusal("trade_with_self")
    owner = state.players[partner]
    if not owner.active:
        raise Refusal("partner_has_surrendered", name=owner.name)
    for card in (action.give, action.take):
        if card not in REWARDS and (card[:1] not in state.ruleset.cards.letters or card[1:] not in ("", *COLOURS)):
            raise Malformed("unknown_card", card=card)
    gave = find_card(rest, action.give)
    if gave is None:
        raise Refusal("card_not_held", card=action.give)
    took = find_card(owner.cards, action.take)
    if took is None:
        raise Refusal("card_not_theirs", card=action.take, name=owner.name)
    own = (*remove_cards(rest, (gave,)), took)
    theirs = (*remove_cards(owner.cards, (took,)), gave)
    after = with_player(state, seat, replace(state.players[seat], cards=own))
    after = with_player(after, partner, replace(owner, cards=theirs))
    after = replace(reset_passes(after), discarded=(*state.discarded, EXCHANGE))
    return after, (CardsTraded(seat, gave, partner, took),)


def shuffle_table(state: GameState, action: Chaos) -> Result:
    """Shuffle the face-down cards in place; raises ``paused``, ``reward_not_held`` or ``table_empty``."""
    seat = require_free_to_use_rewards(state, action.by)
    rest = spend_reward(state.players[seat].cards, CHAOS)
    lying = face_down_positions(state.table)
    if not lying:
        raise Refusal("table_empty")
    table, draws = reshuffle_table(state.table, state.draws)
    after = with_player(state, seat, replace(state.players[seat], cards=rest))
    after = replace(after, table=table, draws=draws, discarded=(*state.discarded, CHAOS))
    return after, (TableShuffled(seat, len(lying)),)
