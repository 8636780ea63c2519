"""Games that the version before hints wrote go on: nobody has paid, and nobody can ask.

``schemas/2.backup`` was written by that version: three groups with a game in which plays can be taken back, a finished
game with its record, and a lobby.
"""

from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.offline import backup
from bot.playground import Playground
from bot.store import export, keys
from bot.store.keys import Scope
from bot.store.schema import SchemaMigrator
from engine.crossword.state import GameState
from tests.bot.test_upgrade import chat_of, load_table_at, say_there, typed_turn
from tests.support.chat_harness import PEOPLE
from tests.support.run_harness import run_harness

FIXTURE: Final = Path(__file__).parent / "schemas" / "2.backup"
BOARD, OVER = -1_001_000_000_002, -1_001_000_000_003


async def prepare_chats(redis: Redis, playground: Playground) -> None:
    """The data as that version left them, migrated as at a start, and the same chats at Telegram."""
    for group in backup.read_key_groups(FIXTURE):
        await export.write_keys(redis, group)
    await redis.set(keys.schema(), 2)
    await SchemaMigrator(redis, exclusive=True).migrate_database()
    groups = [playground.world.add_group(title, PEOPLE) for title in ("Oyun", "Bitti", "Bekleyen")]
    assert [group.id for group in groups[:2]] == [BOARD, OVER]


async def test_a_game_from_before_goes_on_without_hints(redis_url: str, tmp_path: Path) -> None:
    async with run_harness(redis_url, tmp_path, {}, prepare_chats) as harness:
        over = await load_table_at(harness.store, Scope(OVER))
        assert isinstance(over, GameState)
        assert over.outcome is not None
        assert [(final.hints, final.hint_points) for final in over.outcome.finals] == [(0, 0)] * 2
        before = await load_table_at(harness.store, Scope(BOARD))
        assert isinstance(before, GameState)
        assert (before.ruleset.hints, before.hint) == (None, None)
        mover = before.players[before.turn].user
        refused = await say_there(harness, mover, Scope(BOARD), "/ipucu")
        assert refused.html == chat_of(harness, BOARD).text_html("refusal-no-hints")
        await say_there(harness, mover, Scope(BOARD), typed_turn(before))
        await harness.wait_until_idle()
        after = await load_table_at(harness.store, Scope(BOARD))
        assert isinstance(after, GameState)
        assert after.number > before.number
