"""Tables that wait for players, as a process of its own has them."""

from datetime import timedelta

from msgspec.structs import replace

from bot.store.commits import Commit, Committed
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode
from bot.texts import Texts
from engine.invitations import Invite
from engine.seats import Join, Lobby, Open
from engine.waiting import ABANDONED
from tests.e2e.stage import Stage

CLOSED = Texts().plain("tr", "lobby-abandoned", hours=ABANDONED // timedelta(hours=1))
RUNNING = Texts().plain("tr", "refusal-game-running")


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
    await room.say(nane, "/katil")
    # What was told as the bot was killed may be told again.
    while (await room.next()).text != RUNNING:
        pass
    assert [type(action) for action in await stage.log_of(room)] == [Open, Join]


async def test_a_seat_that_is_kept_outlives_a_kill_and_is_nobody_elses(stage: Stage) -> None:
    kiraz, limon, nane, _ = stage.people
    room = await stage.room()
    card = await room.ask(kiraz, "/yeni kelimelik")
    await room.say(kiraz, "/davet @nane_masada")
    shown = await room.edited(card)
    await stage.bot.kill()
    await stage.bot.start()
    for person, way in ((limon, 0), (limon, 1), (kiraz, 0)):
        button = [one for one in shown.buttons if one["callback_data"].startswith("seat:")][way]
        assert (await room.press(person, shown, button["callback_data"]))["show_alert"]
    await room.tap(nane, shown, "seat")
    # What was being told as the bot was killed may be told again.
    while "Nane" not in (await room.edited(card)).text:
        pass
    assert [type(action) for action in await stage.log_of(room)] == [Open, Invite, Join]


async def test_a_table_that_nobody_cares_for_is_closed_in_its_own_message(stage: Stage) -> None:
    kiraz, limon, *_ = stage.people
    room = await stage.room()
    card = await room.ask(kiraz, "/yeni kelimelik")
    async with stage.store() as store:
        held = await store.load(Scope(room.id))
        assert held.state is not None
        table = decode_table(held.state)
        assert isinstance(table, Lobby)
        assert table.touched is not None
        old = replace(table, touched=table.touched - ABANDONED)
        due = table.touched.timestamp()
        change = Commit(scope=Scope(room.id), expected=held.version, update_id=None, state=encode(old), deadline=due)
        assert isinstance(await store.commit(change), Committed)
    shown = await room.edited(card)
    assert shown.text == CLOSED
    assert shown.buttons == []
    assert room.unread() == []
    assert (await room.ask(limon, "/yeni kelimelik")).data("join")
