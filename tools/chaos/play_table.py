"""One table from the lobby to its end, played by people who press on: in bursts, twice, at the wrong moment."""

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Final

from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine.crossword.state import GameState as BoardState
from engine.errors import EngineError
from engine.game import Action, Game, Table, apply, is_over
from engine.klepka.state import GameState as CardsState
from engine.lexicon import load_lexicon
from tools.chaos import board_actions, card_actions, table_decisions
from tools.chaos.ledger import TableRecord
from tools.chaos.outputs import TelegramOutput
from tools.chaos.places import Place
from tools.chaos.play_lobby import LobbyPlayer
from tools.chaos.players import TablePlayers
from tools.chaos.table_kinds import TableKind
from tools.chaos.table_naming import TableNaming
from tools.chaos.table_watcher import COMMIT_WAIT_SECONDS, TableWatcher
from tools.chaos.update_sender import PlayerAction, UpdateSender
from tools.fleet.make_updates import FleetPerson

_MAX_BURST: Final = 5
_LOOK_UPS: Final = ("/skor", "/tahta", "/torba", "/sure", "/kurallar", "/tahta metin", "iyi oyundu", "KALEM ne demek?")
_IDLE_LOOK_SECONDS: Final = 30.0
"""Seconds between looks at a table that nobody plays at."""
_QUESTION_LOOK_SECONDS: Final = 0.1
_WINDOW_SECONDS: Final = 20.0
"""Seconds in which the shortest window has run out."""


