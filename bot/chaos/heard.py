"""What left the processes: by way of Telegram, in the outbox for a while, and into the logs."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos import kept
from bot.chaos.leaks import Text
from bot.chaos.told import Said
from bot.fleet.calls import Entry
from bot.fleet.running import Fleet

_SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
_SAMPLE_SECONDS: Final = 2.0


@dataclass(slots=True)
class Heard:
    """What left the processes by way of Telegram, as little of each as an audit needs."""

    chats: defaultdict[int, list[tuple[int | None, Said]]] = field(default_factory=lambda: defaultdict(list))
    """Messages that were carried out, by chat: the topic, and what was said."""
    texts: list[Text] = field(default_factory=list)
    pressed: dict[str, int] = field(default_factory=dict)

    def hear(self, entry: Entry) -> None:
        """Note a call."""
        call, given = entry.call, entry.call.parameters
        text = f"{call.text}\n{given['reply_markup']}" if given.get("reply_markup") else call.text
        if not text:
            return
        reader = call.chat
        if call.method == "answerCallbackQuery":
            reader = self.pressed.get(str(given.get("callback_query_id")), 0)
        self.texts.append(Text(f"{call.method} {entry.number}", text, 0 if reader is None else reader))
        if entry.shown and call.method in _SENDS and call.chat is not None:
            said = Said(call.text, call.method == "sendPhoto")
            self.chats[call.chat].append((given.get("message_thread_id"), said))


async def sample(client: Redis, heard: Heard) -> None:
    """Now and then read what waits in the outbox: it is to hold nothing that its chat may not know."""
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        try:
            found = await kept.notices(client)
        except (RedisError, OSError):
            continue
        heard.texts += [Text(name, text, chat, message=False) for name, chat, text in found]


def everything(heard: Heard, fleet: Fleet) -> list[Text]:
    """Everything that left the processes: by Telegram, and into the logs."""
    texts = list(heard.texts)
    for one in fleet.workers:
        with one.log.open(encoding="utf-8", errors="replace") as log:
            texts += [Text(f"{one.name}'s log, line {number}", line) for number, line in enumerate(log, start=1)]
    return texts
