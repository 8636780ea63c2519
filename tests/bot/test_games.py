"""The one way by which a game changes: once per update, against the table as it is, telling nothing that is hidden."""

from datetime import datetime

import pytest
from redis.asyncio import Redis

from bot.judges import Judges, Verdict
from bot.judges.dictionaries import with_kind
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.tables.codec import Notice, decode_entry, decode_notice, decode_table, encode
from bot.tables.games import TRIES, Busy, Games
from bot.tables.held import table_name
from bot.tables.packing import unpacked
from engine import game as door
from engine.beginnings import beginning
from engine.crossword.actions import Exchange
from engine.crossword.games import crosswords
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Table
from engine.lexicon import lexicon
from engine.record import scores
from engine.rng import commitment
from engine.rulesets import resolve
from engine.seats import Alter, Begin, Join, Lobby, Seat
from engine.turns import Cancel, Pass
from tests.support.games import NOW, USERS, by, changed, game, lobby, play
from tests.support.present import standing
from tests.support.stored_logs import stored_log
from tests.support.streams import read
from tests.support.told import notice

SCOPE = Scope(-100777, 3)
HOST = Seat(USERS[0], "Ayşe")
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.fixture
def store(redis: Redis) -> Store:
    return Store(redis)


@pytest.fixture
def games(store: Store, redis: Redis) -> Games:
    return Games(store, Judges(redis), standing(NOW))


async def deal(store: Store, table: Table) -> None:
    held = await store.load(SCOPE)
    done = await store.commit(Commit(scope=SCOPE, expected=held.version, update_id=None, state=encode(table)))
    assert isinstance(done, Committed)


async def notices(redis: Redis) -> list[Notice]:
    return [decode_notice(entry.payload) for entry in await read(Outbox(redis))]


def kelimelik() -> Ruleset:
    return resolve(crosswords()["kelimelik"])


async def test_a_table_goes_from_the_lobby_to_the_first_turn(games: Games, store: Store, redis: Redis) -> None:
    await games.open(await games.load(SCOPE), kelimelik(), HOST, 1)
    await games.play(await games.load(SCOPE), Join(USERS[1], "Bora"), 2)
    held = await games.load(SCOPE)
    assert isinstance(held.table, Lobby)
    await games.begin(held, USERS[1], 77, 3)
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert (held.version, held.table.lexicon) == (3, lexicon("tr").hash)
    entries = [decode_entry(entry) for entry in await stored_log(store, SCOPE)]
    assert [type(entry.action).__name__ for entry in entries] == ["Open", "Join", "Begin"]
    told = await notices(redis)
    assert [notice.table for notice in told] == [table_name(held.table)] * 3
    assert all(notice.title == kelimelik().title for notice in told)


async def test_two_tables_never_share_a_secret(games: Games) -> None:
    secrets = set()
    for number in range(20):
        step = await games.open(await games.load(Scope(number)), kelimelik(), HOST, number)
        assert step is not None
        assert isinstance(step.table, Lobby)
        assert commitment(step.table.secret) == step.table.commitment
        secrets.add(step.table.secret)
    assert len(secrets) == 20


async def test_the_log_holds_what_a_replay_needs(games: Games, store: Store) -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"])
    await deal(store, before)
    await games.play(await games.load(SCOPE), play(before, "8F KALEMLİK"), 5)
    (entry,) = [decode_entry(entry) for entry in await stored_log(store, SCOPE)]
    assert (entry.at, entry.verdicts) == (NOW, {"KALEMLİK": Verdict(valid=True, judge=f"tr@{lexicon('tr').hash[:8]}")})
    held = await games.load(SCOPE)
    again = door.apply(before, entry.action, entry.at, entry.judge)
    assert again.table == held.table
    assert (again.events, scores(again.table)) == (entry.events, entry.scores)


