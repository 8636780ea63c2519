"""Tables opened, joined, left and begun in the chat, by commands and by buttons; each topic has one of its own."""

import pytest

from engine.crossword.state import GameState
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.games import game, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_a_table_for_four_is_opened_filled_and_begun_by_commands(harness: BotHarness) -> None:
    talk = await harness.new_group()
    opened = await talk.say_and_wait(KIRAZ, "/yeni scrabble")
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert talk.text_html("seal-line", seal=table.commitment[:30]) in opened.html
    assert table.commitment[:31] not in opened.text, "the rest is behind the button"
    assert table.commitment in (await talk.press_kind(LIMON, opened, "seal"))["text"]
    assert (table.ruleset.id, table.ruleset.tiles) == ("scrabble-tr", 100)
    assert [button["text"] for button in opened.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("join", "leave", "begin", "seal", "alter", "computer")
    ]
    for person in (LIMON, NANE, ZEYTIN):
        said = await talk.say_and_wait(person, "/katil")
        assert said.html == talk.text_html("seat-taken", name=f"\u2068{talk.user_json(person)['first_name']}\u2069")
    card = await talk.wait_edited(opened, "editMessageMedia", newest=True)
    buttons = [talk.text_plain(f"button-{name}") for name in ("leave", "begin", "seal", "alter", "bell")]
    assert [button["text"] for button in card.buttons] == buttons
    begun = await talk.say_and_wait(ZEYTIN, "/baslat")
    state = await talk.load_current_game()
    assert begun.is_photo
    assert talk.text_html("seal-line", seal=table.commitment[:30]) in begun.html
    assert table.commitment[:31] not in begun.text
    assert table.commitment in (await talk.press_kind(NANE, begun, "seal"))["text"]
    assert {player.user for player in state.players} == {KIRAZ, LIMON, NANE, ZEYTIN}
    assert talk.text_plain("turn-next", name=f"\u2068{state.players[0].name}\u2069") in begun.text
    assert [button["text"] for button in begun.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("rack", "board", "seal")
    ]


