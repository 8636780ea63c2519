"""An annotated game as text, and readers of such texts. Its plays are those of RULES §9.1 and what may follow them."""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.crossword.gcg import read_gcg
from engine.crossword.gcg_records import GcgFile
from engine.crossword.gcg_replay import Replay, replay_gcg
from engine.crossword.shipped import crossword_rulesets

SAMPLE = """\
#character-encoding UTF-8
#title A sample
#player1 ayla Ayla Ak
#player2 bo:k Bo Kay
#lexicon none
#mood cheerful
>ayla: EFLORTY 8H LOFTY +30 30
#note The first line of a note
and its second one.
>bo:k: ALMORST 7I LOAM +24 24
>ayla: ACEFIIT J7 ..FICIATE +71 101
>bo:k: ?ALQTUZ 15H QU(E)TZALs +365 389
>bo:k: (challenge) +5 394
>ayla: DEINORS H14 S. +11 112
>ayla: DEINORS --  -11 101
>bo:k: AEG -EG +0 394
>ayla: DEINORS O9 DEINORs +8 109
>bo:k: AEG - +0 394
>ayla: S -1 +0 109
>ayla: (time) -10 99
>bo:k: AEG (AEG) -4 390
>ayla:  (AEG) +8 107
"""


def parse_gcg_text(text: str, ruleset: str = "scrabble-en") -> GcgFile:
    return read_gcg(text.encode(), crossword_rulesets()[ruleset])


def replay_text(text: str, ruleset: str = "scrabble-en", turns: int | None = None) -> Replay:
    return replay_gcg(parse_gcg_text(text, ruleset), turns)


FINAL_BOARD = """
...............
...............
...............
...............
...............
...............
........LOAM...
.......LOFTY...
.........F....D
.........I....E
.........C....I
.........I....N
.........A....O
.........T....R
.......QUETZALs
"""


def is_clean(found: Replay) -> bool:
    return not found.mismatches and not found.problems


def problem_reasons(text: str, ruleset: str = "scrabble-en") -> list[str]:
    return [problem.reason for problem in replay_text(text, ruleset).problems]


_MOST_HEADER: Final = 127
"""So long may the line with the encoding be."""
_LINE: Final = re.compile(r">(?P<nick>\S+):\s+(?P<rest>.*)")
_TOTAL: Final = r"\s+(?P<total>-?\d+)"
_RACK: Final = r"(?P<rack>\S+)\s+"

_FORMS: Final = {
    "play": rf"{_RACK}(?P<at>[0-9]+[A-Za-z]|[A-Za-z][0-9]+)\s+(?P<word>(?:[^\W\d_]|\.)+)\s+"
    rf"(?P<points>\+\d+){_TOTAL}",
    "withdrawal": rf"{_RACK}--\s+(?P<points>-\d+){_TOTAL}",
    "pass": rf"{_RACK}-\s+(?P<points>\+0){_TOTAL}",
    "challenge": rf"(?:{_RACK})?\(challenge\)\s+(?P<points>\+\d+){_TOTAL}",
    "exchange": rf"{_RACK}-(?P<given>[^\s-]\S*)\s+(?P<points>\+0){_TOTAL}",
    "others' racks": rf"\((?P<left>[^\s()]+)\)\s+(?P<points>\+\d+){_TOTAL}",
    "time": rf"(?:{_RACK})?\(time\)\s+(?P<points>-\d+){_TOTAL}",
    "own rack": rf"(?P<rack>\S+)\s+\((?P<left>\S+)\)\s+(?P<points>-\d+){_TOTAL}",
}
"""What may stand behind a nick at Woogles, in the order in which it is tried."""

_MAY_BE_BELOW_ZERO: Final = {"others' racks", "time", "own rack"}
_TURNS: Final = {"play", "pass", "exchange"}

_PRAGMAS: Final = re.compile(
    r"#(player[12]\s+\S+\s+\S.*|(title|description|lexicon|board-layout|tile-distribution|game-type)\s.*|note .+"
    r"|id\s+\S+\s+\S+|rack[12]\s+\S+|incomplete.*|- .*|tile \S+\s+\S+)"
)

_HEAD_ONLY: Final = (
    "player",
    "title",
    "description",
    "id",
    "lexicon",
    "board-layout",
    "tile-distribution",
    "game-type",
)


class Row(NamedTuple):
    number: int
    text: str


class ForeignGcgError(Exception):
    """What a program would not read, or would read as something else."""

    def __init__(self, row: Row, reason: str) -> None:
        super().__init__(f"line {row.number}, {row.text!r}: {reason}")


@dataclass
class ForeignGame:
    names: dict[str, str] = field(default_factory=dict)
    """The full name by nick, in the order of play."""
    totals: dict[str, int] = field(default_factory=dict)
    lines: list[tuple[str, str]] = field(default_factory=list)
    """Of each line with points whose it is and its kind."""
    word_letters: int = 0
    complete: bool = True
    _laid: int = 0

    def take_pragma(self, row: Row) -> None:
        name, *words = row.text[1:].split()
        if name.startswith("player"):
            if self.lines or name != f"player{len(self.names) + 1}" or len(words) < 2:
                raise ForeignGcgError(row, "players have a nick and a name, and come in order before all turns")
            if words[0] in self.names:
                raise ForeignGcgError(row, "two players of one nick")
            self.names[words[0]], self.totals[words[0]] = " ".join(words[1:]), 0
        elif name == "incomplete":
            self.complete = False

    def add_line(self, row: Row, nick: str, kind: str, figures: tuple[int, int], letters: int) -> None:
        self.totals[nick] += figures[0]
        if self.totals[nick] != figures[1]:
            raise ForeignGcgError(row, f"the points add up to {self.totals[nick]}")
        if kind == "play":
            self._laid = letters
            self.word_letters += letters
        elif kind == "withdrawal":
            self.word_letters -= self._laid
        self.lines.append((nick, kind))


