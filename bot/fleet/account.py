"""One bot at the server: what it is to hear, what it has sent, and which of its workers are ready."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from bot.fleet.calls import Entry, Journal, Json
from bot.fleet.polls import Polls
from bot.fleet.updates import Person, said, tapped
from bot.fleet.webhooks import Webhooks


class Account:
    """Known by its token; ``number`` is its user's."""

    def __init__(self, number: int) -> None:
        self.user: Final[Json] = {"id": number, "is_bot": True, "first_name": "Bench", "username": f"bench{number}_bot"}
        self.journal: Final = Journal()
        self.journal.listeners.append(self._noted)
        self.polls: Final = Polls(self._taken)
        self.webhooks: Final = Webhooks(self._taken)
        self.ready: Final[defaultdict[str, asyncio.Event]] = defaultdict(asyncio.Event)
        """Set for a worker once it has asked for updates or registered; whoever starts it clears it."""
        self.calls = 0
        """Of the Bot API, since the start."""
        self.standing: Callable[[int, int], str] = lambda _chat, _user: "member"
        """What somebody is in a group, as Telegram calls it."""
        self.called: Callable[[int], str] = lambda _: ""
        """Somebody's username without ``@``; empty for none."""
        self.on_acknowledged: Callable[[Json], None] = lambda _: None
        """Told of each update that the bot has taken: from then on it may not lose it."""
        self._changed = asyncio.Event()
        self._message = 0
        self._update = 0

    def next_message(self) -> int:
        """A number for a message; they are counted over all chats."""
        self._message += 1
        return self._message

    def say(  # noqa: PLR0917 - a message is what it is made of
        self,
        chat: int,
        person: Person,
        text: str,
        copies: int = 0,
        reply: Json | None = None,
        topic: int | None = None,
    ) -> Json:
        """Somebody writes into a chat; the update, of which the bot gets so many copies beside."""
        return self.put(said(self.next_message(), chat, person, text, reply, topic), copies)

    def tap(self, person: Person, message: Json, data: str, copies: int = 0) -> Json:
        """Somebody taps a button under a message of the bot's; the update, whose query is named by its number."""
        return self.put(tapped(str(self._update + 1), person, message, data), copies)

    def put(self, payload: Json, copies: int = 0) -> Json:
        """Number an update and hand it out: by the webhooks of the workers that have any, else to who asks."""
        self._update += 1
        update = {"update_id": self._update, **payload}
        way = self.webhooks if self.webhooks.workers else self.polls
        way.put(update, copies)
        return update

    @property
    def waiting(self) -> int:
        """How many updates the bot has not taken yet."""
        return len(self.polls) + len(self.webhooks)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so; it is looked at whenever the bot has taken an update or called."""
        while not so():
            self._changed.clear()
            await self._changed.wait()

    def _taken(self, update: Json) -> None:
        self.on_acknowledged(update)
        self._changed.set()

    def _noted(self, _: Entry) -> None:
        self._changed.set()
