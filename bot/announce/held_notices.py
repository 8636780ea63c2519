"""Held notices: those of chats and topics that cannot be written to are set aside in order, and tried again.

What proves that a place can be written to again is that Telegram takes its oldest notice. It is tried now and then,
with each further notice, and whenever somebody there is heard from.
"""

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from bot.store.keys import Scope, shard_of
from bot.store.streams import Outbox, OutboxEntry, parse_entry_id
from bot.workers.recent import NewestDict
from bot.workers.supervisor import RetryLoop, cancel_tasks

_FIRST_SECONDS: Final = 15.0
"""Half of the first wait: each is twice as long as the one before."""
_LONGEST_SECONDS: Final = 1800.0
_MOST_DOUBLINGS: Final = 10
_OUTCOME_SECONDS: Final = 10.0
"""How long somebody who asks waits for the outcome of a try."""
_MOST_PLACES: Final = 4096
"""Of how many places it is known which notices were taken back last: an older one is in hand for a moment."""


class HeldNotices:
    """The places that cannot be written to; one instance a process. A place is a chat, or a topic of one."""

    def __init__(self, outbox: Outbox, retry_policy: RetryLoop) -> None:
        self._outbox: Final = outbox
        self._retry_policy: Final = retry_policy
        self._failures: Final[dict[Scope, int]] = {}
        """How often each place that is held, or tried again, was found to be closed."""
        self._tried: Final[set[Scope]] = set()
        """Places whose notices were taken back, and none of them is told yet."""
        self._taken_back: Final[NewestDict[Scope, tuple[int, int]]] = NewestDict(_MOST_PLACES)
        """The place in the outbox of the oldest notice that was taken back; older ones were put behind it."""
        self._moving: Final = asyncio.Lock()
        """Held while notices are moved: those of a place stay in order."""
        self._timers: Final[dict[Scope, asyncio.TimerHandle]] = {}
        self._retries: Final[dict[Scope, asyncio.Task[None]]] = {}
        self._outcomes: Final[dict[Scope, asyncio.Future[bool]]] = {}
        outbox.on_held_found = self._note_found

    def is_held(self, place: Scope) -> bool:
        """Whether the notices of a place wait until it can be written to."""
        return place in self._failures and place not in self._tried

    def is_tried(self, place: Scope) -> bool:
        """Whether the notices of a place are tried again, and none of them is told yet."""
        return place in self._tried

    def was_moved(self, entry: OutboxEntry) -> bool:
        """Whether a notice was put behind those of its place that were taken back: it comes again from there."""
        oldest = self._taken_back.get(entry.scope.place)
        return oldest is not None and not entry.sent_ms and parse_entry_id(entry.id) < oldest

    def places_of_chat(self, chat: int) -> set[Scope]:
        """The places of a chat that cannot be written to, as far as is known."""
        return {place for place in self._failures if place.chat == chat}

    def hold(self, place: Scope) -> None:
        """Hold the notices of a place, as it cannot be written to; they are tried again after a while."""
        self._failures[place] = failures = self._failures.get(place, 0) + 1
        self._set_timer(place, min(_LONGEST_SECONDS, _FIRST_SECONDS * (1 << min(failures, _MOST_DOUBLINGS))))
        self._settle(place, told=False)

    async def set_aside(self, entries: Sequence[OutboxEntry], *, retry: bool) -> bool:
        """Set notices of one place aside if it is held, and ``retry`` all of them; returns whether it is held."""
        place = entries[0].scope.place
        if not self.is_held(place):
            return False
        async with self._moving:
            if not self.is_held(place):
                return False
            for entry in entries:
                await self._retry_policy.run_until_success(partial(self._outbox.hold_notice, entry))
        if retry:
            self._start_retry(place)
        return True

    def note_told(self, place: Scope) -> None:
        """Note that a place was told something, or refused it for another reason than that it cannot be written to."""
        if place in self._failures:
            self._forget(place, told=True)

    async def retry_place(self, place: Scope) -> bool | None:
        """Try the notices of a place now: whether it was told one; ``None`` if none is held."""
        if place not in self._failures:
            return None
        outcome = self._outcomes.setdefault(place, asyncio.get_running_loop().create_future())
        self._start_retry(place)
        done, _ = await asyncio.wait((outcome,), timeout=_OUTCOME_SECONDS)
        return bool(done) and outcome.result()

    async def retry_chat(self, chat: int) -> bool | None:
        """As :meth:`retry_place`, all places of a chat: whether one of them was told something."""
        places = self.places_of_chat(chat)
        return any(await asyncio.gather(*map(self.retry_place, places))) if places else None

    def forget_shards(self, shards: Collection[int]) -> None:
        """Forget the places of shards that another worker has now."""
        for place in [place for place in self._failures if shard_of(place.chat) in shards]:
            self._forget(place, told=False)

    async def close(self) -> None:
        """Try nothing again, as the process ends."""
        for place in tuple(self._failures):
            self._forget(place, told=False)
        await cancel_tasks(tuple(self._retries.values()))

    def _note_found(self, places: Collection[Scope]) -> None:
        """Hold the notices of places that this process reads from now on."""
        for place in places:
            if place not in self._failures:
                self.hold(place)

    def _forget(self, place: Scope, *, told: bool) -> None:
        self._failures.pop(place, None)
        self._cancel_timer(place)
        self._settle(place, told=told)

    def _settle(self, place: Scope, *, told: bool) -> None:
        self._tried.discard(place)
        if (outcome := self._outcomes.pop(place, None)) is not None and not outcome.done():
            outcome.set_result(told)

    def _set_timer(self, place: Scope, seconds: float) -> None:
        self._cancel_timer(place)
        self._timers[place] = asyncio.get_running_loop().call_later(seconds, self._start_retry, place)

    def _cancel_timer(self, place: Scope) -> None:
        if (timer := self._timers.pop(place, None)) is not None:
            timer.cancel()

    def _start_retry(self, place: Scope) -> None:
        self._cancel_timer(place)
        if self.is_held(place) and place not in self._retries:
            self._retries[place] = task = asyncio.create_task(self._retry(place), name=f"held {place.chat}")
            task.add_done_callback(lambda _: self._retries.pop(place, None))

    async def _retry(self, place: Scope) -> None:
        """Take back what is held of a place; it is announced as what is new."""
        async with self._moving:
            oldest = await self._retry_policy.run_until_success(partial(self._outbox.release_notices, place))
            if oldest:
                self._taken_back[place] = parse_entry_id(oldest)
            if oldest and place in self._failures:
                self._tried.add(place)
            else:
                self._forget(place, told=False)
