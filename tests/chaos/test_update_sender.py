"""What goes out to the bot is noted as it goes: when first, when safe, how often, and by whom."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random

import pytest
from aiohttp import web

from bot.store.scope import Scope
from engine.turns import Pass
from tests.support.waiting import PATIENCE
from tools.chaos.expected_actions import FixedAction
from tools.chaos.ledger import NEVER, Ledger, TableRecord
from tools.chaos.update_sender import DuplicateRates, UpdateSender
from tools.fleet.bot_account import BotAccount
from tools.fleet.make_updates import FleetPerson

AYSE = FleetPerson(5, "Ayşe")
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
async def bot() -> AsyncIterator[tuple[Bot, BotAccount]]:
    bot, account = Bot(), BotAccount(7)
    application = web.Application()
    application.add_routes([web.post("/", bot.take)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    await account.webhooks.set_url(f"http://{host}:{port}/", "secret", 40, "w1")
    yield bot, account
    await account.webhooks.close()
    await runner.cleanup()


def stage(account: BotAccount, **habits: float) -> tuple[UpdateSender, TableRecord]:
    made = UpdateSender(account, Ledger(), Random(1), DuplicateRates(**{"twice": 0.0, "overtaking": 0.0} | habits))
    return made, made.ledger.add_record(TableRecord(PLACE, "test"))


async def safe(made: UpdateSender) -> None:
    async with asyncio.timeout(PATIENCE):
        while made.ledger.unacknowledged_updates:  # noqa: ASYNC110 - the account has no event for it
            await asyncio.sleep(0.01)


def passes() -> FixedAction:
    return FixedAction(AYSE.user, fixed=Pass(AYSE.user))


async def test_what_is_asked_in_a_group_is_posted_and_acknowledged_in_its_order(bot: tuple[Bot, BotAccount]) -> None:
    server, account = bot
    made, place = stage(account)
    server.refuses = 1
    for _ in range(3):
        made.send_text(place, AYSE, "/pas", passes())
    await safe(made)
    assert server.taken == [1, 2, 3]
    times = [moment for sent in place.sent_updates for moment in (sent.posted_at, sent.acknowledged_at)]
    assert times == sorted(times)
    assert all(sent.is_ordered for sent in place.sent_updates)
    assert (made.ledger.update_count, made.ledger.duplicate_count) == (3, 0)


async def test_taps_and_private_chats_keep_no_order(bot: tuple[Bot, BotAccount]) -> None:
    _, account = bot
    made, place = stage(account)
    made.send_tap(place, AYSE, "board:x", passes())
    made.send_text(place, AYSE, "/pas", passes(), private=True)
    await safe(made)
    assert [sent.is_ordered for sent in place.sent_updates] == [False, False]
    assert list(made.user_by_query.values()) == [AYSE.user]


async def test_copies_are_counted_and_those_that_overtake_keep_no_order(bot: tuple[Bot, BotAccount]) -> None:
    server, account = bot
    made, place = stage(account, overtaking=1.0)
    made.send_text(place, AYSE, "/pas", passes())
    await safe(made)
    async with asyncio.timeout(PATIENCE):
        while len(server.taken) < 2:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
    assert server.taken == [1, 1]
    assert not place.sent_updates[0].is_ordered
    assert made.ledger.duplicate_count == 1


async def test_what_is_not_taken_is_not_acknowledged(bot: tuple[Bot, BotAccount]) -> None:
    server, account = bot
    made, place = stage(account)
    server.refuses = 10**6
    made.send_text(place, AYSE, "/pas", passes())
    await asyncio.sleep(0)
    assert place.sent_updates[0].acknowledged_at == NEVER
    assert made.ledger.unacknowledged_updates == {1}


async def test_what_is_under_way_as_a_group_moves_keeps_no_order_with_what_comes_to_the_new_one(
    bot: tuple[Bot, BotAccount],
) -> None:
    _, account = bot
    made, place = stage(account)
    for _ in range(12):
        made.send_text(place, AYSE, "/pas", passes())
    made.migrate_group(place, AYSE, -1_000_000_000_100)
    made.send_text(place, AYSE, "/pas", passes())
    assert [sent.is_ordered for sent in place.sent_updates] == [True] * 2 + [False] * 10 + [True]
    assert [sent.moved_at < NEVER for sent in place.sent_updates] == [True] * 12 + [False]
    await safe(made)
