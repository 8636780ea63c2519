"""Every part of a running bot, built once and wired to the others.

What lies in Redis is built in `bot.app.stored`, and the owners' desk in `bot.app.desk`.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from redis.asyncio import Redis
from telegram import Bot  # noqa: TID251 - given to the gateway and the ways in

from bot.announce.alone import Alone
from bot.announce.announcer import Announcer
from bot.announce.outage import Outage
from bot.announce.redates import Redates
from bot.announce.reveal import Reveals
from bot.app.desk import OwnersDesk
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
from bot.handlers.unreadable import Unreadable
from bot.ingress.consumer import Consumer
from bot.ingress.inquiries import Inquiries
from bot.ingress.kinds import shares
from bot.judges import Judges, Tdk
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.store.arranged import Arranged
from bot.store.aside import Aside
from bot.store.callers import Callers
from bot.store.closed import ClosedChats
from bot.store.fades import OpenFades
from bot.store.halted import Halted
from bot.store.picks import Picks
from bot.store.refusals import Refusals
from bot.store.reveals import OpenReveals
from bot.store.wanted import Wanted
from bot.surroundings import ServedTime, Surroundings
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
from bot.telegram.pace import Pace
from bot.telegram.personal import Personal
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.acts import is_act
from bot.workers.lease import Lease
from bot.workers.limiter import Limiter, Limits
from engine.game import Step


def _utc(served: ServedTime, clock: Callable[[], datetime]) -> datetime:
    """The instant by Redis's clock, which every process shares; by this machine's ``clock`` before the first beat."""
    try:
        return served() + served.away
    except RuntimeError:
        return clock()


class Parts:
    """What :mod:`bot.app.service` runs and takes down, and within it all else that a running bot is made of.

    Args:
        config: the settings.
        bot: initialised.
        redis: a client that answers in bytes.
        around: time, waiting and secrets.
    """

    def __init__(
        self,
        config: Config,
        bot: Bot,
        redis: Redis,
        around: Surroundings,
    ) -> None:
        self._default_language: Final = config.default_language
        rates = config.rate_limits
        limiter = Limiter(None if rates is None else Limits(*rates), clock=around.monotonic)
        self.gateway: Final = Gateway(bot, Pace(limiter, pause=around.pause), around.monotonic)
        self.texts: Final = Texts()
        texts = self.texts
        self.stored: Final = Stored.built(config, redis, around)
        owners, store, heartbeat = self.stored.owners, self.stored.store, self.stored.heartbeat
        lease = Lease(lambda: owners.left)
        self.studio: Final = DrawingThread(registry.preparations)
        photos = Photos(store, self.studio)
        self.tdk: Final = Tdk(config.tdk_api_url, redis) if config.tdk_api_url else None
        judges = Judges(redis, self.tdk)
        served = around.served or Served(heartbeat.beat, around.monotonic)
        self.fading: Final = Fading(
            self.gateway, OpenFades(redis, owners), partial(_utc, served, around.clock), around.until_next_look
        )
        answers, buttons = Answers(self.gateway, texts, self.fading), Buttons(texts)
        tongues = Tongues(store, config.default_language)
        outage = Outage(self.gateway, texts, config.default_language)
        self.owners_desk: Final = OwnersDesk.built(
            config=config,
            redis=redis,
            stored=self.stored,
            gateway=self.gateway,
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
            may_begin=self.owners_desk.maintenance.may_begin,
            is_shut=self.owners_desk.desk.is_shut,
        )
        halts = Halts(games, Halted(redis), self._catch_up)
        personal = Personal(self.gateway, answers, self.studio, ClosedChats(redis))
        answers.alone = personal.say
        self._answers: Final = answers
        self._tongues: Final = tongues
        members = Members(self.gateway, around.monotonic)
        look_ups = LookUps(games, judges, members, texts, registry.closes_look_ups)
        services = Services(
            gateway=self.gateway,
            members=members,
            games=games,
            store=store,
            answers=answers,
            personal=personal,
            buttons=buttons,
            studio=self.studio,
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
        self.chats: Final = registry.chats(services)
        inline = InlineHandlers(
            gateway=self.gateway,
            games=games,
            store=store,
            chats=self.chats,
            texts=texts,
            tongues=tongues,
            default_language=config.default_language,
            seconds=around.monotonic,
        )
        self.inquiries: Final = Inquiries(inline.answer)
        self.put: Final = self.inquiries.beside(self.stored.inbox.put)
        self.consumer: Final = Consumer(
            bot=bot,
            inbox=self.stored.inbox,
            handle=self._handle,
            kind_of=Kinds(commands(), self.owners_desk.desk.hears),
            apologise=self._apologise,
            calm=self._calm,
            in_turn=self.gateway.pace.in_turn,
            shares=None if rates is None else shares(),
            clock=partial(_utc, served, around.clock),
            until_news=owners.until_news,
            pause=around.pause,
        )
        self.thinking: Final = Thinking(games, config.data_dir)
        self.deadlines: Final = Deadlines(
            store,
            games,
            served,
            self.owners_desk.pulse.alive,
            heartbeat.leave,
            seconds=around.monotonic,
            turns=self.consumer,
            computers=Computers(games, self.thinking.action),
            pause=around.pause,
            until_next_look=around.until_next_look,
        )
        meant = Meant(games, Reach(self.gateway, games, halts, around.monotonic), store)
        general = General.built(services, judges, self.chats, self.owners_desk.desk, around.monotonic)
        self._router: Final = Router(
            games=games,
            halts=halts,
            meant=meant,
            typed=Typed(general, self.chats, meant, members=members, refusals=services.refusals, answers=answers),
            taps=Taps(general, self.chats, meant),
            settings=general.settings,
            presence=general.presence,
            elsewhere=general.lobby.elsewhere,
            desk=self.owners_desk.desk,
            answers=answers,
            fading=self.fading,
            stale=Stale(store, answers),
            unreadable=Unreadable(Aside(redis, owners), games, members, answers),
            tongues=tongues,
            texts=texts,
            default_language=config.default_language,
        )
        self.reveals: Final = Reveals(
            gateway=self.gateway,
            store=store,
            shown=OpenReveals(redis, owners),
            photos=photos,
            texts=texts,
            clock=partial(_utc, served, around.clock),
            lease=lease,
            until_next_look=around.until_next_look,
        )
        self.announcer: Final = Announcer(
            gateway=self.gateway,
            limiter=limiter,
            games=games,
            halts=halts,
            store=store,
            outbox=self.stored.outbox,
            texts=texts,
            photos=photos,
            reveals=self.reveals,
            fading=self.fading,
            alone=Alone(self.gateway, store, games, self.chats),
            default_language=config.default_language,
            lease=lease,
            until_news=owners.until_gained,
            pause=around.pause,
        )
        self.redates: Final = Redates(
            gateway=self.gateway,
            games=games,
            store=store,
            delivery=self.announcer.delivery,
            texts=texts,
            default_language=config.default_language,
            until_next_look=around.until_next_look,
        )
        owners.join(self.consumer)
        owners.join(self.announcer)
        owners.changed = limiter.share

    async def _catch_up(self) -> None:
        await self.deadlines.catch_up()

    async def _handle(self, request: Request) -> None:
        await self.deadlines.catch_up()
        await self._router.handle(request)

    async def _calm(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as the consumer hands it on
        await self._router.calm(request, crowded=crowded)

    def _applied(self, held: Held, step: Step) -> None:
        self.owners_desk.desk.applied(held.scope, running=is_running(step.table))
        self._whisper(held, step)

    def _whisper(self, held: Held, step: Step) -> None:
        for chat in self.chats.values():
            chat.applied(held, step)

    async def _apologise(self, request: Request) -> None:
        """Say that an update failed: without a look at what the chat chose, as it may be Redis that failed."""
        default = self._default_language
        language = self._tongues.asked(request.sender, None) if request.place.private else default
        await self._answers.say(request, language, "update-failed")
