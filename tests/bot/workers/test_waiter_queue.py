"""Who waits and who goes next: people in turn, the newest refusal of each, an end to waiting and to the queue."""

import asyncio

import pytest

from bot.call_errors import NotSent
from bot.workers.limiter import Limiter, RateLimits
from bot.workers.sending import GAME_NEWS, Priority, Requester, Sending
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle

GROUP = -100
KIRAZ, LIMON = 1, 2


class BusyGroup:
    """A group that may be sent twenty messages a minute, and who wants to send there."""

    def __init__(self) -> None:
        self.timers = FakeTimers()
        self.limiter = Limiter(RateLimits(30, 1, 20), clock=self.timers.clock, call_later=self.timers.call_later)
        self.sent: list[tuple[float, str]] = []
        self.unsaid: dict[str, NotSent] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self._update = 0

    def play(self, name: str = "move") -> None:
        self.tasks.append(asyncio.create_task(self._send(name, GAME_NEWS)))

    def refuse(self, name: str, person: int, update: int | None = None) -> None:
        self.tasks.append(
            asyncio.create_task(self._send(name, Sending(Priority.ANSWER, self._asking(person, update)).as_refusal()))
        )

    def answer(self, name: str, person: int, urgency: Priority = Priority.ANSWER) -> None:
        self.tasks.append(asyncio.create_task(self._send(name, Sending(urgency, self._asking(person)))))

    def _asking(self, person: int, update: int | None = None) -> Requester:
        self._update += 1
        return Requester(GROUP, person, self._update if update is None else update)

    async def _send(self, name: str, sending: Sending) -> None:
        try:
            await self.limiter.wait_for_send_slot(GROUP, sending)
        except NotSent as error:
            self.unsaid[name] = error
        else:
            self.sent.append((self.timers.now, name))

    async def play_on(self) -> None:
        """Play as fast as Telegram lets it be told, without end."""
        while True:
            await self.limiter.wait_until_sendable(GROUP)
            await self._send("move", GAME_NEWS)

    def fill_limit(self) -> None:
        self.tasks.append(asyncio.create_task(self.play_on()))

    @property
    def sent_names(self) -> list[str]:
        return [name for _, name in self.sent]

    def time_sent(self, name: str) -> float:
        return next(instant for instant, sent in self.sent if sent == name)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


@pytest.fixture
def group() -> BusyGroup:
    return BusyGroup()


async def test_a_refusal_in_a_game_that_takes_all_there_is_waits_for_seconds_not_for_its_end(group: BusyGroup) -> None:
    group.fill_limit()
    await group.timers.advance(120)
    group.refuse("refusal", KIRAZ)
    await group.timers.advance(40)
    assert group.time_sent("refusal") - 120 < 30
    group.close()


async def test_of_four_slots_no_more_than_one_is_taken_from_what_plays(group: BusyGroup) -> None:
    group.fill_limit()
    for person in range(20):
        group.refuse("refusal", person)
    await group.timers.advance(340)
    spans = "".join("r" if name == "refusal" else "m" for name in group.sent_names).split("r")
    assert len(spans) == 21
    assert all(len(span) >= 3 for span in spans[1:-1])
    assert len(group.sent) > 70, "and none is lost"
    group.close()


async def test_who_only_looks_does_not_wait_for_ever_behind_those_who_act(group: BusyGroup) -> None:
    group.fill_limit()
    group.answer("look", LIMON, Priority.LOOK_UP)
    for person in range(100, 118):
        group.refuse("refusal", person)
    await group.timers.advance(120)
    assert group.sent_names.index("look") < group.sent_names.index("refusal") + 20
    assert group.sent_names[: group.sent_names.index("look")].count("refusal") == 3
    group.close()


