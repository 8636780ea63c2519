"""What a table's place in the store holds, what is written there in one step, and what may come of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.store.keys import Scope
from bot.store.migrate import Closed


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a scope holds."""

    version: int
    """Counts the commits; 0 where there never was a game."""
    state: bytes | None
    settings: Mapping[str, str]
    """The chat's."""
    duplicate: bool
    """Whether the update asked about was committed before."""
    words: bytes | None = None
    """What :attr:`Commit.words` put beside the game."""
    away: int = 0
    """What the newest commit had as :attr:`Commit.away`."""
    halted: bool = False
    """Whether tables of the chat wait for the bot's return."""
    moved: Closed | None = None
    """Where the chat is by now, if it has moved; what is here then is not to be built upon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A change that is to happen as a whole or not at all."""

    scope: Scope
    expected: int
    """The version the change was computed from."""
    update_id: int | None
    """The update that caused it, to be applied once; ``None`` for what no update caused."""
    state: bytes | None
    """``None`` removes the game; its version counts on."""
    log: Sequence[bytes] = ()
    outbox: Sequence[bytes] = ()
    deadline: float | None = None
    """When the next time-out is due, in seconds of the epoch in served time; replaces the former one."""
    reset_log: bool = False
    """Begin the log anew, without words: a new game."""
    acts: bytes | None = None
    """What is kept of the logs of former games, as it is; ``None`` leaves what is there."""
    words: bytes | None = None
    """The chat's own words, to be kept beside the game as they are; ``None`` leaves what is there."""
    away: int = 0
    """For how long the service had been away in all by then, in milliseconds."""
    at: int | None = None
    """When it was done, in served time, in milliseconds of the epoch: that never runs back past it."""
    called: Sequence[str] = ()
    """Who waits no longer to be told of a table (:mod:`bot.store.callers`); one of them waiting no more, it is lost."""
    finished: bool = False
    """The game is over: keep it for :data:`~bot.store.retention.FINISHED_SECONDS` only."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored, under this version."""

    version: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The update was committed before; nothing was changed."""

    version: int


@dataclass(frozen=True, slots=True)
class Lost:
    """Another commit came first and left this version; nothing was changed."""

    version: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The chat has moved; nothing was changed."""

    chat: int
