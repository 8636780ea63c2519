"""What is asked in private about a table elsewhere is sent on to the lane of that table, and judged there alone."""

import asyncio
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from bot.store.handling import MOST_HOPS, TableElsewhere, check_lane, handled
from bot.store.keys import Scope
from bot.store.streams import Inbox
from bot.telegram.inbound import Request
from bot.workers.urgency import asking
from engine.turns import Pass
from tests.support.chats import KIRAZ, LIMON
from tests.support.desk import GROUP, Desk, said
from tests.support.forwarding import passing, played, timed
from tests.support.games import USERS
from tests.support.patience import PATIENCE
from tests.support.streams import read
from tests.support.timers import settled
from tests.support.workers import SCOPE, World


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def desk(redis: Redis) -> Desk:
    return Desk(redis)


def about_the_group(desk: Desk) -> list[tuple[str, int]]:
    """Have everything be about the group's table; what was done, and in whose lane."""
    done: list[tuple[str, int]] = []

    async def work(request: Request) -> None:
        check_lane(Scope(GROUP))
        update = handled()
        assert update is not None
        done.append((said(request), update.chat))

    desk.work = work
    return done


async def test_what_is_asked_in_private_is_done_in_the_lane_of_its_table(desk: Desk) -> None:
    done = about_the_group(desk)
    async with desk.open():
        await desk.say("/play A", KIRAZ, chat=KIRAZ)
        await desk.press("agree:12345678", LIMON, chat=LIMON)
        await desk.empty()
    assert sorted(done) == [("agree:12345678", GROUP), ("play A", GROUP)]
    assert await desk.left() == (0, 0)


@pytest.mark.parametrize("first", ["in private", "in the group"])
async def test_a_table_s_actions_are_done_in_the_order_in_which_they_came(desk: Desk, first: str) -> None:
    """The table's lane is held meanwhile, and what was asked in private is sent on behind all that came later."""
    free, late, done = asyncio.Event(), asyncio.Event(), list[str]()

    async def work(request: Request) -> None:
        if said(request) == "play first":
            await free.wait()
        elif request.place.scope.chat == LIMON:
            await late.wait()
        check_lane(Scope(GROUP))
        done.append(said(request))

    desk.work = work
    order = ["play private", "play group"] if first == "in private" else ["play group", "play private"]
    async with desk.open():
        await desk.say("/play first", KIRAZ)
        for what in (*order, "play last"):
            await desk.say(f"/{what}", LIMON, chat=LIMON if what == "play private" else GROUP)
            before = await desk.inbox.now(GROUP)
            while await desk.inbox.now(GROUP) == before:
                await settled()
        late.set()
        async with asyncio.timeout(PATIENCE):
            while await desk.inbox.lying([LIMON]):
                await settled()
        free.set()
        await desk.empty()
    assert done == ["play first", *order, "play last"]


async def test_what_is_sent_on_is_no_second_time_a_part_of_its_sender_s_share(desk: Desk) -> None:
    done = about_the_group(desk)
    async with desk.open():
        for number in range(10):
            await desk.say(f"/play {number}", KIRAZ, chat=KIRAZ)
        await desk.empty()
    assert [what for what, _ in done] == [f"play {number}" for number in range(10)]
    assert desk.calmed == []


async def test_what_is_beyond_a_share_stays_so_where_it_is_sent_on_to(desk: Desk) -> None:
    muted: list[bool] = []

    async def work(_: Request) -> None:
        check_lane(Scope(GROUP))
        who = asking()
        assert who is not None
        assert who.person == (KIRAZ, KIRAZ)
        muted.append(who.muted)

    desk.work = work
    async with desk.open():
        for number in range(11):
            await desk.say(f"/play {number}", KIRAZ, chat=KIRAZ)
        await desk.empty()
    assert muted == [False] * 10 + [True]


async def test_what_is_sent_on_for_ever_is_given_up(desk: Desk) -> None:
    hops: list[int] = []

    async def work(_: Request) -> None:
        if (update := handled()) is None:
            return
        hops.append(update.hops)
        raise TableElsewhere(Scope(GROUP - update.hops))

    desk.work = work
    async with desk.open():
        await desk.say("/play A", KIRAZ, chat=KIRAZ)
        await desk.empty()
    assert hops[: MOST_HOPS + 1] == list(range(MOST_HOPS + 1))
    assert set(hops[MOST_HOPS:]) == {MOST_HOPS}
    assert await desk.left() == (0, 1)


async def test_it_counts_from_when_it_first_came(desk: Desk) -> None:
    about_the_group(desk)
    seconds, _ = await desk.redis.time()
    await desk.say("/play A", KIRAZ, chat=KIRAZ, written=f"{seconds - 5}000-0")
    async with desk.open():
        await desk.empty()
    [request] = desk.requests
    assert request.arrived is not None
    assert 4 < (desk.clock.now - request.arrived).total_seconds() < 8


class Ending(Inbox):
    """The inbox of a process that ends when it has sent an update on, and not yet taken it away."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.sent_on = asyncio.Event()

    async def ack(self, _: object) -> None:
        self.sent_on.set()
        await asyncio.Event().wait()


async def test_a_process_that_ends_while_it_sends_an_update_on_has_it_done_once(world: World, redis: Redis) -> None:
    await world.deal(timed())
    inbox = Ending(redis)
    await inbox.put(5, USERS[0], b"{}")
    [entry] = await read(inbox)
    forwarding = asyncio.create_task(inbox.forward(entry, SCOPE, 0))
    async with asyncio.timeout(PATIENCE):
        await inbox.sent_on.wait()
    forwarding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await forwarding
    assert sorted(lying.hops for lying in await inbox.lying([USERS[0], SCOPE.chat])) == [0, 1]


async def test_an_update_that_is_there_twice_is_committed_once(world: World, desk: Desk, redis: Redis) -> None:
    await world.deal(timed())
    await world.store.add_user_game(USERS[0], SCOPE, "")
    passing(world, desk)
    await desk.say("/pass", USERS[0], chat=USERS[0])
    [lying] = await desk.inbox.lying([USERS[0]])
    await desk.inbox.put(lying.update_id, USERS[0], lying.raw)
    async with desk.open():
        await Inbox(redis).forward(replace(lying, id="0-1"), SCOPE, 0)
        await desk.empty()
    assert await played(world) == [Pass]
    assert desk.calmed == []
