"""The one way by which a game changes: once per update, against the table as it is, telling nothing that is hidden."""

from collections.abc import Callable
from datetime import datetime

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.judges import Verdict, WordJudge
from bot.store.commits import Commit, Committed, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import Notice, decode_log_entry, decode_notice, decode_table, decompress_json, encode_stored
from bot.tables.games import MOST_ATTEMPTS, Games
from bot.tables.table_loader import TABLES_SETTING, Busy, LoadedPlace, LoadedTable, game_of_turn, table_name
from engine import game as door
from engine.crossword.actions import Exchange
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Step, Table
from engine.invitations import begin_in
from engine.lexicon import load_lexicon
from engine.lobby_seats import Begin, Join, Lobby, Seat
from engine.rng import commitment
from engine.rulesets import resolve_ruleset
from engine.table_log import scores_of
from engine.turns import Cancel, Pass
from tests.support.games import NOW, USERS, game, open_lobby_of, place_play, user_at, with_fields
from tests.support.stored_tables import encode_notice_of_step, load_stored_log
from tests.support.streams import read_new_entries
from tests.support.timers import frozen_served_clock, lost_replies

SCOPE = Scope(-100777, 3)
HOST = Seat(USERS[0], "Ayşe")
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def put_table(store: GameStore, table: Table) -> None:
    held = await store.load_table(SCOPE)
    done = await store.commit(
        Commit(scope=SCOPE, expected_version=held.version, update_id=None, state=encode_stored(table))
    )
    assert isinstance(done, Committed)


async def outbox_notices(redis: Redis) -> list[Notice]:
    return [decode_notice(entry.payload) for entry in await read_new_entries(Outbox(redis))]


def kelimelik_ruleset() -> Ruleset:
    return resolve_ruleset(crossword_rulesets()["kelimelik"])


async def test_a_table_goes_from_the_lobby_to_the_first_turn(games: Games, store: GameStore, redis: Redis) -> None:
    await games.open_table(await games.load_place(SCOPE), kelimelik_ruleset(), HOST, UpdateContext(1))
    await games.apply_action(await games.load_table(SCOPE), Join(USERS[1], "Bora"), UpdateContext(2))
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, Lobby)
    await games.start_game(held, USERS[1], 77, UpdateContext(3))
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert (held.version, held.table.lexicon) == (3, load_lexicon("tr").hash)
    entries = [decode_log_entry(entry) for entry in await load_stored_log(store, SCOPE)]
    assert [type(entry.action).__name__ for entry in entries] == ["Open", "Join", "Begin"]
    told = await outbox_notices(redis)
    assert [notice.table for notice in told] == [table_name(held.table)] * 3
    assert all(notice.title == kelimelik_ruleset().title for notice in told)


async def test_two_tables_never_share_a_secret(games: Games) -> None:
    secrets = set()
    for number in range(20):
        step = await games.open_table(
            await games.load_place(Scope(number)), kelimelik_ruleset(), HOST, UpdateContext(number)
        )
        assert step is not None
        assert isinstance(step.table, Lobby)
        assert commitment(step.table.secret) == step.table.commitment
        secrets.add(step.table.secret)
    assert len(secrets) == 20


async def test_the_log_holds_what_a_replay_needs(games: Games, store: GameStore) -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LİAAAAK", "AAEEKKL"])
    await put_table(store, before)
    await games.apply_action(await games.load_table(SCOPE), place_play(before, "8F KALEMLİK"), UpdateContext(5))
    (entry,) = [decode_log_entry(entry) for entry in await load_stored_log(store, SCOPE)]
    assert (entry.at, entry.verdicts) == (
        NOW,
        {"KALEMLİK": Verdict(valid=True, judge=f"tr@{load_lexicon('tr').hash[:8]}")},
    )
    held = await games.load_table(SCOPE)
    again = door.apply(before, entry.action, entry.at, lambda word: entry.verdicts[word].valid)
    assert again.table == held.table
    assert (again.events, scores_of(again.table)) == (entry.events, entry.scores)


@pytest.mark.parametrize(("table", "refusal"), [(open_lobby_of("kelimelik"), "lobby_open"), (LAID, "game_running")])
async def test_a_chat_may_have_one_table_alone(games: Games, store: GameStore, table: Table, refusal: str) -> None:
    await put_table(store, table)
    await store.save_setting(SCOPE, TABLES_SETTING, "1")
    with pytest.raises(Refusal, match=refusal):
        await games.open_table(await games.load_place(SCOPE), kelimelik_ruleset(), HOST, UpdateContext(4))
    assert (await games.load_table(SCOPE)).table == table


