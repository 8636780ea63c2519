"""The people of the playground, and the content of its chats."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from bot.playground.server_version import SINCE_EPHEMERAL, ApiError, bad_request_error, is_known_since

Json = dict[str, Any]
NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")
LANGUAGE = "tr"
GENERAL_TOPIC = 1
"""The thread of the topic that every forum has."""


@dataclass(slots=True)
class PlaygroundPerson:
    """One of the players, of whom the last has no username. `language` is that of their client."""

    id: int
    name: str
    language: str = LANGUAGE

    def to_api_user(self) -> Json:
        """Describe the person as a Bot API User."""
        user = {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": self.language}
        return user if self.name == NAMES[-1] else {**user, "username": f"{self.name.lower()}_masada"}


@dataclass(slots=True)
class Chat:
    """A group or a private chat; messages by id, oldest first.

    `topics` maps the id of the message that opened each forum topic to its name; the bot writes in `closed_topics` only
    if it may manage topics. `can_delete`, `can_pin` and `can_manage_topics` are its rights as administrator. As a plain
    member it has the limits of members; `sent_at` is when it last sent a message.
    """

    id: int
    title: str | None
    people: tuple[int, ...]
    bot_status: str = "administrator"
    is_opened: bool = True
    bot_spoke_last: bool = False
    pinned: int | None = None
    messages: dict[int, Json] = field(default_factory=dict)
    topics: dict[int, str] = field(default_factory=dict)
    closed_topics: set[int] = field(default_factory=set)
    is_forum: bool = False
    can_delete: bool = True
    can_pin: bool = True
    can_manage_topics: bool = True
    may_send_photos: bool = True
    may_send_text: bool = True
    has_slow_mode: bool = False
    sent_at: float = 0.0
    keyboard: Json | None = None

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.title is None

    @property
    def owner(self) -> int:
        """The person who owns a group."""
        return self.people[0]

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in the chat."""
        return self.bot_status in {"administrator", "member", "restricted"}


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
    tag: str
    start: int
    entity: Json


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parse_html(source: str, user: Callable[[int], Json | None]) -> tuple[str, list[Json]]:
    """Parse Telegram's HTML; `user` gives the user of a `tg://user?id=` link. ApiError 400 has the fault's offset."""
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
    """Add entities for unmarked commands, mentions, addresses and hashtags."""
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
    """Find the commands of a text: each one's offset in UTF-16 units, its name, and the bot that it names, if any."""
    # Offsets count UTF-16 units, so the text is cut there and not in code points.
    raw = str(message.get("text", "")).encode("utf-16-le")
    found = []
    for entity in message.get("entities", ()):
        if entity["type"] == "bot_command":
            start, end = entity["offset"] * 2, (entity["offset"] + entity["length"]) * 2
            name, _, bot = raw[start + 2 : end].decode("utf-16-le").partition("@")
            found.append((entity["offset"], name.lower(), bot.lower()))
    return found


#: How long a plain member waits between two messages in slow mode, in seconds.
SLOW_MODE_SECONDS = 10
#: The rights of an administrator, by field name.
ADMIN_RIGHTS = (
    "can_be_edited",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)
_SEND_PERMISSIONS = (
    "messages",
    "audios",
    "documents",
    "photos",
    "videos",
    "video_notes",
    "voice_notes",
    "polls",
    "other_messages",
)
_OTHER_PERMISSIONS = (
    "add_web_page_previews",
    "react_to_messages",
    "edit_tag",
    "change_info",
    "invite_users",
    "pin_messages",
    "manage_topics",
)


def member_fields(status: str, chat: Chat, version: str) -> Json:
    """The fields of ChatMember for this status of the bot in a chat, on a server of this version."""
    if status == "kicked":
        return {"until_date": 0}
    if status == "restricted":
        may_nothing = dict.fromkeys(member_permissions(chat), False)
        return {"is_member": True, "until_date": 0, **may_nothing}
    if status != "administrator":
        return {}
    refused = {"can_be_edited", "can_promote_members"}
    refused |= set() if chat.can_delete else {"can_delete_messages"}
    refused |= set() if chat.can_pin else {"can_pin_messages"}
    refused |= set() if chat.can_manage_topics else {"can_manage_topics"}
    rights = (*ADMIN_RIGHTS, *(["can_send_welcome_messages"] if is_known_since(SINCE_EPHEMERAL, version) else []))
    return {"is_anonymous": False} | {right: right not in refused for right in rights}


