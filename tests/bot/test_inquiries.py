"""Inline queries beside the inbox: the newest of a person counts, few at once, and late ones are let go."""

import asyncio
import json

import pytest

from bot.ingress.inquiries import SECONDS, Inquiries
from bot.outcomes import Refused
from bot.telegram.inline import Inquiry, inquiry
from tests.support.chats import KIRAZ, LIMON, NANE
from tests.support.loop_time import standing_still
from tests.support.patience import PATIENCE


def raw(user: int, text: str, kind: str = "inline_query") -> bytes:
    sender = {"id": user, "is_bot": False, "first_name": "Ayşe"}
    return json.dumps({"update_id": 1, kind: {"id": f"{user} {text}", "from": sender, "query": text}}).encode()


def of(user: int, text: str) -> Inquiry:
    found = inquiry(raw(user, text))
    assert found is not None
    return found


class Answering:
    """Notes what it is asked, and answers when it is let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.gate = asyncio.Event()
        self._more = asyncio.Condition()

    async def __call__(self, asked: Inquiry) -> None:
        self.asked.append(asked.text)
        await self.gate.wait()
        self.answered.append(asked.text)
        async with self._more:
            self._more.notify_all()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(lambda: len(self.answered) >= count)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_what_somebody_types_meanwhile_only_the_newest_is_answered() -> None:
    answer = Answering()
    inquiries = Inquiries(answer)
    for text in ("K", "KA", "KAL", "KALE"):
        inquiries.take(of(KIRAZ, text))
        await settled()
    inquiries.take(of(LIMON, "EL"))
    await settled()
    assert answer.asked == ["K", "EL"], "nobody waits for another's"
    answer.gate.set()
    await answer.until(3)
    assert sorted(answer.answered) == ["EL", "K", "KALE"]


async def test_a_few_are_answered_at_once_and_who_types_on_keeps_their_place() -> None:
    answer = Answering()
    inquiries = Inquiries(answer, at_once=1)
    for user, text in ((KIRAZ, "a"), (LIMON, "b"), (NANE, "c"), (LIMON, "bb")):
        inquiries.take(of(user, text))
    await settled()
    assert answer.asked == ["a"]
    answer.gate.set()
    await answer.until(3)
    assert answer.answered == ["a", "bb", "c"]


async def test_beyond_what_can_wait_the_oldest_goes() -> None:
    answer = Answering()
    inquiries = Inquiries(answer, at_once=1, most=2)
    for user in range(1, 6):
        inquiries.take(of(user, str(user)))
    answer.gate.set()
    await answer.until(3)
    await settled()
    assert answer.answered == ["1", "4", "5"]


async def test_what_takes_too_long_or_fails_is_let_go_and_the_next_is_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done, let_go = asyncio.Event(), asyncio.Event()

    async def answer(asked: Inquiry) -> None:
        if asked.text == "SLOW":
            try:
                await asyncio.Event().wait()
            finally:
                let_go.set()
        if asked.text == "OLD":
            raise Refused("query is too old")
        if asked.text == "WRONG":
            raise ValueError(asked.text)
        done.set()

    inquiries = Inquiries(answer, at_once=1)
    with standing_still() as time:
        inquiries.take(of(1, "SLOW"))
        await settled()
        time.pass_(SECONDS)
        await let_go.wait()
    for user, text in enumerate(("OLD", "WRONG", "GOOD"), start=2):
        inquiries.take(of(user, text))
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert "WRONG" not in caplog.text, "what was typed may be a plan"


async def test_all_else_is_put_where_updates_go() -> None:
    put: list[bytes] = []

    async def inbox(_number: int, _chat: int, update: bytes) -> None:
        put.append(update)

    answer = Answering()
    answer.gate.set()
    inquiries = Inquiries(answer)
    store = inquiries.beside(inbox)
    message = raw(KIRAZ, '"inline_query"', "message")
    broken = b'{"update_id": 1, "inline_query": 7}'
    for update in (message, broken, raw(KIRAZ, "KALEM")):
        await store(1, 2, update)
    await answer.until(1)
    assert put == [message, broken]
    assert answer.answered == ["KALEM"]
    await inquiries.close()


async def test_an_end_waits_for_nobody() -> None:
    answer = Answering()
    inquiries = Inquiries(answer)
    inquiries.take(of(KIRAZ, "K"))
    inquiries.take(of(KIRAZ, "KA"))
    await settled()
    await inquiries.close()
    assert (answer.asked, answer.answered) == (["K"], [])
