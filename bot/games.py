"""The tables of the chats: load, judge, apply, save. The one way by which a game changes."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.codec import LogEntry, Notice, decode_table, encode
from bot.dictionaries import named
from bot.judges import Dictionary, Judges, Verdict
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Duplicate, Lost, Store
from engine.crossword import timing
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Begin, Step, Table, apply, deadline, is_over, redact, view
from engine.klepka import timing as klepka_timing
from engine.rng import SECRET_BYTES
from engine.rulesets import Ruleset, rulesets
from engine.seats import Lobby, Seat, SeatTaken, open_lobby

TRIES = 5
"""How often a lost race is run again before the player is asked to repeat."""

Asked = Callable[[Table, datetime], Action]
"""What to do, made of the table as it is now and the instant."""


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
    if isinstance(table, Lobby):
        raise Refusal("lobby_open")
    if is_running(table):
        raise Refusal("game_running")


def is_running(table: Table | None) -> bool:
    """Whether a game is being played."""
    return table is not None and not isinstance(table, Lobby) and not is_over(table)


def table_name(table: Table) -> str:
    """A table's short name: the start of its commitment, which buttons carry."""
    return table.commitment[:8]


def utc() -> datetime:
    """The instant, in UTC."""
    return datetime.now(UTC)


class Games:
    """Applies actions to the tables of a store.

    Args:
        store: where the tables are.
        judges: who judges words.
        clock: the instant, in UTC.
        on_outage: tells a chat, once an outage, that a built-in list decided in place of the live service.
    """

    def __init__(
        self,
        store: Store,
        judges: Judges,
        clock: Callable[[], datetime] = utc,
        on_outage: Callable[[Held], Awaitable[None]] | None = None,
    ) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._clock: Final = clock
        self._on_outage: Final = on_outage

    @property
    def now(self) -> datetime:
        """The instant."""
        return self._clock()

    async def load(self, scope: Scope, update: int | None = None) -> Held:
        """Read a chat's table and settings.

        Raises:
            UnreadableState: the table was written by another version.
        """
        loaded = await self._store.load(scope, update)
        table = None if loaded.state is None else decode_table(loaded.state)
        return Held(scope, table, loaded.version, loaded.settings, loaded.duplicate)

    async def dictionary(self, scope: Scope, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a table with this ruleset."""
        name, kind = named(ruleset.lexicon)
        return await self._judges.dictionary(scope.chat, name, kind)

    async def move(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup under another id; again is harmless."""
        held = await self.load(Scope(old))
        if held.table is not None and not isinstance(held.table, Lobby) and is_running(held.table):
            for player in held.table.players:
                await self._store.add_user_game(player.user, Scope(new))
                await self._store.drop_user_game(player.user, Scope(old))
        languages = {ruleset.language for ruleset in rulesets().values()}
        await self._judges.chat_words.move(old, new, languages)
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

    async def begin(self, held: Held, user: int, message: int, update: int | None) -> Step | None:
        """Start the game of a chat's lobby; raises as :meth:`play` does."""
        if held.table is None:
            raise Refusal("no_game")
        words = (await self.dictionary(held.scope, held.table.ruleset)).words
        return await self.play(held, Begin(user, message, words.hash), update)

    async def play(self, held: Held, action: Action | Callable[[Table], Action], update: int | None) -> Step | None:
        """Apply an action, or what a callable makes of the table as it is now; ``None`` if it was applied before.

        Raises:
            Refusal, Malformed, Ambiguous: nothing was changed.
            Busy: see :class:`Busy`.
        """
        return await self._run(held, lambda table, _: action(table) if callable(action) else action, update)

    async def expire(self, scope: Scope) -> Step | None:
        """Apply what is due at a table by itself: a reminder, the end of a window or of a turn's time.

        Raises:
            Refusal: ``not_due`` or ``no_game``; nothing was changed.
            Busy: see :class:`Busy`.
        """
        return await self._run(await self.load(scope), _due, None)

    async def _run(self, held: Held, asked: Asked, update: int | None) -> Step | None:
        verdicts: dict[str, Verdict] = {}
        fell_back = False
        try:
            for _ in range(TRIES):
                if held.seen:
                    return None
                if held.table is None:
                    raise Refusal("no_game")
                # The time that judging takes is not the player's.
                now = self._clock()
                action = asked(held.table, now)
                words = _words(held.table, action, now)
                fresh = [word for word in words if word not in verdicts]
                if fresh:
                    judgement = await self._judges.judge(fresh, await self.dictionary(held.scope, held.table.ruleset))
                    verdicts |= judgement.verdicts
                    fell_back |= judgement.fell_back
                entry = LogEntry(action, now, {word: verdicts[word] for word in words})
                step = apply(held.table, action, now, entry.judge)
                if await self._commit(held, step, update, (entry,)):
                    return step
                held = await self.load(held.scope, update)
            raise Busy
        finally:
            if fell_back and self._on_outage is not None and await self._judges.outage_untold(held.scope.chat):
                await self._on_outage(held)

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
            table.ruleset.lexicon,
            held.settings.get("theme"),
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
                finished=step.table is None or is_over(step.table),
            )
        )
        match result:
            case Committed():
                return True
            case Duplicate() | Lost():
                return False


def _words(table: Table, action: Action, now: datetime) -> tuple[str, ...]:
    """The words that the rules would have judged for an action; none where they are not asked, as in challenge modes.

    Raises:
        Refusal, Malformed: the action is against the rules whatever the words are.
    """
    asked: dict[str, None] = {}

    def note(word: str) -> bool:
        asked[word] = None
        return True

    apply(table, action, now, note)
    return tuple(asked)


def _due(table: Table, now: datetime) -> Action:
    if isinstance(table, Lobby):
        raise Refusal("not_due")
    if isinstance(table, GameState):
        return timing.what_is_due(table, now)
    return klepka_timing.what_is_due(table, now)
