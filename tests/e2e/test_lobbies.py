"""Tables that wait for players, as a process of its own has them."""

from datetime import timedelta

from msgspec.structs import replace

from bot.store.commits import Commit, Committed
from bot.store.scope import Scope
from bot.tables.codec import decode_table, encode_stored
from bot.texts import Texts
from engine.invitations import Invite
from engine.lobby_lifecycle import ABANDONED_AFTER
from engine.lobby_seats import Join, Lobby, Open
from tests.e2e.bot_stage import BotStage

CLOSED = Texts().plain("tr", "lobby-abandoned", hours=ABANDONED_AFTER // timedelta(hours=1))
RUNNING = Texts().plain("tr", "refusal-game-begun")


async def test_the_last_seat_and_the_game_are_one_commit_that_outlives_a_kill(stage: BotStage) -> None:
    kiraz, limon, nane, _ = stage.people
    room = await stage.new_room()
    card = await room.say_and_read(kiraz, "/yeni kelimelik başlama=dolunca")
    await room.tap_kind(limon, card, "join")
    board = await room.read_next()
    assert board.data_of_kind("rack")
    assert room.unread_messages() == []
    assert [type(action) for action in await stage.load_actions(room)] == [Open, Join]
    await stage.bot.kill_bot()
    await stage.bot.start_bot()
    await room.say(nane, "/katil")
    # What was told as the bot was killed may be told again.
    while (await room.read_next()).text != RUNNING:
        pass
    assert [type(action) for action in await stage.load_actions(room)] == [Open, Join]


async def test_a_seat_that_is_kept_outlives_a_kill_and_is_nobody_elses(stage: BotStage) -> None:
    kiraz, limon, nane, _ = stage.people
    room = await stage.new_room()
    card = await room.say_and_read(kiraz, "/yeni kelimelik")
    await room.say(kiraz, "/davet @nane_masada")
    shown = await room.wait_edited(card)
    await stage.bot.kill_bot()
    await stage.bot.start_bot()
    for person, way in ((limon, 0), (limon, 1), (kiraz, 0)):
        button = [one for one in shown.buttons if one["callback_data"].startswith("seat:")][way]
        assert (await room.press_data(person, shown, button["callback_data"]))["show_alert"]
    await room.tap_kind(nane, shown, "seat")
    # What was being told as the bot was killed may be told again.
    while "Nane" not in (await room.wait_edited(card)).text:
        pass
    assert [type(action) for action in await stage.load_actions(room)] == [Open, Invite, Join]


async def test_a_table_that_nobody_cares_for_is_closed_in_its_own_message(stage: BotStage) -> None:
    kiraz, limon, *_ = stage.people
    room = await stage.new_room()
    card = await room.say_and_read(kiraz, "/yeni kelimelik")
    async with stage.open_store() as store:
        held = await store.load_table(Scope(room.chat_id))
        assert held.state is not None
        table = decode_table(held.state)
        assert isinstance(table, Lobby)
        assert table.touched is not None
        old = replace(table, touched=table.touched - ABANDONED_AFTER)
        due = table.touched.timestamp()
        change = Commit(
            scope=Scope(room.chat_id),
            expected_version=held.version,
            update_id=None,
            state=encode_stored(old),
            deadline=due,
        )
        assert isinstance(await store.commit(change), Committed)
    shown = await room.wait_edited(card)
    assert shown.text == CLOSED
    assert shown.buttons == []
    assert room.unread_messages() == []
    assert (await room.say_and_read(limon, "/yeni kelimelik")).data_of_kind("join")
