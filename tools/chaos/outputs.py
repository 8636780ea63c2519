"""What left the processes: by way of Telegram, in the outbox for a while, among the dead letters, and into the logs."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.playground.bot_api.journal import JournalEntry
from bot.playground.state.chats import Json
from bot.tables.codec import decompress_json
from bot.telegram.button_data import encode_button_data, table_of_button_data
from tools.chaos import redis_reader
from tools.chaos.leak_audit import OutputText
from tools.chaos.message_audit import ChatMessage
from tools.fleet.table_labels import read_table_number
from tools.fleet.worker_process import WorkerProcess

_SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
_EDITS: Final = frozenset({"editMessageText", "editMessageCaption", "editMessageMedia"})
"""What puts other words where some stand: so a lobby tells who comes and goes."""
_SAMPLE_SECONDS: Final = 2.0
_QUESTION: Final = encode_button_data("which")
"""How the data of a button begin that answers which table is meant."""
_SENDER: Final = re.compile(rb'"from":\s*\{[^{}]*?"id":\s*(\d+)')


@dataclass(slots=True)
class TelegramOutput:
    """What left the processes by way of Telegram, as little of each as an audit needs."""

    messages: defaultdict[int, list[tuple[int | None, ChatMessage]]] = field(default_factory=lambda: defaultdict(list))
    """Messages that were carried out, by chat: the topic, and what was said."""
    texts: list[OutputText] = field(default_factory=list)
    outbox_notices: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """What was seen to wait in the outbox, by where it lay: for which chat, and what it says, packed."""
    topic_by_message: dict[tuple[int, int], int] = field(default_factory=dict)
    """Of messages in topics, by chat and number, the topic: an edit names none."""
    user_by_query: dict[str, int] = field(default_factory=dict)
    table_by_message: dict[tuple[int, int], int] = field(default_factory=dict)
    """Of messages that were labelled, by chat and number, the table's number, also when they are edited."""
    newest_message: dict[tuple[int, str], Json] = field(default_factory=dict)
    """The newest message with a button of a table, by the chat and the table's short name, as a reply quotes it."""
    asked_updates: dict[int, float] = field(default_factory=dict)
    """The updates about which their senders were to be asked which table they mean, with when that was first."""

    def record_call(self, entry: JournalEntry) -> None:
        """Note a call."""
        given, markup = entry.parameters, entry.json_parameter("reply_markup")
        text = f"{entry.visible_text}\n{markup}" if markup else entry.visible_text
        if not text:
            return
        self._note_questions(markup)
        reader = entry.chat
        if entry.method == "answerCallbackQuery":
            reader = self.user_by_query.get(str(given.get("callback_query_id")), 0)
        self.texts.append(OutputText(f"{entry.method} {entry.number}", text, 0 if reader is None else reader))
        if not entry.is_carried_out or entry.chat is None:
            return
        if entry.method in _SENDS:
            topic = entry.topic
            if topic is not None and entry.message_id is not None:
                self.topic_by_message[entry.chat, entry.message_id] = topic
            if entry.message_id is not None:
                self._note_tables(entry.chat, entry.message_id, markup)
            self._add_message(entry, entry.message_id, topic, is_photo=entry.method == "sendPhoto")
        elif entry.method in _EDITS:
            edited = int(given["message_id"])
            self._add_message(entry, edited, self.topic_by_message.get((entry.chat, edited)), is_photo=False)

    def _add_message(self, entry: JournalEntry, message: int | None, topic: int | None, *, is_photo: bool) -> None:
        chat, table = entry.chat or 0, read_table_number(entry.visible_text)
        if message is not None and table is not None:
            self.table_by_message[chat, message] = table
        table = table or self.table_by_message.get((chat, message or 0))
        self.messages[chat].append((topic, ChatMessage(entry.visible_text, is_photo, table)))

    def _note_questions(self, markup: Json | None) -> None:
        """Note about which updates a keyboard asks."""
        for data in _keyboard_data(markup):
            if data.startswith(_QUESTION):
                self.asked_updates.setdefault(int(data.rpartition(":")[2]), time.monotonic())

    def _note_tables(self, chat: int, message: int, markup: Json | None) -> None:
        """Note of which tables a message has buttons."""
        data = _keyboard_data(markup)
        names = {table_of_button_data(one) for one in data if not one.startswith(_QUESTION)}
        for name in names - {None}:
            self.newest_message[chat, str(name)] = {"message_id": message, "reply_markup": markup}


def _keyboard_data(markup: Json | None) -> list[str]:
    """The data of an inline keyboard's buttons."""
    rows = (markup or {}).get("inline_keyboard", ())
    return [str(key["callback_data"]) for row in rows for key in row if "callback_data" in key]


async def sample_outbox(client: Redis, output: TelegramOutput) -> None:
    """Now and then read what waits in the outbox: it is to hold nothing that its chat may not know."""
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        with suppress(RedisError, OSError):
            await record_outbox(client, output)


async def record_outbox(client: Redis, output: TelegramOutput) -> None:
    """Note what waits in the outbox; what waits long is kept once.

    Raises:
        RedisError: it cannot be read.
    """
    output.outbox_notices.update(
        (name, (chat, payload)) for name, chat, payload in await redis_reader.read_outbox_notices(client)
    )


async def read_dead_letters(client: Redis) -> list[OutputText]:
    """What was put aside, for the operator to read: nothing of it may be secret but what its sender wrote of their own.

    Raises:
        RedisError: it cannot be read.
    """
    texts = []
    for name, entries in (await redis_reader.read_streams(client, "dead")).items():
        for entry, fields in entries:
            raw = fields.pop(b"raw", b"")
            sender = _SENDER.search(raw)
            where = f"{name} {entry.decode()}"
            texts.append(
                OutputText(where, _unescape_letters(raw), None if sender is None else int(sender[1]), is_message=False)
            )
            texts += [OutputText(where, value.decode(errors="replace"), is_message=False) for value in fields.values()]
    return texts


def _unescape_letters(raw: bytes) -> str:
    """What came in, with its letters as such where they were escaped."""
    try:
        return msgspec.json.encode(msgspec.json.decode(raw)).decode()
    except (msgspec.DecodeError, UnicodeError):
        return raw.decode(errors="replace")


def iterate_outputs(output: TelegramOutput, workers: Iterable[WorkerProcess]) -> Iterator[OutputText]:
    """Everything that left the processes: by Telegram, by the outbox, and into the logs."""
    yield from output.texts
    for where, (chat, payload) in output.outbox_notices.items():
        yield OutputText(where, decompress_json(payload).decode(), chat, is_message=False)
    for one in workers:
        with one.log_path.open(encoding="utf-8", errors="replace") as log:
            for number, line in enumerate(log, start=1):
                yield OutputText(f"{one.name}'s log, line {number}", line)
