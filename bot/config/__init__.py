"""The settings: read from the environment and from `.env`, checked once, and never changed afterwards.

Owns the names, defaults and checks of every setting. Whoever uses a setting gets the `Config` handed in. No text from
here shows a token, a secret or a password.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bot.config import addresses, redisaddress
from bot.config.addresses import TELEGRAM
from bot.config.envfile import read
from bot.config.errors import ConfigError, Faults, StartError
from bot.languages import languages
from bot.logs import masked
from bot.terminal import counted

__all__ = ["SETTINGS", "TELEGRAM", "Config", "ConfigError", "StartError", "load"]

SETTINGS: Final = (
    "BOT_TOKEN",
    "BOT_API_URL",
    "REDIS_URL",
    "REDIS_WAIT",
    "DATA_DIR",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
    "HTTP_LISTEN",
    "OWNER_IDS",
    "DEFAULT_LANGUAGE",
    "TDK_API_URL",
    "RATE_LIMITS",
    "LOG_LEVEL",
    "LOG_FORMAT",
)
RATE_LIMITS: Final = (30, 1, 20)
"""Those that Telegram asks bots to keep to."""

_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_FORMATS: Final = ("text", "json")
_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]{30,}", re.ASCII)
_SHORT_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]+", re.ASCII)
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting, checked.

    `bot_token`, `redis_url`, `webhook_url` and `tdk_api_url` are empty where not set: the playground, an own Redis,
    long polling, and the built-in lists alone. `http_port` is 0 to 65535, 0 for any free port. `rate_limits` are
    messages a second in all, a second to one chat and a minute to one group; `None` for none. `redis_wait`, 0 to 9, is
    how many replicas must have what counts as stored. Secrets are left out of the representation.
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
    owner_ids: frozenset[int]
    default_language: str
    tdk_api_url: str = field(repr=False)
    rate_limits: tuple[int, int, int] | None
    log_level: str
    log_format: str

    @property
    def playground(self) -> bool:
        """Whether there is no bot token, so that the bot serves its own playground instead of Telegram."""
        return not self.bot_token


def load(environ: Mapping[str, str], folder: Path) -> Config:
    """Read the settings from `environ` and from the file `.env` in `folder`, where `environ` wins.

    Makes DATA_DIR, readable by its owner only, where it is missing; a relative one is inside `folder`.

    Raises:
        ConfigError: settings are broken, a line for each, or a line of `.env` is none; then nothing was made.
    """
    values = read(folder / ".env", SETTINGS)
    values.update({name: environ[name].strip() for name in SETTINGS if name in environ})
    faults = Faults()

    def given(name: str) -> str:
        return values.get(name, "")

    api = faults.checked(lambda: addresses.api(given("BOT_API_URL") or TELEGRAM), TELEGRAM)
    own_server = not addresses.is_telegram(given("BOT_API_URL") or TELEGRAM)
    token = faults.checked(lambda: _token(given("BOT_TOKEN"), own_server=own_server), given("BOT_TOKEN"))
    host, port = faults.checked(lambda: _listen(given("HTTP_LISTEN"), playground=not token), ("", 0))
    secret = faults.checked(lambda: _secret(given("WEBHOOK_SECRET")), given("WEBHOOK_SECRET"))
    redis_url = faults.checked(lambda: addresses.redis(given("REDIS_URL")), "")
    config = Config(
        bot_token=token,
        bot_api_url=api,
        redis_url=redis_url,
        redis_wait=faults.checked(lambda: _wait(given("REDIS_WAIT"), redis_url, own_redis=not given("REDIS_URL")), 0),
        webhook_url=faults.checked(
            lambda: addresses.webhook(given("WEBHOOK_URL"), secret=secret, own_server=own_server), ""
        ),
        webhook_secret=secret,
        http_host=host,
        http_port=port,
        owner_ids=faults.checked(lambda: _owners(given("OWNER_IDS")), frozenset()),
        default_language=faults.checked(lambda: _language(given("DEFAULT_LANGUAGE")), ""),
        tdk_api_url=faults.checked(lambda: addresses.tdk(given("TDK_API_URL")), ""),
        rate_limits=faults.checked(lambda: _rates(given("RATE_LIMITS"), playground=not token), None),
        log_level=faults.checked(lambda: _choice("LOG_LEVEL", given("LOG_LEVEL").upper(), _LEVELS, "INFO"), ""),
        log_format=faults.checked(lambda: _choice("LOG_FORMAT", given("LOG_FORMAT").lower(), _FORMATS, "text"), ""),
        data_dir=folder.absolute(),
    )
    named = given("DATA_DIR") or ("data" if token else "data-playground")
    path = faults.checked(lambda: _data_dir(folder, named, make=not faults.found), config.data_dir)
    faults.raise_found()
    return replace(config, data_dir=path)


def _token(value: str, *, own_server: bool) -> str:
    """The token; Telegram's are 35 characters after the colon, a server for trials may have shorter ones."""
    if value and not (_SHORT_TOKEN if own_server else _TOKEN).fullmatch(value):
        raise ConfigError(
            f"BOT_TOKEN is not a bot token, but {counted(len(value), 'character')} of another form: copy the whole"
            " token that @BotFather gives, digits, a colon and 35 characters, or leave it empty for the playground."
        )
    return value


