"""Settings that are addresses: of servers, of the webhook, of the HTTP port.

Each function gives the address back, checked; all raise :class:`ConfigError` with what was found and what to write.
"""

import re
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from bot.config import redisaddress
from bot.config.errors import ConfigError
from bot.config.redisaddress import BadAddress
from bot.logs import masked

_TELEGRAM_HOST: Final = "api.telegram.org"
TELEGRAM: Final = f"https://{_TELEGRAM_HOST}"

_WEBHOOK_PORTS: Final = (80, 88, 443, 8443)
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)


def api(value: str) -> str:
    """The Bot API server's, without a slash at its end."""
    address = _split("BOT_API_URL", value, ("https", "http"), TELEGRAM)
    if address.path.rstrip("/").endswith("/bot"):
        raise ConfigError("BOT_API_URL ends in /bot: leave that away, the bot adds it itself.")
    return value.rstrip("/")


def is_telegram(value: str) -> bool:
    """Whether a Bot API server is Telegram's own, however its address is spelled; one that cannot be is none."""
    try:
        host = urlsplit(value).hostname
    except ValueError:
        return False
    return host is not None and host.rstrip(".") == _TELEGRAM_HOST


def tdk(value: str) -> str:
    """The live dictionary's; empty for none."""
    if value:
        _split("TDK_API_URL", value, ("https", "http"), "https://sozluk.gov.tr/gts")
    return value


def redis(value: str) -> str:
    """That of a Redis; empty for an own one."""
    if value:
        try:
            redisaddress.parse(value)
        except BadAddress as error:
            raise ConfigError(
                f"REDIS_URL {error}: write {redisaddress.FORMS}, or leave it empty for an own Redis."
            ) from None
    return value


def webhook(value: str, *, secret: str, own_server: bool) -> str:
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


def listen(value: str) -> tuple[str, int]:
    """Where the HTTP port is opened: host, and port from 0 to 65535."""
    host, colon, digits = value.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    known = (_is_address(bare) and host.startswith("[") == (":" in bare)) or _HOST.fullmatch(host) is not None
    if not (colon and known and re.fullmatch(r"[0-9]{1,5}", digits, re.ASCII) and int(digits) <= 65535):  # noqa: PLR2004 - the greatest TCP port
        raise ConfigError(
            f"HTTP_LISTEN is {masked(value)!r}, not host:port: write 127.0.0.1:8080 behind a proxy on the"
            " same machine, 0.0.0.0:8080 for every network, or [::1]:8080."
        )
    return bare, int(digits)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches it."""
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)
