"""``harfiyen doctor``: what is set up, what is missing, and what to do about it.

Makes no folder; data on which no server runs are read by one that is started for the while. Never shows a token, a
password or an address that may hold one.
"""

import asyncio
import errno
import os
import platform
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp
from telegram import Bot  # noqa: TID251 - asks before there is a bot

from bot.call_errors import CallFailed, TokenRejected
from bot.config import ENV_FILE, Config, ConfigError, load_config
from bot.config.addresses import is_every_network, is_loopback
from bot.config.private_files import find_open_file_remedy
from bot.families import registry
from bot.logs.masking import mask_secrets
from bot.offline import doctor_redis
from bot.offline.doctor_data import DoctorCheck
from bot.pictures.sketches import Look
from bot.resources import explain_listen_error
from bot.store.database import SCHEMA
from bot.store.server.data_directory import is_locked
from bot.telegram.api.responses import errors_as_outcomes
from bot.telegram.api.transport import AiohttpRequest
from bot.terminal import print_json, print_line
from bot.texts import Texts
from bot.texts.__main__ import find_text_problems, message_arguments
from bot.wording.speaker import Speaker
from engine.errors import DataError
from engine.lexicon import load_lexicon, shipped_lexica
from engine.rulesets import shipped_rulesets
from render import Painter

_MIN_PYTHON: Final = (3, 11)
_ANSWER_SECONDS: Final = 3.0
_MIN_FREE_BYTES: Final = 200_000_000
_ACCELERATED_MACHINES: Final = ("x86_64", "aarch64")


def run_doctor(*, as_json: bool = False) -> int:
    """Print a line for each check, or one JSON object; 0 if nothing is wrong, else 1."""
    os.umask(0o077)
    checks = asyncio.run(_collect_checks(os.environ, Path.cwd()))
    if as_json:
        return print_report(checks)
    print_line("\n".join(map(str, checks)))
    return exit_status(checks)


def exit_status(checks: Sequence[DoctorCheck]) -> int:
    """0 if nothing is wrong, else 1."""
    return int(any(check.status == "wrong" for check in checks))


def print_report(checks: Sequence[DoctorCheck]) -> int:
    """Print checks as one JSON object; the exit status."""
    status = exit_status(checks)
    versions = {
        "harfiyen": version("harfiyen"),
        "python": platform.python_version(),
        "schema": SCHEMA,
        "stored_schema": next((check.stored_schema for check in checks if check.stored_schema is not None), None),
    }
    findings = [
        {"check": check.name, "level": check.status, "says": check.found, "remedy": check.remedy} for check in checks
    ]
    print_json({"ok": not status, "versions": versions, "findings": findings})
    return status


async def _collect_checks(environ: Mapping[str, str], folder: Path) -> list[DoctorCheck]:
    """Every check, in the order in which things are needed.

    Args:
        environ: the environment's settings.
        folder: where ``.env`` is looked for.
    """
    return [*check_installation(), *[check async for check in check_configuration(environ, folder)]]


async def check_configuration(environ: Mapping[str, str], folder: Path) -> AsyncIterator[DoctorCheck]:
    """The settings, and what they name: the folder, Redis, Telegram; arguments as for :func:`_collect_checks`."""
    try:
        config = load_config(environ, folder, make=False)
    except ConfigError as error:
        remedy = "Correct it in the environment or in .env, by the list of settings in docs/operate.md."
        yield DoctorCheck("settings", "wrong", str(error), remedy)
        return
    yield DoctorCheck("settings", "good", "valid")
    if remedy := find_open_file_remedy(folder / ENV_FILE):
        yield DoctorCheck("settings file", "advice", f"{folder / ENV_FILE} can be read by other users", remedy)
    yield _check_data_dir(config)
    async for check in _check_addresses(config):
        yield check
    async for check in (
        doctor_redis.check_named_redis(config.redis_url, config.redis_wait)
        if config.redis_url
        else doctor_redis.check_own_redis(config.data_dir)
    ):
        yield check
    if config.uses_playground:
        yield DoctorCheck("Telegram", "good", "BOT_TOKEN is empty: `harfiyen run` serves the playground")
        return
    async for check in _check_telegram(config):
        yield check


