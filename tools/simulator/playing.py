"""Play tables from the opening to the end, with people who act in bursts, twice, and at the wrong moment."""

import asyncio
import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Final

from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.crossword.state import GameState as BoardState
from engine.duplicate.state import GameState as RoundsState
from engine.errors import EngineError
from engine.game import Action, Game, Table, apply, is_over
from engine.klepka.state import GameState as CardsState
from engine.lexicon import load_lexicon
from engine.lobby_seats import Leave, Lobby
from engine.turns import Cancel
from tools.fleet.bot_api import FleetPerson
from tools.simulator import actions
from tools.simulator.actions import IDLE_KINDS, PLAYED_KINDS, TableKind
from tools.simulator.leaks import TelegramOutput
from tools.simulator.ledger import ExpectedAction, TableRecord, expect, open_table, start_game, take_seat
from tools.simulator.pages import BoardPages
from tools.simulator.people import (
    NUMBERS_PER_TABLE,
    OpenQuestion,
    Place,
    PlayerAction,
    UpdateSender,
    admin_of,
    make_people,
    make_players,
    name_table,
    people_around,
)
from tools.simulator.store import COMMIT_WAIT_SECONDS, TableWatcher

_MAX_BURST: Final = 5
_LOOK_UPS: Final = ("/skor", "/tahta", "/torba", "/sure", "/kurallar", "/tahta metin", "iyi oyundu", "KALEM ne demek?")
_IDLE_LOOK_SECONDS: Final = 30.0
"""Seconds between looks at a table at which people do not play."""
_QUESTION_LOOK_SECONDS: Final = 0.1
_ROUND_LOOK_SECONDS: Final = 5.0
"""Seconds between looks at a round, unless a commit comes before."""
_WINDOW_SECONDS: Final = 20.0
"""Seconds after which the shortest window of a play (for challenges or take-backs) has closed."""
_VERSION_OF_MIGRATION: Final = 8
"""The number of a game's actions after which its group becomes a supergroup."""
_GAMES_PER_TABLE: Final = 3
"""How many tables are opened in a row instead of a single one, in a chat with several tables."""
_SEAT_SECONDS: Final = 0.5
_FIRST_CHAT: Final = -1_002_000_000_000
_FIRST_FORUM: Final = _FIRST_CHAT - 500_000
_FIRST_SUPERGROUP: Final = _FIRST_CHAT - 900_000
_FIRST_GROUP: Final = -5_000_000
_FIRST_USER: Final = 1_000_000
_FORUM_EVERY: Final = 8
"""One in this many tables is in a topic of a forum; four topics share a chat."""
_TOPICS_PER_FORUM: Final = 4
_MIGRATION_EVERY: Final = 13
"""One in this many tables is in a group that becomes a supergroup."""
_PLACES_PER_FORUM: Final = 4
_PLACES_PER_MIGRATION: Final = 3
"""One in this many places with several tables is in a forum, or in a group that becomes a supergroup."""
_FEWEST_PEOPLE: Final = 4


@dataclass(frozen=True, slots=True)
class Stage:
    sender: UpdateSender
    watcher: TableWatcher
    output: TelegramOutput
    pages: BoardPages | None = None


