"""What owners are told unasked: that something ails, each kind once an hour at most, and that it is well again."""

import logging
from collections.abc import Callable, Collection
from time import monotonic
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.handlers.desk.pulse import Pulse
from bot.outcomes import Undone
from bot.store import keys
from bot.store.keys import SHARDS, Scope
from bot.store.tending import Queue, queues
from bot.store.vitals import Alert, Vitals
from bot.telegram.gateway import Gateway
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.speaker import Speaker

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 3600.0
"""How often owners are told of one kind of trouble at most."""
_WAITS_SECONDS: Final = 300
"""How long the oldest entry of a queue may wait."""
_MOST_WAITING: Final = 1000
_REDIS_SECONDS: Final = 30.0
"""How long Redis may be silent."""
_MOST_HELD: Final = 200
"""How often in an hour Telegram may want messages to wait."""
_MOST_LETTERS: Final = 101

Told = Callable[[Speaker], str]
"""Words it, in an owner's language."""


class Watch:
    """Looks after the bot, where this process owns the desk's shard.

    Args:
        owners: who is told.
        redis: answers in bytes.
        vitals: how the workers are, and what owners know.
        pulse: whether Telegram answers this process.
        gateway: tells owners.
        tongues: the languages of owners.
        texts: the wording.
        default_language: of owners while Redis is away.
        clock: seconds of the epoch.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        owners: Collection[int],
        redis: Redis,
        vitals: Vitals,
        pulse: Pulse,
        gateway: Gateway,
        tongues: Tongues,
        texts: Texts,
        default_language: str,
        clock: Callable[[], float],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._owners: Final = owners
        self._redis: Final = redis
        self._vitals: Final = vitals
        self._pulse: Final = pulse
        self._gateway: Final = gateway
        self._tongues: Final = tongues
        self._texts: Final = texts
        self._default: Final = default_language
        self._clock: Final = clock
        self._seconds: Final = seconds
        self._away_since: float | None = None
        self._away_told = float("-inf")
        self._away_known = False

    async def look(self) -> None:
        """Look once.

        Raises:
            redis.exceptions.RedisError: Redis is away; see :meth:`away`.
        """
        known = await self._vitals.alerts()
        waiting = await queues(self._redis)
        held = sum(one.held_back for one in await self._vitals.all())
        inbox, outbox = waiting.inbox, waiting.outbox
        await self._lasting(
            "inbox",
            known,
            _late(inbox),
            lambda voice: voice.html("desk-alert-inbox", count=inbox.length, time=_age(inbox, voice)),
        )
        await self._lasting(
            "outbox",
            known,
            _late(outbox),
            lambda voice: voice.html("desk-alert-outbox", count=outbox.length, time=_age(outbox, voice)),
        )
        await self._lasting(
            "limits", known, held > _MOST_HELD, lambda voice: voice.html("desk-alert-limits", count=held)
        )
        await self._letters(known.get("dead", Alert(0, lasts=False)), waiting.dead)
        await self._silence(known.get("telegram", Alert(0, lasts=False)))
        await self._back()

    async def away(self) -> None:
        """Note that Redis did not answer; owners are told once that has lasted."""
        now = self._seconds()
        if self._away_since is None:
            self._away_since = now
        if now - self._away_since < _REDIS_SECONDS or now - self._away_told < AGAIN_SECONDS:
            return
        if await self._tell(lambda voice: voice.html("desk-alert-redis")):
            self._away_told, self._away_known = now, True

    async def _back(self) -> None:
        since, self._away_since = self._away_since, None
        if not self._away_known or since is None:
            return
        lasted = int(self._seconds() - since)
        if await self._tell(lambda voice: voice.html("desk-well-redis", time=voice.duration(lasted))):
            self._away_known = False

    async def _lasting(self, kind: str, known: dict[str, Alert], ails: bool, told: Told) -> None:  # noqa: FBT001 - a finding
        """Tell of trouble that comes and goes."""
        before, now = known.get(kind, Alert(0, lasts=False)), self._clock()
        if ails and now - before.told >= AGAIN_SECONDS:
            if await self._tell(told):
                await self._vitals.note(kind, Alert(now, lasts=True))
        elif (
            not ails
            and before.lasts
            and await self._tell(lambda voice: voice.html("desk-well", what=voice.plain(f"desk-trouble-{kind}")))
        ):
            await self._vitals.note(kind, Alert(before.told, lasts=False))

    async def _letters(self, before: Alert, dead: Queue) -> None:
        """Tell of updates that were given up since owners were last told of some."""
        now = self._clock()
        if not dead.length or now - before.told < AGAIN_SECONDS:
            return
        count, newest = await self._newer(before.known)
        if count and await self._tell(lambda voice: voice.html("desk-alert-dead", count=count)):
            await self._vitals.note("dead", Alert(now, lasts=False, known=newest))

    async def _newer(self, than: int) -> tuple[int, int]:
        """How many were given up after an instant in milliseconds, and when the newest of them was."""
        pipe = self._redis.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipe.xrange(keys.dead(shard), min=f"{than + 1}-0", count=_MOST_LETTERS)
        answers: list[list[tuple[bytes, Any]]] = await pipe.execute()
        found = [int(entry.partition(b"-")[0]) for answer in answers for entry, _ in answer]
        return len(found), max(found, default=than)

    async def _silence(self, before: Alert) -> None:
        """Tell that Telegram did not answer, once it does again: before, nobody can be told."""
        silent = self._pulse.silence()
        if not silent:
            return
        if self._clock() - before.told < AGAIN_SECONDS:
            self._pulse.told()
        elif await self._tell(lambda voice: voice.html("desk-well-telegram", time=voice.duration(int(silent)))):
            self._pulse.told()
            await self._vitals.note("telegram", Alert(self._clock(), lasts=False))

    async def _tell(self, told: Told) -> bool:
        """Tell each of the owners; whether any was reached."""
        reached = False
        for owner in sorted(self._owners):
            try:
                await self._gateway.text(Scope(owner), told(await self._voice(owner)))
            except Undone as error:
                log.warning("owner %s could not be told what ails: %s", owner, error.message)
            else:
                reached = True
        return reached

    async def _voice(self, owner: int) -> Speaker:
        try:
            return Speaker(self._texts, await self._tongues.of(owner))
        except RedisError:
            return Speaker(self._texts, self._default)


def _late(queue: Queue) -> bool:
    return queue.length > _MOST_WAITING or queue.waiting.total_seconds() > _WAITS_SECONDS


def _age(queue: Queue, voice: Speaker) -> str:
    return voice.duration(int(queue.waiting.total_seconds()))
