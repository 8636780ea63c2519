"""The least that a move can cost: what a bot did for it, done again without a bot."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.bench.deals import deal
from bot.bench.floor import MATERIAL
from bot.bench.matches import deck, one_by_one
from bot.bench.recording import record, recording
from bot.bench.runs import FLOOR, Runner, check_repeated
from bot.config import StartError
from bot.families.crossword.sketches import BoardSketch
from bot.fleet.running import running
from bot.store.connect import connect
from bot.store.keys import Scope
from bot.store.redis import Store
from render import Painter
from tests.support.warm import Forked, Warm

CHAT = -1_000_000
MOVES = 3


@pytest.fixture(autouse=True)
def _at_hand(warm: Warm) -> Iterator[None]:
    """Bots that load no module."""

    async def forked(program: str, folder: Path, environment: Mapping[str, str], log: int) -> Forked:
        return await warm.start(program, cwd=folder, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.fleet.processes.spawned", forked)
        yield


async def state_of(redis: str, chat: int) -> tuple[bytes | None, int]:
    async with connect(redis) as client:
        loaded = await Store(client).load(Scope(chat))
        return loaded.state, loaded.version


async def test_what_a_bot_did_is_done_again_and_leaves_what_the_bot_left(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("f")
    games = deck()
    warm_up, matches = [list(one_by_one(games, MOVES, chat)) for chat in (CHAT, 2 * CHAT)]
    async with recording(FLOOR) as api:
        recorded = await record(api, folder / "recorded", warm_up, matches)
        assert [len(step.drawn) for step in recorded.steps] == [1] * MOVES
        for step in recorded.steps:
            [drawn], [(method, _, body)] = step.drawn, [one for one in step.posted if one[0] == "sendPhoto"]
            assert BoardSketch(drawn.theme, drawn.view, drawn.words).painted(Painter(drawn.theme, 900)) in body
            assert method == "sendPhoto"
            assert step.asked
        settings = {MATERIAL: str(recorded.kept_in(folder / "floor"))}
        program = "from bot.bench.floor import main; main()"
        async with running(api, FLOOR, folder / "floor", polls=True, program=program, settings=settings) as fleet:
            await recorded.put(fleet.stores.url)
            before = await state_of(fleet.stores.url, 2 * CHAT)
            runner, sizes = Runner(fleet, deal), list[int]()
            with pytest.raises(StartError, match="could not be done again"):
                await check_repeated(runner, matches)
            for match in matches:
                sizes += await runner.answers.play((match,))
            after = await state_of(fleet.stores.url, 2 * CHAT)
            await check_repeated(runner, matches)
    assert len(sizes) == MOVES
    assert after[1] == before[1] + MOVES, "each commit was taken"
    assert after[0] != before[0]
