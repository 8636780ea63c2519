"""Telegram's limits, repeats, and people who act at the same instant."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Fault
from bot.store.broadcasts import Broadcasts
from bot.store.client import connect
from engine.crossword.actions import Place
from engine.lobby_seats import Join
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import chat_sentence
from tests.e2e.crossword_game import CrosswordGame, Turn
from tests.support.bot_process import ForkServer
from tests.support.waiting import PATIENCE


async def test_a_limited_group_is_told_together_what_it_missed_and_holds_up_no_other(stage: BotStage) -> None:
    room, other = [await stage.new_room(people) for people in (stage.people[:2], stage.people[2:])]
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendMessage", chat_id=room.chat_id, retry_after=1)
    )
    said = await room.say_and_read(stage.people[0], "/skor")
    assert said.text == chat_sentence("tr", "refusal-no-game"), "later, and not never"

    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=room.chat_id, retry_after=1)
    )
    # The first is a move: a pass would be told at once, as only pictures are refused.
    turns: list[Turn] = [await game.find_move()]
    before = stage.last_call_number
    await game.type_turn(turns[0])
    while len(turns) < 4:
        turns.append(await game.find_turn())
        await game.type_turn(turns[-1])
    await stage.wait_call("sendPhoto", status=429, after=before)
    await game.read_turns(*turns)
    await game.play_turn("pass")
    photos = [call for call in stage.playground.journal.find_entries("sendPhoto", after=before) if call.status == 200]
    assert len(photos) == 1, "four moves together"

    stage.playground.faults.add_fault(Fault(kind="error", method="sendPhoto", status=502, description="Bad Gateway"))
    await game.play_turn()
    stage.playground.faults.add_fault(Fault(kind="error", method="sendMessage", status=500))
    assert game.on_turn.name in (await room.say_and_read(game.on_turn.user, "/skor")).text
    stage.playground.faults.add_fault(Fault(kind="error", method="getUpdates", status=502))
    stage.playground.updates.wake_waiters()
    await game.play_turn()

    free = await CrosswordGame.open_and_begin(other, stage.people[2:])
    # Refused again and again, however long the other group takes.
    stage.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=room.chat_id, retry_after=1, count=1000)
    )
    move, before = await game.find_move(), stage.last_call_number
    await game.type_turn(move)
    await stage.wait_call("sendPhoto", status=429, after=before)
    assert len(await game.look_at_rack()) == 7
    for _ in range(2):
        await free.play_turn()
    assert not room.unread_messages()
    stage.playground.faults.clear_faults()
    await game.read_turns(move)


async def test_of_what_is_done_at_the_same_instant_each_counts_once(stage: BotStage) -> None:
    room = await stage.new_room()
    lobby = await room.say_and_read(stage.people[0], "/yeni scrabble-tr")
    answers = await asyncio.gather(
        *(room.tap_kind(person, lobby, "join") for person in (*stage.people[1:], stage.people[1]))
    )
    seated, twice = chat_sentence("tr", "seated"), chat_sentence("tr", "refusal-already-seated")
    assert sorted(str(answer["text"]) for answer in answers) == sorted([seated, seated, seated, twice])
    joined = [one.by for one in await stage.load_actions(room) if isinstance(one, Join)]
    assert sorted(joined) == sorted(stage.people[1:])

    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    move, player, other = await game.find_move(), game.on_turn, game.players[1 - game.turn]
    for person in (other, player, player):
        await room.say(person.user, f"/oyna {move.typed}")
    game.record_turn(move)
    said = [await room.read_next() for _ in range(3)]
    assert [one.photo_id is None for one in said].count(False) == 1
    refused = {one.text for one in said if one.photo_id is None}
    assert chat_sentence("tr", "refusal-not-your-turn", name=player.name) in refused
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


async def test_a_broadcast_survives_a_kill_and_a_former_owner_has_no_commands(owned: BotStage, redis_url: str) -> None:
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
    owned.bot.settings["OWNER_IDS"] = str(OWNER)
    restarted = owned.last_call_number
    await owned.bot.start_bot()
    found = await told(owned, 0, after)
    assert max(found.values()) == 1
    async with connect(redis_url) as redis:
        missed = dict(await Broadcasts(redis).list_failed_chats())
    assert {*found, *missed} >= {*groups}
    assert set(missed.values()) == {"unknown"}

    menus = owned.playground.journal.find_entries("setMyCommands")
    assert any(str(FORMER) in str(call.parameters["scope"]) for call in menus), "there was one"
    taken = await owned.playground.journal.wait_for_entries("deleteMyCommands", after=restarted, seconds=PATIENCE)
    assert {str(FORMER) in str(call.parameters["scope"]) for call in taken} == {True}
    assert "Redis" not in (await owned.private_room(FORMER).say_and_read(FORMER, "/durum")).text
