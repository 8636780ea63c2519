"""The composition root: builds every part once, wires them, runs them, and takes them down in order."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from redis.asyncio import Redis
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot import logs
from bot.announce.announcer import Announcer
from bot.announce.reveal import Reveals
from bot.answers import Answers
from bot.buttons import Buttons
from bot.config import Config, StartError, load
from bot.deadlines import Deadlines
from bot.games import Games, utc
from bot.handlers.challenge import ChallengeHandlers
from bot.handlers.clocks import ClockHandlers
from bot.handlers.info import InfoHandlers
from bot.handlers.klepka import KlepkaHandlers
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.play import PlayHandlers
from bot.handlers.private import PrivateHandlers
from bot.handlers.router import Router
from bot.handlers.settings import SettingsHandlers
from bot.handlers.themes import ThemeHandlers
from bot.handlers.tries import TryHandlers
from bot.handlers.whispers import Whispers
from bot.handlers.words import WordHandlers
from bot.inbound import COMMANDS, Request, command_name
from bot.ingress.consumer import Consumer
from bot.ingress.polling import Polling
from bot.ingress.webhook import Webhook, register
from bot.judges import Judges, Tdk
from bot.lanes import end
from bot.outside import account, not_listening, playground_of, redis_of
from bot.photos import Photos
from bot.store.heartbeat import Heartbeat
from bot.store.picks import Picks
from bot.store.redis import Store
from bot.store.shown import Shown
from bot.store.streams import Inbox, Outbox
from bot.studio import Studio
from bot.tables import Held
from bot.texts import LANGUAGES, Texts
from engine.game import Step

log = logging.getLogger(__name__)

UPDATES: Final = ("message", "callback_query", "my_chat_member")
_SETTLE_SECONDS: Final = 3.0
"""How long a stop waits, first for the loops and then for what they began; the rest stays in Redis."""
_WHISPER_SECONDS: Final = 1.0
"""How long it then waits for private messages, which are not kept: racks can be asked for at any time."""


def main_run(*, playground: bool = False) -> int:
    """Run the bot until it is told to stop.

    Args:
        playground: serve the playground whatever BOT_TOKEN says.

    Raises:
        StartError: the bot cannot start; the sentence says why and what to do.
    """
    environment = dict(os.environ)
    if playground:
        environment["BOT_TOKEN"] = ""
    config = load(environment, Path.cwd())
    logs.setup(config.log_level, config.log_format)
    asyncio.run(_run(config))
    return 0


async def _run(config: Config) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(redis_of(config))
        token, api = config.bot_token, config.bot_api_url
        if config.playground:
            play = await stack.enter_async_context(playground_of(config))
            token, api = play.token, play.api_url
        bot = await stack.enter_async_context(account(token, api))
        service = Service(config, bot, redis, owns_port=not config.playground)
        await service.run(stop)


class Service:
    """Every part of a running bot.

    Args:
        config: the settings.
        bot: initialised.
        redis: a client that answers in bytes.
        owns_port: whether the HTTP port is ours to open; the playground has it otherwise.
        clock: the instant, in UTC.
    """

    def __init__(
        self, config: Config, bot: Bot, redis: Redis, *, owns_port: bool, clock: Callable[[], datetime] = utc
    ) -> None:
        self._config: Final = config
        self._bot: Final = bot
        self._owns_port: Final = owns_port
        name, texts, store = consumer_name(config), Texts(), Store(redis)
        self._texts: Final = texts
        self._studio: Final = Studio()
        photos = Photos(store, self._studio)
        self._inbox: Final = Inbox(redis)
        self._tdk: Final = Tdk(config.tdk_api_url, redis) if config.tdk_api_url else None
        judges = Judges(redis, self._tdk)
        answers, buttons = Answers(bot, texts), Buttons(texts)
        games = Games(store, judges, clock, self._tell_outage, self._whisper)
        self._answers: Final = answers
        private = PrivateHandlers(
            bot=bot,
            games=games,
            store=store,
            answers=answers,
            buttons=buttons,
            studio=self._studio,
            texts=texts,
        )
        self._whispers: Final = Whispers(private.show, texts, config.default_language)
        self._deadlines: Final = Deadlines(store, games, Heartbeat(redis, name), bot.get_me, clock)
        self._router: Final = Router(
            games=games,
            store=store,
            answers=answers,
            lobby=LobbyHandlers(bot, games, judges, answers, buttons),
            play=PlayHandlers(games, answers, buttons, texts),
            challenge=ChallengeHandlers(games, answers),
            clocks=ClockHandlers(bot, games, answers, texts),
            words=WordHandlers(bot=bot, games=games, judges=judges, answers=answers, texts=texts),
            klepka=KlepkaHandlers(
                bot=bot, games=games, answers=answers, photos=photos, texts=texts, picks=Picks(redis)
            ),
            info=InfoHandlers(answers, buttons, photos, texts, bot.username),
            private=private,
            settings=SettingsHandlers(bot, store, answers, buttons, texts),
            themes=ThemeHandlers(
                bot=bot,
                store=store,
                studio=self._studio,
                photos=photos,
                answers=answers,
                buttons=buttons,
                texts=texts,
            ),
            tries=TryHandlers(
                bot=bot,
                games=games,
                studio=self._studio,
                answers=answers,
                buttons=buttons,
                texts=texts,
            ),
            default_language=config.default_language,
        )
        self._consumer: Final = Consumer(
            bot=bot, inbox=self._inbox, handle=self._handle, apologise=self._apologise, name=name
        )
        self._reveals: Final = Reveals(
            bot=bot, store=store, shown=Shown(redis), photos=photos, texts=texts, clock=clock
        )
        self._announcer: Final = Announcer(
            bot=bot,
            games=games,
            store=store,
            outbox=Outbox(redis),
            texts=texts,
            photos=photos,
            reveals=self._reveals,
            default_language=config.default_language,
            consumer=name,
        )

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until told to stop.

        Raises:
            StartError: updates cannot be had.
        """
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._studio.close)
            self._studio.warm()
            await self._introduce()
            await self._deadlines.begin()
            if self._tdk is not None:
                stack.push_async_callback(self._tdk.close)
            if self._owns_port:
                await stack.enter_async_context(self._web())
            await self._work(stop)

    async def _work(self, stop: asyncio.Event) -> None:
        """The loops, until one ends; what was begun then gets its time to finish."""
        loops = [
            asyncio.create_task(self._consumer.run(stop), name="consumer"),
            asyncio.create_task(self._announcer.run(stop), name="announcer"),
            asyncio.create_task(self._reveals.run(stop), name="reveals"),
            asyncio.create_task(self._deadlines.run(stop), name="deadlines"),
            asyncio.create_task(self._updates(stop), name="updates"),
        ]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.set()
            _, late = await asyncio.wait(loops, timeout=_SETTLE_SECONDS)
            await end(late)
            await asyncio.gather(self._consumer.settle(_SETTLE_SECONDS), self._announcer.settle(_SETTLE_SECONDS))
            await self._whispers.settle(_WHISPER_SECONDS)
        for task in loops:
            if not task.cancelled():
                task.result()

    async def _updates(self, stop: asyncio.Event) -> None:
        """Fetch updates, or wait while the webhook takes them."""
        if self._config.webhook_url:
            await register(self._bot, self._config.webhook_url, self._config.webhook_secret, UPDATES)
            await stop.wait()
        else:
            await Polling(self._bot, self._inbox.put, UPDATES).run(stop)

    @asynccontextmanager
    async def _web(self) -> AsyncIterator[None]:
        """The HTTP port: health, and the webhook where there is one."""
        application = web.Application()
        path = urlsplit(self._config.webhook_url).path or "/"
        application.add_routes(Webhook(self._inbox.put, self._config.webhook_secret, path).routes())
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._config.http_host, self._config.http_port).start()
        except OSError as error:
            await runner.cleanup()
            raise StartError(not_listening(self._config, error)) from error
        try:
            yield
        finally:
            await runner.cleanup()

    async def _introduce(self) -> None:
        """Tell Telegram the commands, in each language; a failure costs only the menus."""
        try:
            for language in LANGUAGES:
                menu = [
                    BotCommand(command_name(command, language), self._texts.plain(language, f"command-{command}"))
                    for command in COMMANDS
                    if command != "start"
                ]
                codes = (language, None) if language == self._config.default_language else (language,)
                for scope in (BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats()):
                    for code in codes:
                        await self._bot.set_my_commands(menu, scope=scope, language_code=code)
        except TelegramError as error:
            log.warning("Telegram did not take the command menus: %s", error.message)

    async def _tell_outage(self, held: Held) -> None:
        """Say that a built-in list decides in place of the live service; a failure costs only the remark."""
        language = held.settings.get("language", self._config.default_language)
        try:
            await self._bot.send_message(
                held.scope.chat,
                self._texts.html(language, "judge-outage"),
                parse_mode=ParseMode.HTML,
                message_thread_id=held.scope.topic,
                disable_notification=True,
            )
        except TelegramError as error:
            log.warning("chat %s could not be told of the outage: %s", held.scope.chat, error.message)

    async def _handle(self, request: Request) -> None:
        await self._deadlines.catch_up()
        await self._router.handle(request)

    def _whisper(self, held: Held, step: Step) -> None:
        self._whispers.note(held, step)

    async def _apologise(self, request: Request) -> None:
        await self._answers.say(request, self._config.default_language, "update-failed")


def consumer_name(config: Config) -> str:
    """This process among the workers on one Redis; the same after a restart, so that it finds its own work again."""
    return f"{socket.gethostname()}:{config.http_port}" if config.redis_url else "bot"
