"""``harfiyen doctor``: what is set up, what is missing, and what to do about it.

It creates no folder; if no server runs on the data, a temporary one reads them. It never shows a token, a password or
an address that may contain one.
"""

import asyncio
import errno
import os
import platform
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import aiohttp
from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - calls Telegram before there is a gateway

from bot.call_errors import CallFailed, TokenRejected
from bot.config import (
    ENV_FILE,
    Config,
    ConfigError,
    find_open_file_remedy,
    is_every_network,
    is_loopback,
    load_config,
    parse_redis_url,
)
from bot.logs import mask_secrets
from bot.resources import explain_listen_error
from bot.store import export, keys, retention, server_checks
from bot.store.client import connect
from bot.store.embedded import (
    DataDirBusy,
    EmbeddedRedis,
    NoServerProgram,
    ServerFailed,
    ServerProgram,
    embedded_server_url,
    find_server_program,
    is_locked,
    missing_security_fixes,
    socket_path,
)
from bot.store.housekeeping import measure_queues
from bot.store.schema import can_migrate
from bot.store.server_checks import (
    SCHEMA,
    ServerInCluster,
    ServerTooOld,
    WrongSchema,
    check_server_version,
    find_weaknesses,
    read_server_release,
)
from bot.tables.codec import UnreadableState, decode_table
from bot.telegram.publish_profile import WANTED_SETTINGS
from bot.telegram.server_features import account_flag
from bot.telegram.transport import AiohttpRequest, errors_as_outcomes
from bot.terminal import format_count, print_json, print_line

_ANSWER_SECONDS: Final = 3.0
_MIN_FREE_BYTES: Final = 200_000_000
_BATCH: Final = 200
_MAX_NAMED: Final = 10
_STATUS_SIGNS: Final = {"good": "✓", "advice": "!", "wrong": "✗"}
CheckStatus = Literal["good", "advice", "wrong"]


class DoctorCheck(Struct, frozen=True):
    """The result of one check: its status, what was found and, unless it is good, the remedy in a sentence."""

    name: str
    status: CheckStatus
    found: str
    remedy: str = ""
    stored_schema: int | None = None  # the schema of the data, if the check concerns it

    def __post_init__(self) -> None:
        if self.status != "good" and not self.remedy:
            raise ValueError(f"{self.name} is {self.status} without a remedy: {self.found}")

    def __str__(self) -> str:
        line = f"{_STATUS_SIGNS[self.status]} {self.name}: {self.found}"
        return f"{line}\n    {self.remedy}" if self.remedy else line


def run_doctor(*, as_json: bool = False) -> int:
    """Print a line for each check, or one JSON object. Returns 0 if nothing is wrong, else 1."""

    async def collect() -> list[DoctorCheck]:
        return [check async for check in check_configuration(os.environ, Path.cwd())]

    os.umask(0o077)
    checks = asyncio.run(collect())
    if as_json:
        return print_report(checks)
    print_line("\n".join(map(str, checks)))
    return exit_status(checks)


def exit_status(checks: Sequence[DoctorCheck]) -> int:
    """The exit status after some checks: 0 if nothing is wrong, else 1."""
    return int(any(check.status == "wrong" for check in checks))


def print_report(checks: Sequence[DoctorCheck]) -> int:
    """Print checks as one JSON object; returns the exit status."""
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


async def check_configuration(environ: Mapping[str, str], folder: Path) -> AsyncIterator[DoctorCheck]:
    """Check the settings and what they name, in order: the folder (with its ``.env``), Redis, Telegram."""
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
    async for check in _check_named_redis(config) if config.redis_url else _check_own_redis(config.data_dir):
        yield check
    if config.uses_playground:
        yield DoctorCheck("Telegram", "good", "BOT_TOKEN is empty: `harfiyen run` serves the playground")
        return
    async for check in _check_telegram(config):
        yield check


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
    yield await _check_port(config, "HTTP_LISTEN", config.http_host, config.http_port)
    if config.metrics_listen is not None:
        host, port = config.metrics_listen
        yield await _check_port(config, "METRICS_LISTEN", host, port)
        if is_every_network(host):
            found = f"METRICS_LISTEN is {host}:{port}: whoever reaches this machine sees how much is played"
            remedy = "Name an address that only you reach, such as 127.0.0.1:9090, unless a firewall or a container's"
            yield DoctorCheck("metrics", "advice", found, f"{remedy} network keeps others out.")
    if config.web_url:
        yield await check_board_page(config.web_url, config.web_app)
    api = urlsplit(config.bot_api_url)
    if api.scheme == "http" and not is_loopback(api.hostname or ""):
        found = f"BOT_API_URL is http://{api.hostname}: token and messages go there unencrypted"
        yield DoctorCheck("Bot API", "advice", found, "Write https://, unless nobody else is on the way there.")


