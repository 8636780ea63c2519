"""Reading ``/takas``: which own card, whose, and which of theirs. Knows seats and cards, no messages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.typed.vocabulary import vocabulary
from engine.alphabet import Alphabet
from engine.errors import Malformed, Refusal
from engine.klepka import notation
from engine.klepka.state import GameState

_SEAT: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_CARDS: Final = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What was written: the text, the people named in it without a username, and who was answered."""

    text: str
    named: tuple[tuple[str, int], ...]
    answered: int | None


def read_trade(
    asked: Asked, state: GameState, seat: int, usernames: Mapping[str, int], letters: Alphabet
) -> tuple[str, int, str]:
    """The own card, the other player's user, and their card.

    The player is a seat's number, a mention, or whoever was answered; with two at the table it can only be the other.

    Raises:
        Refusal: ``no_such_player``.
        Malformed: ``trade_usage``, ``trade_with_whom``, or as :func:`engine.klepka.notation.cards`.
    """
    text, owner = asked.text, None
    for name, user in asked.named:
        text, owner = text.replace(name, " ", 1), user
    rest: list[str] = []
    for part in text.split():
        meant = _player(part, state, usernames)
        if meant is None:
            rest.append(part)
        else:
            owner = meant
    if owner is None:
        owner = asked.answered
    found = notation.cards(" ".join(rest), letters, vocabulary()) if rest else ()
    if len(found) != _CARDS:
        raise Malformed("trade_usage")
    if owner is None:
        owner = _only_other(state, seat)
    return found[0], owner, found[1]


def _player(part: str, state: GameState, usernames: Mapping[str, int]) -> int | None:
    """The user that a part of the text means; ``None`` when it means no player."""
    if part.startswith("@"):
        user = usernames.get(part[1:].lower())
        if user is None:
            raise Refusal("no_such_player")
        return user
    if not _SEAT.fullmatch(part):
        return None
    if not 1 <= int(part) <= len(state.players):
        raise Refusal("no_such_player")
    return state.players[int(part) - 1].user


def _only_other(state: GameState, seat: int) -> int:
    others = [player.user for number, player in enumerate(state.players) if number != seat and player.active]
    if len(others) != 1:
        raise Malformed("trade_with_whom")
    return others[0]
