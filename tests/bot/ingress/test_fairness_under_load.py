"""One person's commands, or a crowd's, and somebody else's beside them: nobody is buried, no queue grows for ever."""

import asyncio
from itertools import count

import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable
from bot.telegram.incoming.requests import Request
from bot.workers.sending import Sending
from tests.support.chat_harness import KIRAZ, LIMON, NANE
from tests.support.consumer_harness import GROUP, ConsumerHarness, request_text
from tests.support.timers import FakeTimers
from tests.support.waiting import PATIENCE, run_until_idle


class BusyGroup:
    """A group that may be sent twenty messages a minute; what is answered there, when and to whom."""

    def __init__(self, redis: Redis) -> None:
        self.timers = FakeTimers()
        self.limiter = self.timers.new_send_queue()
        self.desk = ConsumerHarness(redis, pause=self.timers.pause)
        self.desk.on_request, self.desk.on_throttled = self.answer, self._say_throttled
        self.answered: list[tuple[float, int, str]] = []
        self.played: list[str] = []
        self.messages = 0

    async def answer(self, request: Request) -> None:
        """As games do: a move that is good is told by others, a bad one is refused, a look is answered."""
        if request_text(request).startswith("play good"):
            self.played.append(request_text(request))
            return
        if request_text(request).startswith("play"):
            await self._sent(request, request.sending.as_refusal())
            return
        await self._sent(request, request.sending)

    async def _say_throttled(self, request: Request) -> None:
        await self._sent(request, request.sending)

    async def _sent(self, request: Request, sending: Sending) -> None:
        await self.limiter.wait_for_send_slot(GROUP, sending)
        self.messages += 1
        self.answered.append((self.timers.now, request.sender.user, request_text(request)))

    async def play_on(self) -> None:
        """A game as fast as Telegram lets it be told, without end."""
        while True:
            await self.limiter.wait_until_sendable(GROUP)
            await self.limiter.wait_for_send_slot(GROUP)
            self.messages += 1

    async def pass_time(self, seconds: int) -> None:
        for _ in range(seconds):
            await self.timers.advance(1)
            await self.desk.count_waiting_and_dead()

    async def until_answered(self, person: int, most: int) -> float:
        """Seconds until somebody is answered."""
        begun = self.timers.now
        for _ in range(most):
            if found := [instant for instant, who, _ in self.answered if who == person and instant >= begun]:
                return found[0] - begun
            await self.pass_time(1)
        raise AssertionError(f"no answer in {most} s")


@pytest.fixture
def group(redis: Redis) -> BusyGroup:
    return BusyGroup(redis)


async def test_a_bystander_is_refused_within_seconds_beside_a_busy_game_and_somebody_s_wrong_moves(
    group: BusyGroup,
) -> None:
    async with group.desk.run_consumer():
        playing = asyncio.create_task(group.play_on())
        for second in range(120):
            await group.desk.append_text("/play bad", KIRAZ, later=second)
            await group.pass_time(1)
        await group.desk.append_text("/play bad", LIMON, later=120)
        assert await group.until_answered(LIMON, 600) < 40
        waiting = (await group.desk.count_waiting_and_dead())[0]
        assert waiting <= 2, "of the one who goes on the newest waits, and a word perhaps"
        playing.cancel()
        await group.pass_time(60)
        await group.desk.wait_until_empty()
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_the_answers_that_wait_for_a_chat_are_bounded_and_what_is_left_out_is_made_known(
    group: BusyGroup,
) -> None:
    group.limiter.block_chat(GROUP, 600)
    async with group.desk.run_consumer():
        for person in range(1000, 1100):
            await group.desk.append_text("/play bad", person)
        await group.desk.append_text("/play good", LIMON)
        async with asyncio.timeout(PATIENCE):
            while (waiting := (await group.desk.count_waiting_and_dead())[0]) > 21:
                await run_until_idle()
        assert waiting == 21, "twenty, and the word"
        assert group.played == ["play good"]
        await group.pass_time(720)
        await group.desk.wait_until_empty()
    assert group.desk.told_of_crowd == [True], "one word for all"
    assert len(group.answered) == 20 + 1
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_the_look_ups_of_fifty_people_bury_nobody_s(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        for number in range(12):
            for person in range(1000, 1050):
                await group.desk.append_text(f"/word {number}", person)
        await group.desk.append_text("/word bystander", LIMON)
        await group.desk.append_text("/score", NANE)
        await group.desk.append_text("/score", KIRAZ)
        waiting = (await group.desk.count_waiting_and_dead())[0]
        assert waiting <= 210
        assert await group.until_answered(LIMON, 3600) < 53 / 15 * 60 + 60, "behind one look of each"
        await group.pass_time(1200)
        await group.desk.wait_until_empty()
    answered = [what for _, _, what in group.answered]
    assert answered.count("score") == 1, "those alike are answered together"
    assert {who for _, who, what in group.answered if what == "word 0"} >= set(range(1000, 1050))
    assert 1 <= len(group.desk.throttled_requests) <= 3, "who asked too much is told, all in one word"
    assert group.desk.told_of_crowd[0]
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_looks_alike_do_not_pile_up_where_nobody_s_share_is_counted(redis: Redis) -> None:
    group = BusyGroup(redis)
    group.desk = ConsumerHarness(redis, with_fairness=False)
    group.desk.on_request = group.answer
    group.limiter.block_chat(GROUP, 60)
    async with group.desk.run_consumer():
        await group.desk.append_text("/rules")
        await run_until_idle()
        for person in range(1000, 2000):
            await group.desk.append_text("/score", person)
        await run_until_idle()
        assert (await group.desk.count_waiting_and_dead())[0] == 2
        await group.pass_time(120)
        await group.desk.wait_until_empty()
    assert [(who, what) for _, who, what in group.answered] == [(KIRAZ, "rules"), (1999, "score")]


async def test_good_moves_beyond_one_s_share_that_come_every_two_seconds_are_all_played(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        for number in range(20):
            await group.desk.append_text(f"/play good {number}", KIRAZ)
            await group.pass_time(2)
        await group.desk.wait_until_empty()
    assert group.played == [f"play good {number}" for number in range(20)]
    assert group.desk.throttled_requests == []


async def test_who_goes_on_beyond_their_share_is_told_again_every_half_minute(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        for tenth in count():
            if tenth > 1000:
                break
            await group.desk.append_text(f"/play bad {tenth}", KIRAZ, later=tenth / 10)
            await group.pass_time(tenth % 10 == 0)
        await group.pass_time(60)
        await group.desk.wait_until_empty()
    assert len(group.desk.throttled_requests) == 4, "at 1, 31, 61 and 91 s"
    assert group.desk.told_of_crowd == [False] * 4


async def test_a_word_that_cannot_be_sent_is_given_up_however_many_it_comes_to_serve(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.chat_queues._MOST_ACTIONS", 0)
    desk, people = ConsumerHarness(redis, really_waits=False), count(1000)

    async def away(_: Request) -> None:
        person = next(people)
        if person < 1030:
            await desk.append_text("/play", person)
        raise ApiUnreachable("Bad Gateway (502)")

    desk.on_throttled = away
    async with desk.run_consumer():
        await desk.append_text("/play", KIRAZ)
        await desk.wait_until_empty()
    assert next(people) == 1012, "eleven more tries"
    assert await desk.count_waiting_and_dead() == (0, 1)