def _listen(value: str, *, playground: bool) -> tuple[str, int]:
    """Where to listen; a playground is for this machine alone."""
    host, port = addresses.listen(value or "127.0.0.1:8080")
    if playground and not addresses.is_loopback(host):
        raise ConfigError(
            f"HTTP_LISTEN is {host}:{port}, but without BOT_TOKEN the playground is served, which anybody who"
            " reaches it can use: set BOT_TOKEN, or listen on 127.0.0.1."
        )
    return host, port


def _language(value: str) -> str:
    return _choice("DEFAULT_LANGUAGE", value.lower(), languages().codes, "tr")


def _rates(value: str, *, playground: bool) -> tuple[int, int, int] | None:
    """Three figures, or none: a playground has none unless it is given some."""
    if value.lower() == "off" or (playground and not value):
        return None
    if not value:
        return RATE_LIMITS
    match = re.fullmatch(r"([1-9][0-9]{0,3})[ ,]+([1-9][0-9]{0,3})[ ,]+([1-9][0-9]{0,3})", value, re.ASCII)
    if match is None:
        raise ConfigError(
            f"RATE_LIMITS is {masked(value)!r}: write messages a second in all, a second to one chat and a minute"
            f" to one group, each from 1 to 9999, as in {', '.join(map(str, RATE_LIMITS))}, or off."
        )
    return int(match[1]), int(match[2]), int(match[3])


def _wait(value: str, redis_url: str, *, own_redis: bool) -> int:
    """How many replicas: those of a cluster are there to take over, others may be there for reading."""
    if not value:
        return 1 if redis_url and redisaddress.parse(redis_url).kind == "cluster" else 0
    if not re.fullmatch(r"[0-9]", value, re.ASCII):
        raise ConfigError(
            f"REDIS_WAIT is {masked(value)!r}: write how many replicas must have what counts as stored, from 0 to 9, or"
            " leave it empty for 1 in a cluster and 0 elsewhere."
        )
    if value != "0" and own_redis:
        raise ConfigError(
            f"REDIS_WAIT is {value}, but the bot's own Redis has no replicas: set REDIS_URL, or leave it empty."
        )
    return int(value)


def _secret(value: str) -> str:
    if value and not _SECRET.fullmatch(value):
        raise ConfigError(
            f"WEBHOOK_SECRET has {counted(len(value), 'character')}, some of which Telegram does not take or too many:"
            " use 1 to 256 of A-Z, a-z, 0-9, _ and -."
        )
    return value


def _owners(value: str) -> frozenset[int]:
    words = value.replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[1-9][0-9]{0,15}", word, re.ASCII):
            raise ConfigError(
                f"OWNER_IDS has {masked(word)!r} in it, not the number of a Telegram user:"
                " write numbers with commas between, as in 123456789, 987654321."
            )
    return frozenset(map(int, words))


def _choice(name: str, value: str, choices: tuple[str, ...], default: str) -> str:
    if value and value not in choices:
        raise ConfigError(f"{name} is {masked(value)!r}: write one of {', '.join(choices)}.")
    return value or default


def _data_dir(folder: Path, value: str, *, make: bool) -> Path:
    """The folder, made if it is missing; unless that is to be left alone, as the start ends with other faults."""
    try:
        path = folder.absolute() / Path(value).expanduser()
        if make:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        usable = os.access(path, os.R_OK | os.W_OK | os.X_OK) and path.is_dir()
        reason = "no permission" if path.is_dir() else "not a folder"
        usable |= not make and not path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        usable = False
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if not usable:
        raise ConfigError(
            f"DATA_DIR is {value!r}, which cannot be used ({reason}): name a folder this user may write in."
        )
    return path
