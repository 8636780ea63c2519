"""Computer players think in a thread of their own, while the event loop goes on."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.families import registry
from bot.families.chat_family import ComputerPlayers, ComputerTurn
from bot.families.registry import ThinkingThread
from bot.judges import WordChanges, WordJudge
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from engine.game import Action
from engine.turns import Pass
from tests.support.games import NOW, game
from tests.support.timers import frozen_served_clock
from tests.support.waiting import PATIENCE


class GatedPlayers(ComputerPlayers):
    """Passes once the event loop opens the gate, and notes if it does not."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.was_opened = False

    def choose_action(self, turn: ComputerTurn) -> Action:
        gate = threading.Event()
        self.loop.call_soon_threadsafe(gate.set)
        self.was_opened = gate.wait(PATIENCE)
        return Pass(turn.user)


async def test_thinking_does_not_hold_the_event_loop(
    redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, players = game("kelimelik"), GatedPlayers(asyncio.get_running_loop())
    gated = [replace(family, load_computer_players=lambda _: players) for family in registry.FAMILIES]
    monkeypatch.setattr(registry, "FAMILIES", gated)
    thinking = ThinkingThread(Games(GameStore(redis), WordJudge(redis), frozen_served_clock(NOW)), tmp_path)
    loaded = LoadedTable(Scope(-100777), state, 0, {}, is_duplicate=False, custom_words=WordChanges())
    assert await thinking.choose_action(loaded) == Pass(state.players[state.turn].user)
    assert players.was_opened, "nobody opened the gate while the player thought"
    thinking.stop_thinking()
