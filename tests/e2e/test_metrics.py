"""Metrics of a running bot, read over HTTP, beside what the stand-in for Telegram counted."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import aiohttp
import pytest
import telegram
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis

from bot.playground import Fault
from bot.playground.chats import Json
from bot.playground.parameters import find_method_name
from engine.crossword.actions import Place
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import chat_sentence
from tests.e2e.crossword_game import CrosswordGame
from tests.support.bot_process import ForkServer
from tests.support.redis_faults import refuse_writes
from tests.support.waiting import PATIENCE, Looks
from tools.fleet.launch import find_free_port

SECRET = "webhook-secret-of-this-test"  # noqa: S105 - of this test alone
OUTCOMES = {200: "ok", 400: "refused", 403: "refused", 429: "rate_limited"}
_RUNNING = "getUpdates"
"""Always under way: what the server has answered may not have been read yet."""

Figures = Mapping[tuple[str, tuple[str, ...]], float]


class Counted:
    def __init__(self, stage: BotStage) -> None:
        self.updates: Counter[str] = Counter()
        stage.playground.updates.on_confirmed = self._count_update
        self._journal = stage.playground.journal

    def _count_update(self, update: Json) -> None:
        self.updates[next(kind for kind in update if kind != "update_id")] += 1

    @property
    def calls(self) -> Counter[tuple[str, ...]]:
        entries = self._journal.find_entries()
        return Counter((one.method, OUTCOMES[one.status]) for one in entries if one.method != _RUNNING)


@pytest.fixture
async def metered(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    listen = {f"{one}_LISTEN": f"127.0.0.1:{find_free_port()}" for one in ("HTTP", "METRICS")}
    settings = {"REDIS_URL": redis_url, **listen}
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def ask(stage: BotStage, path: str) -> tuple[int, str]:
    url = f"http://{stage.bot.settings['METRICS_LISTEN']}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def read_figures(stage: BotStage) -> Figures:
    """Every sample by its name and the values of its labels."""
    status, text = await ask(stage, "/metrics")
    assert status == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def counts(figures: Figures, name: str) -> Counter[tuple[str, ...]]:
    return Counter({labels: int(value) for (one, labels), value in figures.items() if one == name and value})


def noted_calls(stage: BotStage, figures: Figures) -> Counter[tuple[str, ...]]:
    """The calls in the figures that a server notes: of a method that it does not know it keeps nothing."""
    version = stage.playground.world.server.version
    told = counts(figures, "harfiyen_api_requests_total")
    return Counter({key: told[key] for key in told if key[0] != _RUNNING and find_method_name(key[0], version)})


async def settled_figures(stage: BotStage, counted: Counted) -> tuple[Figures, Counter[tuple[str, ...]]]:
    """The figures of an instant at which no call was on its way, and what the stand-in had counted by then."""
    async with asyncio.timeout(PATIENCE):
        while True:
            before = counted.calls
            figures = await read_figures(stage)
            if before == counted.calls and noted_calls(stage, figures).total() >= before.total():
                return figures, before


async def poll_ready(stage: BotStage, answer: str, *, is_well: bool | None = None) -> None:
    """Wait until a bot says of itself that it is ready, or why not, wherever it is asked."""
    looks, health = Looks(), f"http://{stage.bot.settings['HTTP_LISTEN']}/health"
    async with asyncio.timeout(PATIENCE):
        while not (said := (await ask(stage, "/readyz"))[1]).startswith(answer):
            await looks.pause()
    async with aiohttp.ClientSession() as session, session.get(health) as response:
        assert (response.status == 200) == (("not ready" not in said) if is_well is None else is_well)
    assert (await read_figures(stage))["harfiyen_ready", ()] == ("not ready" not in said)


async def test_a_bot_that_telegram_cannot_post_to_is_not_ready_and_proxies_still_use_it(
    redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> None:
    listen = {f"{one}_LISTEN": f"127.0.0.1:{find_free_port()}" for one in ("HTTP", "METRICS")}
    hook = {"WEBHOOK_URL": f"http://127.0.0.1:{find_free_port()}/hook", "WEBHOOK_SECRET": SECRET}
    async with run_bot_stage(tmp_path, {"REDIS_URL": redis_url, **listen, **hook}, fork_server) as stage:
        await stage.private_room(stage.people[0]).say(stage.people[0], "/skor")
        reason = '{"status": "not ready", "reason": "updates cannot come in (Connection failed'
        await poll_ready(stage, reason, is_well=True)
        bot = telegram.Bot(stage.bot.settings["BOT_TOKEN"], f"{stage.playground.url}/bot")
        async with bot:
            await bot.set_webhook(f"http://{listen['HTTP_LISTEN']}/hook", secret_token=SECRET)
        await poll_ready(stage, '{"status": "ready"}')


async def test_an_evening_in_the_metrics_is_what_the_stand_in_counted_until_no_updates_come_in(
    metered: BotStage, redis: Redis
) -> None:
    counted = Counted(metered)
    room = await metered.new_room(metered.people[:2])
    game = await CrosswordGame.open_and_begin(room, metered.people[:2])
    for _ in range(3):
        await game.play_turn()
    await room.say(game.players[1 - game.turn].user, "/pas")
    refused = await room.read_next()
    assert refused.text == chat_sentence("tr", "refusal-not-your-turn", name=game.on_turn.name)
    metered.playground.faults.add_fault(Fault(kind="retry_after", method="sendPhoto", retry_after=1))
    await game.play_turn()
    await metered.wait_updates_confirmed()
    figures, calls = await settled_figures(metered, counted)

    assert noted_calls(metered, figures) == calls
    assert calls["sendPhoto", "rate_limited"] == 1
    received = counts(figures, "harfiyen_updates_received_total")
    assert received == Counter({(kind,): count for kind, count in counted.updates.items()})
    assert {"message", "callback_query"} <= counted.updates.keys()
    assert counts(figures, "harfiyen_moves_total") == Counter({("kelimelik",): 4})
    assert counts(figures, "harfiyen_refusals_total") == Counter({("not_your_turn",): 1})
    actions = await metered.load_actions(room)
    assert figures["harfiyen_commits_total", ("committed",)] == len(actions)
    assert figures["harfiyen_shards_owned", ()] == 64
    assert figures["harfiyen_queue_entries", ("dead_letters",)] == 0
    assert figures["harfiyen_drawing_seconds_count", ()] >= 4
    judged = sum(isinstance(action, Place) for action in actions)  # a rack may have no move
    assert figures["harfiyen_judging_seconds_count", ("builtin",)] == judged

    labels = {label for _, values in figures for label in values}
    secrets = {"Masa", str(room.chat_id), *map(str, metered.people), *(player.name for player in game.players)}
    assert labels & secrets == set()
    assert (await ask(metered, "/healthz"))[0] == 200
    assert (await ask(metered, "/readyz"))[0] == 200

    # Telegram answers whatever else it is asked, and Redis whatever is read.
    faults = metered.playground.faults
    faults.add_fault(Fault(kind="error", status=502, description="Bad Gateway", method="getUpdates", count=1000))
    await room.say(metered.people[0], "/skor")  # ends the poll that waits
    await poll_ready(metered, '{"status": "not ready", "reason": "updates cannot come in (Bad Gateway)"}')
    faults.clear_faults()
    await poll_ready(metered, '{"status": "ready"}')
    async with refuse_writes(redis, "OOM"):
        await poll_ready(metered, '{"status": "not ready", "reason": "Redis refuses to store updates (')
    await poll_ready(metered, '{"status": "ready"}')
    assert await metered.bot.stop_bot() == 0