async def check_board_page(web_url: str, web_app: str) -> DoctorCheck:
    """Whether the board page answers at WEB_URL as for a player, and whether groups can open it."""
    name, host = "board page", urlsplit(web_url).hostname
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_ANSWER_SECONDS)) as http,
            http.get(f"{web_url}/") as answer,
        ):
            is_there = "frame-ancestors https://web.telegram.org" in answer.headers.get("Content-Security-Policy", "")
            found = f"WEB_URL ({host}) is answered {answer.status}, not by the bot"
    except (aiohttp.ClientError, TimeoutError) as error:
        is_there, found = False, f"WEB_URL ({host}) does not answer ({type(error).__name__})"
    if not is_there:
        remedy = "Start the bot, and have the proxy pass all below that path to HTTP_LISTEN, with a valid certificate."
        return DoctorCheck(name, "advice", found, remedy)
    if not web_app:
        remedy = "Make the Mini App at @BotFather, /newapp, and write its short name into WEB_APP."
        return DoctorCheck(name, "advice", "WEB_APP is empty: a group's key opens the private chat", remedy)
    return DoctorCheck(name, "good", f"{host} answers, and groups open it as {web_app}")


async def _check_port(config: Config, setting: str, host: str, port: int) -> DoctorCheck:
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


# Redis and the data in it


async def _check_own_redis(data_dir: Path) -> AsyncIterator[DoctorCheck]:
    try:
        server = await asyncio.to_thread(find_server_program, data_dir)
    except NoServerProgram as error:
        yield DoctorCheck("Redis", "wrong", "REDIS_URL is empty, and no server program will do", f"{error}.")
        return
    except OSError as error:
        found = f"DATA_DIR is {data_dir}, which cannot be read ({error.strerror})"
        yield DoctorCheck("Redis", "wrong", found, "Give this user the folder, or name another one.")
        return
    files = _append_only_files(data_dir)
    yield _describe_program(server, sum(file.stat().st_size for file in files))
    if not files:
        return
    try:
        if socket_path(data_dir).exists():
            async with connect(embedded_server_url(data_dir)) as client:
                if (other := await _check_running_server(client, server)) is not None:
                    yield other
                async for check in _check_stored_data(client):
                    yield check
            return
    except ServerFailed as error:
        yield DoctorCheck("Redis at work", "wrong", str(error), "Remove that folder, or start as the user who owns it.")
        return
    except (RedisError, OSError):
        pass  # a server that has ended left its socket
    async for check in _check_stopped_data(data_dir):
        yield check


def _append_only_files(data_dir: Path) -> tuple[Path, ...]:
    return (*data_dir.glob("appendonly.aof"), *data_dir.glob("appendonlydir/*"))


def _describe_program(server: ServerProgram, kept: int) -> DoctorCheck:
    size = f"{kept / 1000:,.0f} kB of games kept" if kept else "nothing kept yet"
    found = f"the bot's own, {server.path}, {server.name}; append-only file, {size}"
    if server.missing_fixes:
        remedy = f"Update {'Harfiyen, with which it comes' if server.bundled else server.path}."
        return DoctorCheck("Redis", "advice", f"{found}; it {server.missing_fixes}", remedy)
    return DoctorCheck("Redis", "good", found)


async def _check_running_server(client: Redis, server: ServerProgram) -> DoctorCheck | None:
    version, product = await read_server_release(client)
    if (version, product) == (server.version, server.product):
        return None
    lacks = missing_security_fixes(version, product)
    running = f"{ServerProgram('', version, product).name} runs" + (f", which {lacks}" if lacks else "")
    remedy = f"Stop the bot and start it again: then it is {server.name}."
    return DoctorCheck("Redis at work", "advice", running, remedy)


async def _check_stopped_data(data_dir: Path) -> AsyncIterator[DoctorCheck]:
    server = EmbeddedRedis(data_dir)
    try:
        await server.start()
        async with connect(server.url) as client:
            async for check in _check_stored_data(client):
                yield check
    except DataDirBusy as error:
        yield DoctorCheck("data", "wrong", f"no server can be started on them: {error}", "Stop that one first.")
    except (NoServerProgram, ServerTooOld, ServerFailed, RedisError, OSError) as error:
        remedy = (
            "Start the version that wrote them with its server, or restore a backup that this version made into an"
            " empty DATA_DIR."
        )
        yield DoctorCheck("data", "wrong", f"no server can be started on them: {error}", remedy)
    finally:
        await server.stop()


