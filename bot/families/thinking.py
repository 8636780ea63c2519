"""Where computer players think: in a thread of their own, behind which nobody who plays waits.

Each knows its seat's view of the game, which its family's :class:`Thinker` makes. Nothing of theirs is loaded before
the first of them is on turn.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from bot.families import registry
from bot.families.minds import Thinker, Turn
from bot.tables.games import Games
from bot.tables.held import Held, begun
from engine.game import Action
from engine.lexicon import Lexicon, WithChanges
from engine.rulesets import Ruleset

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")

_SECONDS: Final = 0.3
"""Of the processor, that the deepest level thinks in a turn while nobody else does."""


class Thinking:
    """Asks computer players what they do.

    Args:
        games: has dictionaries and logs.
        folder: where indices of word lists are kept.
        seconds: of the processor, that a turn may take; less while several are on turn.
    """

    def __init__(self, games: Games, folder: Path, seconds: float = _SECONDS) -> None:
        self._games: Final = games
        self._folder: Final = folder
        self._seconds: Final = seconds
        self._thinkers: Final[dict[str, Thinker]] = {}
        self._waiting = 0
        self._thread: Final = ThreadPoolExecutor(1, "computer players")

    async def action(self, held: Held, refused: frozenset[str] = frozenset()) -> Action:
        """What the computer player on turn at a table does.

        Args:
            held: the table, as it was read.
            refused: words that its judge does not take, whatever the list says.

        Raises:
            LookupError: no computers play games of its family.
            UnreadableState: the log was written by another version.
        """
        game = begun(held.table)
        thinker = await self._thinker(game.ruleset)
        log = await self._games.history.log(held) if thinker.remembers else ()
        dictionary = await self._games.dictionary(held, game.ruleset)
        words: Lexicon = dictionary.words
        if refused:
            changes = dictionary.changes
            words = WithChanges(dictionary.base, changes.added, (*changes.removed, *refused))
        self._waiting += 1
        try:
            turn = Turn(game, words, log, self._seconds / self._waiting)
            return await self._in_thread(thinker.action, turn)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let nobody think any more; who does so is waited for."""
        self._thread.shutdown(cancel_futures=True)

    async def _thinker(self, ruleset: Ruleset) -> Thinker:
        family = registry.of_ruleset(ruleset)
        if family.name not in self._thinkers:
            # What players and searches are made of is imported there: it takes longer than an answer may.
            made = await self._in_thread(family.thinker, self._folder)
            self._thinkers.setdefault(family.name, made)
        return self._thinkers[family.name]

    def _in_thread(self, work: Callable[[_Given], _Made], given: _Given) -> Awaitable[_Made]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work, given)
