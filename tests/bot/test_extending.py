"""What administrators do about time: more of it for a player, a pause without a clock, and the list of their acts."""

from datetime import timedelta

import pytest

from engine import timekeeping
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Talk
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("KALEMİZ", "KALEMİZ", "KALEMİZ")
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
HOUR = 3600


def timed(clock: str, *, turn: int = 1) -> GameState:
    """Kiraz, who owns the group, plays; Limon is on turn unless it says otherwise."""
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": clock, "challenge": "void"})
    return changed(state, turn=turn)


async def board(talk: Talk) -> GameState:
    table = await talk.game()
    assert isinstance(table, GameState)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_gives_the_player_on_turn_more_time(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("2min"))
    end = timekeeping.time_out(await board(talk))
    told = await talk.ask(KIRAZ, "/extend 5")
    five = talk.plain("unit-minute", count=5)
    assert told.html == talk.html("extended", name="\u2068Kiraz\u2069", player="\u2068Bora\u2069", time=five)
    assert not told.photo
    assert end is not None
    assert timekeeping.time_out(await board(talk)) == end + timedelta(minutes=5)


@pytest.mark.parametrize(
    ("text", "seat", "seconds"),
    [
        ("/uzat 3 5dk", 2, 300),
        ("/uzat 5 dk", 1, 300),
        ("/uzat 1sa", 1, HOUR),
        ("/extend 90s", 1, 90),
        ("/uzat 5хв", 1, 300),
        ("/uzat 2g", 1, 48 * HOUR),
        ("/uzat 10dk 3", 2, 600),
    ],
)
async def test_who_and_how_long_are_read_in_every_language(house: House, text: str, seat: int, seconds: int) -> None:
    talk = await house.group()
    await talk.deal(timed("25min"))
    before = (await board(talk)).clocks.left
    await talk.ask(KIRAZ, text)
    after = (await board(talk)).clocks.left
    assert [b - a for a, b in zip(before, after, strict=True)] == [
        seconds * 1000 if one == seat else 0 for one in range(3)
    ]


async def test_a_player_is_named_by_username(house: House) -> None:
    talk = await house.group()
    await talk.deal(timed("25min"))
    name = talk.user(NANE)["username"]
    await talk.ask(KIRAZ, f"/uzat @{name} 5dk")
    assert (await board(talk)).clocks.left[2] == (25 + 5) * 60_000


REFUSED = [
    ("/uzat 5dk", LIMON, timed("25min"), "admins-only"),
    ("/uzat 5dk", ZEYTIN, timed("25min"), "admins-only"),
    ("/uzat 5dk", KIRAZ, timed("25min", turn=0), "extend-oneself"),
    ("/uzat 3 5dk", KIRAZ, timed("2min"), "extend-turn"),
    ("/uzat 9 5dk", KIRAZ, timed("25min"), "no-such-player"),
    ("/uzat @kimse 5dk", KIRAZ, timed("25min"), "no-such-player"),
    ("/uzat 5sn", KIRAZ, timed("25min"), "extend-by"),
    ("/uzat 8g", KIRAZ, timed("25min"), "extend-by"),
    ("/uzat", KIRAZ, timed("25min"), "how-long"),
    ("/uzat biraz", KIRAZ, timed("25min"), "how-long"),
    ("/uzat Bora 5dk", KIRAZ, timed("25min"), "who-is-meant"),
    ("/uzat 5dk", KIRAZ, None, "no-game"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]} {case[3]}")
async def test_what_is_refused_changes_nothing(house: House, case: tuple[str, int, GameState | None, str]) -> None:
    text, person, table, refusal = case
    talk = await house.group(people=PEOPLE)
    if table is not None:
        await talk.deal(table)
    before = await talk.stored()
    assert (await talk.ask(person, text)).html == talk.html(f"refusal-{refusal}")
    assert await talk.stored() == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_without_a_clock_stands_still_in_a_pause_and_waits_on_after_it(
    house: House, language: str
) -> None:
    talk = await house.group(language)
    await talk.deal(timed("none"))
    told = await talk.ask(KIRAZ, "/duraklat")
    assert (told.html, told.photo) == (talk.html("clocks-stopped", name="\u2068Kiraz\u2069"), False)
    assert (await talk.ask(LIMON, "/pas")).html == talk.html("refusal-paused")
    assert (await talk.ask(NANE, "/atla")).html == talk.html("refusal-paused")
    assert talk.html("clocks-paused") in (await talk.ask(NANE, "/tahta")).html
    await talk.mark()
    await house.pass_time(10 * 24 * HOUR)
    await house.quiet()
    assert (await board(talk)).clocks.misses == (0, 0, 0)
    assert (await talk.ask(KIRAZ, "/devam")).html == talk.html("clocks-run", name="\u2068Kiraz\u2069")
    state = await board(talk)
    assert (state.turn, state.clocks.paused) == (1, None)


async def test_what_was_decided_is_told_after_the_next_table_was_opened_too(house: House) -> None:
    talk = await house.group("en", people=PEOPLE)
    await talk.deal(timed("25min"))
    await talk.ask(KIRAZ, "/pause")
    await talk.ask(KIRAZ, "/resume")
    await talk.ask(KIRAZ, "/extend 5")
    await talk.cancel(KIRAZ)
    first = (await talk.ask(KIRAZ, "/log")).text.splitlines()
    assert [("paused", "resumed", "Bora", "ended")[number] in line for number, line in enumerate(first[1:])] == [
        True
    ] * 4
    await talk.ask(LIMON, "/new kelimelik")
    assert (await talk.ask(KIRAZ, "/log")).text.splitlines() == first
    await talk.ask(LIMON, "/cancel")
    assert (await talk.ask(KIRAZ, "/log")).text.splitlines() == first
    await talk.deal(timed("none"))
    for _ in range(6):
        await talk.ask(KIRAZ, "/pause")
        await talk.ask(KIRAZ, "/resume")
    assert len((await talk.ask(KIRAZ, "/log")).text.splitlines()) == 1 + 12


async def test_the_acts_of_a_chat_are_its_administrators_alone(house: House) -> None:
    talk, other = await house.group("en", people=PEOPLE), await house.group("en")
    await talk.deal(timed("25min"))
    await talk.ask(KIRAZ, "/pause")
    for person in (LIMON, ZEYTIN):
        assert (await talk.ask(person, "/log")).html == talk.html("refusal-admins-only")
    assert (await other.ask(KIRAZ, "/log")).html == other.html("acts-none")


async def test_who_rules_about_an_absent_player_is_told_and_noted(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(timed("none"))
    told = await talk.ask(KIRAZ, "/skip")
    said = talk.html("absent-skipped-ruling", ruler="\u2068Kiraz\u2069", name="\u2068Bora\u2069")
    assert told.html.startswith(said)
    assert "Kiraz" in (await talk.ask(KIRAZ, "/log")).text.splitlines()[1]
