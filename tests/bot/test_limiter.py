"""Limits before Telegram's: never more than they allow, the urgent first, and looks leave room for moves."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from bot.workers.limiter import Limiter, Limits
from bot.workers.urgency import Asking, Urgency, urgent
from tests.support.patience import PATIENCE
from tests.support.timers import Timers, settled

LIMITS = Limits(all=30, chat=1, group=20)
GROUP, PRIVATE = -100, 100


class Post:
    """Sends through a limiter and notes what went when."""

    def __init__(self, limits: Limits | None = LIMITS) -> None:
        self.timers = Timers()
        self.limiter = Limiter(limits, clock=self.timers.clock, later=self.timers.later)
        self.sent: list[tuple[float, str]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def send(self, name: str, chat: int | None, urgency: Urgency = Urgency.PLAY) -> asyncio.Task[None]:
        task = asyncio.create_task(self._send(name, chat, urgency))
        self._tasks.append(task)
        return task

    async def _send(self, name: str, chat: int | None, urgency: Urgency) -> None:
        await self.limiter.slot(chat, urgency)
        self.sent.append((self.timers.now, name))

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.sent]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


@pytest.fixture
def post() -> Iterator[Post]:
    made = Post()
    yield made
    made.close()


def most_within(seconds: float, instants: list[float]) -> int:
    """The most of the instants that lie in any such span."""
    return max(sum(first <= other < first + seconds for other in instants) for first in instants)


async def test_a_group_is_never_sent_more_than_its_share_of_a_minute(post: Post) -> None:
    for number in range(60):
        post.send(str(number), GROUP)
    await post.timers.pass_(300)
    instants = [instant for instant, _ in post.sent]
    assert len(instants) == 60
    assert most_within(60 - 1e-6, instants) <= 20
    assert instants[2] == 0, "a few may go at once"
    assert most_within(1 - 1e-6, instants[10:]) == 1


async def test_a_private_chat_is_sent_one_a_second_after_a_few_at_once(post: Post) -> None:
    for number in range(13):
        post.send(str(number), PRIVATE)
    await post.timers.pass_(20)
    assert [round(instant, 3) for instant, _ in post.sent] == [0, 0, 0, *range(1, 11)]


async def test_all_chats_together_are_never_sent_more_than_the_limit_of_a_second(post: Post) -> None:
    for number in range(200):
        post.send(str(number), PRIVATE + number)
    await post.timers.pass_(10)
    instants = [instant for instant, _ in post.sent]
    assert len(instants) == 200
    assert most_within(1 - 1e-6, instants) <= 30
    assert instants[-1] < 8
    assert post.names == [str(number) for number in range(200)], "first come, first served"


async def test_what_is_due_this_moment_goes_first_then_moves_then_answers_then_looks() -> None:
    post = Post(Limits(all=1, chat=9, group=900))
    post.send("first", PRIVATE)
    await settled()
    for number in count():
        name, chat, urgency = [
            ("look", PRIVATE + 1, Urgency.LOOK),
            ("answer", PRIVATE + 3, Urgency.ANSWER),
            ("move", PRIVATE + 2, Urgency.PLAY),
            ("shown", PRIVATE + 4, Urgency.NOW),
        ][number]
        post.send(name, chat, urgency)
        if number == 3:
            break
    await post.timers.pass_(10)
    assert post.names == ["first", "shown", "move", "answer", "look"]


@pytest.mark.parametrize("urgency", [Urgency.ANSWER, Urgency.LOOK])
async def test_a_group_s_answers_leave_room_for_its_moves(post: Post, urgency: Urgency) -> None:
    for number in range(100):
        post.send(f"answer {number}", GROUP, urgency)
    for second in range(120):
        await post.timers.pass_(1)
        if second % 40 == 39:
            sent = post.send("move", GROUP)
            await settled()
            assert sent.done(), "a move waits for no answer"
    instants = [instant for instant, _ in post.sent]
    assert most_within(60 - 1e-6, instants) <= 20
    assert len(instants) > 20


async def test_what_plays_is_that_urgent_unless_it_is_said_otherwise() -> None:
    post = Post(Limits(all=30, chat=1, group=4))
    with urgent(Urgency.LOOK):
        await post.limiter.slot(GROUP)
        held = asyncio.create_task(post.limiter.slot(GROUP))
    free = asyncio.create_task(post.limiter.slot(PRIVATE))
    await post.timers.pass_(0.5)
    assert (held.done(), free.done()) == (False, True)
    held.cancel()


@pytest.mark.parametrize("taps", [20, 30, 40], ids="{} taps a second".format)
@pytest.mark.parametrize("urgency", [Urgency.NOW, Urgency.ANSWER, Urgency.LOOK])
async def test_answers_to_taps_take_nothing_from_what_plays_in_any_chat(
    post: Post, taps: int, urgency: Urgency
) -> None:
    for second in range(30):
        for _ in range(taps):
            post.send("tap", None, urgency)
        moved = post.send(f"move {second}", PRIVATE + second)
        await settled()
        assert moved.done()
        await post.timers.pass_(1)
    answered = [instant for instant, name in post.sent if name == "tap"]
    assert len(answered) >= 0.9 * 30 * min(taps, 27), "and are given as fast as messages are sent"
    assert most_within(1 - 1e-6, answered) <= 30


async def test_one_person_s_taps_are_answered_in_turn_with_others(post: Post) -> None:
    async def tap(person: int, update: int) -> None:
        with urgent(Urgency.ANSWER, Asking(GROUP, person, update)):
            await post.limiter.slot(None)
        post.sent.append((post.timers.now, f"{person}"))

    tasks = [asyncio.create_task(tap(1, number)) for number in range(300)]
    await settled()
    tasks.append(asyncio.create_task(tap(2, 300)))
    await post.timers.pass_(1)
    assert "2" in post.names
    for task in tasks:
        task.cancel()


async def test_what_telegram_is_asked_has_its_own_limit_and_does_not_wait(post: Post) -> None:
    asked = 0
    for _ in range(100):
        asked += not post.limiter.asked()
        await post.timers.pass_(0.01)
    assert 25 <= asked <= 30
    waits = [post.limiter.asked() for _ in range(4)]
    assert 0 < waits[-1] <= 1 / 27 + 1e-6
    sent = post.send("move", PRIVATE)
    await settled()
    assert sent.done()


async def test_whoever_stops_waiting_takes_nothing_from_those_behind(post: Post) -> None:
    for number in range(3):
        post.send(str(number), PRIVATE)
    gone, next_ = post.send("gone", PRIVATE), post.send("next", PRIVATE)
    await settled()
    gone.cancel()
    await post.timers.pass_(1)
    assert next_.done()
    assert post.names == ["0", "1", "2", "next"]


async def test_ready_waits_for_a_slot_without_taking_it(post: Post) -> None:
    assert not await post.limiter.ready(PRIVATE)
    for number in range(3):
        post.send(str(number), PRIVATE)
    await settled()
    ready = asyncio.create_task(post.limiter.ready(PRIVATE))
    await post.timers.pass_(0.5)
    assert not ready.done()
    await post.timers.pass_(0.5)
    assert await ready
    sent = post.send("now", PRIVATE)
    await settled()
    assert sent.done()


async def test_who_is_more_urgent_than_all_that_wait_does_not_wait(post: Post) -> None:
    for number in range(9):
        post.send(str(number), PRIVATE, Urgency.ANSWER)
    await settled()
    assert len(post.sent) == 2
    assert not await post.limiter.ready(PRIVATE)


async def test_a_chat_that_telegram_shuts_is_sent_nothing_until_it_may(post: Post) -> None:
    post.limiter.refused(GROUP, 30)
    post.send("late", GROUP)
    post.send("other", PRIVATE)
    await post.timers.pass_(29)
    assert post.names == ["other"]
    await post.timers.pass_(2)
    assert post.names == ["other", "late"]


async def test_a_shorter_wait_ends_no_longer_one(post: Post) -> None:
    for seconds in (30, 5):
        post.limiter.refused(GROUP, seconds)
    post.send("late", GROUP)
    await post.timers.pass_(29)
    assert post.names == []
    await post.timers.pass_(2)
    assert post.names == ["late"]


async def test_without_limits_nothing_waits() -> None:
    post = Post(None)
    post.limiter.refused(GROUP, 30)
    for number in range(100):
        post.send(str(number), GROUP)
    assert not await post.limiter.ready(GROUP)
    await settled()
    assert len(post.sent) == 100


async def test_chats_that_are_quiet_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_CHATS", 3)
    post = Post()
    for chat in range(10):
        await post.limiter.slot(PRIVATE + chat)
        await post.timers.pass_(100)
    assert len(post.limiter._chats) <= 4  # noqa: SLF001 - what it keeps shows nowhere else


@pytest.mark.parametrize(("processes", "most"), [(1, 30), (2, 15), (3, 10), (7, 4), (100, 1)])
async def test_processes_share_the_limit_of_all(post: Post, processes: int, most: int) -> None:
    post.limiter.share(processes)
    for chat in range(200):
        post.send(str(chat), chat + 1)
    await post.timers.pass_(20)
    instants = [instant for instant, _ in post.sent]
    # The last of one second may be the first of the next by what a bucket holds at once.
    assert most_within(1, instants) <= max(most, 2)
    assert len(instants) >= min(200, 0.7 * most * 20)


async def test_a_process_that_is_alone_again_has_the_whole_limit_and_a_chat_s_is_never_shared(post: Post) -> None:
    post.limiter.share(3)
    for number in range(60):
        post.send(str(number), GROUP)
    await post.timers.pass_(60)
    alone = Post()
    for number in range(60):
        alone.send(str(number), GROUP)
    await alone.timers.pass_(60)
    assert post.names == alone.names
    alone.close()
    post.limiter.share(1)
    before = len(post.sent)
    for chat in range(200):
        post.send(str(chat), chat + 1)
    await post.timers.pass_(3)
    assert len(post.sent) - before > 2 * LIMITS.all


async def test_to_share_gives_nobody_what_was_just_spent(post: Post) -> None:
    for chat in range(200):
        post.send(str(chat), chat + 1)
    await settled()
    spent = len(post.sent)
    for processes in (2, 1, 2, 1):
        post.limiter.share(processes)
    await settled()
    assert len(post.sent) == spent
    await post.timers.pass_(10)
    assert most_within(1, [instant for instant, _ in post.sent]) <= LIMITS.all


async def test_without_limits_there_is_nothing_to_share() -> None:
    limiter = Limiter(None)
    limiter.share(2)
    async with asyncio.timeout(PATIENCE):
        await limiter.slot(GROUP)


def test_a_chat_has_room_for_several_until_it_was_sent_some_or_somebody_waits() -> None:
    timers = Timers()
    limiter = Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later)
    assert limiter.has_room(GROUP)
    assert Limiter(None).has_room(GROUP)
    limiter.refused(GROUP, 5)
    assert not limiter.has_room(GROUP)
