"""Tables opened, joined, left and begun in the chat, by commands and by buttons; languages; who is listened to."""

import pytest

from bot.store import keys
from engine.crossword.state import GameState
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import game, open_lobby_of, with_fields
from tests.support.languages import LANGUAGE_LIST, LANGUAGES

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


async def test_a_group_speaks_turkish_until_an_administrator_chooses_otherwise(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "language", None)
    assert (await talk.say_and_wait(LIMON, "/pas")).html == talk.text_html("refusal-no-game")
    question = await talk.say_and_wait(KIRAZ, "/dil")
    assert question.html.startswith("Hangi dilde konuşayım? / Which language should I speak? / Якою")
    assert [button["text"] for button in question.buttons] == [
        harness.texts.plain(one, "language-name") for one in LANGUAGES
    ]
    answer = await talk.press_data(KIRAZ, question, "speak::en")
    assert answer["text"] == ""
    talk.language = "en"
    assert (await talk.wait_messages())[0].html == talk.text_html("language-chosen")
    assert (await talk.say_and_wait(LIMON, "/pass")).html == talk.text_html("refusal-no-game")
    assert (await talk.say_and_wait(KIRAZ, "/language TR")).html == harness.texts.html("tr", "language-chosen")


async def test_anybody_chooses_the_language_of_the_own_private_chat(harness: BotHarness) -> None:
    talk = await harness.private_chat(LIMON)
    assert (await talk.say_and_wait(LIMON, "/dil en")).html == harness.texts.html("en", "language-chosen")
    assert (await talk.say_and_wait(LIMON, "/raf")).html == harness.texts.html("en", "no-racks")


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("/dil türkçe", "tr"),
        ("/language english", "en"),
        ("/dil İngilizce", "en"),
        ("/language Ukrainian", "uk"),
        ("/dil УКРАЇНСЬКА", "uk"),
    ],
)
async def test_a_language_is_understood_by_its_names_in_all_of_them(
    harness: BotHarness, typed: str, spoken: str
) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, typed)).html == harness.texts.html(spoken, "language-chosen")


async def test_a_refused_language_keeps_its_accents(harness: BotHarness) -> None:
    talk = await harness.new_group()
    answer = await talk.say_and_wait(KIRAZ, "/dil Fransızca")
    assert answer.html == talk.text_html("refusal-unknown-language", typed="Fransızca", languages=LANGUAGE_LIST)


@pytest.mark.parametrize(
    ("status", "message", "bot"),
    [("administrator", "greeting-group", ""), ("member", "greeting-group-member", "@harfiyen_bot")],
)
async def test_a_group_is_greeted_with_the_next_step_and_the_way_to_every_other_language(
    harness: BotHarness, status: str, message: str, bot: str
) -> None:
    talk = await harness.new_group(status=status)
    talk.watch_from_start()
    (greeting,) = await talk.wait_messages()
    switches = f"Switch to English: /language{bot} en · Українською: /language{bot} uk"
    assert greeting.html == f"{talk.text_html(message, bot='@harfiyen_bot')}\n{switches}"
    assert greeting.is_photo
    assert [button.get("callback_data") for button in greeting.buttons] == ["open:", None, "guide:"]
    assert greeting.links == ["https://t.me/harfiyen_bot?start=first"]


@pytest.mark.parametrize(("language", "game_id"), [("tr", "kelimelik"), ("en", "scrabble-en"), ("uk", "wordbox-uk")])
async def test_the_buttons_of_the_greeting_open_a_table_of_a_game_as_pictured_and_help(
    harness: BotHarness, language: str, game_id: str
) -> None:
    talk = await harness.new_group(language)
    greeting = await talk.say_and_wait(KIRAZ, "/start")
    await talk.press_data(KIRAZ, greeting, "guide:")
    (help_text,) = await talk.wait_messages()
    assert help_text.html.startswith(talk.text_html("help-brief"))
    await talk.press_data(KIRAZ, greeting, "open:")
    await talk.wait_messages()
    lobby = await talk.load_current_table()
    assert isinstance(lobby, Lobby)
    assert lobby.ruleset.id == game_id


