"""The ways in: updates are fetched or posted, and the HTTP port is opened and closed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot  # noqa: TID251 - given to the ways in

from bot.config import Config, StartError
from bot.ingress.polling import Polling, Put
from bot.ingress.webhook import Webhook, register
from bot.resources import not_listening
from bot.store.streams import Inbox
from bot.telegram.reading import UPDATES


async def updates(config: Config, bot: Bot, inbox: Inbox, put: Put, stop: asyncio.Event) -> None:
    """Fetch updates until told to stop, or wait while the webhook takes them; ``put`` takes each.

    Raises:
        StartError: updates cannot be had.
    """
    if config.webhook_url:
        await register(bot, config.webhook_url, config.webhook_secret, UPDATES)
        await stop.wait()
    else:
        await Polling(bot, put, inbox.set_aside, UPDATES).run(stop)


@asynccontextmanager
async def listening(config: Config, inbox: Inbox, put: Put, well: Callable[[], bool]) -> AsyncIterator[None]:
    """The HTTP port: health, which is as ``well`` says, and the webhook whose updates ``put`` takes.

    Raises:
        StartError: the address of HTTP_LISTEN cannot be had.
    """
    application = web.Application()
    path = urlsplit(config.webhook_url).path or "/"
    application.add_routes(Webhook(put, inbox.set_aside, config.webhook_secret, path, well).routes())
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, config.http_host, config.http_port).start()
    except OSError as error:
        await runner.cleanup()
        raise StartError(not_listening(config, error)) from error
    try:
        yield
    finally:
        await runner.cleanup()
