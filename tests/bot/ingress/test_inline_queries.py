"""Inline queries beside the inbox: the newest of a person counts, few at once, and late ones are let go."""

import asyncio
import json

import pytest

from bot.call_errors import RequestRejected
from bot.ingress.consumer import ANSWER_SECONDS, InlineQueries
from bot.ingress.intake import UpdateIntake
from bot.telegram.requests import InlineQueryRequest
from bot.telegram.updates import parse_inline_query
from tests.support.chat_harness import KIRAZ, LIMON, NANE
from tests.support.timers import freeze_loop_time
from tests.support.waiting import PATIENCE


def raw_query(user: int, text: str, kind: str = "inline_query") -> bytes:
    sender = {"id": user, "is_bot": False, "first_name": "Ayşe"}
    return json.dumps(
        {"update_id": 1, kind: {"id": f"{user} {text}", "from": sender, "query": text, "offset": ""}}
    ).encode()


def inline_query_of(user: int, text: str) -> InlineQueryRequest:
    found = parse_inline_query(raw_query(user, text))
    assert found is not None
    return found


class RecordingAnswerer:
    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.gate = asyncio.Event()
        self._more = asyncio.Condition()

    async def __call__(self, asked: InlineQueryRequest) -> None:
        self.asked.append(asked.text)
        await self.gate.wait()
        self.answered.append(asked.text)
        async with self._more:
            self._more.notify_all()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE), self._more:
            await self._more.wait_for(lambda: len(self.answered) >= count)


async def let_others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_what_somebody_types_meanwhile_only_the_newest_is_answered() -> None:
    answer = RecordingAnswerer()
    inquiries = InlineQueries(answer)
    for text in ("K", "KA", "KAL", "KALE"):
        inquiries.submit_query(inline_query_of(KIRAZ, text))
        await let_others_run()
    inquiries.submit_query(inline_query_of(LIMON, "EL"))
    await let_others_run()
    assert answer.asked == ["K", "EL"], "nobody waits for another's"
    answer.gate.set()
    await answer.until(3)
    assert sorted(answer.answered) == ["EL", "K", "KALE"]


async def test_a_few_are_answered_at_once_and_who_types_on_keeps_their_place() -> None:
    answer = RecordingAnswerer()
    inquiries = InlineQueries(answer, most_concurrent=1)
    for user, text in ((KIRAZ, "a"), (LIMON, "b"), (NANE, "c"), (LIMON, "bb")):
        inquiries.submit_query(inline_query_of(user, text))
    await let_others_run()
    assert answer.asked == ["a"]
    answer.gate.set()
    await answer.until(3)
    assert answer.answered == ["a", "bb", "c"]


async def test_what_takes_too_long_or_fails_is_let_go(caplog: pytest.LogCaptureFixture) -> None:
    done, let_go = asyncio.Event(), asyncio.Event()

    async def answer(asked: InlineQueryRequest) -> None:
        if asked.text == "SLOW":
            try:
                await asyncio.Event().wait()
            finally:
                let_go.set()
        if asked.text == "OLD":
            raise RequestRejected("query is too old")
        if asked.text == "WRONG":
            raise ValueError(asked.text)
        done.set()

    inquiries = InlineQueries(answer, most_concurrent=1)
    with freeze_loop_time() as time:
        inquiries.submit_query(inline_query_of(1, "SLOW"))
        await let_others_run()
        time.advance(ANSWER_SECONDS)
        await let_go.wait()
    for user, text in enumerate(("OLD", "WRONG", "GOOD"), start=2):
        inquiries.submit_query(inline_query_of(user, text))
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert "WRONG" not in caplog.text, "what was typed may be a plan"


async def test_all_else_is_put_where_updates_go() -> None:
    put: list[bytes] = []

    async def inbox(_number: int, _chat: int, update: bytes) -> bool:
        put.append(update)
        return True

    async def aside(*_: object) -> None:
        raise AssertionError("all are updates")

    answer = RecordingAnswerer()
    answer.gate.set()
    inquiries = InlineQueries(answer)
    intake = UpdateIntake(inbox, aside, inquiries.submit_query)
    message = raw_query(KIRAZ, '"inline_query"', "message")
    broken = b'{"update_id": 1, "inline_query": 7}'
    for update in (message, broken, raw_query(KIRAZ, "KALEM")):
        await intake.take_update(update)
    await answer.until(1)
    assert put == [message, broken]
    assert answer.answered == ["KALEM"]
    await inquiries.close()
