"""The kinds of steps of an own board, by a step's first letter. Buttons that were sent before have these letters."""

from enum import StrEnum

from bot.families.own_board_steps import PASS_STEP, SURRENDER_STEP


class StepKind(StrEnum):
    """What a step shows or plays."""

    ROW = "r"
    """Which row the first new tile goes to; with a row, which column."""
    DIRECTION = "c"
    LAY = "d"
    """Tile by tile; plays the move."""
    BLANK = "b"
    """Which letter a blank stands for, in a move laid so far."""
    WORD = "w"
    """Spell a word."""
    WORD_BLANK = "v"
    """Which letter a blank stands for, in a word."""
    PLACEMENTS = "l"
    """Where a word fits."""
    EXCHANGE = "x"
    PASS = PASS_STEP
    CHALLENGE = "q"
    TAKE_BACK = "t"
    OFFER_DRAW = "o"
    ACCEPT_DRAW = "y"
    DECLINE_DRAW = "n"
    SURRENDER = SURRENDER_STEP
    SHUFFLE = "z"
    """Puts the rack into another order."""
