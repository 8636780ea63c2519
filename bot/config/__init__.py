"""The settings: read from the environment and from `.env`, checked once, never changed afterwards.

It owns the names, defaults and checks of all settings; code that uses one is given the `Config`. No text from here
shows a token, a secret or a password.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bot.config import addresses, private_files
from bot.config.addresses import TELEGRAM
from bot.config.env_file import read_env_file
from bot.config.errors import ConfigError, SettingErrors, StartError, TokenRefused
from bot.languages import languages
from bot.logs.masking import mask_secrets
from bot.terminal import format_count

__all__ = [
    "ENV_FILE",
    "SETTINGS",
    "TELEGRAM",
    "Config",
    "ConfigError",
    "StartError",
    "TokenRefused",
    "environment_without_settings",
    "load_config",
]

SETTINGS: Final = (
    "BOT_TOKEN",
    "BOT_API_URL",
    "REDIS_URL",
    "REDIS_WAIT",
    "DATA_DIR",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
    "HTTP_LISTEN",
    "METRICS_LISTEN",
    "OWNER_IDS",
    "DEFAULT_LANGUAGE",
    "TDK_API_URL",
    "HISTORY_DAYS",
    "RATE_LIMITS",
    "LOG_LEVEL",
    "LOG_FORMAT",
)
ENV_FILE: Final = ".env"
RATE_LIMITS: Final = (30, 1, 20)
"""Telegram's own limits: messages a second in all, a second to one chat, a minute to one group."""

