"""What lies in a chat's lanes: what is to be done for an update, and the lane that it belongs into."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from bot.ingress.kinds import Kind
from bot.store.entries import InboxEntry
from bot.store.handling import Denied
from bot.telegram.inbound import Command, Reply, Request, Tap
from bot.workers.urgency import Asking, Urgency

Lane = tuple[int, Literal["play", "look"] | int]
"""A chat; and what is done there, or for taps who pressed: nobody's alert waits behind somebody else's picture."""

_WORD = "word"
"""In whose place the word about haste waits: nobody's turn is lost for it."""


@dataclass(slots=True, eq=False)
class Job:
    """What is to be done for one update; of several that one answer serves, for the newest."""

    entry: InboxEntry
    request: Request
    kind: Kind
    over: bool = False
    """Whether it is more than its sender's share: done if it can be, and no word lost about it if not."""
    word: bool = False
    """Whether it is only told that it was not done."""
    crowded: bool = False
    """Whether that concerns several, or is nobody's haste."""
    taken: float = 0.0
    """When it was taken from the inbox, by the event loop's clock."""
    refused: Denied | None = None
    """What it was refused by, where its sender is still to be told."""
    watched: bool = False
    """Whether it is counted by now that this was begun, as it was given out very often."""
    done: bool = False
    """Whether it left the inbox with what was done for it."""
    number: int = field(init=False)
    """The update that it was made for, whichever it serves by now."""

    def __post_init__(self) -> None:
        self.number = self.request.update

    @property
    def who(self) -> tuple[int, int]:
        """Whose it is, in which chat."""
        return self.request.place.scope.chat, self.request.sender.user

    @property
    def written(self) -> float:
        """When it was written, in seconds: after an absence much comes at the same instant that was not."""
        at = self.request.sent if isinstance(self.request, (Command, Reply)) else self.request.arrived
        return 0.0 if at is None else at.timestamp()

    @property
    def urgency(self) -> Urgency:
        """How urgent an answer is."""
        return Urgency.LOOK if self.word or self.kind.looks else Urgency.ANSWER

    @property
    def room(self) -> int | None:
        """The chat in which it waits for room before it is answered, if it does."""
        if self.kind.late is None:
            return None
        return self.request.place.scope.chat if self.kind.late == "chat" else self.request.sender.user

    @property
    def asking(self) -> Asking | None:
        """Whom it answers."""
        return None if self.word else Asking(*self.who, self.request.update, muted=self.over)

    def join(self, other: "Job") -> InboxEntry:
        """Let this one serve another, newer one too; the entry that needs no answer any more."""
        served = self.entry
        self.crowded |= other.crowded or self.who != other.who
        self.entry, self.request = other.entry, other.request
        return served


def word_for(job: Job, *, crowded: bool) -> Job:
    """The word that something was not done, instead of it: one for a chat, but for each who taps."""
    chat, _ = job.who
    alike = None if isinstance(job.request, Tap) else f"{chat} {_WORD}"
    return Job(job.entry, job.request, Kind(looks=True, alike=alike, counted=None), word=True, crowded=crowded)


def lane_of(job: Job) -> Lane:
    """What plays, what only looks, and everybody's taps go side by side; what was sent on to a table plays there."""
    if job.entry.about is not None and not job.word:
        return job.entry.about.chat, "play"
    chat = job.request.place.scope.chat
    if isinstance(job.request, Tap):
        return chat, job.request.sender.user
    return chat, "look" if job.kind.looks else "play"


def whose(lane: Lane, job: object) -> Hashable | None:
    """Whose turn it is with what looks; what plays keeps its order."""
    if lane[1] != "look" or not isinstance(job, Job):
        return None
    return _WORD if job.word else job.who
