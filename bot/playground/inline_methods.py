"""`answerInlineQuery`: what an answer to an inline query may hold. Knows nothing of HTTP."""

import re
from collections.abc import Callable
from typing import Any

from bot.playground.chats import Json
from bot.playground.content import Content
from bot.playground.errors import bad_request
from bot.playground.files import Upload
from bot.playground.inline import Offer
from bot.playground.keyboard import inline_keyboard
from bot.playground.world import World

MAX_RESULTS = 50
MAX_ID_BYTES = 64
MAX_OFFSET_BYTES = 64
LONGEST_CACHE = 24 * 3600
_CACHE_SECONDS = 300
_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


class InlineMethods:
    """Answers inline queries; of the kinds of results it takes articles."""

    def __init__(self, world: World, content: Content) -> None:
        self._world = world
        self._content = content

    def table(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {"answerInlineQuery": self._answer}

    def _answer(self, params: Json, _: dict[str, Upload]) -> bool:
        results = params["results"]
        if len(results) > MAX_RESULTS:
            raise bad_request("too many inline query results specified")
        messages: dict[str, Json] = {}
        shown = []
        for result in results:
            number, message = self._result(result)
            if number in messages:
                raise bad_request("RESULT_ID_DUPLICATE")
            messages[number] = message
            shown.append({key: result[key] for key in ("id", "title", "description") if key in result})
        next_offset = params.get("next_offset", "")
        if len(next_offset.encode()) > MAX_OFFSET_BYTES:
            raise bad_request("NEXT_OFFSET_INVALID")
        offer = Offer(
            shown,
            messages,
            cache_time=max(0, min(params.get("cache_time", _CACHE_SECONDS), LONGEST_CACHE)),
            is_personal=params.get("is_personal", False),
            next_offset=next_offset,
            button=_button(params.get("button")),
        )
        self._world.inline.answer(params["inline_query_id"], offer)
        return True

    def _result(self, result: Any) -> tuple[str, Json]:
        if not isinstance(result, dict):
            raise _unread("Inline query result must be an object")
        if result.get("type") != "article":
            raise _unread(f"type {result.get('type')!r} is none that the playground shows: it shows articles")
        number, title = result.get("id"), result.get("title")
        if not isinstance(number, str) or not 1 <= len(number.encode()) <= MAX_ID_BYTES:
            raise bad_request("RESULT_ID_INVALID")
        if not isinstance(title, str) or not title.strip():
            raise bad_request("ARTICLE_TITLE_EMPTY")
        if not isinstance(result.get("description", ""), str):
            raise _unread('field "description" must be of type String')
        given = result.get("input_message_content")
        if not isinstance(given, dict) or not isinstance(given.get("message_text"), str):
            raise _unread("Input message content is not specified")
        message = self._content.text({**given, "text": given["message_text"]})
        if markup := inline_keyboard(result.get("reply_markup"), inline_only=True, version=self._world.server.version):
            message["reply_markup"] = markup
        return number, message


def _button(button: Json | None) -> Json | None:
    """Read what stands above the results: a way into the private chat, or a Web App."""
    if button is None:
        return None
    if not isinstance(button.get("text"), str) or not button["text"].strip():
        raise bad_request('can\'t parse inline query results button: field "text" must be a non-empty String')
    if ("start_parameter" in button) == ("web_app" in button):
        raise bad_request("can't parse inline query results button: exactly one optional field must be used")
    if "start_parameter" in button and not _START.fullmatch(str(button["start_parameter"])):
        raise bad_request("START_PARAM_INVALID")
    return button


def _unread(reason: str) -> Exception:
    return bad_request(f"can't parse inline query result: {reason}")
