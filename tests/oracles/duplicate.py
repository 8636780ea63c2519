"""Duplicate once more, from its rules alone: plays games, and checks recorded ones line by line.

Imports nothing of the engine but the word lists, and reads boards, tiles and letters from the data files. Search,
scores, ties and draws are its own. A faster search may be handed in; what it yields is scored and judged here.

A sign is a letter as it lies: a capital is a tile, the small form a blank (``A``, ``a``). Cells are (row, column).
"""

import argparse
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from engine.lexicon import load_lexicon

Cell = tuple[int, int]
Tiles = tuple[tuple[Cell, str], ...]
"""The tiles of one play in the order of their line, each with its sign."""
BLANK: Final = "?"
RACK: Final = 7
ACROSS, DOWN = (0, 1), (1, 0)
DIRECTIONS: Final = {ACROSS: "across", DOWN: "down"}
MOST_FAILURES: Final = 200
MOST_DRY: Final = 5
GUARDED_ROUNDS: Final = 15
VOWELS: Final = {"tr": "AEIİOÖUÜ", "en": "AEIOU", "uk": "АЕЄИІЇОУЮЯ"}
BOTH: Final = {"tr": BLANK, "en": f"{BLANK}Y", "uk": BLANK}
NEITHER: Final = {"tr": "", "en": "", "uk": "Ь'"}
SOURCES: Final = {
    "duplicate-en": ("scrabble-en", "scrabble-en"),
    "duplicate-kelimelik": ("kelimelik", "kelimelik"),
    "duplicate-mini": ("mini-tr", "mini-tr"),
    "duplicate-tr": ("scrabble-tr", "scrabble-tr"),
    "duplicate-uk": ("scrabble-en", "wordbox-uk"),
}
"""The files that have a game's board, and its tiles, bingo and list."""
LETTER_PREMIUMS: Final = {"d": 2, "t": 3}
WORD_PREMIUMS: Final = {"D": 2, "T": 3, "*": 2}
TIE_RULES: Final = ("blanks", "kept", "tiles", "word", "place")
"""The rules that decide between equal tops, in their order; ``blank`` is the last."""


class WordSet(Protocol):
    """What is asked of a list of words."""

    def __contains__(self, word: str) -> bool: ...

    def has_prefix(self, prefix: str) -> bool: ...


class WrongRecordError(Exception):
    """A record's line breaks the rules."""


class Rules:
    """Board, tiles and letters of one game."""

    def __init__(self, name: str) -> None:
        board, tiles = (_read_data(f"rulesets/{source}.toml") for source in SOURCES[name])
        self.name: Final = name
        self.language: Final[str] = tiles["language"]
        self.list_name: Final[str] = tiles["lexicon"]
        self.rows: Final[list[str]] = board["board"]["rows"].split()
        self.values: Final[dict[str, int]] = tiles["values"]
        self.counts: Final[dict[str, int]] = tiles["bags"][tiles["bag"]]["counts"]
        self.bingo: Final[int] = tiles["scoring"]["bingo"]
        self.guarded_rounds: Final = 0 if name == "duplicate-mini" else GUARDED_ROUNDS
        alphabet = _read_data(f"languages/{self.language}.toml")
        self.letters: Final[str] = alphabet["letters"]
        self.small: Final = dict(zip(self.letters, alphabet["lower"], strict=True)) | alphabet.get("blanks", {})
        self.letter_of: Final = {letter: letter for letter in self.letters} | {
            sign: letter for letter, sign in self.small.items()
        }
        (self.centre,) = ((r, row.index("*")) for r, row in enumerate(self.rows) if "*" in row)
        self._faces: Final = f"{self.letters}{BLANK}"

    def sort_faces(self, faces: Iterable[str]) -> str:
        return "".join(sorted(faces, key=self._faces.index))

    def to_letters(self, signs: str) -> str:
        return "".join(map(self.letter_of.__getitem__, signs))

    def face_of(self, sign: str) -> str:
        return sign if sign in self.letters else BLANK

    def count_kinds(self, faces: Iterable[str]) -> tuple[int, int]:
        """The vowels and the consonants, a blank or English Y among both."""
        vowels = consonants = 0
        for face in faces:
            both = face in BOTH[self.language]
            vowels += both or face in VOWELS[self.language]
            consonants += both or face not in VOWELS[self.language] + NEITHER[self.language]
        return vowels, consonants


