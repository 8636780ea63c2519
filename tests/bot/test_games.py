"""The one way by which a game changes: once per update, against the table as it is, telling nothing that is hidden."""

from datetime import datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.judges import Judges, Verdict
from bot.store.keys import Scope
from bot.store.redis import Commit, Committed, Store
from bot.store.streams import Outbox
from bot.tables.codec import Notice, decode_entry, decode_notice, decode_table, encode
from bot.tables.games import TRIES, Busy, Games
from bot.tables.held import table_name
from bot.tables.packing import unpacked
from engine import game as door
from engine.crossword.actions import Exchange, Place
from engine.crossword.events import GameEnded, TileExchanged
from engine.crossword.games import crosswords
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.tiles import face
from engine.errors import Refusal
from engine.game import Action, Step, Table
from engine.lexicon import lexicon
from engine.record import scores
from engine.rng import Draws, commitment
from engine.rulesets import resolve
from engine.seats import Join, Lobby, Seat
from engine.turns import Cancel, Pass
from tests.support.chance import course, judge_of, small, timed
from tests.support.games import NOW, USERS, begun, by, changed, game, lobby, play
from tests.support.present import standing
from tests.support.stored_logs import stored_log
from tests.support.streams import read

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


RULESETS = [*crosswords().values(), small("kelimelik"), small("scrabble-en")]


def notice(before: Table, step: Step) -> bytes:
    """The outbox entry of a step, as it is stored; the commitment, which hides the secret, left out."""
    table = step.table or before
    events = tuple(door.redact(event, None) for event in step.events)
    shown = None if step.table is None else door.view(step.table, None)
    return encode(Notice(events, shown, "", table.ruleset.title, None, table.ruleset.lexicon))


def redealt(state: GameState, kept: tuple[str, ...], chance: Random) -> GameState:
    """The game with racks, bag, draws and secret made anew; the player on turn keeps these faces in front."""
    rest = [*state.bag, *(tile for player in state.players for tile in player.rack)]
    for tile in kept:
        rest.remove(tile)
    chance.shuffle(rest)
    players = []
    for seat, player in enumerate(state.players):
        start = kept if seat == state.turn else ()
        players.append(changed(player, rack=(*start, *(rest.pop() for _ in player.rack[len(start) :]))))
    secret = f"{chance.getrandbits(256):064x}"
    return changed(
        state,
        players=tuple(players),
        bag=tuple(rest),
        draws=Draws(f"{chance.getrandbits(256):064x}", chance.randrange(1000)),
        secret=secret,
        commitment=commitment(secret),
    )


@settings(max_examples=60)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), min_size=1, max_size=25))
def test_what_the_group_is_told_is_the_same_whatever_is_hidden(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    """Two games that differ only in racks, bag, draws and secret give the same outbox entry, byte for byte."""
    chance = Random(seed)
    state, _ = begun(rules, 2, secret=f"{seed:064x}")
    for now, before, asked, after, events in timed(state, numbers):
        if not events or any(isinstance(event, TileExchanged) for event in events):
            continue  # whose tile an EX cell exchanges is for the draws to say, and public
        if any(isinstance(event, GameEnded) for event in events):
            continue
        kept = tuple(face(tile.tile) for tile in asked.tiles) if isinstance(asked, Place) else ()
        other = redealt(before, kept, chance)
        same = asked
        if isinstance(asked, Exchange):
            same = Exchange(asked.by, other.players[other.turn].rack[: len(asked.tiles)])
        again = door.apply(other, same, now, judge_of(before))
        assert notice(other, again) == notice(before, Step(after, events))


@settings(max_examples=30)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), max_size=25))
def test_secret_and_seed_stand_in_no_notice_before_the_end(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    state, events = begun(rules, 2, secret=f"{seed:064x}")
    steps = [(state, Step(state, events))]
    steps += [(before, Step(after, told)) for before, _, after, told in course(state, numbers)]
    for before, step in steps:
        if not any(isinstance(event, GameEnded) for event in step.events):
            text = unpacked(notice(before, step)).decode()
            assert state.secret not in text
            assert state.draws.seed not in text


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
    assert len(await games.log(over)) == 2
    await games.open(over, resolve(crosswords()["kelimelik"]), HOST, 8)
    await games.play(await games.load(SCOPE), Join(USERS[1], "Bora"), 9)
    await games.begin(await games.load(SCOPE), USERS[0], 8, 10)
    assert await games.log(over) == []
