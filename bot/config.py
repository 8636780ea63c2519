"""The settings: read from the environment and from `.env`, checked once, never changed afterwards.

It owns the names, defaults and checks of all settings; code that uses a setting gets the `Config`. No message from here
contains a token, a secret or a password.
"""

import difflib
import os
import pwd
import re
import stat
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal, TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from dotenv.parser import Binding, parse_stream

from bot.languages import languages
from bot.logs import get_logger, mask_secrets
from bot.terminal import format_count

log = get_logger(__name__)

T = TypeVar("T")


class StartError(Exception):
    """The bot cannot start; the text is one sentence with the remedy."""

    exit_status: int = 2


class TokenRefused(StartError):
    """Telegram refuses BOT_TOKEN, so a restart is useless, unlike after most other errors."""

    exit_status = os.EX_CONFIG


class ConfigError(StartError):
    """Settings are invalid; the text has a line for each, with its value and the remedy."""


class SettingErrors:
    """Collects the errors of all settings, so that one start shows them all."""

    def __init__(self) -> None:
        self.messages: Final[list[str]] = []

    def collect_error(self, check: Callable[[], T], default: T) -> T:
        """The result of a check, or ``default`` after a :class:`ConfigError`, whose text is collected."""
        try:
            return check()
        except ConfigError as error:
            if str(error) not in self.messages:
                self.messages.append(str(error))
            return default