async def test_a_table_is_opened_filled_and_begun_by_buttons(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    choice = await talk.say_and_wait(KIRAZ, "/new")
    titles = [ruleset.title["en"] for _, ruleset in sorted(shipped_rulesets().items()) if ruleset.language == "en"]
    others = [talk.text_plain("button-options"), talk.text_plain("button-more-languages")]
    assert [button["text"] for button in choice.buttons] == [*titles, *others]
    choice = await talk.say_and_wait(KIRAZ, "/new list")
    kelimelik = next(one for one in choice.buttons if one["text"] == "Kelimelik")["callback_data"]
    assert await talk.press_data(KIRAZ, choice, kelimelik) == {"text": "", "show_alert": False, "url": ""}
    (card,) = await talk.wait_messages()
    assert "Kelimelik" in card.text
    assert (await talk.press_kind(LIMON, card, "join"))["text"] == talk.text_plain("seated")
    assert (await talk.press_kind(LIMON, card, "leave"))["text"] == talk.text_plain("got-up")
    await talk.press_kind(LIMON, card, "join")
    card = await talk.wait_edited(card, "editMessageMedia")
    full = [talk.text_plain(f"button-{name}") for name in ("leave", "begin", "seal", "alter", "bell")]
    assert [button["text"] for button in card.buttons] == full, "a full table has nothing to join"
    assert [button["text"] for button in (await talk.say_and_wait(NANE, "/board")).buttons] == full
    assert (await talk.press_kind(LIMON, card, "begin"))["text"] == talk.text_plain("begun")
    (board,) = await talk.wait_messages()
    assert board.is_photo
    assert isinstance(await talk.load_current_table(), GameState)


@pytest.mark.parametrize(
    ("text", "ruleset", "tiles"),
    [
        ("kelimelik", "kelimelik", 100),
        ("KELİMELİK", "kelimelik", 100),
        ("Kelimelik", "kelimelik", 100),
        ("scrabble-tr 91", "scrabble-tr", 91),
        ("türkçe s3-table", "scrabble-tr", 91),
        ("TU\u0308RKC\u0327E", "scrabble-tr", 100),
        ("İngilizce", "scrabble-en", 100),
        ("english", "scrabble-en", 100),
    ],
)
async def test_games_have_the_names_that_people_call_them(
    harness: BotHarness, text: str, ruleset: str, tiles: int
) -> None:
    talk = await harness.new_group()
    card = await talk.say_and_wait(KIRAZ, f"/yeni {text}")
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert (table.ruleset.id, table.ruleset.tiles) == (ruleset, tiles)
    assert f"{tiles} taş" in card.text


async def test_a_host_who_leaves_hands_the_table_over(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(ZEYTIN, KIRAZ, LIMON))
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.say_and_wait(LIMON, "/katil")
    card = await talk.say_and_wait(KIRAZ, "/ayril")
    assert card.html.startswith(talk.text_html("seat-left", name="\u2068Kiraz\u2069"))
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert table.host == LIMON
    assert (await talk.say_and_wait(KIRAZ, "/iptal")).html == talk.text_html("refusal-not-allowed-to-cancel")
    assert (await talk.say_and_wait(LIMON, "/iptal")).html == talk.text_html("lobby-closed")
    assert (await talk.stored_state())[1] is None


async def test_the_last_one_to_leave_closes_the_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(LIMON, "/yeni kelimelik")
    assert (await talk.say_and_wait(LIMON, "/ayril")).html == talk.text_html("lobby-closed")
    assert (await talk.say_and_wait(LIMON, "/katil")).html == talk.text_html("refusal-no-game")
    assert "Kelimelik" in (await talk.say_and_wait(LIMON, "/yeni kelimelik")).text


async def test_an_administrator_may_cancel_a_game(harness: BotHarness) -> None:
    """Kiraz owns the group; Limon opened the table."""
    talk = await harness.new_group()
    table = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
    await talk.put_table(with_fields(table, host=LIMON))
    ended = await talk.cancel_game(KIRAZ)
    assert ended.is_photo
    assert talk.text_html("ended-cancelled") in ended.html
    outcome = (await talk.load_current_game()).outcome
    assert outcome is not None
    assert outcome.reason == "cancelled"


async def test_after_the_end_a_new_table_may_be_opened(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    await talk.cancel_game(KIRAZ)
    await talk.say_and_wait(LIMON, "/yeni kelimelik")
    assert isinstance(await talk.load_current_table(), Lobby)


async def test_every_topic_has_a_table_of_its_own(harness: BotHarness) -> None:
    talk, world = await harness.new_group(), harness.playground.world
    world.set_forum(talk.chat, on=True)
    first, second = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Bir", "İki"))
    user = talk.user_json(KIRAZ)
    for topic in (first, second):
        await talk.say_as_user(user, "/yeni kelimelik", message_thread_id=topic, is_topic_message=True)
        (card,) = await talk.wait_messages()
        assert int(card.parameters["message_thread_id"]) == topic
    await talk.say_as_user(user, "/ayril", message_thread_id=first, is_topic_message=True)
    (closed,) = await talk.wait_messages()
    assert (closed.html, int(closed.parameters["message_thread_id"])) == (talk.text_html("lobby-closed"), first)
    assert (await talk.say_and_wait(KIRAZ, "/katil")).html == talk.text_html("refusal-no-game")
    await talk.say_as_user(user, "/katil", message_thread_id=second, is_topic_message=True)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-already-seated")


async def test_an_update_that_comes_twice_is_applied_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    update = await talk.say_as_user(talk.user_json(KIRAZ), "/pas")
    await talk.wait_messages()
    harness.playground.updates.push_raw_update(update)
    await talk.check_silence(LIMON)
    assert (await talk.load_current_game()).number == 1


@pytest.mark.parametrize("text", ["/yeni kelimelik", "/iptal"])
async def test_a_repeated_update_is_not_refused_for_what_it_did_itself(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    if text == "/iptal":
        await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    update = await talk.say_as_user(talk.user_json(KIRAZ), text)
    await talk.wait_messages()
    before = await talk.stored_state()
    harness.playground.updates.push_raw_update(update)
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before