class TablePlayer:
    """Plays one table with these people, the host first; its group becomes ``supergroup`` if that is given.

    At a ``place`` with several tables, people say which one they mean.
    """

    def __init__(
        self,
        stage: Stage,
        record: TableRecord,
        players: Sequence[FleetPerson],
        kind: TableKind,
        rng: Random,
        *,
        place: Place | None = None,
        supergroup: int | None = None,
    ) -> None:
        self._stage: Final = stage
        self._sender: Final = stage.sender
        self._record: Final = record
        self._players: Final = tuple(players)
        self._host: Final = players[0]
        self._admin: Final = admin_of(players[0].user)
        self._kind: Final = kind
        self._rng: Final = rng
        self._place: Final = place
        self._supergroup = supergroup
        self._people: Final = people_around((*players, *(() if place is None else place.people)))
        self._questions: Final[list[OpenQuestion]] = []
        """Texts whose senders will be asked for the table and have not answered yet."""
        self._came = False
        """Whether the latest action asked for was seen to be committed."""

    async def play_to_end(self) -> None:
        if not await self._open_and_start():
            return
        while not self._sender.stopping.is_set():
            if self._place is not None:
                await self._place.may_play.wait()
            version, table = await self._stage.watcher.read_table(self._record)
            if version == 0 and self._place is not None:
                # The table has not moved yet with its group, which becomes a supergroup.
                await self._wait_version(1)
            elif table is None or is_over(table):
                return
            elif not self._kind.is_played:
                await self._wait_version(version + 1, _IDLE_LOOK_SECONDS)
            elif self._supergroup is not None and version > _VERSION_OF_MIGRATION:
                await self._migrate_group(self._supergroup, version)
            else:
                await self._play_round(table, version)

    async def _wait_version(self, version: int, seconds: float = COMMIT_WAIT_SECONDS) -> bool:
        return await self._stage.watcher.wait_for_version(self._record, version, seconds)

    async def _open_and_start(self) -> bool:
        chance, is_played = self._rng, self._kind.is_played
        await self._open_table()
        if chance.random() < 0.05:  # noqa: PLR2004 - some tables never begin
            await self._wait_until_open()
            self._write(self._host, "/iptal", expect(Cancel(self._host.user)))
            return False
        if is_played and not self._kind.waits_for_window and not self._kind.starts_when_full and chance.random() < 0.2:  # noqa: PLR2004 - a few
            await self._change_option()
        for one in self._players[1:]:
            self._take_seat(one)
            if chance.random() < 0.1 and not self._kind.starts_when_full:  # noqa: PLR2004 - some get up once more
                self._write(one, "/ayril", expect(Leave(one.user)))
                self._take_seat(one)
        for _ in range(1 + (chance.random() < 0.2)):  # noqa: PLR2004 - some begin twice
            message = self._sender.account.next_message_id()
            self._write(self._host, "/baslat", start_game(self._host.user, message), message=message)
        return await self._wait_until_started()

    async def _open_table(self) -> None:
        """Open the table; in a place with several, wait until its number is known."""
        text, opens = f"/yeni {self._kind.game}", open_table(self._host.user, self._host.name)
        if self._place is None:
            self._sender.send_text(self._record, self._host, text, opens)
            return
        async with self._place.lock_opening(self._host.user):
            await self._place.may_play.wait()
            self._sender.send_text(self._record, self._host, text, opens)
            await self._place.find_number(self._record, self._host.user)

    def _take_seat(self, person: FleetPerson) -> None:
        message = self._sender.account.next_message_id()
        ask = take_seat(person.user, person.name, message)
        self._write(person, "/katil", ask, message=message)

    async def _change_option(self) -> None:
        _, lobby = await self._wait_until_open()
        if isinstance(lobby, Lobby):
            self._send_action(actions.choose_option_change(lobby, self._rng), 1)
            await self._wait_version(2)

    async def _wait_until_open(self) -> tuple[int, Table | None]:
        """Wait for the table without a time limit, as Redis or Telegram may be down."""
        while not await self._wait_version(1):
            pass
        return await self._stage.watcher.read_table(self._record)

    async def _wait_until_started(self) -> bool:
        while not self._sender.stopping.is_set():
            version, table = await self._stage.watcher.read_table(self._record)
            if isinstance(table, Game):
                return True
            await self._wait_version(version + 1)
        return False

    async def _play_round(self, table: Table, version: int) -> None:
        self._record.is_settled = self._came and not self._sender.has_unacknowledged(self._record)
        if isinstance(table, RoundsState):
            await self._play_in_rounds(table, version)
            return
        self._distract(table, version)
        if isinstance(table, Game):
            for done in actions.choose_decisions(table, self._admin.user, self._rng):
                self._send_action(done, version)
        wanted = version + self._send_burst(table, version)
        await self._answer_questions()
        self._came = await self._wait_version(max(wanted, version + 1))
        if self._came and self._kind.waits_for_window:
            await self._wait_version(wanted + 1, _WINDOW_SECONDS)

    async def _play_in_rounds(self, game: RoundsState, version: int) -> None:
        if self._rng.random() < 0.1:  # noqa: PLR2004 - of all looks
            self._write(self._rng.choice(self._players), self._rng.choice(_LOOK_UPS))
        decided = actions.choose_pauses(game, self._admin.user, self._rng)
        for done in (*decided, *actions.choose_answers(game, self._rng)):
            self._send_action(done, version)
        self._came = await self._wait_version(version + 1, _ROUND_LOOK_SECONDS)

    def _send_burst(self, table: Table, version: int) -> int:
        """Send some actions, each based on the state after the one before; return how many should count."""
        given = 0
        for _ in range(self._rng.randint(1, _MAX_BURST) if self._kind.is_untimed else 1):
            chosen = self._choose_action(table)
            if chosen is None:
                break
            things, action = chosen
            for done in things:
                self._send_action(done, version)
            after = _apply_or_none(table, action)
            given += after is not None
            if after is None or is_over(after):
                break
            if self._questions or any(done.is_tap or done.is_private or done.page for done in things):
                # These are not ordered with texts in the group, so the burst ends here.
                break
            table = after
        return given

    def _choose_action(self, table: Table) -> tuple[list[PlayerAction], Action] | None:
        match table:
            case CardsState():
                return actions.choose_card_action(table, self._rng)
            case BoardState():
                return actions.choose_board_action(table, _thinking_time(table), self._rng)
            case _:
                return None

    def _distract(self, table: Table, version: int) -> None:
        """Send something in between: talk, a look-up, a rack button, a play that is refused, a take-back that is."""
        chance = self._rng
        one, roll = chance.choice(self._players), chance.random()
        if roll < 0.12:  # noqa: PLR2004 - of all rounds
            self._write(one, chance.choice(_LOOK_UPS))
        elif not isinstance(table, BoardState):
            return
        elif roll < 0.18:  # noqa: PLR2004 - as above
            self._tap_idly(one.user, encode_button_data("rack", table_name(table)))
        elif roll < 0.21:  # noqa: PLR2004 - as above
            private = chance.random() < 0.5  # noqa: PLR2004 - either
            self._sender.send_text(self._record, one, "/raf", private=private)
        elif roll < 0.3:  # noqa: PLR2004 - as above
            self._send_action(actions.choose_refused_play(table, one.user, chance), version)
        elif roll < 0.33:  # noqa: PLR2004 - as above
            self._tap_idly(one.user, encode_button_data("board", table_name(table)))
        elif roll < 0.43 and (meddled := actions.choose_unfit_take_back(table, chance)) is not None:  # noqa: PLR2004 - as above
            self._tap_idly(*meddled)

    async def _migrate_group(self, supergroup: int, version: int) -> None:
        self._supergroup = None
        if self._place is not None and not self._place.begin_migration():
            return
        await self._sender.wait_until_acknowledged(self._record.scope.chat)
        await self._wait_version(version + 1, 1.0)
        self._sender.migrate_group(self._record, self._host, supergroup)
        if self._place is not None:
            self._place.may_play.set()
        while not await self._wait_version(1):
            if self._sender.stopping.is_set():
                return

    async def _answer_questions(self) -> None:
        questions, self._questions[:] = list(self._questions), []
        if not questions or self._place is None:
            return
        asked = self._stage.output.asked_updates
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMMIT_WAIT_SECONDS):
                while not all(one.sent.update_id in asked for one in questions):  # noqa: ASYNC110 - calls have no event
                    await asyncio.sleep(_QUESTION_LOOK_SECONDS)
        for one in questions:
            if one.sent.update_id in asked:
                self._answer_question(one, one.choose_taps(self._place, self._rng))

    def _send_action(self, action: PlayerAction, seen_actions: int) -> None:
        person, private = self._people[action.user], action.is_private
        if action.page is not None and (pages := self._stage.pages) is not None:
            self._record.is_settled = False
            pages.send_action(self._record, person, action.page, action.expected, seen_actions)
            return
        if not action.is_tap:
            self._write(person, action.text, action.expected, seen_actions, private=private)
            return
        if action.is_choice:
            self._sender.send_choice(self._record, person, action.text, action.expected)
            return
        self._record.is_settled = False
        for _ in range(1 + (self._rng.random() < 0.2)):  # noqa: PLR2004 - two taps on one state
            self._sender.send_tap(
                self._record, person, action.text, action.expected, seen_actions=seen_actions, private=private
            )

    def _tap_idly(self, user: int, data: str) -> None:
        self._sender.send_tap(self._record, self._people[user], data)

    def _answer_question(self, question: OpenQuestion, tables: Sequence[TableRecord]) -> None:
        sent = question.sent
        for table in tables:
            if table not in sent.meant_tables:
                sent.also_answered.append(table)
                table.sent_updates.append(sent)
        for table in tables:
            data = question.to_button_data(table)
            self._sender.send_tap(self._record, self._people[question.user], data, private=question.private)

    def _write(
        self,
        person: FleetPerson,
        text: str,
        expected: ExpectedAction | None = None,
        seen_actions: int = 0,
        *,
        private: bool = False,
        message: int | None = None,
    ) -> None:
        """Send a text that names the table if there are several; in private only if it can be named there."""
        named = None
        if self._place is not None and text.startswith("/"):
            name = partial(
                name_table,
                self._place,
                self._record,
                person.user,
                text,
                newest_messages=self._stage.output.newest_message,
                rng=self._rng,
            )
            if private:
                named = name(private=True)
                private = named is not None
            named = named or name()
            if named is None:
                return
        is_question = named is not None and named.way == "question"
        sent = self._sender.send_text(
            self._record,
            person,
            text if named is None else named.text,
            expected,
            seen_actions=seen_actions,
            private=private,
            ordered=not is_question,
            message=message,
            reply_to=None if named is None else named.bot_message,
        )
        if sent is not None and named is not None:
            self._record.is_settled = False
            sent.names_table = named.names_table
            if is_question:
                self._questions.append(OpenQuestion(sent, person.user, private))


