"""Who goes first in a chat: moves before looks, and everybody by their share."""

import asyncio
from datetime import timedelta
from itertools import count

import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, RateLimited
from bot.store.commits import WEB_UPDATES, UpdateRefusal
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.telegram.requests import PageMove, Request, Sender
from bot.telegram.updates import to_page_update
from bot.workers.sending import Sending
from engine.errors import Refusal
from tests.support.chat_harness import KIRAZ, LIMON, NANE
from tests.support.consumer_harness import GROUP, ConsumerHarness, hold_requests, request_text
from tests.support.games import NOW
from tests.support.streams import read_new_entries
from tests.support.timers import BotClock, FakeTimers
from tests.support.waiting import PATIENCE, run_until_idle, wait_until


@pytest.fixture
def desk(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis)


async def test_moves_go_before_looks_that_came_first(desk: ConsumerHarness) -> None:
    free = hold_requests(desk, "play A")
    async with desk.run_consumer():
        for text in ("/play A", "/score", "/rules", "/play B"):
            await desk.append_text(text)
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play A", "play B", "score", "rules"]


async def test_a_look_that_waits_to_be_sent_keeps_no_move_waiting(desk: ConsumerHarness) -> None:
    free = hold_requests(desk, "score")
    async with desk.run_consumer():
        await desk.append_text("/score")
        await run_until_idle()
        await desk.append_text("/play A")
        await wait_until(lambda: desk.handled_texts == ["play A"])
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play A", "score"]


async def test_looks_alike_that_wait_are_answered_once_and_the_newest_is_replied_to(desk: ConsumerHarness) -> None:
    free = hold_requests(desk, "rules")
    async with desk.run_consumer():
        await desk.append_text("/rules")
        await run_until_idle()
        for person in (KIRAZ, LIMON, NANE):
            await desk.append_text("/score", person)
            await desk.append_text("/bag", person)
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["rules", "score", "bag"]
    assert [request.sender.user for request in desk.requests] == [KIRAZ, NANE, NANE]
    assert await desk.count_waiting_and_dead() == (0, 0)


async def test_looks_that_differ_or_are_somebody_s_own_are_answered_each(desk: ConsumerHarness) -> None:
    free = hold_requests(desk, "rules")
    async with desk.run_consumer():
        await desk.append_text("/rules")
        await run_until_idle()
        for text in ("/rules scrabble-en", "/word cat", "/board"):
            await desk.append_text(text, KIRAZ)
            await desk.append_text(text, LIMON)
        await desk.append_text("/score", KIRAZ, chat=GROUP - 1)
        free.set()
        await desk.wait_until_empty()
    assert sorted(desk.handled_texts) == ["board", "rules", *["rules scrabble-en"] * 2, "score", *["word cat"] * 2]


async def test_a_refusal_that_lets_the_next_move_go_on_is_not_judged_after_a_restart(desk: ConsumerHarness) -> None:
    free, verdict = asyncio.Event(), UpdateRefusal(Refusal("not_your_turn"), "")

    async def work(request: Request) -> None:
        if request_text(request) == "play bad":
            request.update.refusal = verdict
            request.update.release_lane()
            await free.wait()

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/play bad")
        await desk.append_text("/play good", LIMON)
        await wait_until(lambda: desk.handled_texts == ["play good"])
        await desk.wait_until_empty()
        free.set()
        await wait_until(lambda: desk.handled_texts == ["play good", "play bad"])


async def test_a_refusal_that_did_not_arrive_is_told_again_and_not_judged_again(desk: ConsumerHarness) -> None:
    verdict, found = UpdateRefusal(Refusal("not_your_turn"), "an offer"), list[object]()

    async def work(request: Request) -> None:
        if request_text(request) == "play bad":
            found.append(request.update.refusal)
            request.update.refusal = verdict
            if len(found) == 1:
                raise ApiUnreachable("Internal Server Error")

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/play bad")
        await desk.append_text("/play good", LIMON)
        await desk.wait_until_empty()
    assert found == [None, verdict]


