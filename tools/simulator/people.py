"""The people of tables, and the way out for what they write and tap: late, twice and out of turn, each noted."""

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.make_updates import FleetPerson, make_chat, make_text_message
from bot.playground.state.chats import Json
from bot.store.scope import Scope
from bot.user_input.command_names import command_name, find_command
from tools.simulator.expected import ExpectedAction
from tools.simulator.ledger import NEVER, Ledger, SentUpdate, TableRecord

LATE_COPY_SECONDS: Final = 30.0
"""Seconds by which the latest copies are late."""
_LATE_COPY_SHARE: Final = 0.02
_TWICE_SHARE: Final = 0.2
"""Of all updates, which Telegram does not promise to send once."""
_OVERTAKING_SHARE: Final = 0.03
"""Of all updates: a copy overtakes what was asked before."""
_UNORDERED_AT_MIGRATION: Final = 10
"""How many of what was asked last may not be done yet where a group moves."""
ADMIN_DIGIT: Final = 9
"""The last digit of the number of whoever administers a group; that person plays nowhere."""
STRANGER_DIGIT: Final = 8
"""Of somebody who is in the group, and never at the table."""
NUMBERS_PER_TABLE: Final = 10
_NAMES: Final = ("Ayşe", "Mehmet", "Олена", "Zoë", "Kiraz", "Limon", "Nar", "Elma")


class PlayerAction(Struct, frozen=True):
    """Something that a person does: words, or the data of a button, and what that asks for."""

    user: int
    text: str
    expected: ExpectedAction
    is_tap: bool = False
    is_private: bool = False
    reply_to: int | None = None
    """Whose message it is written in reply to, if anybody's."""


class UpdateSender:
    """Sends what people do to the bot, and notes it; ``language`` is theirs, and so are their commands."""

    def __init__(self, account: BotAccount, ledger: Ledger, rng: Random, language: str = "tr") -> None:
        self.account: Final = account
        self.ledger: Final = ledger
        self.language: Final = language
        self.stopping: Final = asyncio.Event()
        """Set when nothing new is to be begun."""
        self.user_by_query: Final[dict[str, int]] = {}
        """Who pressed: the users by the queries that are answered."""
        self._rng: Final = rng
        self._unacknowledged: Final[dict[int, SentUpdate]] = {}
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
        reply_to: FleetPerson | Json | None = None,
    ) -> SentUpdate | None:
        """Somebody writes, into the place or to the bot alone; what is noted of it, if it asks for anything.

        Args:
            record: which table it is about.
            person: who writes.
            text: what; a command in Turkish is written in the people's language.
            expected: what that asks of the table; ``None`` if nothing.
            seen_actions: how many of the table's actions the writer has seen.
            private: whether it goes to the bot alone.
            ordered: whether it keeps its place in the chat's order.
            message: its own number, where that was needed before.
            reply_to: whose message it is a reply to, or the bot's message.
        """
        scope = Scope(person.user) if private else record.scope
        reply: Json | None = None
        if isinstance(reply_to, FleetPerson):
            number = self.account.next_message_id()
            reply = make_text_message(number, scope.chat, reply_to, "-", topic=scope.topic)["message"]
        elif reply_to is not None:
            reply = self._bot_message(scope) | reply_to
        number = self.account.next_message_id() if message is None else message
        update = make_text_message(number, scope.chat, person, self._translate_command(text), reply, scope.topic)
        return self._send_update(record, update, expected, seen_actions, ordered=ordered and not private)

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
        message = self._bot_message(scope) | {"message_id": 1, "text": "-"}
        if scope.topic is not None:
            message |= {"message_thread_id": scope.topic, "is_topic_message": True}
            message["chat"]["is_forum"] = True
        query = f"q{len(self.user_by_query)}"
        self.user_by_query[query] = person.user
        tap = {"id": query, "from": person.to_user, "message": message, "chat_instance": str(scope.chat), "data": data}
        self._send_update(record, {"callback_query": tap}, expected, seen_actions, ordered=False)

    def migrate_group(self, record: TableRecord, person: FleetPerson, supergroup: int) -> None:
        """The group becomes a supergroup, of which a message on either side tells."""
        old = record.scope.chat
        for table in record.neighbours or [record]:
            table.former_chat, table.scope = old, Scope(supergroup, table=table.scope.table)
            # What is under way to the old chat may come behind what is said in the new one, whose messages have other
            # numbers.
            table.messages = frozenset()
            for sent in table.sent_updates[-_UNORDERED_AT_MIGRATION:]:
                sent.is_ordered = False
            for sent in table.sent_updates:
                sent.moved_at = time.monotonic()
        sides: tuple[Json, Json] = (
            {"chat": make_chat(old), "migrate_to_chat_id": supergroup},
            {"chat": make_chat(supergroup), "migrate_from_chat_id": old},
        )
        for side in sides:
            told = {"message_id": self.account.next_message_id(), "date": int(time.time()), "from": person.to_user}
            self._send_update(record, {"message": told | side}, None, 0, ordered=False)

    def has_unacknowledged(self, record: TableRecord) -> bool:
        """Whether something is under way to the bot that asks for something at a table."""
        return any(sent.record is record for sent in self._unacknowledged.values())

    async def wait_until_acknowledged(self, chat: int) -> None:
        """Wait until all that was sent to a chat is acknowledged."""
        while any(sent.record.scope.chat == chat for sent in self._unacknowledged.values()):  # noqa: ASYNC110 - posts have no event
            await asyncio.sleep(0.05)

    def _translate_command(self, text: str) -> str:
        command, space, rest = text.partition(" ")
        key = find_command(command[1:]) if command.startswith("/") else None
        return text if key is None else f"/{command_name(key, self.language)}{space}{rest}"

    def _bot_message(self, scope: Scope) -> Json:
        return {"date": int(time.time()), "chat": make_chat(scope.chat), "from": self.account.bot_user}

    def _send_update(
        self, record: TableRecord, payload: Json, expected: ExpectedAction | None, seen_actions: int, *, ordered: bool
    ) -> SentUpdate | None:
        twice, early = self._rng.random() < _TWICE_SHARE, self._rng.random() < _OVERTAKING_SHARE
        late = self._rng.random()
        copies = int(twice and late < 0.6)  # noqa: PLR2004 - most copies come at once
        update = self.account.send_update(payload, copies)
        number = int(update["update_id"])
        self.ledger.record_posted(number)
        sent = None
        if expected is not None:
            # A copy may overtake what waits to be posted; and one that comes late of what was refused is judged anew.
            apart = early or (twice and not copies)
            ordered = ordered and expected.must_be_logged and not apart
            sent = SentUpdate(number, record, expected, ordered, seen_actions, NEVER)
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


