"""From a GCG file to a :class:`GcgFile`: pragmas, notes, players, entries. Judges no play and keeps no board.

What the format cannot say stands in notes of our own, once pragmas (``#harfiyen …``): ``#note harfiyen ruleset ID``,
``bag NAME``, ``option NAME VALUE``, ``bonus CELL``, ``seed HEX``, ``surrender NICK``, ``forfeit NICK``,
``retired NICK``.
Behind ``away NICK`` and ``skipped NICK`` the player's pass is no turn, behind ``hint NICK`` the time is a hint's price.
A line that cannot be read becomes an :class:`UnreadableLine`, and the rest is read on.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, get_args

from msgspec.structs import replace

from engine.alphabet import Alphabet, load_alphabet
from engine.crossword.gcg.records import (
    Adjusted,
    Departed,
    Departure,
    Entry,
    GcgFile,
    Line,
    Passed,
    PlayerLine,
    Pragma,
    Record,
    UnreadableLine,
    assign_unique_nicks,
    choose_ruleset,
    declared_players,
    make_unique_nicks,
    read_entry,
)
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.errors import Refusal
from engine.rulesets import resolve_ruleset

OWN_PRAGMA: Final = "harfiyen"


_PRAGMA: Final = re.compile(r"#\s*(\S+)\s*(.*)")


_MOST_PLAYERS: Final = 9


_TEXTS: Final = frozenset({"note", "description", "title"})
"""Pragmas whose text may go on in further lines."""


_PLAYER: Final = re.compile(r"player([1-9])")


class GcgError(Exception):
    """No line of the file can be read as a game; ``line`` is the first that says so."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def read_gcg(data: bytes, default: Ruleset) -> GcgFile:
    """Read a file.

    Args:
        data: its bytes, in UTF-8, Latin-1 or what it declares.
        default: the ruleset of a file that names none, neither by a pragma of ours nor by the usual ones.

    Raises:
        GcgError: it is empty or binary, no line of it is GCG, its ruleset or bag is unknown, or its players too many.
    """
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise GcgError(1, "it is not a text file")
    rows = [Line(number, text) for number, text in enumerate(split_lines(data), start=1)]
    if not any(row.text.startswith(("#", ">")) for row in rows):
        raise GcgError(1, "no line begins with # or >, so it holds no game")
    options = _Options(rows, default)
    letters = load_alphabet(options.ruleset.language)
    declared = declared_players(record for row in rows if isinstance(record := _parse_pragma(row), PlayerLine))
    if len(declared) > _MOST_PLAYERS:
        crowd = f"it names {len(declared)} players; no game has more than {_MOST_PLAYERS}"
        raise GcgError(declared[_MOST_PLAYERS].line, crowd)
    nicks = make_unique_nicks(declared)
    records = tuple(_parse_records(rows, options, list(dict.fromkeys(player.nick for player in declared)), letters))
    if len({player.nick for player in declared}) < len(declared):
        records = tuple(assign_unique_nicks(records, declared, nicks))
    return GcgFile(
        ruleset=options.ruleset,
        bonus=options.bonus,
        nicks=nicks or tuple(_nicks_in(records)),
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
        pragmas = [pragma for row in rows if isinstance(pragma := _parse_pragma(row), Pragma)]
        for pragma in pragmas:
            if pragma.name == OWN_PRAGMA:
                key, _, value = pragma.value.partition(" ")
                chosen.setdefault(key if key != "option" else f"option {pragma.line}", (pragma.line, value.strip()))
        if "ruleset" not in chosen:
            self._believe_usual_pragmas(pragmas)
        for key, choose in (
            ("ruleset", self._choose_ruleset),
            ("bag", self._choose_bag),
            ("bonus", self._choose_bonus),
        ):
            if key in chosen:
                choose(*chosen[key])
        for key, (line, value) in chosen.items():
            if key.startswith("option "):
                self._choose_option(line, value)
        self.ruleset = resolve_ruleset(self.ruleset, self._chosen)

    def _believe_usual_pragmas(self, pragmas: Iterable[Pragma]) -> None:
        self.ruleset, misfits = choose_ruleset(pragmas, self.ruleset)
        if misfits:
            said = ", ".join(pragma.text for pragma in misfits)
            self.problems[misfits[0].line] = f"the game is read as {self.ruleset.id}, though the file says {said}"

    def _choose_ruleset(self, line: int, name: str) -> None:
        known = crossword_rulesets()
        if name not in known:
            raise GcgError(line, f"there is no ruleset {name!r}; known are {', '.join(known)}")
        self.ruleset = known[name]

    def _choose_bag(self, line: int, name: str) -> None:
        try:
            resolve_ruleset(self.ruleset, {"bag": name})
        except Refusal as refusal:
            known = ", ".join(self.ruleset.bags)
            raise GcgError(line, f"{self.ruleset.id} has no bag {name!r}; it has {known}") from refusal
        self._chosen["bag"] = name

    def _choose_option(self, line: int, text: str) -> None:
        name, _, rest = text.partition(" ")
        value = rest.strip()
        try:
            resolve_ruleset(self.ruleset, {name: value})
        except Refusal:
            self.problems[line] = f"{self.ruleset.id} has no option {name!r} with the value {value!r}"
        else:
            self._chosen[name] = value

    def _choose_bonus(self, line: int, name: str) -> None:
        cell = name.upper()
        if cell in premium_board(self.ruleset.board).grid.indices:
            self.bonus = cell
        else:
            self.problems[line] = f"{name!r} is no cell of the board of {self.ruleset.id}"


def _nicks_in(records: Iterable[Record]) -> list[str]:
    """The nicks of a file that declares no players, in the order of their first lines."""
    lines = (record.entry if isinstance(record, UnreadableLine) else record for record in records)
    return list(dict.fromkeys(line.nick for line in lines if isinstance(line, Entry | Departed)))


def _parse_records(rows: Iterable[Line], options: _Options, nicks: list[str], letters: Alphabet) -> Iterator[Record]:
    note: Pragma | None = None
    told = ""
    for row in rows:
        if row.text.startswith((">", "#")):
            if note is not None:
                yield note
                note = None
            if row.text.startswith(">"):
                yield _read_told_entry(read_entry(row, nicks, letters), told)
                told = ""
                continue
            record = _parse_pragma(row)
            told = record.value if isinstance(record, Pragma) and record.name == OWN_PRAGMA else ""
            if row.line in options.problems:
                yield UnreadableLine(row.line, row.text, options.problems[row.line])
            elif isinstance(record, Pragma) and record.name in _TEXTS:
                note = record
            else:
                yield _parse_departure(record, nicks)
        elif note is not None:
            note = Pragma(note.line, note.text, note.name, f"{note.value}\n{row.text}")
        elif row.text.strip():
            reason = "the line begins with neither # nor >, and follows no note or description"
            yield UnreadableLine(row.line, row.text, reason)
    if note is not None:
        yield note


def _read_told_entry(record: Record, told: str) -> Record:
    """A line as what our own note before it says that it is."""
    match record, told.partition(" "):
        case Passed(nick=nick), ("away" | "skipped", _, name) if name == nick:
            return Pragma(record.line, record.text, "", record.text[1:])
        case Adjusted(reason="time", nick=nick), ("hint", _, name) if name == nick:
            return replace(record, reason="hint")
        case _:
            return record


def _parse_pragma(row: Line) -> PlayerLine | Pragma | UnreadableLine:
    found = _PRAGMA.fullmatch(row.text)
    if found is None:
        return Pragma(row.line, row.text, "", row.text[1:].strip())
    name, value = found[1].lower(), found[2]
    number = _PLAYER.fullmatch(name)
    own = value.partition(" ")
    if name == "note" and own[0] == OWN_PRAGMA:
        name, value = own[0], own[2]
    if number is None:
        return Pragma(row.line, row.text, name, value)
    nick, *full = value.split(maxsplit=1) or [""]
    if not nick:
        return UnreadableLine(row.line, row.text, f"#{name} names nobody; write #{name} nick Full Name")
    return PlayerLine(row.line, row.text, int(number[1]), nick, full[0].strip() if full else nick)


def _parse_departure(record: PlayerLine | Pragma | UnreadableLine, nicks: list[str]) -> Record:
    if not isinstance(record, Pragma) or record.name != OWN_PRAGMA:
        return record
    word, _, rest = record.value.partition(" ")
    nick = rest.strip()
    why = next((known for known in get_args(Departure) if known == word), None)
    if why is None:
        return record
    if nick and (nick in nicks or not nicks):
        return Departed(record.line, record.text, nick, why)
    return UnreadableLine(record.line, record.text, f"{nick!r} is no player: {', '.join(nicks)}")


_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


_DECLARED: Final = re.compile(rb"^[ \t]*#character-encoding[ \t]+([A-Za-z0-9_.:-]+)", re.MULTILINE)


_PYTHONS_OWN: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs in which nobody writes texts; some make halves of pairs of surrogates, which cannot be printed."""


_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def decode_text(data: bytes) -> str:
    """The text of a file: by its byte-order mark, else as it declares, else UTF-8, else Latin-1."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data.decode(codec, errors="replace")
    declared = _DECLARED.search(data)
    for codec in (declared[1].decode("ascii") if declared else "utf-8", "utf-8"):
        try:
            if codecs.lookup(codec).name.replace("_", "-") not in _PYTHONS_OWN:
                return data.decode(codec)
        except (LookupError, UnicodeError):
            continue
    return data.decode("latin-1")


def split_lines(data: bytes) -> list[str]:
    """The composed (NFC) lines of a file without their ends, be they of Unix, DOS or the old Macintosh.

    Pragmas and entries are not indented, whatever the file does.
    """
    lines = (unicodedata.normalize("NFC", line).rstrip() for line in _LINE_END.split(decode_text(data)))
    return [bare if (bare := line.lstrip()).startswith(("#", ">")) else line for line in lines]
