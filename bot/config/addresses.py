"""Checks of settings that are addresses: of servers, of the webhook, of the HTTP port.

Each function returns the checked address, or raises a :class:`ConfigError` with what was found and what to write.
"""

import re
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from bot.config import redis_address
from bot.config.errors import ConfigError
from bot.config.redis_address import BadRedisAddress, ClusterAddress
from bot.logs.masking import mask_secrets

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
    """The address of the Bot API server, without a slash at its end."""
    address = _check_web_address("BOT_API_URL", value, ("https", "http"), TELEGRAM)
    if address.path.rstrip("/").endswith("/bot"):
        raise ConfigError("BOT_API_URL ends in /bot: leave that out, the bot adds it.")
    return value.rstrip("/")


def is_telegram(value: str) -> bool:
    """Whether an address is that of Telegram's own Bot API server, however it is spelled; a broken one is not."""
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
            redis_address.parse_redis_url(value)
        except ClusterAddress as error:
            raise ConfigError(f"REDIS_URL {error}.") from None
        except BadRedisAddress as error:
            raise ConfigError(
                f"REDIS_URL {error}: write {redis_address.ADDRESS_FORMS}, or leave it empty for an own Redis."
            ) from None
    return value


def check_webhook_url(value: str, *, secret: str, own_server: bool) -> str:
    """The webhook's address: https and one of Telegram's ports; with an own Bot API server also http and any port."""
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


def _check_web_address(name: str, value: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of a web address, which must have no query and no fragment."""
    wanted = " or ".join(f"{scheme}://" for scheme in schemes)
    address = _parse_url(name, value)
    if address.scheme not in schemes:
        raise ConfigError(f"{name} is an address with {_describe_scheme(address)}: write {wanted}, as in {example}.")
    if not address.hostname or re.search(r"\s", value):
        raise ConfigError(f"{name} names no host or has a space in it: write it as in {example}.")
    if address.query or address.fragment:
        raise ConfigError(f"{name} has a ? or # in it: write it without, as in {example}.")
    return address


def _describe_scheme(address: SplitResult) -> str:
    return f"{address.scheme}:// at its beginning" if address.scheme else "no scheme like https:// at its beginning"


def _parse_url(name: str, value: str) -> SplitResult:
    """The parts of an address, all empty if it has no scheme."""
    try:
        address = urlsplit(value if "://" in value else "")
        _ = address.port
    except ValueError:
        # Without the cause: its text may hold a password that was taken for a port.
        raise ConfigError(
            f"{name} has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]."
        ) from None
    return address


def parse_listen_address(setting: str, value: str) -> tuple[str, int]:
    """The host and the port, 0 to 65535, that a setting names to listen on."""
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
    """Whether a host is reachable from this machine only."""
    return host == "localhost" or (_is_ip_address(host) and ip_address(host).is_loopback)


def is_every_network(host: str) -> bool:
    """Whether a host to listen on stands for all addresses of this machine."""
    return _is_ip_address(host) and ip_address(host).is_unspecified
