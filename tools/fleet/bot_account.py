"""One bot at the server: what it is to hear, what it has sent, and which of its workers are ready."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from bot.playground.chats import Json
from bot.playground.dispatch import ApiCall, CallJournal, FaultQueue, JournalEntry
from bot.playground.methods import UpdateMethods
from bot.playground.parameters import parse_parameters
from bot.playground.server_version import OLDEST
from bot.playground.update_queue import UpdateQueue
from bot.playground.webhook import WebhookSender
from bot.playground.world import Upload
from tools.fleet.api_methods import make_result
from tools.fleet.make_updates import FleetPerson, make_tap, make_text_message

_CONNECTIONS: Final = 100
"""Updates that may be under way to the workers at once."""


class BotAccount:
    """Known by its token; ``number`` is its user's. Remembers no messages, so that serving it costs little."""

    def __init__(self, number: int, version: str = OLDEST) -> None:
        self.version: Final = version
        self.bot_user: Final[Json] = {
            "id": number,
            "is_bot": True,
            "first_name": "Bench",
            "username": f"bench{number}_bot",
        }
        self.faults: Final = FaultQueue()
        self.journal: Final = CallJournal(leaves_out=frozenset({"getUpdates"}))
        self.journal.listeners.append(self._on_call)
        self.updates: Final = UpdateQueue(1)
        self.updates.on_confirmed = self._on_taken
        self.webhooks: Final = WebhookSender(self.updates, time.time, retry=0.05, longest_wait=1.0, answer_timeout=5.0)
        self.worker_ready: Final[defaultdict[str, asyncio.Event]] = defaultdict(asyncio.Event)
        """Set for a worker once it has asked for updates or registered; whoever starts it clears it."""
        self.call_count = 0
        """Of the Bot API, since the start."""
        self.member_status: Callable[[int, int], str] = lambda _chat, _user: "member"
        """What somebody is in a group, as Telegram calls it."""
        self.username_of: Callable[[int], str] = lambda _: ""
        """Somebody's username without ``@``; empty for none."""
        self.on_acknowledged: Callable[[Json], None] = lambda _: None
        """Told of each update that the bot has taken: from then on it may not lose it."""
        self._update_methods: Final = UpdateMethods(self.updates, self.webhooks, _CONNECTIONS).methods()
        self._changed = asyncio.Event()
        self._message = 0
        self._update = 0

    def next_message_id(self) -> int:
        """A number for a message; they are counted over all chats."""
        self._message += 1
        return self._message

    def send_text(  # noqa: PLR0917 - a message is what it is made of
        self,
        chat: int,
        person: FleetPerson,
        text: str,
        copies: int = 0,
        reply: Json | None = None,
        topic: int | None = None,
    ) -> Json:
        """Somebody writes into a chat; the update, of which the bot gets so many copies beside."""
        return self.send_update(make_text_message(self.next_message_id(), chat, person, text, reply, topic), copies)

    def send_tap(self, person: FleetPerson, message: Json, data: str, copies: int = 0) -> Json:
        """Somebody taps a button under a message of the bot's; the update, whose query is named by its number."""
        return self.send_update(make_tap(str(self._update + 1), person, message, data), copies)

    def send_update(self, payload: Json, copies: int = 0) -> Json:
        """Number an update and hand it out: by the webhooks of the workers that have any, else to who asks."""
        self._update += 1
        update = {"update_id": self._update, **payload}
        self.updates.push_raw_update(update, copies)
        return update

    @property
    def waiting_updates(self) -> int:
        """How many updates the bot has not taken yet."""
        return len(self.updates)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so; it is looked at whenever the bot has taken an update or called."""
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Do what a call asks for."""
        self.call_count += 1
        parameters = parse_parameters(call.method, call.parameters, uploads, self.version)
        if call.method in self._update_methods:
            if call.method in {"getUpdates", "setWebhook"}:
                self.worker_ready[call.worker].set()
            return await self._update_methods[call.method](parameters, call.worker)
        return self.make_result(call, parameters, uploads)

    def make_result(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
        """Give what a method gives that is not about updates; ``parameters`` are typed."""
        return make_result(self, call, parameters, uploads)

    def _on_taken(self, update: Json) -> None:
        self.on_acknowledged(update)
        self._changed.set()

    def _on_call(self, _: JournalEntry) -> None:
        self._changed.set()
