"""From a GCG file to a :class:`Sheet`: pragmas, notes, players, entries. Judges no play and keeps no board.

What the format cannot say stands in pragmas of our own: ``#harfiyen ruleset ID``, ``bag NAME``,
``option NAME VALUE``, ``bonus CELL``, ``seed HEX``, ``surrender NICK``, ``forfeit NICK`` and
``retired NICK``. A line that cannot be read becomes an
:class:`Unreadable` record, and the rest is read on.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, get_args

from engine.alphabet import Alphabet, alphabet
from engine.crossword.games import crosswords
from engine.crossword.gcg.entries import read_entry
from engine.crossword.gcg.namesakes import own_nicks, players, told_apart
from engine.crossword.gcg.records import Departed, Departure, Entry, Line, Named, Pragma, Record, Sheet, Unreadable
from engine.crossword.gcg.text import lines
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.errors import Refusal
from engine.rulesets import resolve

OWN: Final = "harfiyen"
_PRAGMA: Final = re.compile(r"#\s*(\S+)\s*(.*)")
_MOST_PLAYERS: Final = 9
_PLAYER: Final = re.compile(r"player([1-9])")


class GcgError(Exception):
    """No line of the file can be read as a game; ``line`` is the first that says so."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def read(data: bytes, default: Ruleset) -> Sheet:
    """Read a file.

    Args:
        data: its bytes, in UTF-8, Latin-1 or what it declares.
        default: the ruleset of a file that names none.

    Raises:
        GcgError: it is empty or binary, no line of it is GCG, its ruleset or bag is unknown, or its players too many.
    """
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise GcgError(1, "it is not a text file")
    rows = [Line(number, text) for number, text in enumerate(lines(data), start=1)]
    if not any(row.text.startswith(("#", ">")) for row in rows):
        raise GcgError(1, "no line begins with # or >, so it holds no game")
    options = _Options(rows, default)
    letters = alphabet(options.ruleset.language)
    declared = players(record for row in rows if isinstance(record := _pragma(row), Named))
    if len(declared) > _MOST_PLAYERS:
        crowd = f"it names {len(declared)} players; no game has more than {_MOST_PLAYERS}"
        raise GcgError(declared[_MOST_PLAYERS].line, crowd)
    nicks = own_nicks(declared)
    records = tuple(_records(rows, options, list(dict.fromkeys(player.nick for player in declared)), letters))
    if len({player.nick for player in declared}) < len(declared):
        records = tuple(told_apart(records, declared, nicks))
    return Sheet(
        ruleset=options.ruleset,
        bonus=options.bonus,
        nicks=nicks or tuple(_seen(records)),
        names={nick: player.name for nick, player in zip(nicks, declared, strict=True)},
        incomplete=any(isinstance(record, Pragma) and record.name == "incomplete" for record in records),
        records=records,
    )


class _Options:
    """The ruleset, bag and bonus cell that a file's own pragmas choose, and what is wrong with them."""

    def __init__(self, rows: Iterable[Line], default: Ruleset) -> None:
        self.problems: Final[dict[int, str]] = {}
        self.ruleset = default
        self.bonus: str | None = None
        self._chosen: Final[dict[str, str]] = {}
        chosen: dict[str, tuple[int, str]] = {}
        for row in rows:
            pragma = _pragma(row)
            if isinstance(pragma, Pragma) and pragma.name == OWN:
                key, _, value = pragma.value.partition(" ")
                chosen.setdefault(key if key != "option" else f"option {row.line}", (row.line, value.strip()))
        for key, choose in (("ruleset", self._ruleset), ("bag", self._bag), ("bonus", self._bonus)):
            if key in chosen:
                choose(*chosen[key])
        for key, (line, value) in chosen.items():
            if key.startswith("option "):
                self._option(line, value)
        self.ruleset = resolve(self.ruleset, self._chosen)

    def _ruleset(self, line: int, name: str) -> None:
        known = crosswords()
        if name not in known:
            raise GcgError(line, f"there is no ruleset {name!r}; known are {', '.join(known)}")
        self.ruleset = known[name]

    def _bag(self, line: int, name: str) -> None:
        try:
            resolve(self.ruleset, {"bag": name})
        except Refusal as refusal:
            known = ", ".join(self.ruleset.bags)
            raise GcgError(line, f"{self.ruleset.id} has no bag {name!r}; it has {known}") from refusal
        self._chosen["bag"] = name

    def _option(self, line: int, text: str) -> None:
        name, _, rest = text.partition(" ")
        value = rest.strip()
        try:
            resolve(self.ruleset, {name: value})
        except Refusal:
            self.problems[line] = f"{self.ruleset.id} has no option {name!r} with the value {value!r}"
        else:
            self._chosen[name] = value

    def _bonus(self, line: int, name: str) -> None:
        cell = name.upper()
        if cell in premium_board(self.ruleset.board).grid.indices:
            self.bonus = cell
        else:
            self.problems[line] = f"{name!r} is no cell of the board of {self.ruleset.id}"


def _seen(records: Iterable[Record]) -> list[str]:
    """The nicks of a file that declares no players, in the order of their first lines."""
    lines = (record.entry if isinstance(record, Unreadable) else record for record in records)
    return list(dict.fromkeys(line.nick for line in lines if isinstance(line, Entry | Departed)))


def _records(rows: Iterable[Line], options: _Options, nicks: list[str], letters: Alphabet) -> Iterator[Record]:
    note: Pragma | None = None
    for row in rows:
        if row.text.startswith((">", "#")):
            if note is not None:
                yield note
                note = None
            if row.text.startswith(">"):
                yield read_entry(row, nicks, letters)
                continue
            record = _pragma(row)
            if row.line in options.problems:
                yield Unreadable(row.line, row.text, options.problems[row.line])
            elif isinstance(record, Pragma) and record.name == "note":
                note = record
            else:
                yield _departure(record, nicks)
        elif note is not None:
            note = Pragma(note.line, note.text, note.name, f"{note.value}\n{row.text}")
        elif row.text.strip():
            reason = "the line begins with neither # nor >, and follows no note"
            yield Unreadable(row.line, row.text, reason)
    if note is not None:
        yield note


def _pragma(row: Line) -> Named | Pragma | Unreadable:
    found = _PRAGMA.fullmatch(row.text)
    if found is None:
        return Pragma(row.line, row.text, "", row.text[1:].strip())
    name, value = found[1].lower(), found[2]
    number = _PLAYER.fullmatch(name)
    if number is None:
        return Pragma(row.line, row.text, name, value)
    nick, *full = value.split(maxsplit=1) or [""]
    if not nick:
        return Unreadable(row.line, row.text, f"#{name} names nobody; write #{name} nick Full Name")
    return Named(row.line, row.text, int(number[1]), nick, full[0].strip() if full else nick)


def _departure(record: Named | Pragma | Unreadable, nicks: list[str]) -> Record:
    if not isinstance(record, Pragma) or record.name != OWN:
        return record
    word, _, rest = record.value.partition(" ")
    nick = rest.strip()
    why = next((known for known in get_args(Departure) if known == word), None)
    if why is None:
        return record
    if nick and (nick in nicks or not nicks):
        return Departed(record.line, record.text, nick, why)
    return Unreadable(record.line, record.text, f"{nick!r} is no player: {', '.join(nicks)}")