def check_installation() -> Iterator[DoctorCheck]:
    """What came with the program."""
    found = platform.python_version()
    if sys.version_info >= _MIN_PYTHON:
        yield DoctorCheck("Python", "good", found)
    else:
        yield DoctorCheck("Python", "wrong", found, "Install Python 3.11 or newer.")
    yield _check_that_works("rulesets", lambda: ", ".join(shipped_rulesets()))
    for name in shipped_lexica():
        yield _check_that_works(f"lexicon {name}", partial(_load_lexicon, name))
    yield _check_that_works("pictures", _draw_example)
    yield _check_texts()
    yield _check_accelerator("isal", "packs pictures", matters=platform.machine() in _ACCELERATED_MACHINES)
    yield _check_accelerator("hiredis", "reads Redis's answers", matters=True)
    yield _check_accelerator(
        "uvloop", "runs the event loop", matters=sys.platform != "win32" and platform.machine() in _ACCELERATED_MACHINES
    )


def _check_that_works(name: str, work: Callable[[], str]) -> DoctorCheck:
    """What ``work`` finds, or why it cannot."""
    try:
        return DoctorCheck(name, "good", work())
    except (DataError, OSError) as error:
        return DoctorCheck(name, "wrong", str(error), "Install Harfiyen again: a file of it is missing or damaged.")


def _load_lexicon(name: str) -> str:
    words = load_lexicon(name)
    return f"{len(words):,} words, SHA-256 {words.hash[:12]}…"


def _draw_example() -> str:
    """Draws a board, which needs the typeface and its letters."""
    drawn = registry.example_sketch("Ğ İ ı", Look("tr"), Speaker(Texts(), "tr"))
    picture = drawn.paint(Painter())
    return f"a board of {len(picture) / 1000:.0f} kB drawn"


def _check_texts() -> DoctorCheck:
    try:
        found = list(find_text_problems())
    except (DataError, OSError) as error:
        found = [str(error)]
    if found:
        return DoctorCheck("texts", "wrong", "; ".join(found), "Install Harfiyen again, or mend the text files.")
    return DoctorCheck("texts", "good", f"{len(message_arguments('tr'))} messages in every language")


def _check_accelerator(package: str, purpose: str, *, matters: bool) -> DoctorCheck:
    if find_spec(package) is not None:
        return DoctorCheck(package, "good", f"{purpose} fast")
    remedy = f"Install it: pip install {package}" if matters else "There is none for this processor; nothing is lost."
    return DoctorCheck(package, "advice", f"not installed; something slower {purpose}", remedy)


def _check_data_dir(config: Config) -> DoctorCheck:
    path = config.data_dir
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    found = f"{path}{'' if there == path else ', not made yet'}, {free / 1e9:,.1f} GB free"
    if free < _MIN_FREE_BYTES:
        return DoctorCheck("DATA_DIR", "wrong", found, "Make room: a full disk stops the games.")
    if there == path and (remedy := find_open_file_remedy(path)):
        return DoctorCheck("DATA_DIR", "advice", f"{found}, open to other users", remedy)
    return DoctorCheck("DATA_DIR", "good", found)


async def _check_addresses(config: Config) -> AsyncIterator[DoctorCheck]:
    """Where the bot listens, and whom it sends its token."""
    yield await _check_port(config, "HTTP_LISTEN", config.http_host, config.http_port)
    if config.metrics_listen is not None:
        host, port = config.metrics_listen
        yield await _check_port(config, "METRICS_LISTEN", host, port)
        if is_every_network(host):
            found = f"METRICS_LISTEN is {host}:{port}: whoever reaches this machine sees how much is played"
            remedy = "Name an address that only you reach, such as 127.0.0.1:9090, unless a firewall or a container's"
            yield DoctorCheck("metrics", "advice", found, f"{remedy} network keeps others out.")
    api = urlsplit(config.bot_api_url)
    if api.scheme == "http" and not is_loopback(api.hostname or ""):
        found = f"BOT_API_URL is http://{api.hostname}: token and messages go there unencrypted"
        yield DoctorCheck("Bot API", "advice", found, "Write https://, unless nobody else is on the way there.")


async def _check_port(config: Config, setting: str, host: str, port: int) -> DoctorCheck:
    """Whether the bot could listen there, or does."""
    try:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and await _is_bot_running(config, setting, host, port):
            return DoctorCheck(setting, "good", f"{host}:{port}, where the bot runs")
        found, _, remedy = explain_listen_error(setting, host, port, error).partition(": ")
        return DoctorCheck(setting, "wrong", found, f"{remedy[:1].upper()}{remedy[1:]}")
    server.close()
    await server.wait_closed()
    return DoctorCheck(setting, "good", f"{host}:{port}, free")


