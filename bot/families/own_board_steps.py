"""How the steps of own boards are spelled: a letter for the kind, then signs for what was chosen so far."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from engine.errors import Refusal

PASS_STEP: Final = "p"  # noqa: S105 - a turn is passed
SURRENDER_STEP: Final = "s"

Kind = TypeVar("Kind", bound=StrEnum)


def split_step(kinds: type[Kind], step: str) -> tuple[Kind, str]:
    """The kind of a step, which is its first letter, and what was chosen so far.

    Raises:
        Refusal: ``stale_button`` of a kind that there is not.
    """
    try:
        return kinds(step[:1]), step[1:]
    except ValueError:
        raise Refusal("stale_button") from None


@dataclass(frozen=True, slots=True)
class LetterCodes:
    """The letters of an alphabet as signs that a step may have, one each."""

    signs: str
    letters: Sequence[str]

    def encode(self, letter: str) -> str:
        """The sign of a letter of the alphabet."""
        return self.signs[self.letters.index(letter)]

    def decode(self, sign: str) -> str:
        """The letter of a sign.

        Raises:
            Refusal: ``stale_button`` of a sign that there is not.
        """
        place = self.signs.find(sign)
        if not 0 <= place < len(self.letters):
            raise Refusal("stale_button")
        return self.letters[place]


def without_last_part(text: str, part: re.Pattern[str]) -> str:
    """A text that consists of such parts, at least one, without its last one."""
    *parts, _ = [found[0] for found in part.finditer(text)]
    return "".join(parts)
