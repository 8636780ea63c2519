"""Whole games that somebody plays alone in private, in every language and against every level, over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.families.crossword.searches import Searcher
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import decode_entry, decode_table
from bot.telegram.buttons import data
from bot.typed.commands import command_name
from engine.computers import is_computer
from engine.crossword import secrecy
from engine.crossword.players.choosing import choose
from engine.crossword.players.sight import Sight
from engine.crossword.state import GameState
from engine.game import Game
from engine.klepka import secrecy as cards
from engine.klepka.players import Sight as CardSight
from engine.klepka.players import choose as chosen
from engine.klepka.players import witnessed
from engine.klepka.state import GameState as CardGame
from engine.levels import LEVELS
from engine.lexicon import lexicon
from engine.record import LogEntry
from engine.rng import Draws
from engine.turns import Pass
from tests.e2e.room import Room
from tests.e2e.stage import Stage, opened
from tests.support import hurried
from tests.support.chats import KIRAZ
from tests.support.patience import PATIENCE
from tests.support.stored_logs import stored_log
from tests.support.warm import Warm
from tests.transcripts import minds

pytestmark = pytest.mark.long(seconds=8)
GAMES = {"tr": "kelimelik", "en": "scrabble-en", "uk": "wordbox-uk"}


@pytest.fixture
async def hurry(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    async with opened(tmp_path, {"REDIS_URL": redis_url}, warm, hurried.PROGRAM) as made:
        yield made


async def table_of(store: Store, room: Room) -> tuple[int, Game]:
    """The game once it has begun, and the number of its newest commit."""
    while True:
        loaded = await store.load(Scope(room.id))
        table = None if loaded.state is None else decode_table(loaded.state)
        if isinstance(table, Game):
            return loaded.version, table
        await asyncio.sleep(0.02)


async def log_of(store: Store, room: Room) -> list[LogEntry]:
    return [decode_entry(entry) for entry in await stored_log(store, Scope(room.id))]


async def begin(stage: Stage, language: str, game: str, level: int) -> Room:
    room = stage.private(KIRAZ)
    await room.ask(KIRAZ, f"/{command_name('language', language)} {language}")
    asked = await room.ask(KIRAZ, "/bot")
    if data("alone", "", level, game) not in [one["callback_data"] for one in asked.buttons]:
        await room.press(KIRAZ, asked, data("alone", "", level))
        asked = await room.edited(asked)
    await room.press(KIRAZ, asked, data("alone", "", level, game))
    await room.tap(KIRAZ, await room.next(), "begin")
    return room


def typed(state: Game, language: str, search: Searcher, log: Sequence[LogEntry]) -> str:
    """What somebody types who plays well enough to see the end."""
    if isinstance(state, CardGame):
        seen = witnessed((event for entry in log for event in entry.events), state.number)
        card = chosen("usta", CardSight(cards.view(state, None), state.ruleset, lexicon("uk-common"), seen, "person"))
        if isinstance(card, Pass):
            return f"/{command_name('pass', language)}"
        positions = getattr(card, "positions", None)
        if positions is None:
            return f"/{command_name('form', language)} {card.word}"  # type: ignore[union-attr]
        return f"/{command_name('flip', language)} {' '.join(map(str, positions))}"
    assert isinstance(state, GameState)
    words = lexicon(state.ruleset.lexicon)
    sight = Sight(secrecy.view(state, state.turn), state.ruleset, words)
    action = choose("greedy", sight, search, Draws("00"), lambda: False)
    if isinstance(action, minds.Place):
        return f"/{command_name('play', language)} {minds.typed(state, action, language, 0)}"
    return f"/{command_name('pass', language)}"


@pytest.mark.parametrize("level", range(len(LEVELS)), ids=LEVELS)
@pytest.mark.parametrize(("language", "game"), [*GAMES.items(), ("uk", "klepka")])
async def test_a_whole_game_is_played_alone(hurry: Stage, tmp_path: Path, language: str, game: str, level: int) -> None:
    room = await begin(hurry, language, game, level)
    search, asked = Searcher(tmp_path / "search"), 0
    async with hurry.store() as store:
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