def read_by_woogles(data: bytes) -> ForeignGame:
    """A game of two as Woogles imports it.

    Raises:
        ForeignGcgError: it refuses the file, or the file's totals are wrong.
    """
    game = ForeignGame()
    for row in _text_lines(data):
        if row.text.startswith("#"):
            if not _PRAGMAS.fullmatch(row.text):
                raise ForeignGcgError(row, "no such pragma")
            if game.lines and row.text[1:].startswith(_HEAD_ONLY):
                raise ForeignGcgError(row, "it belongs before the first turn")
            game.take_pragma(row)
        else:
            line = _LINE.fullmatch(row.text)
            if line is None or line["nick"] not in game.names or len(game.names) != 2:
                raise ForeignGcgError(row, "it is nobody's in a game of two")
            kind, found = _woogles_kind(row, line["rest"])
            _check_order(game, row, line["nick"], kind)
            letters = sum(mark != "." for mark in found["word"]) if kind == "play" else 0
            game.add_line(row, line["nick"], kind, (int(found["points"]), int(found["total"])), letters)
    return game


def _woogles_kind(row: Row, rest: str) -> tuple[str, re.Match[str]]:
    for kind, form in _FORMS.items():
        found = re.fullmatch(form, rest)
        if found is None:
            continue
        if kind == "own rack" and found["rack"] != found["left"]:
            raise ForeignGcgError(row, "another rack is counted than the player holds")
        if kind not in _MAY_BE_BELOW_ZERO and int(found["total"]) < 0:
            raise ForeignGcgError(row, "the total is below zero before the end")
        return kind, found
    raise ForeignGcgError(row, "it has none of the forms")


def _check_order(game: ForeignGame, row: Row, nick: str, kind: str) -> None:
    if game.lines and game.lines[-1][1] in _MAY_BE_BELOW_ZERO and kind not in _MAY_BE_BELOW_ZERO:
        raise ForeignGcgError(row, "the game is over")
    if kind == "withdrawal" and (not game.lines or game.lines[-1] != (nick, "play")):
        raise ForeignGcgError(row, "there is no play to take back")


def read_by_quackle(data: bytes) -> ForeignGame:
    """A game as Quackle opens it: each line cut at white space, turns by the order of play.

    Raises:
        ForeignGcgError: it would misread a line or give it to somebody else, or the file's totals are wrong.
    """
    game, turn = ForeignGame(), 0
    for row in _text_lines(data):
        if row.text.startswith("#"):
            game.take_pragma(row)
            continue
        first, *tokens = row.text.split()
        nick, nicks = first[1:-1], list(game.names)
        if nick not in nicks or len(tokens) < 3:
            raise ForeignGcgError(row, "it is nobody's, or too short")
        kind = _quackle_kind(tokens)
        if kind == "":
            raise ForeignGcgError(row, "it is no line that Quackle knows")
        if kind in _TURNS:
            if nicks[turn % len(nicks)] != nick:
                raise ForeignGcgError(row, f"it is the turn of {nicks[turn % len(nicks)]}")
            turn += 1
        if not re.fullmatch(r"[+-]\d+", tokens[-2]):
            raise ForeignGcgError(row, f"{tokens[-2]} are no points with a sign")
        letters = sum(mark != "." for mark in tokens[2]) if kind == "play" else 0
        game.add_line(row, nick, kind, (int(tokens[-2]), int(tokens[-1])), letters)
    return game


def _quackle_kind(tokens: list[str]) -> str:
    """What a line is by its first two tokens; a rack must stand before what is not the end of the game."""
    rack, what = tokens[:2]
    if rack.startswith("(") and rack.endswith(")"):
        # Quackle ends the game here, and counts the points that stand behind it.
        return {"(time)": "time", "(challenge)": "challenge"}.get(rack, "others' racks")
    if rack.startswith("-"):
        return ""
    if what.startswith("-"):
        return "withdrawal" if what.startswith("--") else "pass" if what == "-" else "exchange"
    if what in {"(time)", "(challenge)"}:
        return what.strip("()")
    if what.startswith("("):
        return "own rack"
    return "play" if re.fullmatch(r"[0-9]+[A-Za-z]|[A-Za-z][0-9]+", what) and len(tokens) == 5 else ""


def _text_lines(data: bytes) -> list[Row]:
    """The lines behind the first, which says how they are encoded."""
    head, _, _ = data.partition(b"\n")
    if len(head) > _MOST_HEADER or not re.fullmatch(rb"#character-encoding [Uu][Tt][Ff]-?8", head):
        raise ForeignGcgError(Row(1, f"{head!r}"), "the encoding comes first")
    if not data.endswith(b"\n") or b"\r" in data:
        raise ForeignGcgError(Row(1, f"{head!r}"), "each line ends with a line feed")
    rows = [Row(number, text) for number, text in enumerate(data.decode("utf-8").split("\n")[1:-1], start=2)]
    for row in rows:
        if not row.text.startswith(("#", ">")) or row.text.startswith("#character-encoding"):
            raise ForeignGcgError(row, "it is neither a pragma nor a player's")
    return rows
