"""Players of the same nick, told apart: by the figures of a line, and by the order of play where these leave it open.

Each gets a nick of its own, the first the one that the file has. A file in which nobody shares a nick stays as it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.crossword.gcg.records import Departed, Entry, PlayerLine, Record, Scored, TurnRecord, UnreadableLine


def declared_players(named: Iterable[PlayerLine]) -> tuple[PlayerLine, ...]:
    """The declared players in the order of their numbers; who is declared twice under one number is one player."""
    return tuple({(player.number, player.nick): player for player in sorted(named, key=_number)}.values())


def _number(player: PlayerLine) -> int:
    return player.number


def make_unique_nicks(declared: Sequence[PlayerLine]) -> tuple[str, ...]:
    """A nick for each player that nobody else has: ``Ali``, ``Ali2``."""
    taken = {player.nick for player in declared}
    own: list[str] = []
    for player in declared:
        nick, more = player.nick, 2
        while nick in own or (more > 2 and nick in taken):  # noqa: PLR2004 - an invented nick is nobody's
            nick, more = f"{player.nick}{more}", more + 1
        own.append(nick)
    return tuple(own)


def assign_unique_nicks(
    records: Iterable[Record], declared: Sequence[PlayerLine], own: Sequence[str]
) -> Iterator[Record]:
    """The records with the nicks that :func:`make_unique_nicks` gave."""
    game = _TurnTracker([player.nick for player in declared], own)
    for record in records:
        match record:
            case UnreadableLine(entry=None, nick=str(nick)):
                yield replace(record, nick=game.unique_nick(game.seat_to_play(nick)))
            case UnreadableLine(entry=entry) if entry is not None:
                named = game.assign_entry(entry)
                yield replace(record, nick=named.nick, entry=named)
            case Departed(nick=nick):
                yield replace(record, nick=game.unique_nick(game.mark_departed(nick)))
            case Entry():
                yield game.assign_entry(record)
            case _:
                yield record


class _TurnTracker:
    """Whose turn it is and what everybody's total was, as far as the file says."""

    def __init__(self, shared: Sequence[str], own: Sequence[str]) -> None:
        self._shared: Final = tuple(shared)
        self._own: Final = tuple(own)
        self._totals: Final = [0] * len(own)
        self._away: Final[set[int]] = set()
        self._last = len(own) - 1
        """Who took the last turn; the first player's is the first."""

    def unique_nick(self, seat: int) -> str:
        """A seat's own nick."""
        return self._own[seat]

    def seat_to_play(self, nick: str) -> int:
        """The seat of this nick that is to play next."""
        return self._seats_of_nick(nick, self._last + 1)[0]

    def mark_departed(self, nick: str) -> int:
        """The seat of this nick that takes no more turns."""
        seat = self.seat_to_play(nick)
        self._away.add(seat)
        return seat

    def assign_entry(self, entry: Scored) -> Scored:
        """A scored line under its player's own nick; what is no turn is the last player's before the others'."""
        turn = isinstance(entry, TurnRecord)
        able = self._seats_of_nick(entry.nick, self._last + turn)
        seat = next((seat for seat in able if self._is_total_right(entry, seat)), able[0])
        if turn:
            self._last = seat
        if entry.total is not None:
            self._totals[seat] = entry.total
        return replace(entry, nick=self._own[seat])

    def _is_total_right(self, entry: Scored, seat: int) -> bool:
        return entry.score is not None and self._totals[seat] + entry.score == entry.total

    def _seats_of_nick(self, nick: str, first: int) -> list[int]:
        """The seats of a nick in the order of play, those who play on before those who do not."""
        count = len(self._own)
        seats = [seat % count for seat in range(first, first + count) if self._shared[seat % count] == nick]
        return sorted(seats, key=self._away.__contains__)
