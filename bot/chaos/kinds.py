"""What is played where everything breaks: kinds of tables, how they are opened, and how people behave there."""

from typing import Final

from msgspec import Struct


class Kind(Struct, frozen=True):
    """A kind of table: how it is opened, for how many, and whether anybody plays there."""

    game: str
    players: tuple[int, ...] = (2,)
    plays: bool = True
    steady: bool = True
    """Whether no time runs out there while people play, so that several actions can be thought out ahead."""
    patient: bool = False
    """Whether each play is left to its window, or its seconds, which run out before the next action."""
    fills: bool = False
    """Whether its game begins by itself with the last seat."""


KINDS: Final = (
    Kind("kelimelik saat=kapalı"),
    Kind("kelimelik saat=kapalı dolunca", fills=True),
    Kind("kelimelik saat=kapalı geri-alma=1dk"),
    Kind("scrabble-tr sözlük=liste", (2, 3, 4)),
    Kind("scrabble-en challenge=double clock=none", (2, 3)),
    Kind("wordbox-tr saat=kapalı", (2, 3, 4)),
    Kind("wordbox-tr saat=kapalı itiraz=kapalı geri-alma=1dk", (2, 3, 4)),
    Kind("wordbox-uk saat=kapalı"),
    Kind("wordbox-en saat=kapalı ex=swap"),
    Kind("tournament-tr saat=kapalı sözlük=liste"),
    Kind("tournament-en saat=kapalı"),
    Kind("klepka deste=kısa", (2, 3)),
    Kind("kelimelik saat=2dk", steady=False),
    Kind("kelimelik saat=2dk geri-alma=10sn", steady=False),
    Kind("tournament-en pencere=15s", steady=False),
    Kind("klepka deste=kısa saat=açık", (2, 3), steady=False),
)
SLEEPERS: Final = (
    Kind("klepka deste=kısa saat=açık", plays=False, steady=False),
    Kind("tournament-tr saat=final sözlük=liste", plays=False, steady=False),
    Kind("kelimelik saat=2dk", plays=False, steady=False),
    Kind("tournament-tr pencere=15s sözlük=liste", steady=False, patient=True),
    Kind("scrabble-en challenge=double window=15s clock=none", (2, 3), steady=False, patient=True),
    Kind("kelimelik saat=kapalı geri-alma=10sn", steady=False, patient=True),
)
"""Tables of people who have gone away, or who let each play stand: time runs out there again and again."""
