"""Checks of the numbers of a crossword ruleset; each fault is a sentence that names its setting."""

from collections.abc import Iterator
from typing import Final

from engine import clock
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.premiums import MOST_COLUMNS
from engine.crossword.ruleset import PREMIUMS, Board, Ruleset
from engine.errors import MOST_POINTS, MOST_SECONDS, MOST_TILES, DataError, range_problems
from engine.ruleset_base import turn_problems

_KNOWN: Final = "".join(PREMIUMS)


def problems(ruleset: Ruleset) -> Iterator[str]:
    """Faults beyond those of :func:`engine.ruleset_base.ruleset_problems`."""
    yield from turn_problems(ruleset.players)
    yield from _board_problems(ruleset.board)
    yield from _four_word_problems(ruleset)
    if ruleset.scoring.cell is not None and "." not in "".join(ruleset.board.rows):
        yield "scoring.cell: the board has no plain cell for it"
    yield from _tile_problems(ruleset)
    yield from _clock_problems(ruleset)
    bonus = 0 if ruleset.scoring.cell is None else ruleset.scoring.cell.points
    for name, figure, least, most in (
        ("rack", ruleset.rack, 1, MOST_TILES),
        ("exchange.least_in_bag", ruleset.exchange.least_in_bag, 1, MOST_TILES),
        ("ending.run.turns", ruleset.ending.run.turns, 1, MOST_TILES),
        ("ending.run.per_player", ruleset.ending.run.per_player, 0, MOST_TILES),
        ("judging.window", ruleset.judging.window, 1, MOST_SECONDS),
        ("scoring.bingo", ruleset.scoring.bingo, 0, MOST_POINTS),
        ("scoring.cell.points", bonus, 0, MOST_POINTS),
    ):
        yield from range_problems(name, figure, least, most)
    choices = ruleset.exchange.least_choices
    if choices and (ruleset.exchange.least_in_bag not in choices or min(choices) < 1):
        yield f"exchange.least_choices is {list(choices)}; it must hold least_in_bag, and nothing below 1"
    if ruleset.exchange.per_player is not None and ruleset.exchange.per_player < 0:
        yield f"exchange.per_player is {ruleset.exchange.per_player}; it must be at least 0"


def _board_problems(board: Board) -> Iterator[str]:
    if not board.rows or not board.rows[0]:
        yield "board.rows is empty"
        return
    width = len(board.rows[0])
    if width > MOST_COLUMNS:
        yield f"board.rows: {width} columns; columns are lettered, so there are at most {MOST_COLUMNS}"
    for number, row in enumerate(board.rows, start=1):
        if len(row) != width:
            yield f"board.rows: row {number} has {len(row)} cells where row 1 has {width}"
        for column, sign in enumerate(row, start=1):
            if sign not in PREMIUMS:
                yield f"board.rows: row {number}, column {column}: unknown premium {sign!r}; known are {_KNOWN}"
    centres = sum(row.count("*") for row in board.rows)
    if centres != 1:
        yield f"board.rows has {centres} centres (*); it needs one"


def _four_word_problems(ruleset: Ruleset) -> Iterator[str]:
    """4W cells must be on the edge if a table may read them clockwise."""
    scoring, rows = ruleset.scoring, ruleset.board.rows
    if scoring.four_word not in scoring.four_word_choices:
        yield f"scoring.four_word is {scoring.four_word}; it must be among four_word_choices"
    if "clockwise" not in scoring.four_word_choices:
        return
    for number, row in enumerate(rows, start=1):
        for column, sign in enumerate(row, start=1):
            if sign == "Q" and 1 < number < len(rows) and 1 < column < len(row):
                yield f"board.rows: row {number}, column {column}: a 4W cell (Q) lies on the edge, to be read clockwise"


def _tile_problems(ruleset: Ruleset) -> Iterator[str]:
    try:
        letters = load_alphabet(ruleset.language).letters
    except DataError as error:
        yield f"language: {error}"
        return
    if ruleset.values.get(BLANK) != 0:
        yield 'values: the blank "?" must be listed with 0 points'
    for face in ruleset.values:
        if face != BLANK and face not in letters:
            yield f"values: {face!r} is no letter of the language {ruleset.language!r}"
    for letter in letters:
        if letter not in ruleset.values:
            yield f"values: the letter {letter!r} has no points; a blank may stand for it"
    yield from _colour_problems(ruleset, letters)
    yield from _bag_problems(ruleset)


def _colour_problems(ruleset: Ruleset, letters: tuple[str, ...]) -> Iterator[str]:
    for face in ruleset.colours:
        if face not in letters:
            yield f"colours: {face!r} is no letter of the language {ruleset.language!r}"
    missing = [letter for letter in letters if letter not in ruleset.colours]
    if ruleset.colours and missing:
        yield f"colours: {' '.join(missing)} have none; colour all letters or none"


def _bag_problems(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.bag not in ruleset.bags:
        yield f"bag {ruleset.bag!r} is not among the bags: {', '.join(ruleset.bags)}"
    for name, bag in ruleset.bags.items():
        total = sum(bag.counts.values())
        if total != bag.tiles:
            yield f"bags.{name}: the counts sum to {total}, not to the stated {bag.tiles} tiles"
        for face, count in bag.counts.items():
            if face not in ruleset.values:
                yield f"bags.{name}: {face!r} has no points in values"
            if count < 1:
                yield f"bags.{name}: {face!r} counts {count}; leave out what is not there"
        yield from range_problems(f"bags.{name}: tiles", bag.tiles, 1, MOST_TILES)
        if total < ruleset.players.most * ruleset.rack:
            yield f"bags.{name}: {total} tiles cannot fill {ruleset.players.most} racks of {ruleset.rack}"


def _clock_problems(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.clock != clock.NO_CLOCK and ruleset.clock not in ruleset.clocks:
        yield f"clock {ruleset.clock!r} is not among the clocks: {', '.join((clock.NO_CLOCK, *ruleset.clocks))}"
    yield from clock.clock_problems(ruleset.clocks)
