"""What a simulated month found."""

from msgspec import Struct

_MEMORY_SHARE = 0.05
"""By so much of what it was a worker's memory may have grown over the last days, in which nothing starts it anew."""
_DESCRIPTORS = 12
"""So many more files and connections a worker may have open at the end of a day: they come and go."""
_WARM_MOVES = 6_000
"""After so many moves since its start a worker's caches are full; before that, its memory says nothing."""


class DayFigures(Struct, frozen=True, kw_only=True):
    """How a day ended, once everything was answered."""

    day: int
    event: str
    """What happened on it; empty for nothing."""
    met: int
    """How much that met: processes that ended or stood still, calls refused, connections cut off; 0 on other days."""
    games: int
    """Finished since the month began."""
    moves: int
    """Plays and passes since the month began."""
    memory_mb: float
    """What the largest worker has resident."""
    descriptors: int
    """Files and connections that the worker with the most has open."""


class WrongFigure(Struct, frozen=True, kw_only=True):
    """A figure of ``/metrics`` that is not what the stand-in for Telegram counted on the same day."""

    day: int
    what: str
    bot: int
    stand_in: int


class MonthReport(Struct, frozen=True, kw_only=True):
    """The JSON document."""

    games: int
    moves: int
    updates: int
    unfinished: int
    """Games that got no answer in time."""
    old_games_played_on: int
    """Games of the data that an earlier version wrote, in which a move was taken."""
    days: list[DayFigures]
    compared: int
    """How many figures of ``/metrics`` were compared."""
    wrong: list[WrongFigure]
    flat_since: int
    """The day from which on nothing started the workers anew."""
    warm_moves: int
    """Plays and passes between the last restart and that day."""
    seconds: float

    @property
    def _flat_days(self) -> list[DayFigures]:
        return [one for one in self.days if one.day >= self.flat_since]

    @property
    def flat_moves(self) -> int:
        """Plays and passes of the flat days but the first."""
        return self._flat_days[-1].moves - self._flat_days[0].moves

    @property
    def memory_growth_mb(self) -> float:
        """By how much memory has changed from the mean of the first two flat days to that of the last two."""
        memory = [one.memory_mb for one in self._flat_days]
        return sum(memory[-2:]) / 2 - sum(memory[:2]) / 2

    @property
    def descriptor_growth(self) -> int:
        """By how many more are open, at most, in the last third of the flat days than in the first."""
        descriptors = [one.descriptors for one in self._flat_days]
        third = len(descriptors) // 3
        return max(descriptors[-third:]) - max(descriptors[:third])

    @property
    def is_warm(self) -> bool:
        """Whether so much was played before the flat days that memory may be judged."""
        return self.warm_moves >= _WARM_MOVES

    @property
    def unnoticed_events(self) -> list[str]:
        """What was to happen and met nothing."""
        return [f"{one.event} (day {one.day})" for one in self.days if one.event and not one.met]

    @property
    def is_sound(self) -> bool:
        """Whether every game ended, every event met something, figures agree, and memory and descriptors are flat.

        Outages of Telegram before the flat days and among them add to memory only once, as far as they do.
        """
        wrong = self.unfinished or self.wrong or self.unnoticed_events or not self.old_games_played_on
        flat = not self.is_warm or self.memory_growth_mb <= _MEMORY_SHARE * self._flat_days[0].memory_mb
        return not wrong and flat and self.descriptor_growth <= _DESCRIPTORS