async def test_many_answers_to_one_person_hold_up_one_to_another_by_one(group: BusyGroup) -> None:
    for number in range(12):
        group.answer(f"kiraz {number}", KIRAZ)
    await run_until_idle()
    before = len(group.sent)
    group.answer("limon", LIMON)
    await group.timers.advance(60)
    assert group.sent_names.index("limon") == before + 1
    assert [name for name in group.sent_names if name != "limon"] == [f"kiraz {number}" for number in range(12)]


async def test_of_one_person_s_refusals_the_newest_waits_in_the_place_of_the_first(group: BusyGroup) -> None:
    for number in range(5):
        group.play(str(number))
    await run_until_idle()
    group.refuse("old", KIRAZ)
    await run_until_idle()
    group.refuse("other", LIMON)
    group.answer("answer", KIRAZ)
    await run_until_idle()
    group.refuse("new", KIRAZ)
    await group.timers.advance(120)
    assert group.sent_names[5:] == ["new", "other", "answer"]
    assert {name: error.crowded for name, error in group.unsaid.items()} == {"old": False}


async def test_who_is_refused_again_and_again_has_waited_since_the_first_time(group: BusyGroup) -> None:
    group.fill_limit()
    await group.timers.advance(120)
    for number in range(40):
        group.refuse(f"refusal {number}", KIRAZ)
        await group.timers.advance(1)
    assert 1 <= sum(name.startswith("refusal") for name in group.sent_names) <= 3
    group.close()


async def test_an_older_refusal_that_comes_back_does_not_take_the_newer_one_s_place(group: BusyGroup) -> None:
    for number in range(5):
        group.play(str(number))
    await run_until_idle()
    group.refuse("new", KIRAZ, update=8)
    await run_until_idle()
    group.refuse("old", KIRAZ, update=7)
    await group.timers.advance(60)
    assert group.sent_names[5:] == ["new"]
    assert list(group.unsaid) == ["old"]


async def test_so_many_answers_wait_and_of_more_those_are_left_out_who_have_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_ANSWERS", 4)
    group = BusyGroup()
    group.limiter.block_chat(GROUP, 60)
    for number in range(3):
        group.answer(f"kiraz {number}", KIRAZ)
    group.answer("limon", LIMON)
    await run_until_idle()
    for person in range(3, 8):
        group.refuse(f"refusal {person}", person)
        group.play(f"move {person}")
    await group.timers.advance(300)
    assert set(group.unsaid) == {"kiraz 2", "kiraz 1", "refusal 5", "refusal 6", "refusal 7"}
    assert all(error.crowded for error in group.unsaid.values())
    assert {name for name in group.sent_names if not name.startswith("move")} == {
        "kiraz 0",
        "limon",
        "refusal 3",
        "refusal 4",
    }
    assert sum(name.startswith("move") for name in group.sent_names) == 5


async def test_who_looks_is_left_out_for_who_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_ANSWERS", 2)
    group = BusyGroup()
    group.limiter.block_chat(GROUP, 60)
    group.answer("look", KIRAZ, Priority.LOOK_UP)
    await run_until_idle()
    for person in (LIMON, 3):
        group.refuse(f"refusal {person}", person)
    await group.timers.advance(100)
    assert list(group.unsaid) == ["look"]
    assert len(group.sent) == 2


async def test_whoever_stops_waiting_leaves_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.limiter._MOST_ANSWERS", 1)
    group = BusyGroup()
    group.limiter.block_chat(GROUP, 60)
    group.answer("gone", KIRAZ)
    await run_until_idle()
    group.tasks[0].cancel()
    await run_until_idle()
    group.answer("next", LIMON)
    await group.timers.advance(100)
    assert group.sent_names == ["next"]
    assert group.unsaid == {}


def test_who_is_muted_is_refused_without_a_word() -> None:
    muted = Sending(Priority.ANSWER, Requester(GROUP, KIRAZ, 1, muted=True))
    with pytest.raises(NotSent):
        muted.as_refusal()
    assert GAME_NEWS.as_refusal() is GAME_NEWS, "nobody is refused"
