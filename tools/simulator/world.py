"""The environment of a simulation: a stand-in for Telegram, Redis, and the workers of one bot."""

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from aiohttp.typedefs import Middleware
from msgspec import structs
from redis.asyncio import Redis

from bot.config import StartError
from bot.playground.chats import ADMIN_RIGHTS, Json
from bot.playground.dispatch import ApiCall
from bot.playground.server_version import OLDEST, bad_request_error
from bot.playground.world import Upload
from tools.fleet.bot_api import BotAccount, FleetBotApi
from tools.fleet.launch import WorkerProcess, make_workers, run_workers
from tools.simulator import people
from tools.simulator.redis_servers import AnyRedis, start_sentinel_redis, start_single_redis
from tools.simulator.worker import CLOCK_VARIABLE, WORKER_PROGRAM

TOKEN: Final = f"7:{'chaos' * 7}"


class SimulatedBot(BotAccount):
    """The bot's account at a server of a given version; ``is_admin``: whether the bot administers its groups.

    It supports ephemeral messages (which only one member sees), by the parameters of each version.
    """

    def __init__(self, version: str = OLDEST, *, is_admin: bool = True, token: str = TOKEN) -> None:
        super().__init__(int(token.partition(":")[0]), version)
        self.token: Final = token
        self.member_status, self.username_of = people.member_status, people.username_of
        self.journal.keeps_entries = False
        self._is_admin: Final = is_admin
        self._presses: Final[dict[str, tuple[int, int]]] = {}
        self._ephemeral_count = 0

    def send_update(self, payload: Json, copies: int = 0) -> Json:
        if (tap := payload.get("callback_query")) is not None:
            self._presses[tap["id"]] = (tap["message"]["chat"]["id"], tap["from"]["id"])
        return super().send_update(payload, copies)

    def make_result(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
        if call.method == "getChatMember" and self._is_admin and parameters["user_id"] == self.bot_user["id"]:
            return {"status": "administrator", "user": self.bot_user} | dict.fromkeys(ADMIN_RIGHTS, True)
        if call.method.startswith("send") and (alone := _read_recipient(parameters)) is not None:
            return self._send_to_one(call, parameters, uploads, alone)
        return super().make_result(call, parameters, uploads)

    def _send_to_one(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload], alone: Json) -> Json:
        query = alone.get("callback_query_id")
        chat, presser = self._presses.get(str(query), (call.chat, None))
        reader = alone.get("receiver_user_id", presser)
        if chat is None or reader is None:
            raise bad_request_error("query is too old and response timeout expired or query ID is invalid")
        if query is None and not self._is_admin:
            raise bad_request_error("CHAT_ADMIN_REQUIRED")
        self._ephemeral_count += 1
        in_chat = structs.replace(call, parameters=call.parameters | {"chat_id": chat})
        shown: Json = super().make_result(in_chat, parameters, uploads)
        receiver = people.make_person(reader, str(reader)).to_user
        return shown | {"message_id": 0, "ephemeral_message_id": self._ephemeral_count, "receiver_user": receiver}


def _read_recipient(parameters: Json) -> Json | None:
    """Return the parameters that name the only reader of an ephemeral message; ``None`` for other messages."""
    given: Json | None = parameters.get("ephemeral_message_parameters")
    return given or ({**parameters} if "receiver_user_id" in parameters else None)


_MAX_STARTS: Final = 5


@dataclass(frozen=True, slots=True)
class World:
    bot: SimulatedBot
    redis: AnyRedis
    workers: tuple[WorkerProcess, ...]
    clock_file: Path
    """The file that sets the workers' clock."""

    @property
    def client(self) -> Redis:
        """A client of Redis that bypasses the faulty proxy."""
        return self.redis.client


async def ensure_started(worker: WorkerProcess) -> None:
    """Start a worker that is not running, up to five times if it ends during its start."""
    for _ in range(_MAX_STARTS):
        if worker.is_alive:
            return
        await worker.start()
        with contextlib.suppress(StartError):
            await worker.wait_until_ready()


@asynccontextmanager
async def open_world(
    folder: Path,
    bot: SimulatedBot,
    rng: Random,
    *,
    workers: int = 1,
    sentinels: bool = False,
    settings: Mapping[str, str] | None = None,
    middlewares: Sequence[Middleware] = (),
) -> AsyncIterator[World]:
    """Start a simulation's servers and workers in a folder with a short path, for sockets; ``rng``: for Redis's faults.

    Raises:
        StartError: this machine cannot run it, or a worker did not start.
    """
    api = FleetBotApi(middlewares=middlewares)
    api.accounts[bot.token] = bot
    start_redis = start_sentinel_redis if sentinels else start_single_redis
    async with api, start_redis(folder / "redis", rng) as redis:
        clock_file = folder / "clock"
        shared = {CLOCK_VARIABLE: str(clock_file), **redis.worker_settings, **(settings or {})}
        world = World(bot, redis, make_workers(api, bot.token, folder, workers, shared, WORKER_PROGRAM), clock_file)
        async with run_workers(world.workers):
            yield world
