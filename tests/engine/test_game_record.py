"""The record of a finished game: who counts for what (RULES §7.7)."""

import zlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
from engine.absence import Remove, Replace, Seek, Volunteer
from engine.clock import Timeout
from engine.crossword.actions import AcceptDraw, OfferDraw
from engine.errors import DataError
from engine.game_base import Game
from engine.game_record import GameRecord, PlayerRecord, SeasonBegun, compose_record, decode_record, encode_record
from engine.messages import Action, Event
from engine.packed_game import pack_game, unpack_game
from engine.proof import Proof, encode_proof
from engine.replay_log import replay_log
from engine.rulesets import shipped_rulesets
from engine.seat_figures import SeatFigures
from engine.turns import Cancel, Surrender
from tests.support.games import NOW, USERS, game, game_on_clock, outcome_of, place_play, with_fields
from tests.support.klepka import game as klepka_game
from tests.support.random_actions import simulated_proof

A, B, C = USERS[:3]
DIRECTOR, SUBSTITUTE = 900, 901
ENDED = NOW + timedelta(hours=1)


def played(state: Game, *actions: Action, seconds: float = 0) -> tuple[Game, list[Event]]:
    """A game after actions, and all that came of them."""
    told: list[Event] = []
    for action in actions:
        step = door.apply(state, action, NOW + timedelta(seconds=seconds), lambda _: True)
        assert isinstance(step.table, Game)
        state = step.table
        told += step.events
    return state, told


def record_after(state: Game, *actions: Action, seconds: float = 0) -> GameRecord:
    ended, told = played(state, *actions, seconds=seconds)
    record = compose_record(ended, told, NOW, ENDED)
    assert record is not None
    return record


def places(record: GameRecord) -> list[tuple[int, int, bool]]:
    return [(one.user, one.place, one.left) for one in record.players]


def two_players(**more: object) -> Game:
    return game("scrabble-tr", racks=["KALEMAE", "AAEEKKL"], options={"clock": "none", "challenge": "void"}, **more)  # type: ignore[arg-type]  # scores


def test_a_cancelled_game_has_no_record() -> None:
    ended, told = played(two_players(scores=(50, 10)), Cancel(DIRECTOR, administrator=True))
    assert compose_record(ended, told, NOW, ENDED) is None


@pytest.mark.parametrize(("turns", "too_short"), [(0, True), (2, True), (3, True), (4, False), (9, False)])
def test_who_gives_up_has_the_place_that_the_outcome_gives_and_it_is_rated_unless_it_was_too_soon(
    turns: int, *, too_short: bool
) -> None:
    record = record_after(with_fields(two_players(scores=(50, 10)), number=turns), Surrender(A))
    assert places(record) == [(A, 2, True), (B, 1, False)]
    assert (record.is_too_short, bool(record.rated_players)) == (too_short, not too_short)


@pytest.mark.parametrize(("turns", "too_short"), [(3, True), (4, False)])
def test_who_was_taken_out_counts_as_who_gave_up(turns: int, *, too_short: bool) -> None:
    record = record_after(with_fields(two_players(scores=(50, 10)), number=turns), Remove(DIRECTOR, 1))
    assert places(record) == [(A, 1, False), (B, 2, True)]
    assert (record.is_too_short, bool(record.rated_players)) == (too_short, not too_short)


def test_who_lost_on_time_has_played_however_soon_it_was() -> None:
    record = record_after(game_on_clock("25min"), Timeout(), seconds=3600)
    assert (record.reason, record.turns) == ("forfeit", 0)
    assert places(record) == [(A, 2, True), (B, 1, False)]
    assert record.rated_players


@pytest.mark.parametrize(
    ("state", "turns"),
    [(game("scrabble-tr", racks=["", "", ""]), 6), (klepka_game("АБ\nаб", "", ""), 4)],
    ids=["three players", "klepka"],
)
def test_two_turns_each_are_enough_however_many_play_what(state: Game, turns: int) -> None:
    leaving = [Surrender(player.user) for player in state.players[1:]]
    records = [record_after(with_fields(state, number=number), *leaving) for number in (turns - 1, turns)]
    assert [record.is_too_short for record in records] == [True, False]


def test_of_three_who_left_one_after_the_other_the_first_is_last() -> None:
    state = game("scrabble-tr", racks=["", "", ""], scores=(90, 80, 10), options={"clock": "none"})
    record = record_after(state, Surrender(A), Surrender(B))
    assert places(record) == [(A, 3, True), (B, 2, True), (C, 1, False)]


def test_a_draw_is_shared() -> None:
    state = game("wordbox-en", racks=["A", "B"], scores=(50, 10), options={"clock": "none"})
    ended, told = played(state, OfferDraw(A), AcceptDraw(B))
    record = compose_record(ended, told, NOW, ENDED)
    assert record is not None
    assert [one.place for one in record.players] == [1, 1]
    assert record.rated_players


