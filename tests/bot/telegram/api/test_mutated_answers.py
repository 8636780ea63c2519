"""Whatever the Bot API, or what stands in its way, answers is an outcome; and so it is with the live dictionary."""

import asyncio
import json
from collections.abc import Awaitable, Callable

from aiohttp import web
from hypothesis import given, settings
from hypothesis import strategies as st
from telegram import Bot, BotCommand, BotCommandScopeDefault, ChatMember, InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import CallFailed, RateLimited
from bot.judges.tdk import MAX_MEANING, Finding, MalformedAnswer, parse_tdk_answer
from bot.pictures import SentPhoto
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.requests import Sender, Tap, Venue
from bot.telegram.transport import AiohttpRequest
from engine.alphabet import load_alphabet
from tests.support.mutations import Json, any_json, catching_only, mutated_document, mutated_json_bytes
from tests.support.scripted_api import TOKEN, ScriptedApi
from tests.support.tdk_service import NOT_FOUND, tdk_entry
from tests.support.waiting import PATIENCE

SCOPE = Scope(-1001, 5)
TAP = Tap(UpdateContext(1), Venue(SCOPE, private=False, title="", username=None), Sender(5, "Ayşe", None), "7", 3, "x")
KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="board:ab")]])
PERSON = {"id": 5, "is_bot": False, "first_name": "Ayşe", "username": "ayse"}
MESSAGE = {
    "message_id": 3,
    "date": 1_790_000_000,
    "chat": {"id": -1001, "type": "supergroup", "title": "Masa", "is_forum": True},
    "from": PERSON,
    "text": "x",
    "photo": [{"file_id": "F", "file_unique_id": "U", "width": 9, "height": 9}],
    "document": {"file_id": "D", "file_unique_id": "V"},
}
MEMBER = {"status": "administrator", "user": PERSON, "can_be_edited": False, "is_anonymous": False}
ME = {**PERSON, "id": 42, "is_bot": True, "username": "harfiyen_bot"}
CHAT = {"id": -1001, "type": "supergroup", "title": "Masa", "accent_color_id": 0, "max_reaction_count": 1}
REFUSED = {
    "ok": False,
    "error_code": 400,
    "description": "Bad Request: message is not modified",
    "parameters": {"retry_after": 5, "migrate_to_chat_id": -100},
}
SAID: dict[str, list[Json]] = {
    "getMe": [{**PERSON, "id": 42, "is_bot": True, "username": "other_bot"}, {"username": "other_bot"}],
    "getChatMember": [MEMBER, {"status": "left", "user": PERSON}],
    "getChat": [CHAT],
    "getWebhookInfo": [
        {"url": "https://x.org/", "pending_update_count": 1, "last_error_date": 7, "last_error_message": "x"}
    ],
}
"""What a method answers; others answer with a message, or with ``True``."""
CALLS: dict[str, Callable[[Gateway], Awaitable[object]]] = {
    "sendMessage": lambda gateway: gateway.send_text(SCOPE, "<b>x</b>", KEYS, reply_to=3),
    "sendPhoto": lambda gateway: gateway.send_photo(SCOPE, b"\x89PNG", "x", KEYS),
    "sendDocument": lambda gateway: gateway.send_document(SCOPE, b"{}", "a.json", "x", fallback_text="x"),
    "editMessageMedia": lambda gateway: gateway.edits.edit_photo(-1001, 3, b"\x89PNG", "x", KEYS),
    "editMessageText": lambda gateway: gateway.edits.edit_text(-1001, 3, "x", KEYS),
    "editMessageReplyMarkup": lambda gateway: gateway.edits.edit_keyboard(-1001, 3, None),
    "answerCallbackQuery": lambda gateway: gateway.answer_callback(TAP, "x", alert=True),
    "getChatMember": lambda gateway: gateway.fetch_member(-1001, 5),
    "getChat": lambda gateway: gateway.fetch_chat(-1001),
    "getMe": lambda gateway: gateway.check_alive(),
    "getWebhookInfo": lambda gateway: gateway.fetch_webhook_info(),
    "sendChatAction": lambda gateway: gateway.can_write_in(-1001),
    "setMyCommands": lambda gateway: gateway.profile.set_commands(
        [BotCommand("x", "x")], BotCommandScopeDefault(), "tr"
    ),
}


def responses_to(method: str) -> st.SearchStrategy[tuple[int, bytes]]:
    """A status and a body that such a call is answered with."""
    sound = [{"ok": True, "result": one} for one in (*SAID.get(method, [MESSAGE]), True)] + [REFUSED]
    whole = st.sampled_from(sound).flatmap(mutated_document) | st.sampled_from(sound) | any_json
    codes = st.sampled_from((200, 200, 200, 400, 401, 403, 404, 409, 429, 500, 502, 302, 204))
    return st.tuples(codes, mutated_json_bytes(whole) | st.binary(max_size=20))


async def outcome_of_response(method: str, status: int, body: bytes) -> object:
    async with ScriptedApi() as api, AiohttpRequest(read_timeout=PATIENCE) as request:
        bot = Bot(TOKEN, base_url=f"{api.url}/bot", request=request, get_updates_request=request)
        api.responses["getMe"].append(ME)
        await bot.get_me()
        for name in (method, "sendMessage", "getMe"):
            api.responses[name].extend(web.Response(status=status, body=body) for _ in range(2))
        return await CALLS[method](Gateway(bot))


@settings(max_examples=10)
@given(st.sampled_from(sorted(CALLS)).flatmap(lambda method: st.tuples(st.just(method), responses_to(method))))
def test_an_answer_of_the_bot_api_is_an_outcome(made: tuple[str, tuple[int, bytes]]) -> None:
    method, (status, body) = made
    found = catching_only(CallFailed)(lambda: asyncio.run(outcome_of_response(method, status, body)))
    if isinstance(found, RateLimited):
        assert 1 <= found.seconds <= 60 * 60
    match found:
        case CallFailed():
            assert TOKEN not in found.message
            assert len(found.message) <= 1_000 + len(body) * ("description" in str(body))
        case SentPhoto():
            assert (type(found.message_id), type(found.chat), type(found.file_id or "")) == (int, int, str)
        case ChatMember():
            assert isinstance(found.status, str)
        case _:
            assert method != "sendMessage" or type(found) is int


@given(
    any_json.flatmap(mutated_document)
    | st.just([tdk_entry("kalem", "Yazma &#65; <i>aracı</i>")]).flatmap(mutated_document)
    | mutated_document(NOT_FOUND)
)
def test_an_answer_of_the_dictionary_is_a_finding_or_garbled(document: Json) -> None:
    found = catching_only(MalformedAnswer)(
        lambda: parse_tdk_answer(json.dumps(document).encode(), "KALEM", load_alphabet("tr"))
    )
    assert isinstance(found, MalformedAnswer) or (
        isinstance(found, Finding) and len(found.meaning or "") <= MAX_MEANING
    )


@given(mutated_json_bytes(mutated_document([tdk_entry("kalem", "Yazma &#65; <i>aracı</i>")])) | st.binary())
def test_bytes_of_the_dictionary_are_a_finding_or_garbled(data: bytes) -> None:
    catching_only(MalformedAnswer)(lambda: parse_tdk_answer(data, "KALEM", load_alphabet("tr")))


def test_a_number_of_thousands_of_digits_is_no_character() -> None:
    found = parse_tdk_answer(
        json.dumps([tdk_entry("kalem", f"a&#{'9' * 5_000};b")]).encode(), "KALEM", load_alphabet("tr")
    )
    assert found == Finding(valid=True, meaning="ab")