async def test_coming_back_greets_and_promotion_does_not(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    world = harness.playground.world
    world.set_bot_status(talk.chat, "administrator")
    await talk.check_silence(KIRAZ)
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    await talk.check_silence(KIRAZ)
    assert 0 < await harness.redis.ttl(keys.greeting(talk.chat_id)) <= 24 * 60 * 60, "not twice within a day"
    await harness.redis.delete(keys.greeting(talk.chat_id))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.wait_messages())[0].html.startswith(talk.text_html("greeting-group", bot="@harfiyen_bot"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nobody_is_greeted_as_if_no_game_were_on(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    world, on = harness.playground.world, talk.text_html("back-to-game", name="\u2068Ayşe\u2069")
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"}))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.wait_messages())[0].html == on
    assert (await talk.say_and_wait(LIMON, "/start")).html == on
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "member")
    assert (await talk.wait_messages())[0].html.startswith(f"{on}\n"), "and how commands reach a member"
    world.set_bot_status(talk.chat, "administrator")
    await talk.put_table(open_lobby_of("kelimelik"))
    assert (await talk.say_and_wait(LIMON, "/start")).html == talk.text_html("back-to-table")


@pytest.mark.parametrize(
    "text",
    ["merhaba", "/bilinmeyen", "/oyna@baska_bot 8H KALEM", "/katil@baska_bot", "bence /oyna de", "👍", "/", "//oyna"],
)
async def test_what_is_not_for_the_bot_is_ignored(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.check_no_answer(KIRAZ, text)


async def test_commands_may_carry_the_bots_own_name_in_any_case(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, "/PAS@Harfiyen_Bot")).html == talk.text_html("refusal-no-game")


async def test_turkish_and_english_names_work_whatever_the_language(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    assert (await talk.say_and_wait(KIRAZ, "/degistir 1")).html == talk.text_html("refusal-no-game")
    assert (await talk.say_and_wait(KIRAZ, "/exchange 1")).html == talk.text_html("refusal-no-game")


async def test_a_reply_to_the_board_is_a_move(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    answer = await talk.say_and_wait(KIRAZ, "8f kalemlik", reply_to=board.message_id)
    assert answer.is_photo
    assert "KALEMLİ[K]" in answer.text
    state = await talk.load_current_game()
    assert (state.number, state.turn) == (1, 1)


@pytest.mark.parametrize("text", ["F 8 yatay KALEMLİK", "8 F yatay kalemlik", "f 8 kalemlik yatay"])
async def test_a_cell_may_be_written_apart(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    assert "KALEMLİ[K]" in (await talk.say_and_wait(KIRAZ, f"/oyna {text}")).text


async def test_a_reply_that_looks_like_a_move_is_refused_like_one(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert (await talk.say_and_wait(LIMON, "8f kalemler", reply_to=board.message_id)).html == talk.text_html(
        "refusal-not-your-turn", name="Ayşe"
    )


@pytest.mark.parametrize("text", ["ne güzel kelime", "A4 kağıdı alır mısın bana", "8", "H8!", "🙂 🙂"])
async def test_chatter_in_reply_to_the_board_is_ignored(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(LIMON, "/tahta")
    await talk.check_no_answer(KIRAZ, text, reply_to=board.message_id)
    assert await talk.load_current_table() == LAID


async def test_a_move_in_reply_to_a_person_is_chatter(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    said = harness.playground.world.write_as_person(LIMON, talk.chat_id, "nereye?")
    await talk.check_no_answer(KIRAZ, "8F KALEMLER", reply_to=said["message_id"])
    assert await talk.load_current_table() == LAID


async def test_every_topic_has_a_table_of_its_own(harness: BotHarness) -> None:
    talk = await harness.new_group()
    user = talk.user_json(KIRAZ)
    for topic in (7, 9):
        await talk.say_as_user(user, "/yeni kelimelik", message_thread_id=topic, is_topic_message=True)
        (card,) = await talk.wait_messages()
        assert int(card.parameters["message_thread_id"]) == topic
    await talk.say_as_user(user, "/ayril", message_thread_id=7, is_topic_message=True)
    (closed,) = await talk.wait_messages()
    assert (closed.html, int(closed.parameters["message_thread_id"])) == (talk.text_html("lobby-closed"), 7)
    assert (await talk.say_and_wait(KIRAZ, "/katil")).html == talk.text_html("refusal-no-game")
    await talk.say_as_user(user, "/katil", message_thread_id=9, is_topic_message=True)
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


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_surrender_is_asked_about_and_may_be_taken_back(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    assert question.html == talk.text_html("surrender-sure", name="\u2068Kiraz\u2069")
    assert (await talk.press_kind(KIRAZ, question, "no"))["text"] == talk.text_plain("surrender-no")
    await harness.wait_until_idle()
    await run_auto_deletes(harness)
    assert question.message_id not in talk.chat.messages
    assert await talk.load_current_table() == LAID
    stale = await talk.forge_tap(talk.user_json(KIRAZ), question, question.button_data("yes"))
    assert stale["text"] == talk.text_plain("surrender-yes")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("ended-surrender") in ended.html
    assert "Bora" in ended.text


async def test_a_pass_and_an_exchange_by_places_or_letters_name_no_tile_in_the_group(harness: BotHarness) -> None:
    for text in ("/degistir 1 3 5", "/degistir 135", "/degistir l, r, s", "/degistir ?", "/degistir ▢"):
        talk = await harness.new_group()
        table = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
        await talk.put_table(table)
        told = await talk.say_and_wait(KIRAZ, text)
        count = 1 if text[-1] in "?▢" else 3
        assert told.html.splitlines()[0] == talk.text_html("turn-exchanged", name="\u2068Ayşe\u2069", count=count)
        state = await talk.load_current_game()
        assert (state.turn, state.number, len(state.bag)) == (1, 1, len(table.bag))