@pytest.mark.parametrize("text", ["/score", "/play bad"])
async def test_a_chatterer_delays_nobody_s_move(desk: ConsumerHarness, text: str) -> None:
    timers = FakeTimers()
    limiter = timers.new_send_queue()
    moves = 1 + (text == "/score")
    came: list[str] = []
    moved: list[float] = []

    async def work(request: Request) -> None:
        if request_text(request) == "play good":
            came.append(request_text(request))
            await limiter.wait_for_send_slot(request.venue.scope.chat)  # as its picture
            moved.append(timers.now)
        elif request_text(request) == "play bad":
            await limiter.wait_for_send_slot(request.venue.scope.chat, request.sending.as_refusal())
        else:
            await limiter.wait_for_send_slot(request.venue.scope.chat, request.sending)

    desk.on_request = work
    async with desk.run_consumer():
        for _ in range(25):
            await desk.append_text(text, KIRAZ)
        await desk.append_text("/play good", LIMON)
        if text == "/score":
            await desk.append_text("/play good", KIRAZ)
        await wait_until(lambda: len(came) == moves)
        assert timers.now == 0, "they are played at once"
        await timers.advance(2.0)
        assert len(moved) == moves, "and their pictures may go"
        for _ in range(60):
            await timers.advance(1.0)
            if not (await desk.count_waiting_and_dead())[0]:
                break
        await desk.wait_until_empty()
    assert len(desk.throttled_requests) == 1
    assert await desk.count_waiting_and_dead() == (0, 0)


async def test_whoever_asks_too_much_is_told_once_and_others_are_not(desk: ConsumerHarness) -> None:
    async def refuse(request: Request) -> None:
        if request_text(request) == "play A":
            request.sending.as_refusal()

    desk.on_request = refuse
    async with desk.run_consumer():
        for _ in range(12):
            await desk.append_tap("rack:12345678", LIMON)
            await desk.append_text("/play A", KIRAZ)
        await desk.append_text("/play B", LIMON)
        await desk.wait_until_empty()
    assert [request.sender.user for request in desk.throttled_requests] == [KIRAZ]
    assert desk.handled_texts.count("play A") == 10
    assert desk.handled_texts.count("rack:12345678") == 12
    assert "play B" in desk.handled_texts


async def test_what_was_written_over_a_while_and_comes_at_once_is_all_done(desk: ConsumerHarness) -> None:
    async with desk.run_consumer():
        for number in range(30):
            await desk.append_text(f"/play {number}", later=2.0 * number)
        await desk.wait_until_empty()
    assert desk.handled_texts == [f"play {number}" for number in range(30)]


async def test_an_update_counts_from_when_it_reached_us(desk: ConsumerHarness) -> None:
    seconds, _ = await desk.redis.time()
    await desk.append_text("/play A", entry_id=f"{seconds - 5}000-0")
    async with desk.run_consumer():
        await desk.wait_until_empty()
        await desk.append_text("/play B")
        await desk.wait_until_empty()
    late, now = (request.arrived_at for request in desk.requests)
    assert late is not None
    assert timedelta(seconds=5) <= NOW - late < timedelta(seconds=15)
    assert now == NOW