SETTINGS: Final = (
    "BOT_TOKEN",
    "BOT_API_URL",
    "REDIS_URL",
    "REDIS_WAIT",
    "DATA_DIR",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
    "WEB_URL",
    "WEB_APP",
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
"""Telegram's own limits: messages a second in all, messages a second to one chat, messages a minute to one group."""

_HISTORY_DAYS: Final = 400  # a year and a month, so that a season's games of last year are still there
_MOST_HISTORY_DAYS: Final = 3_650
_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]{30,}", re.ASCII)
_SHORT_TOKEN: Final = re.compile(r"[0-9]+:[A-Za-z0-9_-]+", re.ASCII)
_WEB_APP: Final = re.compile(r"[A-Za-z0-9_]{3,30}", re.ASCII)
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_LEAST_SECRET: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings, checked; the representation omits secrets."""

    bot_token: str = field(repr=False)  # the bot's token; empty for the playground
    bot_api_url: str = field(repr=False)
    redis_url: str = field(repr=False)  # the server's address; empty for the bot's own Redis
    redis_wait: int  # how many replicas must confirm writes that count as stored, 0 to 9
    data_dir: Path
    webhook_url: str = field(repr=False)  # the webhook's address; empty for long polling
    webhook_secret: str = field(repr=False)
    web_url: str  # the board page's address; empty for none
    web_app: str  # the name under which @BotFather knows the board page; empty if it has none
    http_host: str
    http_port: int  # 0 to 65535, 0 for any free port
    metrics_listen: tuple[str, int] | None  # host and port; `None` for no metrics
    owner_ids: frozenset[int]
    default_language: str
    tdk_api_url: str = field(repr=False)  # the live dictionary's address; empty for only the built-in lists
    history_days: int  # how long finished games are kept for replays, 0 (not at all) to 3650
    rate_limits: tuple[int, int, int] | None  # messages a second in all, a second to one chat, a minute to one group
    log_level: str
    log_format: str

    @property
    def uses_playground(self) -> bool:
        """Whether the bot serves its own playground instead of Telegram, as there is no bot token."""
        return not self.bot_token


def load_config(environ: Mapping[str, str], folder: Path, *, make: bool = True) -> Config:
    """Read the settings from ``environ`` and, where it has none, from ``.env`` in ``folder``.

    Creates DATA_DIR, readable by its owner only, if it is missing and ``make`` is set; a relative one is inside
    ``folder``. Raises ConfigError, with a line for each invalid setting; then nothing was created.
    """
    faults = SettingErrors()
    values = read_env_file(folder / ENV_FILE, SETTINGS, faults)
    values.update({name: environ[name].strip() for name in SETTINGS if name in environ})

    def given(name: str) -> str:
        return values.get(name, "")

    def read(name: str, check: Callable[[str], T], default: T) -> T:
        """What a check makes of a setting; ``default`` if the setting is invalid."""
        return faults.collect_error(lambda: check(given(name)), default)

    def choose(name: str, value: str, choices: tuple[str, ...], default: str) -> str:
        return faults.collect_error(lambda: _check_choice(name, value, choices, default), "")

    api, own_server = read("BOT_API_URL", check_api_url, TELEGRAM), not is_telegram(given("BOT_API_URL") or TELEGRAM)
    log_format = given("LOG_FORMAT").lower()
    if log_format == "text":
        log_format = "console"  # its name until 0.1
    token = read("BOT_TOKEN", partial(_check_token, own_server=own_server), given("BOT_TOKEN"))
    host, port = read("HTTP_LISTEN", partial(_parse_listen, playground=not token), ("", 0))
    secret = read("WEBHOOK_SECRET", _check_secret, given("WEBHOOK_SECRET"))
    config = Config(
        bot_token=token,
        bot_api_url=api,
        redis_url=read("REDIS_URL", check_redis_url, ""),
        redis_wait=read("REDIS_WAIT", partial(_parse_redis_wait, own_redis=not given("REDIS_URL")), 0),
        webhook_url=read("WEBHOOK_URL", partial(check_webhook_url, secret=secret, own_server=own_server), ""),
        webhook_secret=secret,
        web_url=read("WEB_URL", check_web_url, ""),
        web_app=read("WEB_APP", partial(_check_web_app, web_url=given("WEB_URL")), ""),
        http_host=host,
        http_port=port,
        metrics_listen=read("METRICS_LISTEN", partial(_parse_metrics_listen, http=(host, port)), None),
        owner_ids=read("OWNER_IDS", _parse_owner_ids, frozenset()),
        default_language=choose("DEFAULT_LANGUAGE", given("DEFAULT_LANGUAGE").lower(), languages().codes, "tr"),
        tdk_api_url=read("TDK_API_URL", check_tdk_url, ""),
        history_days=read("HISTORY_DAYS", _parse_history_days, 0),
        rate_limits=read("RATE_LIMITS", partial(_parse_rate_limits, playground=not token), None),
        log_level=choose("LOG_LEVEL", given("LOG_LEVEL").upper(), ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
        log_format=choose("LOG_FORMAT", log_format, ("console", "json"), "console"),
        data_dir=folder.absolute(),
    )
    named = given("DATA_DIR") or ("data" if token else "data-playground")
    path = faults.collect_error(
        lambda: _prepare_data_dir(folder, named, make=make and not faults.messages), config.data_dir
    )
    if faults.messages:
        raise ConfigError("\n".join(faults.messages))
    return replace(config, data_dir=path)


def environment_without_settings() -> dict[str, str]:
    """The environment for child processes, without the bot's token, passwords and other settings."""
    return {name: value for name, value in os.environ.items() if name not in SETTINGS}


ADDRESS_FORMS: Final = (
    "redis://host:6379/0, rediss:// for TLS, unix:///path or redis+sentinel://host:26379,host:26379/service"
)

CLUSTER_REFUSAL: Final = (
    "names a Redis Cluster, which Harfiyen no longer uses: take its games out by `harfiyen backup` of release 0.2.0 and"
    " into one server, with Sentinels or without, by `harfiyen restore` (docs/operate.md#from-a-cluster-to-a-server)"
)
"""The error for the address of a Redis cluster, and for a server that belongs to one."""

_BAD_PLACE: Final = "has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]"
_DEFAULT_PORTS: Final = {"server": 6379, "sentinel": 26379}
_CLUSTER: Final = re.compile(r"rediss?\+cluster://", re.ASCII)

