"""Stored JSON: read back as it was written; anything else is refused with what was found."""

import importlib.util
import json
import sys
import tracemalloc
import zlib
from datetime import timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.judges import Verdict
from bot.store.keys import Scope
from bot.tables import newest, packing
from bot.tables.codec import Notice, UnreadableState, decode_entry, decode_notice, decode_table, encode
from bot.tables.packing import packed, unpacked
from engine import game as door
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.games import crosswords
from engine.crossword.ruleset import Ruleset
from engine.game import Action, Begin, Table
from engine.record import LogEntry
from engine.seats import Join, Leave
from engine.turns import Cancel, Pass, Surrender
from tests.support import klepka
from tests.support.chance import course, small
from tests.support.games import NOW, begun, game, lobby

RULESETS = [*crosswords().values(), small("kelimelik"), small("scrabble-en")]
ACTIONS: list[Action] = [
    Join(101, "Ayşe <b>"),
    Leave(101),
    Begin(101, 7, "ab"),
    Place(101, (Placement("H8", "İ"), Placement("H9", "?Ğ"))),
    Exchange(101, ("?", "A")),
    Pass(101),
    Surrender(101),
    Cancel(101),
]


@settings(max_examples=30)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), max_size=30))
def test_a_table_and_all_that_is_told_of_it_are_read_back(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    state, events = begun(rules, 2, secret=f"{seed:064x}")
    tables: list[tuple[Table, tuple[door.Event, ...]]] = [(lobby(rules, 2), ()), (state, events)]
    tables += [(after, told) for _, _, after, told in course(state, numbers)]
    for table, told in tables:
        assert decode_table(encode(table)) == table
        notice = Notice(told, door.view(table, None), "abcd1234", rules.title)
        assert decode_notice(encode(notice)) == notice


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_every_action_is_read_back_from_the_log(action: Action) -> None:
    entry = LogEntry(
        action,
        NOW + timedelta(microseconds=5),
        {"KALEM": Verdict(valid=True, judge="tdk"), "ŞÖĞ": Verdict(valid=False, judge="chat")},
    )
    assert decode_entry(encode(entry)) == entry


def test_a_closed_table_has_a_notice_without_a_view() -> None:
    notice = Notice((door.LobbyClosed(),), None, "abcd1234", {"en": "X"})
    assert decode_notice(encode(notice)) == notice


@pytest.mark.parametrize("table", [lobby(), begun()[0], klepka.begun()], ids=["lobby", "crossword", "klepka"])
@pytest.mark.parametrize("schema", [0, 2, 3, 99])
def test_another_schema_is_refused_by_its_number(table: Table, schema: int) -> None:
    stored = json.loads(unpacked(encode(table))) | {"schema": schema}
    with pytest.raises(UnreadableState, match=f"has schema {schema}; this version reads"):
        decode_table(packed(json.dumps(stored).encode()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'"text"',
        b'{"type": "crossword"}',
        b'{"type": "crossword", "schema": 1}',
        b'{"type": "chess", "schema": 1}',
        b'{"type": "lobby", "schema": "1"}',
        b'{"type": "lobby", "schema": 1, "seats": "\xff"}',
    ],
)
def test_damaged_data_are_refused(data: bytes) -> None:
    for decode in (decode_table, decode_notice, decode_entry):
        for stored in (data, packed(data), packed(data)[:-1], packed(data)[1:]):
            with pytest.raises(UnreadableState):
                decode(stored)


def test_what_is_packed_takes_less_room_and_any_zlib_reads_it() -> None:
    state = begun()[0]
    said = msgspec.json.encode(state)
    assert unpacked(encode(state)) == zlib.decompress(encode(state)) == said
    assert unpacked(zlib.compress(said)) == said
    assert len(encode(state)) < len(said) / 2


@pytest.mark.parametrize("isal", [True, False])
def test_what_would_become_longer_than_anything_stored_is_refused(
    *, isal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isal:
        monkeypatch.setattr(packing, "_fastest", zlib)
    monkeypatch.setattr(packing, "MOST_BYTES", 1000)
    assert unpacked(packed(b"a" * 1000)) == b"a" * 1000
    with pytest.raises(packing.NotPacked, match="longer than 1,000 bytes"):
        unpacked(packed(b"a" * 1001))
    bomb = zlib.compress(bytes(2**27))
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableState, match="longer"):
            decode_table(bomb)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


def test_what_follows_a_whole_stream_is_damage() -> None:
    with pytest.raises(packing.NotPacked, match="whole"):
        unpacked(packed(b"text") + b"x")


def test_without_isal_the_standard_library_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = importlib.util.find_spec("bot.tables.packing")
    assert spec is not None
    assert spec.loader is not None
    plain = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    assert plain.isal_zlib is None
    assert plain.unpacked(packed(b"text")) == unpacked(plain.packed(b"text")) == b"text"
    with pytest.raises(plain.NotPacked):
        plain.unpacked(b"text")


def test_what_is_refused_is_not_repeated() -> None:
    """A damaged table still holds racks and the secret; neither may reach a log."""
    state = begun(secret="5e" * 32)[0]
    stored = json.loads(unpacked(encode(state)))
    stored["players"] = "".join("".join(player["rack"]) for player in stored["players"])
    with pytest.raises(UnreadableState) as caught:
        decode_table(packed(json.dumps(stored).encode()))
    assert "5e5e" not in str(caught.value)
    assert stored["players"] not in str(caught.value)


def test_a_table_is_read_once_and_anew_when_its_bytes_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def decode(state: bytes) -> Table:
        read.append(state)
        return decode_table(state)

    monkeypatch.setattr(newest, "decode_table", decode)
    first, second = encode(game("kelimelik")), encode(game("scrabble-tr"))
    tables, here, there = newest.Newest(), Scope(-1), Scope(-2)
    assert [tables.table(here, first), tables.table(here, bytes(bytearray(first)))] == [decode_table(first)] * 2
    assert tables.table(there, first) == decode_table(first)
    assert tables.table(here, second) == decode_table(second)
    assert read == [first, first, second]
    tables.note(here, None, None)
    assert tables.table(here, second) == decode_table(second)
    assert len(read) == 4


def test_only_so_many_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "_MOST", 2)
    tables, state = newest.Newest(), encode(game("kelimelik"))
    kept = [tables.table(Scope(-chat), state) for chat in (1, 2, 3)]
    assert tables.table(Scope(-3), state) is kept[2]
    assert tables.table(Scope(-1), state) is not kept[0]
