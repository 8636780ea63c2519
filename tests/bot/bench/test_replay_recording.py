"""The least that a move can cost: what a bot did for it, done again without a bot."""

import pytest

from bot.bench.fleet.launch import launch_fleet
from bot.bench.measure_moves import FLOOR_ACCOUNT, MeasuredBot, check_replayed
from bot.bench.prepared_games import Match, split_into_matches, store_games
from bot.bench.record_moves import RecordingApi, record_moves
from bot.bench.replay_recording import RECORDING_VARIABLE
from bot.config import StartError
from bot.families.crossword.board_sketches import BoardSketch
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.scope import Scope
from render import Painter

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
    warm_up, matches = [list(split_into_matches(games, MOVES, chat)) for chat in (CHAT, 2 * CHAT)]
    async with RecordingApi(FLOOR_ACCOUNT) as api:
        recorded = await record_moves(api, folder / "recorded", warm_up, matches)
        assert [len(step.pictures) for step in recorded.moves] == [1] * MOVES
        for step in recorded.moves:
            [drawn], [(method, _, body)] = step.pictures, [one for one in step.api_calls if one[0] == "sendPhoto"]
            assert BoardSketch(drawn.theme, drawn.view, drawn.words).paint(Painter(drawn.theme, 900)) in body
            assert method == "sendPhoto"
            assert step.requests
        settings = {RECORDING_VARIABLE: str(recorded.write_moves(folder / "floor"))}
        program = "from bot.bench.replay_recording import replay_moves; replay_moves()"
        async with launch_fleet(
            api, FLOOR_ACCOUNT, folder / "floor", polls=True, program=program, settings=settings
        ) as fleet:
            await recorded.load_into_redis(fleet.redis.url)
            before = await stored_state(fleet.redis.url, 2 * CHAT)
            runner, sizes = MeasuredBot(fleet, store_games), list[int]()
            with pytest.raises(StartError, match="could not be done again"):
                await check_replayed(runner, matches)
            for match in matches:
                sizes += await runner.move_maker.play_matches((match,))
            after = await stored_state(fleet.redis.url, 2 * CHAT)
            await check_replayed(runner, matches)
    assert len(sizes) == MOVES
    assert after[1] == before[1] + MOVES, "each commit was taken"
    assert after[0] != before[0]
