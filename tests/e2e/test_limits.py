"""Telegram's limits, repeats, and people who act at the same instant."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Fault, JournalEntry
from bot.store.broadcasts import Broadcasts
from bot.store.client import connect
from engine.crossword.actions import Place
from engine.lobby_seats import Join
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.score_ledger import Turn, chat_sentence
from tests.support.bot_process import ForkServer
from tests.support.waiting import PATIENCE


async def test_what_a_limited_group_missed_is_told_together_and_in_order(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=room.chat_id, retry_after=1)
    )
    turns: list[Turn] = []
    before = stage.last_call_number
    for _ in range(4):
        # The first is a move: a pass would be told at once, as only pictures are refused.
        turns.append(await (game.find_move_or_pass(game.on_turn) if turns else game.find_move()))
        await game.type_turn(turns[-1])
    await stage.wait_call("sendPhoto", status=429, after=before)
    await game.check_several_turns(await room.read_next(), turns)
    await game.play_turn()
    photos = [call for call in stage.playground.journal.find_entries("sendPhoto", after=before) if call.status == 200]
    assert len(photos) == 2, "four moves together, and one more"


async def test_a_refusal_that_met_the_limit_comes_later(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendMessage", chat_id=room.chat_id, retry_after=1)
    )
    said = await room.say_and_read(stage.people[0], "/skor")
    assert said.text == chat_sentence("tr", "refusal-no-game")


async def test_a_rack_is_shown_at_once_while_its_group_is_limited(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(Fault(kind="retry_after", method="sendMessage", retry_after=600))
    before = stage.last_call_number
    await room.say(stage.people[0], "/skor")
    await stage.wait_call("sendMessage", status=429, after=before)
    assert len(await game.look_at_rack()) == 7


async def test_a_limited_group_holds_no_other_group_up(stage: BotStage) -> None:
    limited, free = await stage.new_room(stage.people[:2]), await stage.new_room(stage.people[2:])
    games = [
        await CrosswordGame.open_and_begin(limited, stage.people[:2]),
        await CrosswordGame.open_and_begin(free, stage.people[2:]),
    ]
    move = await games[0].find_move()
    # Refused again and again, however long the other group takes.
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=limited.chat_id, retry_after=1, count=1000)
    )
    before = stage.last_call_number
    await games[0].type_turn(move)
    await stage.wait_call("sendPhoto", status=429, after=before)
    for _ in range(6):
        await games[1].play_turn()
    assert not limited.unread_messages()
    stage.playground.faults.clear_faults()
    await games[0].check_turn_message(await limited.read_next(), games[0].turn_lines(move))


async def test_moves_of_two_groups_at_the_same_instant_are_both_told(stage: BotStage) -> None:
    rooms = [await stage.new_room(stage.people[:2]), await stage.new_room(stage.people[2:])]
    games = [
        await CrosswordGame.open_and_begin(rooms[0], stage.people[:2]),
        await CrosswordGame.open_and_begin(rooms[1], stage.people[2:]),
    ]
    for _ in range(8):
        moves = [await game.find_move() for game in games]
        for game, move in zip(games, moves, strict=True):
            await game.type_turn(move)
        for game, move in zip(games, moves, strict=True):
            await game.check_turn_message(await game.room.read_next(), game.turn_lines(move))


async def test_a_server_error_and_a_lost_connection_only_delay_a_board(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(Fault(kind="error", method="sendPhoto", status=502, description="Bad Gateway"))
    await game.play_turn()
    stage.playground.faults.add_fault(Fault(kind="error", method="sendMessage", status=500))
    said = await room.say_and_read(game.on_turn.user, "/skor")
    assert game.on_turn.name in said.text
    stage.playground.faults.add_fault(Fault(kind="error", method="getUpdates", status=502))
    stage.playground.updates.wake_waiters()
    await game.play_turn()


async def test_two_people_who_tap_join_at_the_same_instant_both_sit_down_once(stage: BotStage) -> None:
    room = await stage.new_room()
    lobby = await room.say_and_read(stage.people[0], "/yeni scrabble-tr")
    answers = await asyncio.gather(
        *(room.tap_kind(person, lobby, "join") for person in (*stage.people[1:], stage.people[1]))
    )
    texts = sorted(str(answer["text"]) for answer in answers)
    seated, twice = chat_sentence("tr", "seated"), chat_sentence("tr", "refusal-already-seated")
    assert texts == sorted([seated, seated, seated, twice])
    joined = [one.by for one in await stage.load_actions(room) if isinstance(one, Join)]
    assert sorted(joined) == sorted(stage.people[1:])


async def test_of_two_moves_typed_at_the_same_instant_the_one_on_turn_counts(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    move = await game.find_move()
    other = game.players[1 - game.turn]
    name = game.on_turn.name
    await room.say(other.user, f"/oyna {move.typed}")
    await game.type_turn(move)
    said = [await room.read_next(), await room.read_next()]
    refused = next(one for one in said if one.photo_id is None)
    assert refused.text == chat_sentence("tr", "refusal-not-your-turn", name=name)
    await game.check_turn_message(next(one for one in said if one.photo_id), game.turn_lines(move))


async def test_the_same_move_typed_twice_at_once_counts_once(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    move, player = await game.find_move(), game.on_turn
    await game.type_turn(move)
    await room.say(player.user, f"/oyna {move.typed}")
    said = [await room.read_next(), await room.read_next()]
    await game.check_turn_message(next(one for one in said if one.photo_id), game.turn_lines(move))
    assert len([one for one in await stage.load_actions(room) if isinstance(one, Place)]) == 1


OWNER, FORMER = 101, 102
GROUPS = 9
TEXT = "Yarın bakım var"


@pytest.fixture
async def owned(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    settings = {"REDIS_URL": redis_url, "OWNER_IDS": f"{OWNER}, {FORMER}", "DEFAULT_LANGUAGE": "tr"}
    async with run_bot_stage(tmp_path, settings, fork_server) as made:
        yield made


async def told(stage: BotStage, count: int, after: int) -> Counter[int]:
    """How often each chat was told, once as many messages were sent or, where there are none to come, the file was."""
    journal, found, method = stage.playground.journal, Counter[int](), "sendMessage" if count else "sendDocument"
    while True:
        calls = journal.find_entries("sendMessage", after=after)
        found = Counter(int(call.parameters["chat_id"]) for call in calls if call.parameters["text"] == TEXT)
        ended = journal.find_entries("sendDocument", after=after)
        if (count and found.total() >= count) or ended:
            return found
        assert await journal.wait_for_entries(
            method, after=calls[-1].number if count and calls else after, seconds=PATIENCE
        ), stage.bot.log


async def test_a_broadcast_survives_a_kill_and_tells_nobody_twice(owned: BotStage, redis_url: str) -> None:
    groups = [(await owned.new_room((OWNER, FORMER), title=f"Masa {number}")).chat_id for number in range(GROUPS)]
    owner = owned.private_room(OWNER)
    await owner.say(OWNER, f"/duyuru {TEXT}")
    await owner.read_next(TEXT)
    question = await owner.read_next("Duyuru böyle görünecek")
    after = owned.last_call_number
    # The answer of the first group is put off for so long that the kill cuts it off.
    owned.playground.faults.add_fault(Fault(kind="delay", method="sendMessage", delay=600))
    await owner.press_data(OWNER, question, question.data_of_kind("desk"))
    await told(owned, 3, after)
    await owned.bot.kill_bot()
    owned.playground.faults.clear_faults()
    await owned.bot.start_bot()
    found = await told(owned, 0, after)
    assert max(found.values()) == 1
    async with connect(redis_url) as redis:
        missed = dict(await Broadcasts(redis).list_failed_chats())
    assert {*found, *missed} >= {*groups}
    assert set(missed.values()) == {"unknown"}


async def test_a_former_owner_has_neither_commands_nor_their_menu(owned: BotStage) -> None:
    scopes = [call.parameters["scope"] for call in (await _menus(owned, "setMyCommands", 1))]
    assert any(str(FORMER) in str(scope) for scope in scopes)
    await owned.bot.stop_bot()
    owned.bot.settings["OWNER_IDS"] = str(OWNER)
    after = owned.last_call_number
    await owned.bot.start_bot()
    taken = await owned.playground.journal.wait_for_entries("deleteMyCommands", after=after, seconds=PATIENCE)
    assert {str(FORMER) in str(call.parameters["scope"]) for call in taken} == {True}
    private = owned.private_room(FORMER)
    assert "Redis" not in (await private.say_and_read(FORMER, "/durum")).text


async def _menus(stage: BotStage, method: str, count: int) -> list[JournalEntry]:
    after = 0
    found: list[JournalEntry] = []
    while len(found) < count:
        calls = await stage.playground.journal.wait_for_entries(method, after=after, seconds=PATIENCE)
        assert calls
        found += [call for call in calls if str(FORMER) in str(call.parameters["scope"])]
        after = calls[-1].number
    return found
