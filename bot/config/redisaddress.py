"""What REDIS_URL may say: a server, Sentinels that know one, or nodes of a cluster."""

import re
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from bot.logs import masked

Kind = Literal["server", "sentinel", "cluster"]

FORMS: Final = (
    "redis://host:6379/0, rediss:// for TLS, unix:///path, redis+sentinel://host:26379,host:26379/service or"
    " redis+cluster://host:6379,host:6379"
)

_PORTS: Final = {"server": 6379, "cluster": 6379, "sentinel": 26379}
_MANY: Final = re.compile(
    r"(?P<base>rediss?)\+(?P<kind>sentinel|cluster)://(?:(?P<user>[^/?#]*)@)?(?P<places>[^/?#@]*)"
    r"(?P<path>/[^?#]*)?(?:\?(?P<options>[^#]*))?",
    re.ASCII,
)
_SENTINELS_OWN: Final = "sentinel_"


class BadAddress(ValueError):
    """The address cannot be used. The message says why and never repeats it: it may hold a password."""


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """An address, taken apart."""

    kind: Kind
    places: tuple[tuple[str, int], ...]
    """Hosts and ports: of the server, of Sentinels, or of some nodes; none of a socket."""
    service: str
    """What the Sentinels call the master."""
    sentinels: dict[str, str]
    """User name and password for the Sentinels themselves, as far as they have any."""
    _base: str
    _user: str
    _end: str

    def at(self, host: str, port: int) -> str:
        """The address of one server there, with this one's user, password, database and options."""
        return f"{self._base}://{self._user}{f'[{host}]' if ':' in host else host}:{port}{self._end}"

    @property
    def first(self) -> str:
        """The address of one server, as redis-py reads it: this one, or the first of many."""
        return self.at(*self.places[0]) if self.places else f"{self._base}://{self._user}{self._end}"

    @property
    def shown(self) -> str:
        """What may be told of it: hosts and ports, or that it is a socket."""
        if self.kind == "server":
            return self.places[0][0] if self.places else "a socket"
        many = ", ".join(f"{host}:{port}" for host, port in self.places)
        return f"the Sentinels {many}" if self.kind == "sentinel" else f"the cluster of {many}"


def parse(value: str) -> RedisAddress:
    """Take the value of REDIS_URL apart.

    Raises:
        BadAddress: it is none.
    """
    if match := _MANY.fullmatch(value):
        return _many(match)
    try:
        address = urlsplit(value if "://" in value else "")
        place = () if address.hostname is None else ((address.hostname, address.port or _PORTS["server"]),)
    except ValueError:
        # Without its cause, whose text may hold a password that was taken for a port.
        raise BadAddress(
            "has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]"
        ) from None
    if address.scheme not in {"redis", "rediss", "unix"}:
        scheme = (
            f"{address.scheme}:// at its beginning" if address.scheme else "no scheme like https:// at its beginning"
        )
        raise BadAddress(f"is an address with {scheme}")
    user, at, _ = address.netloc.rpartition("@")
    end = address.path + (f"?{address.query}" if address.query else "")
    if address.scheme == "unix":
        if not address.path:
            raise BadAddress("names no socket")
        return RedisAddress("server", (), "", {}, "unix", user + at, end)
    if not place:
        raise BadAddress("names no host")
    _check_database(address.path)
    return RedisAddress("server", place, "", {}, address.scheme, user + at, end)


def _check_database(path: str) -> None:
    if not re.fullmatch(r"/?[0-9]*", path, re.ASCII):
        raise BadAddress(f"has {masked(path)!r} for a database number")


def _many(match: re.Match[str]) -> RedisAddress:
    kind: Kind = "sentinel" if match["kind"] == "sentinel" else "cluster"
    places = tuple(_place(text, _PORTS[kind]) for text in match["places"].split(","))
    service, path = "", match["path"] or ""
    if kind == "sentinel":
        service, _, database = path.removeprefix("/").partition("/")
        if not service:
            raise BadAddress("names no service, which is what the Sentinels call the master, behind the hosts")
        path = f"/{database}" if database else ""
    elif path not in {"", "/", "/0"}:
        raise BadAddress("names a database, of which a cluster has only number 0")
    _check_database(path)
    options = parse_qsl(match["options"] or "")
    own = {name.removeprefix(_SENTINELS_OWN): text for name, text in options if name.startswith(_SENTINELS_OWN)}
    if not own.keys() <= {"username", "password"}:
        raise BadAddress("has an option for Sentinels that is neither sentinel_username nor sentinel_password")
    query = urlencode([(name, text) for name, text in options if not name.startswith(_SENTINELS_OWN)])
    user = "" if match["user"] is None else f"{match['user']}@"
    return RedisAddress(kind, places, unquote(service), own, match["base"], user, path + (f"?{query}" if query else ""))


def _place(text: str, default: int) -> tuple[str, int]:
    try:
        address = urlsplit(f"redis://{text.strip()}")
        host, port = address.hostname, address.port
    except ValueError:
        raise BadAddress(
            "has a host or port that cannot be: write a port from 0 to 65535, an IPv6 host as [::1]"
        ) from None
    if not host:
        raise BadAddress("names no host, or ends in a comma")
    return host, port or default
