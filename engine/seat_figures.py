"""What each seat did in a game, counted from its events: plays, words, bingos, challenges.

A family's :meth:`engine.family_protocol.Family.seat_figures` feeds its events to a :class:`FiguresTally`.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class CountedPlay(Struct, frozen=True):
    """A scored turn: its words with their points, main word first, and the total."""

    seat: int
    points: int
    words: tuple[tuple[str, int], ...]
    is_bingo: bool = False
    is_amended: bool = False
    """Whether it scored differently at first."""


class SeatFigures(Struct, frozen=True, array_like=True):
    """What one player did in one game, in integers."""

    plays: int = 0
    """Scored turns that stood."""
    play_points: int = 0
    """The sum of these turns' points, without adjustments at the end."""
    bingos: int = 0
    best_play: int = 0
    """The points of the best play; 0 without a play, and then its word is empty."""
    best_play_word: str = ""
    best_word: str = ""
    """The word that scored most by itself, the first in a tie."""
    best_word_points: int = 0
    longest_word: str = ""
    """The longest word, the first in a tie."""
    challenges_won: int = 0
    """Plays of others that this player challenged off."""
    challenges_lost: int = 0
    rounds: int = 0
    """In a game in rounds (Duplicate): the rounds from the first answer on."""
    answered: int = 0
    """How many of :attr:`rounds` were answered."""
    tops: int = 0
    """Rounds in which the best play's points were reached."""
    top_points: int = 0
    """The sum of the best plays' points in all :attr:`rounds`."""

    @property
    def permille(self) -> int | None:
        """The share of the best plays' points, in permille (:func:`permille_of_top`); ``None`` without rounds."""
        return permille_of_top(self.play_points, self.top_points, self.answered, self.rounds)


_LEAST_ANSWERED: Final = 3
"""A share needs answers in at least the rounds since the first answer, divided by this."""


def permille_of_top(points: int, tops: int, answered: int, rounds: int) -> int | None:
    """A player's share of the best plays' points, in tenths of a percent, rounded half up.

    ``None`` if they answered fewer than a third of the rounds (RULES §10.3).
    """
    return None if not tops or answered * _LEAST_ANSWERED < rounds else (2000 * points + tops) // (2 * tops)


class FiguresTally:
    """Counts what the seats do, event by event; undone plays are subtracted."""

    def __init__(self, seats: int) -> None:
        self._plays: Final[list[list[CountedPlay]]] = [[] for _ in range(seats)]
        self._won: Final = [0] * seats
        self._lost: Final = [0] * seats

    def add_play(self, play: CountedPlay) -> None:
        """Count a play."""
        self._plays[play.seat].append(play)

    def drop_newest_play(self, seat: int) -> None:
        """Drop the newest play of a seat, which was withdrawn, taken back or undone."""
        if self._plays[seat]:
            self._plays[seat].pop()

    def amend_play(self, seat: int, word: str, points: int) -> None:
        """Set the points of the seat's newest unamended play with the main word ``word``."""
        plays = self._plays[seat]
        found = [index for index, play in enumerate(plays) if play.words[0][0] == word and not play.is_amended]
        if found:
            play, words = plays[found[-1]], ((word, points), *plays[found[-1]].words[1:])
            plays[found[-1]] = replace(play, points=points, words=words, is_amended=True)

    def add_challenge(self, seat: int, *, won: bool) -> None:
        """Count a challenge by a seat."""
        (self._won if won else self._lost)[seat] += 1

    def reset_seat(self, seat: int) -> None:
        """Reset a seat's figures for its new player."""
        self._plays[seat].clear()
        self._won[seat] = self._lost[seat] = 0

    def to_figures(self) -> tuple[SeatFigures, ...]:
        """The figures, by seat."""
        return tuple(
            _figures_of(plays, won, lost) for plays, won, lost in zip(self._plays, self._won, self._lost, strict=True)
        )


def _figures_of(plays: Sequence[CountedPlay], won: int, lost: int) -> SeatFigures:
    if not plays:
        return SeatFigures(challenges_won=won, challenges_lost=lost)
    # `max` takes the first of a tie.
    best = max(plays, key=lambda play: play.points)
    words = [word for play in plays for word in play.words]
    best_word, points = max(words, key=lambda word: word[1])
    return SeatFigures(
        plays=len(plays),
        play_points=sum(play.points for play in plays),
        bingos=sum(play.is_bingo for play in plays),
        best_play=best.points,
        best_play_word=best.words[0][0],
        best_word=best_word,
        best_word_points=points,
        longest_word=max((word for word, _ in words), key=len),
        challenges_won=won,
        challenges_lost=lost,
    )