def _read_data(path: str) -> dict[str, Any]:
    return tomllib.loads(files("engine").joinpath(path).read_text("utf-8"))


class Word(NamedTuple):
    """A word as it lies."""

    start: Cell
    step: Cell
    signs: str


class Position:
    """A board and a rack, and what follows from them for plays."""

    def __init__(self, rules: Rules, board: Mapping[Cell, str], rack: str) -> None:
        self.rules: Final = rules
        self.board: Final = board
        self.rack: Final = rack
        self._beside: Final[dict[tuple[Cell, Cell], tuple[str, str]]] = {}

    def beside(self, cell: Cell, step: Cell) -> tuple[str, str]:
        """What lies without a gap before and behind a cell."""
        if (cell, step) not in self._beside:
            self._beside[cell, step] = self._walk(cell, (-step[0], -step[1]))[::-1], self._walk(cell, step)
        return self._beside[cell, step]

    def _walk(self, cell: Cell, step: Cell) -> str:
        signs = ""
        while sign := self.board.get(cell := (cell[0] + step[0], cell[1] + step[1])):
            signs += sign
        return signs

    def is_anchor(self, cell: Cell) -> bool:
        """Whether a tile on this empty cell joins the play to the board."""
        if not self.board:
            return cell == self.rules.centre
        return cell not in self.board and any(any(self.beside(cell, step)) for step in DIRECTIONS)

    def formed_words(self, tiles: Tiles) -> list[Word]:
        """Every word of two letters or more that new tiles form, that along their line first."""
        along, crossing = (ACROSS, DOWN) if tiles[0][0][0] == tiles[-1][0][0] else (DOWN, ACROSS)
        words = [self._word_through((tile,), crossing) for tile in tiles if any(self.beside(tile[0], crossing))]
        main = self._word_through(tiles, along)
        return [main, *words] if len(main.signs) > 1 else words

    def _word_through(self, tiles: Tiles, step: Cell) -> Word:
        (row, column), signs = tiles[0]
        down, right = step
        before = self.beside((row, column), step)[0]
        reached = row, column
        for cell, sign in tiles[1:]:
            while (reached := (reached[0] + down, reached[1] + right)) != cell:
                signs += self.board[reached]
            signs += sign
        behind = self.beside(reached, step)[1]
        return Word((row - down * len(before), column - right * len(before)), step, before + signs + behind)

    def score(self, tiles: Tiles) -> int:
        """What a play brings: premiums for new tiles alone, every word, the bingo for seven tiles."""
        rows, values, new = self.rules.rows, self.rules.values, {cell for cell, _ in tiles}
        total = self.rules.bingo if len(tiles) == RACK else 0
        for (row, column), (down, right), signs in self.formed_words(tiles):
            points, times = 0, 1
            for place, sign in enumerate(signs):
                value = values.get(sign, 0)  # none of a small sign
                cell = row + down * place, column + right * place
                if cell in new:
                    premium = rows[cell[0]][cell[1]]
                    value *= LETTER_PREMIUMS.get(premium, 1)
                    times *= WORD_PREMIUMS.get(premium, 1)
                points += value
            total += points * times
        return total

    def problem(self, tiles: Tiles, words: WordSet) -> str | None:
        """What is wrong with a play without gaps, if anything is."""
        if Counter(self.rules.face_of(sign) for _, sign in tiles) - Counter(self.rack):
            return "tiles that are not on the rack"
        cells = {cell for cell, _ in tiles}
        if self.board.keys() & cells:
            return "a cell that is not free"
        if not any(map(self.is_anchor, cells)) or (not self.board and len(tiles) == 1):
            return "not joined"
        formed = (self.rules.to_letters(word.signs) for word in self.formed_words(tiles))
        return next((word for word in formed if word not in words), None)


Search = Callable[[Position], Iterable[Tiles]]
"""Yields every legal play of a position."""


class Line(NamedTuple):
    """A row or column to search, and the letters that the words across allow on its empty cells."""

    position: Position
    cells: list[Cell]
    fitting: dict[Cell, str]


