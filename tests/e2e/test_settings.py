"""What a group and its people choose in the panel of settings, as a process of its own keeps it."""

from bot.playground import Fault
from bot.store.scope import Scope
from bot.tables.codec import decode_table
from engine.lobby_seats import Open
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage, Room


async def opened(room: Room, person: int, panel: ReadMessage, *data: str) -> ReadMessage:
    """The panel after some presses."""
    for one in data:
        await room.press_data(person, panel, one)
        panel = await room.wait_edited(panel)
    return panel


async def test_the_groups_game_outlives_a_kill_and_its_table_is_opened_once(stage: BotStage) -> None:
    kiraz, limon, *_ = stage.people
    room = await stage.new_room()
    panel = await opened(room, kiraz, await room.say_and_read(kiraz, "/ayarlar"), "set::game", "set::game:scrabble-en")
    panel = await opened(room, kiraz, panel, "set::terms:scrabble-en")
    page = await opened(room, kiraz, panel, panel.data_of_label("Saat"))
    await opened(room, kiraz, page, next(one["callback_data"] for one in page.buttons if "25" in one["text"]))
    assert (await room.press_data(limon, panel, "set::game"))["show_alert"]
    before = stage.last_call_number
    stage.playground.faults.add_fault(Fault(kind="close", method="sendPhoto", chat_id=room.chat_id, count=600))
    await room.say(limon, "/yeni")
    await stage.wait_call("sendPhoto", status=500, after=before)
    await stage.bot.kill_bot()
    stage.playground.faults.clear_faults()
    await stage.bot.start_bot()
    assert "25" in (await room.read_next("Scrabble")).text
    assert [type(action) for action in await stage.load_actions(room)] == [Open]
    async with stage.open_store() as store:
        held = await store.load_table(Scope(room.chat_id))
        assert held.state is not None
        table = decode_table(held.state)
        assert (table.ruleset.id, table.ruleset.options_in_use["clock"]) == ("scrabble-en", "25min")


async def test_people_choose_their_own_reminders_alone(stage: BotStage) -> None:
    kiraz, limon, *_ = stage.people
    own = stage.private_room(kiraz)
    panel = await own.say_and_read(kiraz, "/ayarlar")
    for name in ("turn", "nudge"):
        panel = await opened(own, kiraz, panel, f"set::{name}", f"set::{name}:on", "set::menu")
    async with stage.open_store() as store:
        assert await store.load_settings(kiraz) == {"turn": "on", "nudge": "on"}
        assert await store.load_settings(limon) == {}
