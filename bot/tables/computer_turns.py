"""Computer players' turns: a move is chosen in the background, then played in its table's lane.

When a computer player moves is a deadline of its table (:func:`engine.game.computer_deadline`), so a crash loses no
move. A move is played only if the table has not changed since it was chosen; else another one is chosen.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.logs import error_location, get_logger, log_context
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardNotOwned
from bot.tables.games import Games
from bot.tables.table_loader import Busy, LoadedTable, require_game
from engine.errors import Malformed, Refusal
from engine.game import Action
from engine.turns import Pass

log = get_logger(__name__)

Work = Callable[[], Awaitable[None]]
Requeue = Callable[[], None]
QueueWork = Callable[[Scope, Work, Requeue], Awaitable[None]]
"""Has work done at a table when its turn comes; if it never comes, ``Requeue`` is called."""
Think = Callable[[LoadedTable, frozenset[str]], Awaitable[Action]]
"""Chooses the action of the computer player on turn, without the words that the table's judge has refused."""


class ComputerTurns:
    """Has computer players move; one instance a process."""

    def __init__(self, games: Games, think: Think) -> None:
        self._games: Final = games
        self._think: Final = think
        self._thinking: Final[dict[Scope, Requeue]] = {}
        """The tables whose move is being chosen or waits for its turn, and what has them looked at again."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def start_thinking(self, loaded: LoadedTable, queue_work: QueueWork, requeue: Requeue) -> None:
        """Begin to choose the move that is due at a table, in the background."""
        is_thinking = loaded.scope in self._thinking
        self._thinking[loaded.scope] = requeue
        if not is_thinking:
            self._start_task(loaded, queue_work, frozenset())

    async def cancel_thinking(self) -> None:
        """Cancel all choices; their moves are due again, here or on another worker."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start_task(self, loaded: LoadedTable, queue_work: QueueWork, refused_words: frozenset[str]) -> None:
        task = asyncio.create_task(
            self._think_and_queue(loaded, queue_work, refused_words), name=f"a computer player at {loaded.scope}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think_and_queue(self, loaded: LoadedTable, queue_work: QueueWork, refused_words: frozenset[str]) -> None:
        with log_context(chat=loaded.scope.chat):
            try:
                action = await self._choose_action(loaded, refused_words)
                await queue_work(
                    loaded.scope,
                    partial(self._play_chosen_action, loaded, action, queue_work, refused_words),
                    partial(self._look_again, loaded.scope),
                )
            except RedisError as error:
                log.warning("a computer player moves later", scope=loaded.scope, error=error)
                self._look_again(loaded.scope)
            except Exception as error:  # noqa: BLE001 - the outermost edge: the table is looked at again
                # Without its message, which might name a letter.
                log.error("a computer player moves later", scope=loaded.scope, error=error_location(error))  # noqa: TRY400 - as above
                self._look_again(loaded.scope)

    async def _choose_action(self, loaded: LoadedTable, refused_words: frozenset[str]) -> Action:
        """Choose the action; a pass if choosing fails, as nobody should wait for ever."""
        try:
            return await self._think(loaded, refused_words)
        except RedisError:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost edge: whatever fails there, the table goes on
            # Without its message, which might name a letter.
            log.error("a computer player cannot think", scope=loaded.scope, error=error_location(error))  # noqa: TRY400 - as above
            game = require_game(loaded.table)
            return Pass(game.players[game.turn].user)

    async def _play_chosen_action(
        self, loaded: LoadedTable, action: Action, queue_work: QueueWork, refused_words: frozenset[str]
    ) -> None:
        try:
            now = await self._games.load_table(loaded.scope)
            if now.is_unreachable:
                # The chat could not be told; its clocks stand still until the bot is back.
                del self._thinking[loaded.scope]
                return
            if now.version != loaded.version:
                self._look_again(loaded.scope)
                return
            await self._games.apply_action(now, action, None)
        except Refusal as refusal:
            words = refusal.fields.get("words")
            if refusal.code == "not_words" and isinstance(words, tuple):
                # The table's judge refuses words of the computer player's list: another move, then.
                self._start_task(loaded, queue_work, refused_words | frozenset(words))
                return
            log.info("a computer player's move is not played", scope=loaded.scope, code=refusal.code)
            self._look_again(loaded.scope)
        except Malformed as error:
            log.error("a computer player cannot move so", scope=loaded.scope, code=error.code)  # noqa: TRY400 - no letters
            del self._thinking[loaded.scope]
        except (Busy, ShardNotOwned) as error:
            log.info("a computer player's move comes again", scope=loaded.scope, error=error)
            self._look_again(loaded.scope)
        else:
            del self._thinking[loaded.scope]

    def _look_again(self, scope: Scope) -> None:
        again = self._thinking.pop(scope, None)
        if again is not None:
            again()
