"""Jobs: what is to be done for an update, its kind, and the lane that it belongs to."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec.structs import replace
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.store.redis_streams.consumer_group import InboxEntry
from bot.store.update_context import UpdateContext
from bot.telegram.incoming.parse_update import parse_update
from bot.telegram.incoming.requests import Command, PlainText, Request, Tap
from bot.workers.sending import Priority, Requester

Lane = tuple[int, Literal["play", "look_up"] | int]
"""A chat and its kind of work, or for taps the user: nobody's callback alert waits behind somebody else's picture."""

SendSlotOwner = Literal["chat", "person"]
"""Whose send slot a reply waits for: that of the chat of the request, or that of the person's private chat."""

QuotaName = Literal["action", "look_up", "tap", "talk"]
"""The kinds of quotas; events of a chat itself have none. Nobody gets a notice for talking too much."""


@dataclass(frozen=True, slots=True)
class RequestKind:
    """The kind of a request."""

    yields_to_actions: bool
    """Whether it changes no game, and its answer may wait for those of actions."""
    coalesce_key: str | None
    """Requests with the same key get one reply; ``None`` for a reply of its own."""
    quota: QuotaName | None
    tried_beyond_quota: bool = False
    """Whether it may be a good move, of which the newest is tried every two seconds."""
    awaits_send_slot_of: SendSlotOwner | None = None
    """Whose send slot it waits for before the reply is composed, as the reply shows the state of that moment."""


@dataclass(slots=True, eq=False)
class Job:
    """What is to be done for an update; for coalesced ones, for the newest of them."""

    entry: InboxEntry
    request: Request
    kind: RequestKind
    over_limit: bool = False
    """Whether it exceeds its sender's quota: a legal move is played, a refusal is not sent."""
    is_throttle_notice: bool = False
    """Whether it only says that something was not done."""
    crowded: bool = False
    """Whether the notice concerns several people, or is not the person's fault."""
    taken_at: float = 0.0
    """When it was taken from the inbox, by the event loop's clock."""
    start_counted: bool = False
    """Whether this attempt was counted, as it was delivered very often."""
    update_id: int = field(init=False)
    """The update that it was made for, even if it serves a newer one by now."""

    def __post_init__(self) -> None:
        self.update_id = self.request.update.id

    @property
    def person(self) -> tuple[int, int]:
        """The chat and the user."""
        return self.request.venue.scope.chat, self.request.sender.user

    @property
    def lane(self) -> Lane:
        """The lane: a chat's actions, its look-ups, and each person's taps have one each."""
        if self.entry.forwarded_to is not None and not self.is_throttle_notice:
            return self.entry.forwarded_to.chat, "play"
        chat, user = self.person
        if isinstance(self.request, Tap):
            return chat, user
        return chat, "look_up" if self.kind.yields_to_actions else "play"

    @property
    def arrived_ms(self) -> int:
        """When the update reached the bot, in milliseconds by the server's clock."""
        return self.entry.arrived_ms

    def age_at(self, now: float) -> float:
        """Seconds since the update that it serves reached the bot; ``now`` is by the event loop's clock."""
        return self.entry.waited_seconds + now - self.taken_at

    @property
    def written_at(self) -> float:
        """When it was written, in seconds; after a downtime much arrives at once that was not written at once."""
        at = self.request.sent_at if isinstance(self.request, (Command, PlainText)) else self.request.arrived_at
        return 0.0 if at is None else at.timestamp()

    @property
    def priority(self) -> Priority:
        """The priority of its reply."""
        yields = self.kind.yields_to_actions and not self.is_throttle_notice
        return Priority.LOOK_UP if yields else Priority.ANSWER

    @property
    def chat_of_awaited_send_slot(self) -> int | None:
        """The chat whose send slot it waits for before the reply is composed; ``None`` if it does not wait."""
        chat, user = self.person
        return {None: None, "chat": chat, "person": user}[self.kind.awaits_send_slot_of]

    @property
    def requester(self) -> Requester | None:
        """The person whom it answers; ``None`` for a throttle notice."""
        return (
            None if self.is_throttle_notice else Requester(*self.person, self.request.update.id, muted=self.over_limit)
        )

    def absorb(self, other: "Job") -> InboxEntry:
        """Serve a newer job too; returns the entry that needs no reply of its own any more."""
        served = self.entry
        self.crowded |= other.crowded or self.person != other.person
        self.entry, self.request = other.entry, other.request
        return served

    def to_throttle_notice(self, *, crowded: bool) -> "Job":
        """A throttle notice in its place: one for a chat, but one for each person who taps."""
        return Job(
            self.entry,
            replace(self.request, update=UpdateContext(self.request.update.id, self.entry)),
            RequestKind(
                yields_to_actions=True,
                coalesce_key=None if isinstance(self.request, Tap) else f"{self.person[0]} throttled",
                quota=None,
            ),
            is_throttle_notice=True,
            crowded=crowded,
        )


@dataclass(frozen=True, slots=True, eq=False)
class DueWork:
    """Work on a table that is due by itself."""

    run: Callable[[], Awaitable[None]]
    arrived_ms: int
    """When it was found due, in milliseconds by the server's clock."""


LaneItem = Job | DueWork
"""What a lane holds."""


class RequestReader:
    """Reads the request of an inbox entry, and of which kind it is."""

    def __init__(self, bot: Bot, classify: Callable[[Request], RequestKind | None]) -> None:
        self._bot: Final = bot
        self._classify: Final = classify

    def read_request(self, entry: InboxEntry) -> tuple[Request, RequestKind] | None:
        """The request with its kind; ``None`` if there is nothing to do. Any exception tells that it cannot be read."""
        request = parse_update(entry.raw, self._bot.bot, UpdateContext(entry.update_id, entry))
        kind = None if request is None else self._classify(request)
        return None if request is None or kind is None else (request, kind)

    def is_action(self, entry: InboxEntry) -> bool:
        """Whether an update in the inbox is an action."""
        try:
            found = self.read_request(entry)
        except Exception:  # noqa: BLE001 - its consumer dead-letters it and logs why
            return False
        return found is not None and (isinstance(found[0], Tap) or not found[1].yields_to_actions)
