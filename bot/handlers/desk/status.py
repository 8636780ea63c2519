"""``/status``: how the bot is, in one message."""

from collections.abc import Callable
from datetime import timedelta
from time import perf_counter
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.handlers.desk.pulse import Pulse
from bot.store import keys
from bot.store.acquaintances import Acquaintances
from bot.store.maintenance import Maintenance
from bot.store.tending import Queue, queues
from bot.store.vitals import Vitals
from bot.telegram.answers import Answers
from bot.telegram.inbound import OwnerCommand
from bot.wording.speaker import Speaker

_SECOND: Final = timedelta(seconds=1)
_MIB: Final = 1024 * 1024


class StatusHandlers:
    """See the module.

    Args:
        redis: answers in bytes.
        vitals: how the workers are.
        pulse: how this one is.
        acquaintances: counts chats and games.
        maintenance: whether new games may begin.
        answers: tells it.
        clock: seconds of the epoch.
    """

    def __init__(
        self,
        *,
        redis: Redis,
        vitals: Vitals,
        pulse: Pulse,
        acquaintances: Acquaintances,
        maintenance: Maintenance,
        answers: Answers,
        clock: Callable[[], float],
    ) -> None:
        self._redis: Final = redis
        self._vitals: Final = vitals
        self._pulse: Final = pulse
        self._acquaintances: Final = acquaintances
        self._maintenance: Final = maintenance
        self._answers: Final = answers
        self._clock: Final = clock

    async def status(self, request: OwnerCommand, voice: Speaker) -> None:
        """Tell how all workers together are."""
        await self._acquaintances.write()
        await self._vitals.say(self._pulse.vital())
        await self._answers.send(request, "\n".join([await self._workers(voice), *await self._stored(voice)]))

    async def _workers(self, voice: Speaker) -> str:
        workers = await self._vitals.all()
        now = int(self._clock())
        return voice.html(
            "desk-status-workers",
            version=", ".join(sorted({one.version for one in workers})),
            workers=len(workers),
            uptime=voice.duration(max(0, now - min(one.since for one in workers))),
            memory=sum(one.memory for one in workers) // _MIB,
            held=sum(one.held_back for one in workers),
        )

    async def _stored(self, voice: Speaker) -> list[str]:
        chats = await self._acquaintances.chats()
        groups = sum(chat < 0 for chat in chats)
        waiting = await queues(self._redis)
        begun = perf_counter()
        await self._redis.exists(keys.BROADCAST)
        lines = [
            voice.html("desk-status-chats", groups=groups, people=len(chats) - groups),
            voice.html(
                "desk-status-games", games=await self._acquaintances.running(), moves=await self._vitals.moves()
            ),
            voice.html(
                "desk-status-queues",
                inbox=waiting.inbox.length,
                waited=_age(waiting.inbox, voice),
                outbox=waiting.outbox.length,
                kept=_age(waiting.outbox, voice),
            ),
            voice.html("desk-status-dead", count=waiting.dead.length),
            voice.html(
                "desk-status-redis", milliseconds=round((perf_counter() - begun) * 1000), memory=await self._held()
            ),
        ]
        if await self._maintenance.now() is not None:
            lines.append(voice.html("desk-status-closed"))
        return lines

    async def _held(self) -> int:
        """Mebibytes that Redis holds, in a cluster the server that keeps the clock; 0 where it does not tell."""
        try:
            return int((await self._redis.info("memory"))["used_memory"]) // _MIB
        except (RedisError, LookupError):
            return 0


def _age(queue: Queue, voice: Speaker) -> str:
    return voice.duration(queue.waiting // _SECOND)
