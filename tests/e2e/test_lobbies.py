"""Tables that wait for players, as a process of its own has them."""

from engine.seats import Join, Open
from tests.e2e.stage import Stage


async def test_the_last_seat_and_the_game_are_one_commit_that_outlives_a_kill(stage: Stage) -> None:
    kiraz, limon, nane, _ = stage.people
    room = await stage.room()
    card = await room.ask(kiraz, "/yeni kelimelik başlama=dolunca")
    await room.tap(limon, card, "join")
    board = await room.next()
    assert board.data("rack")
    assert room.unread() == []
    assert [type(action) for action in await stage.log_of(room)] == [Open, Join]
    await stage.bot.kill()
    await stage.bot.start()
    await room.ask(nane, "/katil")
    again = await room.ask(limon, "/tahta")
    assert again.data("rack")
    assert [type(action) for action in await stage.log_of(room)] == [Open, Join]
