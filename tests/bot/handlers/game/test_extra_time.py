"""What administrators do about time: more of it for a player, a pause without a clock, and the list of their acts."""

from datetime import timedelta

import pytest

from engine import timekeeping
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("KALEMİZ", "KALEMİZ", "KALEMİZ")
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
HOUR = 3600


def timed_game(clock: str, *, turn: int = 1) -> GameState:
    """Kiraz, who owns the group, plays; Limon is on turn unless it says otherwise."""
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": clock, "challenge": "void"})
    return with_fields(state, turn=turn)


async def stored_game(talk: ChatSession) -> GameState:
    table = await talk.load_current_game()
    assert isinstance(table, GameState)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_gives_the_player_on_turn_more_time(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(timed_game("2min"))
    end = timekeeping.turn_deadline(await stored_game(talk))
    told = await talk.say_and_wait(KIRAZ, "/extend 5")
    five = talk.text_plain("unit-minute", count=5)
    assert told.html == talk.text_html("extended", name="\u2068Kiraz\u2069", player="\u2068Bora\u2069", time=five)
    assert not told.is_photo
    assert end is not None
    assert timekeeping.turn_deadline(await stored_game(talk)) == end + timedelta(minutes=5)


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
async def test_who_and_how_long_are_read_in_every_language(
    harness: BotHarness, text: str, seat: int, seconds: int
) -> None:
    talk = await harness.new_group()
    await talk.put_table(timed_game("25min"))
    before = (await stored_game(talk)).clocks.left
    await talk.say_and_wait(KIRAZ, text)
    after = (await stored_game(talk)).clocks.left
    assert [b - a for a, b in zip(before, after, strict=True)] == [
        seconds * 1000 if one == seat else 0 for one in range(3)
    ]


async def test_a_player_is_named_by_username(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(timed_game("25min"))
    name = talk.user_json(NANE)["username"]
    await talk.say_and_wait(KIRAZ, f"/uzat @{name} 5dk")
    assert (await stored_game(talk)).clocks.left[2] == (25 + 5) * 60_000


REFUSED = [
    ("/uzat 5dk", LIMON, timed_game("25min"), "admins-only"),
    ("/uzat 5dk", ZEYTIN, timed_game("25min"), "admins-only"),
    ("/uzat 5dk", KIRAZ, timed_game("25min", turn=0), "extend-oneself"),
    ("/uzat 3 5dk", KIRAZ, timed_game("2min"), "extend-turn"),
    ("/uzat 9 5dk", KIRAZ, timed_game("25min"), "no-such-player"),
    ("/uzat @kimse 5dk", KIRAZ, timed_game("25min"), "no-such-player"),
    ("/uzat 5sn", KIRAZ, timed_game("25min"), "extend-by"),
    ("/uzat 8g", KIRAZ, timed_game("25min"), "extend-by"),
    ("/uzat", KIRAZ, timed_game("25min"), "how-long"),
    ("/uzat biraz", KIRAZ, timed_game("25min"), "how-long"),
    ("/uzat Bora 5dk", KIRAZ, timed_game("25min"), "who-is-meant"),
    ("/uzat 5dk", KIRAZ, None, "no-game"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]} {case[3]}")
async def test_what_is_refused_changes_nothing(
    harness: BotHarness, case: tuple[str, int, GameState | None, str]
) -> None:
    text, person, table, refusal = case
    talk = await harness.new_group(people=PEOPLE)
    if table is not None:
        await talk.put_table(table)
    before = await talk.stored_state()
    assert (await talk.say_and_wait(person, text)).html == talk.text_html(f"refusal-{refusal}")
    assert await talk.stored_state() == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_without_a_clock_stands_still_in_a_pause_and_waits_on_after_it(
    harness: BotHarness, language: str
) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(timed_game("none"))
    told = await talk.say_and_wait(KIRAZ, "/duraklat")
    assert (told.html, told.is_photo) == (talk.text_html("clocks-stopped", name="\u2068Kiraz\u2069"), False)
    assert (await talk.say_and_wait(LIMON, "/pas")).html == talk.text_html("refusal-paused")
    assert (await talk.say_and_wait(NANE, "/atla")).html == talk.text_html("refusal-paused")
    assert talk.text_html("clocks-paused") in (await talk.say_and_wait(NANE, "/tahta")).html
    await talk.start_watching()
    await harness.advance_time(10 * 24 * HOUR)
    await harness.wait_until_idle()
    assert (await stored_game(talk)).clocks.misses == (0, 0, 0)
    assert (await talk.say_and_wait(KIRAZ, "/devam")).html == talk.text_html("clocks-run", name="\u2068Kiraz\u2069")
    state = await stored_game(talk)
    assert (state.turn, state.clocks.paused) == (1, None)


async def test_what_was_decided_is_told_after_the_next_table_was_opened_too(harness: BotHarness) -> None:
    talk = await harness.new_group("en", people=PEOPLE)
    await talk.put_table(timed_game("25min"))
    await talk.say_and_wait(KIRAZ, "/pause")
    await talk.say_and_wait(KIRAZ, "/resume")
    await talk.say_and_wait(KIRAZ, "/extend 5")
    await talk.cancel_game(KIRAZ)
    first = (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines()
    assert [("paused", "resumed", "Bora", "ended")[number] in line for number, line in enumerate(first[1:])] == [
        True
    ] * 4
    await talk.say_and_wait(LIMON, "/new kelimelik")
    assert (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines() == first
    await talk.say_and_wait(LIMON, "/cancel")
    assert (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines() == first
    await talk.put_table(timed_game("none"))
    for _ in range(6):
        await talk.say_and_wait(KIRAZ, "/pause")
        await talk.say_and_wait(KIRAZ, "/resume")
    assert len((await talk.say_and_wait(KIRAZ, "/log")).text.splitlines()) == 1 + 12


async def test_the_acts_of_a_chat_are_its_administrators_alone(harness: BotHarness) -> None:
    talk, other = await harness.new_group("en", people=PEOPLE), await harness.new_group("en")
    await talk.put_table(timed_game("25min"))
    await talk.say_and_wait(KIRAZ, "/pause")
    for person in (LIMON, ZEYTIN):
        assert (await talk.say_and_wait(person, "/log")).html == talk.text_html("refusal-admins-only")
    assert (await other.say_and_wait(KIRAZ, "/log")).html == other.text_html("acts-none")


async def test_who_rules_about_an_absent_player_is_told_and_noted(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(timed_game("none"))
    told = await talk.say_and_wait(KIRAZ, "/skip")
    said = talk.text_html("absent-skipped-ruling", ruler="\u2068Kiraz\u2069", name="\u2068Bora\u2069")
    assert told.html.startswith(said)
    assert "Kiraz" in (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines()[1]