async def test_a_refused_action_writes_nothing(games: Games, store: GameStore, redis: Redis) -> None:
    await put_table(store, LAID)
    before = await store.load_table(SCOPE)
    for action in (Pass(USERS[1]), Exchange(USERS[0], ("Z",)), place_play(LAID, "1A LER"), Pass(999)):
        with pytest.raises(Refusal):
            await games.apply_action(await games.load_table(SCOPE), action, UpdateContext(6))
    assert await store.load_table(SCOPE) == before
    assert await load_stored_log(store, SCOPE) == []
    assert await outbox_notices(redis) == []


async def test_the_stored_notice_is_the_redacted_one(games: Games, store: GameStore, redis: Redis) -> None:
    before = game("kelimelik", racks=["ĞÖJFVPH", "AAEEKKL"])
    await put_table(store, before)
    step = await games.apply_action(
        await games.load_table(SCOPE), Exchange(user_at(before), ("Ğ", "Ö")), UpdateContext(5)
    )
    assert step is not None
    (told,) = await outbox_notices(redis)
    assert told.ends_wait
    assert encode_stored(with_fields(told, table="", ends_wait=False)) == encode_notice_of_step(before, step)
    assert not any(
        letter in decompress_json(encode_stored(told)).decode() for letter in ('"Ğ","', '["Ğ"', before.secret)
    )
    assert decode_table((await store.load_table(SCOPE)).state or b"") == step.table


async def test_the_log_of_a_table_that_has_changed_since_is_not_read(games: Games, store: GameStore) -> None:
    """What was over when it was read may have become a running game, whose log tells every rack."""
    await put_table(store, open_lobby_of("kelimelik", 2))
    await games.start_game(await games.load_table(SCOPE), USERS[0], 7, None)
    await games.apply_action(await games.load_table(SCOPE), Cancel(USERS[0]), None)
    over = await games.load_table(SCOPE)
    assert len(await games.history.read_log(over)) == 2
    await games.open_table(
        LoadedPlace((over,)), resolve_ruleset(crossword_rulesets()["kelimelik"]), HOST, UpdateContext(8)
    )
    await games.apply_action(await games.load_table(SCOPE), Join(USERS[1], "Bora"), UpdateContext(9))
    await games.start_game(await games.load_table(SCOPE), USERS[0], 8, UpdateContext(10))
    assert await games.history.read_log(over) == []


async def test_an_update_that_was_applied_is_not_applied_again(games: Games, store: GameStore) -> None:
    await put_table(store, LAID)
    stale = await games.load_table(SCOPE, UpdateContext(5))
    assert await games.apply_action(stale, Pass(USERS[0]), UpdateContext(5)) is not None
    assert await games.apply_action(stale, Pass(USERS[0]), UpdateContext(5)) is None, (
        "it was read before the first was committed"
    )
    assert (
        await games.apply_action(await games.load_table(SCOPE, UpdateContext(5)), Pass(USERS[0]), UpdateContext(5))
        is None
    )
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert (held.table.number, held.version) == (1, 2)


async def test_a_lost_race_is_run_again_on_the_table_as_it_is_now(games: Games, store: GameStore) -> None:
    await put_table(store, open_lobby_of("scrabble-tr", 2))
    early = await games.load_table(SCOPE)
    await games.apply_action(early, Join(103, "Can"), UpdateContext(1))
    assert await games.apply_action(early, Join(104, "Deniz"), UpdateContext(2)) is not None
    with pytest.raises(Refusal, match="table_full"):
        await games.apply_action(early, Join(105, "Ece"), UpdateContext(3))
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, Lobby)
    assert [seat.user for seat in held.table.seats] == [101, 102, 103, 104]


