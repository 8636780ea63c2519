"""Writes what counts of a game that ends: its record and its packed log, for the commit that ends it."""

from typing import Final

from bot.judges import WordChanges
from bot.logs.logger import get_logger
from bot.runtime import ServedTime
from bot.store.commits import FinishedGame
from bot.store.games import GameStore
from bot.tables.codec import UnreadableState, decode_log_entry
from bot.tables.loaded_table import LoadedTable, is_game_running
from bot.terminal import program_version
from engine.game import Game, Step
from engine.game_record import CANCELLED, compose_record, encode_record
from engine.lobby_lifecycle import begin_in
from engine.messages import Event
from engine.packed_game import pack_game
from engine.table_log import LogEntry

_LOG: Final = get_logger(__name__)


class GameRecorder:
    """Composes what is stored of games that end.

    Args:
        store: where their logs are.
        clock: served time.
        history_seconds: how long packed games are kept; 0 for not at all.
    """

    def __init__(self, store: GameStore, clock: ServedTime, history_seconds: int) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._history_seconds: Final = history_seconds

    async def record_end(self, loaded: LoadedTable, step: Step, entry: LogEntry) -> FinishedGame | None:
        """What is to be stored of a game that a step ends with a result; ``None`` for any other step.

        Where the log cannot be read the record has no figures of its turns, and no game is packed.

        Args:
            loaded: the table before the step.
            step: the outcome of the action.
            entry: its log entry, as it is stored.
        """
        game = step.table
        if not isinstance(game, Game) or game.outcome is None or not is_game_running(loaded.table):
            return None
        if game.outcome.reason == CANCELLED:
            return None
        log = await self._read_log(loaded)
        whole = [*log, entry] if log else []
        events: list[Event] = [event for one in whole for event in one.events]
        begun_at = next((one.utc_time for one in log if begin_in(one.action) is not None), None)
        record = compose_record(game, events, begun_at, entry.applied_at + self._clock.downtime)
        if record is None:
            return None
        packs, words = bool(whole) and self._history_seconds > 0, loaded.custom_words or WordChanges()
        return FinishedGame(
            record.id,
            encode_record(record),
            pack_game(game.ruleset, game.secret, whole, program_version(), words.added, words.removed)
            if packs
            else None,
            self._history_seconds,
        )

    async def _read_log(self, loaded: LoadedTable) -> list[LogEntry]:
        """A table's log; empty if it cannot be read, as the game must end all the same."""
        try:
            stored = await self._store.load_log(loaded.scope, loaded.version)
            return [decode_log_entry(one) for one in stored]
        except UnreadableState as error:
            _LOG.warning("the record of a game has no figures of its turns", scope=loaded.scope, error=error)
            return []
