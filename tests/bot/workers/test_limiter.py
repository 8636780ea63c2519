"""Limits before Telegram's: never more than they allow, the urgent first, and looks leave room for moves."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from bot.workers.limiter import Limiter, RateLimits
from bot.workers.sending import Priority, Requester, Sending
from tests.support.timers import FakeTimers
from tests.support.waiting import PATIENCE, run_until_idle

LIMITS = RateLimits(all=30, chat=1, group=20)
GROUP, PRIVATE = -100, 100


class RecordedSends:
    """Sends through a limiter and notes what went when."""

    def __init__(self, limits: RateLimits | None = LIMITS) -> None:
        self.timers = FakeTimers()
        self.limiter = Limiter(limits, clock=self.timers.clock, call_later=self.timers.call_later)
        self.sent: list[tuple[float, str]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def send(self, name: str, chat: int | None, urgency: Priority = Priority.PLAY) -> asyncio.Task[None]:
        task = asyncio.create_task(self._send(name, chat, urgency))
        self._tasks.append(task)
        return task

    async def _send(self, name: str, chat: int | None, urgency: Priority) -> None:
        await self.limiter.wait_for_send_slot(chat, Sending(urgency))
        self.sent.append((self.timers.now, name))

    @property
    def sent_names(self) -> list[str]:
        return [name for _, name in self.sent]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


@pytest.fixture
def sends() -> Iterator[RecordedSends]:
    made = RecordedSends()
    yield made
    made.close()


def most_in_any_span(seconds: float, instants: list[float]) -> int:
    """The most of the instants that lie in any such span."""
    return max(sum(first <= other < first + seconds for other in instants) for first in instants)


async def test_a_group_is_never_sent_more_than_its_share_of_a_minute(sends: RecordedSends) -> None:
    for number in range(60):
        sends.send(str(number), GROUP)
    await sends.timers.advance(300)
    instants = [instant for instant, _ in sends.sent]
    assert len(instants) == 60
    assert most_in_any_span(60 - 1e-6, instants) <= 20
    assert instants[2] == 0, "a few may go at once"
    assert most_in_any_span(1 - 1e-6, instants[10:]) == 1


async def test_a_private_chat_is_sent_one_a_second_after_a_few_at_once(sends: RecordedSends) -> None:
    for number in range(13):
        sends.send(str(number), PRIVATE)
    await sends.timers.advance(20)
    assert [round(instant, 3) for instant, _ in sends.sent] == [0, 0, 0, *range(1, 11)]


async def test_all_chats_together_are_never_sent_more_than_the_limit_of_a_second(sends: RecordedSends) -> None:
    for number in range(200):
        sends.send(str(number), PRIVATE + number)
    await sends.timers.advance(10)
    instants = [instant for instant, _ in sends.sent]
    assert len(instants) == 200
    assert most_in_any_span(1 - 1e-6, instants) <= 30
    assert instants[-1] < 8
    assert sends.sent_names == [str(number) for number in range(200)], "first come, first served"


async def test_what_is_due_this_moment_goes_first_then_moves_then_answers_then_looks() -> None:
    post = RecordedSends(RateLimits(all=1, chat=9, group=900))
    post.send("first", PRIVATE)
    await run_until_idle()
    for number in count():
        name, chat, urgency = [
            ("look", PRIVATE + 1, Priority.LOOK_UP),
            ("answer", PRIVATE + 3, Priority.ANSWER),
            ("move", PRIVATE + 2, Priority.PLAY),
            ("shown", PRIVATE + 4, Priority.NOW),
        ][number]
        post.send(name, chat, urgency)
        if number == 3:
            break
    await post.timers.advance(10)
    assert post.sent_names == ["first", "shown", "move", "answer", "look"]


@pytest.mark.parametrize("urgency", [Priority.ANSWER, Priority.LOOK_UP])
async def test_a_group_s_answers_leave_room_for_its_moves(sends: RecordedSends, urgency: Priority) -> None:
    for number in range(100):
        sends.send(f"answer {number}", GROUP, urgency)
    for second in range(120):
        await sends.timers.advance(1)
        if second % 40 == 39:
            sent = sends.send("move", GROUP)
            await run_until_idle()
            assert sent.done(), "a move waits for no answer"
    instants = [instant for instant, _ in sends.sent]
    assert most_in_any_span(60 - 1e-6, instants) <= 20
    assert len(instants) > 20


async def test_what_plays_is_that_urgent_unless_it_is_said_otherwise() -> None:
    post = RecordedSends(RateLimits(all=30, chat=1, group=4))
    await post.limiter.wait_for_send_slot(GROUP, Sending(Priority.LOOK_UP))
    held = asyncio.create_task(post.limiter.wait_for_send_slot(GROUP, Sending(Priority.LOOK_UP)))
    free = asyncio.create_task(post.limiter.wait_for_send_slot(PRIVATE))
    await post.timers.advance(0.5)
    assert (held.done(), free.done()) == (False, True)
    held.cancel()


@pytest.mark.repeats(3)
@pytest.mark.parametrize("taps", [20, 30, 40], ids="{} taps a second".format)
@pytest.mark.parametrize("urgency", [Priority.NOW, Priority.ANSWER, Priority.LOOK_UP])
async def test_answers_to_taps_take_nothing_from_what_plays_in_any_chat(
    sends: RecordedSends, taps: int, urgency: Priority
) -> None:
    for second in range(30):
        for _ in range(taps):
            sends.send("tap", None, urgency)
        moved = sends.send(f"move {second}", PRIVATE + second)
        await run_until_idle()
        assert moved.done()
        await sends.timers.advance(1)
    answered = [instant for instant, name in sends.sent if name == "tap"]
    assert len(answered) >= 0.9 * 30 * min(taps, 27), "and are given as fast as messages are sent"
    assert most_in_any_span(1 - 1e-6, answered) <= 30


async def test_one_person_s_taps_are_answered_in_turn_with_others(sends: RecordedSends) -> None:
    async def tap(person: int, update: int) -> None:
        await sends.limiter.wait_for_send_slot(None, Sending(Priority.ANSWER, Requester(GROUP, person, update)))
        sends.sent.append((sends.timers.now, f"{person}"))

    tasks = [asyncio.create_task(tap(1, number)) for number in range(300)]
    await run_until_idle()
    tasks.append(asyncio.create_task(tap(2, 300)))
    await sends.timers.advance(1)
    assert "2" in sends.sent_names
    for task in tasks:
        task.cancel()


async def test_what_telegram_is_asked_has_its_own_limit_and_does_not_wait(sends: RecordedSends) -> None:
    asked = 0
    for _ in range(100):
        asked += not sends.limiter.try_count_query()
        await sends.timers.advance(0.01)
    assert 25 <= asked <= 30
    waits = [sends.limiter.try_count_query() for _ in range(4)]
    assert 0 < waits[-1] <= 1 / 27 + 1e-6
    sent = sends.send("move", PRIVATE)
    await run_until_idle()
    assert sent.done()


async def test_whoever_stops_waiting_takes_nothing_from_those_behind(sends: RecordedSends) -> None:
    for number in range(3):
        sends.send(str(number), PRIVATE)
    gone, next_ = sends.send("gone", PRIVATE), sends.send("next", PRIVATE)
    await run_until_idle()
    gone.cancel()
    await sends.timers.advance(1)
    assert next_.done()
    assert sends.sent_names == ["0", "1", "2", "next"]


async def test_ready_waits_for_a_slot_without_taking_it(sends: RecordedSends) -> None:
    assert not await sends.limiter.wait_until_sendable(PRIVATE)
    for number in range(3):
        sends.send(str(number), PRIVATE)
    await run_until_idle()
    ready = asyncio.create_task(sends.limiter.wait_until_sendable(PRIVATE))
    await sends.timers.advance(0.5)
    assert not ready.done()
    await sends.timers.advance(0.5)
    assert await ready
    sent = sends.send("now", PRIVATE)
    await run_until_idle()
    assert sent.done()


async def test_who_is_more_urgent_than_all_that_wait_does_not_wait(sends: RecordedSends) -> None:
    for number in range(9):
        sends.send(str(number), PRIVATE, Priority.ANSWER)
    await run_until_idle()
    assert len(sends.sent) == 2
    assert not await sends.limiter.wait_until_sendable(PRIVATE)


async def test_a_chat_that_telegram_shuts_is_sent_nothing_until_it_may(sends: RecordedSends) -> None:
    sends.limiter.block_chat(GROUP, 30)
    sends.send("late", GROUP)
    sends.send("other", PRIVATE)
    await sends.timers.advance(29)
    assert sends.sent_names == ["other"]
    await sends.timers.advance(2)
    assert sends.sent_names == ["other", "late"]


async def test_a_shorter_wait_ends_no_longer_one(sends: RecordedSends) -> None:
    for seconds in (30, 5):
        sends.limiter.block_chat(GROUP, seconds)
    sends.send("late", GROUP)
    await sends.timers.advance(29)
    assert sends.sent_names == []
    await sends.timers.advance(2)
    assert sends.sent_names == ["late"]


async def test_without_limits_nothing_waits() -> None:
    post = RecordedSends(None)
    post.limiter.block_chat(GROUP, 30)
    for number in range(100):
        post.send(str(number), GROUP)
    assert not await post.limiter.wait_until_sendable(GROUP)
    await run_until_idle()
    assert len(post.sent) == 100


async def test_chats_that_are_quiet_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_CHATS", 3)
    post = RecordedSends()
    for chat in range(10):
        await post.limiter.wait_for_send_slot(PRIVATE + chat)
        await post.timers.advance(100)
    assert len(post.limiter._chat_gates) <= 4  # noqa: SLF001 - what it keeps shows nowhere else


@pytest.mark.parametrize(("processes", "most"), [(1, 30), (2, 15), (3, 10), (7, 4), (100, 1)])
async def test_processes_share_the_limit_of_all(sends: RecordedSends, processes: int, most: int) -> None:
    sends.limiter.share_among(processes)
    for chat in range(200):
        sends.send(str(chat), chat + 1)
    await sends.timers.advance(20)
    instants = [instant for instant, _ in sends.sent]
    # The last of one second may be the first of the next by what a bucket holds at once.
    assert most_in_any_span(1, instants) <= max(most, 2)
    assert len(instants) >= min(200, 0.7 * most * 20)


async def test_a_process_that_is_alone_again_has_the_whole_limit_and_a_chat_s_is_never_shared(
    sends: RecordedSends,
) -> None:
    sends.limiter.share_among(3)
    for number in range(60):
        sends.send(str(number), GROUP)
    await sends.timers.advance(60)
    alone = RecordedSends()
    for number in range(60):
        alone.send(str(number), GROUP)
    await alone.timers.advance(60)
    assert sends.sent_names == alone.sent_names
    alone.close()
    sends.limiter.share_among(1)
    before = len(sends.sent)
    for chat in range(200):
        sends.send(str(chat), chat + 1)
    await sends.timers.advance(3)
    assert len(sends.sent) - before > 2 * LIMITS.all


async def test_to_share_gives_nobody_what_was_just_spent(sends: RecordedSends) -> None:
    for chat in range(200):
        sends.send(str(chat), chat + 1)
    await run_until_idle()
    spent = len(sends.sent)
    for processes in (2, 1, 2, 1):
        sends.limiter.share_among(processes)
    await run_until_idle()
    assert len(sends.sent) == spent
    await sends.timers.advance(10)
    assert most_in_any_span(1, [instant for instant, _ in sends.sent]) <= LIMITS.all


async def test_without_limits_there_is_nothing_to_share() -> None:
    limiter = Limiter(None)
    limiter.share_among(2)
    async with asyncio.timeout(PATIENCE):
        await limiter.wait_for_send_slot(GROUP)


def test_a_chat_has_room_for_several_until_it_was_sent_some_or_somebody_waits() -> None:
    timers = FakeTimers()
    limiter = Limiter(RateLimits(30, 1, 20), clock=timers.clock, call_later=timers.call_later)
    assert limiter.has_room(GROUP)
    assert Limiter(None).has_room(GROUP)
    limiter.block_chat(GROUP, 5)
    assert not limiter.has_room(GROUP)