def member_permissions(chat: Chat) -> Json:
    """The ChatPermissions of plain members of a group."""
    named = (*(f"can_send_{what}" for what in _SEND_PERMISSIONS), *(f"can_{what}" for what in _OTHER_PERMISSIONS))
    return dict.fromkeys(named, True) | {
        "can_send_messages": chat.may_send_text,
        "can_send_photos": chat.may_send_photos,
        "can_pin_messages": False,
    }


def check_may_send(chat: Chat, thread: int | None, now: float, *, is_photo: bool, is_text: bool) -> None:
    """Raise ApiError if the bot may not send a message, perhaps to a topic: 429 in slow mode (`now`: seconds)."""
    if chat.is_private:
        return
    is_admin = chat.bot_status == "administrator"
    if chat.is_forum and (thread or GENERAL_TOPIC) in chat.closed_topics and not (is_admin and chat.can_manage_topics):
        raise bad_request_error("TOPIC_CLOSED")
    if is_admin:
        return
    if is_text and (not chat.may_send_text or chat.bot_status == "restricted"):
        raise bad_request_error("not enough rights to send text messages to the chat")
    if is_photo and (not chat.may_send_photos or chat.bot_status == "restricted"):
        raise bad_request_error("not enough rights to send photos to the chat")
    seconds = ceil(chat.sent_at + SLOW_MODE_SECONDS - now) if chat.has_slow_mode else 0
    if seconds > 0:
        raise ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def bot_receives(bot: Json, chat: Chat, message: Json, *, privacy: bool) -> bool:
    """Whether the bot (a Bot API User) gets a person's message in a chat."""
    if chat.is_private or chat.bot_status == "administrator":
        return True
    if chat.bot_status not in {"member", "restricted"}:
        return False
    concerned = [message.get("reply_to_message", {}).get("from"), message.get("via_bot")]
    if not privacy or any(user is not None and user["id"] == bot["id"] for user in concerned):
        return True
    found = next(iter(read_commands(message)), None)
    if found is None:
        # All bots of a chat get Telegram's own messages about it.
        return "text" not in message
    _, _, addressee = found
    return addressee == str(bot["username"]).lower() if addressee else chat.bot_spoke_last


#: Narrow scopes come first; those of administrators apply only to the owner of a group.
_GROUP_SCOPES = ("chat_member", "chat_administrators", "chat", "all_chat_administrators", "all_group_chats", "default")
_PRIVATE_SCOPES = ("chat", "all_private_chats", "default")
_ADMIN_SCOPES = frozenset({"chat_administrators", "all_chat_administrators"})
SCOPES = frozenset((*_GROUP_SCOPES, *_PRIVATE_SCOPES))


class CommandLists:
    """The lists of commands that the bot has set with `setMyCommands`."""

    def __init__(self) -> None:
        self._lists: dict[tuple[str, int | None, int | None, str], list[Json]] = {}

    def set_list(self, scope: Json, language: str, commands: list[Json]) -> None:
        """Save a list of commands; an empty one counts as none."""
        self._lists[_list_key(scope, language)] = commands

    def get_list(self, scope: Json, language: str) -> list[Json]:
        """The list of exactly this scope and language."""
        return self._lists.get(_list_key(scope, language), [])

    def visible_commands(self, chat: Chat, person: PlaygroundPerson, language: str = "") -> list[Json]:
        """The commands that a person sees in a chat, in `language` or else in their client's."""
        for scope in _scopes_narrow_first(chat, person):
            for code in (language or person.language, ""):
                if commands := self.get_list(scope, code):
                    return commands
        return []


