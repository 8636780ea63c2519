"""The tables of the chats: load, judge, apply, save. The one way by which a game changes."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.codec import LogEntry, Notice, decode_table, decode_words, encode
from bot.dictionaries import named
from bot.judges import Changes, Dictionary, Judges, Verdict
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Duplicate, Lost, Store
from bot.tables import Held, check_free, playing, table_name
from engine.clock import ClocksShifted
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

_JUDGING: Final = timedelta(seconds=3)
"""More than judging words and saving takes: the live service answers, or not, in 1.8 s."""
_UNSAID_SECONDS: Final = 60
"""Less time given back than this is not worth a message."""

Asked = Callable[[Table, datetime], Action]
"""What to do, made of the table as it is now and the instant."""


class Busy(Exception):
    """Too many others changed the table at the same time; the player may repeat."""


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
        on_applied: is given every step of a game once it is saved, with its secrets, and the table that it came from.
    """

    def __init__(
        self,
        store: Store,
        judges: Judges,
        clock: Callable[[], datetime] = utc,
        on_outage: Callable[[Held], Awaitable[None]] | None = None,
        on_applied: Callable[[Held, Step], None] | None = None,
    ) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._clock: Final = clock
        self._on_outage: Final = on_outage
        self._on_applied: Final = on_applied

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
        words = None if table is None or is_over(table) else await self._words_at(scope, table, loaded.words)
        return Held(scope, table, loaded.version, loaded.settings, loaded.duplicate, words)

    async def _words_at(self, scope: Scope, table: Table, kept: bytes | None) -> Changes:
        """The chat's words that count at a table whose game is still to end; ``kept`` are those its game began with."""
        if not table.ruleset.chat_words:
            return Changes()
        # Of a game that an earlier version began none are kept.
        if kept is not None and not isinstance(table, Lobby):
            return decode_words(kept)
        return await self._judges.chat_words.read(scope.chat, table.ruleset.language)

    async def of_user(self, user: int, update: int | None = None) -> list[Held]:
        """The tables of the games that somebody is in, and those where the update was committed before."""
        noted = [await self.load(scope, update) for scope in await self._store.user_games(user)]
        return [held for held in noted if held.seen or user in playing(held.table)]

    async def dictionary(self, held: Held, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a ruleset: with the chat's words that count at the table, else with those of now."""
        name, kind = named(ruleset.lexicon)
        return await self._judges.dictionary(held.scope.chat, name, kind, held.words)

    async def move(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup under another id; again is harmless."""
        # Noted before and dropped after, so that at no instant a player's list lacks the game.
        await self._note_players((await self.load(Scope(old))).table, Scope(new))
        languages = {ruleset.language for ruleset in rulesets().values()}
        await self._judges.chat_words.move(old, new, languages)
        await self._store.move(old, new)
        await self._note_players((await self.load(Scope(new))).table, Scope(new), Scope(old))

    async def _note_players(self, table: Table | None, scope: Scope, former: Scope | None = None) -> None:
        """Note in the players' own lists where their game is, and no longer is; again is harmless."""
        if table is None:
            return
        for user in playing(table):
            await self._store.add_user_game(user, scope, table_name(table))
            if former is not None:
                await self._store.drop_user_game(user, former, table_name(table))

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
            opened = replace(held, words=await self._words_at(held.scope, lobby, None))
            if await self._commit(opened, step, update, (), fresh=True):
                return step
            held = await self.load(held.scope, update)
            if held.seen:
                return None
        raise Busy

    async def begin(self, held: Held, user: int, message: int, update: int | None) -> Step | None:
        """Start the game of a chat's lobby, by the dictionary as it is now to the end; raises as :meth:`play` does."""
        if held.table is None:
            raise Refusal("no_game")
        agreed = await self.dictionary(held, held.table.ruleset)
        action = Begin(user, message, agreed.words.hash)
        return await self._run(held, lambda *_: action, update, agreed.changes)

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

    async def _run(self, held: Held, asked: Asked, update: int | None, agreed: Changes | None = None) -> Step | None:
        """Judge and apply; ``agreed`` are the words that a game begins with."""
        # The time that judging and lost races take is not the player's.
        now = self._clock()
        name = None if held.table is None else table_name(held.table)
        verdicts: dict[str, Verdict] = {}
        fell_back = False
        try:
            for _ in range(TRIES):
                if held.seen:
                    return None
                if held.table is None:
                    raise Refusal("no_game")
                if table_name(held.table) != name:
                    # What was asked of one table, and its verdicts, are not for the next one in its place.
                    raise Busy
                action = asked(held.table, now)
                words = _words(held.table, action, now)
                fresh = [word for word in words if word not in verdicts]
                if fresh:
                    await self._hold(held.scope, held.table)
                    judgement = await self._judges.judge(fresh, await self.dictionary(held, held.table.ruleset))
                    verdicts |= judgement.verdicts
                    fell_back |= judgement.fell_back
                entry = LogEntry(action, now, {word: verdicts[word] for word in words})
                step = apply(held.table, action, now, entry.judge)
                if isinstance(action, Begin):
                    # Their lists are in other shards: before the commit, lest anybody look words up in between.
                    await self._note_players(step.table, held.scope)
                if await self._commit(held, step, update, (entry,), words=agreed):
                    if self._on_applied is not None:
                        self._on_applied(held, step)
                    return step
                held = await self.load(held.scope, update)
            raise Busy
        finally:
            if fell_back and self._on_outage is not None and await self._judges.outage_untold(held.scope.chat):
                await self._on_outage(held)

    async def _hold(self, scope: Scope, table: Table) -> None:
        """Keep time from running out at a table, in any process, while words are judged for it."""
        due, until = deadline(table), self._clock() + _JUDGING
        if due is not None and due <= until:
            await self._store.put_off(scope, until.timestamp())

    async def _commit(
        self,
        held: Held,
        step: Step,
        update: int | None,
        log: tuple[LogEntry, ...],
        *,
        fresh: bool = False,
        words: Changes | None = None,
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
            replace(held, table=table, words=held.words if words is None else words).lexicon,
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
                outbox=() if _goes_unsaid(step) else (encode(notice),),
                deadline=None if due is None else due.timestamp(),
                reset_log=fresh,
                words=None if words is None else encode(words),
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


def _goes_unsaid(step: Step) -> bool:
    """Whether all that happened is that a little time was given back."""
    events = step.events
    return bool(events) and all(isinstance(one, ClocksShifted) and one.seconds < _UNSAID_SECONDS for one in events)


def _due(table: Table, now: datetime) -> Action:
    if isinstance(table, Lobby):
        raise Refusal("not_due")
    if isinstance(table, GameState):
        return timing.what_is_due(table, now)
    return klepka_timing.what_is_due(table, now)
