"""``python -m tools.newcomer [--json] [--positions 500] [--games …]``: prints all counts; draws no picture."""

import argparse
import asyncio
import io
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PIL import Image

from bot.pictures import DrawingThread
from bot.store.embedded import EmbeddedRedis
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import BotHarness
from tests.support.run_harness import run_harness
from tools.newcomer.places import count_places
from tools.newcomer.screens import NEWCOMERS, count_first_game, count_group
from tools.newcomer.taps import Json

GAMES: Final = tuple(name for name, rules in shipped_rulesets().items() if not isinstance(rules, KlepkaRuleset))


@asynccontextmanager
async def _run_bot() -> AsyncIterator[BotHarness]:
    blank = io.BytesIO()
    Image.new("RGB", (64, 64)).save(blank, "PNG")

    async def draw_nothing(*_: object, **__: object) -> bytes:
        return blank.getvalue()

    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedRedis(Path(folder))
        await server.start()
        with (
            patch.object(DrawingThread, "draw_sketch", draw_nothing),
            patch("bot.workers.shard_reader._POLL_SECONDS", 0.05),
        ):
            async with run_harness(server.url, Path(folder), {"LOG_LEVEL": "ERROR"}) as house:
                yield house
        await server.stop()


async def count_all(games: Sequence[str], positions: int) -> Json:
    counted: Json = {}
    async with _run_bot() as house:
        for language in NEWCOMERS:
            counted[f"first game, {language}"] = await count_first_game(house, language)
        for language in NEWCOMERS:
            counted[f"group, {language}"] = await count_group(house, language)
        for name in games:
            counted[name] = await count_places(house, name, positions)
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(prog="newcomer", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES)
    given = parser.parse_args()
    counted = asyncio.run(count_all(given.games, given.positions))
    if given.json:
        sys.stdout.write(json.dumps(counted, indent=2, ensure_ascii=False) + "\n")
        return
    for part, figures in counted.items():
        for name, figure in figures.items():
            shown = ", ".join(f"{key} {value}" for key, value in figure.items()) if isinstance(figure, dict) else figure
            sys.stdout.write(f"{part}: {name}: {shown}\n")


if __name__ == "__main__":
    main()
