"""The tables of the chats as they are read: by their chat, by who plays at them, with their log and their words."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from bot.judges import Dictionary, Judges
from bot.judges.dictionaries import named
from bot.store.commits import Loaded
from bot.store.keys import Scope
from bot.store.migrate import WrongMove, moved_on
from bot.store.redis import Store
from bot.tables import acts
from bot.tables.acts import Act, IsAct
from bot.tables.codec import UnreadableState, decode_entry
from bot.tables.held import Held, each_once, playing, table_name
from bot.tables.moved import follow
from bot.tables.newest import Newest
from bot.tables.words import words_at
from engine.game import Table, is_over
from engine.record import LogEntry
from engine.rulesets import Ruleset

_MS: Final = timedelta(milliseconds=1)


class Tables:
    """Reads the tables of a store.

    Args:
        store: where they are.
        judges: who judges words.
        is_act: which actions are kept as acts of administrators and hosts beyond their game; none by default.
    """

    def __init__(self, store: Store, judges: Judges, is_act: IsAct = lambda _: False) -> None:
        self._store: Final = store
        self._judges: Final = judges
        self._is_act: Final = is_act
        self._newest: Final = Newest()

    async def load(self, scope: Scope, update: int | None = None, arrived: datetime | None = None) -> Held:
        """Read a chat's table and settings; of a group that became a supergroup those are at its new place.

        Args:
            scope: the chat, or its topic.
            update: the update that it is read for.
            arrived: when that reached the bot.

        Raises:
            UnreadableState: the table was written by another version.
        """
        while (loaded := await self._store.load(scope, update)).moved is not None:
            if not loaded.moved.left:
                await self.move(scope.chat, loaded.moved.chat)
            scope = Scope(moved_on(scope.chat, loaded.moved.chat))
        return await self._held(scope, loaded, arrived)

    async def _held(self, scope: Scope, loaded: Loaded, arrived: datetime | None = None) -> Held:
        table = None if loaded.state is None else self._newest.table(scope, loaded.state)
        words = None if table is None or is_over(table) else await words_at(self._judges, scope, table, loaded.words)
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
        )

    async def of_user(self, user: int, update: int | None = None, arrived: datetime | None = None) -> list[Held]:
        """The tables of the games that somebody is in, and those where the update was committed before."""
        noted = each_once([await self.load(scope, update, arrived) for scope in await self._store.user_games(user)])
        return [held for held in noted if held.seen or user in playing(held.table)]

    async def seen_by(self, user: int, most: int) -> list[Held]:
        """As :meth:`of_user`, for somebody who only looks: what is noted of them is not kept any longer for it.

        At most so many tables are read, and those that cannot be are left out.
        """
        noted: list[Held] = []
        for scope in (await self._store.seen_games(user))[:most]:
            with suppress(UnreadableState, WrongMove):
                noted.append(await self.load(scope))
        return [held for held in each_once(noted) if user in playing(held.table)]

    async def finished(self, user: int, update: int | None = None) -> list[Held]:
        """The finished games of somebody that are still kept, newest first."""
        noted = [(await self.load(scope, update), table) for scope, table in await self._store.finished_games(user)]
        over = [held for held, table in noted if held.table and is_over(held.table) and table_name(held.table) == table]
        return each_once(over)

    async def log(self, held: Held) -> list[LogEntry]:
        """What was done at a table, oldest first; nothing where it has changed since it was read.

        Raises:
            UnreadableState: it was written by another version.
        """
        return [decode_entry(entry) for entry in await self._store.log(held.scope, held.version)]

    async def acts(self, held: Held) -> list[Act]:
        """What was decided at a chat's table, and before at its former ones, oldest first.

        Raises:
            UnreadableState: it was written by another version.
        """
        kept = acts.read(await self._store.acts(held.scope))
        return (kept + acts.gathered(await self.log(held), held.table, self._is_act))[-acts.MOST :]

    async def dictionary(self, held: Held, ruleset: Ruleset) -> Dictionary:
        """The dictionary of a ruleset: with the chat's words that count at the table, else with those of now."""
        name, kind = named(ruleset.lexicon)
        return await self._judges.dictionary(held.scope.chat, name, kind, held.words)

    async def move(self, old: int, new: int) -> bool:
        """Follow a group that became a supergroup under another id; again is harmless.

        Returns:
            Whether it can have: Telegram moves a basic group, once. Otherwise nothing was changed, and the log says so.

        Raises:
            UnreadableState: the table was written by another version; it has moved all the same.
        """
        return await follow(old, new, self._store, self.load, self._as_it_was)

    async def _as_it_was(self, scope: Scope) -> Table | None:
        """The table of a closed group; none where another version wrote it, which moves all the same."""
        try:
            return (await self._held(scope, await self._store.load(scope))).table
        except UnreadableState:
            return None
