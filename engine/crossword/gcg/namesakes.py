"""Players of the same nick, told apart: by the figures of a line, and by the order of play where these leave it open.

Each gets a nick of its own, the first the one that the file has. A file in which nobody shares a nick stays as it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.crossword.gcg.records import Departed, Entry, Named, Record, Scored, Turn, Unreadable


def players(named: Iterable[Named]) -> tuple[Named, ...]:
    """The declared players in the order of their numbers; who is declared twice under one number is one player."""
    return tuple({(player.number, player.nick): player for player in sorted(named, key=_number)}.values())


def _number(player: Named) -> int:
    return player.number


def own_nicks(declared: Sequence[Named]) -> tuple[str, ...]:
    """A nick for each player that nobody else has: ``Ali``, ``Ali2``."""
    taken = {player.nick for player in declared}
    own: list[str] = []
    for player in declared:
        nick, more = player.nick, 2
        while nick in own or (more > 2 and nick in taken):  # noqa: PLR2004 - an invented nick is nobody's
            nick, more = f"{player.nick}{more}", more + 1
        own.append(nick)
    return tuple(own)


def told_apart(records: Iterable[Record], declared: Sequence[Named], own: Sequence[str]) -> Iterator[Record]:
    """The records with the nicks that :func:`own_nicks` gave."""
    game = _Game([player.nick for player in declared], own)
    for record in records:
        match record:
            case Unreadable(entry=None, nick=str(nick)):
                yield replace(record, nick=game.own(game.of_turn(nick)))
            case Unreadable(entry=entry) if entry is not None:
                named = game.entry(entry)
                yield replace(record, nick=named.nick, entry=named)
            case Departed(nick=nick):
                yield replace(record, nick=game.own(game.leaves(nick)))
            case Entry():
                yield game.entry(record)
            case _:
                yield record


class _Game:
    """Whose turn it is and what everybody's total was, as far as the file says."""

    def __init__(self, shared: Sequence[str], own: Sequence[str]) -> None:
        self._shared: Final = tuple(shared)
        self._own: Final = tuple(own)
        self._totals: Final = [0] * len(own)
        self._away: Final[set[int]] = set()
        self._last = len(own) - 1
        """Who took the last turn; the first player's is the first."""

    def own(self, seat: int) -> str:
        """A seat's own nick."""
        return self._own[seat]

    def of_turn(self, nick: str) -> int:
        """The seat of this nick that is to play next."""
        return self._seats(nick, self._last + 1)[0]

    def leaves(self, nick: str) -> int:
        """The seat of this nick that takes no more turns."""
        seat = self.of_turn(nick)
        self._away.add(seat)
        return seat

    def entry(self, entry: Scored) -> Scored:
        """A scored line under its player's own nick; what is no turn is the last player's before the others'."""
        turn = isinstance(entry, Turn)
        able = self._seats(entry.nick, self._last + turn)
        seat = next((seat for seat in able if self._fits(entry, seat)), able[0])
        if turn:
            self._last = seat
        if entry.total is not None:
            self._totals[seat] = entry.total
        return replace(entry, nick=self._own[seat])

    def _fits(self, entry: Scored, seat: int) -> bool:
        return entry.score is not None and self._totals[seat] + entry.score == entry.total

    def _seats(self, nick: str, first: int) -> list[int]:
        """The seats of a nick in the order of play, those who play on before those who do not."""
        count = len(self._own)
        seats = [seat % count for seat in range(first, first + count) if self._shared[seat % count] == nick]
        return sorted(seats, key=self._away.__contains__)
