"""The file of ``/mydata`` tells of every key that names somebody, and nothing of others."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from bot.handlers.my_data import PersonalFiles
from bot.records.projection import Projection
from bot.store import keys
from bot.store.games import GameStore
from bot.store.keys import Scope, identify_key
from bot.store.personal_data import PersonalDataStore
from bot.tables.forgetting import find_tables
from engine.invitations import Guest, Invite
from engine.lobby_seats import Join
from tests.support.forgetting_world import AYSE, BORA, CEM, NAMES, THIRD, USERNAME, ForgettingWorld, make_world
from tests.support.games import NOW

PARTS: Final[Mapping[str, str]] = {
    "bans": "banned_since",
    "daily_puzzle": "first_to_solve_a_daily_puzzle",
    "daily_solvers": "daily_puzzles_solved",
    "dead_letters": "messages_that_could_not_be_handled",
    "figures": "chats_that_remember_you",
    "audit_entries": "decisions_about_former_tables",
    "game": "tables_where_you_sit",
    "known_chats": "private_chat_last_heard_from",
    "packed_game": "games_kept_for_replays_and_proofs",
    "pending_request": "kept_for_minutes_or_a_day",
    "pending_table": "game_to_open_in_a_group_yet_to_be_chosen",
    "rack_order": "tables_with_an_order_of_your_tiles",
    "record_decisions": "decisions_about_records",
    "records": "chats_that_remember_you",
    "settings": "settings_of_your_private_chat",
    "standings": "chats_that_remember_you",
    "table_alerts": "table_alerts",
    "tutorial": "first_game",
    "unlisted_players": "hidden_from_the_ranks_of",
    "user_finished_games": "games_finished_lately",
    "user_games": "tables_where_you_sit",
    "user_history": "games_kept_for_replays_and_proofs",
    "user_locale": "language_of_your_telegram",
    "user_puzzles": "puzzles",
    "user_record_chats": "chats_that_remember_you",
    "username": "your_usernames",
    "web_answer": "kept_for_minutes_or_a_day",
    "web_member": "kept_for_minutes_or_a_day",
    "web_plan": "moves_planned_on_board_pages",
}
"""By kind of key what the file calls its part."""

LEFT_OUT: Final[Mapping[str, str]] = {
    "auto_deletes": "when a message of the bot goes",
    "broadcast_delivered": "whom the owners' newest message has reached",
    "daily_posts": "when the private chat's daily puzzle is due, which follows from its settings",
    "deadlines": "when the turn at a table ends, which is named",
    "game_log": "the plays at a table that is named; it has secrets of a running game",
    "game_words": "the words of a table that is named",
    "inbox": "what is handled within a second; it is this very request, too",
    "outbox": "what is on its way to the person",
    "record_effects": "derived from the records, for the bot's own use",
    "record_progress": "how many of a private chat's records are counted",
    "seen_updates": "numbers of a private chat's messages, so that none counts twice",
    "table_numbers": "how tables are numbered in a private chat",
}
"""By kind of key why the file has no part of it."""


@pytest.fixture
async def world(redis: Redis) -> ForgettingWorld:
    return await make_world(redis)


async def make_file(world: ForgettingWorld, user: int = AYSE) -> dict[str, Any]:
    redis = world.redis
    files = PersonalFiles(
        world.games,
        GameStore(redis),
        world.records,
        Projection(world.records),
        PersonalDataStore(redis),
        find_tables=partial(find_tables, redis),
    )
    made: dict[str, Any] = json.loads(await files.make_file(user, None, NOW))
    return made


async def test_every_kind_of_key_that_names_somebody_has_its_part_or_says_why_not(world: ForgettingWorld) -> None:
    kinds = {found[0] for name in await world.traces() if (found := identify_key(name))}
    assert kinds == PARTS.keys() | LEFT_OUT.keys()
    assert not PARTS.keys() & LEFT_OUT.keys()
    assert all(LEFT_OUT.values())
    file = await make_file(world)
    assert {part for part in PARTS.values() if not file[part]} == set()


async def test_what_came_from_a_board_page_and_was_given_up_is_told(world: ForgettingWorld) -> None:
    letters = (await make_file(world))["messages_that_could_not_be_handled"]
    assert [one["why"] for one in letters] == ["x", "y"]
    assert (await make_file(world, CEM))["messages_that_could_not_be_handled"] == []


async def test_a_file_tells_of_nobody_else(world: ForgettingWorld) -> None:
    for user, others in ((AYSE, (BORA, CEM)), (BORA, (AYSE, CEM))):
        text = json.dumps(await make_file(world, user), ensure_ascii=False)
        assert NAMES[user] in text
        assert [one for other in others for one in (NAMES[other], str(other)) if one in text] == []
    assert USERNAME not in text


async def test_a_seat_in_an_open_lobby_and_an_invitation_by_username_are_told(world: ForgettingWorld) -> None:
    for chat, host in ((-100_101, AYSE), (-100_102, BORA), (-100_103, BORA)):
        await world.open_lobby(chat, host)
    await world.act(-100_102, Join(AYSE, NAMES[AYSE]))
    await world.act(-100_103, Invite(BORA, (Guest("", username=USERNAME),)))
    file = await make_file(world)
    assert {"-100101", "-100102"} <= set(file["tables_where_you_sit"])
    assert "-100103" in [one["table"] for one in file["invitations"]]
    assert "-100102" not in (await make_file(world, CEM))["tables_where_you_sit"]


async def test_what_somebody_decided_as_an_administrator(world: ForgettingWorld) -> None:
    await world.redis.rpush(keys.record_decisions(THIRD), b"{", b"[]", b'{"kind": "erase", "by": 0}')
    for user in (AYSE, BORA):
        file = await make_file(world, user)
        (about_records,), (about_tables,) = file["decisions_about_records"], file["decisions_about_former_tables"]
        assert (about_records["chat"], about_records["decision"]) == (THIRD, "erase")
        assert (about_tables["chat_and_topic"], about_tables["decision"]) == (str(THIRD), "remove")
        assert about_records["under_the_name"] == about_tables["under_the_name"] == NAMES[user]
        assert about_records["when"] == about_tables["when"] == NOW.isoformat()


async def test_a_decision_that_this_version_cannot_read_is_told_as_such(redis: Redis) -> None:
    await redis.rpush(keys.record_decisions(THIRD), b'{"kind": "later", "by": %d}' % AYSE)
    await redis.rpush(keys.audit_entries(Scope(THIRD)), b'{"action": {"type": "later", "by": %d}}' % AYSE)
    file = await make_file(ForgettingWorld(redis))
    assert file["decisions_about_records"] == [{"chat": THIRD, "decision": None}]
    assert file["decisions_about_former_tables"] == [{"chat_and_topic": str(THIRD), "decision": None}]
