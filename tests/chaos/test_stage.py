"""What goes out to the bot is noted as it goes: when first, when safe, how often, and by whom."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random

import pytest
from aiohttp import web

from bot.chaos.asks import Plain
from bot.chaos.ledger import NEVER, Ledger, Place
from bot.chaos.stage import Habits, Stage
from bot.fleet.account import Account
from bot.fleet.updates import Person
from bot.store.keys import Scope
from engine.turns import Pass
from tests.support.patience import PATIENCE

AYSE = Person(5, "Ayşe")
PLACE = Scope(-100)


class Bot:
    """Takes updates, or refuses them."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.refuses = 0

    async def take(self, request: web.Request) -> web.Response:
        update = json.loads(await request.read())
        if self.refuses:
            self.refuses -= 1
            return web.Response(status=503)
        self.taken.append(update["update_id"])
        return web.Response()


@pytest.fixture
async def bot() -> AsyncIterator[tuple[Bot, Account]]:
    bot, account = Bot(), Account(7)
    application = web.Application()
    application.add_routes([web.post("/", bot.take)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    account.webhooks.register("w1", f"http://{host}:{port}/", "secret")
    yield bot, account
    await account.webhooks.close()
    await runner.cleanup()


def stage(account: Account, **habits: float) -> tuple[Stage, Place]:
    made = Stage(account, Ledger(), Random(1), Habits(**{"twice": 0.0, "early": 0.0} | habits))
    return made, made.ledger.opened(Place(PLACE, "test"))


async def safe(made: Stage) -> None:
    async with asyncio.timeout(PATIENCE):
        while made.ledger.unacknowledged:  # noqa: ASYNC110 - the account has no event for it
            await asyncio.sleep(0.01)


def passes() -> Plain:
    return Plain(AYSE.user, asked=Pass(AYSE.user))


async def test_what_is_asked_in_a_group_is_posted_and_acknowledged_in_its_order(bot: tuple[Bot, Account]) -> None:
    server, account = bot
    made, place = stage(account)
    server.refuses = 1
    for _ in range(3):
        made.say(place, AYSE, "/pas", passes())
    await safe(made)
    assert server.taken == [1, 2, 3]
    times = [moment for sent in place.asked for moment in (sent.began, sent.acked)]
    assert times == sorted(times)
    assert all(sent.ordered for sent in place.asked)
    assert (made.ledger.updates, made.ledger.duplicates) == (3, 0)


async def test_taps_and_private_chats_keep_no_order(bot: tuple[Bot, Account]) -> None:
    _, account = bot
    made, place = stage(account)
    made.tap(place, AYSE, "board:x", passes())
    made.say(place, AYSE, "/pas", passes(), private=True)
    await safe(made)
    assert [sent.ordered for sent in place.asked] == [False, False]
    assert list(made.pressed.values()) == [AYSE.user]


async def test_copies_are_counted_and_those_that_overtake_keep_no_order(bot: tuple[Bot, Account]) -> None:
    server, account = bot
    made, place = stage(account, early=1.0)
    made.say(place, AYSE, "/pas", passes())
    await safe(made)
    async with asyncio.timeout(PATIENCE):
        while len(server.taken) < 2:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
    assert server.taken == [1, 1]
    assert not place.asked[0].ordered
    assert made.ledger.duplicates == 1


async def test_what_is_not_taken_is_not_acknowledged(bot: tuple[Bot, Account]) -> None:
    server, account = bot
    made, place = stage(account)
    server.refuses = 10**6
    made.say(place, AYSE, "/pas", passes())
    await asyncio.sleep(0)
    assert place.asked[0].acked == NEVER
    assert made.ledger.unacknowledged == {1}


async def test_what_is_under_way_as_a_group_moves_keeps_no_order_with_what_comes_to_the_new_one(
    bot: tuple[Bot, Account],
) -> None:
    _, account = bot
    made, place = stage(account)
    for _ in range(12):
        made.say(place, AYSE, "/pas", passes())
    made.becomes(place, AYSE, -1_000_000_000_100)
    made.say(place, AYSE, "/pas", passes())
    assert [sent.ordered for sent in place.asked] == [True] * 2 + [False] * 10 + [True]
    await safe(made)