async def _check_named_redis(config: Config) -> AsyncIterator[DoctorCheck]:
    host = parse_redis_url(config.redis_url).display_name
    try:
        client = connect(config.redis_url)
    except ValueError as error:
        yield DoctorCheck("Redis", "wrong", f"REDIS_URL is {error}", "Correct the address in the settings.")
        return
    async with client:
        try:
            await check_server_version(client)
            yield await _check_persistence(client, host, config.redis_wait)
            async for check in _check_stored_data(client):
                yield check
        except ServerInCluster as error:
            yield DoctorCheck("Redis", "wrong", f"REDIS_URL: {error}", "Name a server that is in no cluster.")
        except ServerTooOld as error:
            yield DoctorCheck("Redis", "wrong", f"REDIS_URL: {error}", "Update the server.")
        except (RedisError, OSError) as error:
            found = f"REDIS_URL names {host}, which does not answer ({type(error).__name__})"
            remedy = "Start it, correct the address, or leave REDIS_URL empty for a Redis of the bot's own."
            yield DoctorCheck("Redis", "wrong", found, remedy)


async def _check_persistence(client: Redis, host: str, replica_count: int) -> DoctorCheck:
    version, product = await read_server_release(client)
    found, lacks = f"REDIS_URL, {host}, version {version}", missing_security_fixes(version, product)
    weak = await find_weaknesses(client, replica_count)
    if weak:
        status: CheckStatus = "wrong" if any(one.loses_games for one in weak) else "advice"
        remedy = " ".join(one.remedy for one in weak)
        return DoctorCheck("Redis", status, "; ".join((found, *(one.problem for one in weak))), remedy)
    if lacks:
        return DoctorCheck("Redis", "advice", f"{found}, append-only file on; it {lacks}", "Update the server.")
    return DoctorCheck("Redis", "good", f"{found}, append-only file on")


async def _check_stored_data(client: Redis) -> AsyncIterator[DoctorCheck]:
    yield await _check_queues(client)
    schemas = await server_checks.read_schema_numbers(client)
    if schemas is None:
        yield DoctorCheck("data", "good", f"nothing stored yet; this version's schema is {SCHEMA}")
        return
    try:
        await server_checks.check_schema(client)
    except WrongSchema as error:
        yield _explain_other_schema(error, can_start=can_migrate(schemas.whole) and schemas.latest <= SCHEMA)
        return
    kinds = [(name, keys.identify_key(name)) for name in await export.list_key_names(client)]
    games = {name: found[1]["scope"] for name, found in kinds if found and found[0] == "game"}
    yield await _check_tables(client, games)
    if aside := sorted(found[1]["scope"] for _, found in kinds if found and found[0] == "quarantined_game"):
        days = retention.QUARANTINE_SECONDS // (24 * 60 * 60)
        yield DoctorCheck(
            "quarantine",
            "advice",
            f"{format_count(len(aside), 'table')} put aside as unreadable, in chat {_name_some(aside)}",
            f"Restore a backup from before if they are wanted: they are deleted {days} days after they were put aside.",
        )


async def _check_queues(client: Redis) -> DoctorCheck:
    found = await measure_queues(client)
    counts = f"updates waiting: {found.inbox}; notices waiting: {found.outbox}; dead letters: {found.dead_letters}"
    if found.warnings:
        return DoctorCheck("queues", "advice", counts, " ".join(f"{trouble}." for trouble in found.warnings))
    if found.dead_letters.length:
        return DoctorCheck("queues", "advice", counts, "See what was dead-lettered, and why: harfiyen inbox.")
    return DoctorCheck("queues", "good", counts)


def _explain_other_schema(error: WrongSchema, *, can_start: bool) -> DoctorCheck:
    if can_start:
        found = f"stored schema {error.schema}, from an earlier version; this version's is {SCHEMA}"
        remedy = (
            "Make a backup with the version that wrote them, stop all its workers, and start this one, which migrates"
            " the data."
        )
        return DoctorCheck("data", "advice", found, remedy, error.schema)
    found, _, remedy = str(error).partition("; ")
    remedy = f"{remedy[:1].upper()}{remedy[1:]}."
    return DoctorCheck("data", "wrong", f"{found}; this version's is {SCHEMA}", remedy, error.schema)