async def test_the_last_seat_and_the_game_are_one_step(games: Games, store: GameStore, redis: Redis) -> None:
    await games.open_table(
        await games.load_place(SCOPE),
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"start": "full"}),
        HOST,
        UpdateContext(1),
    )
    first = second = await games.load_table(SCOPE)
    await games.seat_player(first, Join(USERS[1], "Bora"), UpdateContext(2), 77, -100999)
    with pytest.raises(Refusal, match="game_running"):
        await games.seat_player(second, Join(USERS[2], "Can"), UpdateContext(3), 78, -100999)
    held = await games.load_table(SCOPE)
    assert isinstance(held.table, GameState)
    assert held.version == 2
    entries = [decode_log_entry(entry) for entry in await load_stored_log(store, SCOPE)]
    assert [type(entry.action).__name__ for entry in entries] == ["Open", "Join"]
    assert begin_in(entries[1].action) == Begin(USERS[1], 77, load_lexicon("tr").hash, -100999)
    assert [type(notice.view).__name__ for notice in await outbox_notices(redis)] == ["LobbyView", "GameView"]
    assert await store.players.load_user_games(USERS[1]) == [SCOPE]
    assert (
        await games.seat_player(
            await games.load_table(SCOPE, UpdateContext(2)), Join(USERS[1], "Bora"), UpdateContext(2), 77, -100999
        )
        is None
    )


async def test_whoever_loses_every_race_is_told_to_repeat(games: Games, store: GameStore, redis: Redis) -> None:
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    await put_table(store, table)
    tries = 0

    def late(_: Table, __: datetime) -> Action:
        nonlocal tries
        tries += 1
        return Pass(USERS[0])

    class Rival(GameStore):
        async def commit(self, commit: Commit, update: UpdateContext | None = None) -> object:  # type: ignore[override] # always a moment too late
            await put_table(store, table)
            return await super().commit(commit, update)

    rival = Games(Rival(redis), WordJudge(redis), frozen_served_clock(NOW))
    with pytest.raises(Busy):
        await rival.apply_action(await rival.load_table(SCOPE), late, UpdateContext(9))
    assert tries == MOST_ATTEMPTS
    held = await games.load_table(SCOPE)
    assert held.table == table


PASS = Pass(user_at(LAID))


@pytest.fixture
def told() -> list[int]:
    return []


@pytest.fixture
async def told_games(redis: Redis, told: list[int]) -> Games:
    def note_turn(loaded: LoadedTable, step: Step) -> None:
        turn = game_of_turn(loaded.table, step.table)
        assert turn is not None
        told.append(turn.number)

    store = GameStore(redis)
    await store.commit(Commit(scope=SCOPE, expected_version=0, update_id=None, state=encode_stored(LAID)))
    return Games(store, WordJudge(redis), frozen_served_clock(NOW), on_applied=note_turn)


async def test_a_step_is_told_when_its_commit_is_answered(told_games: Games, told: list[int]) -> None:
    await told_games.apply_action(await told_games.load_table(SCOPE), PASS, UpdateContext(5))
    assert told == [LAID.number + 1]
    await told_games.load_table(SCOPE)
    assert told == [LAID.number + 1]


@pytest.mark.parametrize("update", [lambda: UpdateContext(5), lambda: None], ids=["a person's", "what was due"])
async def test_a_step_whose_reply_was_lost_is_told_once_its_table_is_read(
    told_games: Games, redis: Redis, told: list[int], update: Callable[[], UpdateContext | None]
) -> None:
    loaded = await told_games.load_table(SCOPE, update())
    with lost_replies(redis, again=False), pytest.raises(RedisError):
        await told_games.apply_action(loaded, PASS, update())
    assert told == []
    again = await told_games.load_table(SCOPE, update())
    assert told == [LAID.number + 1]
    if (context := update()) is not None:
        assert again.is_duplicate
        assert await told_games.apply_action(again, PASS, context) is None
    await told_games.load_place(SCOPE)
    assert told == [LAID.number + 1]


async def test_a_step_whose_commit_was_sent_twice_is_told(told_games: Games, redis: Redis, told: list[int]) -> None:
    loaded = await told_games.load_table(SCOPE, UpdateContext(5))
    with lost_replies(redis, again=True):
        await told_games.apply_action(loaded, PASS, UpdateContext(5))
    assert told == [LAID.number + 1]


async def test_a_step_that_was_not_stored_is_not_told(told_games: Games, redis: Redis, told: list[int]) -> None:
    loaded = await told_games.load_table(SCOPE, UpdateContext(5))
    other = Games(GameStore(redis), WordJudge(redis), frozen_served_clock(NOW))
    await other.apply_action(await other.load_table(SCOPE), PASS, UpdateContext(6))
    await other.apply_action(await other.load_table(SCOPE), Pass(user_at(LAID, 1)), UpdateContext(7))
    with lost_replies(redis, again=False), pytest.raises(RedisError):
        await told_games.apply_action(loaded, PASS, UpdateContext(5))
    await told_games.load_table(SCOPE, UpdateContext(5))
    assert told == []
