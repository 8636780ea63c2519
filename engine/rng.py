"""Random draws that replay: every number follows from a seed and a counter, both part of the game's state.

Fairness: the operator publishes the SHA-256 of a secret before anyone joins. The seed mixes the secret with the seated
users and the id of the start message, which the operator cannot choose. Once the secret is shown, anyone can check both
with :func:`commitment` and :func:`seed`.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct

T = TypeVar("T")

SECRET_BYTES: Final = 32
SEAL_DIGITS: Final = 64
SHOWN_DIGITS: Final = 30
"""How many digits of a seal the chat shows: 120 bits (``docs/decisions/0027-a-seal-of-one-line.md``)."""
_WORD: Final = 1 << 64


def commitment(secret: str) -> str:
    """The seal: the SHA-256 (hex) of a secret of 32 bytes in hex, shown when the lobby opens."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def short_seal(seal: str) -> str:
    """The start of a seal, as shown in messages."""
    return seal[:SHOWN_DIGITS]


def seed(secret: str, users: Sequence[int], message: int) -> str:
    """The game's seed (hex): SHA-256 of the secret, the seated user ids in order and the start message's id."""
    text = ",".join(str(user) for user in users) + f";{message}"
    return hashlib.sha256(bytes.fromhex(secret) + text.encode()).hexdigest()


class Draws(Struct, frozen=True):
    """A position in the endless sequence of numbers of a seed."""

    seed: str
    used: int = 0

    def random_below(self, bound: int) -> tuple[int, "Draws"]:
        """A uniform number in ``0 ≤ n < bound``, and the next position; raises ValueError if ``bound`` is below 1."""
        if bound < 1:
            raise ValueError(f"nothing can be drawn below {bound}")
        limit = _WORD - _WORD % bound
        used = self.used
        while True:
            block = hashlib.sha256(f"{self.seed}:{used}".encode()).digest()
            used += 1
            number = int.from_bytes(block[:8], "big")
            if number < limit:
                return number % bound, Draws(self.seed, used)

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Draws"]:
        """The items in random order (Fisher–Yates), and the next position."""
        mixed = list(items)
        draws = self
        for last in range(len(mixed) - 1, 0, -1):
            other, draws = draws.random_below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed), draws
