"""The typed records of a GCG file, in the order of its lines; knows neither boards nor scores."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, Alphabet
from engine.crossword.notation import Sign
from engine.crossword.premiums import Direction
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets

Departure = Literal["surrender", "forfeit", "retired"]
PRICE: Final = 5
"""Challenges and started minutes are priced in multiples of this."""


class Line(Struct, frozen=True):
    """A line of a file: its number, from 1, and its text without the line end."""

    line: int
    text: str


class PlayerLine(Line, frozen=True):
    """``#player1 nick Full Name``."""

    number: int
    nick: str
    name: str


class Pragma(Line, frozen=True):
    """Any other ``#`` line: its name in lower case, and the rest. Notes include their continuation lines."""

    name: str
    value: str


class Entry(Line, frozen=True):
    """A scored line of one player. ``rack`` is as written and may be empty or incomplete.

    ``score`` and ``total`` are ``None`` only if they could not be read (:class:`UnreadableLine`).
    """

    nick: str
    rack: str
    score: int | None
    total: int | None


class Played(Entry, frozen=True):
    """Tiles were placed: ``signs`` is the whole main word, starting at ``cell``."""

    cell: str
    direction: Direction
    signs: tuple[Sign, ...]


class Withdrawn(Entry, frozen=True):
    """``--``: the player's last play was withdrawn."""


class Passed(Entry, frozen=True):
    """``-``: the player passed."""


class Exchanged(Entry, frozen=True):
    """``-ABC`` or ``-3``: tiles were exchanged; ``tiles`` is ``None`` if only their number is known."""

    count: int
    tiles: tuple[str, ...] | None


class Adjusted(Entry, frozen=True):
    """``(challenge) +5``, ``(time) -10``, ``(hint) -4``: points that do not come from the board."""

    reason: str


class RackCounted(Entry, frozen=True):
    """``(OPEG) +14``: the points of tiles left at the end, gained, or lost if negative."""

    tiles: tuple[str, ...]


class Departed(Line, frozen=True):
    """``#harfiyen surrender nick``, ``forfeit nick`` or ``retired nick``: the player takes no more turns."""

    nick: str
    why: Departure


class UnreadableLine(Line, frozen=True):
    """A line that is not valid GCG, and why.

    ``entry`` is what could be read of it: a play without figures still lies on the board. A line that begins with ``>``
    and has no ``entry`` may hide a turn.
    """

    reason: str
    nick: str | None = None
    entry: "Played | Passed | Exchanged | Withdrawn | Adjusted | RackCounted | None" = None


TurnRecord = Played | Passed | Exchanged
Scored = TurnRecord | Withdrawn | Adjusted | RackCounted
Record = PlayerLine | Pragma | Scored | Departed | UnreadableLine


class GcgFile(Struct, frozen=True):
    """A parsed file: the game's ruleset, bonus cell and players, and every line in order."""

    ruleset: Ruleset
    """Resolved."""
    bonus: str | None
    nicks: tuple[str, ...]
    names: dict[str, str]
    """The full name of each nick."""
    incomplete: bool
    """Whether the file says that the game is not over."""
    records: tuple[Record, ...]


_ACROSS: Final = re.compile(r"([0-9]{1,2})([A-Za-z])")
_DOWN: Final = re.compile(r"([A-Za-z])([0-9]{1,2})")
_FIGURE: Final = re.compile(r"[+−–—-]?[0-9]{1,5}")
_SIGNED: Final = re.compile(r"[+−–—-][0-9]{1,5}")
_COUNT: Final = re.compile(r"[0-9]{1,2}")
_MINUS: Final = str.maketrans("−–—", "---")
_DASHES: Final = ("-", "−", "–", "—")
"""Word processors replace typed dashes; the longest stands for two."""
_BRACKETED: Final = re.compile(r"\[(\w)\]")
"""A blank as some programs write it: ``[A]``."""
_REASONS: Final = ("challenge", "time", "hint")
_PHONY_MARKS: Final = "*#!"
"""Some annotators put a phony mark after the word."""


class UnreadableEntryError(Exception):
    """Why a line cannot be read."""