async def _check_tables(client: Redis, scopes: Mapping[str, str]) -> DoctorCheck:
    names, count = list(scopes), 0
    unreadable: list[str] = []
    for first in range(0, len(names), _BATCH):
        pipe = client.pipeline(transaction=False)
        for name in (part := names[first : first + _BATCH]):
            pipe.hget(name, "state")
        for name, state in zip(part, await pipe.execute(), strict=True):
            count += state is not None
            if state is not None and not _is_readable(state):
                unreadable.append(scopes[name])
    found = f"stored schema {SCHEMA}, this version's {SCHEMA}; {format_count(count, 'table')}"
    if unreadable:
        found += f", of which {len(unreadable)} cannot be read, in chat {_name_some(unreadable)}"
        remedy = "Restore a backup from before, or let anybody there send /yeni (/new), which puts the table aside."
        return DoctorCheck("data", "wrong", found, remedy, SCHEMA)
    return DoctorCheck("data", "good", f"{found}, and all can be read" if count else found, stored_schema=SCHEMA)


def _is_readable(state: bytes) -> bool:
    try:
        decode_table(state)
    except UnreadableState:
        return False
    return True


def _name_some(scopes: Sequence[str]) -> str:
    more = f" and {len(scopes) - _MAX_NAMED} more" if len(scopes) > _MAX_NAMED else ""
    return f"{', '.join(scopes[:_MAX_NAMED])}{more}"


# Telegram

_SET_BY_BOT: Final = "The bot sets this once by itself, from Bot API 10.5 on; else tell @BotFather"


async def _check_telegram(config: Config) -> AsyncIterator[DoctorCheck]:
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
    if account_flag(me, "can_join_groups") is False:
        remedy = f"{_SET_BY_BOT}: /setjoingroups, Enable."
        yield DoctorCheck("groups", "wrong", "the bot may not join groups (wanted: it may)", remedy)
    else:
        yield DoctorCheck("groups", "good", "the bot may join groups, as wanted")
    if account_flag(me, "can_read_all_group_messages"):
        yield DoctorCheck("privacy mode", "good", "off: the bot hears every command in groups")
    else:
        yield DoctorCheck(
            "privacy mode",
            "advice",
            f"on: where it is no administrator, the bot hears /oyna@{me.username} and replies to its messages only",
            "Make the bot an administrator of the group, or turn it off at @BotFather: /setprivacy, Disable; then add"
            " the bot to its groups again.",
        )
    if account_flag(me, "supports_inline_queries"):
        found = "on, as wanted: people see their racks and moves while they type behind the bot's name"
        yield DoctorCheck("inline mode", "good", found)
    else:
        found = "off (wanted: on): nobody sees a rack or a move by typing behind the bot's name"
        remedy = f"{_SET_BY_BOT}: /setinline, and a few words for the empty field, such as: H8 WORD"
        yield DoctorCheck("inline mode", "advice", found, remedy)
    feedback = WANTED_SETTINGS["inline_feedback_share_denominator"]
    yield DoctorCheck("inline feedback", "good", f"wanted: {feedback}, each chosen result; Telegram does not tell it")
    trouble = mask_secrets(webhook.last_error_message or "")
    yield _check_webhook(config, webhook.url, webhook.pending_update_count, trouble)


def _check_webhook(config: Config, registered: str, pending: int, trouble: str) -> DoctorCheck:
    name, waiting = "updates", f"{pending} waiting"
    host = urlsplit(registered).hostname
    if not config.webhook_url:
        if registered:
            found = f"Telegram sends them to a webhook at {host}, but WEBHOOK_URL is empty"
            remedy = "Stop what else uses this token: starting the bot removes the webhook."
            return DoctorCheck(name, "advice", found, remedy)
        return DoctorCheck(name, "good", f"fetched by polling, {waiting}")
    if registered != config.webhook_url:
        found = f"WEBHOOK_URL is not what Telegram has ({host or 'nothing'})"
        return DoctorCheck(name, "advice", found, "Starting the bot registers it.")
    if trouble and pending:
        remedy = "Check the certificate, the proxy and HTTP_LISTEN behind WEBHOOK_URL."
        return DoctorCheck(name, "wrong", f"Telegram cannot deliver to {host}: {trouble}; {waiting}", remedy)
    return DoctorCheck(name, "good", f"delivered to the webhook at {host}, {waiting}")
