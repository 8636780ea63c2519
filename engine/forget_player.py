"""Forgetting a user: another user id replaces theirs in a table and its log, and their name is removed.

Everything else stays valid: a log that replayed gives the same plays, draws and scores afterwards. As a game's seed
depends on the players' ids, the action that began the game is given the seed itself, and its proof says so
(:mod:`engine.verify`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import Struct, structs

from engine.encoding import DECODE_ERRORS, decode_table, make_decoder
from engine.game import Game, Table
from engine.game_record import GameRecord
from engine.lobby_seats import Begin
from engine.replay_log import Deviation, replay_bare_log
from engine.table_log import LogEntry

T = TypeVar("T")
Json = Any
_USER_FIELDS: Final = frozenset({"user", "by", "host", "private_host", "afar"})
"""Fields of all stored data about tables that hold a user id."""
_USER_LIST_FIELDS: Final = frozenset({"gone", "order"})
"""Fields that hold several user ids."""
_NAME_FIELDS: Final = frozenset({"name", "player"})
_FORGOTTEN_ID: Final = re.compile(rb"(?<![\d.])1\d{18}(?!\d)")


class Forgotten(Struct, frozen=True):
    """A user to be forgotten in one group, and the user id that replaces theirs."""

    user: int
    pseudonym: int
    names: frozenset[str] = frozenset()
    """The names to blank in events without an id."""
    usernames: frozenset[str] = frozenset()
    """In lower case, without ``@``."""


def find_forgotten_users(data: bytes) -> set[int]:
    """The ids in some JSON that already stand for forgotten users."""
    return {int(found) for found in _FORGOTTEN_ID.findall(data)}


def names_user(data: bytes, user: int) -> bool:
    """Whether JSON may name a user id: it contains the number, whatever it means there."""
    return re.search(rb"(?<![\d.-])%d(?!\d)" % user, data) is not None


def names_person(data: bytes, user: int, usernames: Iterable[str] = (), names: Iterable[str] = ()) -> bool:
    """Whether JSON of a table, a log, a notice or a decision names a user.

    ``usernames``: in lower case, without ``@``. ``names``: names that identify the user where no id stands beside them.
    """
    known, called = frozenset(usernames), frozenset(names)
    if not names_user(data, user) and not any(
        msgspec.json.encode(one).lower() in data.lower() for one in (*known, *called)
    ):
        return False
    try:
        value = msgspec.json.decode(data)
    except DECODE_ERRORS:
        return True
    return bool(_forget(value, Forgotten(user, user + 1, called, known)) != value)


def names_of_user(data: bytes, user: int) -> set[str]:
    """The names that stand beside a user id in JSON."""
    try:
        return {name for name in _names_of_user(msgspec.json.decode(data), user) if name}
    except DECODE_ERRORS:
        return set()


def _names_of_user(value: Json, user: int) -> Iterator[str]:
    if isinstance(value, dict):
        whose = value.get("by") if value.get("user") is None else value["user"]
        if whose == user and isinstance(name := value.get("name"), str):
            yield name
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names_of_user(one, user)


def forget_in_json(data: bytes, who: Forgotten) -> bytes:
    """JSON of a table, a log entry, a notice or a decision, without the user."""
    return msgspec.json.encode(_forget(msgspec.json.decode(data), who))


def forget_in_table(table: Table, who: Forgotten) -> Table:
    """A table, running or not, without the user."""
    return decode_table(forget_in_json(msgspec.json.encode(table), who))


def forget_in_log(table: Table | None, log: Sequence[LogEntry], who: Forgotten) -> tuple[Table | None, list[LogEntry]]:
    """A table and its log without the user.

    A log that replays gives the new table and events. One that does not is rewritten where its fields identify the
    user, and replays no further than before.
    """
    begun = table.draws.seed if isinstance(table, Game) else None
    rewritten = [_entries.decode(_give_seed(msgspec.json.encode(entry), who, begun)) for entry in log]
    if table is not None:
        try:
            played = replay_bare_log(table.ruleset, table.secret, rewritten)
        except Deviation:
            played = []
        if played and _without_names(played[-1][0]) == _without_names(forget_in_table(table, who)):
            return played[-1][0], [entry for _, entry in played]
    return (None if table is None else forget_in_table(table, who)), rewritten


def _without_names(table: Table) -> Json:
    """The table as JSON without names, for comparison: the log alone may identify names that have no id beside them."""
    return _blank_names(msgspec.to_builtins(table))


def _blank_names(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: "" if key in _NAME_FIELDS else _blank_names(one) for key, one in value.items()}
    return [_blank_names(one) for one in value] if isinstance(value, list | tuple) else value


def forget_in_actions(actions: Sequence[T], kind: type[T], who: Forgotten, seed: str | None) -> list[T]:
    """The actions of a log without the user; the one that began the game is given its seed."""
    decoder = make_decoder(kind)
    return [decoder.decode(_give_seed(msgspec.json.encode(action), who, seed)) for action in actions]


def _give_seed(data: bytes, who: Forgotten, seed: str | None) -> bytes:
    value = _forget(msgspec.json.decode(data), who)
    if seed is not None:
        _walk_actions(value, lambda begin: begin.setdefault("sown", seed))
    return msgspec.json.encode(value)


def _walk_actions(value: Json, change: Callable[[dict[str, Json]], object]) -> None:
    """Change every ``Begin`` in an action or a log entry."""
    if isinstance(value, dict) and value.get("type") == _BEGIN_TAG:
        change(value)
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _walk_actions(one, change)


def _forget(value: Json, who: Forgotten) -> Json:
    if isinstance(value, list):
        return [_forget(one, who) for one in value]
    if not isinstance(value, dict):
        return value
    blanked = _names_to_blank(value, who)
    return {key: "" if key in blanked else _forget_field(key, one, who) for key, one in value.items()}


def _forget_field(key: str, value: Json, who: Forgotten) -> Json:
    if key in _USER_FIELDS and value == who.user:
        return who.pseudonym
    if key in _USER_LIST_FIELDS and isinstance(value, list):
        return [who.pseudonym if one == who.user else _forget(one, who) for one in value]
    if key == "sat" and isinstance(value, list):
        return [[seat, who.pseudonym if user == who.user else user] for seat, user in value]
    return _forget(value, who)


def _names_to_blank(value: Mapping[str, Json], who: Forgotten) -> set[str]:
    """Which fields of an object hold names of the user: those beside the id, or ones that match without an id."""
    whose = value.get("user")
    if whose is None and "username" not in value:
        whose = value.get("by")
    if whose == who.user:
        return {"name", "username"} & value.keys()
    known = str(value.get("username") or "").lower()
    if known in who.usernames:
        return {"name", "username"} & value.keys() if whose is None else {"username"}
    if whose is None:
        return {key for key in _NAME_FIELDS & value.keys() if value[key] in who.names and value[key]}
    return {"player"} & value.keys() if value.get("player") in who.names else set()


def forget_in_record(record: GameRecord, who: Forgotten) -> GameRecord:
    """A record without the user: the result stays, under the other id and without a name."""
    players = (
        structs.replace(player, user=who.pseudonym, name="") if player.user == who.user else player
        for player in record.players
    )
    return structs.replace(record, players=tuple(players))


_entries: Final = make_decoder(LogEntry)
_BEGIN_TAG: Final = cast("str", Begin.__struct_config__.tag)
_FIRST: Final = 10**18


def is_forgotten(user: int) -> bool:
    """Whether a user id stands for a forgotten user."""
    return user >= _FIRST


def next_forgotten_user(taken: Iterable[int]) -> int:
    """The next replacement id in a group that is not among ``taken``."""
    return max((user + 1 for user in taken if is_forgotten(user)), default=_FIRST)
