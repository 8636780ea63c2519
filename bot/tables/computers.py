"""Computer players' moves: thought about beside the lanes, then played in their tables' lanes like what is due.

When one moves is a deadline of its table (:func:`engine.game.computer_moves`), so that its move outlasts the process.
A move is played only at the very table that it was thought about; where that has changed meanwhile, it is thought
about anew.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.logs import where
from bot.store.keys import Scope
from bot.store.ownership import NotOwned
from bot.tables.games import Busy, Games
from bot.tables.held import Held, begun
from engine.errors import Malformed, Refusal
from engine.game import Action
from engine.turns import Pass

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]
Again = Callable[[], None]
Put = Callable[[Scope, Work, Again], Awaitable[None]]
"""Has something done at a table when its turn comes; else what is to be done again."""
Think = Callable[[Held, frozenset[str]], Awaitable[Action]]
"""What the computer player on turn does, with words that the table's judge has refused."""


class Computers:
    """Has computer players move; one instance a process.

    Args:
        games: applies actions.
        think: chooses them.
    """

    def __init__(self, games: Games, think: Think) -> None:
        self._games: Final = games
        self._think: Final = think
        self._thinking: Final[dict[Scope, Again]] = {}
        """The tables whose move is thought about or waits for its turn, and what has it looked for again."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def move(self, held: Held, put: Put, again: Again) -> None:
        """Begin to think about the move that is due at a table; nobody waits for it.

        Args:
            held: the table.
            put: gives the move its place.
            again: has what is due there looked for again.
        """
        thought_about = held.scope in self._thinking
        self._thinking[held.scope] = again
        if not thought_about:
            self._begin(held, put, frozenset())

    async def close(self) -> None:
        """Let go what is thought about: it is due again, here or elsewhere."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, held: Held, put: Put, refused: frozenset[str]) -> None:
        task = asyncio.create_task(self._thought(held, put, refused), name=f"a computer player at {held.scope}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _thought(self, held: Held, put: Put, refused: frozenset[str]) -> None:
        try:
            action = await self._chosen(held, refused)
            await put(held.scope, partial(self._play, held, action, put, refused), partial(self._again, held.scope))
        except RedisError as error:
            log.warning("%s: a computer player moves later: %s", held.scope, error)
            self._again(held.scope)

    async def _chosen(self, held: Held, refused: frozenset[str]) -> Action:
        """What it does: to pass, where its mind fails, as nobody is to wait for it for ever."""
        try:
            return await self._think(held, refused)
        except RedisError:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost edge: whatever a mind does, its table goes on
            # Without its message, which might name a letter.
            log.error("a computer player at %s cannot think: %s", held.scope, where(error))  # noqa: TRY400 - as above
            game = begun(held.table)
            return Pass(game.players[game.turn].user)

    async def _play(self, held: Held, action: Action, put: Put, refused: frozenset[str]) -> None:
        """Play what was chosen, unless the table has changed."""
        try:
            now = await self._games.load(held.scope)
            if now.halted:
                # Nobody would be told; its clocks stand still until the bot is back.
                del self._thinking[held.scope]
                return
            if now.version != held.version:
                self._again(held.scope)
                return
            await self._games.play(now, action, None)
        except Refusal as refusal:
            words = refusal.fields.get("words")
            if refusal.code == "not_words" and isinstance(words, tuple):
                # The judge of the table knows less than its list: another move, then.
                self._begin(held, put, refused | frozenset(words))
                return
            log.info("%s: a computer player's move is not played: %s", held.scope, refusal.code)
            self._again(held.scope)
        except Malformed as error:
            log.error("%s: a computer player cannot move so: %s", held.scope, error.code)  # noqa: TRY400 - no letters
            del self._thinking[held.scope]
        except (Busy, NotOwned) as error:
            log.info("%s: a computer player's move comes again: %s", held.scope, error)
            self._again(held.scope)
        else:
            del self._thinking[held.scope]

    def _again(self, scope: Scope) -> None:
        again = self._thinking.pop(scope, None)
        if again is not None:
            again()