_HISTORY_DAYS: Final = 400
"""A year and a month, so that last year's games of the season are there."""
_MOST_HISTORY_DAYS: Final = 3_650
_LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_LOG_FORMATS: Final = ("console", "json")
_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]{30,}", re.ASCII)
_SHORT_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]+", re.ASCII)
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_LEAST_SECRET: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings, checked.

    `bot_token`, `redis_url`, `webhook_url` and `tdk_api_url` are empty if not set: then the playground, the bot's own
    Redis, long polling and the built-in word lists are used. `http_port` is 0 to 65535, 0 for any free port.
    `metrics_listen` is host and port of the metrics; `None` for none.
    `rate_limits` are messages a second in all, a second to one chat and a minute to one group; `None` for none.
    `redis_wait`, 0 to 9, is how many replicas must have what counts as stored. `history_days`, 0 to 3650, is how long
    finished games are kept for replays, 0 for not at all. Secrets are left out of the
    representation.
    """

    bot_token: str = field(repr=False)
    bot_api_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    redis_wait: int
    data_dir: Path
    webhook_url: str = field(repr=False)
    webhook_secret: str = field(repr=False)
    http_host: str
    http_port: int
    metrics_listen: tuple[str, int] | None
    owner_ids: frozenset[int]
    default_language: str
    tdk_api_url: str = field(repr=False)
    history_days: int
    rate_limits: tuple[int, int, int] | None
    log_level: str
    log_format: str

    @property
    def uses_playground(self) -> bool:
        """Whether there is no bot token, so that the bot serves its own playground instead of Telegram."""
        return not self.bot_token


def load_config(environ: Mapping[str, str], folder: Path, *, make: bool = True) -> Config:
    """Read the settings from `environ` and from the file `.env` in `folder`; `environ` wins.

    Creates DATA_DIR, readable by its owner only, if it is missing and `make` is set; a relative one is inside `folder`.

    Raises:
        ConfigError: settings are broken, with a line for each, or `.env` is; then nothing was created.
    """
    faults = SettingErrors()
    values = read_env_file(folder / ENV_FILE, SETTINGS, faults)
    values.update({name: environ[name].strip() for name in SETTINGS if name in environ})

    def given(name: str) -> str:
        return values.get(name, "")

    api = faults.collect_error(lambda: addresses.check_api_url(given("BOT_API_URL") or TELEGRAM), TELEGRAM)
    own_server = not addresses.is_telegram(given("BOT_API_URL") or TELEGRAM)
    token = faults.collect_error(lambda: _check_token(given("BOT_TOKEN"), own_server=own_server), given("BOT_TOKEN"))
    host, port = faults.collect_error(lambda: _parse_listen(given("HTTP_LISTEN"), playground=not token), ("", 0))
    secret = faults.collect_error(lambda: _check_secret(given("WEBHOOK_SECRET")), given("WEBHOOK_SECRET"))
    redis_url = faults.collect_error(lambda: addresses.check_redis_url(given("REDIS_URL")), "")
    config = Config(
        bot_token=token,
        bot_api_url=api,
        redis_url=redis_url,
        redis_wait=faults.collect_error(
            lambda: _parse_redis_wait(given("REDIS_WAIT"), own_redis=not given("REDIS_URL")), 0
        ),
        webhook_url=faults.collect_error(
            lambda: addresses.check_webhook_url(given("WEBHOOK_URL"), secret=secret, own_server=own_server), ""
        ),
        webhook_secret=secret,
        http_host=host,
        http_port=port,
        metrics_listen=faults.collect_error(lambda: _parse_metrics_listen(given("METRICS_LISTEN"), (host, port)), None),
        owner_ids=faults.collect_error(lambda: _parse_owner_ids(given("OWNER_IDS")), frozenset()),
        default_language=faults.collect_error(
            lambda: _check_choice("DEFAULT_LANGUAGE", given("DEFAULT_LANGUAGE").lower(), languages().codes, "tr"), ""
        ),
        tdk_api_url=faults.collect_error(lambda: addresses.check_tdk_url(given("TDK_API_URL")), ""),
        history_days=faults.collect_error(lambda: _parse_history_days(given("HISTORY_DAYS")), 0),
        rate_limits=faults.collect_error(lambda: _parse_rate_limits(given("RATE_LIMITS"), playground=not token), None),
        log_level=faults.collect_error(
            lambda: _check_choice("LOG_LEVEL", given("LOG_LEVEL").upper(), _LOG_LEVELS, "INFO"), ""
        ),
        log_format=faults.collect_error(
            lambda: _check_choice("LOG_FORMAT", _log_format(given("LOG_FORMAT").lower()), _LOG_FORMATS, "console"), ""
        ),
        data_dir=folder.absolute(),
    )
    named = given("DATA_DIR") or ("data" if token else "data-playground")
    path = faults.collect_error(
        lambda: _prepare_data_dir(folder, named, make=make and not faults.messages), config.data_dir
    )
    faults.raise_collected()
    return replace(config, data_dir=path)


def environment_without_settings() -> dict[str, str]:
    """The environment for programs that the bot starts: without its token, passwords and the like."""
    return {name: value for name, value in os.environ.items() if name not in SETTINGS}


def _check_token(value: str, *, own_server: bool) -> str:
    """The token; Telegram's have 35 characters after the colon, those of a test server may be shorter."""
    if value and not (_SHORT_TOKEN if own_server else _TOKEN).fullmatch(value):
        raise ConfigError(
            f"BOT_TOKEN is not a bot token, but {format_count(len(value), 'character')} of another form: copy the whole"
            " token that @BotFather gives, digits, a colon and 35 characters, or leave it empty for the playground."
        )
    return value


def _parse_listen(value: str, *, playground: bool) -> tuple[str, int]:
    """Host and port to listen on; a playground is for this machine alone."""
    host, port = addresses.parse_listen_address("HTTP_LISTEN", value or "127.0.0.1:8080")
    if playground and not addresses.is_loopback(host):
        raise ConfigError(
            f"HTTP_LISTEN is {host}:{port}, but without BOT_TOKEN the playground is served, which anybody who"
            " reaches it can use: set BOT_TOKEN, or listen on 127.0.0.1."
        )
    return host, port


def _parse_metrics_listen(value: str, http: tuple[str, int]) -> tuple[str, int] | None:
    """Host and port of the metrics, which need a port of their own; by default there are none."""
    if not value:
        return None
    listen = addresses.parse_listen_address("METRICS_LISTEN", value)
    if listen == http and listen[1]:
        raise ConfigError(
            f"METRICS_LISTEN is {value}, where HTTP_LISTEN is already: choose another port, as in"
            " METRICS_LISTEN=127.0.0.1:9090, or leave it empty for no metrics."
        )
    return listen


