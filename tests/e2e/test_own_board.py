"""A whole game of Kelimelik from the lobby to the end, played on the own boards by taps alone."""

import pytest
from msgspec.structs import replace

from bot.playground.servers import NEWEST
from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode
from engine.crossword.state import GameState
from engine.game import deadline
from tests.e2e.ledger import sentence
from tests.e2e.room import Room, Said
from tests.e2e.stage import Stage
from tests.support.games import game

LATE = game("kelimelik", laid=["8F KALEM"], racks=["LİKA", "SS"], bag="")
"""A few moves before the end."""


def says(message: str, **facts: str | int) -> str:
    return sentence("tr", message, **facts)


async def brought_to_the_end(stage: Stage, room: Room) -> list[int]:
    """Let a game that has begun be late, as if it had been played so far; its people in the order of play."""
    scope = Scope(room.id)
    async with stage.store() as store:
        held = await store.load(scope)
        assert held.state is not None
        state = decode_table(held.state)
        assert isinstance(state, GameState)
        late = zip(state.players, LATE.players, strict=True)
        players = tuple(replace(one, rack=player.rack) for one, player in late)
        state = replace(state, players=players, cells=LATE.cells, bag=(), turn=0)
        due = deadline(state)
        change = Commit(
            scope=scope,
            expected=held.version,
            update_id=None,
            state=encode(state),
            deadline=None if due is None else due.timestamp(),
            reset_log=True,
            words=held.words,
        )
        assert isinstance(await store.commit(change), Committed)
    return [player.user for player in players]


async def stepped(room: Room, person: int, board: Said, *labels: str) -> Said:
    """Press buttons that begin so, one after the other; the board as it is then."""
    for label in labels:
        await room.press(person, board, board.behind(label))
        board = await room.edited(board)
    return board


async def test_two_people_play_a_game_to_its_end_by_taps_alone(stage: Stage) -> None:
    room = await stage.room(stage.people[:2])
    lobby = await room.ask(stage.people[0], "/yeni kelimelik")
    await room.tap(stage.people[1], lobby, "join")
    await room.tap(stage.people[0], await room.edited(lobby), "begin")
    public = await room.next()
    first, second = await brought_to_the_end(stage, room)

    own = {person: stage.private(person) for person in (first, second)}
    boards = {}
    for person, private in own.items():
        await private.ask(person, "/start")
        assert (await room.tap(person, public, "rack"))["show_alert"], "its letters, as the board is in another chat"
        boards[person] = await private.next("Kelimelik")
        await private.picture(boards[person])

    spelled = ("(K)", "(A)", "(L)", "(E)", "(M)", "L", "İ", "K", says("mine-places"), "F8", "✅")
    boards[first] = await stepped(own[first], first, boards[first], says("mine-word"), *spelled)
    assert boards[first].lines[0] == says("mine-done")
    assert "KALEMLİK" in (await room.next()).text

    passing = (says("mine-refresh"), says("mine-pass"), says("mine-pass-yes"))
    boards[second] = await stepped(own[second], second, boards[second], *passing)
    await room.next(says("turn-passed", name=stage.playground.world.people[second].name))

    guided = (says("mine-refresh"), says("mine-move"), "7", "F", "A₁", "✅")
    boards[first] = await stepped(own[first], first, boards[first], *guided)
    assert says("ended-out").splitlines()[0] in boards[first].text
    over = await room.next()
    assert "AK" in over.text
    seen = "\n".join(said.text for said in (public, over, *room.unread()))
    assert "S₂ S₂" not in seen, "no rack is told while the game is on"

    stale = await own[second].press(second, boards[second], boards[second].behind(says("mine-letters")))
    assert not stale["show_alert"], "the end is shown in its place"
    assert "AK" in (await own[second].edited(boards[second])).text


async def heard(room: Room, holding: str) -> Said:
    """The next message that everybody sees and that holds some text; a board that was tried out has none."""
    while (said := await room.next()).reader is not None or holding not in said.text:
        assert said.reader is not None or not said.text, said.text
    return said


async def tapped(room: Room, person: int, *labels: str) -> Said:
    """Press buttons of the board that a person alone sees in the group; the board as it is then."""
    for label in labels:
        board = room.own(person)
        await room.press(person, board, board.behind(label))
    return room.own(person)


@pytest.mark.parametrize("version", ["10.2", NEWEST])
async def test_where_the_server_can_the_same_is_done_in_the_group_and_seen_by_its_player_alone(
    stage: Stage, version: str
) -> None:
    stage.playground.world.server.version = version
    room = await stage.room(stage.people[:2])
    lobby = await room.ask(stage.people[0], "/yeni kelimelik")
    await room.tap(stage.people[1], lobby, "join")
    await room.tap(stage.people[0], await room.edited(lobby), "begin")
    public = await room.next()
    first, second = await brought_to_the_end(stage, room)
    for person in (first, second):
        await room.tap(person, public, "rack")
    assert "S₂ S₂" in room.own(second).text

    board = await tapped(room, first, says("mine-move"), "8", "K", "→", "L₁", "İ₁", "K₁")
    assert "KALEMLİK" in board.text
    board = await tapped(room, first, "✅")
    assert board.lines[0] == says("mine-done")
    said = [public, await heard(room, "KALEMLİK")]
    await tapped(room, second, says("mine-refresh"), says("mine-pass"), says("mine-pass-yes"))
    said.append(await heard(room, says("turn-passed", name=stage.playground.world.people[second].name)))
    assert len(room.owns(first)) == len(room.owns(second)) == 1
    assert not [one for one in room.unread() if one.reader is None], "one message an action"
    assert not any(tiles in one.text for one in said for tiles in ("S₂ S₂", "L₁ İ₁"))
