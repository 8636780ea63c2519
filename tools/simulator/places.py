"""Chats and topics with several tables: which there are, who sits where, and how people say which one they mean.

People name a table by a number, by a reply, by nothing where only one can be meant, or once they are asked.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Literal

from msgspec import Struct
from redis.exceptions import RedisError

from bot.bench.fleet.make_updates import FleetPerson
from bot.playground.state.chats import Json
from bot.store.scope import Scope
from bot.telegram.button_data import encode_button_data
from engine.game import Game
from engine.lobby_seats import Lobby
from tools.simulator.ledger import Ledger, SentUpdate, TableRecord
from tools.simulator.store import TableWatcher

NamingWay = Literal["number", "reply", "nothing", "question"]
_MOST_SEATS: Final = 3
"""At how many tables of a place one person sits at most."""
_LOOK_SECONDS: Final = 0.2
_MOVES: Final = frozenset({"/oyna", "/degistir", "/ac", "/soz"})
"""What only whoever is on turn may do, so that the turn tells the table."""
_JOIN: Final = "/katil"
"""What is about any table that waits for players."""
_COSTLY: Final = "/pas"
"""What is asked about wherever its sender plays at two tables."""


class Place:
    """The tables of a chat or topic, who plays there, and which number each of them got."""

    def __init__(
        self, scope: Scope, people: Sequence[FleetPerson], ledger: Ledger, watcher: TableWatcher | None = None
    ) -> None:
        self.people: Final = people
        self.may_play = asyncio.Event()
        """Set unless the group is just becoming a supergroup."""
        self.may_play.set()
        self._scope: Final = scope
        self._ledger: Final = ledger
        self._watcher: Final = watcher
        self._records: Final[list[TableRecord]] = []
        """Every table that was opened, in that order."""
        self._seated: Final[dict[TableRecord, frozenset[int]]] = {}
        """Who sits at the tables that are not over, or is about to sit down."""
        self._told: Final[set[int]] = set()
        """Numbers of tables that people have been told."""
        self._opening: Final[dict[int, asyncio.Lock]] = {}

    def add_table(self, title: str, players: Sequence[FleetPerson]) -> TableRecord:
        """A table that these people are about to open; its number is not known yet."""
        chat = self._records[0].scope.chat if self._records else self._scope.chat
        record = TableRecord(Scope(chat, self._scope.topic), title, neighbours=self._records)
        if self._records:
            record.former_chat = self._records[0].former_chat
        self._records.append(record)
        self._seated[record] = frozenset(one.user for one in players)
        self._ledger.unnumbered.append(record)
        return record

    def begin_migration(self) -> bool:
        """Keep everybody from beginning anything, as the group becomes a supergroup; whether it has not before."""
        if not self.may_play.is_set() or any(one.former_chat is not None for one in self._records):
            return False
        self.may_play.clear()
        return True

    def close_table(self, record: TableRecord) -> None:
        """Note that nobody sits at a table any more."""
        self._seated.pop(record, None)

    def choose_players(self, counts: Sequence[int], rng: Random) -> list[FleetPerson]:
        """Who plays next: as many as one of these counts says, of those who may sit down somewhere; else nobody."""
        free = [one for one in self.people if self._count_seats(one.user) < _MOST_SEATS]
        fitting = [count for count in counts if count <= len(free)]
        return rng.sample(free, rng.choice(fitting)) if fitting else []

    def is_only_seat(self, record: TableRecord, user: int) -> bool:
        """Whether somebody sits at this table and at no other."""
        return user in self._seated.get(record, ()) and self._count_seats(user) == 1

    def is_only_lobby(self, record: TableRecord) -> bool:
        """Whether somebody who sits down means this table: no other waits for players, and nobody was invited here.

        Who was invited may sit here by a button already, and what opens next is then the only one to sit down at.
        """
        others = (one.seen_table for one in self._seated if one is not record)
        seen = record.seen_table
        is_open = seen is None or (isinstance(seen, Lobby) and not seen.invited)
        return is_open and all(isinstance(one, Game) for one in others)

    def other_games(self, record: TableRecord, user: int) -> list[Game]:
        """The other running games of somebody, as they were seen last."""
        games = [one.seen_table for one in self._seated if one is not record]
        return [game for game in games if isinstance(game, Game) and game.seat_of(user) is not None]

    def tables_of(self, user: int) -> list[TableRecord]:
        """Where somebody sits, or is about to sit down."""
        return [one for one, seated in self._seated.items() if user in seated]

    def is_on_turn_elsewhere(self, record: TableRecord, user: int) -> bool:
        """Whether somebody was seen on turn at another table."""
        return any(game.players[game.turn].user == user for game in self.other_games(record, user))

    def lock_opening(self, host: int) -> asyncio.Lock:
        """Held by a host who opens a table until its number is known, so that it is known which one it is."""
        return self._opening.setdefault(host, asyncio.Lock())

    async def find_number(self, record: TableRecord, host: int) -> None:
        """Wait until a table that somebody opens is there, and note its number."""
        if self._watcher is None:
            raise RuntimeError("nobody looks at these tables")
        known = {one.secret for one in self._records} - {None}
        told: set[int] = set()
        while True:
            found = None
            with contextlib.suppress(RedisError, OSError):
                numbers = await self._watcher.read_numbers(record.scope)
                told |= {number for number, is_told in numbers.items() if is_told}
                found = await self._watcher.find_lobby(record.scope, host, known)
            if found is not None:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        scope, lobby = found
        record.scope = record.scope.at_table(scope.table)
        for other in self._records:
            if other is not record and other.secret is not None and other.scope == record.scope:
                other.is_replaced = True
                record.former_tables += (other,)
                record.is_told_again |= record.scope.table in told | self._told
        self._told.update(told)
        record.secret, record.ruleset = lobby.secret, lobby.ruleset
        self._ledger.number_table(record)

    def _count_seats(self, user: int) -> int:
        return sum(user in seated for seated in self._seated.values())


class NamedText(Struct, frozen=True):
    """A text that means a table."""

    text: str
    way: NamingWay
    bot_message: Json | None = None
    """The message that it is a reply to."""

    @property
    def names_table(self) -> bool:
        """Whether nobody need be asked."""
        return self.way in {"number", "reply"}


class TableNaming(Struct, frozen=True):
    """Says of texts which table of a place they mean, by a chance."""

    place: Place
    newest_messages: Mapping[tuple[int, str], Json]
    """The newest messages with buttons of tables, by chats and short names."""
    rng: Random

    def name_table(
        self, record: TableRecord, user: int, text: str, *, private: bool = False, answers_somebody: bool = False
    ) -> NamedText | None:
        """A command that somebody writes about a table; ``None`` where nothing in a private chat can say which.

        To the bot alone no number tells chats apart; and what ``answers_somebody`` is a reply already.
        """
        ways = self._ways(record, user, text)
        if not private:
            ways += ["number", "number"] if answers_somebody else ["number", "number", "reply", "reply"]
        if not ways:
            return None
        way = self.rng.choice(ways)
        if way == "reply":
            message = self._message_of(record)
            if message is not None:
                return NamedText(text, way, message)
            way = "number"
        return NamedText(self._with_number(record, text) if way == "number" else text, way)

    def _ways(self, record: TableRecord, user: int, text: str) -> list[NamingWay]:
        """The ways in which nothing in the text says which table is meant."""
        command = text.split(maxsplit=1)[0]
        if self.place.is_only_seat(record, user) and (command != _JOIN or self.place.is_only_lobby(record)):
            return ["nothing"] * 3
        if command not in _MOVES | {_COSTLY} or not record.is_settled:
            return []
        if command == _COSTLY:
            return ["question"] * 4 if self.place.other_games(record, user) else []
        return ["question"] * 4 if self.place.is_on_turn_elsewhere(record, user) else ["nothing"] * 2

    def _message_of(self, record: TableRecord) -> Json | None:
        """A message about the table: with its buttons, or one of which the bot knows what it is about."""
        if record.messages and self.rng.random() < 0.5:  # noqa: PLR2004 - either
            return {"message_id": max(record.messages)}
        return None if record.name is None else self.newest_messages.get((record.scope.chat, record.name))

    def _with_number(self, record: TableRecord, text: str) -> str:
        command, _, what = text.partition(" ")
        if command == "/oyna" and record.is_number_told and self.rng.random() < 0.3:  # noqa: PLR2004 - fewer leave the command out
            return f"#{record.scope.table} {what}"
        return f"{command} #{record.scope.table} {what}".rstrip()


class OpenQuestion(Struct, frozen=True):
    """Something that somebody wrote and is to be asked about."""

    sent: SentUpdate
    user: int
    private: bool

    def choose_taps(self, place: Place, rng: Random) -> list[TableRecord]:
        """The tables whose buttons are tapped: that which is meant, some twice, and some together with another."""
        meant = self.sent.record
        others = [one for one in place.tables_of(self.user) if one is not meant and one.name is not None]
        taps = [meant] * (1 + (rng.random() < 0.3))  # noqa: PLR2004 - some tap twice
        if others and rng.random() < 0.3:  # noqa: PLR2004 - some change their minds
            taps.insert(rng.randint(0, 1), rng.choice(others))
        return taps

    def to_button_data(self, record: TableRecord) -> str:
        """The data of the button of a table below the question."""
        return encode_button_data("which", record.name or "", self.user, self.sent.update_id)
