"""One answer for several who ask the same at once, and who is never answered in somebody else's place."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.handlers.commands import commands
from bot.handlers.kinds import Kinds
from bot.playground.servers import NEWEST
from bot.store import keys
from bot.store.handling import handled
from bot.store.keys import Scope
from bot.telegram.inbound import Command, Request, Sender, Venue
from bot.workers.limiter import Limiter
from bot.workers.urgency import asking
from tests.support.chats import KIRAZ, LIMON, NANE, House
from tests.support.desk import Desk, said, until
from tests.support.games import NOW
from tests.support.patience import PATIENCE
from tests.support.timers import settled

PLACE = Venue(Scope(-5), private=False, title="", username=None)


class Room:
    """A group that may be sent nothing until it is free."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.waiting = 0

    async def in_turn(self, _: int, answer: Callable[[], Awaitable[None]]) -> None:
        self.waiting += 1
        await self.free.wait()
        await answer()


def command(name: str) -> Command:
    return Command(1, PLACE, Sender(KIRAZ, "Kiraz", None), 1, name, "", NOW)


def is_shared(request: Command) -> bool:
    kind = Kinds(commands())(request)
    return kind is not None and kind.alike is not None


def test_what_anybody_reads_alike_is_answered_once_and_nothing_else() -> None:
    shared = {name for name in commands() if is_shared(command(name))}
    assert shared == {"start", "board", "score", "bag", "clock", "proof"}


def test_a_channel_that_asks_is_answered_in_nobodys_place() -> None:
    asked = command("score")
    assert not is_shared(replace(asked, sender=replace(asked.sender, channel=True)))


def test_what_was_chosen_for_one_table_is_answered_in_nobodys_place() -> None:
    assert not is_shared(replace(command("score"), meant="k4rt"))


@pytest.mark.parametrize("second", [LIMON, KIRAZ])
async def test_who_joined_a_look_that_waits_for_room_is_the_one_answered(redis: Redis, second: int) -> None:
    answered: list[tuple[int, bool]] = []

    async def work(request: Request) -> None:
        who, update = asking(), handled()
        assert who is not None
        assert update is not None
        assert who.update == request.update
        answered.append((who.user, update.several))

    room = Room()
    desk = Desk(redis, in_turn=room.in_turn)
    desk.work = work
    async with desk.open():
        await desk.say("/score", KIRAZ)
        await until(lambda: room.waiting > 0)
        await desk.say("/score", second)
        while (await desk.left())[0] > 1:
            await settled()
        room.free.set()
        await desk.empty()
    assert [said(request) for request in desk.requests] == ["score"]
    assert answered == [(second, second != KIRAZ)]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_refusal_of_what_several_asked_is_read_by_all_of_them(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    house.playground.world.server.version = NEWEST
    free, slot, inbox = asyncio.Event(), Limiter.slot, keys.inbox(keys.shard_of(talk.id))

    async def once_free(limiter: Limiter, chat: int | None) -> None:
        if chat == talk.id:
            await free.wait()
        await slot(limiter, chat)

    async def entries() -> set[bytes]:
        found: Any = await house.redis.xrange(inbox)
        return {entry for entry, _ in found}

    async def asked(person: int) -> set[bytes]:
        before = await entries()
        talk.say(person, "/skor")
        while not (now := await entries() - before):
            await settled()
        return now

    monkeypatch.setattr(Limiter, "slot", once_free)
    await talk.mark()
    async with asyncio.timeout(PATIENCE):
        first = await asked(KIRAZ)
        await asked(NANE)
        while first <= await entries():
            await settled()
    free.set()
    (answer,) = await talk.sent()
    assert answer.html == talk.html("refusal-no-game")
    assert not answer.alone
    assert (await talk.ask(KIRAZ, "/skor")).alone, "who asks for themselves is told alone"
