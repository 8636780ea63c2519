"""The queue of messages that wait for a send slot, and which of them goes next; it knows no limits.

- The highest priority goes first, then the order of arrival; people who are answered are served round robin.
- A reply that has waited long gets every fourth send slot, whatever happens in games.
- Of one person's refusals only the newest waits.
"""

import asyncio
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.call_errors import NotSent
from bot.workers.sending import Priority, Requester

LONG_WAIT_SECONDS: Final = 10.0
"""After how many seconds a reply has waited long."""
_MOST_AHEAD: Final = 3
"""How many go ahead of a reply that has waited long."""
_DUST: Final = 1e-6

_ANSWER_PRIORITIES: Final = (Priority.ANSWER, Priority.LOOK_UP)


@dataclass(slots=True, eq=False)
class Waiter:
    """A message that waits for a send slot."""

    priority: Priority
    waiting_since: float
    """Monotonic seconds; a refusal that replaces another one keeps that one's."""
    granted: asyncio.Future[None]
    """Done once it may go."""
    takes_send_slot: bool
    """Whether it takes the send slot, or only waits for it."""
    requester: Requester | None

    @property
    def is_refusal(self) -> bool:
        """Whether the person's next refusal takes its place."""
        return self.requester is not None and self.requester.is_refusal

    @property
    def line_key(self) -> Hashable:
        """The person in whose line it waits; ``None`` for messages that are no replies."""
        return None if self.requester is None or self.priority not in _ANSWER_PRIORITIES else self.requester.person


class WaiterQueue:
    """A queue of waiters.

    Args:
        most_answers: the most replies that may wait; beyond, the person with the most of them loses the newest.
    """

    def __init__(self, most_answers: int) -> None:
        self._most_answers: Final = most_answers
        self._lines: Final[dict[Priority, dict[Hashable, deque[Waiter]]]] = {urgency: {} for urgency in Priority}
        """The lines of each priority, in the order in which they are served."""
        self._answer_count = 0
        self._since_answer = 0
        """How many messages that are no replies went since the newest reply."""
        self._since_look_up = 0
        """How many replies went since the newest one to a look-up."""

    def __bool__(self) -> bool:
        return any(self._lines.values())

    def add_waiter(self, waiter: Waiter) -> None:
        """Add a waiter. A waiter that is displaced, perhaps the new one, gets a :class:`NotSent`."""
        line = self._lines[waiter.priority].setdefault(waiter.line_key, deque())
        if waiter.requester is not None and waiter.is_refusal:
            for place, other in enumerate(line):
                if other.requester is not None and other.is_refusal:
                    if other.requester.update < waiter.requester.update:
                        waiter.waiting_since, line[place] = other.waiting_since, waiter
                        waiter = other
                    _reject_waiter(waiter, NotSent("a newer refusal tells the same person"))
                    return
        line.append(waiter)
        if waiter.line_key is not None:
            self._answer_count += 1
            if self._answer_count > self._most_answers:
                left_out = self._longest_line()[-1]
                self.discard_waiter(left_out)
                _reject_waiter(left_out, NotSent("more answers wait than there is room for", crowded=True))

    def _longest_line(self) -> deque[Waiter]:
        """The longest line; of equal ones that of look-ups, then the one that is served last."""
        lines = (
            (len(line), urgency, place, line)
            for urgency in _ANSWER_PRIORITIES
            for place, (person, line) in enumerate(self._lines[urgency].items())
            if person is not None
        )
        return max(lines, key=lambda found: found[:3])[3]

    def discard_waiter(self, waiter: Waiter) -> None:
        """Remove a waiter, if it is still there."""
        lines = self._lines[waiter.priority]
        line = lines.get(waiter.line_key, deque())
        if waiter in line:
            line.remove(waiter)
            self._answer_count -= waiter.line_key is not None
            if not line:
                del lines[waiter.line_key]

    def next_waiter(self, now: float) -> tuple[Waiter, bool] | None:
        """The next waiter, and whether it must leave half of the buckets to games; ``None`` if nobody waits."""
        answer = self._next_answer(now)
        if answer is not None and self._since_answer >= _MOST_AHEAD and _has_waited_long(answer, now):
            return answer, False
        for urgency in (Priority.NOW, Priority.PLAY):
            for line in self._lines[urgency].values():
                return line[0], False
        if answer is None:
            answer = next(self._line_heads(Priority.LEISURE), None)
        return None if answer is None else (answer, True)

    def _next_answer(self, now: float) -> Waiter | None:
        to_action, to_look_up = (next(self._line_heads(urgency), None) for urgency in _ANSWER_PRIORITIES)
        if to_action is None or (
            to_look_up is not None and self._since_look_up >= _MOST_AHEAD and _has_waited_long(to_look_up, now)
        ):
            return to_look_up
        return to_action

    def _line_heads(self, priority: Priority) -> Iterator[Waiter]:
        return (line[0] for line in self._lines[priority].values())

    def seconds_until_long_wait(self, now: float) -> float:
        """Seconds until the next reply has waited long; infinite if there is none."""
        left = (
            head.waiting_since + LONG_WAIT_SECONDS - now
            for urgency in _ANSWER_PRIORITIES
            for head in self._line_heads(urgency)
        )
        return min((seconds for seconds in left if seconds > _DUST), default=float("inf"))

    def remove_served(self, waiter: Waiter) -> None:
        """Remove the waiter that may go; the person's line goes behind all others."""
        lines = self._lines[waiter.priority]
        line = lines.pop(waiter.line_key)
        line.remove(waiter)
        self._answer_count -= waiter.line_key is not None
        if line:
            lines[waiter.line_key] = line
        if not waiter.takes_send_slot:
            return
        if waiter.priority not in _ANSWER_PRIORITIES:
            self._since_answer += 1
            return
        self._since_answer = 0
        self._since_look_up = 0 if waiter.priority is Priority.LOOK_UP else self._since_look_up + 1


def _reject_waiter(waiter: Waiter, error: NotSent) -> None:
    if not waiter.granted.done():
        waiter.granted.set_exception(error)


def _has_waited_long(waiter: Waiter, now: float) -> bool:
    return now - waiter.waiting_since >= LONG_WAIT_SECONDS - _DUST
