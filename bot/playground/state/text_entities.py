"""Message text: Telegram's HTML to plain text and entities, and entities found in plain text.

Offsets and lengths count UTF-16 units, as the Bot API does. It knows nothing of messages or chats.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.api_error import bad_request_error
from bot.playground.state.chats import Json

_ENTITY_BY_TAG = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-time": "date_time",
}
_TOKEN = re.compile(
    r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9-]*)(?P<attributes>(?:\"[^\"]*\"|'[^']*'|[^'\">])*)>"
    r"|(?P<broken><)|&(?P<reference>#\d+|#[xX][0-9a-fA-F]+|lt|gt|amp|quot);|(?P<plain>[^<&]+|&)"
)
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_USER_LINK = re.compile(r"tg://user\?id=(\d+)")
_DETECTED = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>])")),
    ("mention", re.compile(r"(?<![\w/@])@[a-zA-Z0-9_]{4,32}(?!\w)")),
    ("url", re.compile(r"(?<!\w)(?:https?://|t\.me/)[^\s<>\"]*[^\s<>\".,;:!?)]")),
    ("hashtag", re.compile(r"(?<![\w#])#\w*[^\W\d]\w*")),
)


@dataclass(slots=True)
class _OpenTag:
    """A tag that waits for its end."""

    tag: str
    start: int
    entity: Json


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parse_html(source: str, user: Callable[[int], Json | None]) -> tuple[str, list[Json]]:
    """Parse Telegram's HTML; `user` gives the user object of a `tg://user?id=` link.

    Raises:
        ApiError: 400 `can't parse entities` with the byte offset of the fault.
    """
    text: list[str] = []
    length = 0
    stack: list[_OpenTag] = []
    entities: list[Json] = []
    for token in _TOKEN.finditer(source):
        plain = html.unescape(token[0]) if token["reference"] else token["plain"]
        if plain is not None:
            text.append(plain)
            length += utf16_length(plain)
        elif token["broken"]:
            raise _parse_error(f"Unclosed start tag at byte offset {_byte_offset(source, token.start())}")
        elif token["close"]:
            entity = _close_tag(stack, token["name"].lower(), _byte_offset(source, token.start()))
            if entity is not None and length > entity["offset"]:
                entities.append({**entity, "length": length - entity["offset"]})
        else:
            stack.append(_open_tag(token, stack, length, _byte_offset(source, token.start()), user))
    if stack:
        tag = stack[-1]
        raise _parse_error(f'Can\'t find end tag corresponding to start tag "{tag.tag}"')
    return _trim_text("".join(text), sorted(entities, key=lambda entity: (entity["offset"], -entity["length"])))


def trim_plain_text(source: str, given: list[Json] | None = None) -> tuple[str, list[Json]]:
    """Trim a text without markup as Telegram does; `given` are the caller's own entities."""
    return _trim_text(source, list(given or []))


def add_detected_entities(text: str, entities: list[Json]) -> list[Json]:
    """Add the commands, mentions, addresses and hashtags that nobody marked."""
    taken = [(entity["offset"], entity["offset"] + entity["length"]) for entity in entities]
    found = list(entities)
    for kind, pattern in _DETECTED:
        for match in pattern.finditer(text):
            start = utf16_length(text[: match.start()])
            end = start + utf16_length(match[0])
            if all(end <= first or last <= start for first, last in taken):
                found.append({"type": kind, "offset": start, "length": end - start})
                taken.append((start, end))
    return sorted(found, key=lambda entity: (entity["offset"], -entity["length"]))


def _byte_offset(source: str, position: int) -> int:
    return len(source[:position].encode("utf-8", "surrogatepass"))


def _open_tag(
    token: re.Match[str], stack: list[_OpenTag], start: int, at: int, user: Callable[[int], Json | None]
) -> _OpenTag:
    tag = token["name"].lower()
    if tag not in _ENTITY_BY_TAG:
        raise _parse_error(f'Unsupported start tag "{tag}" at byte offset {at}')
    attributes = {
        name.lower(): html.unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(token["attributes"])
    }
    entity: Json = {"type": _ENTITY_BY_TAG[tag], "offset": start}
    if tag == "a":
        entity |= _link_entity(attributes.get("href", ""), user)
    elif tag == "span" and attributes.get("class") != "tg-spoiler":
        raise _parse_error(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
    elif tag == "tg-time":
        entity |= _time_entity(attributes, at)
    elif tag == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    elif tag == "code" and stack and stack[-1].tag == "pre" and stack[-1].start == start:
        # <pre><code class="language-x"> is one block that names its language.
        language = attributes.get("class", "").removeprefix("language-")
        if language:
            stack[-1].entity["language"] = language
        entity = {}
    return _OpenTag(tag, start, entity)


def _link_entity(address: str, user: Callable[[int], Json | None]) -> Json:
    if match := _USER_LINK.fullmatch(address):
        known = user(int(match[1]))
        return {"type": "text_mention", "user": known} if known else {"type": ""}
    return {"type": "text_link", "url": address} if address else {"type": ""}


def _time_entity(attributes: dict[str, str], at: int) -> Json:
    """When it is, and as what a client shows it: relative, or weekday, date and time, short or long."""
    unix, form = attributes.get("unix", ""), attributes.get("format", "")
    if not re.fullmatch(r"\d{1,10}", unix):
        raise _parse_error(f'Tag "tg-time" must have attribute "unix" at byte offset {at}')
    if not re.fullmatch(r"r|w?[dD]?[tT]?", form):
        raise _parse_error(f"Invalid date-time format at byte offset {at}")
    return {"unix_time": int(unix)} | ({"date_time_format": form} if form else {})


def _close_tag(stack: list[_OpenTag], tag: str, at: int) -> Json | None:
    if not stack:
        raise _parse_error(f"Unexpected end tag at byte offset {at}")
    opened = stack.pop()
    if opened.tag != tag:
        raise _parse_error(f'Unmatched end tag at byte offset {at}, expected "</{opened.tag}>", found "</{tag}>"')
    return opened.entity if opened.entity.get("type") else None


def _trim_text(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Drop white space around the text, but none that an entity begins with."""
    text = text.rstrip()
    first = min((entity["offset"] for entity in entities), default=len(text))
    lead = min(len(text) - len(text.lstrip(" \n")), first)
    text = text[lead:]
    length = utf16_length(text)
    kept = []
    for entity in entities:
        start = entity["offset"] - lead
        end = min(start + entity["length"], length)
        if end > start:
            kept.append({**entity, "offset": start, "length": end - start})
    return text, kept


def _parse_error(reason: str) -> Exception:
    return bad_request_error(f"can't parse entities: {reason}")


def read_commands(message: Json) -> list[tuple[int, str, str]]:
    """Find the commands of a text: where each begins, in UTF-16 units, its name, and the bot it names, if any."""
    # Offsets count UTF-16 units: cut there, not in code points.
    raw = str(message.get("text", "")).encode("utf-16-le")
    found = []
    for entity in message.get("entities", ()):
        if entity["type"] == "bot_command":
            start, end = entity["offset"] * 2, (entity["offset"] + entity["length"]) * 2
            name, _, bot = raw[start + 2 : end].decode("utf-16-le").partition("@")
            found.append((entity["offset"], name.lower(), bot.lower()))
    return found
