"""What goes out: cut, in words or without dates where Telegram takes no more; and what its answers mean."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import message_limits
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
from bot.pictures import SentPhoto
from bot.playground.server_version import ApiError
from bot.store.commits import UpdateContext
from bot.telegram.gateway import Gateway
from bot.telegram.requests import Sender, Tap, Venue
from tests.support.playground_client import UnixClock
from tests.support.scripted_api import PHOTO, SCOPE, WORDS, ScriptedApi, api, gateway

__all__ = ["api", "gateway"]

TAP = Tap(UpdateContext(1), Venue(SCOPE, private=False, title="", username=None), Sender(5, "Ayşe", None), "7", 3, "x")
LONG = "<b>" + "x" * (message_limits.CAPTION + 1) + "</b>"
KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Board", callback_data="board:12345678")]])


def refuse_method(api: ScriptedApi, method: str, what: str) -> None:
    api.responses[method].append(ApiError(400, f"Bad Request: not enough rights to send {what} to the chat"))


async def test_what_no_caption_holds_follows_as_words_with_the_buttons(api: ScriptedApi, gateway: Gateway) -> None:
    api.responses["sendPhoto"].append(PHOTO)
    api.responses["sendMessage"].append(WORDS)
    sent = await gateway.send_photo(SCOPE, "file", LONG, KEYBOARD)
    assert sent == SentPhoto(9, SCOPE.chat, "file"), "the newest message, and the picture's file"
    (_, photo), (_, words) = api.calls
    assert not {"caption", "reply_markup"} & set(photo)
    assert words["text"] == LONG
    assert "board:12345678" in str(words["reply_markup"])


@pytest.mark.parametrize("why", ["IMAGE_PROCESS_FAILED", "have no rights to send a message"])
async def test_a_picture_that_is_refused_goes_as_words_whatever_the_reason(
    api: ScriptedApi, gateway: Gateway, why: str
) -> None:
    api.responses["sendPhoto"].append(ApiError(400, f"Bad Request: {why}"))
    api.responses["sendMessage"].append(WORDS)
    assert (await gateway.send_photo(SCOPE, b"png", "below", as_text=lambda: "board")).as_text
    assert api.calls[-1][1]["text"] == "board"


@pytest.mark.parametrize("why", ["message thread not found", "TOPIC_CLOSED"])
async def test_a_topic_that_takes_no_picture_takes_no_words_and_other_topics_get_theirs(
    api: ScriptedApi, gateway: Gateway, why: str
) -> None:
    api.responses["sendPhoto"].append(ApiError(400, f"Bad Request: {why}"))
    with pytest.raises(TopicClosed):
        await gateway.send_photo(replace(SCOPE, topic=6), b"png", "below")
    api.responses["sendPhoto"].append(PHOTO)
    assert not (await gateway.send_photo(replace(SCOPE, topic=7), b"png", "below")).as_text


@pytest.mark.parametrize(
    ("why", "kind"), [("wrong file identifier/HTTP URL specified", FileIdExpired), ("file not found", NotFound)]
)
async def test_a_file_that_telegram_may_have_lost_is_to_be_sent_anew(
    api: ScriptedApi, gateway: Gateway, why: str, kind: type[CallFailed]
) -> None:
    api.responses["sendPhoto"].append(ApiError(400, f"Bad Request: {why}"))
    with pytest.raises(kind):
        await gateway.send_photo(SCOPE, "file", "below", as_text=lambda: "board")
    assert api.calls_of("sendMessage") == []


async def test_the_bot_goes_by_the_name_that_it_has_now(api: ScriptedApi, gateway: Gateway) -> None:
    account = {"id": 1, "is_bot": True, "first_name": "Harfiyen", "username": "old_bot"}
    renamed = account | {"username": "new_bot"}
    api.responses["getMe"].extend((account, account, renamed))
    await gateway._bot.get_me()  # noqa: SLF001 - as the account is asked for at the start
    await gateway.check_alive()
    assert gateway.username == "old_bot"
    await gateway.check_alive()
    assert gateway.username == "new_bot"
    behind = [gateway.inline_mention]
    typed = renamed | {"supports_inline_queries": True}
    api.responses["getMe"].append(typed)
    await gateway.check_alive()
    assert [*behind, gateway.inline_mention] == ["", "@new_bot"]


async def test_a_chat_that_takes_no_files_is_sent_words_where_there_are_some(
    api: ScriptedApi, gateway: Gateway
) -> None:
    refuse_method(api, "sendDocument", "documents")
    api.responses["sendMessage"].append(WORDS)
    assert await gateway.send_document(SCOPE, b"{}", "a.json", "below", fallback_text="no files") is False
    assert api.calls[-1][1]["text"] == "no files"
    refuse_method(api, "sendDocument", "documents")
    with pytest.raises(MissingRights):
        await gateway.send_document(SCOPE, b"{}", "a.json", None)


@pytest.mark.parametrize(
    ("called", "most", "act"),
    [
        (("sendMessage", "text"), message_limits.MESSAGE_TEXT, lambda way, text: way.send_text(SCOPE, text)),
        (
            ("editMessageText", "text"),
            message_limits.MESSAGE_TEXT,
            lambda way, text: way.edits.edit_text(SCOPE.chat, 5, text, None),
        ),
        (
            ("sendDocument", "caption"),
            message_limits.CAPTION,
            lambda way, text: way.send_document(SCOPE, b"{}", "a.json", text),
        ),
        (
            ("editMessageMedia", "media"),
            message_limits.CAPTION,
            lambda way, text: way.edits.edit_photo(5, 5, "f", text, None),
        ),
        (
            ("answerCallbackQuery", "text"),
            message_limits.TAP_ANSWER,
            lambda way, text: way.answer_callback(TAP, text, alert=True),
        ),
    ],
    ids=["words", "edited words", "a file", "an edited picture", "an answer"],
)
async def test_what_is_too_long_is_cut_before_it_goes_out(
    api: ScriptedApi,
    gateway: Gateway,
    called: tuple[str, str],
    most: int,
    act: Callable[[Gateway, str], Awaitable[object]],
) -> None:
    method, field = called
    api.responses[method].append(method == "answerCallbackQuery" or WORDS)
    await act(gateway, "x" * (most + 1))
    asked, said = api.calls[-1]
    assert asked == method
    assert "x" * (most - 1) in str(said[field])
    assert "x" * most not in str(said[field])


@pytest.mark.parametrize(
    "act",
    [
        lambda way, keyboard: way.send_text(SCOPE, "words", keyboard),
        lambda way, keyboard: way.send_photo(SCOPE, "file", "below", keyboard),
        lambda way, keyboard: way.edits.edit_photo(SCOPE.chat, 5, "file", "below", keyboard),
        lambda way, keyboard: way.edits.edit_text(SCOPE.chat, 5, "words", keyboard),
        lambda way, keyboard: way.edits.edit_keyboard(SCOPE.chat, 5, keyboard),
    ],
    ids=["words", "picture", "edited picture", "edited words", "edited buttons"],
)
async def test_a_button_that_carries_too_much_is_found_before_anything_is_sent(
    api: ScriptedApi, gateway: Gateway, act: Callable[[Gateway, InlineKeyboardMarkup], Awaitable[object]]
) -> None:
    long = InlineKeyboardMarkup([[InlineKeyboardButton("Lay", callback_data="ğ" * 33)]])
    with pytest.raises(ValueError, match="carries 66 bytes"):
        await act(gateway, long)
    assert api.calls == []


async def test_what_a_chat_is_called_is_asked_once_in_ten_minutes_and_again_where_it_was_not_told(
    api: ScriptedApi, gateway: Gateway
) -> None:
    clock = UnixClock()
    asking = Gateway(gateway._bot, seconds=clock)  # noqa: SLF001 - the same account by a clock of the test's own
    told = {"id": SCOPE.chat, "type": "supergroup", "accent_color_id": 0, "max_reaction_count": 1}
    api.responses["getChat"] += [ApiError(502, "Bad Gateway"), *(told | {"title": name} for name in ("Masa", "Sofra"))]
    with pytest.raises(ApiUnreachable):
        await asking.fetch_chat(SCOPE.chat)
    for seconds, title in ((0, "Masa"), (599, "Masa"), (1, "Sofra")):
        clock.now += seconds
        assert (await asking.fetch_chat(SCOPE.chat)).title == title
    assert [method for method, _ in api.calls] == ["getChat"] * 3


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
        ((400, "Bad Request: CHAT_WRITE_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: CHAT_RESTRICTED"), MissingRights),
        ((400, "Bad Request: need administrator rights in the channel chat"), MissingRights),
        ((403, "Forbidden: CHAT_WRITE_FORBIDDEN"), MissingRights),
        ((400, "Bad Request: TOPIC_DELETED"), TopicClosed),
        ((400, "Bad Request: IMAGE_PROCESS_FAILED"), RequestRejected),
        ((400, "Bad Request: wrong remote file identifier specified: wrong padding in the string"), FileIdExpired),
        ((400, "Bad Request: FILE_REFERENCE_EXPIRED"), FileIdExpired),
        ((400, "Bad Request: query is too old and response timeout expired or query ID is invalid"), TapExpired),
        ((400, "Bad Request: can't parse entities"), RequestRejected),
        ((403, "Forbidden: bot was blocked by the user"), ChatUnreachable),
        ((502, "Bad Gateway"), ApiUnreachable),
        ((401, "Unauthorized"), TokenRejected),
        ((409, "Conflict: terminated by other getUpdates request"), PollingConflict),
    ],
)
async def test_what_telegram_answers_is_of_one_kind(
    api: ScriptedApi, gateway: Gateway, answer: tuple[int, str], kind: type[CallFailed]
) -> None:
    api.responses["sendPhoto"].append(ApiError(*answer))
    with pytest.raises(CallFailed) as caught:
        await gateway.send_photo(SCOPE, "file", None)
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
