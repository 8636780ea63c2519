"""Reads ``/takas``: one's own card, the other player, and their card. Knows seats and cards, no messages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.user_input.vocabulary import load_vocabulary
from engine.alphabet import Alphabet
from engine.errors import Malformed, Refusal
from engine.klepka import notation
from engine.klepka.state import GameState

_SEAT_NUMBER: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_CARDS_OF_TRADE: Final = 2


@dataclass(frozen=True, slots=True)
class TypedTrade:
    """The text, the people mentioned in it without a username, and the author of the message it replies to."""

    text: str
    mentioned: tuple[tuple[str, int], ...]
    replied_user: int | None


def read_trade(
    typed: TypedTrade, state: GameState, seat: int, usernames: Mapping[str, int], letters: Alphabet
) -> tuple[str, int, str]:
    """The own card, the other player's user, and their card.

    The player is a seat's number, a mention, or whoever was answered; with two at the table it can only be the other.

    Raises:
        Refusal: ``no_such_player``.
        Malformed: ``trade_usage``, ``trade_with_whom``, or as :func:`engine.klepka.notation.parse_cards`.
    """
    text, owner = typed.text, None
    for name, user in typed.mentioned:
        text, owner = text.replace(name, " ", 1), user
    rest: list[str] = []
    for part in text.split():
        meant = _read_user(part, state, usernames)
        if meant is None:
            rest.append(part)
        else:
            owner = meant
    if owner is None:
        owner = typed.replied_user
    found = notation.parse_cards(" ".join(rest), letters, load_vocabulary()) if rest else ()
    if len(found) != _CARDS_OF_TRADE:
        raise Malformed("trade_usage")
    if owner is None:
        owner = _only_other(state, seat)
    return found[0], owner, found[1]


def _read_user(part: str, state: GameState, usernames: Mapping[str, int]) -> int | None:
    if part.startswith("@"):
        user = usernames.get(part[1:].lower())
        if user is None:
            raise Refusal("no_such_player")
        return user
    if not _SEAT_NUMBER.fullmatch(part):
        return None
    if not 1 <= int(part) <= len(state.players):
        raise Refusal("no_such_player")
    return state.players[int(part) - 1].user


def _only_other(state: GameState, seat: int) -> int:
    others = [player.user for number, player in enumerate(state.players) if number != seat and player.active]
    if len(others) != 1:
        raise Malformed("trade_with_whom")
    return others[0]
