"""The game that is shown: a group of two in the middle of a game, always with the same tiles.

The bot is the real one. It plays the table that is put before it, as the tests put theirs.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.playground.server_version import NEWEST
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode_stored
from engine.crossword.state import GameState
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import Room
from tests.support.bot_process import FreshStarter
from tests.support.games import game

GROUP: Final = "Friday night words"
NAMES: Final = ("Cherry", "Lemon")
WORD: Final = "FRIEND"
"""The word that is laid, through the E of GAME."""
_LAID: Final = ("8F GAME", "F8 GOOD", "11F DAY")
BEFORE: Final = ("H11", "YOU")
"""Where Lemon lays which word, downwards, before the one that is filmed: its board is the newest in the group."""
_RACKS: Final = ("FRINDTO", "OUSTABL")
_SCORES: Final = (31, 24)


def shown_position() -> GameState:
    """The game when it is Lemon's turn to lay :data:`BEFORE`."""
    return game("scrabble-en", laid=_LAID, racks=_RACKS, turn=1, scores=_SCORES)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table where the first person is about to lay :data:`WORD`."""

    stage: BotStage
    room: Room
    person: int
    """Whose screen is filmed."""
    place: int
    """Which of the playground's people that is, from 1 on."""


@asynccontextmanager
async def open_scene(folder: Path, settings: Mapping[str, str] | None = None) -> AsyncIterator[Scene]:
    """The playground with the bot and a group whose last word was just laid."""
    async with run_bot_stage(folder, settings or {}, FreshStarter()) as stage:
        world = stage.playground.world
        world.server.version = NEWEST
        for user, name in zip(stage.people, NAMES, strict=False):
            world.people[user].name, world.people[user].language = name, "en"
        room = await stage.new_room(stage.people[: len(NAMES)], GROUP)
        host, guest = stage.people[: len(NAMES)]
        await room.say_and_read(host, "/language en")
        lobby = await room.say_and_read(host, "/new scrabble-en")
        await room.tap_kind(guest, lobby, "join")
        await room.tap_kind(host, await room.wait_edited(lobby), "begin")
        await room.read_next()
        first, second = await _arrange_table(stage, room)
        said = await room.say(second, f"/play {BEFORE[0]} down {BEFORE[1]}")
        await room.read_next()
        for former in [number for number in room.chat.messages if number < said]:
            world.delete_message(room.chat, former)  # among them is who began, which was drawn
        yield Scene(stage, room, first, stage.people.index(first) + 1)


async def _arrange_table(stage: BotStage, room: Room) -> Sequence[int]:
    """Put the position into the store; its people, the one who is filmed first."""
    scope = Scope(room.chat_id)
    async with stage.open_store() as store:
        held = await store.load_table(scope)
        state = decode_table(held.state or b"")
        if not isinstance(state, GameState):
            raise TypeError(f"a game of words on a board was begun, not {type(state).__name__}")
        shown = shown_position()
        by_name = sorted(state.players, key=lambda player: NAMES.index(player.name))
        players = tuple(
            replace(player, rack=like.rack, score=like.score)
            for player, like in zip(by_name, shown.players, strict=True)
        )
        state = replace(state, players=players, cells=shown.cells, bag=shown.bag, turn=1)
        change = Commit(
            scope=scope,
            expected_version=held.version,
            update_id=None,
            state=encode_stored(state),
            deadline=None,
            reset_log=True,
            custom_words=held.custom_words,
        )
        committed = await store.commit(change)
        assert isinstance(committed, Committed), "nobody else plays here"
    return [player.user for player in players]