_MANY_HOSTS: Final = re.compile(
    r"(?P<base>rediss?)\+sentinel://(?:(?P<user>[^/?#]*)@)?(?P<places>[^/?#@]*)"
    r"(?P<path>/[^?#]*)?(?:\?(?P<options>[^#]*))?",
    re.ASCII,
)

_SENTINEL_PREFIX: Final = "sentinel_"


class BadRedisAddress(ValueError):
    """The address cannot be used; the message says why without repeating it, as it may contain a password."""


class ClusterAddress(BadRedisAddress):
    """The address is that of a Redis cluster."""


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """A parsed address of Redis."""

    kind: Literal["server", "sentinel"]
    hosts: tuple[tuple[str, int], ...]  # host and port of the server or of each Sentinel; empty for a socket
    service: str  # the name that the Sentinels have for the master; else empty
    sentinel_login: dict[str, str]  # user name and password for the Sentinels, if any
    _scheme: str
    _userinfo: str
    _suffix: str

    def to_server_url(self, host: str, port: int) -> str:
        """The address of one server, with the user, password, database and options of this address."""
        return f"{self._scheme}://{self._userinfo}{f'[{host}]' if ':' in host else host}:{port}{self._suffix}"

    @property
    def first_url(self) -> str:
        """The address of the server or of the first host, in redis-py's form."""
        return self.to_server_url(*self.hosts[0]) if self.hosts else f"{self._scheme}://{self._userinfo}{self._suffix}"

    @property
    def display_name(self) -> str:
        """A name without secrets: hosts and ports, or ``a socket``."""
        if self.kind == "server":
            return self.hosts[0][0] if self.hosts else "a socket"
        return f"the Sentinels {', '.join(f'{host}:{port}' for host, port in self.hosts)}"


def parse_redis_url(value: str) -> RedisAddress:
    """Parse the value of REDIS_URL; raises ClusterAddress or BadRedisAddress."""
    if _CLUSTER.match(value):
        raise ClusterAddress(CLUSTER_REFUSAL)
    _refuse_cut_password(value)
    if match := _MANY_HOSTS.fullmatch(value):
        return _parse_sentinels(match)
    try:
        address = urlsplit(value if "://" in value else "")
        place = () if address.hostname is None else ((address.hostname, address.port or _DEFAULT_PORTS["server"]),)
    except ValueError:
        # The cause is dropped: its text may contain a password that was taken for a port.
        raise BadRedisAddress(_BAD_PLACE) from None
    if address.scheme not in {"redis", "rediss", "unix"}:
        raise BadRedisAddress(f"is an address with {_describe_scheme(address)}")
    user, at, _ = address.netloc.rpartition("@")
    end = address.path + (f"?{address.query}" if address.query else "")
    if address.scheme == "unix":
        if not address.path:
            raise BadRedisAddress("names no socket")
        return RedisAddress("server", (), "", {}, "unix", user + at, end)
    if not place:
        raise BadRedisAddress("names no host")
    _check_database(address.path)
    return RedisAddress("server", place, "", {}, address.scheme, user + at, end)


def _refuse_cut_password(value: str) -> None:
    """Raise an error for a password with a character that ends the host part, without repeating any of it."""
    scheme, _, rest = value.partition("://")
    path, _, options = rest.partition("?")
    _, slash, path = path.partition("/")
    begun, at, _ = options.partition("@")
    if "#" in rest or (at and "=" not in begun) or (slash and "@" in path and scheme != "unix"):
        raise BadRedisAddress("has a sign that ends a password too soon (in it, write / as %2F, ? as %3F, # as %23)")


def _check_database(path: str) -> None:
    if not re.fullmatch(r"/?[0-9]*", path, re.ASCII):
        raise BadRedisAddress(f"has {mask_secrets(path)!r} for a database number")


