"""What is derived from records: each game once, whoever derives it and whatever ends in between."""

import asyncio
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.records.projection import FORM, ComparedFigures, Projection, Rebuilder, decode_figures, decode_standing
from bot.store import keys
from bot.store.commits import UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import DerivedFigures, RecordStore
from bot.tables.codec import UnreadableState
from bot.tables.games import Games
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.figures import EVER, Figures, GameKind, month_name, season_name, week_name
from engine.game_record import GameRecord, PlayerRecord, SeasonBegun, decode_record, encode_record
from engine.lobby_seats import Join, Seat
from engine.packed_game import unpack_game
from engine.rulesets import resolve_ruleset
from engine.seat_figures import SeatFigures
from engine.turns import Cancel, Surrender
from tests.support.games import NOW, USERS
from tests.support.records import append_records, derived_data
from tests.support.timers import frozen_served_clock

CHAT = -100777
SCOPE = Scope(CHAT)
AYSE, BORA = USERS[:2]
ENDED = int(NOW.timestamp())


@pytest.fixture
def store(redis: Redis) -> RecordStore:
    return RecordStore(redis)


def player(user: int, place: int, score: int, **figures: Any) -> PlayerRecord:
    return PlayerRecord(user, f"P{user}", place, score, False, False, SeatFigures(**figures))


def record(number: int, *players: PlayerRecord, ended: int = ENDED) -> GameRecord:
    return GameRecord(f"{number:016x}", "kelimelik", "crossword", ended - 600, ended, "out", 20, players)


async def figures_of(store: RecordStore, period: str, user: int) -> dict[GameKind, Figures]:
    return dict(decode_figures((await store.read_figures(CHAT, period, [user]))[user]).kinds)


async def surrendered_game(redis: Redis, *, cancelled: bool = False) -> None:
    games = Games(GameStore(redis), WordJudge(redis), frozen_served_clock(NOW))
    ruleset: Ruleset = resolve_ruleset(crossword_rulesets()["kelimelik"])
    await games.open_table(await games.load_place(SCOPE), ruleset, Seat(AYSE, "Ayşe"), UpdateContext(1))
    await games.apply_action(await games.load_table(SCOPE), Join(BORA, "Bora"), UpdateContext(2))
    await games.start_game(await games.load_table(SCOPE), AYSE, 77, UpdateContext(3))
    end = Cancel(AYSE) if cancelled else Surrender(BORA)
    await games.apply_action(await games.load_table(SCOPE), end, UpdateContext(4))


async def test_the_commit_that_ends_a_game_writes_its_record_and_the_game(redis: Redis, store: RecordStore) -> None:
    await surrendered_game(redis)
    (stored,) = await store.read_records(CHAT, 0)
    ended = decode_record(stored)
    assert isinstance(ended, GameRecord)
    assert {one.user: (one.place, one.left) for one in ended.players} == {AYSE: (1, False), BORA: (2, True)}
    packed = await store.read_packed_game(CHAT, ended.id)
    assert packed is not None
    assert unpack_game(packed).proof().seal.startswith(ended.id)


async def test_a_cancelled_game_leaves_nothing(redis: Redis, store: RecordStore) -> None:
    await surrendered_game(redis, cancelled=True)
    assert await store.count_records(CHAT) == 0
    assert not await redis.keys("hf:*:history:*")


async def test_a_game_counts_in_each_of_its_periods_once(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320, bingos=1), player(BORA, 2, 290)))
    await append_records(redis, CHAT, SeasonBegun(1, ENDED), record(2, player(AYSE, 2, 200), player(BORA, 1, 400)))
    await store.restart_derivation(CHAT)
    projection = Projection(store)
    assert await projection.catch_up(CHAT) == 3
    await asyncio.gather(projection.catch_up(CHAT), projection.catch_up(CHAT))
    kind = GameKind("kelimelik")
    for period in (EVER, month_name(ENDED), week_name(ENDED)):
        sums = (await figures_of(store, period, AYSE))[kind]
        assert (sums.games, sums.wins, sums.points, sums.best_game, sums.bingos) == (2, 1, 520, 320, 1)
    assert (await figures_of(store, season_name(0), BORA))[kind].points == 290
    assert (await figures_of(store, season_name(1), BORA))[kind].points == 400


async def test_of_two_who_derive_at_the_same_time_one_comes_to_nothing(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(BORA, 2, 290)))
    progress, length = await store.read_progress(CHAT)
    assert (progress.count, length) == (0, 1)
    derived = DerivedFigures(progress, 0, FORM, [b"x"], {AYSE: b"first"})
    assert await store.save_derived(CHAT, derived)
    assert not await store.save_derived(CHAT, DerivedFigures(progress, 0, FORM, [b"x"], {AYSE: b"second"}))
    assert await store.read_standings(CHAT, [AYSE]) == {AYSE: b"first"}


async def test_what_was_derived_before_records_were_rewritten_is_not_stored(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(BORA, 2, 290)))
    progress, _ = await store.read_progress(CHAT)
    derived = DerivedFigures(progress, 0, FORM, [b"x"], {AYSE: b"of the former record"})
    assert await store.rewrite_records(CHAT, progress, {0: encode_record(record(1, player(AYSE, 1, 1)))})
    assert not await store.save_derived(CHAT, derived)
    assert not await store.rewrite_records(CHAT, progress, {0: b"by somebody who looked before"})
    assert await store.read_standings(CHAT, [AYSE]) == {}


