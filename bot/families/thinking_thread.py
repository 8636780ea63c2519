"""The thread in which computer players think, so that no player waits for them.

A computer player sees only its seat's view, which its family's :class:`ComputerPlayers` makes. They are loaded when the
first of them is on turn.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

from bot.families import registry
from bot.families.chat_family import ComputerPlayers, ComputerTurn
from bot.metrics.meters import NO_METERS, Meters
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable, require_game
from engine.game import Action
from engine.lexicon import ChangedLexicon, Lexicon
from engine.rulesets import Ruleset

_Result = TypeVar("_Result")

_TURN_SECONDS: Final = 0.3
"""Seconds of processor time that the strongest level may think; less while several players are on turn."""


class ThinkingThread:
    """Asks computer players for their actions.

    Args:
        folder: where word indices are kept.
    """

    def __init__(self, games: Games, folder: Path, meters: Meters = NO_METERS) -> None:
        self._meters: Final = meters
        self._games: Final = games
        self._folder: Final = folder
        self._computer_players: Final[dict[str, ComputerPlayers]] = {}
        self._waiting = 0
        self._thread: Final = ThreadPoolExecutor(1, "computer players")

    async def choose_action(self, loaded: LoadedTable, refused_words: frozenset[str] = frozenset()) -> Action:
        """What the computer player on turn at a table does.

        Raises:
            LookupError: no computers play games of its family.
            UnreadableState: the log was written by another version.
        """
        return await self._think("computer", loaded, refused_words, lambda players, turn: players.choose_action(turn))

    async def find_hinted_turn(self, loaded: LoadedTable, refused_words: frozenset[str] = frozenset()) -> Action:
        """What the person on turn at a table is best told to do; the arguments are those of :meth:`choose_action`.

        Raises:
            LookupError: the game has no hints.
        """
        return await self._think("hint", loaded, refused_words, lambda players, turn: players.find_hinted_turn(turn))

    async def _think(
        self,
        purpose: str,
        loaded: LoadedTable,
        refused_words: frozenset[str],
        think: Callable[[ComputerPlayers, ComputerTurn], Action],
    ) -> Action:
        game = require_game(loaded.table)
        computer_players = await self._computer_players_of(game.ruleset)
        log = await self._games.history.read_log(loaded) if computer_players.needs_log else ()
        dictionary = await self._games.loader.load_dictionary(loaded, game.ruleset)
        words: Lexicon = dictionary.words
        if refused_words:
            changes = dictionary.changes
            words = ChangedLexicon(dictionary.base, changes.added, (*changes.removed, *refused_words))
        self._waiting += 1
        try:
            turn = ComputerTurn(game, words, log, _TURN_SECONDS / self._waiting)
            began = perf_counter()
            action = await self._run_in_thread(partial(think, computer_players, turn))
            self._meters.observe_search(purpose, perf_counter() - began)
            return action
        finally:
            self._waiting -= 1

    def stop_thinking(self) -> None:
        """Stop the thread after the current turn."""
        self._thread.shutdown(cancel_futures=True)

    async def _computer_players_of(self, ruleset: Ruleset) -> ComputerPlayers:
        family = registry.family_of_ruleset(ruleset)
        if family.name not in self._computer_players:
            # What players and searches are made of is imported there: it takes longer than an answer may.
            if family.load_computer_players is None:
                raise LookupError(f"no computers play {ruleset.id}")
            made = await self._run_in_thread(partial(family.load_computer_players, self._folder))
            self._computer_players.setdefault(family.name, made)
        return self._computer_players[family.name]

    def _run_in_thread(self, work: Callable[[], _Result]) -> Awaitable[_Result]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)
