"""``harfiyen doctor``: what is set up, what is missing, and what to do about it.

Changes nothing but what reading the settings makes (DATA_DIR), where its data are read by a server of their own for the
while, and never shows a token, a password or an address
that may hold one.
"""

import asyncio
import os
import platform
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
from telegram import Bot  # noqa: TID251 - asks before there is a bot

from bot.config import Config, ConfigError, load
from bot.families import registry
from bot.logs import masked
from bot.offline import stores
from bot.offline.checks import Check
from bot.outcomes import BadToken, Undone
from bot.pictures.sketches import Look
from bot.telegram.errors import as_outcomes
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from bot.texts.__main__ import messages, problems
from bot.wording.speaker import Speaker
from engine.errors import DataError
from engine.lexicon import lexicon, shipped
from engine.rulesets import rulesets
from render import Painter

_LEAST_PYTHON: Final = (3, 11)
_LEAST_FREE_BYTES: Final = 200_000_000
_FAST_ON: Final = ("x86_64", "aarch64")


def main(*, as_json: bool = False) -> int:
    """Print a line for each check, or one JSON object; 0 if nothing is wrong, else 1."""
    checks = asyncio.run(_gathered(os.environ, Path.cwd()))
    sound = all(check.status != "wrong" for check in checks)
    if as_json:
        text = msgspec.json.format(msgspec.json.encode({"ok": sound, "checks": checks})).decode()
    else:
        text = "\n".join(map(str, checks))
    sys.stdout.write(f"{text}\n")
    return 0 if sound else 1


async def _gathered(environ: Mapping[str, str], folder: Path) -> list[Check]:
    return [check async for check in examine(environ, folder)]


async def examine(environ: Mapping[str, str], folder: Path) -> AsyncIterator[Check]:
    """Every check, in the order in which things are needed.

    Args:
        environ: the environment's settings.
        folder: where ``.env`` is looked for.
    """
    for check in installation():
        yield check
    async for check in configuration(environ, folder):
        yield check


async def configuration(environ: Mapping[str, str], folder: Path) -> AsyncIterator[Check]:
    """The settings, and what they name: the folder, Redis, Telegram; the arguments are those of `examine`."""
    try:
        config = load(environ, folder)
    except ConfigError as error:
        yield Check("settings", "wrong", str(error))
        return
    yield Check("settings", "good", "valid")
    yield _data_dir(config)
    async for check in (
        stores.named(config.redis_url, config.redis_wait) if config.redis_url else stores.own(config.data_dir)
    ):
        yield check
    if config.playground:
        yield Check("Telegram", "good", "BOT_TOKEN is empty: `harfiyen run` serves the playground")
        return
    async for check in _telegram(config):
        yield check


def installation() -> Iterator[Check]:
    """What came with the program."""
    found = platform.python_version()
    if sys.version_info >= _LEAST_PYTHON:
        yield Check("Python", "good", found)
    else:
        yield Check("Python", "wrong", found, "Install Python 3.11 or newer.")
    yield _attempt("rulesets", lambda: ", ".join(rulesets()))
    for name in shipped():
        yield _attempt(f"lexicon {name}", partial(_lexicon, name))
    yield _attempt("pictures", _picture)
    yield _texts()
    yield _accelerator("isal", "packs pictures", matters=platform.machine() in _FAST_ON)
    yield _accelerator("hiredis", "reads Redis's answers", matters=True)
    yield _accelerator(
        "uvloop", "runs the event loop", matters=sys.platform != "win32" and platform.machine() in _FAST_ON
    )


def _attempt(name: str, work: Callable[[], str]) -> Check:
    """What ``work`` finds, or why it cannot."""
    try:
        return Check(name, "good", work())
    except (DataError, OSError) as error:
        return Check(name, "wrong", str(error), "Install Harfiyen again: a file of it is missing or damaged.")


def _lexicon(name: str) -> str:
    words = lexicon(name)
    return f"{len(words):,} words, SHA-256 {words.hash[:12]}…"


def _picture() -> str:
    """Draws a board, which needs the typeface and its letters."""
    drawn = registry.example("Ğ İ ı", Look("tr"), Speaker(Texts(), "tr"))
    picture = drawn.painted(Painter())
    return f"a board of {len(picture) / 1000:.0f} kB drawn"