def read_entry(line: Line, nicks: Collection[str], letters: Alphabet) -> Scored | UnreadableLine:
    """Read a line that begins with ``>``. ``nicks``: the declared players; with none, any nick is accepted."""
    nick = None
    try:
        nick, body = _split_nick(line.text, nicks)
        tokens = _BRACKETED.sub(lambda blank: letters.blank_sign(letters.normalise(blank[1])), body).split()
        what, figures = _split_figures(tokens)
        entry = _parse_entry(line, nick, what, figures, letters)
    except UnreadableEntryError as problem:
        return UnreadableLine(line.line, line.text, str(problem), nick)
    if entry.total is None:
        reason = "the score and the total must end the line, as in +32 32"
        return UnreadableLine(line.line, line.text, reason, nick, entry)
    return entry


def _split_nick(text: str, nicks: Collection[str]) -> tuple[str, str]:
    """Split a line into the player and the rest; a declared nick may contain colons or spaces."""
    for nick in sorted(nicks, key=len, reverse=True):
        if text[1:].lstrip().startswith(f"{nick}:"):
            return nick, text[1:].lstrip()[len(nick) + 1 :]
    nick, colon, body = text[1:].partition(":")
    nick = nick.strip()
    if not colon or not nick:
        raise UnreadableEntryError("a line with > begins with a player and a colon, as in >nick:")
    if nicks:
        same = next((known for known in nicks if known.casefold() == nick.casefold()), None)
        if same is None:
            raise UnreadableEntryError(f"no #player line names {nick!r}; the players are {', '.join(nicks)}")
        nick = same
    return nick, body