class Beginning(NamedTuple):
    """How a word begins: its letters, the signs among them that are new, the faces left for the rest."""

    letters: str
    signs: str
    left: str


class OwnSearch:
    """Reads words letter by letter from every cell where one may start, along each row and column."""

    def __init__(self, words: WordSet) -> None:
        self._words: Final = words
        self._following: Final[dict[str, str]] = {}

    def __call__(self, position: Position) -> set[Tiles]:
        rows, columns = range(len(position.rules.rows)), range(len(position.rules.rows[0]))
        lines = [self._line(position, [(row, column) for column in columns], DOWN) for row in rows]
        lines += [self._line(position, [(row, column) for row in rows], ACROSS) for column in columns]
        beginnings = [[Beginning("", "", position.rack)]]  # by length, where nothing is near
        return {tiles for line in lines for tiles in self._search_line(line, beginnings)}

    def _line(self, position: Position, cells: list[Cell], crossing: Cell) -> Line:
        fitting = {}
        for cell in cells:
            if cell not in position.board:
                before, behind = map(position.rules.to_letters, position.beside(cell, crossing))
                fitting[cell] = "".join(
                    letter
                    for letter in position.rules.letters
                    if not before + behind or before + letter + behind in self._words
                )
        return Line(position, cells, fitting)

    def _search_line(self, line: Line, beginnings: list[list[Beginning]]) -> Iterator[Tiles]:
        position, cells = line.position, line.cells
        meeting = [place for place, cell in enumerate(cells) if cell in position.board or position.is_anchor(cell)]
        for start in range(len(cells)):
            first = next((place for place in meeting if place >= start), None)
            if first is None or first - start >= len(position.rack) or (start and cells[start - 1] in position.board):
                continue
            while len(beginnings) <= first - start:
                beginnings.append([more for begun in beginnings[-1] for more in self._add_tile(position.rules, begun)])
            for begun in beginnings[first - start]:
                yield from self._extend(line, first, begun, joined=False)

    def _extend(self, line: Line, place: int, begun: Beginning, *, joined: bool) -> Iterator[Tiles]:
        rules, board = line.position.rules, line.position.board
        cell = line.cells[place] if place < len(line.cells) else None
        there = board.get(cell, "") if cell else ""
        if joined and begun.signs and not there and len(begun.letters) > 1 and begun.letters in self._words:
            free = (each for each in line.cells[place - len(begun.letters) : place] if each not in board)
            yield tuple(zip(free, begun.signs, strict=True))
        if there:
            letter = rules.letter_of[there]
            if letter in self._letters_after(rules, begun.letters):
                yield from self._extend(line, place + 1, begun._replace(letters=begun.letters + letter), joined=True)
        elif cell:
            for more in self._add_tile(rules, begun):
                if more.letters[-1] in line.fitting[cell]:
                    yield from self._extend(line, place + 1, more, joined=True)

    def _add_tile(self, rules: Rules, begun: Beginning) -> Iterator[Beginning]:
        letters, signs, left = begun
        for letter in self._letters_after(rules, letters):
            for face, sign in ((letter, letter), (BLANK, rules.small[letter])):
                if face in left:
                    yield Beginning(letters + letter, signs + sign, left.replace(face, "", 1))

    def _letters_after(self, rules: Rules, letters: str) -> str:
        if letters not in self._following:
            self._following[letters] = "".join(c for c in rules.letters if self._words.has_prefix(letters + c))
        return self._following[letters]


class Top(NamedTuple):
    """A play of the most points, with what decides between it and others: the first of the key is laid."""

    key: tuple[int, int, int, tuple[int, ...], tuple[bool, Cell], tuple[bool, ...]]
    tiles: Tiles
    word: Word
    score: int


def rank_tops(position: Position, plays: Iterable[Tiles]) -> list[Top]:
    """The plays of the most points, the one to lay first."""
    scored = [(position.score(tiles), tiles) for tiles in plays]
    most = max((score for score, _ in scored), default=0)
    return sorted({_rank_top(position, tiles, score) for score, tiles in scored if score == most})