def make_players(host: int, count: int, language: str = "tr") -> list[FleetPerson]:
    """The players of a table, the host first, whose number ends in 0; no more than there are names."""
    return [make_person(host + place, name, language) for place, name in enumerate(_NAMES[:count])]


def make_people(first: int, count: int, language: str = "tr") -> list[FleetPerson]:
    """So many people of a chat with several tables; eight at most share an administrator."""
    blocks = range(first, first + NUMBERS_PER_TABLE * -(-count // len(_NAMES)), NUMBERS_PER_TABLE)
    return [one for block in blocks for one in make_players(block, len(_NAMES), language)][:count]


def admin_of(player: int) -> FleetPerson:
    """Who administers the group that somebody plays in."""
    return make_person(player - player % NUMBERS_PER_TABLE + ADMIN_DIGIT, "Yönetici")


def stranger_of(player: int) -> FleetPerson:
    """Who looks on where somebody plays."""
    return make_person(player - player % NUMBERS_PER_TABLE + STRANGER_DIGIT, "Meraklı")


def username_of(user: int) -> str:
    """Somebody's, without ``@``."""
    return f"oyuncu{user}"


def member_status(_: int, user: int) -> str:
    """What somebody is in a group, as Telegram calls it."""
    return "administrator" if user % NUMBERS_PER_TABLE == ADMIN_DIGIT else "member"


def make_person(user: int, name: str, language: str = "tr") -> FleetPerson:
    """Somebody with a username."""
    return FleetPerson(user, name, language, username_of(user))


def people_around(players: Sequence[FleetPerson]) -> dict[int, FleetPerson]:
    """By their numbers these players, and who decides and looks on where they play."""
    beside = (make(one.user) for one in players for make in (admin_of, stranger_of))
    return {one.user: one for one in (*players, *beside)}
