"""The least that a move can cost: what a bot did for it, done again without a bot."""

import pytest

from bot.config import StartError
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.scope import Scope
from render import Painter
from tools.bench.floor import FLOOR_PROGRAM, MOVES_VARIABLE, RecordingApi, record_moves
from tools.bench.games import Match, MoveMaker, spread_over_chats
from tools.bench.moves import FLOOR_ACCOUNT, check_replayed
from tools.fleet.launch import launch_fleet

pytestmark = pytest.mark.usefixtures("forked_workers")

CHAT = -1_000_000
MOVES = 3


async def stored_state(redis: str, chat: int) -> tuple[bytes | None, int]:
    async with connect(redis) as client:
        loaded = await GameStore(client).load_table(Scope(chat))
        return loaded.state, loaded.version


async def test_what_a_bot_did_is_done_again_and_leaves_what_the_bot_left(
    games: list[Match], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("f")
    warm_up, matches = [spread_over_chats(games, MOVES, 1, chat) for chat in (CHAT, 2 * CHAT)]
    async with RecordingApi(FLOOR_ACCOUNT) as api:
        recorded = await record_moves(api, folder / "recorded", warm_up, matches)
        assert [len(step.pictures) for step in recorded.moves] == [1] * MOVES
        for step in recorded.moves:
            [drawn], [(method, _, body)] = step.pictures, [one for one in step.api_calls if one[0] == "sendPhoto"]
            assert drawn.paint(Painter(drawn.theme, 900)) in body
            assert method == "sendPhoto"
            assert step.requests
        recorded.write_moves(folder / "moves")
        settings = {MOVES_VARIABLE: str(folder / "moves")}
        async with launch_fleet(
            api, FLOOR_ACCOUNT, folder / "floor", polls=True, program=FLOOR_PROGRAM, settings=settings
        ) as fleet:
            await recorded.load_into_redis(fleet.redis.url)
            before = await stored_state(fleet.redis.url, 2 * CHAT)
            move_maker, sizes = MoveMaker(fleet.account), list[int]()
            with pytest.raises(StartError, match="could not be done again"):
                await check_replayed(fleet.redis.url, matches)
            for match in matches:
                sizes += await move_maker.play_matches((match,))
            after = await stored_state(fleet.redis.url, 2 * CHAT)
            await check_replayed(fleet.redis.url, matches)
    assert len(sizes) == MOVES
    assert after[1] == before[1] + MOVES, "each commit was taken"
    assert after[0] != before[0]
