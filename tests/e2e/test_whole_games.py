"""Whole games over HTTP, from the first command to the final score."""

import pytest
from msgspec.structs import replace

from bot.playground.server_version import NEWEST
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode_stored
from engine.crossword.state import GameState
from engine.game import deadline
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage, Room, chat_sentence
from tests.e2e.crossword_game import CrosswordGame, check_proof, check_secrecy
from tests.support.games import game


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("ruleset", "language", "people", "surrendering"),
    [
        ("kelimelik", "tr", 2, 0),
        ("wordbox-tr", "tr", 4, 1),
    ],
)
async def test_a_game_is_played_to_its_final_score_and_proven(
    stage: BotStage, ruleset: str, language: str, people: int, surrendering: int
) -> None:
    seated = stage.people[:people]
    room = await stage.new_room(seated)
    await room.say_and_read(seated[0], f"/language {language}")
    played = await CrosswordGame.open_and_begin(room, seated, ruleset, language)
    for _ in range(6):
        await played.play_turn()
    for player in played.players[people - surrendering :]:
        await played.surrender_seat(player)
    await played.play_to_end()
    check_secrecy(stage, played)
    await check_proof(stage, played)
    after = await room.say_and_read(played.players[0].user, played.command_text("pass"))
    assert after.text == chat_sentence(language, "refusal-game-over")


LATE = game("kelimelik", laid=["8F KALEM"], racks=["LİKA", "SS"], bag="")


async def bring_to_the_end(stage: BotStage, room: Room) -> list[int]:
    """Let a game that has begun be late, as if it had been played so far; its people in the order of play."""
    scope = Scope(room.chat_id)
    async with stage.open_store() as store:
        held = await store.load_table(scope)
        assert held.state is not None
        state = decode_table(held.state)
        assert isinstance(state, GameState)
        late = zip(state.players, LATE.players, strict=True)
        players = tuple(replace(one, rack=player.rack) for one, player in late)
        state = replace(state, players=players, cells=LATE.cells, bag=(), bonus=LATE.bonus, turn=0)
        due = deadline(state)
        change = Commit(
            scope=scope,
            expected_version=held.version,
            update_id=None,
            state=encode_stored(state),
            deadline=None if due is None else due.timestamp(),
            reset_log=True,
            custom_words=held.custom_words,
        )
        assert isinstance(await store.commit(change), Committed)
    return [player.user for player in players]


async def read_public(room: Room, holding: str) -> ReadMessage:
    while (said := await room.read_next()).reader is not None or holding not in said.text:
        assert said.reader is not None or not said.text, said.text
    return said


async def tap_own_board(room: Room, person: int, *labels: str) -> ReadMessage:
    for label in labels:
        board = room.newest_ephemeral(person)
        await room.press_data(person, board, board.data_of_label(label))
    return room.newest_ephemeral(person)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("version", ["10.3", NEWEST])
async def test_taps_on_own_boards_in_the_group_play_and_nobody_else_sees_them(stage: BotStage, version: str) -> None:
    stage.playground.world.server.version = version
    room = await stage.new_room(stage.people[:2])
    lobby = await room.say_and_read(stage.people[0], "/yeni kelimelik istenince")
    await room.tap_kind(stage.people[1], lobby, "join")
    await room.tap_kind(stage.people[0], await room.wait_edited(lobby), "begin")
    public = await room.read_next()
    first, second = await bring_to_the_end(stage, room)
    for person in (first, second):
        await room.tap_kind(person, public, "rack")
    assert [one["text"] for one in room.newest_ephemeral(second).buttons][:2] == ["S₂", "S₂"]
    assert "KALEMLİK" in (await tap_own_board(room, first, "L₁", "İ₁", "K₁", "①")).text
    board = await tap_own_board(room, first, "✅")
    assert board.lines[0] == chat_sentence("tr", "own-board-done")
    said = [public, await read_public(room, "KALEMLİK")]
    keys = ("own-board-refresh", "own-board-pass", "own-board-pass-yes")
    await tap_own_board(room, second, *(chat_sentence("tr", key) for key in keys))
    name = stage.playground.world.people[second].name
    said.append(await read_public(room, chat_sentence("tr", "turn-passed", name=name)))
    assert len(room.all_ephemerals(first)) == len(room.all_ephemerals(second)) == 1
    assert not [one for one in room.unread_messages() if one.reader is None], "one message an action"
    assert not any(tiles in one.text for one in said for tiles in ("S₂ S₂", "L₁ İ₁"))