async def test_a_game_changes_ratings_and_its_effects_are_found_by_its_name(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(BORA, 2, 290)))
    effects = await Projection(store).find_effects(CHAT, f"{1:016x}"[:8])
    assert effects is not None
    won, lost = effects.players
    assert won.rating is not None
    assert lost.rating is not None
    assert won.rating.before == lost.rating.before == 1500
    assert won.rating.after > 1500 > lost.rating.after
    assert won.titles == ("first_win",)
    standings = {user: decode_standing(data) for user, data in (await store.all_standings(CHAT)).items()}
    assert standings[AYSE].streak == 1
    assert standings[AYSE].opponents == ((BORA, 1),)


async def test_who_left_the_ranks_has_no_rating_told(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(BORA, 2, 290)))
    await store.set_unlisted(CHAT, BORA, unlisted=True)
    effects = await Projection(store).find_effects(CHAT, f"{1:016x}"[:8])
    assert effects is not None
    assert [(one.user, one.rating is None, one.titles) for one in effects.players] == [
        (AYSE, False, ("first_win",)),
        (BORA, True, ()),
    ]


@pytest.mark.parametrize("ended", [-1, 10**15])
async def test_a_record_of_no_instant_counts_for_nobody(redis: Redis, store: RecordStore, ended: int) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(BORA, 2, 290), ended=ended))
    await append_records(redis, CHAT, record(2, player(AYSE, 1, 320), player(BORA, 2, 290)))
    assert await Projection(store).catch_up(CHAT) == 2
    assert (await figures_of(store, EVER, AYSE))[GameKind("kelimelik")].games == 1


async def test_games_with_computer_players_are_apart(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, record(1, player(AYSE, 1, 320), player(-12, 2, 290)))
    await Projection(store).catch_up(CHAT)
    assert list(await figures_of(store, EVER, AYSE)) == [GameKind("kelimelik", with_computers=True)]
    standing = decode_standing((await store.read_standings(CHAT, [AYSE]))[AYSE])
    assert (standing.ratings, standing.streak) == ((), 0)
    assert await store.read_standings(CHAT, [-12]) == {}


async def test_what_is_derived_anew_is_the_same_to_the_last_byte(redis: Redis, store: RecordStore) -> None:
    games = [record(n, player(AYSE, 1 + n % 2, 300 + n), player(BORA, 2 - n % 2, 310)) for n in range(12)]
    projection = Projection(store)
    for one in games:
        await append_records(redis, CHAT, one)
        await projection.catch_up(CHAT)
    before = await derived_data(redis, CHAT)
    await store.restart_derivation(CHAT)
    assert await store.all_standings(CHAT) == {}
    await projection.catch_up(CHAT)
    assert await derived_data(redis, CHAT) == before


@pytest.mark.parametrize(
    "noted", [None, f"{FORM} 0 2", f"{FORM + 1} 0 3"], ids=["none", "another count", "a later one"]
)
async def test_what_another_version_derived_is_replaced(redis: Redis, store: RecordStore, noted: str | None) -> None:
    """One that knew of no forms leaves the note of the version before it as it is, and raises the count."""
    projection = Projection(store)
    await append_records(redis, CHAT, *(record(n, player(AYSE, 1, 300 + n), player(BORA, 2, 200)) for n in range(3)))
    await projection.catch_up(CHAT)
    expected = await derived_data(redis, CHAT)
    other = msgspec.msgpack.encode([[[["kelimelik", False], [3, 3]]], ENDED])
    await redis.hset(keys.figures(CHAT, EVER), str(AYSE), other)
    await redis.hset(keys.figures(CHAT, "2001-W01"), str(AYSE), other)
    if noted is None:
        await redis.hdel(keys.record_progress(CHAT), "form")
    else:
        await redis.hset(keys.record_progress(CHAT), "form", noted)
    assert await Rebuilder(store, ENDED).compare_chat(CHAT) == ComparedFigures(CHAT, 0, ())
    await append_records(redis, CHAT, record(3, player(AYSE, 2, 100), player(BORA, 1, 200)))
    assert await projection.catch_up(CHAT) == 4
    derived = await derived_data(redis, CHAT)
    assert derived.keys() == expected.keys()
    assert (await Rebuilder(store, ENDED).compare_chat(CHAT)).records == 4
    assert (await figures_of(store, EVER, AYSE))[GameKind("kelimelik")].best_streak == 3


async def test_a_record_that_nobody_can_read_counts_for_nobody(redis: Redis, store: RecordStore) -> None:
    await append_records(redis, CHAT, b"\xc1")
    await append_records(redis, CHAT, record(2, player(AYSE, 1, 320), player(BORA, 2, 290)))
    assert await Projection(store).catch_up(CHAT) == 2
    assert (await figures_of(store, EVER, AYSE))[GameKind("kelimelik")].games == 1


async def test_no_end_waits_for_many_records(redis: Redis, store: RecordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.records.projection.MOST_AWAITED", 20)
    await append_records(
        redis, CHAT, *(record(number, player(AYSE, 1, 300), player(BORA, 2, 200)) for number in range(30))
    )
    projection = Projection(store)
    assert await projection.find_effects(CHAT, f"{29:016x}") is None
    assert (await store.read_progress(CHAT))[0].count == 20
    assert await projection.find_effects(CHAT, f"{29:016x}") is not None


async def test_a_game_whose_log_cannot_be_read_ends_and_is_recorded_without_its_turns(
    redis: Redis, store: RecordStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_: bytes) -> None:
        raise UnreadableState("damaged")

    monkeypatch.setattr("bot.tables.table_loader.decode_log_entry", refuse)
    await surrendered_game(redis)
    (stored,) = await store.read_records(CHAT, 0)
    ended = decode_record(stored)
    assert isinstance(ended, GameRecord)
    assert await store.read_packed_game(CHAT, ended.id) is None
    assert "has no figures of its turns" in caplog.text
