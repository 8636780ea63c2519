"""Computer players' turns: a move is chosen in the background, then played in its table's lane.

A computer player's move is a deadline of its table (:func:`engine.game.computer_deadline`), so a crash loses no move.
The chosen move is played only if the table has not changed meanwhile; else another one is chosen. In games without
turns it is played if the round is the same, even if others have answered meanwhile.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.logs import error_location, get_logger, log_context
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardNotOwned
from bot.tables.games import Games
from bot.tables.table_loader import Busy, LoadedTable, require_game, table_name
from engine.errors import Malformed, Refusal
from engine.game import Action, Game
from engine.game_base import TurnGame
from engine.turns import Pass

log = get_logger(__name__)

Work = Callable[[], Awaitable[None]]
Requeue = Callable[[], None]
Rest = Callable[[], Awaitable[None]]
"""Makes a table be checked again after a pause, or before a deadline that comes earlier."""
QueueWork = Callable[[Scope, Work, Requeue], Awaitable[None]]
"""Queues work at a table; calls ``Requeue`` if the work is never run."""
Think = Callable[[LoadedTable, frozenset[str]], Awaitable[Action]]
"""Chooses the action of the computer player whose move it is, avoiding words that the table's judge has refused."""


@dataclass(frozen=True, slots=True)
class _Thought:
    loaded: LoadedTable
    queue_work: QueueWork
    rest: Rest
    refused_words: frozenset[str] = frozenset()


class ComputerTurns:
    """Makes computer players move; one instance per process."""

    def __init__(self, games: Games, think: Think) -> None:
        self._games: Final = games
        self._think: Final = think
        self._thinking: Final[dict[Scope, Requeue]] = {}
        """The tables whose move is being chosen, or waits in the lane, and how to requeue each."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def start_thinking(self, loaded: LoadedTable, queue_work: QueueWork, requeue: Requeue, rest: Rest) -> None:
        """Choose the move of a table's computer player in the background."""
        is_thinking = loaded.scope in self._thinking
        self._thinking[loaded.scope] = requeue
        if not is_thinking:
            self._start_task(_Thought(loaded, queue_work, rest))

    async def cancel_thinking(self) -> None:
        """Stop choosing; the deadlines of these moves are found again, here or by another worker."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start_task(self, thought: _Thought) -> None:
        task = asyncio.create_task(self._think_and_queue(thought), name=f"a computer player at {thought.loaded.scope}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think_and_queue(self, thought: _Thought) -> None:
        scope = thought.loaded.scope
        with log_context(chat=scope.chat):
            try:
                action = await self._choose_action(thought)
                if action is None:
                    await self._rest(thought)
                    return
                await thought.queue_work(
                    scope, partial(self._play_chosen_action, thought, action), partial(self._look_again, scope)
                )
            except RedisError as error:
                log.warning("a computer player moves later", scope=scope, error=error)
                self._look_again(scope)
            except Exception as error:  # noqa: BLE001 - the outermost edge: the table is checked again
                # The error's message is left out, as it might name a letter.
                log.error("a computer player moves later", scope=scope, error=error_location(error))  # noqa: TRY400 - as above
                self._look_again(scope)

    async def _choose_action(self, thought: _Thought) -> Action | None:
        """Choose the action; if that fails, a pass, or ``None`` if no player waits for it."""
        loaded = thought.loaded
        try:
            return await self._think(loaded, thought.refused_words)
        except RedisError:
            raise
        except Exception as error:  # noqa: BLE001 - the outermost edge: after any failure the table goes on
            # The error's message is left out, as it might name a letter.
            log.error("a computer player cannot think", scope=loaded.scope, error=error_location(error))  # noqa: TRY400 - as above
            game = require_game(loaded.table)
            return Pass(game.players[game.turn].user) if isinstance(game, TurnGame) else None

    async def _play_chosen_action(self, thought: _Thought, action: Action) -> None:
        loaded = thought.loaded
        try:
            now = await self._games.load_table(loaded.scope)
            if now.is_unreachable:
                # The chat was unreachable; its clocks are stopped until the bot is back.
                del self._thinking[loaded.scope]
                return
            if not _is_about_the_same(loaded, now):
                self._look_again(loaded.scope)
                return
            await self._games.apply_action(now, action, None)
        except Refusal as refusal:
            words = refusal.fields.get("words")
            if refusal.code == "not_words" and isinstance(words, tuple):
                # The table's judge refuses words from the computer player's list: choose another move.
                self._start_task(replace(thought, refused_words=thought.refused_words | frozenset(words)))
                return
            log.info("a computer player's move is not played", scope=loaded.scope, code=refusal.code)
            if isinstance(loaded.table, TurnGame):
                self._look_again(loaded.scope)
            else:
                await self._rest(thought)
        except Malformed as error:
            log.error("a computer player cannot move so", scope=loaded.scope, code=error.code)  # noqa: TRY400 - no letters
            await self._rest(thought)
        except (Busy, ShardNotOwned) as error:
            log.info("a computer player's move comes again", scope=loaded.scope, error=error)
            self._look_again(loaded.scope)
        else:
            del self._thinking[loaded.scope]

    async def _rest(self, thought: _Thought) -> None:
        self._thinking.pop(thought.loaded.scope, None)
        await thought.rest()

    def _look_again(self, scope: Scope) -> None:
        again = self._thinking.pop(scope, None)
        if again is not None:
            again()


def _is_about_the_same(before: LoadedTable, after: LoadedTable) -> bool:
    """Whether an action that was chosen for ``before`` still fits ``after``."""
    if after.version == before.version:
        return True
    was, game = before.table, after.table
    if not isinstance(was, Game) or not isinstance(game, Game) or isinstance(game, TurnGame):
        return False
    return (table_name(game), game.number) == (table_name(was), was.number)