async def _is_bot_running(config: Config, setting: str, host: str, port: int) -> bool:
    """Whether it is this bot that has a port."""
    if not config.redis_url:
        return is_locked(config.data_dir)
    path = {"HTTP_LISTEN": "health", "METRICS_LISTEN": "healthz"}[setting]
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/{path}"
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_ANSWER_SECONDS)) as session,
            session.get(url) as answer,
        ):
            return "status" in await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError, TypeError):
        return False


async def _check_telegram(config: Config) -> AsyncIterator[DoctorCheck]:
    """The account: that it is ours, what it hears in groups, and how its updates come."""
    api = config.bot_api_url
    bot = Bot(config.bot_token, base_url=f"{api}/bot", request=AiohttpRequest(), get_updates_request=AiohttpRequest())
    try:
        with errors_as_outcomes():
            async with bot:
                webhook = await bot.get_webhook_info()
    except TokenRejected:
        remedy = "Copy it again from @BotFather, or leave it empty for the playground."
        yield DoctorCheck("Telegram", "wrong", "BOT_TOKEN is refused", remedy)
        return
    except CallFailed as error:
        found = f"BOT_API_URL ({urlsplit(api).hostname}) does not answer: {mask_secrets(error.message)}"
        yield DoctorCheck("Telegram", "wrong", found, "Check the network and the address.")
        return
    me = bot.bot
    yield DoctorCheck("Telegram", "good", f"the bot is @{me.username}")
    if me.can_join_groups is False:
        yield DoctorCheck(
            "groups", "wrong", "the bot may not join groups", "Allow it at @BotFather: /setjoingroups, Enable."
        )
    yield _check_privacy_mode(me.username, hears_all=bool(me.can_read_all_group_messages))
    yield _check_inline_mode(on=bool(me.supports_inline_queries))
    yield _check_webhook(
        config, webhook.url, webhook.pending_update_count, mask_secrets(webhook.last_error_message or "")
    )


def _check_privacy_mode(username: str | None, *, hears_all: bool) -> DoctorCheck:
    if hears_all:
        return DoctorCheck("privacy mode", "good", "off: the bot hears every command in groups")
    return DoctorCheck(
        "privacy mode",
        "advice",
        f"on: where it is no administrator, the bot hears /oyna@{username} and replies to its messages only",
        "Make the bot an administrator of the group, or turn it off at @BotFather: /setprivacy, Disable; then add the"
        " bot to its groups again.",
    )


def _check_inline_mode(*, on: bool) -> DoctorCheck:
    if on:
        return DoctorCheck(
            "inline mode", "good", "on: people see their racks and moves while they type behind the bot's name"
        )
    return DoctorCheck(
        "inline mode",
        "advice",
        "off: nobody sees a rack or a move by typing behind the bot's name",
        "Turn it on at @BotFather: /setinline, and a few words for the empty field, such as: H8 WORD",
    )


def _check_webhook(config: Config, registered: str, pending: int, trouble: str) -> DoctorCheck:
    """How updates come, beside how the settings want them; addresses are named by their host."""
    name, waiting = "updates", f"{pending} waiting"
    host = urlsplit(registered).hostname
    if not config.webhook_url:
        if registered:
            found = f"Telegram sends them to a webhook at {host}, but WEBHOOK_URL is empty"
            return DoctorCheck(
                name, "advice", found, "Stop what else uses this token: starting the bot removes the webhook."
            )
        return DoctorCheck(name, "good", f"fetched by polling, {waiting}")
    if registered != config.webhook_url:
        found = f"WEBHOOK_URL is not what Telegram has ({host or 'nothing'})"
        return DoctorCheck(name, "advice", found, "Starting the bot registers it.")
    if trouble and pending:
        remedy = "Check the certificate, the proxy and HTTP_LISTEN behind WEBHOOK_URL."
        return DoctorCheck(name, "wrong", f"Telegram cannot deliver to {host}: {trouble}; {waiting}", remedy)
    return DoctorCheck(name, "good", f"delivered to the webhook at {host}, {waiting}")
