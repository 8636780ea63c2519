"""A family of games is named in its own rooms alone: whoever else wants something of a game asks the registry."""

import ast
import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

import bot
from bot.families import family_list, registry
from bot.families.chat_family import ChatFamily, ComputerPlayers, ComputerTurn
from bot.families.registry import ThinkingThread
from bot.judges import WordChanges, WordJudge
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from bot.telegram.keyboards import COMMON_BUTTONS
from engine import families
from engine.game import Action
from engine.rulesets import shipped_rulesets
from engine.turns import Pass
from tests.support.games import NOW, game
from tests.support.timers import frozen_served_clock
from tests.support.waiting import PATIENCE

ROOT = Path(bot.__file__).parent
NAMES = {family.name for family in registry.FAMILIES} | set(shipped_rulesets())
ROOMS = tuple(ROOT / "families" / family.name for family in registry.FAMILIES)
TOOLS = ("families/family_list.py", "wording/game_result.py")
"""The list of the families, and the signs of the games that ship."""
PLAIN_WORDS = {"duplicate"}
"""Names that programs have for other things, such as an update that comes twice: imports alone tell of the family."""


def source_files() -> Iterator[Path]:
    for file in sorted(ROOT.rglob("*.py")):
        inside = file.relative_to(ROOT).as_posix()
        if not any(room in file.parents for room in ROOMS) and not any(inside == tool for tool in TOOLS):
            yield file


def family_names_in(file: Path) -> Iterator[str]:
    """The families, and their games, that code names: in imports, in identifiers, in texts that are no prose."""
    text = file.read_text(encoding="utf-8")
    lower = text.lower()
    if not any(name in lower for name in NAMES - PLAIN_WORDS) and not any(f".{name}" in lower for name in PLAIN_WORDS):
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module)):
                yield from NAMES & set(module.split("."))
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word):
                yield from (name for name in NAMES - PLAIN_WORDS if name in word.lower())
            case ast.Constant(value=str(word)):
                yield from (NAMES - PLAIN_WORDS) & {word}
            case _:
                pass


def test_no_other_module_names_a_family_or_its_games() -> None:
    found = {file.relative_to(ROOT).as_posix(): set(family_names_in(file)) for file in source_files()}
    assert {file: names for file, names in found.items() if names} == {}


BUILT_ON = {"duplicate": {"crossword"}}
"""Which room another one builds on, as it is played on the same board."""


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_names_no_other_family(room: Path) -> None:
    others = {one.name for one in ROOMS if one != room} - BUILT_ON.get(room.name, set())
    found = {file.name: others & set(family_names_in(file)) for file in room.rglob("*.py")}
    assert found
    assert {file: names for file, names in found.items() if names} == {}


def test_families_are_listed_alike_in_the_engine_and_in_the_bot() -> None:
    rulesets_of = [family.ruleset for family in families.FAMILIES]
    assert [family.engine_family.ruleset for family in registry.FAMILIES] == rulesets_of
    assert [family.ruleset_type for family in family_list.COMMAND_LINE_FAMILIES] == rulesets_of


@pytest.mark.parametrize("family", registry.FAMILIES, ids=lambda family: family.name)
def test_a_familys_buttons_are_of_no_common_kind(family: ChatFamily) -> None:
    assert not set(family.chat.button_kinds) & set(COMMON_BUTTONS)


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
