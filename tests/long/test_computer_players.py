"""Whole games that somebody plays alone in private, in every language and against every level, over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.families.crossword.search.searcher import BoardSearcher
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry, decode_table
from bot.telegram.keyboards import encode_button_data
from bot.user_input.commands import command_name
from engine.computer_ids import LEVELS, is_computer
from engine.crossword.state import GameState
from engine.game_base import TurnGame
from engine.klepka import secrecy as cards
from engine.klepka.players import ComputerView as CardSight
from engine.klepka.players import choose_action as chosen
from engine.klepka.players import seen_in_game
from engine.klepka.state import GameState as CardGame
from engine.lexicon import load_lexicon
from engine.table_log import LogEntry
from engine.turns import Pass
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import Room
from tests.support import fast_bot_program
from tests.support.bot_process import ForkServer
from tests.support.chat_harness import KIRAZ
from tests.support.played_games import typed_turn
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.long(seconds=8)
GAMES = {"tr": "kelimelik", "en": "scrabble-en", "uk": "wordbox-uk"}


@pytest.fixture
async def hurry(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path, {"REDIS_URL": redis_url}, fork_server, fast_bot_program.PROGRAM) as made:
        yield made


async def table_of(store: GameStore, room: Room) -> tuple[int, TurnGame]:
    """The game once it has begun, and the number of its newest commit."""
    while True:
        loaded = await store.load_table(Scope(room.chat_id))
        table = None if loaded.state is None else decode_table(loaded.state)
        if isinstance(table, TurnGame):
            return loaded.version, table
        await asyncio.sleep(0.02)


async def log_of(store: GameStore, room: Room) -> list[LogEntry]:
    return [decode_log_entry(entry) for entry in await load_stored_log(store, Scope(room.chat_id))]


async def begin(stage: BotStage, language: str, game: str, level: int) -> Room:
    room = stage.private_room(KIRAZ)
    await room.say_and_read(KIRAZ, f"/{command_name('language', language)} {language}")
    asked = await room.say_and_read(KIRAZ, "/bot")
    if encode_button_data("alone", "", level, game) not in [one["callback_data"] for one in asked.buttons]:
        await room.press_data(KIRAZ, asked, encode_button_data("alone", "", level))
        asked = await room.wait_edited(asked)
    await room.press_data(KIRAZ, asked, encode_button_data("alone", "", level, game))
    return room


def typed(state: TurnGame, language: str, search: BoardSearcher, log: Sequence[LogEntry]) -> str:
    """What somebody types who plays well enough to see the end."""
    if isinstance(state, CardGame):
        seen = seen_in_game((event for entry in log for event in entry.events), state.number)
        card = chosen(
            "usta", CardSight(cards.view_for(state, None), state.ruleset, load_lexicon("uk-common"), seen, "person")
        )
        if isinstance(card, Pass):
            return f"/{command_name('pass', language)}"
        positions = getattr(card, "positions", None)
        if positions is None:
            return f"/{command_name('form', language)} {card.word}"  # type: ignore[union-attr]
        return f"/{command_name('flip', language)} {' '.join(map(str, positions))}"
    assert isinstance(state, GameState)
    return typed_turn(state, language, search)


@pytest.mark.parametrize("level", range(len(LEVELS)), ids=LEVELS)
@pytest.mark.parametrize(("language", "game"), [*GAMES.items(), ("uk", "klepka")])
async def test_a_whole_game_is_played_alone(
    hurry: BotStage, tmp_path: Path, language: str, game: str, level: int
) -> None:
    room = await begin(hurry, language, game, level)
    search, asked = BoardSearcher(tmp_path / "search"), 0
    async with hurry.open_store() as store:
        async with asyncio.timeout(6 * PATIENCE):
            while True:
                version, table = await table_of(store, room)
                if table.outcome is not None:
                    break
                if is_computer(table.players[table.turn].user) or version == asked:
                    await asyncio.sleep(0.02)
                    continue
                asked = version
                await room.say(KIRAZ, typed(table, language, search, await log_of(store, room)))
        log = await log_of(store, room)
    theirs = [entry for entry in log if is_computer(getattr(entry.action, "by", 0))]
    assert len(theirs) >= 5
    assert all(verdict.valid for entry in theirs for verdict in entry.verdicts.values())
    assert hurry.bot.log.count("Traceback") == 0
