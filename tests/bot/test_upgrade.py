"""Games of earlier versions are opened, and go on as if nothing had happened.

``schemas/1.backup`` is of the version before several tables, which never writes it anew: a basic group with a game,
decisions and words of its own; a forum with a game on a board, one of cards and a lobby; a finished game; a group that
has chosen its language and theme alone; a game against a computer in private. ``schemas/2.backup`` is of the version
before hints: three groups with a game in which plays can be taken back, a finished game with its record, and a lobby.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from redis.asyncio import Redis

from bot.offline import backup
from bot.offline.backup import restore_backup, write_backup
from bot.playground import Playground
from bot.store import export, keys, server_checks
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.schema import SchemaMigrator
from bot.store.server_checks import SCHEMA
from bot.tables.codec import decode_table
from bot.tables.table_loader import table_name
from engine.crossword.state import GameState
from engine.game import Table, is_over
from engine.game_base import TurnGame
from engine.klepka.state import GameState as KlepkaState
from engine.lobby_seats import Lobby
from tests.e2e.move_finder import MoveFinder
from tests.support.chat_harness import KIRAZ, LIMON, NANE, PEOPLE, BotHarness, ChatSession
from tests.support.run_harness import run_harness
from tests.support.sent_messages import SentMessage
from tests.support.stored_tables import load_stored_log

FIXTURE: Final = Path(__file__).parent / "schemas" / "1.backup"
BASIC, FORUM, OVER, QUIET = -4_000_000_002, -1_001_000_000_003, -1_001_000_000_004, -1_001_000_000_005
BOARD_TOPIC, CARD_TOPIC, LOBBY_TOPIC = 1_795_719_412_704, 1_795_719_412_705, 1_795_719_412_706
PLAYED: Final = (Scope(BASIC), Scope(FORUM, BOARD_TOPIC), Scope(FORUM, CARD_TOPIC), Scope(KIRAZ))
COMMITTED: Final = {
    1_795_719_412_682: Scope(BASIC),
    1_795_719_412_688: Scope(FORUM, BOARD_TOPIC),
    1_795_719_412_697: Scope(FORUM, LOBBY_TOPIC),
    1_795_719_412_705: Scope(OVER),
    1_795_719_412_712: Scope(KIRAZ),
}
"""Updates that were committed before, with where."""


async def write_former_data(redis: Redis, file: Path, schema: int) -> None:
    for group in backup.read_key_groups(file):
        await export.write_keys(redis, group)
    await redis.set(keys.schema(), schema)
    await SchemaMigrator(redis, exclusive=True).migrate_database()


async def prepare_chats(redis: Redis, playground: Playground) -> None:
    await write_former_data(redis, FIXTURE, 1)
    world = playground.world
    basic = world.add_group("Bahçe", PEOPLE, basic=True)
    forum, over, quiet = (world.add_group(title, PEOPLE) for title in ("Konular", "Bitti", "Sessiz"))
    assert (basic.id, forum.id, over.id, quiet.id) == (BASIC, FORUM, OVER, QUIET)
    world.set_forum(forum, on=True)
    forum.topics.update({BOARD_TOPIC: "Oyun", CARD_TOPIC: "Klepka", LOBBY_TOPIC: "Bekleyen"})
    world.chats[KIRAZ].is_opened = True


@pytest.fixture
async def upgraded(redis_url: str, tmp_path: Path) -> AsyncIterator[BotHarness]:
    async with run_harness(redis_url, tmp_path, {}, prepare_chats) as running:
        yield running


def chat_of(harness: BotHarness, chat: int) -> ChatSession:
    return ChatSession(harness, harness.playground.world.chats[chat], "tr")


async def load_table_at(store: GameStore, scope: Scope) -> Table:
    state = (await store.load_table(scope)).state
    assert state is not None
    return decode_table(state)


async def load_game_at(store: GameStore, scope: Scope) -> TurnGame:
    table = await load_table_at(store, scope)
    assert isinstance(table, TurnGame)
    return table


def typed_turn(game: TurnGame) -> str:
    if isinstance(game, KlepkaState):
        one, other = [place for place, card in enumerate(game.table, 1) if card][5:7]
        return f"/ac {one} {other}"
    assert isinstance(game, GameState)
    finder = MoveFinder(game.ruleset, game.bonus)
    finder.cells[:] = game.cells
    found = finder.find_best(game.players[game.turn].rack)
    assert found is not None
    return f"/oyna {found.typed}"


async def say_there(harness: BotHarness, person: int, scope: Scope, text: str) -> SentMessage:
    talk = chat_of(harness, scope.chat)
    await talk.start_watching()
    harness.playground.world.write_as_person(person, scope.chat, text, thread=scope.topic)
    return (await talk.wait_messages())[0]


async def check_all_games(store: GameStore) -> None:
    for scope in PLAYED:
        assert not is_over(await load_game_at(store, scope))
    assert isinstance(await load_table_at(store, Scope(FORUM, CARD_TOPIC)), KlepkaState)
    assert isinstance(await load_table_at(store, Scope(FORUM, LOBBY_TOPIC)), Lobby)
    over = await load_game_at(store, Scope(OVER))
    assert is_over(over)
    assert (Scope(OVER), table_name(over)) in await store.players.load_finished_games(LIMON)
    assert Scope(BASIC) in await store.players.load_user_games(NANE)
    assert (await store.load_settings(BASIC))["theme"] == "dark"
    assert await store.load_settings(QUIET) == {"language": "en", "theme": "wood"}
    for update, scope in COMMITTED.items():
        assert (await store.load_place(scope, update)).duplicate, update
    open_places = (*PLAYED, Scope(FORUM, LOBBY_TOPIC))
    for scope in (*open_places, Scope(OVER)):
        is_open = {number for number, what in (await store.load_place(scope)).numbers.items() if what.is_open}
        assert is_open == ({1} if scope in open_places else set()), scope


async def test_every_game_goes_on_where_it_was(upgraded: BotHarness, tmp_path: Path) -> None:
    await check_all_games(upgraded.store)
    for scope in PLAYED:
        before = await load_game_at(upgraded.store, scope)
        entries = len(await load_stored_log(upgraded.store, scope))
        told = await say_there(upgraded, before.players[before.turn].user, scope, typed_turn(before))
        assert "#" not in told.text, "one table alone has no number"
        await upgraded.wait_until_idle()
        assert (await load_game_at(upgraded.store, scope)).number > before.number
        assert len(await load_stored_log(upgraded.store, scope)) > entries
    await say_there(upgraded, NANE, Scope(FORUM, LOBBY_TOPIC), "/katil")
    await say_there(upgraded, NANE, Scope(FORUM, LOBBY_TOPIC), "/baslat")
    await upgraded.wait_until_idle()
    await upgraded.redis.set(keys.schema(), SCHEMA)
    contents = await write_backup(upgraded.redis, tmp_path / "after.backup")
    assert (contents.running_games, contents.finished_games, contents.damaged_games) == (5, 1, [])


async def test_updates_decisions_and_further_tables_go_on_from_before(upgraded: BotHarness) -> None:
    talk = chat_of(upgraded, BASIC)
    game = await load_game_at(upgraded.store, Scope(BASIC))
    await talk.start_watching()
    message = upgraded.playground.world.add_message(
        talk.chat, talk.user_json(game.players[game.turn].user), {"text": typed_turn(game)}
    )
    upgraded.playground.updates.push_raw_update({"update_id": 1_795_719_412_670, "message": message})
    await upgraded.wait_until_idle()
    assert await load_game_at(upgraded.store, Scope(BASIC)) == game
    in_another_topic = Commit(scope=Scope(FORUM, 99), expected_version=0, update_id=1_795_719_412_688, state=b"x")
    assert await upgraded.store.commit(in_another_topic) == Duplicate(0)
    await upgraded.store.save_setting(BASIC, "theme", "light", update=1_795_719_412_664)
    assert (await upgraded.store.load_settings(BASIC))["theme"] == "dark"
    told = await say_there(upgraded, KIRAZ, Scope(BASIC), "/gunluk")
    by_kiraz = {"at": "2026-01-02 03:04", "name": "\u2068Kiraz\u2069", "player": "", "time": ""}
    assert told.html.splitlines()[1:] == [
        talk.text_html(f"act-{what}", **by_kiraz) for what in ("pause", "resume", "cancel", "pause", "resume")
    ], "what administrators decided is told as before"
    told = await say_there(upgraded, LIMON, Scope(BASIC), "/yeni scrabble-tr")
    await upgraded.wait_until_idle()
    place = await upgraded.store.load_place(Scope(BASIC))
    assert [*place.others] == [2]
    assert {number for number, what in place.numbers.items() if what.is_open and what.is_told} == {1, 2}
    assert told.is_photo


async def test_a_backup_from_before_is_restored_and_played_on(redis: Redis) -> None:
    await restore_backup(redis, FIXTURE, replace=False)
    await server_checks.check_schema(redis)
    store = GameStore(redis)
    await check_all_games(store)
    loaded = await store.load_table(Scope(BASIC))
    done = await store.commit(
        Commit(scope=Scope(BASIC), expected_version=loaded.version, update_id=1, state=loaded.state)
    )
    assert isinstance(done, Committed)


BEFORE_HINTS: Final = Path(__file__).parent / "schemas" / "2.backup"
HINT_BOARD, HINT_OVER = -1_001_000_000_002, -1_001_000_000_003


async def prepare_chats_before_hints(redis: Redis, playground: Playground) -> None:
    await write_former_data(redis, BEFORE_HINTS, 2)
    groups = [playground.world.add_group(title, PEOPLE) for title in ("Oyun", "Bitti", "Bekleyen")]
    assert [group.id for group in groups[:2]] == [HINT_BOARD, HINT_OVER]


async def test_a_game_from_before_goes_on_without_hints(redis_url: str, tmp_path: Path) -> None:
    async with run_harness(redis_url, tmp_path, {}, prepare_chats_before_hints) as harness:
        over = await load_table_at(harness.store, Scope(HINT_OVER))
        assert isinstance(over, GameState)
        assert over.outcome is not None
        assert [(final.hints, final.hint_points) for final in over.outcome.finals] == [(0, 0)] * 2
        before = await load_table_at(harness.store, Scope(HINT_BOARD))
        assert isinstance(before, GameState)
        assert (before.ruleset.hints, before.hint) == (None, None)
        mover = before.players[before.turn].user
        refused = await say_there(harness, mover, Scope(HINT_BOARD), "/ipucu")
        assert refused.html == chat_of(harness, HINT_BOARD).text_html("refusal-no-hints")
        await say_there(harness, mover, Scope(HINT_BOARD), typed_turn(before))
        await harness.wait_until_idle()
        after = await load_table_at(harness.store, Scope(HINT_BOARD))
        assert isinstance(after, GameState)
        assert after.number > before.number
