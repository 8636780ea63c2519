"""What Telegram answers becomes an outcome of few kinds, and an edit of nothing is no fault."""

from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web
from telegram.error import InvalidToken, TimedOut

from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatMoved,
    ChatUnreachable,
    FileIdExpired,
    MissingRights,
    NotFound,
    PollingConflict,
    RateLimited,
    RequestRejected,
    TapExpired,
    TokenRejected,
    TopicClosed,
)
from bot.playground.api_error import ApiError
from bot.telegram.api.gateway import Gateway
from bot.telegram.api.responses import to_outcome
from tests.support.scripted_api import ScriptedApi, api
from tests.support.scripted_gateway import SCOPE, gateway

__all__ = ["api", "gateway"]

EDITED = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ((400, "Bad Request: chat not found"), ChatUnreachable),
        ((400, "Bad Request: message to edit not found"), NotFound),
        ((400, "Bad Request: message thread not found"), TopicClosed),
        ((400, "Bad Request: TOPIC_CLOSED"), TopicClosed),
        ((400, "Bad Request: not enough rights to send photos to the chat"), MissingRights),
        ((400, "Bad Request: have no rights to send a message"), MissingRights),
        ((400, "Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: CHAT_WRITE_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: CHAT_RESTRICTED"), MissingRights),
        ((400, "Bad Request: need administrator rights in the channel chat"), MissingRights),
        ((400, "Bad Request: not enough rights to send text messages to the chat"), MissingRights),
        ((403, "Forbidden: CHAT_WRITE_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: TOPIC_DELETED"), TopicClosed),
        ((400, "Bad Request: IMAGE_PROCESS_FAILED"), RequestRejected),
        ((400, "Bad Request: PHOTO_INVALID_DIMENSIONS"), RequestRejected),
        ((400, "Bad Request: wrong file identifier/HTTP URL specified"), FileIdExpired),
        ((400, "Bad Request: wrong remote file identifier specified: wrong padding in the string"), FileIdExpired),
        ((400, "Bad Request: FILE_REFERENCE_EXPIRED"), FileIdExpired),
        ((400, "Bad Request: invalid file_id"), FileIdExpired),
        ((400, "Bad Request: query is too old and response timeout expired or query ID is invalid"), TapExpired),
        ((400, "Bad Request: can't parse entities"), RequestRejected),
        ((403, "Forbidden: bot was blocked by the user"), ChatUnreachable),
        ((403, "Forbidden: bot was kicked from the supergroup chat"), ChatUnreachable),
        ((502, "Bad Gateway"), ApiUnreachable),
        ((401, "Unauthorized"), TokenRejected),
        ((409, "Conflict: terminated by other getUpdates request"), PollingConflict),
    ],
)
@pytest.mark.parametrize("method", ["sendPhoto", "sendMessage"])
async def test_what_telegram_answers_is_of_one_kind(
    api: ScriptedApi, gateway: Gateway, answer: tuple[int, str], kind: type[CallFailed], method: str
) -> None:
    api.responses[method].append(ApiError(*answer))
    with pytest.raises(CallFailed) as caught:
        await (gateway.send_photo(SCOPE, "file", None) if method == "sendPhoto" else gateway.send_text(SCOPE, "words"))
    assert type(caught.value) is kind
    assert caught.value.message.lower() in answer[1].lower()


async def test_how_long_to_wait_and_where_a_group_has_gone_are_said(api: ScriptedApi, gateway: Gateway) -> None:
    api.responses["sendMessage"].extend(
        (
            ApiError(429, "Too Many Requests", {"retry_after": 7}),
            ApiError(400, "migrated", {"migrate_to_chat_id": -100888}),
        )
    )
    with pytest.raises(RateLimited) as asked:
        await gateway.send_text(SCOPE, "words")
    assert asked.value.seconds == 7
    with pytest.raises(ChatMoved) as moved:
        await gateway.send_text(SCOPE, "words")
    assert moved.value.new_chat == -100888


@pytest.mark.parametrize(
    ("method", "edit"),
    [
        ("editMessageMedia", lambda way: way.edits.edit_photo(SCOPE.chat, 5, "file", "words", None)),
        ("editMessageText", lambda way: way.edits.edit_text(SCOPE.chat, 5, "words", None)),
        ("editMessageReplyMarkup", lambda way: way.edits.edit_keyboard(SCOPE.chat, 5, None)),
    ],
    ids=["photo", "text", "buttons"],
)
async def test_an_edit_that_changes_nothing_is_done(
    api: ScriptedApi, gateway: Gateway, method: str, edit: Callable[[Gateway], Awaitable[object]]
) -> None:
    api.responses[method].extend((ApiError(400, EDITED), ApiError(400, "Bad Request: message to edit not found")))
    await edit(gateway)
    with pytest.raises(NotFound):
        await edit(gateway)


async def test_an_answer_that_is_no_message_is_no_refusal(api: ScriptedApi, gateway: Gateway) -> None:
    api.responses["sendPhoto"].append(web.json_response({"ok": True, "result": {"odd": 1}}))
    with pytest.raises(CallFailed) as caught:
        await gateway.send_photo(SCOPE, "file", None)
    assert type(caught.value) is CallFailed


@pytest.mark.parametrize(
    ("problem", "kind"), [(TimedOut("slow"), ApiUnreachable), (InvalidToken("bad"), TokenRejected)]
)
def test_errors_that_no_server_worded_have_their_kind_too(
    problem: TimedOut | InvalidToken, kind: type[CallFailed]
) -> None:
    assert type(to_outcome(problem)) is kind
