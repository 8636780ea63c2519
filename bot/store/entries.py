"""What lies in the streams of :mod:`bot.store.streams`, and where what this process writes there comes out again."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.store.consumergroup import Message
from bot.store.keys import Scope


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update that waits to be handled."""

    shard: int
    id: str
    update_id: int
    raw: bytes
    """The update as Telegram sent it: JSON."""
    deliveries: int = field(compare=False)
    """How often it was given out, this time included."""
    waited: float = field(default=0.0, compare=False)
    """How many seconds it had waited since it reached the bot when it was taken, by the server's clock."""
    chat: int = field(default=0, compare=False)
    """Whose it is, wherever it lies."""
    about: Scope | None = field(default=None, compare=False)
    """The table that it was sent on to; ``None`` where it lies with its own chat."""
    arrived: int = field(default=0, compare=False)
    """When it reached the bot, in milliseconds by the clock of the server that has it."""
    hops: int = field(default=0, compare=False)
    """How often it was sent on."""
    over: bool = field(default=False, compare=False)
    """Whether it was found to be more than its sender's share before it was sent on."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something a group is to be told."""

    scope: Scope
    id: str
    payload: bytes
    deliveries: int = field(compare=False)
    """How often it was given out, this time included."""


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest message about a table."""

    post: int
    photo: tuple[str, str] | None = None
    """What its picture was drawn from and the id of its file, where that is new."""
    shown: bytes = b""
    """Which messages show the table; empty for what was."""

    @property
    def fields(self) -> list[str | bytes]:
        """How the game's hash keeps it: names and values in turn."""
        photo: list[str | bytes] = [] if self.photo is None else ["photo", " ".join(self.photo)]
        return ["post", str(self.post), *photo, *(("shown", self.shown) if self.shown else ())]


E = TypeVar("E")


class HandedOver(Generic[E]):
    """Of which shards what this process writes goes at once to its worker; of none at first."""

    def __init__(self) -> None:
        self._epochs: Mapping[int, str] = {}
        self._take: Callable[[Sequence[E]], Awaitable[None]] | None = None

    def to(self, epochs: Mapping[int, str], take: Callable[[Sequence[E]], Awaitable[None]]) -> None:
        """Give the entries of those shards, and of no others, from now on to a worker of this process.

        The worker must have taken first what lay there before, or it gets the newest before the oldest. What came with
        one answer it gets together: it must take all of that before anything of a later one.
        """
        self._epochs = epochs
        self._take = take

    def epoch(self, shard: int) -> str:
        """By which epoch the worker follows a shard; empty where it does not."""
        return self._epochs.get(shard, "")

    async def give(self, entries: Sequence[E]) -> None:
        """Hand over what one answer gave out; where the worker has stopped since, it is found at the next start."""
        if entries and self._take is not None:
            await self._take(entries)


def place_of(shard: int, entry: str) -> tuple[int, int, int]:
    """Where an entry stands; see :meth:`bot.workers.follow.Source.place`."""
    milliseconds, _, number = entry.partition("-")
    return shard, int(milliseconds), int(number)


def update_of(message: Message, now: int) -> InboxEntry:
    """An entry as it is taken at an instant of its server's clock, in milliseconds."""
    fields, about = message.fields, message.fields.get(b"about")
    arrived = int(fields.get(b"arrived", milliseconds(message) - int(fields.get(b"waited", 0))))
    return InboxEntry(
        message.shard,
        message.id,
        int(fields[b"update"]),
        fields[b"raw"],
        message.deliveries,
        max(0, now - arrived) / 1000,
        chat=int(fields[b"chat"]),
        about=None if about is None else Scope.parse(about),
        arrived=arrived,
        hops=int(fields.get(b"hops", 0)),
        over=fields.get(b"over") == b"1",
    )


def milliseconds(message: Message) -> int:
    """When an entry was written, by the server's clock."""
    return int(message.id.partition("-")[0])


def told_of(messages: Iterable[Message]) -> list[OutboxEntry]:
    """What is to be told, as it is taken."""
    return [
        OutboxEntry(Scope.parse(message.fields[b"scope"]), message.id, message.fields[b"payload"], message.deliveries)
        for message in messages
    ]
