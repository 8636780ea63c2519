"""Own table: an exchange card, played by tapping one's own card, its new owner, and their card (RULES §6.7)."""

import re
from typing import Final

from bot.families.klepka.own_board.scene import CardScene
from bot.families.klepka.own_board.step_kinds import StepKind
from bot.families.klepka.own_board.word_steps import letter_codes
from bot.families.own_board import NAMED, OwnBoardPage, StepButton, StepRows, wrap_buttons
from bot.texts import Html
from engine.errors import Refusal
from engine.klepka.actions import Trade
from engine.klepka.deck import COLOURS, EXCHANGE, REWARDS, Cards, remove_cards
from engine.klepka.state import GameState

_TRADE_STEP: Final = re.compile(r"(?:([a-zA-Z_]\d)(?:([0-9a-f])([a-zA-Z_]\d)?)?)?", re.ASCII)
"""The card given, the seat of its taker, the card wanted."""


def can_trade(scene: CardScene) -> bool:
    """Whether the player has an exchange card, and both something to give and somebody to give it to."""
    return EXCHANGE in scene.cards and bool(_cards_to_give(scene.cards)) and bool(_possible_partners(scene))


def trade_page(scene: CardScene, text: str) -> OwnBoardPage:
    """The next question, and at the end whether to do it.

    Raises:
        Refusal: ``stale_button`` of cards and players that are not there.
    """
    if not can_trade(scene):
        raise Refusal("stale_button")
    give, seat, take = _decode_step(scene.state, text)
    partners = _possible_partners(scene)
    if give is None:
        return _question_page(scene, "own-board-trade-give", _card_buttons(scene, "", _cards_to_give(scene.cards)), "")
    if give not in _cards_to_give(scene.cards):
        raise Refusal("stale_button")
    if seat is None and len(partners) > 1:
        keys = [StepButton(scene.view.seats[one].name, f"{StepKind.TRADE}{text}{one:x}") for one in partners]
        return _question_page(scene, "own-board-trade-whom", wrap_buttons(keys, NAMED), StepKind.TRADE)
    partner = partners[0] if seat is None else seat
    if partner not in partners:
        raise Refusal("stale_button")
    name, theirs = scene.own.speaker.player_name(scene.view.seats[partner].name), scene.view.seats[partner].cards
    before = f"{_encode_card(scene.state, give)}{partner:x}"
    if take is None:
        back = StepKind.TRADE if len(partners) == 1 else f"{StepKind.TRADE}{before[:-1]}"
        return _question_page(scene, "own-board-trade-take", _card_buttons(scene, before, theirs), back, name=name)
    if take not in theirs:
        raise Refusal("stale_button")
    gives, takes = scene.wording.card_text(give), scene.wording.card_text(take)
    question = scene.own.speaker.html("own-board-trade-sure", name=name, gives=gives, takes=takes)
    return scene.to_page(
        question,
        [
            [scene.message_button("own-board-trade-yes", f"{StepKind.TRADE}{text}", plays=True)],
            [scene.back_button(f"{StepKind.TRADE}{before}")],
        ],
    )


def decode_trade(state: GameState, seat: int, text: str) -> Trade:
    """The exchange that a button carries.

    Raises:
        Refusal: ``stale_button`` where one of the cards is not there any more.
    """
    give, partner, take = _decode_step(state, text)
    if give is None or partner is None or take is None or partner >= len(state.players):
        raise Refusal("stale_button")
    owner = state.players[partner]
    if give not in _cards_to_give(state.players[seat].cards) or take not in owner.cards:
        raise Refusal("stale_button")
    return Trade(state.players[seat].user, give, owner.user, take)


def _question_page(scene: CardScene, message: str, rows: StepRows, back: str, **arguments: Html) -> OwnBoardPage:
    return scene.to_page(scene.own.speaker.html(message, **arguments), [*rows, [scene.back_button(back)]])


def _cards_to_give(cards: Cards) -> Cards:
    """What is left to give beside the exchange card itself."""
    return remove_cards(cards, (EXCHANGE,)) if EXCHANGE in cards else ()


def _possible_partners(scene: CardScene) -> list[int]:
    """Who has something to take."""
    seats = enumerate(scene.view.seats)
    return [number for number, seat in seats if number != scene.own.seat and seat.active and seat.cards]


def _card_buttons(scene: CardScene, before: str, cards: Cards) -> list[list[StepButton]]:
    """A button for each card that there is, alike ones together; rewards, which bear their names, below letters."""
    keys = {
        card: StepButton(scene.wording.card_text(card), f"{StepKind.TRADE}{before}{_encode_card(scene.state, card)}")
        for card in cards
    }
    letters = [key for card, key in keys.items() if card not in REWARDS]
    return [*wrap_buttons(letters), *wrap_buttons([key for card, key in keys.items() if card in REWARDS], NAMED)]


def _encode_card(state: GameState, card: str) -> str:
    if card in REWARDS:
        return f"_{REWARDS.index(card)}"
    return f"{letter_codes(state).encode(card[0])}{COLOURS.index(card[1])}"


def _decode_card(state: GameState, code: str) -> str:
    number = int(code[1])
    if code[0] == "_" and number < len(REWARDS):
        return REWARDS[number]
    if number >= len(COLOURS):
        raise Refusal("stale_button")
    return letter_codes(state).decode(code[0]) + COLOURS[number]


def _decode_step(state: GameState, text: str) -> tuple[str | None, int | None, str | None]:
    found = _TRADE_STEP.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    give, seat, take = found.groups()
    return (
        None if give is None else _decode_card(state, give),
        None if seat is None else int(seat, 16),
        None if take is None else _decode_card(state, take),
    )
