"""Several tables of a group: how many there may be, and at how many of them a person may sit."""

import pytest

from bot.tables.codec import decode_table
from engine.lobby_seats import Lobby
from tests.support.buttons import FINISHED_GAME, same_position_elsewhere
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label
from tests.support.games import game, open_lobby_of, with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")


def lobby(number: int, seated: int = 2) -> Lobby:
    """A table that waits, unlike those of other numbers; its first people sit at all of them."""
    return open_lobby_of("scrabble-en", seated, secret=f"{number:064x}")


async def put_lobbies(talk: ChatSession, count: int, seated: int = 2) -> None:
    for number in range(1, count + 1):
        await talk.put_table(lobby(number, seated), talk.scope.at_table(number))


async def people_at(talk: ChatSession, number: int) -> list[int]:
    state = (await talk.harness.store.load_table(talk.scope.at_table(number))).state
    assert state is not None
    table = decode_table(state)
    assert isinstance(table, Lobby)
    return [seat.user for seat in table.seats]


async def test_a_further_table_is_opened_beside_a_game_until_there_are_as_many_as_allowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "tables", "2")
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    assert (await talk.say_and_wait(NANE, "/yeni scrabble-tr")).button_data("join")
    refused = await talk.say_and_wait(ZEYTIN, "/yeni wordbox-tr")
    assert refused.html == talk.text_html("refusal-too-many-tables", most=2)
    assert "/masalar" in refused.html
    # What administrators allow holds from then on.
    await harness.store.save_setting(talk.scope, "tables", "3")
    assert (await talk.say_and_wait(ZEYTIN, "/yeni wordbox-tr")).button_data("join")


async def test_of_several_lobbies_the_one_to_join_is_asked_for(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_lobbies(talk, 2)
    asked = await talk.say_and_wait(NANE, "/katil")
    assert asked.html == talk.text_html("which-table")
    assert [label[:2] for label in button_labels(asked)] == ["#1", "#2"]
    await talk.press_data(NANE, asked, data_of_label(asked, "#2"))
    await harness.wait_until_idle()
    assert (await people_at(talk, 1), await people_at(talk, 2)) == ([KIRAZ, LIMON], [KIRAZ, LIMON, NANE])


async def test_nobody_joins_more_tables_than_allowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_lobbies(talk, 3)
    await talk.put_table(lobby(4, 1), talk.scope.at_table(4))
    refusal = talk.text_plain("refusal-too-many-seats", most=3)
    card = await talk.say_and_wait(ZEYTIN, "/tahta #4")
    assert (await talk.press_kind(LIMON, card, "join"))["text"] == refusal
    assert (await talk.say_and_wait(LIMON, "/katil #4")).text == refusal
    assert await people_at(talk, 4) == [KIRAZ]
    # Who sits there already is told that, and who gets up elsewhere may sit down.
    told = (await talk.press_kind(KIRAZ, card, "join"))["text"]
    assert told == "#4 Ayşe 🔥\n" + talk.text_plain("refusal-already-seated")
    await talk.say_and_wait(LIMON, "/ayril #1")
    await talk.press_kind(LIMON, card, "join")
    assert await people_at(talk, 4) == [KIRAZ, LIMON]


async def test_nobody_opens_a_table_who_may_sit_at_no_further_one(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await harness.store.save_setting(talk.scope, "seats", "2")
    await put_lobbies(talk, 2)
    refusal = talk.text_plain("refusal-too-many-seats", most=2)
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik istenince")).text == refusal
    there = await private.forge_tap(private.user_json(LIMON), None, f"opengroup::{talk.chat_id}:kelimelik")
    assert there["text"] == private.text_plain("refusal-too-many-seats-there", most=2)
    finished = same_position_elsewhere(FINISHED_GAME)
    await talk.put_table(finished, talk.scope.at_table(3))
    over = await talk.say_and_wait(ZEYTIN, "/tahta #1")
    again = await talk.forge_tap(talk.user_json(LIMON), over, f"again:{finished.commitment[:8]}")
    assert again["text"] == refusal


async def test_nobody_takes_over_a_seat_who_may_sit_at_no_further_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "seats", "1")
    dealt = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], bag="A" * 30, options={"clock": "none"})
    people = (with_fields(player, user=user) for player, user in zip(dealt.players, (NANE, ZEYTIN, 999), strict=True))
    await talk.put_table(with_fields(dealt, players=tuple(people)))
    sought = await talk.say_and_wait(ZEYTIN, "/yerine 1")
    await talk.put_table(lobby(2, 1), talk.scope.at_table(2))
    refusal = talk.text_plain("refusal-too-many-seats", most=1)
    assert (await talk.press_kind(KIRAZ, sought, "volunteer"))["text"] == refusal
    # The same tap once more is no further seat.
    first, second = await press_twice(talk, sought, sought.button_data("volunteer"), LIMON)
    assert first == talk.text_plain("absent-ready")
    assert second != refusal
    # Who is ready to take a seat has it as good as taken.
    assert (await talk.say_and_wait(LIMON, "/katil #2")).text == refusal


