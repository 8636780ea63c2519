"""From a game's events to GCG text; what the format has no line for goes into notes of our own (``reader.py``).

Other programs read it, too: Woogles refuses pragmas that it does not know, and lines of turns without a rack; Quackle
goes by the order of play, so that whoever is passed over has a pass.

The events are those of a whole game as the engine told them, secrets included: write finished games only, or
redacted events, whose racks are then left empty.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

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
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import face_of, letter_on
from engine.turns import PlayerSurrendered

Tiles = Sequence[str] | None


class FollowedRacks:
    """The racks of a game's players, by seat; redacted events leave them unknown."""

    def __init__(self, players: int) -> None:
        self._racks: Final[list[Tiles]] = [()] * players

    def rack_of(self, seat: int) -> tuple[str, ...]:
        """A seat's tiles; none where they are not known."""
        return tuple(self._racks[seat] or ())

    def follow_event(self, event: Event) -> None:
        """Take an event of the game."""
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
"""What may be undone."""


_NOT_IN_NICKS: Final = re.compile(r"[\s:>#]+")


_PRAGMA: Final = "#note harfiyen"


_APOSTROPHES: Final = str.maketrans("'", "\N{MODIFIER LETTER APOSTROPHE}")
"""The tile as a letter: to other programs a quotation mark is none."""


def write_gcg(
    ruleset: Ruleset,
    players: Sequence[str],
    events: Iterable[Event],
    *,
    seed: str | None = None,
    title: str | None = None,
) -> str:
    """A game as GCG, ending with a line end."""
    lasting_events = _drop_undone_turns(events)
    nicks = make_nicks(players)
    game = _Writer(ruleset, nicks)
    body = [line for event in lasting_events for line in game.event_lines(event)]
    head = _header_lines(ruleset, list(zip(nicks, players, strict=True)), lasting_events, seed, title)
    return "\n".join((*head, *body)) + "\n"


def make_nicks(players: Sequence[str]) -> list[str]:
    """A nick for each name: without spaces and what GCG gives a meaning to, and each another one."""
    nicks: list[str] = []
    for number, name in enumerate(players, start=1):
        plain = _NOT_IN_NICKS.sub("_", _to_printable(name)).strip("_") or f"player{number}"
        nick, more = plain, 2
        while nick.casefold() in {other.casefold() for other in nicks}:
            nick, more = f"{plain}{more}", more + 1
        nicks.append(nick)
    return nicks


def _to_printable(text: str) -> str:
    """The text in one line, composed, without control characters."""
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
    yield f"{_PRAGMA} ruleset {ruleset.id}"
    usual = crossword_rulesets().get(ruleset.id)
    if usual is None or usual.bag != ruleset.bag:
        yield f"{_PRAGMA} bag {ruleset.bag}"
    defaults = {} if usual is None else usual.options()
    for name, option in ruleset.options().items():
        if name in defaults and name != "bag" and option.default != defaults[name].default:
            yield f"{_PRAGMA} option {name} {option.default}"
    for event in events:
        if isinstance(event, GameStarted) and event.bonus is not None:
            yield f"{_PRAGMA} bonus {event.bonus}"
    if seed is not None:
        yield f"{_PRAGMA} seed {seed}"
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
    """Follows the board, so that letters played through become dots, and the totals."""

    def __init__(self, ruleset: Ruleset, nicks: Sequence[str]) -> None:
        self._letters: Final[Alphabet] = load_alphabet(ruleset.language)
        self._nicks: Final = nicks
        self._totals: Final = [0] * len(nicks)
        self._gone: Final[set[int]] = set()
        self._retired: Final[set[int]] = set()
        self._racks: Final = FollowedRacks(len(nicks))
        self._turn = 0
        """Whose turn it is by the order of play."""

    def event_lines(self, event: Event) -> Iterator[str]:
        """The lines of one event, if any."""
        if isinstance(event, TilesPlaced | TilesExchanged | TurnPassed | TurnLost | TurnSkipped):
            yield from self._passed_over_lines(event.seat)
        yield from self._event_lines(event)
        self._racks.follow_event(event)

    def _passed_over_lines(self, seat: int) -> Iterator[str]:
        """A pass for each who has left and would be on turn before this seat."""
        while self._turn != seat and self._turn in self._gone | self._retired:
            yield f"{_PRAGMA} away {self._nicks[self._turn]}"
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
                    yield f"{_PRAGMA} timeout {self._nicks[seat]}"
                yield self._entry_line(seat, rack or (), "-", 0)
            case PlayWithdrawn(seat=seat, rack=rack, score=score):
                yield self._entry_line(seat, rack or (), "--", -score, sign="-")
            case PointsAdjusted(seat=seat, points=points):
                yield self._entry_line(seat, self._racks.rack_of(seat), "(challenge)", points)
            case TurnLost(seat=seat):
                yield f"{_PRAGMA} lost {self._nicks[seat]}"
                yield self._entry_line(seat, self._racks.rack_of(seat), "-", 0)
            case TurnSkipped(seat=seat):
                yield f"{_PRAGMA} skipped {self._nicks[seat]}"
                yield self._entry_line(seat, self._racks.rack_of(seat), "-", 0)
            case GameEnded():
                yield from self._ending_lines(event)
            case _:
                yield from self._pragma_lines(event)

    def _pragma_lines(self, event: Event) -> Iterator[str]:
        """What the format has no line for."""
        match event:
            case PlayerSurrendered(seat=seat) | PlayerRemoved(seat=seat):
                self._gone.add(seat)
                yield f"{_PRAGMA} surrender {self._nicks[seat]}"
            case PlayerForfeited(seat=seat):
                self._gone.add(seat)
                yield f"{_PRAGMA} forfeit {self._nicks[seat]}"
            case PlayerRetired(seat=seat):
                self._retired.add(seat)
                yield f"{_PRAGMA} retired {self._nicks[seat]}"
            case TileExchanged(victim=victim, cell=cell):
                yield f"{_PRAGMA} ex {cell} {self._nicks[victim]}"
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
        """Overtime and hints, then the points of the racks left: who loses them, then who gains those of the others."""
        if event.outcome.reason == "draw":
            yield f"{_PRAGMA} draw"
        for final in event.outcome.finals:
            if final.penalty:
                yield self._entry_line(final.seat, final.rack, "(time)", final.penalty)
            if final.hint_points:
                yield f"{_PRAGMA} hint {self._nicks[final.seat]}"
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