def _rank_top(position: Position, tiles: Tiles, score: int) -> Top:
    rules = position.rules

    def word_key(word: Word) -> tuple[tuple[int, ...], tuple[bool, Cell]]:
        letters = tuple(map(rules.letters.index, rules.to_letters(word.signs)))
        return letters, (word.step == DOWN, word.start)

    words = position.formed_words(tiles)
    main = min(words, key=word_key) if len(tiles) == 1 else words[0]
    used = Counter(rules.face_of(sign) for _, sign in tiles)
    vowels, consonants = rules.count_kinds((Counter(position.rack) - used).elements())
    blanks = tuple(sign not in rules.letters for sign in main.signs)
    return Top((used[BLANK], abs(vowels - consonants), len(tiles), *word_key(main), blanks), tiles, main, score)


def tie_reason(tops: list[Top]) -> str:
    """The first rule in which the laid play differs from the next that differs in any but ``blank``."""
    laid = tops[0].key[:-1]
    other = next((top.key[:-1] for top in tops if top.key[:-1] != laid), None)
    if other is None:
        return "blank" if len(tops) > 1 else ""
    return next(rule for rule, mine, its in zip(TIE_RULES, laid, other, strict=True) if mine != its)


@dataclass
class Totals:
    """What was counted over games."""

    games: int = 0
    rounds: int = 0
    points: int = 0
    draws: int = 0
    refused: int = 0
    ties: int = 0

    def add(self, other: "Totals") -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def summary(self) -> dict[str, float]:
        """The figures of a simulation; shares from 0 to 1."""
        return {
            "games": self.games,
            "rounds_mean": self.rounds / max(1, self.games),
            "tops_mean": self.points / max(1, self.games),
            "refused_share": self.refused / max(1, self.draws),
            "tie_share": self.ties / max(1, self.rounds),
        }


class Game:
    """Where a game stands between two lines of its record; ``rounds`` is the number agreed, ``None`` for all."""

    def __init__(self, rules: Rules, search: Search, words: WordSet, rounds: int | None = None) -> None:
        self.rules: Final = rules
        self.totals: Final = Totals(games=1)
        self.board: Final[dict[Cell, str]] = {}
        self.left: Final = Counter(rules.counts)
        """The faces that are not on the board."""
        self._search: Final = search
        self._words: Final = words
        self.rounds = rounds
        self._kept = ""
        self.failures = 0
        self._dry = 0

    @property
    def ending(self) -> str | None:
        """Why the game is over, the first reason that holds."""
        vowels, consonants = self.rules.count_kinds(self.left.elements())
        over = {
            "rounds": self.totals.rounds == self.rounds,
            "tiles": self.left.total() < 2,
            "vowels": vowels == 0,
            "consonants": consonants == 0,
            "noplay": self._dry == MOST_DRY or (self._dry > 0 and self.left.total() <= RACK),
        }
        return next((why for why, holds in over.items() if holds), None)

    def draw_rack(self, chance: Random) -> str:
        """A rack as it may be drawn now: what is kept, filled from the bag."""
        bag = sorted((self.left - Counter(self._kept)).elements())
        return self.rules.sort_faces([*self._kept, *chance.sample(bag, min(RACK - len(self._kept), len(bag)))])

    def rack_problem(self, rack: str) -> str | None:
        """Why a rack cannot have been drawn now."""
        if len(rack) != min(RACK, self.left.total()):
            return f"{len(rack)} tiles"
        if Counter(rack) - self.left:
            return "tiles that are not left"
        if Counter(self._kept) - Counter(rack):
            return f"without what was kept, {self._kept}"
        return None if rack == self.rules.sort_faces(rack) else "not in order"

    def take_rack(self, rack: str) -> str:
        """Take the game on by a rack that was drawn, and say what its record says of it."""
        self.totals.draws += 1
        if min(self.rules.count_kinds(rack)) < self._least_of_each():
            self.totals.refused += 1
            self.failures += 1
            self._kept = ""
            return f"refused\t{rack}"
        return self.play_rack(rack)

    def _least_of_each(self) -> int:
        if self.totals.rounds >= self.rules.guarded_rounds or self.failures >= MOST_FAILURES:
            return 1
        vowels, consonants = self.rules.count_kinds(self.left.elements())
        both = min(2, sum(self.left[face] for face in BOTH[self.rules.language]))
        room = min(RACK, self.left.total())
        return 2 if min(vowels, consonants) >= 2 and both + 2 * (2 - both) <= room else 1

    def play_rack(self, rack: str) -> str:
        """Lay the top of a rack, whatever its vowels and consonants, or put it back; what its record says of it."""
        position = Position(self.rules, self.board, rack)
        tops = rank_tops(position, self._search(position))
        for top in tops:
            if problem := position.problem(top.tiles, self._words):
                raise WrongRecordError(f"the search found {top}: {problem}")
        if not tops:
            self._dry += 1
            self._kept = ""
            return f"noplay\t{rack}"
        laid, totals = tops[0], self.totals
        used = Counter(self.rules.face_of(sign) for _, sign in laid.tiles)
        self.board.update(laid.tiles)
        self.left.subtract(used)
        self._kept = self.rules.sort_faces((Counter(rack) - used).elements())
        self.failures = self._dry = 0
        totals.rounds += 1
        totals.points += laid.score
        totals.ties += len({self.rules.to_letters(top.word.signs) for top in tops}) > 1
        cell = f"{chr(ord('A') + laid.word.start[1])}{laid.word.start[0] + 1}"
        fields = (totals.rounds, rack, cell, DIRECTIONS[laid.word.step], laid.word.signs, laid.score, tie_reason(tops))
        return "\t".join(map(str, fields))