def _texts() -> Check:
    try:
        found = list(problems())
    except (DataError, OSError) as error:
        found = [str(error)]
    if found:
        return Check("texts", "wrong", "; ".join(found), "Install Harfiyen again, or mend the text files.")
    return Check("texts", "good", f"{len(messages('tr'))} messages in every language")


def _accelerator(package: str, purpose: str, *, matters: bool) -> Check:
    if find_spec(package) is not None:
        return Check(package, "good", f"{purpose} fast")
    remedy = f"Install it: pip install {package}" if matters else "There is none for this processor; nothing is lost."
    return Check(package, "advice", f"not installed; something slower {purpose}", remedy)


def _data_dir(config: Config) -> Check:
    free = shutil.disk_usage(config.data_dir).free
    found = f"{config.data_dir}, {free / 1e9:,.1f} GB free"
    if free < _LEAST_FREE_BYTES:
        return Check("DATA_DIR", "wrong", found, "Make room: a full disk stops the games.")
    if config.data_dir.stat().st_mode & 0o077:
        return Check("DATA_DIR", "advice", f"{found}, open to other users", f"Run: chmod 700 {config.data_dir}")
    return Check("DATA_DIR", "good", found)


async def _telegram(config: Config) -> AsyncIterator[Check]:
    """The account: that it is ours, what it hears in groups, and how its updates come."""
    api = config.bot_api_url
    bot = Bot(config.bot_token, base_url=f"{api}/bot", request=AiohttpRequest(), get_updates_request=AiohttpRequest())
    try:
        with as_outcomes():
            async with bot:
                webhook = await bot.get_webhook_info()
    except BadToken:
        remedy = "Copy it again from @BotFather, or leave it empty for the playground."
        yield Check("Telegram", "wrong", "BOT_TOKEN is refused", remedy)
        return
    except Undone as error:
        found = f"BOT_API_URL ({urlsplit(api).hostname}) does not answer: {masked(error.message)}"
        yield Check("Telegram", "wrong", found, "Check the network and the address.")
        return
    me = bot.bot
    yield Check("Telegram", "good", f"the bot is @{me.username}")
    if me.can_join_groups is False:
        yield Check("groups", "wrong", "the bot may not join groups", "Allow it at @BotFather: /setjoingroups, Enable.")
    yield _privacy(me.username, hears_all=bool(me.can_read_all_group_messages))
    yield _inline(on=bool(me.supports_inline_queries))
    yield _webhook(config, webhook.url, webhook.pending_update_count, masked(webhook.last_error_message or ""))


def _privacy(username: str | None, *, hears_all: bool) -> Check:
    if hears_all:
        return Check("privacy mode", "good", "off: the bot hears every command in groups")
    return Check(
        "privacy mode",
        "advice",
        f"on: where it is no administrator, the bot hears /oyna@{username} and replies to its messages only",
        "Make the bot an administrator of the group, or turn it off at @BotFather: /setprivacy, Disable; then add the"
        " bot to its groups again.",
    )


def _inline(*, on: bool) -> Check:
    if on:
        return Check(
            "inline mode", "good", "on: people see their racks and moves while they type behind the bot's name"
        )
    return Check(
        "inline mode",
        "advice",
        "off: nobody sees a rack or a move by typing behind the bot's name",
        "Turn it on at @BotFather: /setinline, and a few words for the empty field, such as: H8 WORD",
    )


def _webhook(config: Config, registered: str, pending: int, trouble: str) -> Check:
    """How updates come, beside how the settings want them; addresses are named by their host."""
    name, waiting = "updates", f"{pending} waiting"
    host = urlsplit(registered).hostname
    if not config.webhook_url:
        if registered:
            found = f"Telegram sends them to a webhook at {host}, but WEBHOOK_URL is empty"
            return Check(name, "advice", found, "Starting the bot removes the webhook; is another program using it?")
        return Check(name, "good", f"fetched by polling, {waiting}")
    if registered != config.webhook_url:
        found = f"WEBHOOK_URL is not what Telegram has ({host or 'nothing'})"
        return Check(name, "advice", found, "Starting the bot registers it.")
    if trouble and pending:
        remedy = "Check the certificate, the proxy and HTTP_LISTEN behind WEBHOOK_URL."
        return Check(name, "wrong", f"Telegram cannot deliver to {host}: {trouble}; {waiting}", remedy)
    return Check(name, "good", f"delivered to the webhook at {host}, {waiting}")
