"""Every kind of button that there is, pressed by whom it is not for, when it is out of date, and with forged data.

A kind is a row of :data:`tests.support.presses.CASES`; one without a row fails here. So does a command that settles
something for a chat and has no row in :data:`SETTINGS`; the results of inline mode are tried as what they may say.
"""

import asyncio
from collections.abc import Iterator

import pytest

from bot.families import registry
from bot.handlers.commands import commands
from bot.handlers.desk.desk import MARK
from bot.judges import ChatWords
from bot.playground.servers import NEWEST, OLDEST
from bot.store.broadcasts import Broadcasts
from bot.typed.commands import command_name
from engine.game import Game
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, ZEYTIN, House, Json, Talk
from tests.support.patience import PATIENCE
from tests.support.presses import BOARD, CARDS, CASES, Case, Drawn, Place, Watch, another, forged, later

running = pytest.mark.asyncio(loop_scope="module")
owned = pytest.mark.parametrize("house", [{"OWNER_IDS": str(KIRAZ)}], indirect=True)

GROUP = (KIRAZ, LIMON, NANE)
SETTINGS = {
    "theme": "koyu",
    "labels": "oyun",
    "settings": "",
    "language": "en",
    "add-word": "KALEMLİK",
    "remove-word": "KALEM",
}
"""What is typed behind commands that settle something for a chat."""
SHOWN_ALONE = ("rack", "mine", "make")
"""Kinds whose answers newer servers show to one person in the group."""
QUERIES = ("", "kalem", "8F KALEM", "8F MELAK", "/pas", "/degistir KALEM")


async def drawn(house: House, kind: str) -> tuple[Case, Place, Drawn, str]:
    """A button as somebody sees it, of a group whose players sit at no other table."""
    case = CASES[kind]
    await house.forget_games(*GROUP, ZEYTIN)
    await _all_told(house)
    group, private = await house.group(people=GROUP), await house.private(KIRAZ)
    if case.table is not None:
        await group.deal(case.table)
    found = await case.draw(Place(group, private))
    if case.table is None:
        # A chat's buttons are pressed while something is played that they might spoil.
        await group.deal(BOARD)
    return case, Place(group, private), found, found.message.data(kind)


async def _all_told(house: House) -> None:
    """Wait until what is being told to all groups, for the button of another test, is told."""
    async with asyncio.timeout(PATIENCE):
        while (told := await Broadcasts(house.redis).now()) is not None and told.state == "running":
            await house.quiet()


async def kept(house: House, talk: Talk) -> object:
    """All that a press might change: the table, what is chosen for chats and people, what all chats are to be told."""
    chosen = [await house.store.settings(chat) for chat in (talk.id, KIRAZ, LIMON)]
    return await talk.stored(), chosen, await Broadcasts(house.redis).now()


def user(talk: Talk, person: int) -> Json:
    return FIFTH if person == FIFTH["id"] else talk.user(person)


async def pressed(place: Place, found: Drawn, person: int, value: str) -> Json:
    """Press with these data what this person can see of the group, however it was drawn."""
    message = found.message if found.talk is place.group else None
    return await place.group.forge_at_once(user(place.group, person), message, value)


def test_every_kind_of_button_is_pressed_here() -> None:
    missing = (registry.buttons().keys() | {MARK}) ^ CASES.keys()
    assert not missing, "tests/support/presses.py has a row for each kind of button"


@pytest.fixture
def version(house: House, request: pytest.FixtureRequest) -> Iterator[None]:
    """A server of a version, for one test."""
    former = house.playground.world.server.version
    house.serve(request.param)
    yield
    house.serve(former)


