"""What lies in a chat's lanes: what is to be done for an update, and the lane that it belongs into."""

from dataclasses import dataclass
from typing import Literal

from bot.ingress.kinds import Kind
from bot.store.streams import InboxEntry
from bot.telegram.inbound import Request, Tap

Lane = tuple[int, Literal["play", "look"] | int]
"""A chat; and what is done there, or for taps who pressed: nobody's alert waits behind somebody else's picture."""


@dataclass(slots=True, eq=False)
class Job:
    """What is to be done for one update, or for several that one answer serves."""

    entries: list[InboxEntry]
    request: Request
    """The newest."""
    kind: Kind
    hasty: bool = False
    """Whether it is only told that it was too much."""


def lane_of(job: Job) -> Lane:
    """What plays, what only looks, and everybody's taps go side by side."""
    chat = job.request.place.scope.chat
    if isinstance(job.request, Tap):
        return chat, job.request.sender.user
    return chat, "look" if job.hasty or job.kind.looks else "play"


def key_of(entry: InboxEntry) -> tuple[int, str]:
    """What tells an entry from all others of the inbox."""
    return entry.partition, entry.id
