"""A whole game of Kelimelik from the lobby to the end, played on the own boards by taps alone."""

import pytest
from msgspec.structs import replace

from bot.playground.server_version import NEWEST
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode_stored
from engine.crossword.state import GameState
from engine.game import deadline
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage, Room
from tests.e2e.score_ledger import chat_sentence
from tests.support.games import game

LATE = game("kelimelik", laid=["8F KALEM"], racks=["LİKA", "SS"], bag="")


def says(message: str, **facts: str | int) -> str:
    return chat_sentence("tr", message, **facts)


async def brought_to_the_end(stage: BotStage, room: Room) -> list[int]:
    """Let a game that has begun be late, as if it had been played so far; its people in the order of play."""
    scope = Scope(room.chat_id)
    async with stage.open_store() as store:
        held = await store.load_table(scope)
        assert held.state is not None
        state = decode_table(held.state)
        assert isinstance(state, GameState)
        late = zip(state.players, LATE.players, strict=True)
        players = tuple(replace(one, rack=player.rack) for one, player in late)
        state = replace(state, players=players, cells=LATE.cells, bag=(), turn=0)
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


async def heard(room: Room, holding: str) -> ReadMessage:
    """The next message that everybody sees and that holds some text; a board that was tried out has none."""
    while (said := await room.read_next()).reader is not None or holding not in said.text:
        assert said.reader is not None or not said.text, said.text
    return said


async def tapped(room: Room, person: int, *labels: str) -> ReadMessage:
    """Press buttons of the board that a person alone sees in the group; the board as it is then."""
    for label in labels:
        board = room.newest_ephemeral(person)
        await room.press_data(person, board, board.data_of_label(label))
    return room.newest_ephemeral(person)


@pytest.mark.parametrize("version", ["10.3", NEWEST])
async def test_where_the_server_can_the_same_is_done_in_the_group_and_seen_by_its_player_alone(
    stage: BotStage, version: str
) -> None:
    stage.playground.world.server.version = version
    room = await stage.new_room(stage.people[:2])
    lobby = await room.say_and_read(stage.people[0], "/yeni kelimelik istenince")
    await room.tap_kind(stage.people[1], lobby, "join")
    await room.tap_kind(stage.people[0], await room.wait_edited(lobby), "begin")
    public = await room.read_next()
    first, second = await brought_to_the_end(stage, room)
    for person in (first, second):
        await room.tap_kind(person, public, "rack")
    assert [one["text"] for one in room.newest_ephemeral(second).buttons][:2] == ["S₂", "S₂"]

    board = await tapped(room, first, "L₁", "İ₁", "K₁", "①")
    assert "KALEMLİK" in board.text
    board = await tapped(room, first, "✅")
    assert board.lines[0] == says("own-board-done")
    said = [public, await heard(room, "KALEMLİK")]
    await tapped(room, second, says("own-board-refresh"), says("own-board-pass"), says("own-board-pass-yes"))
    said.append(await heard(room, says("turn-passed", name=stage.playground.world.people[second].name)))
    assert len(room.all_ephemerals(first)) == len(room.all_ephemerals(second)) == 1
    assert not [one for one in room.unread_messages() if one.reader is None], "one message an action"
    assert not any(tiles in one.text for one in said for tiles in ("S₂ S₂", "L₁ İ₁"))
