"""The settings: read from the environment and from `.env`, checked once, and never changed afterwards.

Owns the names, defaults and checks of every setting, and the errors that end a start. Whoever uses a setting
gets the `Config` handed in. No text from here shows a token, a secret or a password.
"""

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from bot.logs import redact

SETTINGS: Final = (
    "BOT_TOKEN",
    "BOT_API_URL",
    "REDIS_URL",
    "DATA_DIR",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
    "HTTP_LISTEN",
    "OWNER_IDS",
    "DEFAULT_LANGUAGE",
    "TDK_API_URL",
    "LOG_LEVEL",
    "LOG_FORMAT",
)
LANGUAGES: Final = ("tr", "en", "uk")
TELEGRAM: Final = "https://api.telegram.org"

_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_FORMATS: Final = ("text", "json")
_WEBHOOK_PORTS: Final = (80, 88, 443, 8443)
_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]{30,}", re.ASCII)
_SHORT_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]+", re.ASCII)
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)
_LINE: Final = re.compile(r"(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?P<value>.*)", re.ASCII)
_VALUE: Final = re.compile(
    r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"'#](?:(?!\s\#).)*)|)\s*(?:\#.*)?"""
)


class StartError(Exception):
    """The bot cannot start; the text is one sentence with the remedy, and the exit status is 2."""


class ConfigError(StartError):
    """A setting is broken; the sentence names it, what was found and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting, checked.

    `bot_token`, `redis_url`, `webhook_url` and `tdk_api_url` are empty where not set: the playground, an own Redis,
    long polling, and the built-in lists alone. `http_port` is 0 to 65535, 0 for any free port. Secrets are left out
    of the representation.
    """

    bot_token: str = field(repr=False)
    bot_api_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    data_dir: Path
    webhook_url: str = field(repr=False)
    webhook_secret: str = field(repr=False)
    http_host: str
    http_port: int
    owner_ids: frozenset[int]
    default_language: str
    tdk_api_url: str = field(repr=False)
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
        ConfigError: for the first broken setting, or a line of `.env` that is none.
    """
    values = _read_dotenv(folder / ".env")
    values.update({name: environ[name].strip() for name in SETTINGS if name in environ})
    api = _api(values.get("BOT_API_URL") or TELEGRAM)
    token = _token(values.get("BOT_TOKEN", ""), own_server=api != TELEGRAM)
    host, port = _listen(values.get("HTTP_LISTEN") or "127.0.0.1:8080")
    if not token and not _is_loopback(host):
        raise ConfigError(
            f"HTTP_LISTEN is {host}:{port}, but without BOT_TOKEN the playground is served, which anybody who"
            " reaches it can use: set BOT_TOKEN, or listen on 127.0.0.1."
        )
    secret = _secret(values.get("WEBHOOK_SECRET", ""))
    webhook = _webhook(values.get("WEBHOOK_URL", ""), secret=secret, own_server=api != TELEGRAM)
    return Config(
        bot_token=token,
        bot_api_url=api,
        redis_url=_redis(values.get("REDIS_URL", "")),
        webhook_url=webhook,
        webhook_secret=secret,
        http_host=host,
        http_port=port,
        owner_ids=_owners(values.get("OWNER_IDS", "")),
        default_language=_choice("DEFAULT_LANGUAGE", values.get("DEFAULT_LANGUAGE", "").lower(), LANGUAGES, "tr"),
        tdk_api_url=_tdk(values.get("TDK_API_URL", "")),
        log_level=_choice("LOG_LEVEL", values.get("LOG_LEVEL", "").upper(), _LEVELS, "INFO"),
        log_format=_choice("LOG_FORMAT", values.get("LOG_FORMAT", "").lower(), _FORMATS, "text"),
        data_dir=_data_dir(folder, values.get("DATA_DIR") or "data"),
    )


def _read_dotenv(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}): make it a readable file.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text: save it as UTF-8.") from error
    values: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            name, value = _setting(stripped, f"{path}, line {number}")
            if name in values:
                raise ConfigError(f"{path}, line {number}, sets {name} a second time: keep one of the two.")
            values[name] = value
    return values


def _setting(line: str, place: str) -> tuple[str, str]:
    """The name and the value in one line of `.env`; nothing of the line is shown, it may hold a secret."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise ConfigError(f"{place}, is not a setting: write NAME=value, or # before a remark.")
    name = match["name"]
    if name not in SETTINGS:
        near = difflib.get_close_matches(name.upper().removeprefix("HARFIYEN_"), SETTINGS, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(SETTINGS)}."
        raise ConfigError(f"{place}, sets {name}, which is no setting: {remedy}")
    value = _VALUE.fullmatch(match["value"])
    if value is None:
        raise ConfigError(f"{place}, has unpaired quotation marks in {name}: close them or leave them away.")
    return name, (value["double"] or value["single"] or value["bare"] or "").strip()


def _token(value: str, *, own_server: bool) -> str:
    """The token; Telegram's are 35 characters after the colon, a server for trials may have shorter ones."""
    if value and not (_SHORT_TOKEN if own_server else _TOKEN).fullmatch(value):
        raise ConfigError(
            f"BOT_TOKEN is not a bot token, but {len(value)} characters of another form: copy the whole token"
            " that @BotFather gives, digits, a colon and 35 characters, or leave it empty for the playground."
        )
    return value