def _split_figures(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Split off the score and the total, or what there is of them, at the end.

    Some annotators write more after the total; it is recognised by a signed score with a total after it.
    """
    count = 0
    while count < min(2, len(tokens)) and _FIGURE.fullmatch(tokens[-1 - count]):
        count += 1
    if count == 0:
        for place in range(len(tokens) - 2, 0, -1):
            if _SIGNED.fullmatch(tokens[place]) and _FIGURE.fullmatch(tokens[place + 1]):
                return tokens[:place], tokens[place : place + 2]
    return tokens[: len(tokens) - count], tokens[len(tokens) - count :]


def _parse_entry(line: Line, nick: str, what: list[str], figures: list[str], letters: Alphabet) -> Scored:
    score, total = None, None
    if len(figures) == 2:  # noqa: PLR2004 - the score and the total
        score, total = (int(figure.translate(_MINUS)) for figure in figures)
    place = next((number for number, token in enumerate(what[:2]) if _parse_position(token)), None)
    bracket = next((number for number, token in enumerate(what[:2]) if token.startswith("(")), None)
    dash = next((number for number, token in enumerate(what[:2]) if token.startswith(_DASHES)), None)
    start = next((number for number in (place, bracket, dash) if number is not None), None)
    if start is None:
        raise UnreadableEntryError("it has no play (8H WORD), pass (-), exchange (-ABC), withdrawal (--) or (…)")
    head = (line.line, line.text, nick, "".join(what[:start]), score, total)
    if start == place:
        return _parse_play(head, what[start:], letters)
    if start == bracket:
        return _parse_bracketed(head, " ".join(what[start:]), letters)
    if len(what) > start + 1:
        raise UnreadableEntryError(f"{what[start + 1]!r} has no place behind {what[start]!r}")
    return _parse_dashed(head, what[start], letters)


_Head = tuple[int, str, str, str, int | None, int | None]


def _parse_position(token: str) -> tuple[str, Direction] | None:
    if found := _ACROSS.fullmatch(token):
        return f"{found[2].upper()}{int(found[1])}", Direction.ACROSS
    if found := _DOWN.fullmatch(token):
        return f"{found[1].upper()}{int(found[2])}", Direction.DOWN
    return None


def _parse_play(head: _Head, what: list[str], letters: Alphabet) -> Played:
    position = _parse_position(what[0])
    if position is None or len(what) == 1:
        raise UnreadableEntryError(f"no word follows the position {what[0]}")
    if len(what) > 2:  # noqa: PLR2004 - a position and a word
        raise UnreadableEntryError(f"{what[2]!r} has no place behind the word {what[1]}")
    cell, direction = position
    return Played(*head, cell, direction, tuple(_parse_signs(what[1].rstrip(_PHONY_MARKS), letters)))


def _parse_signs(word: str, letters: Alphabet) -> Iterator[Sign]:
    """The signs of a word: ``.`` and parentheses are letters on the board, lower case is a blank."""
    if not word:
        raise UnreadableEntryError("the word is empty")
    inside = False
    for mark in word:
        if mark in "()":
            if inside is (mark == "("):
                raise UnreadableEntryError(f"the parentheses in {word!r} do not match")
            inside = mark == "("
        elif mark == ".":
            yield Sign(None, on_board=True)
        else:
            letter = letters.normalise(mark)
            if letter not in letters.letters:
                raise UnreadableEntryError(f"{mark!r} in {word!r} is no letter of the language {letters.language}")
            yield Sign(letter, blank=not inside and letters.is_lower(mark), on_board=inside)
    if inside:
        raise UnreadableEntryError(f"the parentheses in {word!r} do not match")


def _parse_bracketed(head: _Head, text: str, letters: Alphabet) -> Adjusted | RackCounted:
    inner = text[1:-1].strip()
    if not text.endswith(")") or "(" in inner or ")" in inner:
        raise UnreadableEntryError(f"{text!r} is no rack or reason in one pair of parentheses")
    if inner[1:].islower() and (inner.islower() or inner.lower() in _REASONS):
        return Adjusted(*head, inner.lower())
    rack, score = head[3], head[4]
    if inner.lower() in _REASONS and sorted(rack) != sorted(inner) and (score is None or score % PRICE == 0):
        return Adjusted(*head, inner.lower())
    return RackCounted(*head, parse_tiles(inner.replace(" ", ""), letters))


def _parse_dashed(head: _Head, text: str, letters: Alphabet) -> Withdrawn | Passed | Exchanged:
    given = text.lstrip("".join(_DASHES))
    if not given:
        # A dash of medium length may have been one or two; only a withdrawn play costs points.
        is_withdrawal = len(text) > 1 or text == "—" or (text != "-" and (head[4] or 0) < 0)
        return Withdrawn(*head) if is_withdrawal else Passed(*head)
    if _COUNT.fullmatch(given):
        return Exchanged(*head, int(given), None)
    tiles = parse_tiles(given, letters)
    return Exchanged(*head, len(tiles), tiles)


def parse_tiles(text: str, letters: Alphabet) -> tuple[str, ...]:
    """Tiles in a row; a lower-case letter is a blank. Raises UnreadableEntryError for a sign that is no tile."""
    tiles = []
    for mark in text:
        face = BLANK if mark == BLANK or letters.is_lower(mark) else letters.normalise(mark)
        if face != BLANK and face not in letters.letters:
            raise UnreadableEntryError(f"{mark!r} in {text!r} is no tile of the language {letters.language}")
        tiles.append(face)
    return tuple(tiles)


def read_rack(text: str, letters: Alphabet) -> tuple[str, ...]:
    """A rack as written; empty if it is not a rack."""
    try:
        return parse_tiles(text, letters)
    except UnreadableEntryError:
        return ()


_BOARDS: Final[Mapping[str, str]] = {"crosswordgame": "scrabble-en", "supercrosswordgame": "super-en"}
"""The names that Woogles and its relatives give boards, with the rulesets that have these boards."""
_TILES: Final[Mapping[str, str]] = {"english": "scrabble-en", "english_super": "super-en"}

_VARIANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "classic": tuple(_BOARDS.values()),
    "classic_super": (_BOARDS["supercrosswordgame"],),
}
"""The names that they give variants, with the rulesets on whose boards these are played."""

_ENGLISH: Final = (
    "america",
    "cel",
    "collins",
    "csw",
    "ecwl",
    "iwi",
    "mw",
    "nswl",
    "nwl",
    "osp",
    "osw",
    "otcwl",
    "owl",
    "sowpods",
    "twl",
)
"""Prefixes of English word lists' names; a year follows."""

_FOREIGN: Final = ("cgl", "deutsch", "disc", "dsw", "file", "fise", "fra", "nsf", "ods", "osps", "rd", "slv")
"""Prefixes for languages that are not played here."""


def choose_ruleset(pragmas: Iterable[Pragma], default: Ruleset) -> tuple[Ruleset, tuple[Pragma, ...]]:
    """The ruleset that fits most of a file's pragmas, and the pragmas that it does not fit.

    ``pragmas``: of the file; unrelated ones and unknown names of word lists are ignored. ``default``: preferred in a
    tie, then one of its language, then one with its board.
    """
    claims: dict[str, Pragma] = {}
    for pragma in pragmas:
        claims.setdefault(pragma.name, pragma)

    def misfits(ruleset: Ruleset) -> tuple[Pragma, ...]:
        return tuple(claim for claim in claims.values() if not _fits(ruleset, claim))

    def preference(ruleset: Ruleset) -> tuple[int, bool, bool]:
        unlike = ruleset.language != default.language, ruleset.board.rows != default.board.rows
        return len(misfits(ruleset)), *unlike

    chosen = min((default, *crossword_rulesets().values()), key=preference)
    return chosen, misfits(chosen)


def _fits(ruleset: Ruleset, claim: Pragma) -> bool:
    value, shipped = claim.value.strip().casefold(), crossword_rulesets()
    match claim.name:
        case "board-layout":
            return value in _BOARDS and ruleset.board.rows == shipped[_BOARDS[value]].board.rows
        case "tile-distribution":
            like = shipped.get(_TILES.get(value, ""))
            return like is not None and (ruleset.counts, ruleset.values) == (like.counts, like.values)
        case "game-type":
            return any(ruleset.board.rows == shipped[one].board.rows for one in _VARIANTS.get(value, ()))
        case "lexicon" if value in {one.lexicon for one in shipped.values()}:
            return value == ruleset.lexicon
        case "lexicon" if value.startswith(_FOREIGN):
            return False
        case "lexicon" if value.startswith(_ENGLISH):
            return ruleset.language == "en"
        case _:
            return True


def declared_players(named: Iterable[PlayerLine]) -> tuple[PlayerLine, ...]:
    """The declared players in the order of their numbers; a number declared twice is one player."""
    return tuple(
        {(player.number, player.nick): player for player in sorted(named, key=lambda player: player.number)}.values()
    )


def make_unique_nicks(declared: Sequence[PlayerLine]) -> tuple[str, ...]:
    """A unique nick for each player: ``Ali``, ``Ali2``."""
    taken = {player.nick for player in declared}
    own: list[str] = []
    for player in declared:
        nick, more = player.nick, 2
        while nick in own or (more > 2 and nick in taken):  # noqa: PLR2004 - an invented nick must be unused
            nick, more = f"{player.nick}{more}", more + 1
        own.append(nick)
    return tuple(own)


def assign_unique_nicks(
    records: Iterable[Record], declared: Sequence[PlayerLine], own: Sequence[str]
) -> Iterator[Record]:
    """The records with the nicks of :func:`make_unique_nicks`."""
    game = _TurnTracker([player.nick for player in declared], own)
    for record in records:
        match record:
            case UnreadableLine(entry=None, nick=str(nick)):
                yield replace(record, nick=own[game.seat_to_play(nick)])
            case UnreadableLine(entry=entry) if entry is not None:
                named = game.assign_entry(entry)
                yield replace(record, nick=named.nick, entry=named)
            case Departed(nick=nick):
                yield replace(record, nick=own[game.mark_departed(nick)])
            case Entry():
                yield game.assign_entry(record)
            case _:
                yield record


class _TurnTracker:
    """Whose turn it is and each player's last total, as far as the file says."""

    def __init__(self, shared: Sequence[str], own: Sequence[str]) -> None:
        self._shared: Final = tuple(shared)
        self._own: Final = tuple(own)
        self._totals: Final = [0] * len(own)
        self._away: Final[set[int]] = set()
        self._last = len(own) - 1
        """The seat that took the last turn; at first the last seat, so that the first player begins."""

    def seat_to_play(self, nick: str) -> int:
        """The seat with this nick that plays next."""
        return self._seats_of_nick(nick, self._last + 1)[0]

    def mark_departed(self, nick: str) -> int:
        """Mark the next seat with this nick as out of the game, and return it."""
        seat = self.seat_to_play(nick)
        self._away.add(seat)
        return seat

    def assign_entry(self, entry: Scored) -> Scored:
        """A scored line under its player's unique nick; a line that is no turn goes first to the last player."""
        turn = isinstance(entry, TurnRecord)
        able = self._seats_of_nick(entry.nick, self._last + turn)
        right = (seat for seat in able if entry.score is not None and self._totals[seat] + entry.score == entry.total)
        seat = next(right, able[0])
        if turn:
            self._last = seat
        if entry.total is not None:
            self._totals[seat] = entry.total
        return replace(entry, nick=self._own[seat])

    def _seats_of_nick(self, nick: str, first: int) -> list[int]:
        count = len(self._own)
        seats = [seat % count for seat in range(first, first + count) if self._shared[seat % count] == nick]
        return sorted(seats, key=self._away.__contains__)