def _parse_sentinels(match: re.Match[str]) -> RedisAddress:
    places = tuple(_parse_host(text, _DEFAULT_PORTS["sentinel"]) for text in match["places"].split(","))
    service, _, database = (match["path"] or "").removeprefix("/").partition("/")
    if not service:
        raise BadRedisAddress("names no service, which is what the Sentinels call the master, behind the hosts")
    path = f"/{database}" if database else ""
    _check_database(path)
    options = parse_qsl(match["options"] or "")
    own = {name.removeprefix(_SENTINEL_PREFIX): text for name, text in options if name.startswith(_SENTINEL_PREFIX)}
    if not own.keys() <= {"username", "password"}:
        raise BadRedisAddress("has an option for Sentinels that is neither sentinel_username nor sentinel_password")
    query = urlencode([(name, text) for name, text in options if not name.startswith(_SENTINEL_PREFIX)])
    user = "" if match["user"] is None else f"{match['user']}@"
    end = path + (f"?{query}" if query else "")
    return RedisAddress("sentinel", places, unquote(service), own, match["base"], user, end)


def _parse_host(text: str, default: int) -> tuple[str, int]:
    try:
        address = urlsplit(f"redis://{text.strip()}")
        host, port = address.hostname, address.port
    except ValueError:
        raise BadRedisAddress(_BAD_PLACE) from None
    if not host:
        raise BadRedisAddress("names no host, or ends in a comma")
    return host, port or default


_TELEGRAM_HOST: Final = "api.telegram.org"
TELEGRAM: Final = f"https://{_TELEGRAM_HOST}"
_WEBHOOK_PORTS: Final = (80, 88, 443, 8443)

_LISTEN_ADVICE: Final = {
    "HTTP_LISTEN": "127.0.0.1:8080 behind a proxy on the same machine, 0.0.0.0:8080 for every network, or [::1]:8080",
    "METRICS_LISTEN": "127.0.0.1:9090 for a Prometheus on the same machine, an address that only you reach for one"
    " elsewhere, or leave it empty for no metrics",
}

_HOST: Final = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)


def check_api_url(value: str) -> str:
    """The address of the Bot API server, without a final slash; Telegram's own by default."""
    if not value:
        return TELEGRAM
    address = _check_web_address("BOT_API_URL", value, ("https", "http"), TELEGRAM)
    if address.path.rstrip("/").endswith("/bot"):
        raise ConfigError("BOT_API_URL ends in /bot: leave that out, the bot adds it.")
    return value.rstrip("/")


def is_telegram(value: str) -> bool:
    """Whether an address is Telegram's own Bot API server, in any spelling; ``False`` for invalid addresses."""
    try:
        host = urlsplit(value).hostname
    except ValueError:
        return False
    return host is not None and host.rstrip(".") == _TELEGRAM_HOST


def check_tdk_url(value: str) -> str:
    """The address of the live dictionary; empty for none."""
    if value:
        _check_web_address("TDK_API_URL", value, ("https", "http"), "https://sozluk.gov.tr/gts")
    return value


def check_redis_url(value: str) -> str:
    """The address of a Redis; empty for the bot's own."""
    if value:
        try:
            parse_redis_url(value)
        except ClusterAddress as error:
            raise ConfigError(f"REDIS_URL {error}.") from None
        except BadRedisAddress as error:
            raise ConfigError(
                f"REDIS_URL {error}: write {ADDRESS_FORMS}, or leave it empty for an own Redis."
            ) from None
    return value


def check_webhook_url(value: str, *, secret: str, own_server: bool) -> str:
    """The webhook's address: https and one of Telegram's ports; for an own Bot API server also http and any port."""
    if not value:
        return ""
    example = "https://bot.example.org/harfiyen"
    address = _check_web_address("WEBHOOK_URL", value, ("https", "http") if own_server else ("https",), example)
    if address.port and address.port not in _WEBHOOK_PORTS and not own_server:
        allowed = ", ".join(map(str, _WEBHOOK_PORTS))
        raise ConfigError(f"WEBHOOK_URL has port {address.port}: Telegram calls only {allowed}, so use one of these.")
    if not secret:
        raise ConfigError(
            "WEBHOOK_SECRET is empty although WEBHOOK_URL is set: invent 16 to 256 of A-Z, a-z, 0-9, _ and -."
        )
    return value