class TablePlayer:
    """Plays one table of a kind at a place.

    Args:
        sender: where updates go.
        watcher: how tables have come along.
        record: where.
        kind: what is played.
        players: who plays, the host first.
        rng: decides.
        supergroup: the chat's number once it becomes a supergroup; ``None`` if it stays what it is.
        place: where there are several tables; ``None`` where there is one.
        output: what the bot has sent.
    """

    def __init__(
        self,
        sender: UpdateSender,
        watcher: TableWatcher,
        record: TableRecord,
        kind: TableKind,
        players: Sequence[FleetPerson],
        *,
        rng: Random,
        supergroup: int | None = None,
        place: Place | None = None,
        output: TelegramOutput | None = None,
    ) -> None:
        self._sender: Final = sender
        self._watcher: Final = watcher
        self._record: Final = record
        self._kind: Final = kind
        self._rng: Final = rng
        self._supergroup = supergroup
        self._came = False
        """Whether what was asked for last has been seen to be done."""
        self._place: Final = place
        self._output: Final = output or TelegramOutput()
        naming = None if place is None else TableNaming(place, self._output.newest_message, rng)
        self._players: Final = TablePlayers(
            sender, record, players, rng=rng, naming=naming, others=() if place is None else place.people
        )

    async def play_to_end(self) -> None:
        """From the opening on, until it is over or nothing new is to be begun."""
        lobby = LobbyPlayer(self._players, self._watcher, self._kind, self._rng, self._place)
        if not await lobby.open_and_start():
            return
        while not self._sender.stopping.is_set():
            if self._place is not None:
                await self._place.may_play.wait()
            version, table = await self._watcher.read_table(self._record)
            if version == 0 and self._place is not None:
                # A group that becomes a supergroup has not brought the table along yet.
                await self._watcher.wait_for_version(self._record, 1, COMMIT_WAIT_SECONDS)
                continue
            if table is None or is_over(table):
                return
            if not self._kind.is_played:
                await self._watcher.wait_for_version(self._record, version + 1, _IDLE_LOOK_SECONDS)
                continue
            if self._supergroup is not None and version > 8:  # noqa: PLR2004 - in the midst of the game
                await self._migrate_group(version)
                continue
            await self._play_round(table, version)

    async def _play_round(self, table: Table, version: int) -> None:
        """Do something at a table, and wait for what comes of it."""
        self._record.is_settled = self._came and not self._sender.has_unacknowledged(self._record)
        self._send_distractions(table, version)
        if isinstance(table, Game):
            for done in table_decisions.choose_decisions(table, self._players.admin.user, self._rng):
                self._players.send_action(done, version)
        wanted = version + self._send_burst(table, version)
        await self._answer_questions()
        self._came = await self._watcher.wait_for_version(self._record, max(wanted, version + 1), COMMIT_WAIT_SECONDS)
        if self._came and self._kind.waits_for_window:
            await self._watcher.wait_for_version(self._record, wanted + 1, _WINDOW_SECONDS)

    def _send_burst(self, table: Table, version: int) -> int:
        """Some actions in a row, each on what the one before leads to; how many of them should count."""
        count = self._rng.randint(1, _MAX_BURST) if self._kind.is_untimed else 1
        given = 0
        for _ in range(count):
            chosen = self._choose_action(table)
            if chosen is None:
                break
            things, action = chosen
            for done in things:
                self._players.send_action(done, version)
            after = _apply_or_none(table, action)
            given += after is not None
            if after is None or is_over(after):
                break
            if self._players.questions or any(done.is_tap or done.is_private for done in things):
                # These keep no order with what is written in the group: whoever does so waits.
                break
            table = after
        return given

    def _choose_action(self, table: Table) -> tuple[list[PlayerAction], Action] | None:
        match table:
            case CardsState():
                return card_actions.choose_card_action(table, self._rng)
            case BoardState():
                found = board_actions.choose_board_action(table, _thinking_time(table), self._rng)
                return None if found is None else ([found[0]], found[1])
            case _:
                return None

    def _send_distractions(self, table: Table, version: int) -> None:
        """What comes in between: talk, looks, somebody's rack, a move of somebody who is not on turn."""
        chance = self._rng
        one, roll = chance.choice(self._players.players), chance.random()
        if roll < 0.12:  # noqa: PLR2004 - of all rounds
            self._players.send_text(one, chance.choice(_LOOK_UPS))
        elif roll < 0.18 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._players.send_idle_tap(one.user, encode_button_data("rack", table_name(table)))
        elif roll < 0.21 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._players.send_look(one, "/raf", private=chance.random() < 0.5)  # noqa: PLR2004 - either
        elif roll < 0.3 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._players.send_action(board_actions.choose_refused_play(table, one.user, chance), version)
        elif roll < 0.33 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._players.send_idle_tap(one.user, encode_button_data("board", table_name(table)))
        if isinstance(table, BoardState) and chance.random() < 0.1:  # noqa: PLR2004 - where there is anything to meddle with
            meddled = board_actions.choose_unfit_take_back(table, chance)
            if meddled is not None:
                self._players.send_idle_tap(*meddled)

    async def _migrate_group(self, version: int) -> None:
        """Become a supergroup, once all that was asked before has been done."""
        supergroup, self._supergroup = self._supergroup, None
        if supergroup is None or (self._place is not None and not self._place.begin_migration()):
            return
        await self._sender.wait_until_acknowledged(self._record.scope.chat)
        await self._watcher.wait_for_version(self._record, version + 1, 1.0)
        self._sender.migrate_group(self._record, self._players.host, supergroup)
        if self._place is not None:
            self._place.may_play.set()
        while not await self._watcher.wait_for_version(self._record, 1, COMMIT_WAIT_SECONDS):
            if self._sender.stopping.is_set():
                return

    async def _answer_questions(self) -> None:
        """Tap on the questions which table is meant, once they are asked; where they are not, go on."""
        questions, self._players.questions[:] = list(self._players.questions), []
        if not questions or self._place is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMMIT_WAIT_SECONDS):
                while not all(one.sent.update_id in self._output.asked_updates for one in questions):  # noqa: ASYNC110 - calls have no event
                    await asyncio.sleep(_QUESTION_LOOK_SECONDS)
        for one in questions:
            if one.sent.update_id in self._output.asked_updates:
                self._players.answer_question(one, one.choose_taps(self._place, self._rng))


def _thinking_time(table: BoardState) -> datetime:
    """An instant for thinking: nothing runs out meanwhile."""
    return table.clocks.started or (datetime.now(UTC) if table.pending is None else table.pending.laid)


def _apply_or_none(table: Table, action: Action) -> Table | None:
    """What an action leads to; ``None`` where it is refused."""
    now = _thinking_time(table) if isinstance(table, BoardState) else datetime.now(UTC)
    try:
        return apply(table, action, now, load_lexicon(table.ruleset.lexicon).__contains__).table
    except EngineError:
        return None
