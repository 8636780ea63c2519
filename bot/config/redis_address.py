"""Parsing REDIS_URL: the address of a server, or of Sentinels that know one."""

import re
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from bot.logs.masking import mask_secrets

TopologyKind = Literal["server", "sentinel"]

ADDRESS_FORMS: Final = (
    "redis://host:6379/0, rediss:// for TLS, unix:///path or redis+sentinel://host:26379,host:26379/service"
)
CLUSTER_REFUSAL: Final = (
    "names a Redis Cluster, which Harfiyen no longer uses: take its games out by `harfiyen backup` of release 0.2.0 and"
    " into one server, with Sentinels or without, by `harfiyen restore` (docs/operate.md#from-a-cluster-to-a-server)"
)
"""What is said of a cluster's address, and of a server that turns out to belong to one."""

_DEFAULT_PORTS: Final = {"server": 6379, "sentinel": 26379}
_CLUSTER: Final = re.compile(r"rediss?\+cluster://", re.ASCII)
_MANY_HOSTS: Final = re.compile(
    r"(?P<base>rediss?)\+sentinel://(?:(?P<user>[^/?#]*)@)?(?P<places>[^/?#@]*)"
    r"(?P<path>/[^?#]*)?(?:\?(?P<options>[^#]*))?",
    re.ASCII,
)
_SENTINEL_PREFIX: Final = "sentinel_"


class BadRedisAddress(ValueError):
    """The address cannot be used. The message says why and does not repeat it, as it may hold a password."""


class ClusterAddress(BadRedisAddress):
    """The address of a cluster."""


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """A parsed address."""

    kind: TopologyKind
    hosts: tuple[tuple[str, int], ...]
    """Hosts and ports of the server or of the Sentinels; empty for a socket."""
    service: str
    """The Sentinels' name for the master; else empty."""
    sentinel_login: dict[str, str]
    """User name and password for the Sentinels themselves, if any."""
    _scheme: str
    _userinfo: str
    _suffix: str

    def to_server_url(self, host: str, port: int) -> str:
        """The address of one server, with this address's user, password, database and options."""
        return f"{self._scheme}://{self._userinfo}{f'[{host}]' if ':' in host else host}:{port}{self._suffix}"

    @property
    def first_url(self) -> str:
        """The address of the server, or of the first host, in the form that redis-py reads."""
        return self.to_server_url(*self.hosts[0]) if self.hosts else f"{self._scheme}://{self._userinfo}{self._suffix}"

    @property
    def display_name(self) -> str:
        """A name without secrets: hosts and ports, or ``a socket``."""
        if self.kind == "server":
            return self.hosts[0][0] if self.hosts else "a socket"
        return f"the Sentinels {', '.join(f'{host}:{port}' for host, port in self.hosts)}"


def parse_redis_url(value: str) -> RedisAddress:
    """Parse the value of REDIS_URL.

    Raises:
        ClusterAddress: it is a cluster's.
        BadRedisAddress: it is no address.
    """
    if _CLUSTER.match(value):
        raise ClusterAddress(CLUSTER_REFUSAL)
    _refuse_cut_password(value)
    if match := _MANY_HOSTS.fullmatch(value):
        return _parse_sentinels(match)
    try:
        address = urlsplit(value if "://" in value else "")
        place = () if address.hostname is None else ((address.hostname, address.port or _DEFAULT_PORTS["server"]),)
    except ValueError:
        # Without the cause: its text may hold a password that was taken for a port.
        raise BadRedisAddress(
            "has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]"
        ) from None
    if address.scheme not in {"redis", "rediss", "unix"}:
        scheme = (
            f"{address.scheme}:// at its beginning" if address.scheme else "no scheme like https:// at its beginning"
        )
        raise BadRedisAddress(f"is an address with {scheme}")
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
    """Refuse a password that ends the host by a sign of its own, without repeating any of it."""
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
        raise BadRedisAddress(
            "has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]"
        ) from None
    if not host:
        raise BadRedisAddress("names no host, or ends in a comma")
    return host, port or default