def _api(value: str) -> str:
    address = _split("BOT_API_URL", value, ("https", "http"), TELEGRAM)
    if address.path.rstrip("/").endswith("/bot"):
        raise ConfigError("BOT_API_URL ends in /bot: leave that away, the bot adds it itself.")
    return value.rstrip("/")


def _tdk(value: str) -> str:
    if value:
        _split("TDK_API_URL", value, ("https", "http"), "https://sozluk.gov.tr/gts")
    return value


def _redis(value: str) -> str:
    if not value:
        return ""
    remedy = "write redis://host:6379/0, rediss:// for TLS or unix:///path, or leave it empty for an own Redis"
    address = _parts("REDIS_URL", value)
    if address.scheme not in {"redis", "rediss", "unix"}:
        raise ConfigError(f"REDIS_URL is an address with {_scheme(address)}: {remedy}.")
    if address.scheme == "unix":
        if not address.path:
            raise ConfigError(f"REDIS_URL names no socket: {remedy}.")
        return value
    if not address.hostname:
        raise ConfigError(f"REDIS_URL names no host: {remedy}.")
    if not re.fullmatch(r"/?[0-9]*", address.path, re.ASCII):
        raise ConfigError(f"REDIS_URL has {redact(address.path)!r} for a database number: {remedy}.")
    return value


def _secret(value: str) -> str:
    if value and not _SECRET.fullmatch(value):
        raise ConfigError(
            f"WEBHOOK_SECRET has {len(value)} characters, some of which Telegram does not take or too many:"
            " use 1 to 256 of A-Z, a-z, 0-9, _ and -."
        )
    return value


def _webhook(value: str, *, secret: str, own_server: bool) -> str:
    """The webhook's address: https and Telegram's ports, or anything a Bot API server of one's own takes."""
    if not value:
        return ""
    example = "https://bot.example.org/harfiyen"
    address = _split("WEBHOOK_URL", value, ("https", "http") if own_server else ("https",), example)
    if address.port and address.port not in _WEBHOOK_PORTS and not own_server:
        allowed = ", ".join(map(str, _WEBHOOK_PORTS))
        raise ConfigError(f"WEBHOOK_URL has port {address.port}: Telegram calls only {allowed}, so use one of these.")
    if not secret:
        raise ConfigError(
            "WEBHOOK_SECRET is empty although WEBHOOK_URL is set: invent 1 to 256 of A-Z, a-z, 0-9, _ and -."
        )
    return value


def _split(name: str, value: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of a web address without query and fragment."""
    wanted = " or ".join(f"{scheme}://" for scheme in schemes)
    address = _parts(name, value)
    if address.scheme not in schemes:
        raise ConfigError(f"{name} is an address with {_scheme(address)}: write {wanted}, as in {example}.")
    if not address.hostname or re.search(r"\s", value):
        raise ConfigError(f"{name} names no host or has a space in it: write it as in {example}.")
    if address.query or address.fragment:
        raise ConfigError(f"{name} has a ? or # in it: write it without, as in {example}.")
    return address


def _scheme(address: SplitResult) -> str:
    return f"{address.scheme}:// at its beginning" if address.scheme else "no scheme like https:// at its beginning"


def _parts(name: str, value: str) -> SplitResult:
    """The parts of an address, all empty where it has no scheme."""
    try:
        address = urlsplit(value if "://" in value else "")
        _ = address.port
    except ValueError:
        # Without its cause, whose text may hold a password that was taken for a port.
        raise ConfigError(
            f"{name} has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]."
        ) from None
    return address


def _listen(value: str) -> tuple[str, int]:
    host, colon, digits = value.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    known = (_is_address(bare) and host.startswith("[") == (":" in bare)) or _HOST.fullmatch(host) is not None
    if not (colon and known and re.fullmatch(r"[0-9]{1,5}", digits, re.ASCII) and int(digits) <= 65535):  # noqa: PLR2004 - the greatest TCP port
        raise ConfigError(
            f"HTTP_LISTEN is {redact(value)!r}, not host:port: write 127.0.0.1:8080 behind a proxy on the"
            " same machine, 0.0.0.0:8080 for every network, or [::1]:8080."
        )
    return bare, int(digits)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _owners(value: str) -> frozenset[int]:
    words = value.replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[1-9][0-9]{0,15}", word, re.ASCII):
            raise ConfigError(
                f"OWNER_IDS has {redact(word)!r} in it, not the number of a Telegram user:"
                " write numbers with commas between, as in 123456789, 987654321."
            )
    return frozenset(map(int, words))


def _choice(name: str, value: str, choices: tuple[str, ...], default: str) -> str:
    if value and value not in choices:
        raise ConfigError(f"{name} is {redact(value)!r}: write one of {', '.join(choices)}.")
    return value or default


def _data_dir(folder: Path, value: str) -> Path:
    try:
        path = folder.absolute() / Path(value).expanduser()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        usable = os.access(path, os.R_OK | os.W_OK | os.X_OK)
        reason = "no permission"
    except (OSError, RuntimeError, ValueError) as error:
        usable = False
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if not usable:
        raise ConfigError(
            f"DATA_DIR is {value!r}, which cannot be used ({reason}): name a folder this user may write in."
        )
    return path
