"""Ephemeral messages as the playground keeps them: seen by one member of a group and the bot.

They are counted for each member of each group, whichever of the two wrote them, and are no part of the chat's
messages. Who may send one is decided in `ephemeral_methods.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.chats import Chat, Json
from bot.playground.errors import bad_request

_KEPT = 200


@dataclass(slots=True)
class Ephemeral:
    """One such message, and the person who sees it.

    `replaces` is the public message in whose place it is shown. A hidden one was dismissed by its reader, or has
    never reached them: the bot does not learn of either.
    """

    message: Json
    person: int
    sent_at: float
    replaces: int | None = None
    hidden: bool = False

    @property
    def id(self) -> int:
        """Its number among those of its person in its chat."""
        return int(self.message["ephemeral_message_id"])


class Ephemerals:
    """All of them; `tell` has the page of the one person."""

    def __init__(self, clock: Callable[[], float], tell: Callable[[tuple[int], Json], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._kept: dict[tuple[int, int], dict[int, Ephemeral]] = {}
        self._numbers: dict[tuple[int, int], int] = {}

    def add(
        self, chat: Chat, person: int, message: Json, *, replaces: int | None = None, hidden: bool = False
    ) -> Ephemeral:
        """Keep a message under the next number, and show it unless it is hidden."""
        line = (chat.id, person)
        number = self._numbers[line] = self._numbers.get(line, 0) + 1
        numbered = {"message_id": 0, **message, "ephemeral_message_id": number}
        made = Ephemeral(numbered, person, self._clock(), replaces, hidden)
        kept = self._kept.setdefault(line, {})
        kept[number] = made
        if len(kept) > _KEPT:
            del kept[next(iter(kept))]
        self._show(chat.id, made)
        return made

    def get(self, chat_id: int, person: int, number: int) -> Ephemeral:
        """Find one.

        Raises:
            ApiError: 400 when there is none.
        """
        found = self._kept.get((chat_id, person), {}).get(number)
        if found is None:
            raise bad_request("MESSAGE_ID_INVALID")
        return found

    def replace(self, chat_id: int, one: Ephemeral, message: Json) -> None:
        """Put a changed message in place of one; whoever dismissed it does not see it again."""
        one.message = message
        self._show(chat_id, one)

    def delete(self, chat_id: int, one: Ephemeral) -> None:
        """Take one away for good."""
        del self._kept[chat_id, one.person][one.id]
        self._hide(chat_id, one)

    def dismiss(self, chat_id: int, one: Ephemeral) -> None:
        """Take one from its reader's sight; what it stood in place of is seen again."""
        one.hidden = True
        self._hide(chat_id, one)

    def shown(self, chat_id: int, person: int) -> list[Json]:
        """List what a person sees of them in a chat, oldest first."""
        kept = self._kept.get((chat_id, person), {}).values()
        return [{"message": one.message, "replaces": one.replaces} for one in kept if not one.hidden]

    def _show(self, chat_id: int, one: Ephemeral) -> None:
        if not one.hidden:
            told = {"type": "ephemeral", "chat_id": chat_id, "message": one.message, "replaces": one.replaces}
            self._tell((one.person,), told)

    def _hide(self, chat_id: int, one: Ephemeral) -> None:
        told = {"type": "ephemeral_gone", "chat_id": chat_id, "ephemeral_message_id": one.id}
        self._tell((one.person,), told)