def _parse_rate_limits(value: str, *, playground: bool) -> tuple[int, int, int] | None:
    if value.lower() == "off" or (playground and not value):
        return None
    if not value:
        return RATE_LIMITS
    match = re.fullmatch(r"([1-9][0-9]{0,3})[ ,]+([1-9][0-9]{0,3})[ ,]+([1-9][0-9]{0,3})", value, re.ASCII)
    if match is None:
        raise ConfigError(
            f"RATE_LIMITS is {mask_secrets(value)!r}: write messages a second in all, a second to one chat and a minute"
            f" to one group, each from 1 to 9999, as in {', '.join(map(str, RATE_LIMITS))}, or off."
        )
    return int(match[1]), int(match[2]), int(match[3])


def _parse_redis_wait(value: str, *, own_redis: bool) -> int:
    """The number of replicas; 0 by default."""
    if not value:
        return 0
    if not re.fullmatch(r"[0-9]", value, re.ASCII):
        raise ConfigError(
            f"REDIS_WAIT is {mask_secrets(value)!r}: write how many replicas must have what counts as stored, from 0 to"
            " 9, or leave it empty for 0."
        )
    if value != "0" and own_redis:
        raise ConfigError(
            f"REDIS_WAIT is {value}, but the bot's own Redis has no replicas: set REDIS_URL, or leave it empty."
        )
    return int(value)


def _parse_history_days(value: str) -> int:
    """The days for which finished games are kept; by default 400."""
    if not value:
        return _HISTORY_DAYS
    if not re.fullmatch(r"[0-9]{1,4}", value, re.ASCII) or int(value) > _MOST_HISTORY_DAYS:
        raise ConfigError(
            f"HISTORY_DAYS is {mask_secrets(value)!r}: write for how many days finished games are kept, from 0 (not at"
            f" all) to {_MOST_HISTORY_DAYS}, or leave it empty for {_HISTORY_DAYS}."
        )
    return int(value)


def _check_secret(value: str) -> str:
    if value and not _SECRET.fullmatch(value):
        raise ConfigError(
            f"WEBHOOK_SECRET has {format_count(len(value), 'character')}, some of which Telegram does not take or too"
            f" many: use {_LEAST_SECRET} to 256 of A-Z, a-z, 0-9, _ and -."
        )
    if value and len(value) < _LEAST_SECRET:
        raise ConfigError(
            f"WEBHOOK_SECRET has {format_count(len(value), 'character')}, which can be guessed: use {_LEAST_SECRET} to"
            " 256, such as what `openssl rand -hex 16` prints."
        )
    return value


def _parse_owner_ids(value: str) -> frozenset[int]:
    words = value.replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[1-9][0-9]{0,15}", word, re.ASCII):
            raise ConfigError(
                f"OWNER_IDS has {mask_secrets(word)!r} in it, which isn't a Telegram user ID:"
                " write comma-separated IDs, as in 123456789, 987654321."
            )
    return frozenset(map(int, words))


def _log_format(value: str) -> str:
    """A log format by its present name: until 0.1 ``console`` was called ``text``."""
    return "console" if value == "text" else value


def _check_choice(name: str, value: str, choices: tuple[str, ...], default: str) -> str:
    if value and value not in choices:
        raise ConfigError(f"{name} is {mask_secrets(value)!r}: write one of {', '.join(choices)}.")
    return value or default


def _prepare_data_dir(folder: Path, value: str, *, make: bool) -> Path:
    """The folder, created if it is missing and ``make`` is set: not when other settings are broken."""
    reason, remedy = "", "name a folder this user may write in"
    try:
        path = folder.absolute() / Path(value).expanduser()
        if make:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = next(one for one in (path, *path.parents) if one.exists())
        if not there.is_dir():
            reason = "not a folder"
        elif there == path and (fault := private_files.find_folder_fault(path)):
            reason, remedy = fault
        elif not os.access(there, os.W_OK | os.X_OK | (os.R_OK if there == path else 0)):
            reason = "no permission"
    except (OSError, RuntimeError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if reason:
        raise ConfigError(f"DATA_DIR is {value!r}, which cannot be used ({reason}): {remedy}.")
    return path
