"""Stored JSON: read back as it was written; anything else is refused with what was found."""

import importlib.util
import json
import sys
import tracemalloc
import zlib
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.judges import Verdict
from bot.tables import codec
from bot.tables.codec import (
    Notice,
    UnreadableState,
    compress_json,
    decode_log_entry,
    decode_notice,
    decode_table,
    decompress_json,
    encode_stored,
)
from engine import game as door
from engine.crossword.actions import Exchange, Place, Placement
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.game import Action, Begin, Table
from engine.lobby_seats import Join, Leave
from engine.table_log import LogEntry
from engine.turns import Cancel, Pass, Surrender
from tests.support import klepka
from tests.support.games import NOW, open_lobby_of, started_game
from tests.support.random_actions import play_numbers, small_ruleset

RULESETS = [*crossword_rulesets().values(), small_ruleset("kelimelik"), small_ruleset("scrabble-en")]
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


@settings(max_examples=10)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), max_size=30))
def test_a_table_and_all_that_is_told_of_it_are_read_back(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    state, events = started_game(rules, 2, secret=f"{seed:064x}")
    tables: list[tuple[Table, tuple[door.Event, ...]]] = [(open_lobby_of(rules, 2), ()), (state, events)]
    tables += [(after, told) for _, _, after, told in play_numbers(state, numbers)]
    for table, told in tables:
        assert decode_table(encode_stored(table)) == table
        notice = Notice(told, door.view(table, None), "abcd1234", rules.title)
        assert decode_notice(encode_stored(notice)) == notice


def test_every_action_is_read_back_from_the_log() -> None:
    verdicts = {"KALEM": Verdict(valid=True, judge="tdk"), "ŞÖĞ": Verdict(valid=False, judge="chat")}
    for action in ACTIONS:
        entry = LogEntry(action, NOW + timedelta(microseconds=5), verdicts)
        assert decode_log_entry(encode_stored(entry)) == entry


@pytest.mark.parametrize(
    "table", [open_lobby_of(), started_game()[0], klepka.started_game()], ids=["lobby", "crossword", "klepka"]
)
@pytest.mark.parametrize("schema", [0, 99])
def test_another_schema_is_refused_by_its_number(table: Table, schema: int) -> None:
    stored = json.loads(decompress_json(encode_stored(table))) | {"schema": schema}
    with pytest.raises(UnreadableState, match=f"has schema {schema}; this version reads"):
        decode_table(compress_json(json.dumps(stored).encode()))


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
    for decode in (decode_table, decode_notice, decode_log_entry):
        for stored in (data, compress_json(data), compress_json(data)[:-1], compress_json(data)[1:]):
            with pytest.raises(UnreadableState):
                decode(stored)


@pytest.mark.parametrize("isal", [True, False])
def test_what_would_become_longer_than_any_state_is_refused(*, isal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not isal:
        monkeypatch.setattr(codec, "_zlib", zlib)
    monkeypatch.setattr(codec, "MOST_BYTES", 1000)
    assert decompress_json(compress_json(b"a" * 1000)) == b"a" * 1000
    with pytest.raises(codec.NotCompressed, match="longer than 1,000 bytes"):
        decompress_json(compress_json(b"a" * 1001))
    bomb = zlib.compress(bytes(2**21))
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableState, match="longer"):
            decode_table(bomb)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_without_isal_the_standard_library_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = importlib.util.find_spec("bot.tables.codec")
    assert spec is not None
    assert spec.loader is not None
    plain = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    assert plain.isal_zlib is None
    assert plain.decompress_json(compress_json(b"text")) == decompress_json(plain.compress_json(b"text")) == b"text"
    with pytest.raises(plain.NotCompressed):
        plain.decompress_json(b"text")


def test_what_is_refused_is_not_repeated() -> None:
    """A damaged table still holds racks and the secret; neither may reach a log."""
    state = started_game(secret="5e" * 32)[0]
    stored = json.loads(decompress_json(encode_stored(state)))
    stored["players"] = "".join("".join(player["rack"]) for player in stored["players"])
    with pytest.raises(UnreadableState) as caught:
        decode_table(compress_json(json.dumps(stored).encode()))
    assert "5e5e" not in str(caught.value)
    assert stored["players"] not in str(caught.value)