def _thinking_time(table: BoardState) -> datetime:
    return table.clocks.started or (datetime.now(UTC) if table.pending is None else table.pending.laid)


def _apply_or_none(table: Table, action: Action) -> Table | None:
    now = _thinking_time(table) if isinstance(table, BoardState) else datetime.now(UTC)
    try:
        return apply(table, action, now, load_lexicon(table.ruleset.lexicon).__contains__).table
    except EngineError:
        return None


class AllTables:
    def __init__(self, stage: Stage, seed: str, tables: int, sleepers: int, tables_per_chat: int) -> None:
        self._stage: Final = stage
        self._seed: Final = seed
        self._counts: Final = (tables, sleepers)
        self._tables_per_chat: Final = tables_per_chat
        self._number = 0
        self._place_count = 0

    async def play_until_stopped(self) -> None:
        async with asyncio.TaskGroup() as group:
            for kinds, count in zip((PLAYED_KINDS, IDLE_KINDS), self._counts, strict=True):
                for _ in range(math.ceil(count / self._tables_per_chat)):
                    group.create_task(self._play_one_after_another(self._choose_kinds(kinds)))

    async def _play_one_after_another(self, kinds: Iterator[TableKind]) -> None:
        stopping = self._stage.sender.stopping
        while not stopping.is_set():
            play = self._play_alone(next(kinds)) if self._tables_per_chat == 1 else self._play_place(kinds)
            tasks = [asyncio.create_task(play), asyncio.create_task(stopping.wait())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await tasks[0]

    def _choose_kinds(self, kinds: tuple[TableKind, ...]) -> Iterator[TableKind]:
        chance = Random(f"{self._seed}:slot:{self._number}")  # noqa: S311 - games are played by it, nothing is kept secret
        self._number += 1
        while True:
            yield chance.choice(kinds)

    async def _play_alone(self, kind: TableKind) -> None:
        number, sender = self._number, self._stage.sender
        self._number += 1
        chance = Random(f"{self._seed}:{number}")  # noqa: S311 - as above
        scope, supergroup = _choose_chat(number, number, _FORUM_EVERY, _MIGRATION_EVERY)
        people = make_players(_FIRST_USER + NUMBERS_PER_TABLE * number, chance.choice(kind.players), sender.language)
        record = TableRecord(scope, kind.game)
        sender.ledger.records.append(record)
        await TablePlayer(self._stage, record, people, kind, chance, supergroup=supergroup).play_to_end()

    async def _play_place(self, kinds: Iterator[TableKind]) -> None:
        number, count, sender = self._number, self._place_count, self._stage.sender
        first, size = _FIRST_USER + NUMBERS_PER_TABLE * number, max(_FEWEST_PEOPLE, self._tables_per_chat + 1)
        people = make_people(first, size, sender.language)
        self._number += math.ceil(len(people) / NUMBERS_PER_TABLE) + 1
        self._place_count += 1
        scope, supergroup = _choose_chat(number, count, _PLACES_PER_FORUM, _PLACES_PER_MIGRATION)
        place, chance = Place(scope, people, sender.ledger, self._stage.watcher), Random(f"{self._seed}:{number}")  # noqa: S311 - as above
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tables_per_chat):
                group.create_task(self._play_at_place(place, kinds, chance, supergroup))

    async def _play_at_place(
        self, place: Place, kinds: Iterator[TableKind], rng: Random, supergroup: int | None
    ) -> None:
        for _ in range(_GAMES_PER_TABLE):
            if self._stage.sender.stopping.is_set():
                return
            kind = next(kinds)
            while not (players := place.choose_players(kind.players, rng)):  # noqa: ASYNC110 - as seats have no event
                await asyncio.sleep(_SEAT_SECONDS)
            record = place.add_table(kind.game, players)
            chance = Random(rng.getrandbits(64))  # noqa: S311 - as above
            player = TablePlayer(self._stage, record, players, kind, chance, place=place, supergroup=supergroup)
            await player.play_to_end()
            await self._wait_until_over(record)
            place.close_table(record)

    async def _wait_until_over(self, record: TableRecord) -> None:
        watcher = self._stage.watcher
        while True:
            version, table = await watcher.read_table(record)
            if version and (table is None or is_over(table)):
                return
            await watcher.wait_for_version(record, version + 1, COMMIT_WAIT_SECONDS)


def _choose_chat(number: int, count: int, forum_every: int, migration_every: int) -> tuple[Scope, int | None]:
    """Choose a chat or a topic of a forum, and the number of the supergroup that the chat becomes, if it does."""
    if count % forum_every == 0:
        forum, topic = divmod(count // forum_every, _TOPICS_PER_FORUM)
        return Scope(_FIRST_FORUM - forum, 2 + topic), None
    if count % migration_every == 0:
        return Scope(_FIRST_GROUP - number), _FIRST_SUPERGROUP - number
    return Scope(_FIRST_CHAT - number), None