def _scopes_narrow_first(chat: Chat, person: PlaygroundPerson) -> Iterator[Json]:
    for kind in _PRIVATE_SCOPES if chat.is_private else _GROUP_SCOPES:
        if kind in _ADMIN_SCOPES and person.id != chat.owner:
            continue
        match kind:
            case "chat" | "chat_administrators":
                yield {"type": kind, "chat_id": chat.id}
            case "chat_member":
                yield {"type": kind, "chat_id": chat.id, "user_id": person.id}
            case _:
                yield {"type": kind}


def _list_key(scope: Json, language: str) -> tuple[str, int | None, int | None, str]:
    chat, user = scope.get("chat_id"), scope.get("user_id")
    return str(scope["type"]), None if chat is None else int(chat), None if user is None else int(user), language


_MAX_PER_PERSON = 200


@dataclass(slots=True)
class EphemeralMessage:
    """An ephemeral message, and the person who sees it.

    `replaces` is the public message in whose place it is shown. A hidden one was dismissed by its reader, which the bot
    does not learn.
    """

    message: Json
    person: int
    sent_at: float
    replaces: int | None = None
    is_hidden: bool = False

    @property
    def id(self) -> int:
        """The message's number among those of its person in its chat."""
        return int(self.message["ephemeral_message_id"])


class EphemeralMessages:
    """All ephemeral messages; `tell` notifies the page of the person who sees one."""

    def __init__(self, clock: Callable[[], float], tell: Callable[[tuple[int], Json], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._messages: dict[tuple[int, int], dict[int, EphemeralMessage]] = {}
        self._numbers: dict[tuple[int, int], int] = {}

    def add_ephemeral(self, chat: Chat, person: int, message: Json, *, replaces: int | None = None) -> EphemeralMessage:
        """Store a message under the person's next number, and show it."""
        line = (chat.id, person)
        number = self._numbers[line] = self._numbers.get(line, 0) + 1
        numbered = {"message_id": 0, **message, "ephemeral_message_id": number}
        made = EphemeralMessage(numbered, person, self._clock(), replaces)
        kept = self._messages.setdefault(line, {})
        kept[number] = made
        if len(kept) > _MAX_PER_PERSON:
            del kept[next(iter(kept))]
        self._show_on_page(chat.id, made)
        return made

    def require_ephemeral(self, chat_id: int, person: int, number: int) -> EphemeralMessage:
        """Find an ephemeral message; raises ApiError 400 if there is none."""
        found = self._messages.get((chat_id, person), {}).get(number)
        if found is None:
            raise bad_request_error("MESSAGE_ID_INVALID")
        return found

    def replace_ephemeral(self, chat_id: int, one: EphemeralMessage, message: Json) -> None:
        """Replace an ephemeral message; one that was dismissed stays hidden."""
        one.message = message
        self._show_on_page(chat_id, one)

    def delete_ephemeral(self, chat_id: int, one: EphemeralMessage) -> None:
        """Delete an ephemeral message."""
        del self._messages[chat_id, one.person][one.id]
        self._hide_on_page(chat_id, one)

    def dismiss_ephemeral(self, chat_id: int, one: EphemeralMessage) -> None:
        """Hide an ephemeral message from its reader; the message that it replaced is shown again."""
        one.is_hidden = True
        self._hide_on_page(chat_id, one)

    def visible_to_person(self, chat_id: int, person: int) -> list[Json]:
        """A person's visible ephemeral messages in a chat, oldest first."""
        kept = self._messages.get((chat_id, person), {}).values()
        return [{"message": one.message, "replaces": one.replaces} for one in kept if not one.is_hidden]

    def _show_on_page(self, chat_id: int, one: EphemeralMessage) -> None:
        if not one.is_hidden:
            page_event = {"type": "ephemeral", "chat_id": chat_id, "message": one.message, "replaces": one.replaces}
            self._tell((one.person,), page_event)

    def _hide_on_page(self, chat_id: int, one: EphemeralMessage) -> None:
        page_event = {"type": "ephemeral_gone", "chat_id": chat_id, "ephemeral_message_id": one.id}
        self._tell((one.person,), page_event)
