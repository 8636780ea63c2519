"""The owners' desk, wired."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.app.stored import Stored, worker_name
from bot.config import Config
from bot.handlers.commands import commands
from bot.handlers.desk.announcing import BroadcastHandlers
from bot.handlers.desk.banning import BanHandlers
from bot.handlers.desk.broadcaster import Broadcaster
from bot.handlers.desk.closing import MaintenanceHandlers
from bot.handlers.desk.desk import Desk, Handlers
from bot.handlers.desk.pulse import Pulse
from bot.handlers.desk.standing import Standing
from bot.handlers.desk.status import StatusHandlers
from bot.handlers.desk.watch import Watch
from bot.store.acquaintances import Acquaintances
from bot.store.bans import Bans
from bot.store.broadcasts import Broadcasts
from bot.store.maintenance import Maintenance
from bot.store.vitals import Vitals
from bot.surroundings import Surroundings
from bot.telegram.answers import Answers
from bot.telegram.gateway import Gateway
from bot.telegram.menus import introduce_desk
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.workers.lease import Lease


@dataclass(frozen=True, slots=True)
class OwnersDesk:
    """What the rest of the bot knows of it."""

    desk: Desk
    pulse: Pulse
    maintenance: MaintenanceHandlers
    vitals: Vitals

    @classmethod
    def built(
        cls,
        *,
        config: Config,
        redis: Redis,
        stored: Stored,
        gateway: Gateway,
        answers: Answers,
        tongues: Tongues,
        texts: Texts,
        lease: Lease,
        around: Surroundings,
    ) -> Self:
        """All of it."""

        def now() -> float:
            return around.clock().timestamp()

        owners, shards = config.owner_ids, stored.owners
        acquaintances = Acquaintances(redis, now)
        vitals = Vitals(redis, worker_name(config), now)
        pulse = Pulse(gateway.alive, lambda: gateway.pace.held_back, now, around.monotonic)
        standing, kept = Standing(Bans(redis), owners), Maintenance(redis)
        broadcasts = Broadcasts(redis, shards, stored.replicas)
        broadcaster = Broadcaster(
            broadcasts=broadcasts,
            acquaintances=acquaintances,
            banned=lambda: standing.banned,
            gateway=gateway,
            tongues=tongues,
            texts=texts,
            lease=lease,
            left=lambda: shards.left,
            limit=None if config.rate_limits is None else config.rate_limits[0],
            pause=around.pause,
            seconds=around.monotonic,
        )
        maintenance = MaintenanceHandlers(kept, answers, around.clock)
        status = StatusHandlers(
            redis=redis,
            vitals=vitals,
            pulse=pulse,
            acquaintances=acquaintances,
            maintenance=kept,
            answers=answers,
            clock=now,
        )
        watch = Watch(
            owners=owners,
            redis=redis,
            vitals=vitals,
            pulse=pulse,
            gateway=gateway,
            tongues=tongues,
            texts=texts,
            default_language=config.default_language,
            clock=now,
            seconds=around.monotonic,
        )
        handlers = Handlers(
            status,
            maintenance,
            BanHandlers(standing, acquaintances, owners, answers, around.clock),
            BroadcastHandlers(broadcasts, broadcaster, answers),
        )
        desk = Desk(
            owners=owners,
            handlers=handlers,
            standing=standing,
            acquaintances=acquaintances,
            vitals=vitals,
            pulse=pulse,
            watch=watch,
            broadcaster=broadcaster,
            charge=broadcasts,
            answers=answers,
            seconds=around.monotonic,
        )
        return cls(desk, pulse, maintenance, vitals)


_RETRY_SECONDS: Final = 5.0


async def menus_of_owners(
    config: Config, gateway: Gateway, vitals: Vitals, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Give owners the menus of their commands, and take them from those who are owners no longer."""
    while True:
        try:
            former = await vitals.menus() - config.owner_ids
            # Ahead: who ends in the midst leaves nobody with a menu that is not known of.
            await vitals.note_menus(config.owner_ids, ())
            break
        except RedisError:
            await pause(_RETRY_SECONDS)
    await introduce_desk(gateway, config.default_language, commands(), config.owner_ids, former, pause=pause)
    try:
        await vitals.note_menus((), former)
    except RedisError:
        # The next start does it again.
        return
