"""How much processor time a Redis server takes for each request of a client: unlike a duration, without any waiting.

The server's own count is read before and after each request (``INFO cpu``), so nobody else may ask it meanwhile.
"""

import hashlib
import itertools
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from redis.asyncio import ConnectionPool
from redis.asyncio.client import Pipeline
from redis.exceptions import ResponseError

from bot.store.connection.client import Client
from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.connection.transport import Command

_MS: Final = 1_000
_REPLY_SECONDS: Final = 60.0
_COSTS_OF_READING: Final = 200
"""How often the count is read at first, to know what the reading itself costs."""


class RequestCosts:
    """What requests have cost, by what they ask and how many of the same asked before.

    Args:
        script_names: those that are known by their digests, which several may share.
    """

    def __init__(self, script_names: dict[str, str]) -> None:
        self._ms: dict[tuple[str, int], float] = {}
        self._asked: Counter[str] = Counter()
        self._script_names: Final = script_names

    def begin_round(self) -> None:
        """The same requests come again, in the same order: of each the least cost is kept."""
        self._asked.clear()

    def note(self, commands: Sequence[Command], ms: float) -> None:
        """Note the cost of commands that were sent together."""
        name = self._name(commands)
        place = name, self._asked[name]
        self._asked[name] += 1
        self._ms[place] = min(ms, self._ms.get(place, ms))

    def longest_ms(self) -> dict[str, float]:
        """By request its longest time in milliseconds, the longest first."""
        found: dict[str, float] = {}
        for (name, _), ms in self._ms.items():
            found[name] = max(ms, found.get(name, 0.0))
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def _name(self, commands: Sequence[Command]) -> str:
        names = dict.fromkeys(self._name_one(command) for command in commands)
        return " + ".join(names)

    def _name_one(self, command: Command) -> str:
        match command:
            case ["EVAL", str(text), *_]:
                digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
                return self._script_names.setdefault(digest, f"{_find_script_name(text)}.lua")
            case ["EVALSHA", str(digest), *_]:
                return self._script_names.get(digest, "EVALSHA")
            case _:
                return str(command[0])


def _find_script_name(text: str) -> str:
    """The name of the script of which a text is, which ends as its file does."""
    scripts = (one for one in files("bot.store.scripts").iterdir() if one.name.endswith(".lua"))
    return next(one.name.removesuffix(".lua") for one in scripts if text.endswith(one.read_text("utf-8")))


class _MeteredConnection(MultiplexedConnection):
    """Sends one request at a time, and notes what each costs the server."""

    def __init__(self, pool: ConnectionPool, costs: RequestCosts) -> None:
        super().__init__(pool, 0.0, _REPLY_SECONDS)
        self._costs: Final = costs
        self._reading_ms: float | None = None

    async def send_commands(self, commands: Sequence[Command]) -> list[Any]:
        before = await self.read_cpu_ms()
        answers = await super().send_commands(commands)
        await self.note_since(before, commands)
        return answers

    async def note_since(self, before: float, commands: Sequence[Command]) -> None:
        ms = await self.read_cpu_ms() - before
        if self._reading_ms is None:
            self._reading_ms = await self._measure_reading()
        self._costs.note(commands, max(0.0, ms - self._reading_ms))

    async def read_cpu_ms(self) -> float:
        """The processor time of the thread that serves; where the server does not tell it, of the whole server."""
        [answer] = await super().send_commands([("INFO", "cpu")])
        if isinstance(answer, ResponseError):
            raise answer
        told = dict(line.split(":", 1) for line in answer.decode().split() if ":" in line)
        thread = "_main_thread" if "used_cpu_user_main_thread" in told else ""
        return _MS * sum(float(told[f"used_cpu_{kind}{thread}"]) for kind in ("user", "sys"))

    async def _measure_reading(self) -> float:
        read = [await self.read_cpu_ms() for _ in range(_COSTS_OF_READING)]
        return min(after - before for before, after in itertools.pairwise(read))


class _MeteredTransaction(Pipeline):
    """Notes what a transaction costs as a whole, as nobody gets in between its commands."""

    def __init__(self, client: "MeteredClient") -> None:
        super().__init__(client.connection_pool, client.response_callbacks, transaction=True, shard_hint=None)
        self._metered: Final = client.metered

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        before = await self._metered.read_cpu_ms()
        answers = await super().execute(raise_on_error)
        await self._metered.note_since(before, [("MULTI",)])
        return answers


class MeteredClient(Client):
    """A client of one server that notes what each of its requests costs.

    Args:
        url: of the server.
        costs: where it notes them.
    """

    def __init__(self, url: str, costs: RequestCosts) -> None:
        def pool() -> ConnectionPool:
            return ConnectionPool.from_url(url, protocol=2)

        self.metered: Final = _MeteredConnection(pool(), costs)
        super().__init__(pool(), pool(), self.metered)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """As :meth:`bot.store.connection.client.Client.pipeline`."""
        return _MeteredTransaction(self) if transaction else super().pipeline(transaction, shard_hint)
