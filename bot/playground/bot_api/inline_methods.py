"""`answerInlineQuery`: what an answer to an inline query may hold. Knows nothing of HTTP."""

import re
from collections.abc import Callable
from typing import Any

from bot.playground.api_error import bad_request_error
from bot.playground.bot_api.keyboards import check_inline_keyboard
from bot.playground.bot_api.message_content import ContentReader
from bot.playground.state.chats import Json
from bot.playground.state.files import Upload
from bot.playground.state.inline_queries import InlineAnswer
from bot.playground.state.world import World

MAX_RESULTS = 50
MAX_ID_BYTES = 64
MAX_OFFSET_BYTES = 64
MAX_CACHE_SECONDS = 24 * 3600
_CACHE_SECONDS = 300
_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


class InlineMethods:
    """Answers inline queries; of the kinds of results it takes articles and photos that it has."""

    def __init__(self, world: World, content: ContentReader) -> None:
        self._world = world
        self._content = content

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {"answerInlineQuery": self._answer_inline_query}

    def _answer_inline_query(self, params: Json, _: dict[str, Upload]) -> bool:
        results = params["results"]
        if len(results) > MAX_RESULTS:
            raise bad_request_error("too many inline query results specified")
        messages: dict[str, Json] = {}
        shown = []
        for result in results:
            number, message = self._read_result(result)
            if number in messages:
                raise bad_request_error("RESULT_ID_DUPLICATE")
            messages[number] = message
            shown.append({key: result[key] for key in ("id", "title", "description") if key in result})
        next_offset = params.get("next_offset", "")
        if len(next_offset.encode()) > MAX_OFFSET_BYTES:
            raise bad_request_error("NEXT_OFFSET_INVALID")
        offer = InlineAnswer(
            shown,
            messages,
            cache_time=max(0, min(params.get("cache_time", _CACHE_SECONDS), MAX_CACHE_SECONDS)),
            is_personal=params.get("is_personal", False),
            next_offset=next_offset,
            button=_read_results_button(params.get("button")),
        )
        self._world.inline.answer_query(params["inline_query_id"], offer)
        return True

    def _read_result(self, result: Any) -> tuple[str, Json]:
        if not isinstance(result, dict):
            raise _unreadable_result("Inline query result must be an object")
        if result.get("type") == "photo" and isinstance(result.get("photo_file_id"), str):
            return self._read_cached_photo(result)
        if result.get("type") != "article":
            raise _unreadable_result(
                f"type {result.get('type')!r} is none that the playground shows: it shows articles and known photos"
            )
        number, title = result.get("id"), result.get("title")
        if not isinstance(number, str) or not 1 <= len(number.encode()) <= MAX_ID_BYTES:
            raise bad_request_error("RESULT_ID_INVALID")
        if not isinstance(title, str) or not title.strip():
            raise bad_request_error("ARTICLE_TITLE_EMPTY")
        if not isinstance(result.get("description", ""), str):
            raise _unreadable_result('field "description" must be of type String')
        given = result.get("input_message_content")
        if not isinstance(given, dict) or not isinstance(given.get("message_text"), str):
            raise _unreadable_result("Input message content is not specified")
        message = self._content.read_text({**given, "text": given["message_text"]})
        if markup := check_inline_keyboard(
            result.get("reply_markup"), inline_only=True, version=self._world.server.version
        ):
            message["reply_markup"] = markup
        return number, message

    def _read_cached_photo(self, result: Json) -> tuple[str, Json]:
        """A photo by its file's id, and the caption below it."""
        number = result.get("id")
        if not isinstance(number, str) or not 1 <= len(number.encode()) <= MAX_ID_BYTES:
            raise bad_request_error("RESULT_ID_INVALID")
        return number, {**self._content.read_photo(str(result["photo_file_id"])), **self._content.read_caption(result)}


def _read_results_button(button: Json | None) -> Json | None:
    """Read what stands above the results: a way into the private chat, or a Web App."""
    if button is None:
        return None
    if not isinstance(button.get("text"), str) or not button["text"].strip():
        raise bad_request_error('can\'t parse inline query results button: field "text" must be a non-empty String')
    if ("start_parameter" in button) == ("web_app" in button):
        raise bad_request_error("can't parse inline query results button: exactly one optional field must be used")
    if "start_parameter" in button and not _START.fullmatch(str(button["start_parameter"])):
        raise bad_request_error("START_PARAM_INVALID")
    return button


def _unreadable_result(reason: str) -> Exception:
    return bad_request_error(f"can't parse inline query result: {reason}")
