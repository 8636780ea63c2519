"""Those who wait to send, and who of them goes next. Knows no limits; counts what was let through.

The most urgent go first, first come first served; people who are answered are served in turn. Who has waited long for
an answer gets every fourth slot, whatever plays. Of one person's refusals only the newest waits.
"""

import asyncio
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.outcomes import Unsaid
from bot.workers.urgency import Asking, Urgency

LONG: Final = 10.0
"""Seconds after which somebody who is to be answered has waited long."""
_OTHERS: Final = 3
"""How many go ahead of somebody who has waited long."""
_DUST: Final = 1e-6

_ANSWERS: Final = (Urgency.ANSWER, Urgency.LOOK)


@dataclass(slots=True, eq=False)
class Waiter:
    """Somebody who waits."""

    urgency: Urgency
    since: float
    """Monotonic seconds; of a refusal those of the first that it took the place of."""
    turn: asyncio.Future[None]
    takes: bool
    """Whether a slot is taken, or only waited for."""
    asking: Asking | None

    @property
    def refuses(self) -> bool:
        """Whether the person's next refusal takes its place."""
        return self.asking is not None and self.asking.refused

    @property
    def line(self) -> Hashable:
        """With whom it waits in one line."""
        return None if self.asking is None or self.urgency not in _ANSWERS else self.asking.person


class Queue:
    """One queue of those who wait.

    Args:
        most: how many answers to people may wait; beyond, whoever has most of them loses the newest.
    """

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._lines: Final[dict[Urgency, dict[Hashable, deque[Waiter]]]] = {urgency: {} for urgency in Urgency}
        """By whose turn is next."""
        self._answers = 0
        self._since_answer = 0
        """How many went that answer nobody since the newest answer."""
        self._since_look = 0
        """How many answers went since somebody who only looks was answered."""

    def __bool__(self) -> bool:
        return any(self._lines.values())

    def add(self, waiter: Waiter) -> None:
        """Let somebody wait; who is to wait no longer for it, the newcomer perhaps, hears of that."""
        line = self._lines[waiter.urgency].setdefault(waiter.line, deque())
        if waiter.asking is not None and waiter.refuses:
            for place, other in enumerate(line):
                if other.asking is not None and other.refuses:
                    if other.asking.update < waiter.asking.update:
                        waiter.since, line[place] = other.since, waiter
                        waiter = other
                    _tell(waiter, Unsaid("a newer refusal tells the same person"))
                    return
        line.append(waiter)
        if waiter.line is not None:
            self._answers += 1
            if self._answers > self._most:
                left_out = self._longest()[-1]
                self.discard(left_out)
                _tell(left_out, Unsaid("more answers wait than there is room for", crowded=True))

    def _longest(self) -> deque[Waiter]:
        """Where most wait: of the same length those who look, and who came last."""
        lines = (
            (len(line), urgency, place, line)
            for urgency in _ANSWERS
            for place, (person, line) in enumerate(self._lines[urgency].items())
            if person is not None
        )
        return max(lines, key=lambda found: found[:3])[3]

    def discard(self, waiter: Waiter) -> None:
        """Let nobody wait there any longer, if they still do."""
        lines = self._lines[waiter.urgency]
        line = lines.get(waiter.line, deque())
        if waiter in line:
            line.remove(waiter)
            self._answers -= waiter.line is not None
            if not line:
                del lines[waiter.line]

    def next(self, now: float) -> tuple[Waiter, bool] | None:
        """Who goes next, and whether they are to leave something to what plays; ``None`` if nobody waits."""
        answer = self._next_answer(now)
        if answer is not None and self._since_answer >= _OTHERS and _waits_long(answer, now):
            return answer, False
        for urgency in (Urgency.NOW, Urgency.PLAY):
            for line in self._lines[urgency].values():
                return line[0], False
        if answer is None:
            answer = next(self._heads(Urgency.LEISURE), None)
        return None if answer is None else (answer, True)

    def _next_answer(self, now: float) -> Waiter | None:
        act, look = (next(self._heads(urgency), None) for urgency in _ANSWERS)
        if act is None or (look is not None and self._since_look >= _OTHERS and _waits_long(look, now)):
            return look
        return act

    def _heads(self, urgency: Urgency) -> Iterator[Waiter]:
        return (line[0] for line in self._lines[urgency].values())

    def waits_long_in(self, now: float) -> float:
        """Seconds until somebody may have waited long who has not yet; infinitely many if there is nobody."""
        left = (head.since + LONG - now for urgency in _ANSWERS for head in self._heads(urgency))
        return min((seconds for seconds in left if seconds > _DUST), default=float("inf"))

    def passes(self, waiter: Waiter) -> None:
        """Let the one go whose turn it is; the next of that person's waits behind everybody else's."""
        lines = self._lines[waiter.urgency]
        line = lines.pop(waiter.line)
        line.remove(waiter)
        self._answers -= waiter.line is not None
        if line:
            lines[waiter.line] = line
        if not waiter.takes:
            return
        if waiter.urgency not in _ANSWERS:
            self._since_answer += 1
            return
        self._since_answer = 0
        self._since_look = 0 if waiter.urgency is Urgency.LOOK else self._since_look + 1


def _tell(waiter: Waiter, error: Unsaid) -> None:
    if not waiter.turn.done():
        waiter.turn.set_exception(error)


def _waits_long(waiter: Waiter, now: float) -> bool:
    return now - waiter.since >= LONG - _DUST
