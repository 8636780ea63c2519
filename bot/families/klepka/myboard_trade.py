"""My table: an exchange card, played by tapping an own card, whose, and theirs (RULES §6.7)."""

import re
import string
from typing import Final

from bot.families.klepka.myboard_scene import Scene
from bot.families.ownboard import NAMED, Key, Page, Rows, wrapped
from bot.texts import Html
from engine.alphabet import alphabet
from engine.errors import Refusal
from engine.klepka.actions import Trade
from engine.klepka.deck import COLOURS, EXCHANGE, REWARDS, Cards, without
from engine.klepka.state import GameState

_SIGNS: Final = string.ascii_letters
_STEP: Final = re.compile(r"(?:([a-zA-Z_]\d)(?:([0-9a-f])([a-zA-Z_]\d)?)?)?", re.ASCII)
"""The card given, the seat of its taker, the card wanted."""


def possible(scene: Scene) -> bool:
    """Whether the player has an exchange card, and both something to give and somebody to give it to."""
    return EXCHANGE in scene.cards and bool(_kept(scene.cards)) and bool(_partners(scene))


def steps(scene: Scene, text: str) -> Page:
    """The next question, and at the end whether to do it.

    Raises:
        Refusal: ``stale_button`` of cards and players that are not there.
    """
    if not possible(scene):
        raise Refusal("stale_button")
    give, seat, take = _read(scene.state, text)
    partners = _partners(scene)
    if give is None:
        return _asked(scene, "mine-trade-give", _cards(scene, "", _kept(scene.cards)), "")
    if give not in _kept(scene.cards):
        raise Refusal("stale_button")
    if seat is None and len(partners) > 1:
        keys = [Key(scene.view.seats[one].name, f"t{text}{one:x}") for one in partners]
        return _asked(scene, "mine-trade-whom", wrapped(keys, NAMED), "t")
    partner = partners[0] if seat is None else seat
    if partner not in partners:
        raise Refusal("stale_button")
    name, theirs = scene.own.speaker.named(scene.view.seats[partner].name), scene.view.seats[partner].cards
    before = f"{_code(scene.state, give)}{partner:x}"
    if take is None:
        back = "t" if len(partners) == 1 else f"t{before[:-1]}"
        return _asked(scene, "mine-trade-take", _cards(scene, before, theirs), back, name=name)
    if take not in theirs:
        raise Refusal("stale_button")
    gives, takes = scene.words.card(give), scene.words.card(take)
    told = scene.own.speaker.html("mine-trade-sure", name=name, gives=gives, takes=takes)
    return scene.page(told, [[scene.key("mine-trade-yes", f"t{text}", plays=True)], [scene.back(f"t{before}")]])


def trade(state: GameState, seat: int, text: str) -> Trade:
    """The exchange that a button carries.

    Raises:
        Refusal: ``stale_button`` where one of the cards is not there any more.
    """
    give, partner, take = _read(state, text)
    if give is None or partner is None or take is None or partner >= len(state.players):
        raise Refusal("stale_button")
    owner = state.players[partner]
    if give not in _kept(state.players[seat].cards) or take not in owner.cards:
        raise Refusal("stale_button")
    return Trade(state.players[seat].user, give, owner.user, take)


def _asked(scene: Scene, message: str, rows: Rows, back: str, **facts: Html) -> Page:
    return scene.page(scene.own.speaker.html(message, **facts), [*rows, [scene.back(back)]])


def _kept(cards: Cards) -> Cards:
    """What is left to give beside the exchange card itself."""
    return without(cards, (EXCHANGE,)) if EXCHANGE in cards else ()


def _partners(scene: Scene) -> list[int]:
    """Who has something to take."""
    seats = enumerate(scene.view.seats)
    return [number for number, seat in seats if number != scene.own.seat and seat.active and seat.cards]


def _cards(scene: Scene, before: str, cards: Cards) -> list[list[Key]]:
    """A button for each card that there is, alike ones together; rewards, which bear their names, below letters."""
    keys = {card: Key(scene.words.card(card), f"t{before}{_code(scene.state, card)}") for card in cards}
    letters = [key for card, key in keys.items() if card not in REWARDS]
    return [*wrapped(letters), *wrapped([key for card, key in keys.items() if card in REWARDS], NAMED)]


def _code(state: GameState, card: str) -> str:
    if card in REWARDS:
        return f"_{REWARDS.index(card)}"
    return f"{_SIGNS[alphabet(state.ruleset.language).letters.index(card[0])]}{COLOURS.index(card[1])}"


def _card(state: GameState, code: str) -> str:
    letters, number = alphabet(state.ruleset.language).letters, int(code[1])
    known = dict(zip(_SIGNS, letters, strict=False))
    if code[0] == "_" and number < len(REWARDS):
        return REWARDS[number]
    if code[0] not in known or number >= len(COLOURS):
        raise Refusal("stale_button")
    return known[code[0]] + COLOURS[number]


def _read(state: GameState, text: str) -> tuple[str | None, int | None, str | None]:
    found = _STEP.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    give, seat, take = found.groups()
    return (
        None if give is None else _card(state, give),
        None if seat is None else int(seat, 16),
        None if take is None else _card(state, take),
    )
