"""Who goes first in a chat: moves before looks, and everybody by their share."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable
from bot.store.redis_streams.inbox import Inbox
from bot.store.update_context import UpdateRefusal
from bot.telegram.incoming.requests import Request
from engine.errors import Refusal
from tests.support.chat_harness import KIRAZ, LIMON, NANE
from tests.support.consumer_harness import GROUP, ConsumerHarness, hold_requests, request_text
from tests.support.games import NOW
from tests.support.streams import read_new_entries
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle, wait_until


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


async def test_a_refusal_that_waits_to_be_sent_lets_the_next_move_go_on(desk: ConsumerHarness) -> None:
    free = asyncio.Event()

    async def work(request: Request) -> None:
        if request_text(request) == "play bad":
            request.update.release_lane()
            await free.wait()

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/play bad")
        await desk.append_text("/play good", LIMON)
        await wait_until(lambda: desk.handled_texts == ["play good"])
        assert (await desk.count_waiting_and_dead())[0] == 1, "what is not answered stays in the inbox"
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play good", "play bad"]


async def test_a_refusal_that_lets_the_next_move_go_on_is_no_longer_judged_by_whoever_comes_after_this_process(
    desk: ConsumerHarness,
) -> None:
    """What was done since may make it good."""
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
async def test_a_chatterer_with_400_commands_delays_nobody_s_move_and_loses_none(
    desk: ConsumerHarness, text: str
) -> None:
    """By the clock of a group that may be sent twenty messages a minute; each command would be answered."""
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
        for _ in range(400):
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


async def test_a_crowd_beyond_all_bounds_is_told_that_it_was_not_done(
    desk: ConsumerHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_a_good_move_behind_much_that_was_let_in_before_a_restart_is_played(
    desk: ConsumerHarness, redis: Redis
) -> None:
    for number in range(260):
        await desk.append_text("/play bad", KIRAZ, entry_id=f"{1_000 + number}-0")
    await desk.append_text("/play good", LIMON, entry_id="9000-0")
    former = Inbox(redis)
    while await read_new_entries(former):
        pass
    async with desk.run_consumer():
        await desk.wait_until_empty()
    assert "play good" in desk.handled_texts
    assert desk.throttled_requests == []
