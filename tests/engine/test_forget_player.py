"""Somebody is taken out of tables and logs: nothing of them is left, and the rest stays what it was."""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from engine.absence import Presence
from engine.computer_ids import is_computer
from engine.encoding import make_decoder
from engine.forget_player import (
    Forgotten,
    find_forgotten_users,
    forget_in_json,
    forget_in_log,
    is_forgotten,
    names_user,
    next_forgotten_user,
)
from engine.game import Game, Table
from engine.lobby_seats import Begin, Join, Open
from engine.packed_game import forget_in_packed_game, pack_game, read_packed_json, unpack_game
from engine.proof import compose_proof
from engine.replay_log import replay_log
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from engine.turns import Surrender
from engine.verify import verify_proof
from tests.support.games import NOW

KIRAZ, LIMON = 5_550_001, 5_550_002
SECRET = "ab" * 32
PSEUDONYM = next_forgotten_user([10**18 + 3])
WHO = Forgotten(KIRAZ, PSEUDONYM, frozenset({"Kiraz"}), frozenset({"kirazca"}))
RULESETS = ("kelimelik", "scrabble-en", "wordbox-uk", "klepka")


def resolved(name: str) -> Ruleset:
    return resolve_ruleset(shipped_rulesets()[name])


def short_game(name: str) -> tuple[Game, list[LogEntry]]:
    """A game of two, in which one leaves the group and gives up."""
    rules = resolved(name)
    log: list[LogEntry] = []
    table = replay_log(rules, SECRET, opening := [_opening()])
    log += opening
    for action in (Join(LIMON, "Limon"), Begin(KIRAZ, 77, "")):
        assert table is not None
        step, entry = apply_and_log(table, action, NOW, {})
        table = step.table
        log.append(entry)
    assert isinstance(table, Game)
    for turn in (Presence(KIRAZ, False), Surrender(KIRAZ)):
        step, entry = apply_and_log(table, turn, NOW, {})
        assert isinstance(step.table, Game)
        table = step.table
        log.append(entry)
    return table, log


def _opening() -> LogEntry:
    return make_decoder(LogEntry).decode(
        msgspec.json.encode(LogEntry(Open(KIRAZ, "Kiraz"), NOW, {}, ()))[:-1]
        + b',"events":[{"type":"seat_taken","user":%d,"name":"Kiraz"}]}' % KIRAZ
    )


def traces(*values: object) -> list[str]:
    text = b"".join(map(msgspec.json.encode, values)).decode()
    return [trace for trace in (str(KIRAZ), "Kiraz") if trace in text]


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_the_same_without_somebody(name: str) -> None:
    table, log = short_game(name)
    assert traces(table, log)
    after, rewritten = forget_in_log(table, log, WHO)
    assert isinstance(after, Game)
    assert traces(after, rewritten) == []
    assert replay_log(after.ruleset, after.secret, rewritten) == after
    assert [entry.scores for entry in rewritten] == [entry.scores for entry in log]
    assert {player.user for player in after.players} == {PSEUDONYM, LIMON}
    assert after.outcome == table.outcome
    assert after.draws == table.draws


@pytest.mark.parametrize("name", RULESETS)
def test_its_proof_says_that_the_seed_cannot_be_checked(name: str) -> None:
    table, log = short_game(name)
    assert verify_proof(compose_proof(table, log, "harfiyen test")).seed_checked
    after, rewritten = forget_in_log(table, log, WHO)
    report = verify_proof(compose_proof(after, rewritten, "harfiyen test"))
    assert report.agrees
    assert not report.seed_checked


@pytest.mark.parametrize("name", RULESETS)
def test_a_packed_game_is_replayed_without_somebody(name: str) -> None:
    table, log = short_game(name)
    packed = pack_game(table.ruleset, SECRET, log, "harfiyen test")
    assert names_user(read_packed_json(packed), KIRAZ)
    rewritten = forget_in_packed_game(packed, WHO)
    after, entries = forget_in_log(table, log, WHO)
    unpacked = unpack_game(rewritten)
    assert (unpacked.end, list(unpacked.log)) == (after, entries)
    assert find_forgotten_users(read_packed_json(rewritten)) == {PSEUDONYM}
    assert not names_user(read_packed_json(rewritten), KIRAZ)


def test_a_seed_that_a_log_gives_where_nobody_was_forgotten_is_a_difference() -> None:
    table, log = short_game("kelimelik")
    given = [
        structs.replace(entry, action=structs.replace(entry.action, sown="cd" * 32))
        if isinstance(entry.action, Begin)
        else entry
        for entry in log
    ]
    proof = structs.replace(compose_proof(table, log, "harfiyen test"), log=tuple(given))
    assert "seed" in {difference.check for difference in verify_proof(proof).differences}


def test_a_log_that_does_not_replay_is_rewritten_as_far_as_it_says_who_is_meant() -> None:
    table, log = short_game("kelimelik")
    broken = [structs.replace(log[0], at=datetime(2000, 1, 1, tzinfo=UTC)), *log[2:]]
    after, rewritten = forget_in_log(table, broken, WHO)
    assert traces(after, rewritten) == []
    assert len(rewritten) == len(broken)


def test_names_beside_another_id_stay() -> None:
    limon = {"type": "undo", "by": LIMON, "name": "Kiraz", "number": 3}
    nobody = {"type": "turn_undone", "seat": 0, "name": "Kiraz"}
    invited = {"name": "Kiraz", "user": None, "username": "Kirazca"}
    by_kiraz = {"type": "replace", "by": KIRAZ, "seat": 1, "user": LIMON, "name": "Limon"}
    assert msgspec.json.decode(forget_in_json(msgspec.json.encode([limon, nobody, invited, by_kiraz]), WHO)) == [
        limon,
        nobody | {"name": ""},
        invited | {"name": "", "username": ""},
        by_kiraz | {"by": PSEUDONYM},
    ]


def test_a_number_within_another_is_not_an_id() -> None:
    assert names_user(b'{"user":5550001}', KIRAZ)
    assert not names_user(b'{"user":55500012,"at":0.5550001}', KIRAZ)


def is_running(table: Table) -> bool:
    return isinstance(table, Game) and table.outcome is None


def test_a_running_game_goes_on() -> None:
    table, log = short_game("scrabble-en")
    running = replay_log(table.ruleset, SECRET, log[:-1])
    assert running is not None
    assert is_running(running)
    after, _ = forget_in_log(running, log[:-1], WHO)
    assert after is not None
    assert is_running(after)
    step, _ = apply_and_log(after, Surrender(PSEUDONYM), NOW, {})
    assert not is_running(step.table or after)


MOST_TELEGRAM_USER = 2**52 - 1


@given(st.lists(st.integers(-99, MOST_TELEGRAM_USER), max_size=9), st.integers(1, 9))
def test_each_has_a_number_of_their_own_that_nobody_else_has(taken: list[int], count: int) -> None:
    users = list(taken)
    for _ in range(count):
        users.append(next_forgotten_user(users))
    forgotten = users[len(taken) :]
    assert len(set(forgotten)) == count
    assert all(is_forgotten(user) and not is_computer(user) for user in forgotten)
    assert not any(map(is_forgotten, taken))