async def press_twice(talk: ChatSession, message: SentMessage, data: str, person: int) -> list[str]:
    return [(await talk.forge_tap(talk.user_json(person), message, data))["text"] for _ in range(2)]


async def open_numbers(talk: ChatSession) -> list[int]:
    place = await talk.harness.store.load_place(talk.scope)
    return sorted(number for number, what in place.numbers.items() if what.is_open)


async def test_a_second_tap_on_again_opens_no_second_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni wordbox-tr")
    await talk.say_and_wait(NANE, "/yeni kelimelik istenince")
    await talk.give_command(LIMON, "join", "#2")
    await talk.give_command(NANE, "begin", "#2")
    await talk.press_kind(NANE, await talk.say_and_wait(NANE, "/teslim"), "yes")
    (over,) = await talk.wait_messages()
    data = over.button_data("again")
    # Its number rests for a day, so that the finished game is still there.
    first, second = await press_twice(talk, over, data, LIMON)
    assert (first, second) == (talk.text_plain("again-opened"), talk.text_plain("refusal-rematch-open", number=3))
    assert await open_numbers(talk) == [1, 3]
    await talk.give_command(NANE, "join", "#3")
    await talk.give_command(NANE, "begin", "#3")
    third = await talk.forge_tap(talk.user_json(KIRAZ), over, data)
    assert third["text"] == talk.text_plain("refusal-rematch-open", number=3)


async def test_a_second_tap_on_a_game_opens_no_second_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    choice = await talk.say_and_wait(KIRAZ, "/yeni")
    data = choice.button_data("choose")
    _, second = await press_twice(talk, choice, data, KIRAZ)
    assert second == talk.text_plain("refusal-lobby-open")
    await harness.wait_until_idle()
    assert await open_numbers(talk) == [1]
    # Somebody else's table is another one, and so is one that is asked for in words.
    other = await talk.say_and_wait(NANE, "/yeni")
    await talk.press_data(NANE, other, other.button_data("choose"))
    await harness.wait_until_idle()
    assert await open_numbers(talk) == [1, 2]


async def test_a_button_of_a_table_that_is_gone_names_those_that_are_open(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_lobbies(talk, 2)
    card = await talk.say_and_wait(ZEYTIN, "/tahta #1")
    stale = await talk.forge_tap(talk.user_json(ZEYTIN), card, f"join:{'0' * 8}")
    tables = "#1 Ayşe–Bora 🔥 İngilizce Scrabble\n#2 Ayşe–Bora 🔥 İngilizce Scrabble"
    assert stale == {"text": talk.text_plain("stale-tables", tables=tables), "show_alert": True, "url": ""}
    assert len(stale["text"]) <= 200
    for status in ("left", "administrator"):
        harness.playground.world.set_bot_status(talk.chat, status)
    assert (await talk.wait_messages())[0].html == talk.text_html("back-to-tables"), "a bot that returns tells it too"


async def test_what_is_asked_and_answered_names_the_table_that_it_is_about(harness: BotHarness) -> None:
    talk = await harness.new_group(table=game("kelimelik", racks=["KALEMLİ", "DEFTERA"]))
    alone = await talk.say_and_wait(KIRAZ, "/teslim")
    assert "#1" not in alone.text
    await talk.put_table(lobby(2), talk.scope.at_table(2))
    for text, name in (
        ("/teslim", "#1 Ayşe–Bora 🎯"),
        ("/iptal #1", "#1 Ayşe–Bora 🎯"),
        ("/ayril #2", "#2 Ayşe–Bora 🔥"),
        ("/iptal #2", "#2 Bora 🔥"),
    ):
        answer = await talk.say_and_wait(KIRAZ, text)
        assert answer.text.startswith(f"\u2068{name}\u2069\n"), (text, answer.text)
