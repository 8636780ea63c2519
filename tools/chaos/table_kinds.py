"""What is played where everything breaks: kinds of tables, how they are opened, and how people behave there."""

from typing import Final

from msgspec import Struct


class TableKind(Struct, frozen=True):
    """A kind of table: how it is opened, for how many, and whether anybody plays there."""

    game: str
    players: tuple[int, ...] = (2,)
    is_played: bool = True
    is_untimed: bool = True
    """Whether no time runs out there while people play, so that several actions can be thought out ahead."""
    waits_for_window: bool = False
    """Whether each play is left to its window, or its seconds, which run out before the next action."""
    starts_when_full: bool = False
    """Whether its game begins by itself with the last seat."""


PLAYED_KINDS: Final = (
    TableKind("kelimelik saat=kapalı"),
    TableKind("kelimelik saat=kapalı dolunca", starts_when_full=True),
    TableKind("kelimelik saat=kapalı geri-alma=1dk"),
    TableKind("kelimelik saat=kapalı ipucu=2"),
    TableKind("scrabble-tr sözlük=liste", (2, 3, 4)),
    TableKind("scrabble-en challenge=double clock=none", (2, 3)),
    TableKind("wordbox-tr saat=kapalı", (2, 3, 4)),
    TableKind("wordbox-tr saat=kapalı itiraz=kapalı geri-alma=1dk", (2, 3, 4)),
    TableKind("wordbox-uk saat=kapalı"),
    TableKind("wordbox-en saat=kapalı ex=swap"),
    TableKind("tournament-tr saat=kapalı sözlük=liste"),
    TableKind("tournament-en saat=kapalı"),
    TableKind("klepka deste=kısa", (2, 3)),
    TableKind("kelimelik saat=2dk", is_untimed=False),
    TableKind("kelimelik saat=2dk geri-alma=10sn", is_untimed=False),
    TableKind("tournament-en pencere=15s", is_untimed=False),
    TableKind("klepka deste=kısa saat=açık", (2, 3), is_untimed=False),
)
IDLE_KINDS: Final = (
    TableKind("klepka deste=kısa saat=açık", is_played=False, is_untimed=False),
    TableKind("tournament-tr saat=final sözlük=liste", is_played=False, is_untimed=False),
    TableKind("kelimelik saat=2dk", is_played=False, is_untimed=False),
    TableKind("tournament-tr pencere=15s sözlük=liste", is_untimed=False, waits_for_window=True),
    TableKind("scrabble-en challenge=double window=15s clock=none", (2, 3), is_untimed=False, waits_for_window=True),
    TableKind("kelimelik saat=kapalı geri-alma=10sn", is_untimed=False, waits_for_window=True),
)
"""Tables of people who have gone away, or who let each play stand: time runs out there again and again."""
