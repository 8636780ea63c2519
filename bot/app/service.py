"""The composition root: builds every part once, wires them, runs them, and takes them down in order.

What lies in Redis is built in `bot.app.stored`, the ways in stand in `bot.app.doors`, and the process around it all,
with its settings, signals and resources, is `bot.app.process`.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - given to the gateway and the ways in

from bot.announce.alone import Alone
from bot.announce.announcer import Announcer
from bot.announce.outage import Outage
from bot.announce.reveal import Reveals
from bot.app import doors
from bot.app.desk import OwnersDesk, menus_of_owners
from bot.app.stored import Stored
from bot.config import Config
from bot.families import registry
from bot.families.family import Services
from bot.families.lookups import LookUps
from bot.families.thinking import Thinking
from bot.handlers.commands import General, commands
from bot.handlers.inline import InlineHandlers
from bot.handlers.kinds import Kinds
from bot.handlers.meant import Meant
from bot.handlers.reach import Reach
from bot.handlers.router import Router
from bot.handlers.stale import Stale
from bot.handlers.taps import Taps
from bot.handlers.typed import Typed
from bot.ingress.consumer import Consumer
from bot.ingress.inquiries import Inquiries
from bot.ingress.kinds import shares
from bot.judges import Judges, Tdk
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.store.arranged import Arranged
from bot.store.callers import Callers
from bot.store.fades import OpenFades
from bot.store.halted import Halted
from bot.store.picks import Picks
from bot.store.refusals import Refusals
from bot.store.reveals import OpenReveals
from bot.store.wanted import Wanted
from bot.surroundings import MACHINE, ServedTime, Surroundings
from bot.tables.computers import Computers
from bot.tables.deadlines import Deadlines
from bot.tables.games import Games
from bot.tables.halts import Halts
from bot.tables.held import Held, is_running
from bot.tables.served import Served
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons
from bot.telegram.fading import Fading
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Request
from bot.telegram.members import Members
from bot.telegram.menus import describe, introduce
from bot.telegram.pace import Pace
from bot.telegram.personal import Personal
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.acts import is_act
from bot.workers.lanes import end
from bot.workers.lease import Lease
from bot.workers.limiter import Limiter, Limits
from engine.game import Step

log = logging.getLogger(__name__)

_SETTLE_SECONDS: Final = 3.0
"""How long a stop waits, first for the loops and then for what they began; the rest stays in Redis."""
_WHISPER_SECONDS: Final = 1.0
"""How long it then waits for private messages, which are not kept: racks can be asked for at any time."""


def _utc(served: ServedTime, clock: Callable[[], datetime]) -> datetime:
    """The instant by Redis's clock, which every process shares; by this machine's ``clock`` before the first beat."""
    try:
        return served() + served.away
    except RuntimeError:
        return clock()


class Service:
    """Every part of a running bot.

    Args:
        config: the settings.
        bot: initialised.
        redis: a client that answers in bytes.
        owns_port: whether the HTTP port is ours to open; the playground has it otherwise.
        around: time, waiting and secrets; the machine's own unless a test gives others.
    """

    def __init__(
        self,
        config: Config,
        bot: Bot,
        redis: Redis,
        *,
        owns_port: bool,
        around: Surroundings = MACHINE,
    ) -> None:
        self._config: Final = config
        self._bot: Final = bot
        rates = config.rate_limits
        limiter = Limiter(None if rates is None else Limits(*rates), clock=around.monotonic)
        self._gateway: Final = Gateway(bot, Pace(limiter, pause=around.pause), around.monotonic)
        self._pause: Final = around.pause
        self._owns_port: Final = owns_port
        self._texts: Final = Texts()
        texts = self._texts
        self._stored: Final = Stored.built(config, redis, around)
        owners, store, heartbeat = self._stored.owners, self._stored.store, self._stored.heartbeat
        lease = Lease(lambda: owners.left)
        self._studio: Final = DrawingThread(registry.preparations)
        photos = Photos(store, self._studio)
        self._tdk: Final = Tdk(config.tdk_api_url, redis) if config.tdk_api_url else None
        judges = Judges(redis, self._tdk)
        served = around.served or Served(heartbeat.beat, around.monotonic)
        self._fading: Final = Fading(
            self._gateway, OpenFades(redis, owners), partial(_utc, served, around.clock), around.until_next_look
        )
        answers, buttons = Answers(self._gateway, texts, self._fading), Buttons(texts)
        tongues = Tongues(store, config.default_language)
        outage = Outage(self._gateway, texts, config.default_language)
        self._desk: Final = OwnersDesk.built(
            config=config,
            redis=redis,
            stored=self._stored,
            gateway=self._gateway,
            answers=answers,
            tongues=tongues,
            texts=texts,
            lease=lease,
            around=around,
        )
        games = Games(
            store,
            judges,
            served,
            outage.tell,
            self._applied,
            secret=around.secret,
            is_act=is_act,
            may_begin=self._desk.maintenance.may_begin,
            is_shut=self._desk.desk.is_shut,
        )
        halts = Halts(games, Halted(redis), self._catch_up)
        answers.alone = Personal(self._gateway, answers, self._studio).say
        self._answers: Final = answers
        self._tongues: Final = tongues
        members = Members(self._gateway, around.monotonic)
        look_ups = LookUps(games, judges, texts, registry.closes_look_ups)
        services = Services(
            gateway=self._gateway,
            members=members,
            games=games,
            store=store,
            answers=answers,
            personal=Personal(self._gateway, answers, self._studio),
            buttons=buttons,
            studio=self._studio,
            photos=photos,
            texts=texts,
            tongues=tongues,
            look_ups=look_ups,
            picks=Picks(redis),
            refusals=Refusals(redis),
            arranged=Arranged(redis),
            callers=Callers(redis),
            wanted=Wanted(redis),
        )
        self._chats: Final = registry.chats(services)
        inline = InlineHandlers(
            gateway=self._gateway,
            games=games,
            store=store,
            chats=self._chats,
            texts=texts,
            tongues=tongues,
            default_language=config.default_language,
            seconds=around.monotonic,
        )
        self._inquiries: Final = Inquiries(inline.answer)
        self._put: Final = self._inquiries.beside(self._stored.inbox.put)
        self._consumer: Final = Consumer(
            bot=bot,
            inbox=self._stored.inbox,
            handle=self._handle,
            kind_of=Kinds(commands(), self._desk.desk.hears),
            apologise=self._apologise,
            calm=self._calm,
            shares=None if rates is None else shares(),
            clock=partial(_utc, served, around.clock),
            until_news=owners.until_news,
            pause=around.pause,
        )
        self._thinking: Final = Thinking(games, config.data_dir)
        self._deadlines: Final = Deadlines(
            store,
            games,
            served,
            self._desk.pulse.alive,
            heartbeat.leave,
            seconds=around.monotonic,
            turns=self._consumer,
            computers=Computers(games, self._thinking.action),
            pause=around.pause,
            until_next_look=around.until_next_look,
        )
        meant = Meant(games, Reach(self._gateway, games, halts, around.monotonic), store)
        general = General.built(services, judges, self._chats, self._desk.desk, around.monotonic)
        self._router: Final = Router(
            games=games,
            halts=halts,
            meant=meant,
            typed=Typed(general, self._chats, meant, members=members, refusals=services.refusals, answers=answers),
            taps=Taps(general, self._chats, meant),
            settings=general.settings,
            presence=general.presence,
            elsewhere=general.lobby.elsewhere,
            desk=self._desk.desk,
            answers=answers,
            fading=self._fading,
            stale=Stale(store, answers),
            tongues=tongues,
            texts=texts,
            default_language=config.default_language,
        )
        self._reveals: Final = Reveals(
            gateway=self._gateway,
            store=store,
            shown=OpenReveals(redis, owners),
            photos=photos,
            texts=texts,
            clock=partial(_utc, served, around.clock),
            lease=lease,
            until_next_look=around.until_next_look,
        )
        self._announcer: Final = Announcer(
            gateway=self._gateway,
            limiter=limiter,
            games=games,
            halts=halts,
            store=store,
            outbox=self._stored.outbox,
            texts=texts,
            photos=photos,
            reveals=self._reveals,
            fading=self._fading,
            alone=Alone(self._gateway, store, games, self._chats),
            default_language=config.default_language,
            lease=lease,
            until_news=owners.until_gained,
            pause=around.pause,
        )
        owners.join(self._consumer)
        owners.join(self._announcer)
        owners.changed = limiter.share

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until told to stop.

        Raises:
            StartError: updates cannot be had.
        """
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._studio.close)
            stack.callback(self._thinking.close)
            stack.push_async_callback(self._stored.replicas.close)
            self._studio.warm()
            # Beside the rest: nobody who plays waits for a menu.
            stack.push_async_callback(end, (asyncio.create_task(self._introduce(), name="menus"),))
            if self._tdk is not None:
                stack.push_async_callback(self._tdk.close)
            # Before anything is owned: a port that another process has ends a start.
            if self._owns_port:
                await stack.enter_async_context(
                    doors.listening(self._config, self._stored.inbox, self._put, lambda: self._stored.owners.well)
                )
            stack.push_async_callback(self._stored.owners.leave)
            await self._deadlines.begin()
            await self._desk.desk.begin()
            await self._take_shards()
            await self._work(stop)

    async def _work(self, stop: asyncio.Event) -> None:
        """The loops, until one ends; what was begun then gets its time to finish."""
        owners = self._stored.owners
        updates = doors.updates(self._config, self._bot, self._stored.inbox, self._put, stop)
        loops = [
            asyncio.create_task(owners.run(stop), name="owners"),
            asyncio.create_task(self._consumer.run(stop), name="consumer"),
            asyncio.create_task(self._announcer.run(stop), name="announcer"),
            asyncio.create_task(self._reveals.run(stop), name="reveals"),
            asyncio.create_task(self._fading.run(stop), name="fading"),
            asyncio.create_task(self._deadlines.run(stop), name="deadlines"),
            asyncio.create_task(self._stored.tending.run(stop), name="tending"),
            asyncio.create_task(self._desk.desk.run(stop), name="desk"),
            asyncio.create_task(updates, name="updates"),
        ]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.set()
            owners.hurry()
            _, late = await asyncio.wait(loops, timeout=_SETTLE_SECONDS)
            await end(late)
            await self._inquiries.close()
            await owners.leave()
            await self._stored.wakes.close()
            await asyncio.gather(self._consumer.settle(_SETTLE_SECONDS), self._announcer.settle(_SETTLE_SECONDS))
            await self._desk.desk.settle()
            await asyncio.gather(*(chat.settle(_WHISPER_SECONDS) for chat in self._chats.values()))
        for task in loops:
            if not task.cancelled():
                task.result()

    async def _take_shards(self) -> None:
        """Own what is this process's share before the first update comes."""
        try:
            await self._stored.owners.begin()
        except RedisError as error:
            log.warning("whose shards are whose waits for Redis: %s", error)

    async def _catch_up(self) -> None:
        await self._deadlines.catch_up()

    async def _handle(self, request: Request) -> None:
        await self._deadlines.catch_up()
        await self._router.handle(request)

    async def _calm(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as the consumer hands it on
        await self._router.calm(request, crowded=crowded)

    async def _introduce(self) -> None:
        default = self._config.default_language
        await introduce(self._gateway, default, commands(), pause=self._pause)
        await describe(self._gateway, default, self._texts, pause=self._pause)
        await menus_of_owners(self._config, self._gateway, self._desk.vitals, pause=self._pause)

    def _applied(self, held: Held, step: Step) -> None:
        self._desk.desk.applied(held.scope, running=is_running(step.table))
        self._whisper(held, step)

    def _whisper(self, held: Held, step: Step) -> None:
        for chat in self._chats.values():
            chat.applied(held, step)

    async def _apologise(self, request: Request) -> None:
        """Say that an update failed: without a look at what the chat chose, as it may be Redis that failed."""
        default = self._config.default_language
        language = self._tongues.asked(request.sender, None) if request.place.private else default
        await self._answers.say(request, language, "update-failed")
