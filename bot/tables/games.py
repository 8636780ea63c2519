"""The tables of the chats: load, judge, apply, save. The one way by which a game changes."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace as changed

from bot.judges import Changes, Dictionary, Judges
from bot.judges.dictionaries import named
from bot.store.commits import Committed, Duplicate, Elsewhere, Loaded, Lost
from bot.store.handling import check_lane
from bot.store.keys import Scope
from bot.store.migrate import moved_on
from bot.store.redis import Store
from bot.surroundings import ServedTime, new_secret
from bot.tables.acts import IsAct
from bot.tables.beginnings import Beginnings, Message
from bot.tables.codec import Notice, UnreadableState, encode
from bot.tables.committing import commit_of
from bot.tables.held import Held, check_free, table_name
from bot.tables.history import History
from bot.tables.instants import Instants
from bot.tables.moved import follow
from bot.tables.newest import Newest
from bot.tables.notes import note_players
from bot.tables.notices import Unread, goes_unsaid, notice_of
from bot.tables.people import People
from bot.tables.summons import NOBODY, Summon, Summons, nobody
from bot.tables.words import words_at
from bot.workers.recently import Recently
from engine.absence import PlayerReplaced
from engine.beginnings import beginning
from engine.errors import Refusal
from engine.game import Action, Step, Table, deadline, is_over, moments, what_is_due
from engine.hosting import SeatComputers
from engine.record import LogEntry, Verdict, applied, tried
from engine.rulesets import Ruleset
from engine.seats import Begin, Join, Open, Seat, SeatTaken, open_lobby

log = logging.getLogger(__name__)

TRIES = 5
"""How often a lost race is run again before the player is asked to repeat."""

_MS: Final = timedelta(milliseconds=1)
_COMPLAIN_SECONDS: Final = 3600.0
_JUDGING: Final = timedelta(seconds=3)
"""More than judging words and saving takes: the live service answers, or not, in 1.8 s."""
_AT_ONCE: Final = timedelta(milliseconds=100)
"""What lists take at most; whatever judging takes longer is not the next player's time."""

Asked = Callable[[Table, datetime], Action]
"""What to do, made of the table as it is now and the instant."""


class Busy(Exception):
    """Too many others changed the table at the same time; the player may repeat."""