async def test_a_crowd_beyond_bounds_is_told_so(desk: ConsumerHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ingress.chat_queues._MOST_ACTIONS", 3)
    free = hold_requests(desk, "play 0")
    async with desk.run_consumer():
        for number in range(5):
            await desk.append_text(f"/play {number}", 1000 + number)
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play 0", "play 1", "play 2"]
    assert [request_text(request) for request in desk.throttled_requests] == ["play 4"], "in one word"
    assert desk.told_of_crowd == [True]
    assert await desk.count_waiting_and_dead() == (0, 0)


async def test_a_good_move_behind_much_from_before_a_restart_is_played(desk: ConsumerHarness, redis: Redis) -> None:
    for number in range(140):
        await desk.append_text("/play bad", KIRAZ, entry_id=f"{1_000 + number}-0")
    await desk.append_text("/play good", LIMON, entry_id="9000-0")
    former = Inbox(redis)
    while await read_new_entries(former):
        pass
    async with desk.run_consumer():
        await desk.wait_until_empty()
    assert "play good" in desk.handled_texts
    assert desk.throttled_requests == []


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
        begun = self.timers.now
        for _ in range(most):
            if found := [instant for instant, who, _ in self.answered if who == person and instant >= begun]:
                return found[0] - begun
            await self.pass_time(1)
        raise AssertionError(f"no answer in {most} s")


@pytest.fixture
def group(redis: Redis) -> BusyGroup:
    return BusyGroup(redis)


async def test_a_bystander_is_refused_within_seconds_beside_a_busy_game(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        playing = asyncio.create_task(group.play_on())
        for second in range(40):
            await group.desk.append_text("/play bad", KIRAZ, later=second)
            await group.pass_time(1)
        await group.desk.append_text("/play bad", LIMON, later=40)
        assert await group.until_answered(LIMON, 600) < 40
        waiting = (await group.desk.count_waiting_and_dead())[0]
        assert waiting <= 2, "of the one who goes on the newest waits, and a word perhaps"
        playing.cancel()
        await group.pass_time(60)
        await group.desk.wait_until_empty()
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_answers_that_wait_are_bounded_and_what_is_left_out_is_made_known(group: BusyGroup) -> None:
    group.limiter.block_chat(GROUP, 60)
    async with group.desk.run_consumer():
        for person in range(1000, 1040):
            await group.desk.append_text("/play bad", person)
        await group.desk.append_text("/play good", LIMON)
        async with asyncio.timeout(PATIENCE):
            while (waiting := (await group.desk.count_waiting_and_dead())[0]) > 21:
                await run_until_idle()
        assert waiting == 21, "twenty, and the word"
        assert group.played == ["play good"]
        await group.pass_time(180)
        await group.desk.wait_until_empty()
    assert group.desk.told_of_crowd == [True], "one word for all"
    assert len(group.answered) == 20 + 1
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_the_look_ups_of_many_people_bury_nobody_s(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        for number in range(12):
            for person in range(1000, 1010):
                await group.desk.append_text(f"/word {number}", person)
        await group.desk.append_text("/word bystander", LIMON)
        await group.desk.append_text("/score", NANE)
        await group.desk.append_text("/score", KIRAZ)
        waiting = (await group.desk.count_waiting_and_dead())[0]
        assert waiting <= 110
        assert await group.until_answered(LIMON, 3600) < 13 / 15 * 60 + 60, "behind one look of each"
        await group.pass_time(400)
        await group.desk.wait_until_empty()
    answered = [what for _, _, what in group.answered]
    assert answered.count("score") == 1, "those alike are answered together"
    assert {who for _, who, what in group.answered if what == "word 0"} >= set(range(1000, 1010))
    assert 1 <= len(group.desk.throttled_requests) <= 3, "who asked too much is told, all in one word"
    assert group.desk.told_of_crowd[0]
    assert (await group.desk.count_waiting_and_dead()) == (0, 0)


async def test_who_goes_on_beyond_their_share_is_told_again_every_half_minute(group: BusyGroup) -> None:
    async with group.desk.run_consumer():
        for quarter in range(140):
            await group.desk.append_text(f"/play bad {quarter}", KIRAZ, later=quarter / 4)
            await group.pass_time(quarter % 4 == 0)
        await group.pass_time(60)
        await group.desk.wait_until_empty()
    assert len(group.desk.throttled_requests) == 2, "in the first seconds and half a minute later"
    assert group.desk.told_of_crowd == [False] * 2


async def test_a_word_that_cannot_be_sent_is_given_up_in_the_end(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
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


class SlowJudgedDesk:
    """A desk where what is good is done and all else refused, by a judge that takes some time."""

    def __init__(self, redis: Redis) -> None:
        self.timers = FakeTimers()
        self.clock = BotClock(NOW)
        self.desk = ConsumerHarness(redis, self.clock, pause=self.timers.pause)
        self.desk.on_request = self._work
        self.tried: list[tuple[float, str]] = []

    async def _work(self, request: Request) -> None:
        self.tried.append((self.timers.now, request_text(request)))
        if "good" not in request_text(request):
            request.sending.as_refusal()

    async def pass_time(self, seconds: float) -> None:
        await self.timers.advance(seconds)
        self.clock.now = NOW + timedelta(seconds=self.timers.now)

    async def use_up_share(self, times: int = 11) -> None:
        for number in range(times):
            await self.desk.append_text(f"/play bad {number}", KIRAZ)
        await wait_until(lambda: len(self.tried) == times)

    @property
    def handled_names(self) -> list[str]:
        return [name for _, name in self.tried]


@pytest.fixture
def crowd(redis: Redis) -> SlowJudgedDesk:
    return SlowJudgedDesk(redis)


async def test_of_a_flood_little_is_tried_and_its_last_counts_within_two_seconds(crowd: SlowJudgedDesk) -> None:
    async with crowd.desk.run_consumer():
        for number in range(80):
            await crowd.desk.append_text(f"/play bad {number}", KIRAZ, later=number // 20)
            await run_until_idle()
            await crowd.pass_time(0.01)
        await crowd.desk.append_text("/play good", KIRAZ, later=4)
        sent = crowd.timers.now
        await run_until_idle()
        for _ in range(20):
            await crowd.pass_time(0.1)
        await crowd.desk.wait_until_empty()
    assert crowd.handled_names[-1] == "play good"
    assert round(crowd.tried[-1][0] - sent, 6) <= 2.0
    assert len(crowd.tried) <= 10 + 2 + 4, "the share, what it got back, and the tries"


async def test_what_waits_for_its_try_keeps_its_place_before_what_is_due(crowd: SlowJudgedDesk) -> None:
    async def expired() -> None:
        crowd.tried.append((crowd.timers.now, "time"))

    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.desk.append_text("/play good", KIRAZ)
        await run_until_idle()
        assert crowd.desk.consumer.is_busy
        await crowd.desk.consumer.timeouts.queue_work(Scope(GROUP), expired, lambda: None)
        await crowd.desk.wait_until_empty()
        await wait_until(lambda: not crowd.desk.consumer.is_busy)
    assert crowd.handled_names[11:] == ["play good", "time"]


async def test_what_waits_for_its_try_outlives_the_process(crowd: SlowJudgedDesk, redis: Redis) -> None:
    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.desk.append_text("/play good", KIRAZ)
        await run_until_idle()
    assert crowd.handled_names[11:] == []
    later = SlowJudgedDesk(redis)
    async with later.desk.run_consumer():
        await later.desk.wait_until_empty()
    assert later.handled_names == ["play good"]


async def test_a_question_that_came_too_fast_holds_up_nobody_else(redis: Redis) -> None:
    timers = FakeTimers()
    desk = ConsumerHarness(redis, pause=timers.pause)

    async def work(request: Request) -> None:
        if request_text(request) == "join" and timers.now < 6.0:
            raise RateLimited("Too Many Requests", 6.0)

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/join", KIRAZ)
        await desk.append_text("/play good", LIMON)
        await wait_until(lambda: desk.handled_texts == ["play good"])
        assert timers.now == 0
        await timers.advance(6.0)
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play good", "join"]
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("tries")]


async def test_what_board_pages_do_is_limited_before_the_inbox_and_each_answered(desk: ConsumerHarness) -> None:
    """In a chat one word about what was too much is enough; a page waits for what came of each."""
    move, sender = PageMove(kind="pass", table="12345678", number=0), Sender(KIRAZ, "Kiraz", "tr")
    async with desk.run_consumer():
        for number in range(WEB_UPDATES, WEB_UPDATES + 20):
            raw = to_page_update(number, Scope(GROUP), sender, move, NOW.timestamp())
            await desk.inbox.append_update(number, GROUP, raw)
        await desk.wait_until_empty()
    answered = [request.update.id for request in desk.requests]
    assert sorted(answered) == list(range(WEB_UPDATES, WEB_UPDATES + 20))
