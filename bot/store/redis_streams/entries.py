"""The entries of inbox and outbox as typed values, and how stream entries become these."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.store.redis_streams.consumer_group import StreamEntry, written_ms
from bot.store.scope import Scope


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """An update that waits to be handled."""

    shard: int
    id: str
    update_id: int
    raw: bytes
    """The update as Telegram sent it: JSON."""
    deliveries: int = field(compare=False)
    """How often it was delivered, this time included."""
    waited_seconds: float = field(default=0.0, compare=False)
    """Seconds between its arrival at the bot and its delivery, by the server's clock."""
    chat: int = field(default=0, compare=False)
    """The chat that it came from, whichever shard it lies in."""
    forwarded_to: Scope | None = field(default=None, compare=False)
    """The table that it was forwarded to; ``None`` if it lies in its own chat's inbox."""
    arrived_ms: int = field(default=0, compare=False)
    """When it reached the bot, in milliseconds by the clock of the server that stores it."""
    hops: int = field(default=0, compare=False)
    """How often it was forwarded."""
    over_limit: bool = field(default=False, compare=False)
    """Whether it was found to exceed its sender's quota before it was forwarded."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A notice that waits to be sent to a chat."""

    scope: Scope
    id: str
    payload: bytes
    deliveries: int = field(compare=False)
    """How often it was delivered, this time included."""
    sent_ms: int = field(default=0, compare=False)
    """When it was sent by the worker that handed it over, in milliseconds of served time; 0 if it is yet to be sent."""


@dataclass(frozen=True, slots=True)
class NewestMessage:
    """The newest message about a table."""

    message_id: int
    photo: tuple[str, str] | None = None
    """If its picture is new: a digest of what it was drawn from, and the id of its file."""
    board_messages: bytes = b""
    """Which messages show the table; empty leaves what is stored."""
    ahead: int = 0
    """The message that went ahead of it, with the text that fits no caption; 0 for none."""

    @property
    def all_messages(self) -> list[str]:
        """All messages that were sent about the table, the newest first; none where only one was to be edited."""
        return [str(message) for message in (self.message_id, self.ahead) if message]

    @property
    def redis_fields(self) -> list[str | bytes]:
        """The fields of the game's hash that store it: names and values alternate."""
        photo: list[str | bytes] = [] if self.photo is None else ["photo", " ".join(self.photo)]
        return ["post", str(self.message_id), *photo, *(("shown", self.board_messages) if self.board_messages else ())]


def to_inbox_entry(entry: StreamEntry, now: int) -> InboxEntry:
    """The update in an entry that was taken at ``now``, in milliseconds of its server's clock."""
    fields, about = entry.fields, entry.fields.get(b"about")
    arrived = int(fields.get(b"arrived", written_ms(entry) - int(fields.get(b"waited", 0))))
    return InboxEntry(
        entry.shard,
        entry.id,
        int(fields[b"update"]),
        fields[b"raw"],
        entry.deliveries,
        max(0, now - arrived) / 1000,
        chat=int(fields[b"chat"]),
        forwarded_to=None if about is None else Scope.parse(about.decode()),
        arrived_ms=arrived,
        hops=int(fields.get(b"hops", 0)),
        over_limit=fields.get(b"over") == b"1",
    )


def to_outbox_entries(entries: Iterable[StreamEntry]) -> list[OutboxEntry]:
    """The notices in entries."""
    return [
        OutboxEntry(
            Scope.parse(message.fields[b"scope"].decode()),
            message.id,
            message.fields[b"payload"],
            message.deliveries,
            sent_ms=int(message.fields.get(b"sent", 0)),
        )
        for message in entries
    ]
