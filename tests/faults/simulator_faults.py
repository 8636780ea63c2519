"""Ten faults that the simulator has to find: each takes the place of functions of the bot in a worker that runs.

A worker that is started with ``HARFIYEN_WORKER_HOOK=tests.faults.simulator_faults`` has the one that
``HARFIYEN_PLANTED`` names.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import count
from typing import Any, Final

from msgspec import Struct, structs

from bot.logs import get_logger
from bot.store.shard_ownership import UNFENCED_EPOCH
from engine.crossword.state import GameState
from engine.errors import EngineError
from engine.turns import Pass

PLANTED_VARIABLE: Final = "HARFIYEN_PLANTED"
_EVERY: Final = 8
"""Of so many calls one goes wrong."""
_DELAY_SECONDS: Final = 1.5

log = get_logger(__name__)
Wrap = Callable[[Any], Any]
"""Gives what takes a function's place."""


class PlantedFault(Struct, frozen=True):
    """A fault: what takes the place of which functions (``module:Class.function``), and what is found of it."""

    found_as: frozenset[str]
    """One of these columns is not 0."""
    wraps: Mapping[str, Wrap]
    tables_per_chat: int = 1
    """How many tables a chat has where it is found."""


def plant(fault: PlantedFault) -> None:
    """Let a fault take the place of its functions.

    Raises:
        AttributeError: a function is not there any more.
    """
    for place, wrap in fault.wraps.items():
        module, _, path = place.partition(":")
        *owners, name = path.split(".")
        holder: Any = import_module(module)
        for owner in owners:
            holder = getattr(holder, owner)
        setattr(holder, name, wrap(getattr(holder, name)))


def _change_commits(change: Callable[[Any], Any]) -> Wrap:
    """Commits that store something else than the step."""

    def wrap(commit: Any) -> Any:
        async def changed(self: Any, given: Any, update: Any = None) -> Any:
            return await commit(self, change(given), update)

        return changed

    return wrap


def _lose_some(append: Any) -> Any:
    """Updates count as stored that are not."""
    calls = count(1)

    async def changed(self: Any, update: int, chat: int, raw: bytes) -> bool:
        return True if next(calls) % _EVERY == 0 else await append(self, update, chat, raw)

    return changed


def _let_some_be_overtaken(append: Any) -> Any:
    """Updates count as stored that are stored later."""
    calls, under_way = count(1), set[asyncio.Task[Any]]()

    async def store_late(self: Any, *given: Any) -> None:
        await asyncio.sleep(_DELAY_SECONDS)
        await append(self, *given)

    async def changed(self: Any, *given: Any) -> bool:
        if next(calls) % _EVERY:
            return bool(await append(self, *given))
        task = asyncio.create_task(store_late(self, *given))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return True

    return changed


def _pass_for_others(apply_action: Any) -> Any:
    """Now and then whoever is on turn passes behind what somebody did."""
    calls = count(1)

    async def changed(self: Any, loaded: Any, action: Any, update: Any) -> Any:
        step = await apply_action(self, loaded, action, update)
        table = None if step is None else step.table
        if isinstance(table, GameState) and next(calls) % _EVERY == 0:
            with suppress(EngineError):
                turn = Pass(table.players[table.turn].user)
                await apply_action(self, await self.load_table(loaded.scope), turn, None)
        return step

    return changed


def _ignore_some(accept: Any) -> Any:
    """Notices that wait are not announced."""

    async def changed(self: Any, entry: Any) -> None:
        if hash(entry.id) % _EVERY:
            await accept(self, entry)

    return changed


def _disarm_fences(run: Any) -> Any:
    """Commits whose epoch is not compared."""

    async def changed(self: Any, client: Any, shards: Any, keys: Any, arguments: Any) -> Any:
        if isinstance(arguments, Mapping) and "expected_version" in arguments:
            shards = [(shard, UNFENCED_EPOCH) for shard, _ in shards]
        return await run(self, client, shards, keys, arguments)

    return changed


def _show_racks(view_for: Any) -> Any:
    """The group's view has the rack of whoever is on turn."""

    def changed(state: Any, viewer: int | None) -> Any:
        view = view_for(state, viewer)
        return view if viewer is not None else structs.replace(view, rack=state.players[state.turn].rack)

    return changed


def _log_racks(build_commit: Any) -> Any:
    """A worker logs whose tiles a commit holds."""

    async def changed(self: Any, loaded: Any, step: Any, *given: Any, **named: Any) -> Any:
        if isinstance(step.table, GameState):
            log.debug("a step", tiles=" ".join(step.table.players[0].rack))
        return await build_commit(self, loaded, step, *given, **named)

    return changed


_COMMIT: Final = "bot.store.games:GameStore.commit"
_APPEND: Final = "bot.store.inbox:Inbox.append_update"
PLANTED: Final[Mapping[str, PlantedFault]] = {
    "update-lost": PlantedFault(frozenset({"lost"}), {_APPEND: _lose_some}),
    "update-overtaken": PlantedFault(frozenset({"out_of_order", "lost"}), {_APPEND: _let_some_be_overtaken}),
    "turn-doubled": PlantedFault(frozenset({"doubled"}), {"bot.tables.games:Games.apply_action": _pass_for_others}),
    "commit-unfenced": PlantedFault(frozenset({"lost"}), {"bot.store.scripts:FencedScript.__call__": _disarm_fences}),
    "record-missing": PlantedFault(
        frozenset({"lost"}), {_COMMIT: _change_commits(lambda commit: replace(commit, finished_game=None))}
    ),
    "clock-not-set": PlantedFault(
        frozenset({"lost", "stuck"}), {_COMMIT: _change_commits(lambda commit: replace(commit, deadline=None))}
    ),
    "notice-stuck": PlantedFault(
        frozenset({"stuck"}), {"bot.announce.announcer:Announcer._accept_entry": _ignore_some}
    ),
    "rack-shown": PlantedFault(frozenset({"leaked"}), {"engine.crossword.secrecy:view_for": _show_racks}),
    "rack-logged": PlantedFault(frozenset({"leaked"}), {"bot.tables.games:CommitBuilder.build_commit": _log_racks}),
    "reply-names-no-table": PlantedFault(
        frozenset({"misplaced"}),
        {"bot.handlers.which_table:_is_replied": lambda _: lambda *_: False},
        tables_per_chat=4,
    ),
}
"""By name."""

if name := os.environ.get(PLANTED_VARIABLE):
    plant(PLANTED[name])
