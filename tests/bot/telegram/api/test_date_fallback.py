"""A server that knows no dates in texts is sent words in their place, once it has refused them for that."""

from collections.abc import Awaitable, Callable

import pytest

from bot.call_errors import RequestRejected
from bot.playground.api_error import ApiError
from bot.telegram.api.gateway import Gateway
from tests.support.scripted_api import ScriptedApi, api
from tests.support.scripted_gateway import PHOTO, SCOPE, WORDS, gateway

__all__ = ["api", "gateway"]

DATED = 'until <tg-time unix="1800000000" format="wdt">3 days</tg-time>'


@pytest.mark.parametrize(
    ("method", "field", "send"),
    [
        ("sendMessage", "text", lambda way: way.send_text(SCOPE, DATED)),
        ("sendPhoto", "caption", lambda way: way.send_photo(SCOPE, b"png", DATED)),
        ("editMessageText", "text", lambda way: way.edits.edit_text(SCOPE.chat, 9, DATED, None)),
        ("editMessageCaption", "caption", lambda way: way.edits.edit_caption(SCOPE.chat, 8, DATED, None)),
    ],
    ids=["text", "photo", "edit_text", "edit_caption"],
)
async def test_a_server_without_dates_is_sent_the_words_in_their_place_and_not_asked_again(
    api: ScriptedApi, gateway: Gateway, method: str, field: str, send: Callable[[Gateway], Awaitable[object]]
) -> None:
    refusal = 'Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 6'
    answer = PHOTO if method == "sendPhoto" else WORDS
    api.responses[method] += [ApiError(400, refusal), answer, answer]
    await send(gateway)
    await send(gateway)
    assert [asked[field] for asked in api.calls_of(method)] == [DATED, "until 3 days", "until 3 days"]


async def test_a_server_with_dates_is_sent_them(api: ScriptedApi, gateway: Gateway) -> None:
    api.responses["sendMessage"] += [WORDS, WORDS]
    for _ in range(2):
        await gateway.send_text(SCOPE, DATED)
    assert [asked["text"] for asked in api.calls_of("sendMessage")] == [DATED, DATED]


async def test_what_is_refused_for_another_reason_is_not_sent_without_its_dates(
    api: ScriptedApi, gateway: Gateway
) -> None:
    api.responses["sendMessage"] += [ApiError(400, "Bad Request: message text is not liked"), WORDS]
    with pytest.raises(RequestRejected):
        await gateway.send_text(SCOPE, DATED)
    await gateway.send_text(SCOPE, DATED)
    assert [asked["text"] for asked in api.calls_of("sendMessage")] == [DATED, DATED]