async def test_a_move_whose_words_count_is_applied_once_and_no_table_is_read_twice(
    games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def apply(table: Table, action: Action, now: datetime, judge: door.Judge, begins: datetime | None) -> door.Step:
        done.append("applied")
        return door.apply(table, action, now, judge, begins)

    def decode(state: bytes) -> Table:
        done.append("read")
        return decode_table(state)

    monkeypatch.setattr("engine.record.apply", apply)
    monkeypatch.setattr("bot.tables.newest.decode_table", decode)
    before = game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"])
    await deal(store, before)
    step = await games.play(await games.load(SCOPE), play(before, "8F KALEMLİK"), 5)
    assert step is not None
    assert (await games.load(SCOPE)).table == step.table
    assert done == ["read", "applied"]


async def test_an_update_that_was_applied_is_not_applied_again(games: Games, store: Store) -> None:
    await deal(store, LAID)
    stale = await games.load(SCOPE, 5)
    assert await games.play(stale, Pass(USERS[0]), 5) is not None
    assert await games.play(stale, Pass(USERS[0]), 5) is None, "it was read before the first was committed"
    assert await games.play(await games.load(SCOPE, 5), Pass(USERS[0]), 5) is None
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert (held.table.number, held.version) == (1, 2)


async def test_a_lost_race_is_run_again_on_the_table_as_it_is_now(games: Games, store: Store) -> None:
    await deal(store, lobby("scrabble-tr", 2))
    early = await games.load(SCOPE)
    await games.play(early, Join(103, "Can"), 1)
    assert await games.play(early, Join(104, "Deniz"), 2) is not None
    with pytest.raises(Refusal, match="table_full"):
        await games.play(early, Join(105, "Ece"), 3)
    held = await games.load(SCOPE)
    assert isinstance(held.table, Lobby)
    assert [seat.user for seat in held.table.seats] == [101, 102, 103, 104]


async def test_who_begins_in_a_lost_race_begins_by_the_dictionary_that_was_chosen_meanwhile(games: Games) -> None:
    ruleset = resolve(crosswords()["scrabble-en"])
    await games.open(await games.load(SCOPE), with_kind(ruleset, "builtin"), HOST, 1)
    await games.play(await games.load(SCOPE), Join(USERS[1], "Bora"), 2)
    late = await games.load(SCOPE)
    common = with_kind(ruleset, "common")
    await games.play(await games.load(SCOPE), Alter(USERS[0], "dictionary", "common", common), 3)
    await games.begin(late, USERS[1], 77, 4)
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.table.ruleset == common
    judge = await games.dictionary(held, common)
    assert held.table.lexicon == judge.words.hash != lexicon("en").hash


async def test_the_last_seat_and_the_game_are_one_version_one_entry_and_one_notice(
    games: Games, store: Store, redis: Redis
) -> None:
    await games.open(await games.load(SCOPE), resolve(crosswords()["kelimelik"], {"start": "full"}), HOST, 1)
    first = second = await games.load(SCOPE)
    await games.sit(first, Join(USERS[1], "Bora"), 2, 77, -100999)
    with pytest.raises(Refusal, match="game_running"):
        await games.sit(second, Join(USERS[2], "Can"), 3, 78, -100999)
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.version == 2
    entries = [decode_entry(entry) for entry in await stored_log(store, SCOPE)]
    assert [type(entry.action).__name__ for entry in entries] == ["Open", "Join"]
    assert beginning(entries[1].action) == Begin(USERS[1], 77, lexicon("tr").hash, -100999)
    assert [type(notice.view).__name__ for notice in await notices(redis)] == ["LobbyView", "GameView"]
    assert await store.user_games(USERS[1]) == [SCOPE]
    assert await games.sit(await games.load(SCOPE, 2), Join(USERS[1], "Bora"), 2, 77, -100999) is None


async def test_whoever_loses_every_race_is_told_to_repeat(games: Games, store: Store, redis: Redis) -> None:
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    await deal(store, table)
    tries = 0

    def late(_: Table, __: datetime) -> Action:
        nonlocal tries
        tries += 1
        return Pass(USERS[0])

    class Rival(Store):
        async def commit(self, commit: Commit) -> object:  # type: ignore[override] # always a moment too late
            await deal(store, table)
            return await super().commit(commit)

    rival = Games(Rival(redis), Judges(redis), standing(NOW))
    with pytest.raises(Busy):
        await rival.play(await rival.load(SCOPE), late, 9)
    assert tries == TRIES
    held = await games.load(SCOPE)
    assert held.table == table


@pytest.mark.parametrize(("table", "refusal"), [(lobby("kelimelik"), "lobby_open"), (LAID, "game_running")])
async def test_a_chat_has_one_table(games: Games, store: Store, table: Table, refusal: str) -> None:
    await deal(store, table)
    for held in (await games.load(SCOPE), await games.load(Scope(SCOPE.chat))):
        if held.table is None:
            continue
        with pytest.raises(Refusal, match=refusal):
            await games.open(held, kelimelik(), HOST, 4)
    assert (await games.load(SCOPE)).table == table


async def test_a_refused_action_writes_nothing(games: Games, store: Store, redis: Redis) -> None:
    await deal(store, LAID)
    before = await store.load(SCOPE)
    for action in (Pass(USERS[1]), Exchange(USERS[0], ("Z",)), play(LAID, "1A LER"), Pass(999)):
        with pytest.raises(Refusal):
            await games.play(await games.load(SCOPE), action, 6)
    assert await store.load(SCOPE) == before
    assert await stored_log(store, SCOPE) == []
    assert await notices(redis) == []


async def test_without_a_table_there_is_nothing_to_play(games: Games) -> None:
    held = await games.load(SCOPE)
    with pytest.raises(Refusal, match="no_game"):
        await games.play(held, Pass(USERS[0]), 1)
    with pytest.raises(Refusal, match="no_game"):
        await games.begin(held, USERS[0], 1, 1)


async def test_a_cancelled_lobby_leaves_no_table_and_a_cancelled_game_its_result(games: Games, store: Store) -> None:
    await deal(store, lobby("kelimelik"))
    await games.play(await games.load(SCOPE), Cancel(USERS[0]), 1)
    assert (await games.load(SCOPE)).table is None
    await deal(store, LAID)
    await games.play(await games.load(SCOPE), Cancel(USERS[0]), 2)
    held = await games.load(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.table.outcome is not None


async def test_the_stored_notice_is_the_redacted_one(games: Games, store: Store, redis: Redis) -> None:
    before = game("kelimelik", racks=["ĞÖJFVPH", "AAEEKKL"])
    await deal(store, before)
    step = await games.play(await games.load(SCOPE), Exchange(by(before), ("Ğ", "Ö")), 5)
    assert step is not None
    (told,) = await notices(redis)
    assert encode(changed(told, table="")) == notice(before, step)
    assert not any(letter in unpacked(encode(told)).decode() for letter in ('"Ğ","', '["Ğ"', before.secret))
    assert decode_table((await store.load(SCOPE)).state or b"") == step.table


async def test_a_notice_is_read_from_its_bytes_where_another_process_wrote_it_and_only_there(
    games: Games, store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game("kelimelik", racks=["ĞÖJFVPH", "AAEEKKL"])
    await deal(store, before)
    await games.play(await games.load(SCOPE), Exchange(by(before), ("Ğ", "Ö")), 5)
    ((entry, *_),) = [await read(Outbox(redis))]
    decoded: list[bytes] = []

    def decode(data: bytes) -> Notice:
        decoded.append(data)
        return decode_notice(data)

    monkeypatch.setattr("bot.tables.notices.decode_notice", decode)
    assert games.notice(entry.payload) == decode_notice(entry.payload)
    assert decoded == []
    assert games.notice(entry.payload) == decode_notice(entry.payload)
    assert decoded == [entry.payload]


async def test_notices_that_nobody_reads_here_do_not_pile_up(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.notices._MOST", 2)
    for number in range(1, 5):
        await games.open(await games.load(Scope(-number)), kelimelik(), HOST, number)
    assert len(games._unread) == 2  # noqa: SLF001 - nothing else tells


async def test_the_log_of_a_table_that_has_changed_since_is_not_read(games: Games, store: Store) -> None:
    """What was over when it was read may have become a running game, whose log tells every rack."""
    await deal(store, lobby("kelimelik", 2))
    await games.begin(await games.load(SCOPE), USERS[0], 7, None)
    await games.play(await games.load(SCOPE), Cancel(USERS[0]), None)
    over = await games.load(SCOPE)
    assert len(await games.history.log(over)) == 2
    await games.open(over, resolve(crosswords()["kelimelik"]), HOST, 8)
    await games.play(await games.load(SCOPE), Join(USERS[1], "Bora"), 9)
    await games.begin(await games.load(SCOPE), USERS[0], 8, 10)
    assert await games.history.log(over) == []