def check_web_url(value: str) -> str:
    """The address of the board page without a slash at its end: https, as Telegram opens no other."""
    if value:
        _check_web_address("WEB_URL", value, ("https",), "https://bot.example.org")
    return value.rstrip("/")


def _check_web_app(value: str, web_url: str) -> str:
    if value and not _WEB_APP.fullmatch(value):
        raise ConfigError(
            f"WEB_APP is {value!r}: write the short name of the Mini App made at @BotFather (/newapp), 3 to 30 of a-z,"
            " A-Z, 0-9 and _, or leave it empty."
        )
    if value and not web_url:
        raise ConfigError("WEB_APP is set but WEB_URL is empty: set WEB_URL to the public https address of this bot.")
    return value


def _check_web_address(name: str, value: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    wanted = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        address = urlsplit(value if "://" in value else "")
        _ = address.port
    except ValueError:
        # The cause is dropped: its text may contain a password that was taken for a port.
        raise ConfigError(f"{name} {_BAD_PLACE}.") from None
    if address.scheme not in schemes:
        raise ConfigError(f"{name} is an address with {_describe_scheme(address)}: write {wanted}, as in {example}.")
    if not address.hostname or re.search(r"\s", value):
        raise ConfigError(f"{name} names no host or has a space in it: write it as in {example}.")
    if address.query or address.fragment:
        raise ConfigError(f"{name} has a ? or # in it: write it without, as in {example}.")
    return address


def _describe_scheme(address: SplitResult) -> str:
    return f"{address.scheme}:// at its beginning" if address.scheme else "no scheme like https:// at its beginning"


def parse_listen_address(setting: str, value: str) -> tuple[str, int]:
    """The host and the port, 0 to 65535, of a setting that says where to listen."""
    host, colon, digits = value.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    known = (_is_ip_address(bare) and host.startswith("[") == (":" in bare)) or _HOST.fullmatch(host) is not None
    if not (colon and known and re.fullmatch(r"[0-9]{1,5}", digits, re.ASCII) and int(digits) <= 65535):  # noqa: PLR2004 - the greatest TCP port
        raise ConfigError(f"{setting} is {mask_secrets(value)!r}, not host:port: write {_LISTEN_ADVICE[setting]}.")
    return bare, int(digits)


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    return host == "localhost" or (_is_ip_address(host) and ip_address(host).is_loopback)


def is_every_network(host: str) -> bool:
    """Whether listening on a host means all addresses of this machine."""
    return _is_ip_address(host) and ip_address(host).is_unspecified


_ASSIGNMENT: Final = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=", re.ASCII)


def read_env_file(path: Path, settings: Sequence[str], errors: SettingErrors) -> dict[str, str]:
    """The settings in a file by name, without quotation marks; empty if there is no file. Raises ConfigError."""
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
        for binding in parse_stream(StringIO(line.strip())):
            if binding.key or binding.error:
                check = partial(_check_setting_name, binding, f"{path}, line {number}", settings, values)
                if name := errors.collect_error(check, ""):
                    values[name] = (binding.value or "").strip()
    return values


def _check_setting_name(binding: Binding, place: str, settings: Sequence[str], before: Collection[str]) -> str:
    match = _ASSIGNMENT.match(binding.original.string)
    if match is None:
        raise ConfigError(f"{place}, is not a setting: write NAME=value, or # before a comment.")
    name = match[1]
    if name not in settings:
        near = difflib.get_close_matches(name.upper().removeprefix("HARFIYEN_"), settings, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(settings)}."
        raise ConfigError(f"{place}, sets {name}, which isn't a setting: {remedy}")
    if binding.error:
        raise ConfigError(f"{place}, has unpaired quotation marks in {name}: close or remove them.")
    if name in before:
        raise ConfigError(f"{place}, sets {name} a second time: keep one of the two.")
    return name


def find_folder_fault(folder: Path) -> tuple[str, str] | None:
    """Why a folder must not hold secrets, and the remedy; ``None`` if it may."""
    found = folder.stat()
    if found.st_uid not in {os.geteuid(), 0}:
        owner = _user_name(found.st_uid)
        return f"it belongs to the user {owner}", "start the bot as that user, or name a folder of its own"
    if found.st_mode & stat.S_IWOTH:
        closing = f"chmod 700 {folder}"
        if found.st_uid != os.geteuid():
            closing = f"chown {_user_name(os.geteuid())} {folder} && {closing} as root"
        return "every user may write in it", f"see that all in it is yours and run {closing}, or name another"
    return None


def find_open_file_remedy(path: Path) -> str:
    """The remedy if other users can open a file or folder; empty if they cannot, or it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return ""
    if found.st_uid == os.geteuid():
        return f"Run: chmod go= {path}" if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) else ""
    if path.is_dir():
        return f"Give it to the bot's user: chown {_user_name(os.geteuid())} {path} && chmod 700 {path}"
    # Files of root may be readable for the bot's group.
    return f"Have its owner run: chmod o= {path}" if found.st_mode & stat.S_IRWXO else ""


def keep_files_private(folder: Path) -> None:
    """Make the files that this process writes private to its user, and close a data folder that is open to others."""
    os.umask(stat.S_IRWXG | stat.S_IRWXO)
    if not folder.exists():
        return
    found = folder.stat()
    if found.st_uid == os.geteuid() and found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        try:
            folder.chmod(stat.S_IRWXU)
        except OSError as error:
            log.warning("DATA_DIR is open to other users and cannot be closed", folder=folder, error=error)
        else:
            log.warning("DATA_DIR was open to other users and is closed", folder=folder)


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _check_token(value: str, *, own_server: bool) -> str:
    """The token; Telegram's have 35 characters after the colon, those of a test server may be shorter."""
    if value and not (_SHORT_TOKEN if own_server else _TOKEN).fullmatch(value):
        raise ConfigError(
            f"BOT_TOKEN is not a bot token, but {format_count(len(value), 'character')} of another form: copy the whole"
            " token that @BotFather gives, digits, a colon and 35 characters, or leave it empty for the playground."
        )
    return value


def _parse_listen(value: str, *, playground: bool) -> tuple[str, int]:
    host, port = parse_listen_address("HTTP_LISTEN", value or "127.0.0.1:8080")
    if playground and not is_loopback(host):
        raise ConfigError(
            f"HTTP_LISTEN is {host}:{port}, but without BOT_TOKEN the playground is served, which anybody who"
            " reaches it can use: set BOT_TOKEN, or listen on 127.0.0.1."
        )
    return host, port


def _parse_metrics_listen(value: str, http: tuple[str, int]) -> tuple[str, int] | None:
    """The metrics' host and port, which no other setting may use; ``None`` by default."""
    if not value:
        return None
    listen = parse_listen_address("METRICS_LISTEN", value)
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


def _check_choice(name: str, value: str, choices: tuple[str, ...], default: str) -> str:
    if value and value not in choices:
        raise ConfigError(f"{name} is {mask_secrets(value)!r}: write one of {', '.join(choices)}.")
    return value or default


def _prepare_data_dir(folder: Path, value: str, *, make: bool) -> Path:
    """The folder, created if it is missing and ``make`` is set, which is unset if other settings are invalid."""
    reason, remedy = "", "name a folder this user may write in"
    try:
        path = folder.absolute() / Path(value).expanduser()
        if make:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = next(one for one in (path, *path.parents) if one.exists())
        if not there.is_dir():
            reason = "not a folder"
        elif there == path and (fault := find_folder_fault(path)):
            reason, remedy = fault
        elif not os.access(there, os.W_OK | os.X_OK | (os.R_OK if there == path else 0)):
            reason = "no permission"
    except (OSError, RuntimeError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if reason:
        raise ConfigError(f"DATA_DIR is {value!r}, which cannot be used ({reason}): {remedy}.")
    return path
