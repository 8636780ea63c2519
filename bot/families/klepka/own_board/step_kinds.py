"""The kinds of steps of an own table, by a step's first letter. Buttons that were sent before have these letters."""

from enum import StrEnum

from bot.families.own_board_steps import PASS_STEP, SURRENDER_STEP


class StepKind(StrEnum):
    """What a step shows or plays."""

    FLIP = "f"
    """Which row the next card lies in; plays the cards chosen."""
    ROW = "r"
    """Which card of a row."""
    WORD = "w"
    """Spell a word; plays it."""
    POLYSEMY = "v"
    """Which letter a polysemy card stands for."""
    INSTANT_WIN = "g"
    """Forms the words that win at once."""
    TRADE = "t"
    CHAOS = "k"
    DOUBLE = "d"
    """The host's: a word counts twice."""
    PASS = PASS_STEP
    SURRENDER = SURRENDER_STEP
