"""Inline mode of the playground: queries, answers and how long they count, and the messages sent via the bot."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.app.service import _open_playground  # noqa: PLC2701 - all of a start but the bot
from bot.config import load_config
from tests.support.playground_client import GROUP, KIRAZ, LIMON, TOO_OLD, PlaygroundClient, keyboard_row


def article(number: str = "1", **more: Any) -> dict[str, Any]:
    return {
        "type": "article",
        "id": number,
        "title": "K A L E M",
        "description": "Rafınız",
        "input_message_content": {"message_text": "<b>Hamle</b> yapıyorum", "parse_mode": "HTML"},
        **more,
    }


async def type_inline_query(
    calls: PlaygroundClient, text: str = "raf", person: int = LIMON, **more: Any
) -> asyncio.Task[Any]:
    waiting = calls.playground.updates.change_event
    typing = asyncio.create_task(calls.post_ok(f"/page/people/{person}/queries", chat_id=GROUP, query=text, **more))
    asked = asyncio.create_task(waiting.wait())
    await asyncio.wait({typing, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    return typing


async def answer_shown_to(calls: PlaygroundClient, *results: dict[str, Any], person: int = LIMON, **more: Any) -> Any:
    await calls.pop_updates()
    typing = await type_inline_query(calls, person=person)
    (query,) = await calls.pop_updates("inline_query")
    await calls.call_ok("answerInlineQuery", inline_query_id=query["id"], results=list(results), **more)
    return await typing


@pytest.mark.parametrize(
    ("offered", "asker", "is_asked"),
    [
        ({"cache_time": 60}, KIRAZ, False),
        ({"cache_time": 60, "is_personal": True}, LIMON, False),
        ({"cache_time": 60, "is_personal": True}, KIRAZ, True),
        ({"cache_time": 0}, LIMON, True),
        ({}, LIMON, False),
    ],
)
async def test_an_answer_counts_as_long_and_for_whom_the_bot_said(
    calls: PlaygroundClient, offered: dict[str, Any], asker: int, *, is_asked: bool
) -> None:
    await answer_shown_to(calls, article(), **offered)
    typing = await type_inline_query(calls, person=asker)
    asked = await calls.pop_updates("inline_query")
    assert bool(asked) is is_asked
    for query in asked:
        await calls.call_ok("answerInlineQuery", inline_query_id=query["id"], results=[article()])
    assert (await typing)["results"][0]["title"] == "K A L E M"
    calls.clock.now += 301
    later = await type_inline_query(calls, person=asker)
    (query,) = await calls.pop_updates("inline_query")
    await calls.call_ok("answerInlineQuery", inline_query_id=query["id"], results=[])
    assert (await later)["results"] == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"results": [article(str(n)) for n in range(51)]}, "too many inline query results specified"),
        ({"results": [article("x" * 65)]}, "RESULT_ID_INVALID"),
        ({"results": [article("a"), article("a")]}, "RESULT_ID_DUPLICATE"),
        ({"results": [article(title=" ")]}, "ARTICLE_TITLE_EMPTY"),
        ({"results": [article(input_message_content=None)]}, "Input message content is not specified"),
        ({"results": [article(input_message_content={"message_text": ""})]}, "message text is empty"),
        ({"results": [article(reply_markup=keyboard_row("x" * 65))]}, "BUTTON_DATA_INVALID"),
        ({"results": [], "next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
        ({"results": [], "button": {"text": "x", "start_parameter": "ğ"}}, "START_PARAM_INVALID"),
    ],
)
async def test_what_no_answer_may_hold_is_refused(calls: PlaygroundClient, answer: dict[str, Any], why: str) -> None:
    await calls.pop_updates()
    typing = await type_inline_query(calls)
    (query,) = await calls.pop_updates("inline_query")
    assert why in await calls.call_refused("answerInlineQuery", inline_query_id=query["id"], **answer)
    await calls.call_ok("answerInlineQuery", inline_query_id=query["id"], results=[article("x" * 64)])
    assert (await typing)["results"][0]["id"] == "x" * 64


async def test_a_query_is_answered_once_and_in_time(calls: PlaygroundClient) -> None:
    await calls.pop_updates()
    first = await type_inline_query(calls)
    (query,) = await calls.pop_updates("inline_query")
    await calls.call_ok("answerInlineQuery", inline_query_id=query["id"], results=[], cache_time=0)
    assert await calls.call_refused("answerInlineQuery", inline_query_id=query["id"], results=[]) == TOO_OLD
    await first
    second = await type_inline_query(calls)
    (query,) = await calls.pop_updates("inline_query")
    calls.clock.now += 11
    assert await calls.call_refused("answerInlineQuery", inline_query_id=query["id"], results=[]) == TOO_OLD
    second.cancel()


async def test_without_inline_mode_nobody_asks(calls: PlaygroundClient) -> None:
    await calls.configure_server(inline=False)
    assert not (await calls.call_ok("getMe"))["supports_inline_queries"]
    path = f"/page/people/{LIMON}/queries"
    assert "BOT_INLINE_DISABLED" in await calls.post_refused(path, chat_id=GROUP, query="raf")


async def test_a_playground_that_starts_again_tells_of_each_chosen_result(tmp_path: Path) -> None:
    """The bot sets that once, and its data outlast the playground's account."""
    async with _open_playground(load_config({"HTTP_LISTEN": "127.0.0.1:0"}, tmp_path)) as playground:
        assert playground.world.server.feedback == 1
