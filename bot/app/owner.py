"""The components behind the bot owners' commands: access, bans, broadcasts, maintenance, status and alerts, wired."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Final, Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.app.storage import Storage, worker_id
from bot.config import Config
from bot.handlers.general import all_command_rows
from bot.handlers.owner.access import OwnerAccess, OwnerHandlers
from bot.handlers.owner.alerts import OwnerAlerts
from bot.handlers.owner.broadcast import Broadcaster, BroadcastHandlers
from bot.handlers.owner.restrictions import BanCache, BanHandlers, MaintenanceHandlers
from bot.handlers.owner.status import StatusHandlers, WorkerHealth
from bot.ingress.reception import UpdateReception
from bot.runtime import Runtime
from bot.store.broadcasts import Broadcasts
from bot.store.chats import ChatDirectory
from bot.store.client import check_storable
from bot.store.people import Bans, Maintenance, OwnerAlertStore, OwnerMenus
from bot.store.worker_status import WorkerStatusStore
from bot.telegram.api.gateway import Gateway
from bot.telegram.private_locale import PrivateLocales
from bot.telegram.publish_profile import publish_owner_menus
from bot.telegram.replies import Replies
from bot.texts import Texts
from bot.wording.speaker import Speaker

_RETRY_SECONDS: Final = 5.0
_ACCOUNT_ROUNDS: Final = 6
"""With a webhook, each how many questions about it the account is asked for too."""


@dataclass(frozen=True, slots=True)
class OwnerComponents:
    """Those of them that the rest of the bot uses."""

    access: OwnerAccess
    health: WorkerHealth
    maintenance: MaintenanceHandlers
    menus: OwnerMenus

    @classmethod
    def build_owner(
        cls,
        *,
        config: Config,
        redis: Redis,
        storage: Storage,
        gateway: Gateway,
        replies: Replies,
        locales: PrivateLocales,
        texts: Texts,
        runtime: Runtime,
    ) -> Self:
        """Build all of them."""

        def now() -> float:
            return runtime.clock().timestamp()

        async def speaker_of(owner: int) -> Speaker:
            try:
                return Speaker(texts, await locales.locale_of_user(owner))
            except RedisError:
                return Speaker(texts, config.default_language)

        owners = config.owner_ids
        directory = ChatDirectory(redis, now)
        worker_status = WorkerStatusStore(redis, worker_id(config), now)
        reception = UpdateReception(now)
        health = WorkerHealth(
            _probe_webhook(gateway, reception) if config.webhook_url else gateway.check_alive,
            lambda: gateway.send_queue.throttled_count,
            reception,
            now,
            runtime.monotonic,
        )
        bans, maintenance_store = BanCache(Bans(redis), owners), Maintenance(redis)
        broadcasts = Broadcasts(redis, storage.shard_owners, storage.durable)
        broadcaster = Broadcaster(
            broadcasts=broadcasts,
            directory=directory,
            banned=lambda: bans.banned_ids,
            gateway=gateway,
            speaker_of=speaker_of,
            limit=None if config.rate_limits is None else config.rate_limits[0],
            pause=runtime.pause,
            seconds=runtime.monotonic,
        )
        maintenance = MaintenanceHandlers(maintenance_store, replies, runtime.clock)
        status = StatusHandlers(
            redis=redis,
            worker_status=worker_status,
            health=health,
            directory=directory,
            maintenance=maintenance_store,
            answers=replies,
            clock=now,
        )
        alerts = OwnerAlerts(
            owners=owners,
            redis=redis,
            worker_status=worker_status,
            store=OwnerAlertStore(redis),
            health=health,
            gateway=gateway,
            speaker_of=speaker_of,
            clock=now,
            seconds=runtime.monotonic,
        )
        handlers = OwnerHandlers(
            status,
            maintenance,
            BanHandlers(bans, directory, owners, replies, runtime.clock),
            BroadcastHandlers(broadcasts, broadcaster, replies),
        )
        access = OwnerAccess(
            owners=owners,
            handlers=handlers,
            bans=bans,
            directory=directory,
            worker_status=worker_status,
            health=health,
            alerts=alerts,
            broadcaster=broadcaster,
            check_storable=partial(check_storable, storage.durable),
            answers=replies,
            seconds=runtime.monotonic,
        )
        return cls(access, health, maintenance, OwnerMenus(redis))


def _probe_webhook(gateway: Gateway, reception: UpdateReception) -> Callable[[], Awaitable[None]]:
    """What asks Telegram whether it answers, where it posts updates: by a question about that."""
    rounds = count()

    async def probe() -> None:
        reception.note_webhook(await gateway.fetch_webhook_info())
        if next(rounds) % _ACCOUNT_ROUNDS == 0:
            await gateway.check_alive()

    return probe


async def set_owner_menus(
    config: Config,
    gateway: Gateway,
    menus: OwnerMenus,
    *,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Publish the menus of the owners' commands, and remove them from former owners."""
    while True:
        try:
            former = await menus.load_menu_owners() - config.owner_ids
            # First: a process that ends in between leaves no menu that nobody knows of.
            await menus.save_menu_owners(config.owner_ids, ())
            break
        except RedisError:
            await pause(_RETRY_SECONDS)
    await publish_owner_menus(
        gateway, config.default_language, all_command_rows(), config.owner_ids, former, pause=pause
    )
    try:
        await menus.save_menu_owners((), former)
    except RedisError:
        # The next start retries.
        return
