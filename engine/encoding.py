"""Decoding JSON of tables, and of anything that holds actions, events, views or rulesets of any family.

Each decoding looks up the types in :mod:`engine.families`. Encoding needs no help, since every Struct carries its tag.
"""

from functools import cache, reduce
from operator import or_
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from engine import families
from engine.absence import Presence, PresenceNoted
from engine.allowance import Extend, Extended
from engine.cancellation import CancelObjected, CancelProposed, GameCancelled, ObjectToCancel, ProposeCancel
from engine.computer_players import DismissComputer, SeatComputers
from engine.family_protocol import AnyFamily, Stored
from engine.game import Table
from engine.invitations import Abandon, EndInvitation, InvitationEnded, Invite, LapseInvitation, SeatOffered
from engine.lobby_seats import (
    SCHEMA,
    Alter,
    Begin,
    Join,
    Leave,
    Lobby,
    LobbyClosed,
    Open,
    OptionAltered,
    SeatLeft,
    SeatTaken,
)
from engine.lobby_view import LobbyView
from engine.messages import Action, Event, View
from engine.ruleset_base import Ruleset

T = TypeVar("T")

DECODE_ERRORS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Raised for invalid bytes: no JSON, no UTF-8, too deeply nested, or of wrong types."""


class UnknownSchema(Exception):
    """A stored table has a schema or a family unknown to this version; the message names both."""


class _Head(Struct):
    type: str
    schema: int


_head_decoder: Final = msgspec.json.Decoder(_Head)
_object_decoder: Final = msgspec.json.Decoder(Stored)


def make_decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """A decoder for a type whose fields may hold an ``Action``, ``Event``, ``View`` or ``Ruleset`` of any family."""
    return msgspec.json.Decoder(kind, dec_hook=convert_by_tag)


def convert_by_tag(kind: type, data: object) -> Any:
    """Convert decoded JSON to a value of this kind, of any family; raises msgspec.ValidationError if it is not one."""
    known = families.FAMILIES
    name = "family" if kind is Ruleset else "type"
    if isinstance(data, dict) and isinstance(tag := data.get(name), str):
        if name == "type" and tag in _renamed_tags(known):
            tag = _renamed_tags(known)[tag]
            data = data | {name: tag}
        # Converting to one type, found by its tag, is many times faster than to the union of all.
        found = _types_by_tag(known)[kind].get(tag)
        if found is not None:
            return msgspec.convert(data, found, dec_hook=convert_by_tag)
    return msgspec.convert(data, _union(*_types_by_tag(known)[kind].values()), dec_hook=convert_by_tag)


def decode_table(data: bytes) -> Table:
    """Decode a stored table; UnknownSchema if another version wrote it, msgspec.MsgspecError if damaged."""
    known = families.FAMILIES
    try:
        table: Table = _table_decoder(known).decode(data)
    except msgspec.ValidationError:
        # Another version's data need not have today's fields.
        head = _head_decoder.decode(data)
        if _current_schemas(known).get(head.type) == head.schema:
            raise
    else:
        if table.schema == _current_schemas(known)[_tag_of(type(table))]:
            return table
        head = _head_decoder.decode(data)
    migrated: Table = msgspec.convert(_migrate(data, head, known), _table_types(known), dec_hook=convert_by_tag)
    return migrated


def _migrate(data: bytes, head: _Head, known: tuple[AnyFamily, ...]) -> Stored:
    steps = next((family.migrations for family in known if _tag_of(family.state) == head.type), {})
    fields, schema, current = _object_decoder.decode(data), head.schema, _current_schemas(known)
    while schema != current.get(head.type):
        if schema not in steps:
            raise UnknownSchema(f"stored {head.type!r} has schema {head.schema}; this version reads {current}")
        fields, schema = steps[schema](fields), schema + 1
    return fields | {"schema": schema}


@cache
def _table_decoder(known: tuple[AnyFamily, ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_table_types(known), dec_hook=convert_by_tag)


def _table_types(known: tuple[AnyFamily, ...]) -> Any:
    return _union(Lobby, *(family.state for family in known))


@cache
def _current_schemas(known: tuple[AnyFamily, ...]) -> dict[str, int]:
    return {_tag_of(Lobby): SCHEMA} | {_tag_of(family.state): family.schema for family in known}


@cache
def _renamed_tags(known: tuple[AnyFamily, ...]) -> dict[str, str]:
    return {old: new for family in known for old, new in family.renamed_tags.items()}


@cache
def _types_by_tag(known: tuple[AnyFamily, ...]) -> dict[type, dict[str, Any]]:
    actions = (kind for family in known for kind in family.actions)
    events = (kind for family in known for kind in family.events)
    types: dict[type, tuple[Any, ...]] = {
        Action: (
            *(Open, Join, Leave, Alter, Begin, Invite, EndInvitation, LapseInvitation, Abandon),
            *(SeatComputers, DismissComputer),
            *(ProposeCancel, ObjectToCancel, Extend, Presence, *actions),
        ),
        Event: (
            SeatTaken,
            SeatLeft,
            OptionAltered,
            SeatOffered,
            InvitationEnded,
            LobbyClosed,
            CancelProposed,
            CancelObjected,
            GameCancelled,
            Extended,
            PresenceNoted,
            *events,
        ),
        View: (LobbyView, *(family.views for family in known)),
        Ruleset: tuple(family.ruleset for family in known),
    }
    return {kind: {_tag_of(one): one for one in among} for kind, among in types.items()}


def _union(*types: Any) -> Any:
    return reduce(or_, types)


def _tag_of(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def to_json(value: object) -> str:
    """Any value that msgspec can encode, as JSON."""
    return msgspec.json.encode(value).decode()
