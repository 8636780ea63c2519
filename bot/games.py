"""The tables of the chats: load, apply, save. The one way by which a game changes."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.codec import LogEntry, Notice, decode_table, encode
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Duplicate, Lost, Store
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Begin, Step, Table, apply, deadline, redact, view
from engine.lexicon import lexicon
from engine.rng import SECRET_BYTES
from engine.rulesets import Ruleset
from engine.seats import Lobby, Seat, SeatTaken, open_lobby

TRIES = 5
"""How often a lost race is run again before the player is asked to repeat."""


@dataclass(frozen=True, slots=True)
class Held:
    """A chat's table as it was read, with the version to commit against."""

    scope: Scope
    table: Table | None
    version: int
    settings: Mapping[str, str]
    seen: bool
    """Whether the update was committed before."""


class Busy(Exception):
    """Too many others changed the table at the same time; the player may repeat."""


def check_free(table: Table | None) -> None:
    """Whether a new table may be opened where this one is: a chat has one at a time.

    Raises:
        Refusal: ``lobby_open`` or ``game_running``.
    """
    match table:
        case Lobby():
            raise Refusal("lobby_open")
        case GameState(outcome=None):
            raise Refusal("game_running")
        case _:
            pass


def table_name(table: Table) -> str:
    """A table's short name: the start of its commitment, which buttons carry."""
    return table.commitment[:8]


class Games:
    """Applies actions to the tables of a store.

    Args:
        store: where the tables are.
        clock: the instant, in UTC.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._clock = clock

    async def load(self, scope: Scope, update: int | None = None) -> Held:
        """Read a chat's table and settings.

        Raises:
            UnreadableState: the table was written by another version.
        """
        loaded = await self._store.load(scope, update)
        table = None if loaded.state is None else decode_table(loaded.state)
        return Held(scope, table, loaded.version, loaded.settings, loaded.duplicate)

    async def move(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup under another id; again is harmless."""
        held = await self.load(Scope(old))
        if isinstance(held.table, GameState) and held.table.outcome is None:
            for player in held.table.players:
                await self._store.add_user_game(player.user, Scope(new))
                await self._store.drop_user_game(player.user, Scope(old))
        # Last, for afterwards nothing tells any more who played in the old chat.
        await self._store.move(old, new)

    async def open(self, held: Held, ruleset: Ruleset, host: Seat, update: int) -> Step | None:
        """Open a lobby.

        Raises:
            Refusal: see :func:`check_free`.
            Busy: see :class:`Busy`.
        """
        for _ in range(TRIES):
            check_free(held.table)
            lobby = open_lobby(ruleset, host, secrets.token_hex(SECRET_BYTES))
            step = Step(lobby, (SeatTaken(host.user, host.name),))
            if await self._commit(held, step, update, (), fresh=True):
                return step
            held = await self.load(held.scope, update)
            if held.seen:
                return None
        raise Busy

    async def play(self, held: Held, action: Action | Callable[[Table], Action], update: int | None) -> Step | None:
        """Apply an action, or what a callable makes of the table as it is now; ``None`` if it was applied before.

        Raises:
            Refusal, Malformed, Ambiguous: nothing was changed.
            Busy: see :class:`Busy`.
        """
        for _ in range(TRIES):
            if held.seen:
                return None
            if held.table is None:
                raise Refusal("no_game")
            asked = action(held.table) if callable(action) else action
            now = self._clock()
            verdicts: dict[str, bool] = {}
            step = apply(held.table, asked, now, _recording(held.table, verdicts))
            if await self._commit(held, step, update, (LogEntry(asked, now, verdicts),)):
                return step
            held = await self.load(held.scope, update)
        raise Busy

    async def _commit(
        self, held: Held, step: Step, update: int | None, log: tuple[LogEntry, ...], *, fresh: bool = False
    ) -> bool:
        """Write a step; ``False`` when somebody else was faster or the update had been applied."""
        table = step.table or held.table
        if table is None:
            raise AssertionError("a step without a table closes one")
        notice = Notice(
            tuple(redact(event, None) for event in step.events),
            None if step.table is None else view(step.table, None),
            table_name(table),
            table.ruleset.title,
            held.settings.get("language"),
        )
        due = None if step.table is None else deadline(step.table)
        result = await self._store.commit(
            Commit(
                scope=held.scope,
                expected=held.version,
                update_id=update,
                state=None if step.table is None else encode(step.table),
                log=tuple(encode(entry) for entry in log),
                outbox=(encode(notice),),
                deadline=None if due is None else due.timestamp(),
                reset_log=fresh,
                finished=step.table is None or _is_over(step.table),
            )
        )
        match result:
            case Committed():
                return True
            case Duplicate() | Lost():
                return False


def _is_over(table: Table) -> bool:
    return isinstance(table, GameState) and table.outcome is not None


def _recording(table: Table, verdicts: dict[str, bool]) -> Callable[[str], bool]:
    """The table's judge, which writes down what it says."""
    words = lexicon(table.ruleset.lexicon)

    def judge(word: str) -> bool:
        verdicts[word] = word in words
        return verdicts[word]

    return judge


def begin(held: Held, user: int, message: int) -> Begin:
    """The action that starts the game of a chat's lobby.

    Raises:
        Refusal: ``no_game``.
    """
    if held.table is None:
        raise Refusal("no_game")
    return Begin(user, message, lexicon(held.table.ruleset.lexicon).hash)
