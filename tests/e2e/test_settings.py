"""What a group and its people choose in the panel of settings, as a process of its own keeps it."""

from bot.playground import Fault
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.seats import Open
from tests.e2e.room import Room, Said
from tests.e2e.stage import Stage


async def opened(room: Room, person: int, panel: Said, *data: str) -> Said:
    """The panel after some presses."""
    for one in data:
        await room.press(person, panel, one)
        panel = await room.edited(panel)
    return panel


async def test_the_groups_game_outlives_a_kill_and_its_table_is_opened_once(stage: Stage) -> None:
    kiraz, limon, *_ = stage.people
    room = await stage.room()
    panel = await opened(room, kiraz, await room.ask(kiraz, "/ayarlar"), "set::game", "set::game:scrabble-en")
    panel = await opened(room, kiraz, panel, "set::terms:scrabble-en")
    page = await opened(room, kiraz, panel, panel.behind("Saat"))
    await opened(room, kiraz, page, next(one["callback_data"] for one in page.buttons if "25" in one["text"]))
    assert (await room.press(limon, panel, "set::game"))["show_alert"]
    before = stage.calls
    stage.playground.faults.add(Fault(kind="close", method="sendPhoto", chat_id=room.id, count=600))
    await room.say(limon, "/yeni")
    await stage.call("sendPhoto", status=500, after=before)
    await stage.bot.kill()
    stage.playground.faults.clear()
    await stage.bot.start()
    assert "25" in (await room.next("Scrabble")).text
    assert [type(action) for action in await stage.log_of(room)] == [Open]
    async with stage.store() as store:
        held = await store.load(Scope(room.id))
        assert held.state is not None
        table = decode_table(held.state)
        assert (table.ruleset.id, table.ruleset.in_use["clock"]) == ("scrabble-en", "25min")


async def test_people_choose_their_own_reminders_alone(stage: Stage) -> None:
    kiraz, limon, *_ = stage.people
    own = stage.private(kiraz)
    panel = await own.ask(kiraz, "/ayarlar")
    for name in ("turn", "nudge"):
        panel = await opened(own, kiraz, panel, f"set::{name}", f"set::{name}:on", "set::menu")
    async with stage.store() as store:
        assert await store.settings(kiraz) == {"turn": "on", "nudge": "on"}
        assert await store.settings(limon) == {}