def play_game(game: Game, chance: Random) -> str:
    """Play a game to its end; its record."""
    lines = []
    while not (why := game.ending):
        lines.append(game.take_rack(game.draw_rack(chance)))
    return "".join(f"{line}\n" for line in (*lines, f"end\t{why}"))


def check_game(
    text: str, rules: Rules, words: WordSet, search: Search | None = None, rounds: int | None = None
) -> Totals:
    """Hold every line of a record against the rules.

    Raises:
        WrongRecordError: a line breaks them; names it, and what is wrong or what was expected.
    """
    game, over = Game(rules, search or OwnSearch(words), words, rounds), False
    if not text.endswith("\n"):
        raise WrongRecordError("the last line has no end")
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if line.startswith("#"):
            continue
        if over:
            raise WrongRecordError(f"line {number}: the game was over")
        kind, rack, *_ = *line.split("\t"), ""
        over = kind == "end"
        if over or game.ending:
            expected = f"end\t{game.ending}"
        elif problem := game.rack_problem(rack):
            raise WrongRecordError(f"line {number}: {rack}: {problem}")
        else:
            expected = game.take_rack(rack)
        if line != expected:
            raise WrongRecordError(f"line {number}: {line!r}, expected {expected!r}")
    if not over:
        raise WrongRecordError("no end")
    return game.totals


def main() -> None:
    """Play games, or check records; print the means."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.duplicate", description=main.__doc__)
    parser.add_argument("--ruleset", choices=SOURCES, required=True)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, help="end after so many")
    parser.add_argument(
        "--compiled",
        type=int,
        nargs="?",
        const=0,
        metavar="MOST",
        help="search by the product's kernel, of a rack's plays for those alone to which it gives most points",
    )
    parser.add_argument("--record", type=Path, help="write the games into this folder")
    parser.add_argument("--check", type=Path, nargs="+", metavar="FILE", help="check these records, and play none")
    asked = parser.parse_args()
    rules = Rules(asked.ruleset)
    words = load_lexicon(rules.list_name)
    search: Search = OwnSearch(words)
    if asked.compiled is not None:
        search = import_module("tests.oracles.compiled_search").CompiledSearch(rules, words, asked.compiled)
    totals = Totals()
    for file in asked.check or ():
        try:
            totals.add(check_game(file.read_bytes().decode(), rules, words, search, asked.rounds))
        except WrongRecordError as error:
            parser.exit(1, f"{file}: {error}\n")
    for number in () if asked.check else range(1, asked.games + 1):
        game = Game(rules, search, words, asked.rounds)
        text = play_game(game, Random(f"{asked.seed} {number}"))
        totals.add(game.totals)
        if asked.record:
            asked.record.mkdir(parents=True, exist_ok=True)
            asked.record.joinpath(f"{rules.name}-{number}.txt").write_text(text, "utf-8", newline="\n")
    print(json.dumps(totals.summary()))  # noqa: T201 - it is what the program is for


if __name__ == "__main__":
    main()
