"""One answer for several who ask the same at once, and who is never answered in somebody else's place."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.handlers.general import all_command_rows
from bot.handlers.text_messages import RequestClassifier
from bot.playground.server_version import NEWEST
from bot.store import keys
from bot.store.client import Client
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram.requests import Command, Request, Sender, Venue
from bot.telegram.send_queue import SendQueue
from bot.workers.sending import Sending
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.consumer_harness import GROUP, ConsumerHarness, hold_requests, request_text
from tests.support.games import NOW, game
from tests.support.waiting import PATIENCE, run_until_idle, wait_until

PLACE = Venue(Scope(-5), private=False, title="", username=None)
BOARD = game("kelimelik", laid=["8F KALEM"])


class BlockedGroup:
    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.waiting = 0

    async def compose_when_allowed(
        self, _: int, answer: Callable[[Sending], Awaitable[None]], sending: Sending
    ) -> None:
        self.waiting += 1
        await self.free.wait()
        await answer(sending)


def command(name: str) -> Command:
    return Command(UpdateContext(1), PLACE, Sender(KIRAZ, "Kiraz", None), 1, name, "", NOW)


def is_shared(request: Command) -> bool:
    kind = RequestClassifier(all_command_rows())(request)
    return kind is not None and kind.coalesce_key is not None


def test_what_anybody_reads_alike_is_answered_once_and_nothing_else() -> None:
    shared = {name for name in all_command_rows() if is_shared(command(name))}
    look_ups = {name for name, row in all_command_rows().items() if row.kind == "look-up"}
    assert shared <= look_ups
    own = {"rack", "try", "stats", "games", "mydata", "word", "rules", "help", "top", "doctor", "log", "ping", "proof"}
    assert look_ups - shared == own, "of its asker alone, or for them alone"


@pytest.mark.parametrize("second", [LIMON, KIRAZ])
async def test_who_joined_a_look_that_waits_for_room_is_the_one_answered(redis: Redis, second: int) -> None:
    answered: list[tuple[int, bool]] = []

    async def work(request: Request) -> None:
        who = request.sending.requester
        assert who is not None
        assert who.update == request.update.id
        answered.append((who.user, request.update.coalesced))

    room = BlockedGroup()
    desk = ConsumerHarness(redis, compose_when_allowed=room.compose_when_allowed)
    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/score", KIRAZ)
        await wait_until(lambda: room.waiting > 0)
        await desk.append_text("/score", second)
        while (await desk.count_waiting_and_dead())[0] > 1:
            await run_until_idle()
        room.free.set()
        await desk.wait_until_empty()
    assert [request_text(request) for request in desk.requests] == ["score"]
    assert answered == [(second, second != KIRAZ)]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("text", "table"), [("/skor", None), ("/tahta metin", BOARD)])
async def test_what_one_is_told_alone_is_read_by_all_if_several_ask(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, text: str, table: GameState | None
) -> None:
    talk = await harness.new_group()
    if table is not None:
        await talk.put_table(table)
    harness.playground.world.server.version = NEWEST
    free, wait_for_send_slot, inbox = (
        asyncio.Event(),
        SendQueue.wait_for_send_slot,
        keys.inbox(keys.shard_of(talk.chat_id)),
    )

    async def once_free(limiter: SendQueue, chat: int | None, sending: Sending) -> None:
        if chat == talk.chat_id:
            await free.wait()
        await wait_for_send_slot(limiter, chat, sending)

    async def entries() -> set[bytes]:
        found: Any = await harness.redis.xrange(inbox)
        return {entry for entry, _ in found}

    async def asked(person: int) -> set[bytes]:
        before = await entries()
        talk.say(person, text)
        while not (now := await entries() - before):
            await run_until_idle()
        return now

    monkeypatch.setattr(SendQueue, "wait_for_send_slot", once_free)
    await talk.start_watching()
    async with asyncio.timeout(PATIENCE):
        first = await asked(KIRAZ)
        await asked(NANE)
        while first <= await entries():
            await run_until_idle()
    free.set()
    (answer,) = await talk.wait_messages()
    expected = talk.text_html("refusal-no-game") if table is None else "<pre>"
    assert answer.html.startswith(expected)
    assert not answer.is_ephemeral
    assert (await talk.say_and_wait(KIRAZ, text)).is_ephemeral, "who asks for themselves is told alone"


@pytest.fixture
def desk(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis)


async def test_what_comes_while_a_lost_answer_is_looked_for_is_answered_once(desk: ConsumerHarness) -> None:
    assert isinstance(desk.redis, Client)
    async with desk.run_consumer():
        desk.redis.state.break_count += 1
        for number in range(8):
            await desk.append_text(f"/word {number}", 1000 + number, chat=GROUP - number)
        await wait_until(lambda: desk.consumer.timeouts.is_ready)
        await desk.wait_until_empty()
    assert sorted(desk.handled_texts) == [f"word {number}" for number in range(8)]


async def test_what_was_sent_twice_is_done_once_its_lost_shard_is_gained_again(desk: ConsumerHarness) -> None:
    free = hold_requests(desk, "word A")
    async with desk.run_consumer():
        await desk.append_text("/word A")
        await desk.append_newest_again()
        await run_until_idle()
        await desk.consumer.stop_shards((keys.shard_of(GROUP),), 0)
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["word A"]


@pytest.mark.parametrize("waits", [True, False])
async def test_what_telegram_sends_twice_is_answered_once(desk: ConsumerHarness, waits: bool) -> None:  # noqa: FBT001 - a parameter of the test
    free = hold_requests(desk, "word A")
    if not waits:
        free.set()
    async with desk.run_consumer():
        await desk.append_text("/word A")
        if not waits:
            await desk.wait_until_empty()
        await desk.append_newest_again()
        await run_until_idle()
        free.set()
        await desk.wait_until_empty()
    assert desk.handled_texts == ["word A"]


def test_a_channel_that_asks_or_a_chosen_table_is_answered_in_nobodys_place() -> None:
    asked = command("score")
    assert not is_shared(replace(asked, sender=replace(asked.sender, is_channel=True)))
    assert not is_shared(replace(asked, target_table="k4rt"))
