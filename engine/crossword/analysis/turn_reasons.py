"""What tells a turn from the best one, as facts; :mod:`engine.crossword.analysis.turn_facts` computes them."""

from msgspec import Struct

from engine.crossword.analysis.premium_use import OpenPremium, UsedPremium


class TurnLost(Struct, frozen=True, tag="turn_lost"):
    """The play was challenged off: it brought nothing."""


class EndResult(Struct, frozen=True, tag="end_result"):
    """The game was played out: by how much each turn wins, with the best play of both; below 0 it loses."""

    best: int
    played: int


class BingoMissed(Struct, frozen=True, tag="bingo_missed"):
    """The best turn is a bingo, the one taken is none."""

    points: int
    """The bonus."""


class BonusMissed(Struct, frozen=True, tag="bonus_missed"):
    """The best turn covers the random bonus cell, the one taken does not."""

    points: int


class PremiumMissed(Struct, frozen=True, tag="premium_missed"):
    """The best turn gains more by a cell that multiplies words than the one taken by any."""

    premium: UsedPremium


class MorePoints(Struct, frozen=True, tag="more_points"):
    """The best turn scores more."""

    points: int


class FewerPoints(Struct, frozen=True, tag="fewer_points"):
    """The best turn scores less, and is better all the same."""

    points: int


class BetterLeave(Struct, frozen=True, tag="better_leave"):
    """What the best turn keeps is worth more."""

    points: int
    """By so much, rounded: 1 or more."""


class BlankSpent(Struct, frozen=True, tag="blank_spent"):
    """A blank was laid that the best turn keeps, and brought less than a blank is worth."""

    points: int
    """By how many points the turn that was taken scored more; 0 or below if it did not."""


class PremiumOpened(Struct, frozen=True, tag="premium_opened"):
    """The turn that was taken lets others hook onto a premium cell; before it and after the best one nobody can."""

    premium: OpenPremium


class PremiumBlocked(Struct, frozen=True, tag="premium_blocked"):
    """After the best turn nobody can hook onto a free premium cell any more; after the one taken they still can."""

    premium: OpenPremium


class BetterExchange(Struct, frozen=True, tag="better_exchange"):
    """The best turn gives tiles back."""


class TriedOut(Struct, frozen=True, tag="tried_out"):
    """On common deals the best turn came out ahead."""

    points: int
    """By so much on an average, rounded: 1 or more."""


Reason = (
    TurnLost
    | EndResult
    | BingoMissed
    | BonusMissed
    | PremiumMissed
    | MorePoints
    | FewerPoints
    | BetterLeave
    | BlankSpent
    | PremiumOpened
    | PremiumBlocked
    | BetterExchange
    | TriedOut
)
