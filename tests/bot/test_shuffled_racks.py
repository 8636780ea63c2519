"""The private rack in another order: what is shown changes, what is held and how tiles are named does not."""

from typing import Final

import pytest

from bot.families.crossword.racks import face
from tests.support.chats import KIRAZ, LIMON, House, Sent
from tests.support.games import changed, game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID: Final = game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"])
HELD: Final = LAID.players[0].rack


RAISED: Final = "¹²³⁴⁵⁶⁷"
"""The numbers that tiles keep."""


def mix_of(rack: Sent) -> str:
    """What the button to shuffle carries."""
    return str(rack.data("mix"))


def shown(rack: Sent) -> list[str]:
    """The tiles to tick, as they are shown."""
    return [label.lstrip("✓").lstrip(RAISED) for label in labels(rack)]


def labels(rack: Sent) -> list[str]:
    """What stands on the buttons of the tiles."""
    return [button["text"] for button in rack.buttons if button.get("callback_data", "").startswith("swap")][
        : len(HELD)
    ]


async def test_a_tap_shows_the_same_tiles_in_another_order_in_picture_text_and_buttons(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    before = await group.stored()
    assert shown(rack) == [face(tile) for tile in HELD]
    for _ in range(3):
        text, order, photo = rack.text, shown(rack), rack.message["photo"]
        await private.press(KIRAZ, rack, mix_of(rack))
        rack = await private.changed(rack, "editMessageMedia")
        assert shown(rack) != order
        assert sorted(shown(rack)) == sorted(face(tile) for tile in HELD)
        assert rack.text != text
        assert rack.message["photo"] != photo
        assert [tile.lstrip(RAISED)[0] for tile in rack.text.splitlines()[1].split()] == shown(rack)
        assert rack.links, "the way back to the group stays"
    assert await group.stored() == before


async def test_shuffled_tiles_bear_the_numbers_by_which_they_are_exchanged(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    assert not set(RAISED) & set(rack.text + "".join(labels(rack))), "as they lie they can be counted"
    await private.press(KIRAZ, rack, mix_of(rack))
    rack = await private.changed(rack, "editMessageMedia")
    numbered = [f"{RAISED[place]}{face(tile)}" for place, tile in enumerate(HELD)]
    assert sorted(labels(rack)) == sorted(numbered)
    assert [tile[:2] for tile in rack.text.splitlines()[1].split()] == labels(rack)


async def test_a_tile_ticked_after_shuffling_is_the_one_that_its_button_shows(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    await private.press(KIRAZ, rack, mix_of(rack))
    rack = await private.changed(rack, "editMessageMedia")
    order = shown(rack)
    await private.press(KIRAZ, rack, rack.buttons[2]["callback_data"])
    rack = await private.changed(rack)
    assert shown(rack) == order
    assert rack.buttons[2]["text"].strip(RAISED + "✓") == order[2]
    await private.press(KIRAZ, rack, rack.buttons[7]["callback_data"])
    state = await group.game()
    left = [face(tile) for tile in HELD]
    left.remove(order[2])
    kept = [face(tile) for tile in state.players[0].rack]
    assert all(kept.count(tile) >= left.count(tile) for tile in left)


async def test_the_rack_can_be_shuffled_while_others_move(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(changed(LAID, turn=1))
    rack = await private.ask(KIRAZ, "/raf")
    await group.deal(changed(LAID, turn=0, number=LAID.number + 1))
    await private.press(KIRAZ, rack, mix_of(rack))
    assert (await private.changed(rack, "editMessageMedia")).text != rack.text


async def test_a_rack_of_other_tiles_is_kindly_not_shuffled(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    players = (changed(LAID.players[0], rack=HELD[1:]), *LAID.players[1:])
    await group.deal(changed(LAID, players=players))
    answer = await private.press(KIRAZ, rack, mix_of(rack))
    assert (answer["text"], answer["show_alert"]) == (private.plain("refusal-rack-changed"), True)


async def test_nobody_shuffles_anothers_rack_or_that_of_another_table(house: House) -> None:
    group, private, other = await house.group(), await house.private(KIRAZ), await house.private(LIMON)
    await group.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    forged = await other.forge(other.user(LIMON), None, mix_of(rack))
    assert forged["text"] == other.plain("refusal-rack-changed")
    await group.deal(changed(LAID, commitment="2" * 64))
    stale = await private.press(KIRAZ, rack, mix_of(rack))
    assert stale["text"] == private.plain("refusal-stale-button")


async def test_where_all_tiles_are_alike_there_is_nothing_to_shuffle(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    players = (changed(LAID.players[0], rack=("A", "A")), *LAID.players[1:])
    await group.deal(changed(LAID, players=players))
    rack = await private.ask(KIRAZ, "/raf")
    assert not [button for button in rack.buttons if button.get("callback_data", "").startswith("mix")]
