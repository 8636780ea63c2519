"""Boards as pictures of text: ``.`` is empty, a capital is a tile, a lower-case letter is a blank (RULES §1.1)."""

import atexit
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from textwrap import dedent

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.alphabet import BLANK, Alphabet, load_alphabet
from engine.crossword.movegen import PlayFinder, ScoredPlay, WordSet
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Board, Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import face_of, full_bag

_ACROSS = re.compile(r"(\d+)([A-Z])")
_DOWN = re.compile(r"([A-Z])(\d+)")


def tile_of_sign(sign: str, letters: Alphabet) -> str:
    """A sign of a picture or of a written play as a tile."""
    return f"?{letters.normalise(sign)}" if letters.is_lower(sign) else sign


def parse_board(picture: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The cells of a whole board drawn as text, one line a row."""
    rows = dedent(picture).split()
    size = (ruleset.columns, len(ruleset.board.rows))
    if len(rows) != size[1] or any(len(row) != size[0] for row in rows):
        raise ValueError(f"the picture is not {size[0]} columns by {size[1]} rows:\n{picture}")
    letters = load_alphabet(ruleset.language)
    return tuple("" if sign == "." else tile_of_sign(sign, letters) for row in rows for sign in row)


def board_picture(board: Sequence[str], ruleset: Ruleset) -> str:
    letters = load_alphabet(ruleset.language)
    signs = [letters.blank_sign(cell[1]) if len(cell) > 1 else cell or "." for cell in board]
    width = ruleset.columns
    return "\n".join("".join(signs[start : start + width]) for start in range(0, len(signs), width))


def parse_play(text: str, ruleset: Ruleset) -> list[tuple[int, str]]:
    """The cell indices and tiles of a written play, ``8H WORD`` across or ``H8 WORD`` down."""
    where, word = text.split()
    if found := _ACROSS.fullmatch(where):
        row, column, step = int(found[1]) - 1, ord(found[2]) - ord("A"), 1
    elif found := _DOWN.fullmatch(where):
        row, column, step = int(found[2]) - 1, ord(found[1]) - ord("A"), ruleset.columns
    else:
        raise ValueError(f"{where!r} is no place such as 8H or H8")
    letters = load_alphabet(ruleset.language)
    start = row * ruleset.columns + column
    return [(start + place * step, tile_of_sign(sign, letters)) for place, sign in enumerate(word)]


def board_with_plays(plays: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    board = [""] * (ruleset.columns * len(ruleset.board.rows))
    for written in plays:
        for index, put in parse_play(written, ruleset):
            board[index] = board[index] or put
    return tuple(board)


def assert_board(board: Sequence[str], expected: str, ruleset: Ruleset) -> None:
    """Fail with both boards drawn side by side unless they are equal."""
    wanted, actual = (
        board_picture(parse_board(expected, ruleset), ruleset).split(),
        board_picture(board, ruleset).split(),
    )
    if wanted != actual:
        gap = " " * max(3, 12 - ruleset.columns)
        lines = [f"{'expected':{ruleset.columns}}{gap}actual"]
        lines += [
            f"{left}{gap}{right}{'' if left == right else '  <'}" for left, right in zip(wanted, actual, strict=True)
        ]
        raise AssertionError("boards differ\n" + "\n".join(lines))


def count_tiles(bag: Iterable[str], racks: Iterable[Iterable[str]], cells: Iterable[str]) -> Counter[str]:
    count = Counter(bag)
    for rack in racks:
        count.update(rack)
    count.update(face_of(tile) for tile in cells if tile)
    return count


Found = Counter[tuple[object, str, int]]


def random_positions(rules: Ruleset, words: WordSet, searcher: BoardSearcher, chance: Random) -> Iterator[SearchQuery]:
    board = premium_board(rules.board)
    while True:
        cells, bag = [""] * board.grid.size, list(full_bag(rules.counts))
        bonus = board.grid.names[chance.choice(board.plain_cells)] if rules.scoring.cell else None
        for _ in range(chance.randrange(13)):
            chance.shuffle(bag)
            choices = searcher.find_best_plays(
                SearchQuery(rules, tuple(cells), tuple(bag[: rules.rack]), bonus), words, 8
            )
            if not choices:
                break
            for put in chance.choice(choices).play.tiles:
                cells[board.grid.indices[put.cell]] = put.tile
                bag.remove(face_of(put.tile))
                bonus = None if put.cell == bonus else bonus
        chance.shuffle(bag)
        rack = bag[: chance.choice((rules.rack, rules.rack, rules.rack, 3, 1))]
        yield SearchQuery(rules, tuple(cells), tuple(rack), bonus)


def plain_search(asked: SearchQuery, words: WordSet) -> list[ScoredPlay]:
    return PlayFinder(asked.ruleset, asked.cells, words, asked.bonus).legal_plays(asked.rack)


def count_plays(plays: Iterator[ScoredPlay]) -> Found:
    return Counter((play.tiles, play.word, play.score) for play in plays)


def leave_value(kept: tuple[str, ...]) -> float:
    return 20.5 * kept.count(BLANK) - 1.25 * (len(kept) - len(set(kept))) - 0.5 * len(kept)


def play_value(asked: SearchQuery, play: ScoredPlay) -> float:
    """A play's score and what :func:`leave_value` says of the rest of the rack."""
    kept = list(asked.rack)
    for put in play.tiles:
        kept.remove(face_of(put.tile))
    return play.score + leave_value(tuple(sorted(kept)))


def odd_rulesets(rules: Ruleset) -> tuple[Ruleset, ...]:
    wide = ("Q..d....T....d..Q.X.d...*",) + ("..D...t...Q..T..d..t..D..",) * 4
    high = ("Q.d.*", *("t.D.T", "..Qd.", ".....") * 5)
    return (
        replace(rules, board=Board(wide, centre_doubles=True), scoring=replace(rules.scoring, four_word="any")),
        replace(rules, board=Board(high, centre_doubles=False), scoring=replace(rules.scoring, four_word="endpoint")),
        replace(rules, rack=9, scoring=replace(rules.scoring, bingo_when="whole-rack")),
    )


@cache
def shared_searcher() -> BoardSearcher:
    """Keeps nothing of a search but the indices of the lists."""
    return BoardSearcher()


atexit.register(shared_searcher.cache_clear)  # while the modules are there that its memory is given back with
