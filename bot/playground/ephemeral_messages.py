"""Ephemeral messages as the playground keeps them: seen by one member of a group and the bot.

They are counted for each member of each group, whichever of the two wrote them, and are no part of the chat's
messages. Who may send one is decided in `ephemeral_methods.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.chats import Chat, Json
from bot.playground.server_version import bad_request_error

_MAX_PER_PERSON = 200


@dataclass(slots=True)
class EphemeralMessage:
    """One such message, and the person who sees it.

    `replaces` is the public message in whose place it is shown. A hidden one was dismissed by its reader, of which the
    bot is not told.
    """

    message: Json
    person: int
    sent_at: float
    replaces: int | None = None
    is_hidden: bool = False

    @property
    def id(self) -> int:
        """Its number among those of its person in its chat."""
        return int(self.message["ephemeral_message_id"])


class EphemeralMessages:
    """All of them; `tell` has the page of the one person."""

    def __init__(self, clock: Callable[[], float], tell: Callable[[tuple[int], Json], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._messages: dict[tuple[int, int], dict[int, EphemeralMessage]] = {}
        self._numbers: dict[tuple[int, int], int] = {}

    def add_ephemeral(self, chat: Chat, person: int, message: Json, *, replaces: int | None = None) -> EphemeralMessage:
        """Keep a message under the next number, and show it."""
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
        """Find one.

        Raises:
            ApiError: 400 when there is none.
        """
        found = self._messages.get((chat_id, person), {}).get(number)
        if found is None:
            raise bad_request_error("MESSAGE_ID_INVALID")
        return found

    def replace_ephemeral(self, chat_id: int, one: EphemeralMessage, message: Json) -> None:
        """Put a changed message in place of one; whoever dismissed it does not see it again."""
        one.message = message
        self._show_on_page(chat_id, one)

    def delete_ephemeral(self, chat_id: int, one: EphemeralMessage) -> None:
        """Take one away for good."""
        del self._messages[chat_id, one.person][one.id]
        self._hide_on_page(chat_id, one)

    def dismiss_ephemeral(self, chat_id: int, one: EphemeralMessage) -> None:
        """Take one from its reader's sight; what it stood in place of is seen again."""
        one.is_hidden = True
        self._hide_on_page(chat_id, one)

    def visible_to_person(self, chat_id: int, person: int) -> list[Json]:
        """List what a person sees of them in a chat, oldest first."""
        kept = self._messages.get((chat_id, person), {}).values()
        return [{"message": one.message, "replaces": one.replaces} for one in kept if not one.is_hidden]

    def _show_on_page(self, chat_id: int, one: EphemeralMessage) -> None:
        if not one.is_hidden:
            page_event = {"type": "ephemeral", "chat_id": chat_id, "message": one.message, "replaces": one.replaces}
            self._tell((one.person,), page_event)

    def _hide_on_page(self, chat_id: int, one: EphemeralMessage) -> None:
        page_event = {"type": "ephemeral_gone", "chat_id": chat_id, "ephemeral_message_id": one.id}
        self._tell((one.person,), page_event)