def test_a_substitute_has_what_came_after_and_the_replaced_player_is_not_there() -> None:
    state = two_players()
    record = record_after(
        state,
        place_play(state, "8H KALEM"),  # type: ignore[arg-type]  # of the family
        Seek(DIRECTOR, 0, ruling=True),
        Volunteer(SUBSTITUTE, "Su", 0),
        Replace(DIRECTOR, 0, SUBSTITUTE),
        Surrender(B),
    )
    first, second = record.players
    assert (first.user, first.name, first.joined_late, first.place) == (SUBSTITUTE, "Su", True, 1)
    assert first.score > 0, "the seat keeps its points, and so does the result"
    assert first.figures == SeatFigures(), "the play was another's"
    assert A not in {one.user for one in record.players}
    assert not second.joined_late
    assert not record.rated_players


def test_figures_come_from_the_events_and_instants_are_whole_seconds() -> None:
    state = two_players()
    at = datetime(2026, 11, 26, 12, 0, 0, 999_999, tzinfo=UTC)
    ended, told = played(state, place_play(state, "8H KALEM"), Surrender(B))  # type: ignore[arg-type]  # of the family
    record = compose_record(ended, told, None, at)
    assert record is not None
    assert (record.begun, record.ended) == (int(at.timestamp()), int(at.timestamp()))
    figures = record.players[0].figures
    assert (figures.plays, figures.best_play_word, figures.longest_word) == (1, "KALEM", "KALEM")
    assert figures.play_points == figures.best_play == record.players[0].score
    assert record.id == state.commitment[:16]


MOST_BYTES = 6 * 1024


def packed(proof: Proof) -> bytes:
    return pack_game(proof.ruleset, proof.secret, proof.log, proof.program)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("ruleset", ["super-en", "wordbox-tr", "duplicate-mini", "klepka"])
def test_a_simulated_game_is_small_with_its_record_and_has_the_same_scores_and_proof(ruleset: str) -> None:
    """Of as many players as may sit there."""
    proof = simulated_proof(ruleset, shipped_rulesets()[ruleset].players.most)
    data = packed(proof)
    assert len(data) <= MOST_BYTES
    unpacked = unpack_game(data)
    assert encode_proof(unpacked.proof()) == encode_proof(proof)
    assert list(unpacked.log) == list(proof.log)
    assert len(unpacked.tables) == len(proof.log)
    events = [event for entry in proof.log for event in entry.events]
    ended = replay_log(proof.ruleset, proof.secret, proof.log)
    assert isinstance(ended, Game)
    record = compose_record(ended, events, NOW, ENDED)
    assert record is not None
    assert decode_record(encode_record(record)) == record
    assert len(encode_record(record)) <= 150 + 120 * len(record.players)
    assert [one.score for one in record.players] == [
        final.score for final in sorted(outcome_of(ended).finals, key=lambda final: final.seat)
    ]
    assert all(one.figures.bingos <= one.figures.plays for one in record.players)


texts = st.text(max_size=9)

records = st.builds(
    GameRecord,
    id=texts,
    ruleset=texts,
    family=texts,
    begun=st.integers(0, 253_402_300_799),
    ended=st.integers(0, 253_402_300_799),
    reason=texts,
    turns=st.integers(0, 500),
    players=st.lists(
        st.builds(
            PlayerRecord,
            user=st.integers(-99, 10**18 + 99),
            name=texts,
            place=st.integers(1, 4),
            score=st.integers(-200, 2000),
            left=st.booleans(),
            joined_late=st.booleans(),
            figures=st.builds(SeatFigures, plays=st.integers(0, 99), best_word=texts),
        ),
        max_size=4,
    ).map(tuple),
    left_out=st.booleans(),
)

seasons = st.builds(SeasonBegun, number=st.integers(1, 999), at=st.integers(0, 253_402_300_799), name=texts)


@given(st.one_of(records, seasons))
def test_stored_records_are_read_as_they_were(record: GameRecord | SeasonBegun) -> None:
    assert decode_record(encode_record(record)) == record


@given(st.binary(max_size=60))
def test_damaged_records_are_refused(data: bytes) -> None:
    with suppress(DataError):
        assert isinstance(decode_record(data), GameRecord | SeasonBegun)


def altered(data: bytes, change: str, to: str) -> bytes:
    """A packed game in which a text is another one."""
    text = zlib.decompress(data).decode()
    assert change in text
    return zlib.compress(text.replace(change, to, 1).encode())


def test_a_game_that_would_go_another_way_is_refused() -> None:
    proof = simulated_proof("kelimelik")
    data, scores = packed(proof), list(proof.log[-1].scores)
    text = msgspec.json.encode(scores).decode()
    with pytest.raises(DataError, match="goes another way now: entry"):
        unpack_game(altered(data, text, msgspec.json.encode([scores[0] + 1, *scores[1:]]).decode()))


def test_a_later_version_is_not_read() -> None:
    data = altered(packed(simulated_proof("kelimelik")), '"version":1', '"version":2')
    with pytest.raises(DataError, match="version 2"):
        unpack_game(data)


@pytest.mark.parametrize("data", [b"", b"nothing", zlib.compress(b"{}"), zlib.compress(b'{"version":1'), b"\x78\x9c"])
def test_damaged_data_are_refused(data: bytes) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        unpack_game(data)


def test_a_cut_game_is_refused() -> None:
    data = packed(simulated_proof("kelimelik"))
    for length in range(0, len(data), 97):
        with pytest.raises(DataError, match="cannot be read"):
            unpack_game(data[:length])