class Games:
    """Applies actions to the tables of a store.

    Args:
        store: where the tables are.
        judges: who judges words.
        clock: the time that games know.
        on_outage: tells a chat, once an outage, that a built-in list decided in place of the live service, where that
            goes with no notice because nothing came of what was asked.
        on_applied: is given every step of a game once it is saved, with its secrets, and the table that it came from.
        secret: makes what the seal of a new table commits to, in hex.
        is_act: which actions are kept as acts of administrators and hosts beyond their game; none by default.
        may_begin: raises a refusal while no new table may be opened and no game begun; they always may by default.
        is_shut: whether a chat is one whose tables nobody may change, not even from private chats; none by default.
    """

    def __init__(
        self,
        store: Store,
        judges: Judges,
        clock: ServedTime,
        on_outage: Callable[[Held], Awaitable[None]] | None = None,
        on_applied: Callable[[Held, Step], None] | None = None,
        *,
        secret: Callable[[], str] = new_secret,
        is_act: IsAct = lambda _: False,
        may_begin: Callable[[], Awaitable[None]] | None = None,
        is_shut: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._clock: Final = clock
        self.instants: Final = Instants(clock)
        self.history: Final = History(store, is_act)
        self.people: Final = People(store, self.load)
        self._on_outage: Final = on_outage
        self._on_applied: Final = on_applied
        self._secret: Final = secret
        self._may_begin: Final = may_begin
        self._is_shut: Final = is_shut
        self._beginnings: Final = Beginnings(self.dictionary, may_begin)
        self._newest: Final = Newest()
        self._unread: Final = Unread()
        self._complained: Final = Recently(_COMPLAIN_SECONDS)
        """Tables that cannot be read, and of which the log has a word."""

    async def told_of_standing(self, held: Held) -> None:
        """Note that a table's chat was told for how long its clocks stood still."""
        await self._store.note_away(held.scope, self._clock.away // _MS)

    async def load(self, scope: Scope, update: int | None = None, arrived: datetime | None = None) -> Held:
        """Read a chat's table and settings; of a group that became a supergroup those are at its new place.

        Args:
            scope: the chat, or its topic.
            update: the update that it is read for.
            arrived: when that reached the bot.

        A table that cannot be read is none, and said to be there (:attr:`~bot.tables.held.Held.unreadable`).
        """
        while (loaded := await self._store.load(scope, update)).moved is not None:
            if not loaded.moved.left:
                await self.move(scope.chat, loaded.moved.chat)
            scope = Scope(moved_on(scope.chat, loaded.moved.chat))
        return await self._held(scope, loaded, arrived)

    async def _held(self, scope: Scope, loaded: Loaded, arrived: datetime | None = None) -> Held:
        table, words, unreadable = None, None, False
        try:
            table = None if loaded.state is None else self._newest.table(scope, loaded.state)
            if not (table is None or is_over(table)):
                words = await words_at(self._judges, scope, table, loaded.words)
        except UnreadableState as error:
            table, unreadable = None, True
            if not self._complained.again((scope, loaded.version)):
                log.error("the table of chat %s cannot be read: %s", scope, error)  # noqa: TRY400 - where says nothing more
        return Held(
            scope,
            table,
            loaded.version,
            loaded.settings,
            loaded.duplicate,
            words,
            loaded.away * _MS,
            loaded.halted,
            arrived,
            unreadable,
        )

    async def dictionary(self, held: Held, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a ruleset: with the chat's words that count at the table, else with those of now."""
        name, kind = named(ruleset.lexicon)
        return await self._judges.dictionary(held.scope.chat, name, kind, held.words)

    async def move(self, old: int, new: int) -> bool:
        """Follow a group that became a supergroup under another id; again is harmless.

        Returns:
            Whether it can have: Telegram moves a basic group, once. Otherwise nothing was changed, and the log says so.
        """
        return await follow(old, new, self._store, self.load, self._as_it_was)

    async def _as_it_was(self, scope: Scope) -> Table | None:
        """The table of a closed group; none where it cannot be read, which moves all the same."""
        return (await self._held(scope, await self._store.load(scope))).table

    async def open(
        self,
        held: Held,
        ruleset: Ruleset,
        host: Seat,
        update: int,
        *,
        order: tuple[Seat, ...] = (),
        computers: tuple[Seat, ...] = (),
        summon: Summon = nobody,
    ) -> Step | None:
        """Open a lobby.

        Args:
            held: the chat's place, as it was read.
            ruleset: resolved.
            host: who opens it.
            update: what asks for it.
            order: a rematch's (:func:`engine.seats.rotated`).
            computers: computer players who are seated with the host.
            summon: tells whom the table calls.

        Raises:
            Refusal: see :func:`check_free`; ``table_unreadable``; or what ``may_begin`` refuses.
            Busy: see :class:`Busy`.
            TableElsewhere: as :meth:`play`.
        """
        check_lane(held.scope)
        if self._may_begin is not None:
            await self._may_begin()
        for _ in range(TRIES):
            check_free(held.table)
            if held.unreadable:
                raise Refusal("table_unreadable")
            now = self._clock()
            lobby = open_lobby(ruleset, host, self._secret(), order, computers=computers, now=now)
            step = Step(lobby, tuple(SeatTaken(seat.user, seat.name) for seat in lobby.seats))
            opened = replace(held, words=await words_at(self._judges, held.scope, lobby, None))
            entry = LogEntry(Open(host.user, host.name, order, computers), now, {}, step.events)
            kept, summons = await self.history.kept(held), await summon(held.scope, host.user)
            if await self._commit(opened, step, update, entry, fresh=True, kept=kept, summons=summons):
                return step
            held = await self.load(held.scope, update)
            if held.seen:
                return None
        raise Busy

    async def begin(
        self, held: Held, user: int, message: int, update: int | None, chat: int | None = None
    ) -> Step | None:
        """Start the game of a chat's lobby, by the dictionary as it is now to the end; raises as :meth:`play` does.

        ``message`` is the number of the message that asked for it, in ``chat`` if that is not the table's own.
        """
        if update is not None:
            check_lane(held.scope)
        origin = held.scope.chat if chat is None else chat
        action = Begin(user, message, "", origin)
        return await self._run(held, lambda *_: action, update, (origin, message))

    async def sit(self, held: Held, action: Join | SeatComputers, update: int, message: int, chat: int) -> Step | None:
        """Seat somebody; where that fills a lobby that starts when it is full, its game begins in the same commit.

        Args:
            held: the table.
            action: without a beginning.
            update: the update that asks for it.
            message: the number of the message that asked for it.
            chat: where that message is.

        Raises:
            Refusal, Busy, TableElsewhere: as :meth:`play`; what ``may_begin`` refuses where a game would begin.
        """
        self._check_open(held, update)
        return await self._run(held, lambda *_: action, update, (chat, message))

    async def play(self, held: Held, action: Action | Asked, update: int | None) -> Step | None:
        """Apply an action, or what a callable makes of the table and the instant; ``None`` if it was applied before.

        Raises:
            Refusal, Malformed, Ambiguous: nothing was changed; ``out_of_reach`` to all that people ask of a table whose
                chat cannot be told of it, ``banned_chat`` where that is shut.
            Busy: see :class:`Busy`.
            TableElsewhere: an update asks for it in the lane of another chat; nothing was done.
        """
        self._check_open(held, update)
        return await self._run(held, action if callable(action) else lambda *_: action, update)

    def _check_open(self, held: Held, update: int | None) -> None:
        """Whether people may ask anything of a table; the bot always may."""
        if update is None:
            return
        check_lane(held.scope)
        self.check_heard(held)

    def check_heard(self, held: Held) -> None:
        """Raise a refusal where nothing that people ask of a table is done: ``banned_chat``, ``out_of_reach``."""
        if self._is_shut(held.scope.chat):
            raise Refusal("banned_chat")
        if held.halted:
            raise Refusal("out_of_reach")

    async def expire(self, held: Held) -> Step | None:
        """Apply what is due at a table by itself: a reminder, the end of a window or of a turn's time.

        Raises:
            Refusal: ``not_due`` or ``no_game``; nothing was changed.
            Busy: see :class:`Busy`.
        """
        return await self._run(held, what_is_due, None)

    def notice(self, data: bytes) -> Notice:
        """A stored notice, to be read once.

        Raises:
            UnreadableState: the data are damaged.
        """
        return self._unread.read(data)

    async def _run(self, held: Held, asked: Asked, update: int | None, message: Message | None = None) -> Step | None:
        """Judge and apply; ``message`` is what asked for an action that may begin a game."""
        # The time that waiting, judging and lost races take is nobody's: neither this player's nor the next one's.
        arrived = self._clock() if held.arrived is None else held.arrived
        name = None if held.table is None else table_name(held.table)
        verdicts: dict[str, Verdict] = {}
        untold = False
        try:
            for _ in range(TRIES):
                if held.seen:
                    return None
                if held.table is None:
                    raise Refusal("table_unreadable" if held.unreadable else "no_game")
                if table_name(held.table) != name:
                    # What was asked of one table, and its verdicts, are not for the next one in its place.
                    raise Busy
                now, begins = moments(held.table, arrived, self._clock())
                action, agreed = await self._beginnings.of(held, asked(held.table, now), message)
                words, supposed = tried(held.table, action, now, begins)
                fresh = [word for word in words if word not in verdicts]
                if fresh:
                    await self._hold(held.scope, held.table)
                    judgement = await self._judges.judge(fresh, await self.dictionary(held, held.table.ruleset))
                    verdicts |= judgement.verdicts
                    untold |= judgement.fell_back and await self._judges.outage_untold(held.scope.chat)
                said = {word: verdicts[word] for word in words}
                judged = self._judged(held.table, arrived, begins)
                step, entry = applied(
                    held.table, action, now, said, supposed if judged == begins else None, begins=judged
                )
                if beginning(action) or any(isinstance(event, PlayerReplaced) for event in step.events):
                    # Their lists are in other shards: before the commit, lest anybody look words up in between.
                    await note_players(self._store, step.table, held.scope)
                if await self._commit(held, step, update, entry, words=agreed, fell_back=untold):
                    # In the notice, so that it is told after what was told before, and with what it is about.
                    untold = False
                    if self._on_applied is not None:
                        self._on_applied(held, step)
                    return step
                held = await self.load(held.scope, update, arrived)
            raise Busy
        finally:
            if untold and self._on_outage is not None:
                await self._on_outage(held)

    def _judged(self, table: Table, arrived: datetime, begins: datetime) -> datetime:
        """When what an action leads to begins, its words being judged."""
        _, judged = moments(table, arrived, self._clock())
        return judged if judged - begins > _AT_ONCE else begins

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
        entry: LogEntry,
        *,
        fresh: bool = False,
        words: Changes | None = None,
        kept: bytes | None = None,
        fell_back: bool = False,
        summons: Summons = NOBODY,
    ) -> bool:
        """Write a step; ``False`` when somebody else was faster or the update had been applied."""
        table = step.table or held.table
        if table is None:
            raise AssertionError("a step without a table closes one")
        notice = notice_of(
            held,
            table,
            step,
            words=held.words if words is None else words,
            fell_back=fell_back,
            stood_still=self.instants.stood_still(held) // _MS,
        )
        if summons is not NOBODY:
            notice = changed(notice, called=summons.told, afar=summons.afar)
        told = () if goes_unsaid(step) else (encode(notice),)
        self._unread.written(told, notice)
        change = commit_of(
            held,
            step,
            update,
            entry,
            told=told,
            away=self._clock.away,
            now=self._clock(),
            fresh=fresh,
            words=words,
            acts=kept,
        )
        if summons.called:
            change = replace(change, called=summons.called)
        result = await self._store.commit(change)
        match result:
            case Committed():
                self._newest.note(held.scope, change.state, step.table)
                return True
            case Duplicate() | Lost() | Elsewhere():
                return False