@running
@owned
@pytest.mark.usefixtures("version")
@pytest.mark.parametrize(
    ("kind", "version"),
    [*((kind, OLDEST) for kind in sorted(CASES)), *((kind, NEWEST) for kind in SHOWN_ALONE)],
    indirect=["version"],
)
async def test_a_button_does_and_tells_nothing_for_whom_it_is_not_nor_with_forged_data(house: House, kind: str) -> None:
    case, place, found, value = await drawn(house, kind)
    before, watch = await kept(house, place.group), Watch(house, case.table or BOARD)
    others = {KIRAZ, LIMON, NANE, FIFTH["id"]} - {case.player} - case.others
    for person in sorted(others - ({FIFTH["id"]} if NANE in case.others else set())):
        assert (await pressed(place, found, person, value))["text"], person
    if kind == MARK or registry.buttons()[kind].about == "table":
        stranger = await house.private(ZEYTIN)
        assert (await stranger.forge(stranger.user(ZEYTIN), None, value))["text"]
    for person in {KIRAZ, LIMON, NANE} - {case.player}:
        own = person == NANE or not case.own_right
        changed = forged(value, person, own=own)
        await asyncio.gather(*(pressed(place, found, person, other) for other in changed))
    await watch.check(pictures=False)
    assert await kept(house, place.group) == before
    if kind in registry.buttons() and registry.buttons()[kind].shows:
        watch = Watch(house, case.table or BOARD)
        for person in sorted(case.others):
            await pressed(place, found, person, value)
        await watch.check(pictures=True)
        assert await kept(house, place.group) == before


@running
@owned
@pytest.mark.parametrize("kind", sorted(CASES))
async def test_a_button_that_is_out_of_date_changes_nothing_even_for_its_player(house: House, kind: str) -> None:
    case, place, found, value = await drawn(house, kind)
    tables = [another(case.table or BOARD)]
    if case.of_turn and isinstance(case.table, Game):
        tables.append(later(case.table))
    for table in tables:
        await place.group.deal(table)
        before, watch = await place.group.stored(), Watch(house, table)
        await found.talk.forge_at_once(found.talk.user(case.player), found.message, value)
        await watch.check(pictures=True)
        assert await place.group.stored() == before


@running
@owned
@pytest.mark.parametrize("table", [BOARD, CARDS], ids=["board", "cards"])
async def test_what_is_shown_while_typing_is_for_its_asker_its_table_and_its_turn(house: House, table: Game) -> None:
    await house.forget_games(*GROUP)
    talk, elsewhere = await house.group(people=GROUP), await house.group(people=GROUP)
    await talk.deal(table)
    before, watch, world = await talk.stored(), Watch(house, table), house.playground.world
    for person in (LIMON, NANE):
        for text in QUERIES:
            for query, result in await watch.typed(talk, person, text):
                world.choose(person, talk.id, query, result)
    own = [shown for text in QUERIES for shown in await watch.typed(talk, KIRAZ, text)]
    for shown in own:
        world.choose(KIRAZ, elsewhere.id, *shown)
    await watch.check(pictures=False)
    assert await talk.stored() == before
    await talk.deal(another(table))
    before = await talk.stored()
    for shown in own:
        world.choose(KIRAZ, talk.id, *shown)
    await watch.check(pictures=False)
    assert await talk.stored() == before


def test_every_command_that_settles_something_for_a_chat_is_tried_here() -> None:
    own = {"ping", "reading"}
    assert {key for key, row in commands().items() if row.kind == "setting"} - own == SETTINGS.keys()


@running
@owned
@pytest.mark.parametrize("key", sorted(SETTINGS))
async def test_nobody_but_an_administrator_settles_anything_for_a_chat(house: House, key: str) -> None:
    talk = await house.group(people=GROUP)
    await talk.deal(BOARD)
    before, watch = await kept(house, talk), Watch(house, BOARD)
    words = await ChatWords(house.redis).read(talk.id, "tr")
    for person in (LIMON, NANE):
        refused = await talk.ask(person, f"/{command_name(key, 'tr')} {SETTINGS[key]}")
        assert refused.html == talk.html("refusal-admins-only")
    await watch.check(pictures=False)
    assert await kept(house, talk) == before
    assert await ChatWords(house.redis).read(talk.id, "tr") == words
