"""GCG, the text format of annotated games: :func:`read_gcg` makes typed records, :func:`write_gcg` makes text.

Our own notes hold what the format cannot say (older files have pragmas, ``#harfiyen …``): ``#note harfiyen ruleset
ID``, ``bag NAME``, ``option NAME VALUE``, ``bonus CELL``, ``seed HEX``, ``surrender NICK``, ``forfeit NICK``, ``retired
NICK``. After ``away NICK`` and ``skipped NICK`` the player's pass is no turn; after ``hint NICK`` the time penalty is a
hint's price. A line that cannot be read becomes an :class:`UnreadableLine`, and reading continues. Words are not
judged.

Other programs read the output: Woogles refuses unknown pragmas and turns without a rack; Quackle follows the order of
play, so a skipped player is given a pass. Events are written as the engine emitted them, secrets included: write
finished games only, or redacted events, whose racks are left empty.
"""

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, get_args

from msgspec.structs import replace

from engine.absence import PlayerRemoved, TurnSkipped
from engine.alphabet import BLANK, Alphabet, load_alphabet
from engine.crossword.events import (
    Event,
    GameEnded,
    GameStarted,
    PlayerForfeited,
    PlayerRetired,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnLost,
    TurnPassed,
    TurnUndone,
)
from engine.crossword.gcg_records import (
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
from engine.crossword.tiles import face_of, letter_on
from engine.errors import Refusal
from engine.rulesets import resolve_ruleset
from engine.turns import PlayerSurrendered

OWN_PRAGMA: Final = "harfiyen"
_PRAGMA: Final = re.compile(r"#\s*(\S+)\s*(.*)")
_MOST_PLAYERS: Final = 9
_TEXTS: Final = frozenset({"note", "description", "title"})
"""Pragmas whose text may continue on further lines."""
_PLAYER: Final = re.compile(r"player([1-9])")


class GcgError(Exception):
    """The file cannot be read as a game; ``line`` is the first line that shows it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line: Final = line


def read_gcg(data: bytes, default: Ruleset) -> GcgFile:
    """Read a file.

    ``data``: its bytes, in UTF-8, Latin-1 or what it declares. ``default``: the ruleset if the file names none, by our
    notes or by the usual pragmas.

    Raises:
        GcgError: it is empty or binary, no line of it is GCG, its ruleset or bag is unknown, or it has too many
            players.
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
    """The ruleset, bag and bonus cell from a file's own notes, and the problems with these."""

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
    """A line, reinterpreted by our own note before it."""
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
"""Python's codecs that are not for texts; some produce lone surrogates, which cannot be printed."""
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def decode_text(data: bytes) -> str:
    """Decode a file: by its byte-order mark, else as it declares, else as UTF-8, else as Latin-1."""
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
    """The lines of a file in NFC, without line ends and indentation (Unix, DOS or old Macintosh)."""
    lines = (unicodedata.normalize("NFC", line).rstrip() for line in _LINE_END.split(decode_text(data)))
    return [bare if (bare := line.lstrip()).startswith(("#", ">")) else line for line in lines]


Tiles = Sequence[str] | None


class FollowedRacks:
    """The racks of a game's players by seat, followed through its events; redacted events leave them unknown."""

    def __init__(self, players: int) -> None:
        self._racks: Final[list[Tiles]] = [()] * players

    def rack_of(self, seat: int) -> tuple[str, ...]:
        """A seat's tiles; empty if unknown."""
        return tuple(self._racks[seat] or ())

    def follow_event(self, event: Event) -> None:
        """Apply an event to the racks."""
        match event:
            case TilesPlaced(seat=seat, rack=rack, tiles=tiles):
                self._racks[seat] = _change_rack(rack, gone=[face_of(placement.tile) for placement in tiles])
            case TilesDrawn(seat=seat, tiles=drawn):
                self._racks[seat] = _change_rack(self._racks[seat], come=drawn)
            case TilesExchanged(seat=seat, rack=rack, tiles=given):
                self._racks[seat] = _change_rack(rack, gone=given)
            case PlayWithdrawn(seat=seat, rack=rack) | TurnPassed(seat=seat, rack=rack):
                self._racks[seat] = rack
            case TileExchanged(seat=seat, victim=victim, lost=lost, gained=gained, swapped=swapped):
                one, other = (lost or "", gained or "")
                self._racks[victim] = _change_rack(self._racks[victim], gone=[one], come=[other])
                if swapped:
                    self._racks[seat] = _change_rack(self._racks[seat], gone=[other], come=[one])
            case _:
                pass


def _change_rack(rack: Tiles, *, gone: Tiles = (), come: Tiles = ()) -> Tiles:
    if rack is None or gone is None or come is None or "" in (*gone, *come):
        return None
    left = Counter(rack)
    left.subtract(gone)
    left.update(come)
    return None if min(left.values(), default=0) < 0 else tuple(left.elements())


_TURNS: Final = (TilesPlaced, TurnPassed, TurnSkipped, PlayerSurrendered, PlayerRemoved, PlayerForfeited)
"""The events that can be undone."""
_NOT_IN_NICKS: Final = re.compile(r"[\s:>#]+")
_NOTE_START: Final = "#note harfiyen"
_APOSTROPHES: Final = str.maketrans("'", "\N{MODIFIER LETTER APOSTROPHE}")
"""Writes an apostrophe tile as a letter, since other programs do not accept a quotation mark."""


def write_gcg(
    ruleset: Ruleset,
    players: Sequence[str],
    events: Iterable[Event],
    *,
    seed: str | None = None,
    title: str | None = None,
) -> str:
    """A game as GCG, with a final line end."""
    lasting_events = _drop_undone_turns(events)
    nicks = make_nicks(players)
    game = _Writer(ruleset, nicks)
    body = [line for event in lasting_events for line in game.event_lines(event)]
    head = _header_lines(ruleset, list(zip(nicks, players, strict=True)), lasting_events, seed, title)
    return "\n".join((*head, *body)) + "\n"


def make_nicks(players: Sequence[str]) -> list[str]:
    """A unique nick for each name, without spaces and characters that have a meaning in GCG."""
    nicks: list[str] = []
    for number, name in enumerate(players, start=1):
        plain = _NOT_IN_NICKS.sub("_", _to_printable(name)).strip("_") or f"player{number}"
        nick, more = plain, 2
        while nick.casefold() in {other.casefold() for other in nicks}:
            nick, more = f"{plain}{more}", more + 1
        nicks.append(nick)
    return nicks


def _to_printable(text: str) -> str:
    """The text in one line, in NFC, without control characters."""
    shown = "".join(mark if unicodedata.category(mark)[0] != "C" else " " for mark in text)
    return unicodedata.normalize("NFC", " ".join(shown.split()))


def _header_lines(
    ruleset: Ruleset,
    players: Sequence[tuple[str, str]],
    events: Sequence[Event],
    seed: str | None,
    title: str | None,
) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    if title:
        yield f"#title {_to_printable(title)}"
    for number, (nick, name) in enumerate(players, start=1):
        yield f"#player{number} {nick} {_to_printable(name) or nick}"
    yield f"#lexicon {ruleset.lexicon}"
    yield f"{_NOTE_START} ruleset {ruleset.id}"
    usual = crossword_rulesets().get(ruleset.id)
    if usual is None or usual.bag != ruleset.bag:
        yield f"{_NOTE_START} bag {ruleset.bag}"
    defaults = {} if usual is None else usual.options()
    for name, option in ruleset.options().items():
        if name in defaults and name != "bag" and option.default != defaults[name].default:
            yield f"{_NOTE_START} option {name} {option.default}"
    for event in events:
        if isinstance(event, GameStarted) and event.bonus is not None:
            yield f"{_NOTE_START} bonus {event.bonus}"
    if seed is not None:
        yield f"{_NOTE_START} seed {seed}"
    if not any(isinstance(event, GameEnded) and event.outcome.reason != "cancelled" for event in events):
        yield "#incomplete"


def _drop_undone_turns(events: Iterable[Event]) -> list[Event]:
    lasting: list[Event] = []
    for event in events:
        if isinstance(event, TurnUndone):
            last = max(number for number, one in enumerate(lasting) if isinstance(one, _TURNS))
            lasting = lasting[:last] + [one for one in lasting[last + 1 :] if not isinstance(one, TurnLost)]
        else:
            lasting.append(event)
    return lasting


class _Writer:
    """Follows the board, to write letters played through as dots, and the totals."""

    def __init__(self, ruleset: Ruleset, nicks: Sequence[str]) -> None:
        self._letters: Final[Alphabet] = load_alphabet(ruleset.language)
        self._nicks: Final = nicks
        self._totals: Final = [0] * len(nicks)
        self._gone: Final[set[int]] = set()
        self._retired: Final[set[int]] = set()
        self._racks: Final = FollowedRacks(len(nicks))
        self._turn = 0

    def event_lines(self, event: Event) -> Iterator[str]:
        if isinstance(event, TilesPlaced | TilesExchanged | TurnPassed | TurnLost | TurnSkipped):
            yield from self._passed_over_lines(event.seat)
        yield from self._event_lines(event)
        self._racks.follow_event(event)

    def _passed_over_lines(self, seat: int) -> Iterator[str]:
        """A pass for each player who has left and whose turn would come before this seat's."""
        while self._turn != seat and self._turn in self._gone | self._retired:
            yield f"{_NOTE_START} away {self._nicks[self._turn]}"
            yield self._entry_line(self._turn, self._racks.rack_of(self._turn), "-", 0)
            self._turn = (self._turn + 1) % len(self._nicks)
        self._turn = (seat + 1) % len(self._nicks)

    def _event_lines(self, event: Event) -> Iterator[str]:
        match event:
            case TilesPlaced(seat=seat, rack=rack, score=score):
                yield self._entry_line(seat, rack or (), self._play_text(event), score)
            case TilesExchanged(seat=seat, rack=rack, tiles=tiles, count=count):
                given = f"{count}" if tiles is None else self._join_tiles(tiles)
                yield self._entry_line(seat, rack or (), f"-{given}", 0)
            case TurnPassed(seat=seat, rack=rack, automatic=automatic):
                if automatic:
                    yield f"{_NOTE_START} timeout {self._nicks[seat]}"
                yield self._entry_line(seat, rack or (), "-", 0)
            case PlayWithdrawn(seat=seat, rack=rack, score=score):
                yield self._entry_line(seat, rack or (), "--", -score, sign="-")
            case PointsAdjusted(seat=seat, points=points):
                yield self._entry_line(seat, self._racks.rack_of(seat), "(challenge)", points)
            case TurnLost(seat=seat):
                yield f"{_NOTE_START} lost {self._nicks[seat]}"
                yield self._entry_line(seat, self._racks.rack_of(seat), "-", 0)
            case TurnSkipped(seat=seat):
                yield f"{_NOTE_START} skipped {self._nicks[seat]}"
                yield self._entry_line(seat, self._racks.rack_of(seat), "-", 0)
            case GameEnded():
                yield from self._ending_lines(event)
            case _:
                yield from self._pragma_lines(event)

    def _pragma_lines(self, event: Event) -> Iterator[str]:
        """Notes for what the format has no line for."""
        match event:
            case PlayerSurrendered(seat=seat) | PlayerRemoved(seat=seat):
                self._gone.add(seat)
                yield f"{_NOTE_START} surrender {self._nicks[seat]}"
            case PlayerForfeited(seat=seat):
                self._gone.add(seat)
                yield f"{_NOTE_START} forfeit {self._nicks[seat]}"
            case PlayerRetired(seat=seat):
                self._retired.add(seat)
                yield f"{_NOTE_START} retired {self._nicks[seat]}"
            case TileExchanged(victim=victim, cell=cell):
                yield f"{_NOTE_START} ex {cell} {self._nicks[victim]}"
            case _:
                pass

    def _entry_line(self, seat: int, rack: Sequence[str], what: str, score: int, *, sign: str = "+") -> str:
        self._totals[seat] += score
        points = f"{score:+d}" if score else f"{sign}0"
        return f">{self._nicks[seat]}: {self._join_tiles(rack)} {what} {points} {self._totals[seat]}"

    def _join_tiles(self, tiles: Sequence[str]) -> str:
        return "".join(sorted(tiles, key=self._letters.rank)).translate(_APOSTROPHES)

    def _play_text(self, event: TilesPlaced) -> str:
        """Position and main word, ``8H`` across and ``H8`` down (RULES §1.1), blanks in lower case."""
        main = event.words[0]
        new = {placement.cell: placement.tile for placement in event.tiles}
        first, second = main.cells[:2]
        across = first[1:] == second[1:]
        position = f"{first[1:]}{first[0]}" if across else first
        return f"{position} {''.join(self._tile_text(new.get(cell)) for cell in main.cells)}"

    def _tile_text(self, tile: str | None) -> str:
        if tile is None:
            return "."
        return self._letters.blank_sign(letter_on(tile)) if tile.startswith(BLANK) else tile.translate(_APOSTROPHES)

    def _ending_lines(self, event: GameEnded) -> Iterator[str]:
        """Overtime and hints, then the points of the racks left: losses first, then gains."""
        if event.outcome.reason == "draw":
            yield f"{_NOTE_START} draw"
        for final in event.outcome.finals:
            if final.penalty:
                yield self._entry_line(final.seat, final.rack, "(time)", final.penalty)
            if final.hint_points:
                yield f"{_NOTE_START} hint {self._nicks[final.seat]}"
                yield self._entry_line(final.seat, final.rack, "(time)", final.hint_points)
        finals = sorted(event.outcome.finals, key=lambda final: (final.adjustment > 0, final.seat))
        for final in finals:
            if final.adjustment < 0:
                rack = self._join_tiles(final.rack)
                yield self._entry_line(final.seat, final.rack, f"({rack})", final.adjustment)
            elif final.adjustment > 0:
                others = [
                    tile
                    for other in finals
                    if other.seat != final.seat and other.seat not in self._gone
                    for tile in other.rack
                ]
                yield self._entry_line(final.seat, (), f"({self._join_tiles(others)})", final.adjustment)
