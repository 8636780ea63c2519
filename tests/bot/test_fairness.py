"""Who goes first in a chat: moves before looks, and everybody by their share."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.outcomes import Unreachable
from bot.store.handling import Denied, handled
from bot.store.streams import Inbox
from bot.telegram.inbound import Request
from bot.workers.lanes import let_go
from bot.workers.limiter import Limiter, Limits
from bot.workers.urgency import Urgency, refusing
from engine.errors import Refusal
from tests.support.chats import KIRAZ, LIMON, NANE
from tests.support.desk import GROUP, Desk, held, said, until
from tests.support.games import NOW
from tests.support.streams import read
from tests.support.timers import Timers, settled


@pytest.fixture
def desk(redis: Redis) -> Desk:
    return Desk(redis)


async def test_moves_go_before_looks_that_came_first(desk: Desk) -> None:
    free = held(desk, "play A")
    async with desk.open():
        for text in ("/play A", "/score", "/rules", "/play B"):
            await desk.say(text)
        free.set()
        await desk.empty()
    assert desk.done == ["play A", "play B", "score", "rules"]


async def test_a_look_that_waits_to_be_sent_keeps_no_move_waiting(desk: Desk) -> None:
    free = held(desk, "score")
    async with desk.open():
        await desk.say("/score")
        await settled()
        await desk.say("/play A")
        await until(lambda: desk.done == ["play A"])
        free.set()
        await desk.empty()
    assert desk.done == ["play A", "score"]


async def test_looks_alike_that_wait_are_answered_once_and_the_newest_is_replied_to(desk: Desk) -> None:
    free = held(desk, "rules")
    async with desk.open():
        await desk.say("/rules")
        await settled()
        for person in (KIRAZ, LIMON, NANE):
            await desk.say("/score", person)
            await desk.say("/bag", person)
        free.set()
        await desk.empty()
    assert desk.done == ["rules", "score", "bag"]
    assert [request.sender.user for request in desk.requests] == [KIRAZ, NANE, NANE]
    assert await desk.left() == (0, 0)


async def test_looks_that_differ_or_are_somebody_s_own_are_answered_each(desk: Desk) -> None:
    free = held(desk, "rules")
    async with desk.open():
        await desk.say("/rules")
        await settled()
        for text in ("/rules scrabble-en", "/word cat", "/board"):
            await desk.say(text, KIRAZ)
            await desk.say(text, LIMON)
        await desk.say("/score", KIRAZ, chat=GROUP - 1)
        free.set()
        await desk.empty()
    assert sorted(desk.done) == ["board", "rules", *["rules scrabble-en"] * 2, "score", *["word cat"] * 2]


async def test_a_look_asked_again_while_it_is_answered_is_answered_again(desk: Desk) -> None:
    free = held(desk, "score")
    async with desk.open():
        await desk.say("/score")
        await settled()
        await desk.say("/score", LIMON)
        free.set()
        await desk.empty()
    assert [request.sender.user for request in desk.requests] == [KIRAZ, LIMON]


async def test_a_refusal_that_waits_to_be_sent_lets_the_next_move_go_on(desk: Desk) -> None:
    free = asyncio.Event()

    async def work(request: Request) -> None:
        if said(request) == "play bad":
            let_go()
            await free.wait()

    desk.work = work
    async with desk.open():
        await desk.say("/play bad")
        await desk.say("/play good", LIMON)
        await until(lambda: desk.done == ["play good"])
        assert (await desk.left())[0] == 1, "what is not answered stays in the inbox"
        free.set()
        await desk.empty()
    assert desk.done == ["play good", "play bad"]


async def test_a_refusal_that_lets_the_next_move_go_on_is_no_longer_judged_by_whoever_comes_after_this_process(
    desk: Desk,
) -> None:
    """What was done since may make it good."""
    free, verdict = asyncio.Event(), Denied(Refusal("not_your_turn"), "")

    async def work(request: Request) -> None:
        update = handled()
        if said(request) == "play bad" and update is not None:
            update.refused = verdict
            let_go()
            await free.wait()

    desk.work = work
    async with desk.open():
        await desk.say("/play bad")
        await desk.say("/play good", LIMON)
        await until(lambda: desk.done == ["play good"])
        await desk.empty()
        free.set()
        await until(lambda: desk.done == ["play good", "play bad"])


async def test_a_refusal_that_did_not_arrive_is_told_again_and_not_judged_again(desk: Desk) -> None:
    verdict, found = Denied(Refusal("not_your_turn"), "an offer"), list[object]()

    async def work(request: Request) -> None:
        update = handled()
        if said(request) == "play bad" and update is not None:
            found.append(update.refused)
            update.refused = verdict
            if len(found) == 1:
                raise Unreachable("Internal Server Error")

    desk.work = work
    async with desk.open():
        await desk.say("/play bad")
        await desk.say("/play good", LIMON)
        await desk.empty()
    assert found == [None, verdict]


@pytest.mark.parametrize("text", ["/score", "/play bad"])
async def test_a_chatterer_with_400_commands_delays_nobody_s_move_and_loses_none(desk: Desk, text: str) -> None:
    """By the clock of a group that may be sent twenty messages a minute; each command would be answered."""
    timers = Timers()
    limiter = Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later)
    moves = 1 + (text == "/score")
    came: list[str] = []
    moved: list[float] = []

    async def work(request: Request) -> None:
        if said(request) == "play good":
            came.append(said(request))
            await limiter.slot(request.place.scope.chat, Urgency.PLAY)  # as its picture
            moved.append(timers.now)
        elif said(request) == "play bad":
            with refusing():
                await limiter.slot(request.place.scope.chat)
        else:
            await limiter.slot(request.place.scope.chat)

    desk.work = work
    async with desk.open():
        for _ in range(400):
            await desk.say(text, KIRAZ)
        await desk.say("/play good", LIMON)
        if text == "/score":
            await desk.say("/play good", KIRAZ)
        await until(lambda: len(came) == moves)
        assert timers.now == 0, "they are played at once"
        await timers.pass_(2.0)
        assert len(moved) == moves, "and their pictures may go"
        for _ in range(60):
            await timers.pass_(1.0)
            if not (await desk.left())[0]:
                break
        await desk.empty()
    assert len(desk.calmed) == 1
    assert await desk.left() == (0, 0)


async def test_whoever_asks_too_much_is_told_once_and_others_are_not(desk: Desk) -> None:
    async def refuse(request: Request) -> None:
        if said(request) == "play A":
            with refusing():
                pass

    desk.work = refuse
    async with desk.open():
        for _ in range(12):
            await desk.press("rack:12345678", LIMON)
            await desk.say("/play A", KIRAZ)
        await desk.say("/play B", LIMON)
        await desk.empty()
    assert [request.sender.user for request in desk.calmed] == [KIRAZ]
    assert desk.done.count("play A") == 10
    assert desk.done.count("rack:12345678") == 12
    assert "play B" in desk.done


async def test_what_was_written_over_a_while_and_comes_at_once_is_all_done(desk: Desk) -> None:
    async with desk.open():
        for number in range(30):
            await desk.say(f"/play {number}", later=2.0 * number)
        await desk.empty()
    assert desk.done == [f"play {number}" for number in range(30)]


async def test_an_update_counts_from_when_it_reached_us(desk: Desk) -> None:
    seconds, _ = await desk.redis.time()
    await desk.say("/play A", written=f"{seconds - 5}000-0")
    async with desk.open():
        await desk.empty()
        await desk.say("/play B")
        await desk.empty()
    late, now = (request.arrived for request in desk.requests)
    assert late is not None
    assert timedelta(seconds=5) <= NOW - late < timedelta(seconds=15)
    assert now == NOW


async def test_a_crowd_beyond_all_bounds_is_told_that_it_was_not_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.consumer._MOST_PLAYS", 3)
    free = held(desk, "play 0")
    async with desk.open():
        for number in range(5):
            await desk.say(f"/play {number}", 1000 + number)
        free.set()
        await desk.empty()
    assert desk.done == ["play 0", "play 1", "play 2"]
    assert [said(request) for request in desk.calmed] == ["play 4"], "in one word"
    assert desk.crowded == [True]
    assert await desk.left() == (0, 0)


async def test_a_good_move_behind_much_that_was_let_in_before_a_restart_is_played(desk: Desk, redis: Redis) -> None:
    for number in range(260):
        await desk.say("/play bad", KIRAZ, written=f"{1_000 + number}-0")
    await desk.say("/play good", LIMON, written="9000-0")
    former = Inbox(redis)
    while await read(former):
        pass
    async with desk.open():
        await desk.empty()
    assert "play good" in desk.done
    assert desk.calmed == []
