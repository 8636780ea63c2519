"""Rate limits: never more than they allow, news of games first, people in turn, and Telegram's own demands obeyed."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.call_errors import NotSent, RateLimited
from bot.telegram.send_queue import RateLimits
from bot.workers.sending import GAME_NEWS, Priority, Requester, Sending
from tests.support.timers import TELEGRAM_LIMITS, FakeTimers
from tests.support.waiting import run_until_idle

GROUP, PRIVATE = -100, 100
KIRAZ, LIMON = 1, 2


class RecordedSends:
    """Sends through a queue and notes what went when."""

    def __init__(self, limits: RateLimits | None = TELEGRAM_LIMITS) -> None:
        self.timers = FakeTimers()
        self.queue = self.timers.new_send_queue(limits)
        self.sent: list[tuple[float, str]] = []
        self.unsent: dict[str, NotSent] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self._update = 0

    def send(
        self, name: str, chat: int | None = GROUP, priority: Priority = Priority.PLAY, person: int | None = None
    ) -> asyncio.Task[None]:
        self._update += 1
        requester = None if person is None else Requester(GROUP, person, self._update)
        return self._start(name, chat, Sending(priority, requester))

    def refuse(self, name: str, person: int, update: int | None = None) -> None:
        self._update += 1
        requester = Requester(GROUP, person, self._update if update is None else update)
        self._start(name, GROUP, Sending(Priority.ANSWER, requester).as_refusal())

    def edit(self, name: str, person: int, message: int) -> None:
        self._update += 1
        requester = Requester(GROUP, person, self._update)
        self._start(name, GROUP, Sending(Priority.ANSWER, requester).as_edit_of(message))

    def _start(self, name: str, chat: int | None, sending: Sending) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(self._send(name, chat, sending)))
        return self.tasks[-1]

    async def _send(self, name: str, chat: int | None, sending: Sending) -> None:
        try:
            await self.queue.wait_for_send_slot(chat, sending)
        except NotSent as error:
            self.unsent[name] = error
        else:
            self.sent.append((self.timers.now, name))

    def play_on(self) -> None:
        async def play() -> None:
            while True:
                await self.queue.wait_until_sendable(GROUP)
                await self._send("move", GROUP, GAME_NEWS)

        self.tasks.append(asyncio.create_task(play()))

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.sent]

    @property
    def instants(self) -> list[float]:
        return [instant for instant, _ in self.sent]

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


@pytest.fixture
def sends() -> Iterator[RecordedSends]:
    made = RecordedSends()
    yield made
    made.close()


def most_in_any_span(seconds: float, instants: list[float]) -> int:
    return max(sum(first <= other < first + seconds for other in instants) for first in instants)


async def test_a_group_is_never_sent_more_than_its_share_of_a_minute(sends: RecordedSends) -> None:
    for number in range(60):
        sends.send(str(number))
    await sends.timers.advance(300)
    assert len(sends.sent) == 60
    assert most_in_any_span(60 - 1e-6, sends.instants) <= 20
    assert sends.instants[2] == 0, "a few may go at once"
    assert most_in_any_span(1 - 1e-6, sends.instants[10:]) == 1


async def test_all_chats_together_are_never_sent_more_than_the_limit_of_a_second(sends: RecordedSends) -> None:
    for number in range(200):
        sends.send(str(number), PRIVATE + number)
    await sends.timers.advance(10)
    assert most_in_any_span(1 - 1e-6, sends.instants) <= 30
    assert sends.instants[-1] < 8
    assert sends.names == [str(number) for number in range(200)], "first come, first served"


async def test_what_is_due_goes_first_then_moves_then_answers_then_what_nobody_asked_for(sends: RecordedSends) -> None:
    sends.queue.block_chat(PRIVATE, 5)
    order = (("shown", Priority.NOW), ("move", Priority.PLAY), ("answer", Priority.ANSWER), ("edit", Priority.LOOK_UP))
    sends.send("broadcast", PRIVATE, Priority.LEISURE)
    for name, priority in reversed(order):
        sends.send(name, PRIVATE, priority)
    await sends.timers.advance(20)
    assert sends.names == [*(name for name, _ in order), "broadcast"]


async def test_a_group_s_answers_leave_room_for_its_moves(sends: RecordedSends) -> None:
    for number in range(100):
        sends.send(f"answer {number}", GROUP, (Priority.ANSWER, Priority.LOOK_UP, Priority.LEISURE)[number % 3])
    for second in range(120):
        await sends.timers.advance(1)
        if second % 40 == 39:
            sent = sends.send("move")
            await run_until_idle()
            assert sent.done(), "a move waits for no answer"
    assert most_in_any_span(60 - 1e-6, sends.instants) <= 20
    assert len(sends.sent) > 20


async def test_answers_to_taps_take_nothing_from_what_plays_in_any_chat(sends: RecordedSends) -> None:
    for second in range(15):
        for _ in range(40):
            sends.send("tap", None, Priority.ANSWER)
        moved = sends.send(f"move {second}", PRIVATE + second)
        await run_until_idle()
        assert moved.done()
        await sends.timers.advance(1)
    answered = [instant for instant, name in sends.sent if name == "tap"]
    assert len(answered) >= 0.9 * 15 * 27, "and are given as fast as messages are sent"
    assert most_in_any_span(1 - 1e-6, answered) <= 30


async def test_what_telegram_is_asked_has_its_own_limit_and_does_not_wait(sends: RecordedSends) -> None:
    admitted, wait = 0, 0.0
    for _ in range(100):
        try:
            sends.queue.admit_api_query()
            admitted += 1
        except RateLimited as error:
            wait = error.seconds
        await sends.timers.advance(0.01)
    assert 25 <= admitted <= 30
    assert 0 < wait <= 1 / 27 + 1e-6
    sent = sends.send("move", PRIVATE)
    await run_until_idle()
    assert sent.done()


async def test_whoever_stops_waiting_takes_nothing_from_those_behind(
    sends: RecordedSends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.send_queue._MOST_ANSWERS", 1)
    sends.queue.block_chat(GROUP, 60)
    gone = sends.send("gone"), sends.send("gone", GROUP, Priority.ANSWER, KIRAZ)
    await run_until_idle()
    for task in gone:
        task.cancel()
    await run_until_idle()
    sends.send("move")
    sends.send("answer", GROUP, Priority.ANSWER, LIMON)
    await sends.timers.advance(70)
    assert sends.names == ["move", "answer"]
    assert sends.unsent == {}


async def test_a_chat_that_telegram_shuts_is_sent_nothing_until_it_may(sends: RecordedSends) -> None:
    assert sends.queue.has_room(GROUP)
    for seconds in (30, 5):
        sends.queue.block_chat(GROUP, seconds)
    assert not sends.queue.has_room(GROUP)
    sends.send("late")
    sends.send("other", PRIVATE)
    await sends.timers.advance(29)
    assert sends.names == ["other"]
    await sends.timers.advance(2)
    assert sends.names == ["other", "late"]


@pytest.mark.parametrize("share", [30, 10, 1])
async def test_a_share_is_one_of_the_limit_of_all_and_not_of_a_chat(sends: RecordedSends, share: int) -> None:
    for one in (10, 30, share):
        sends.queue.limit_to(one, one)
    for chat in range(200):
        sends.send(str(chat), chat + 1)
    await sends.timers.advance(20)
    # The last of one second may be the first of the next by what a bucket holds at once.
    assert most_in_any_span(1, sends.instants) <= max(share, 2)
    assert len(sends.sent) >= min(200, 0.7 * share * 20)


async def test_two_answers_go_at_once_where_two_workers_share(sends: RecordedSends) -> None:
    sends.queue.limit_to(15, 15)
    for person in (KIRAZ, LIMON):
        sends.send("answer", person, Priority.ANSWER, person)
    await run_until_idle()
    assert len(sends.sent) == 2


async def test_of_four_messages_of_a_game_at_full_speed_one_is_an_answer_that_has_waited_long(
    sends: RecordedSends,
) -> None:
    sends.play_on()
    await sends.timers.advance(120)
    sends.refuse("first", LIMON)
    await sends.timers.advance(30)
    assert "first" in sends.names, "within seconds"
    for person in range(20):
        sends.refuse("refusal", person)
    await sends.timers.advance(340)
    spans = "".join("r" if name == "refusal" else "m" for name in sends.names).split("r")
    assert len(spans) == 21
    assert all(len(span) >= 3 for span in spans[1:-1])


@pytest.mark.parametrize("priority", [Priority.ANSWER, Priority.LOOK_UP])
async def test_many_answers_to_one_person_hold_up_one_to_another_by_one(
    sends: RecordedSends, priority: Priority
) -> None:
    for number in range(12):
        sends.send(f"kiraz {number}", GROUP, Priority.ANSWER, KIRAZ)
    await run_until_idle()
    before = len(sends.sent)
    sends.send("limon", GROUP, priority, LIMON)
    await sends.timers.advance(60)
    assert sends.names.index("limon") == before + 1
    assert [name for name in sends.names if name != "limon"] == [f"kiraz {number}" for number in range(12)]


async def test_of_one_person_s_edits_of_a_message_the_newest_alone_is_sent(sends: RecordedSends) -> None:
    for number in range(5):
        sends.send(str(number))
    await run_until_idle()
    for number in range(4):
        sends.edit(f"board {number}", KIRAZ, 7)
    sends.edit("other board", KIRAZ, 8)
    sends.edit("their board", LIMON, 7)
    await sends.timers.advance(120)
    assert set(sends.unsent) == {"board 0", "board 1", "board 2"}
    assert {"board 3", "other board", "their board"} <= set(sends.names)


async def test_of_one_person_s_refusals_the_newest_waits_in_the_place_of_the_first(sends: RecordedSends) -> None:
    for number in range(5):
        sends.send(str(number))
    await run_until_idle()
    sends.refuse("old", KIRAZ, update=7)
    sends.refuse("other", LIMON)
    sends.send("answer", GROUP, Priority.ANSWER, KIRAZ)
    await run_until_idle()
    sends.refuse("new", KIRAZ, update=9)
    await run_until_idle()
    sends.refuse("one that comes back", KIRAZ, update=8)
    await sends.timers.advance(120)
    assert sends.names[5:] == ["new", "other", "answer"]
    assert {name: error.crowded for name, error in sends.unsent.items()} == {"old": False, "one that comes back": False}


async def test_so_many_answers_wait_and_of_more_those_are_left_out_who_have_most(
    sends: RecordedSends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.send_queue._MOST_ANSWERS", 4)
    sends.queue.block_chat(GROUP, 60)
    sends.send("notice", GROUP, Priority.ANSWER)
    for number in range(3):
        sends.send(f"kiraz {number}", GROUP, Priority.ANSWER, KIRAZ)
    sends.send("limon", GROUP, Priority.ANSWER, LIMON)
    await run_until_idle()
    for person in range(3, 8):
        sends.refuse(f"refusal {person}", person)
        sends.send("move")
    await sends.timers.advance(300)
    assert set(sends.unsent) == {"kiraz 2", "kiraz 1", "refusal 5", "refusal 6", "refusal 7"}
    assert all(error.crowded for error in sends.unsent.values())
    assert {*sends.names} == {"move", "notice", "kiraz 0", "limon", "refusal 3", "refusal 4"}
    assert sends.names.count("move") == 5


def test_who_is_muted_is_refused_without_a_word() -> None:
    muted = Sending(Priority.ANSWER, Requester(GROUP, KIRAZ, 1, muted=True))
    with pytest.raises(NotSent):
        muted.as_refusal()
    assert GAME_NEWS.as_refusal() is GAME_NEWS, "nobody is refused"


class RateLimitedTelegram:
    """Refuses the first so many messages for a while."""

    def __init__(self, refused: int) -> None:
        self.refused = refused
        self.asked = 0
        self.pauses: list[float] = []

    async def send(self) -> str:
        self.asked += 1
        if self.asked <= self.refused:
            raise RateLimited("Too Many Requests", 7.0)
        return "sent"

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


async def test_who_composes_anew_what_there_is_to_say_is_told_of_a_429_that_shuts_the_chat_for_all() -> None:
    timers, telegram = FakeTimers(), RateLimitedTelegram(1)
    queue = timers.new_send_queue()
    with pytest.raises(RateLimited):
        await queue.send_when_allowed(GROUP, telegram.send)
    other = asyncio.create_task(queue.send_when_allowed(GROUP, telegram.send))
    assert await queue.send_when_allowed(None, telegram.send) == "sent", "an answer to a tap waits for no chat"
    await timers.advance(6.9)
    assert not other.done()
    await timers.advance(0.2)
    assert await other == "sent"
