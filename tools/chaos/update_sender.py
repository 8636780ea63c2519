"""Where the players act: updates go out from here, late, twice and out of turn, and each is noted in the ledger."""

import asyncio
import time
from random import Random
from typing import Final

from msgspec import Struct

from bot.playground.state.chats import Json
from bot.store.scope import Scope
from tools.chaos.expected_actions import ExpectedAction
from tools.chaos.ledger import NEVER, Ledger, SentUpdate, TableRecord
from tools.fleet.bot_account import BotAccount
from tools.fleet.make_updates import FleetPerson, make_chat, make_text_message

LATE_COPY_SECONDS: Final = 30.0
"""Seconds by which the latest copies are late."""


_LATE_COPY_SHARE: Final = 0.02


_UNORDERED_AT_MIGRATION: Final = 10
"""How many of what was asked last may not be done yet where a group moves."""


class DuplicateRates(Struct, frozen=True):
    """How often, of all updates, Telegram does what it does not promise not to do."""

    twice: float = 0.2
    overtaking: float = 0.03
    """A copy overtakes what was asked before."""


class UpdateSender:
    """Sends what people do to the bot.

    Args:
        account: the bot's.
        ledger: notes everything.
        rng: decides what comes twice, and when.
        rates: how often.
    """

    def __init__(self, account: BotAccount, ledger: Ledger, rng: Random, rates: DuplicateRates | None = None) -> None:
        self.account: Final = account
        self.ledger: Final = ledger
        self.stopping: Final = asyncio.Event()
        """Set when nothing new is to be begun."""
        self._rng: Final = rng
        self._rates: Final = rates or DuplicateRates()
        self._unacknowledged: Final[dict[int, SentUpdate]] = {}
        """By the updates' numbers, until they are acknowledged."""
        self.user_by_query: Final[dict[str, int]] = {}
        """Who pressed: the users by the queries that are answered."""
        account.webhooks.choose_worker = self._on_first_post
        account.on_acknowledged = self._on_acknowledged

    def send_text(
        self,
        record: TableRecord,
        person: FleetPerson,
        text: str,
        expected: ExpectedAction | None = None,
        *,
        seen_actions: int = 0,
        private: bool = False,
        ordered: bool = True,
        message: int | None = None,
        reply_to: FleetPerson | None = None,
        bot_message: Json | None = None,
    ) -> SentUpdate | None:
        """Somebody writes, into the place or to the bot alone; what is noted of it, if it asks anything of the table.

        Args:
            record: which table it is about.
            person: who writes.
            text: what.
            expected: what that asks of the table; ``None`` if nothing.
            seen_actions: how many of the table's actions the writer has seen.
            private: whether it goes to the bot alone.
            ordered: whether it keeps its place in the chat's order.
            message: its own number, where that was needed before.
            reply_to: whose message it is a reply to, if anybody's.
            bot_message: the bot's message that it is a reply to, if it is one.
        """
        scope = Scope(person.user) if private else record.scope
        reply = None
        if reply_to is not None:
            reply = make_text_message(self.account.next_message_id(), scope.chat, reply_to, "-", topic=scope.topic)[
                "message"
            ]
        elif bot_message is not None:
            reply = {
                "date": int(time.time()),
                "chat": make_chat(scope.chat),
                "from": self.account.bot_user,
            } | bot_message
        number = self.account.next_message_id() if message is None else message
        update = make_text_message(number, scope.chat, person, text, reply, scope.topic)
        return self._send_update(record, update, expected, seen_actions, ordered and not private)

    def send_tap(
        self,
        record: TableRecord,
        person: FleetPerson,
        data: str,
        expected: ExpectedAction | None = None,
        *,
        seen_actions: int = 0,
        private: bool = False,
    ) -> None:
        """Somebody presses a button with these data."""
        scope = Scope(person.user) if private else record.scope
        message: Json = {
            "message_id": 1,
            "date": int(time.time()),
            "chat": make_chat(scope.chat),
            "from": self.account.bot_user,
            "text": "-",
        }
        if scope.topic is not None:
            message |= {"message_thread_id": scope.topic, "is_topic_message": True}
            message["chat"]["is_forum"] = True
        query = f"q{len(self.user_by_query)}"
        self.user_by_query[query] = person.user
        payload = {
            "id": query,
            "from": person.to_user,
            "message": message,
            "chat_instance": str(scope.chat),
            "data": data,
        }
        self._send_update(record, {"callback_query": payload}, expected, seen_actions, ordered=False)

    def migrate_group(self, record: TableRecord, person: FleetPerson, supergroup: int) -> None:
        """The group becomes a supergroup, of which a message on either side tells."""
        old = record.scope.chat
        base = {"date": int(time.time()), "from": person.to_user}
        sides: tuple[Json, Json] = (
            {"chat": make_chat(old), "migrate_to_chat_id": supergroup},
            {"chat": make_chat(supergroup), "migrate_from_chat_id": old},
        )
        for table in record.neighbours or [record]:
            table.former_chat, table.scope = old, Scope(supergroup, table=table.scope.table)
            # What is under way to the old chat may come behind what is said in the new one, whose messages have other
            # numbers.
            table.messages = frozenset()
            for sent in table.sent_updates[-_UNORDERED_AT_MIGRATION:]:
                sent.is_ordered = False
            for sent in table.sent_updates:
                sent.moved_at = time.monotonic()
        for side in sides:
            self._send_update(
                record, {"message": base | {"message_id": self.account.next_message_id()} | side}, None, 0, False
            )

    def has_unacknowledged(self, record: TableRecord) -> bool:
        """Whether something is under way to the bot that asks for something at a table."""
        return any(sent.record is record for sent in self._unacknowledged.values())

    async def wait_until_acknowledged(self, chat: int) -> None:
        """Wait until all that was sent to a chat is acknowledged."""
        while any(sent.record.scope.chat == chat for sent in self._unacknowledged.values()):  # noqa: ASYNC110 - posts have no event
            await asyncio.sleep(0.05)

    def _send_update(
        self,
        record: TableRecord,
        payload: Json,
        expected: ExpectedAction | None,
        seen_actions: int,
        ordered: bool,  # noqa: FBT001 - handed on
    ) -> SentUpdate | None:
        twice, early = self._rng.random() < self._rates.twice, self._rng.random() < self._rates.overtaking
        late = self._rng.random()
        copies = int(twice and late < 0.6)  # noqa: PLR2004 - most copies come at once
        update = self.account.send_update(payload, copies)
        number = int(update["update_id"])
        self.ledger.record_posted(number)
        sent = None
        if expected is not None:
            # A copy may overtake what waits to be posted; and one that comes late of what was refused is judged anew.
            apart = early or (twice and not copies)
            sent = SentUpdate(
                number, record, expected, ordered and expected.must_be_logged and not apart, seen_actions, NEVER
            )
            self._unacknowledged[number] = sent
            record.sent_updates.append(sent)
            if apart:
                sent.posted_at = time.monotonic()
        if twice and not copies:
            seconds = LATE_COPY_SECONDS if late > 1 - _LATE_COPY_SHARE else self._rng.uniform(0, 3)
            self.account.webhooks.send_copy(update, seconds=seconds)
        if early:
            self.account.webhooks.send_copy(update)
        self.ledger.duplicate_count += twice + early
        return sent

    def _on_first_post(self, update: Json) -> None:
        sent = self._unacknowledged.get(int(update["update_id"]))
        if sent is not None:
            sent.posted_at = min(sent.posted_at, time.monotonic())

    def _on_acknowledged(self, update: Json) -> None:
        number = int(update["update_id"])
        self.ledger.record_acknowledged(number)
        sent = self._unacknowledged.pop(number, None)
        if sent is not None:
            sent.acknowledged_at = time.monotonic()
            # Whoever was given up for its silence may still take what it was posted, and later than what follows.
            sent.is_ordered &= sent.acknowledged_at - sent.posted_at < self.account.webhooks.answer_timeout


class PlayerAction(Struct, frozen=True):
    """Something that a person does: words, or the data of a button, and what that asks for."""

    user: int
    text: str
    expected: ExpectedAction
    is_tap: bool = False
    is_private: bool = False
    reply_to: int | None = None
    """Whose message it is written in reply to, if anybody's."""
