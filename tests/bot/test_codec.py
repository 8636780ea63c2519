"""Stored JSON: read back as it was written; anything else is refused with what was found."""

import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.codec import LogEntry, Notice, UnreadableState, decode_entry, decode_notice, decode_table, encode
from bot.judges import Verdict
from engine import game as door
from engine.crossword.actions import Cancel, Exchange, Pass, Place, Placement, Surrender
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.game import Action, Begin, Table
from engine.rulesets import crosswords
from engine.seats import Join, Leave
from tests.support import klepka
from tests.support.chance import course, small
from tests.support.games import NOW, begun, lobby

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


@settings(max_examples=60, deadline=None)
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


def test_a_game_of_an_earlier_schema_is_brought_to_this_one() -> None:
    state = begun("scrabble-tr")[0]
    former = json.loads(encode(state)) | {"schema": 1}
    for name in ("pending", "challenges", "clocks", "offer", "history"):
        del former[name]
    for player in former["players"]:
        for name in ("retired", "exchanges", "skips"):
            del player[name]
    read = decode_table(json.dumps(former).encode())
    assert isinstance(read, GameState)
    assert (read.schema, read.challenges, read.clocks.misses) == (3, (), (0, 0))
    assert replace(read, clocks=state.clocks) == state


@pytest.mark.parametrize(("table", "former"), [(begun("scrabble-tr")[0], 2), (klepka.begun(), 1)])
def test_a_game_without_a_score_history_is_read_with_an_empty_one(table: Table, former: int) -> None:
    stored = json.loads(encode(table)) | {"schema": former}
    del stored["history"]
    assert decode_table(json.dumps(stored).encode()) == table


def test_a_damaged_game_of_an_earlier_schema_is_refused() -> None:
    with pytest.raises(UnreadableState):
        decode_table(b'{"type": "crossword", "schema": 1}')


def test_verdicts_of_an_earlier_version_are_read_with_an_unknown_judge() -> None:
    entry = json.loads(encode(LogEntry(Pass(101), NOW, {}))) | {"verdicts": {"KALEM": True, "ZZZ": False}}
    read = decode_entry(json.dumps(entry).encode())
    assert read.verdicts == {"KALEM": Verdict(valid=True, judge="list"), "ZZZ": Verdict(valid=False, judge="list")}
    assert [read.judge(word) for word in ("KALEM", "ZZZ")] == [True, False]


@pytest.mark.parametrize("table", [lobby(), begun()[0]], ids=["lobby", "game"])
@pytest.mark.parametrize("schema", [0, 4, 99])
def test_another_schema_is_refused_by_its_number(table: Table, schema: int) -> None:
    stored = json.loads(encode(table)) | {"schema": schema}
    with pytest.raises(UnreadableState, match=f"has schema {schema}; this version reads"):
        decode_table(json.dumps(stored).encode())


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
        with pytest.raises(UnreadableState):
            decode(data)


def test_what_is_refused_is_not_repeated() -> None:
    """A damaged table still holds racks and the secret; neither may reach a log."""
    state = begun(secret="5e" * 32)[0]
    stored = json.loads(encode(state))
    stored["players"] = "".join("".join(player["rack"]) for player in stored["players"])
    with pytest.raises(UnreadableState) as caught:
        decode_table(json.dumps(stored).encode())
    assert "5e5e" not in str(caught.value)
    assert stored["players"] not in str(caught.value)
