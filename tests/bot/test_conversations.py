"""Tables opened, joined, left and begun in the chat, by commands and by buttons; languages; who is listened to."""

import pytest

from engine.crossword.state import GameState
from engine.rulesets import rulesets
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House
from tests.support.fades import sweep
from tests.support.games import changed, game, lobby
from tests.support.languages import LANGUAGES, LISTED

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_a_table_for_four_is_opened_filled_and_begun_by_commands(house: House) -> None:
    talk = await house.group()
    opened = await talk.ask(KIRAZ, "/yeni scrabble")
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert talk.html("seal-line", seal=table.commitment[:30]) in opened.html
    assert table.commitment[:31] not in opened.text, "the rest is behind the button"
    assert table.commitment in (await talk.tap(LIMON, opened, "seal"))["text"]
    assert (table.ruleset.id, table.ruleset.tiles) == ("scrabble-tr", 100)
    assert [button["text"] for button in opened.buttons] == [
        talk.plain(f"button-{name}") for name in ("join", "leave", "begin", "seal", "alter", "computer")
    ]
    for person in (LIMON, NANE, ZEYTIN):
        said = await talk.ask(person, "/katil")
        assert said.html == talk.html("seat-taken", name=f"\u2068{talk.user(person)['first_name']}\u2069")
    card = await talk.changed(opened, "editMessageMedia", newest=True)
    buttons = [talk.plain(f"button-{name}") for name in ("leave", "begin", "seal", "alter", "bell")]
    assert [button["text"] for button in card.buttons] == buttons
    begun = await talk.ask(ZEYTIN, "/baslat")
    state = await talk.game()
    assert begun.photo
    assert talk.html("seal-line", seal=table.commitment[:30]) in begun.html
    assert table.commitment[:31] not in begun.text
    assert table.commitment in (await talk.tap(NANE, begun, "seal"))["text"]
    assert {player.user for player in state.players} == {KIRAZ, LIMON, NANE, ZEYTIN}
    assert talk.plain("turn-next", name=f"\u2068{state.players[0].name}\u2069") in begun.text
    assert [button["text"] for button in begun.buttons] == [
        talk.plain(f"button-{name}") for name in ("rack", "board", "seal")
    ]


async def test_a_table_is_opened_filled_and_begun_by_buttons(house: House) -> None:
    talk = await house.group("en")
    choice = await talk.ask(KIRAZ, "/new")
    titles = [ruleset.title["en"] for _, ruleset in sorted(rulesets().items()) if ruleset.language == "en"]
    others = [talk.plain("button-options"), talk.plain("button-more-languages")]
    assert [button["text"] for button in choice.buttons] == [*titles, *others]
    choice = await talk.ask(KIRAZ, "/new list")
    kelimelik = next(one for one in choice.buttons if one["text"] == "Kelimelik")["callback_data"]
    assert await talk.press(KIRAZ, choice, kelimelik) == {"text": "", "show_alert": False, "url": ""}
    (card,) = await talk.sent()
    assert "Kelimelik" in card.text
    assert (await talk.tap(LIMON, card, "join"))["text"] == talk.plain("seated")
    assert (await talk.tap(LIMON, card, "leave"))["text"] == talk.plain("got-up")
    await talk.tap(LIMON, card, "join")
    card = await talk.changed(card, "editMessageMedia")
    full = [talk.plain(f"button-{name}") for name in ("leave", "begin", "seal", "alter", "bell")]
    assert [button["text"] for button in card.buttons] == full, "a full table has nothing to join"
    assert [button["text"] for button in (await talk.ask(NANE, "/board")).buttons] == full
    assert (await talk.tap(LIMON, card, "begin"))["text"] == talk.plain("begun")
    (board,) = await talk.sent()
    assert board.photo
    assert isinstance(await talk.table(), GameState)


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
async def test_games_have_the_names_that_people_call_them(house: House, text: str, ruleset: str, tiles: int) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, f"/yeni {text}")
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert (table.ruleset.id, table.ruleset.tiles) == (ruleset, tiles)
    assert f"{tiles} taş" in card.text


async def test_a_host_who_leaves_hands_the_table_over(house: House) -> None:
    talk = await house.group(people=(ZEYTIN, KIRAZ, LIMON))
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(LIMON, "/katil")
    card = await talk.ask(KIRAZ, "/ayril")
    assert card.html.startswith(talk.html("seat-left", name="\u2068Kiraz\u2069"))
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert table.host == LIMON
    assert (await talk.ask(KIRAZ, "/iptal")).html == talk.html("refusal-not-allowed-to-cancel")
    assert (await talk.ask(LIMON, "/iptal")).html == talk.html("lobby-closed")
    assert (await talk.stored())[1] is None


async def test_the_last_one_to_leave_closes_the_table(house: House) -> None:
    talk = await house.group()
    await talk.ask(LIMON, "/yeni kelimelik")
    assert (await talk.ask(LIMON, "/ayril")).html == talk.html("lobby-closed")
    assert (await talk.ask(LIMON, "/katil")).html == talk.html("refusal-no-game")
    assert "Kelimelik" in (await talk.ask(LIMON, "/yeni kelimelik")).text


async def test_an_administrator_may_cancel_a_game(house: House) -> None:
    """Kiraz owns the group; Limon opened the table."""
    talk = await house.group()
    table = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
    await talk.deal(changed(table, host=LIMON))
    ended = await talk.cancel(KIRAZ)
    assert ended.photo
    assert talk.html("ended-cancelled") in ended.html
    outcome = (await talk.game()).outcome
    assert outcome is not None
    assert outcome.reason == "cancelled"


async def test_after_the_end_a_new_table_may_be_opened(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    await talk.cancel(KIRAZ)
    await talk.ask(LIMON, "/yeni kelimelik")
    assert isinstance(await talk.table(), Lobby)


async def test_a_group_speaks_turkish_until_an_administrator_chooses_otherwise(house: House) -> None:
    talk = await house.group()
    await house.store.set_setting(talk.scope, "language", None)
    assert (await talk.ask(LIMON, "/pas")).html == talk.html("refusal-no-game")
    question = await talk.ask(KIRAZ, "/dil")
    assert question.html.startswith("Hangi dilde konuşayım? / Which language should I speak? / Якою")
    assert [button["text"] for button in question.buttons] == [
        house.texts.plain(one, "language-name") for one in LANGUAGES
    ]
    answer = await talk.press(KIRAZ, question, "speak::en")
    assert answer["text"] == ""
    talk.language = "en"
    assert (await talk.sent())[0].html == talk.html("language-chosen")
    assert (await talk.ask(LIMON, "/pass")).html == talk.html("refusal-no-game")
    assert (await talk.ask(KIRAZ, "/language TR")).html == house.texts.html("tr", "language-chosen")


async def test_anybody_chooses_the_language_of_the_own_private_chat(house: House) -> None:
    talk = await house.private(LIMON)
    assert (await talk.ask(LIMON, "/dil en")).html == house.texts.html("en", "language-chosen")
    assert (await talk.ask(LIMON, "/raf")).html == house.texts.html("en", "no-racks")


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
async def test_a_language_is_understood_by_its_names_in_all_of_them(house: House, typed: str, spoken: str) -> None:
    talk = await house.group()
    assert (await talk.ask(KIRAZ, typed)).html == house.texts.html(spoken, "language-chosen")


async def test_a_refused_language_keeps_its_accents(house: House) -> None:
    talk = await house.group()
    answer = await talk.ask(KIRAZ, "/dil Fransızca")
    assert answer.html == talk.html("refusal-unknown-language", typed="Fransızca", languages=LISTED)


@pytest.mark.parametrize(
    ("status", "message", "bot"),
    [("administrator", "greeting-group", ""), ("member", "greeting-group-member", "@harfiyen_bot")],
)
async def test_a_group_is_greeted_with_the_next_step_and_the_way_to_every_other_language(
    house: House, status: str, message: str, bot: str
) -> None:
    talk = await house.group(status=status)
    talk.rewind()
    (greeting,) = await talk.sent()
    switches = f"Switch to English: /language{bot} en · Українською: /language{bot} uk"
    assert greeting.html == f"{talk.html(message, bot='@harfiyen_bot')} {switches}"


async def test_coming_back_greets_and_promotion_does_not(house: House) -> None:
    talk = await house.group(status="member")
    world = house.playground.world
    world.set_bot_status(talk.chat, "administrator")
    await talk.silent(KIRAZ)
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.sent())[0].html.startswith(talk.html("greeting-group", bot="@harfiyen_bot"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nobody_is_greeted_as_if_no_game_were_on(house: House, language: str) -> None:
    talk = await house.group(language)
    world, on = house.playground.world, talk.html("back-to-game", name="\u2068Ayşe\u2069")
    await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"}))
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "administrator")
    assert (await talk.sent())[0].html == on
    assert (await talk.ask(LIMON, "/start")).html == on
    world.set_bot_status(talk.chat, "left")
    world.set_bot_status(talk.chat, "member")
    assert (await talk.sent())[0].html.startswith(f"{on}\n"), "and how commands reach a member"
    world.set_bot_status(talk.chat, "administrator")
    await talk.deal(lobby("kelimelik"))
    assert (await talk.ask(LIMON, "/start")).html == talk.html("back-to-table")


@pytest.mark.parametrize(
    "text",
    ["merhaba", "/bilinmeyen", "/oyna@baska_bot 8H KALEM", "/katil@baska_bot", "bence /oyna de", "👍", "/", "//oyna"],
)
async def test_what_is_not_for_the_bot_is_ignored(house: House, text: str) -> None:
    talk = await house.group()
    await talk.silent_on(KIRAZ, text)


async def test_commands_may_carry_the_bots_own_name_in_any_case(house: House) -> None:
    talk = await house.group()
    assert (await talk.ask(KIRAZ, "/PAS@Harfiyen_Bot")).html == talk.html("refusal-no-game")


async def test_turkish_and_english_names_work_whatever_the_language(house: House) -> None:
    talk = await house.group("en")
    assert (await talk.ask(KIRAZ, "/degistir 1")).html == talk.html("refusal-no-game")
    assert (await talk.ask(KIRAZ, "/exchange 1")).html == talk.html("refusal-no-game")


async def test_a_reply_to_the_board_is_a_move(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(LIMON, "/tahta")
    answer = await talk.ask(KIRAZ, "8f kalemlik", reply_to=board.id)
    assert answer.photo
    assert "KALEMLİ[K]" in answer.text
    state = await talk.game()
    assert (state.number, state.turn) == (1, 1)


@pytest.mark.parametrize("text", ["F 8 yatay KALEMLİK", "8 F yatay kalemlik", "f 8 kalemlik yatay"])
async def test_a_cell_may_be_written_apart(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert "KALEMLİ[K]" in (await talk.ask(KIRAZ, f"/oyna {text}")).text


async def test_a_reply_that_looks_like_a_move_is_refused_like_one(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(LIMON, "/tahta")
    assert (await talk.ask(LIMON, "8f kalemler", reply_to=board.id)).html == talk.html(
        "refusal-not-your-turn", name="Ayşe"
    )


@pytest.mark.parametrize("text", ["ne güzel kelime", "A4 kağıdı alır mısın bana", "8", "H8!", "🙂 🙂"])
async def test_chatter_in_reply_to_the_board_is_ignored(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(LIMON, "/tahta")
    await talk.silent_on(KIRAZ, text, reply_to=board.id)
    assert await talk.table() == LAID


async def test_a_move_in_reply_to_a_person_is_chatter(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    said = house.playground.world.say(LIMON, talk.id, "nereye?")
    await talk.silent_on(KIRAZ, "8F KALEMLER", reply_to=said["message_id"])
    assert await talk.table() == LAID


async def test_every_topic_has_a_table_of_its_own(house: House) -> None:
    talk = await house.group()
    user = talk.user(KIRAZ)
    for topic in (7, 9):
        await talk.say_as(user, "/yeni kelimelik", message_thread_id=topic, is_topic_message=True)
        (card,) = await talk.sent()
        assert int(card.asked["message_thread_id"]) == topic
    await talk.say_as(user, "/ayril", message_thread_id=7, is_topic_message=True)
    (closed,) = await talk.sent()
    assert (closed.html, int(closed.asked["message_thread_id"])) == (talk.html("lobby-closed"), 7)
    assert (await talk.ask(KIRAZ, "/katil")).html == talk.html("refusal-no-game")
    await talk.say_as(user, "/katil", message_thread_id=9, is_topic_message=True)
    assert (await talk.sent())[0].html == talk.html("refusal-already-seated")


async def test_an_update_that_comes_twice_is_applied_once(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    update = await talk.say_as(talk.user(KIRAZ), "/pas")
    await talk.sent()
    house.playground.updates.push_raw(update)
    await talk.silent(LIMON)
    assert (await talk.game()).number == 1


@pytest.mark.parametrize("text", ["/yeni kelimelik", "/iptal"])
async def test_a_repeated_update_is_not_refused_for_what_it_did_itself(house: House, text: str) -> None:
    talk = await house.group()
    if text == "/iptal":
        await talk.ask(KIRAZ, "/yeni kelimelik")
    update = await talk.say_as(talk.user(KIRAZ), text)
    await talk.sent()
    before = await talk.stored()
    house.playground.updates.push_raw(update)
    await talk.silent(KIRAZ)
    assert await talk.stored() == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_surrender_is_asked_about_and_may_be_taken_back(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    question = await talk.ask(KIRAZ, "/teslim")
    assert question.html == talk.html("surrender-sure", name="\u2068Kiraz\u2069")
    assert (await talk.tap(KIRAZ, question, "no"))["text"] == talk.plain("surrender-no")
    await house.quiet()
    await sweep(house)
    assert question.id not in talk.chat.messages
    assert await talk.table() == LAID
    stale = await talk.forge(talk.user(KIRAZ), question, question.data("yes"))
    assert stale["text"] == talk.plain("surrender-yes")
    (ended,) = await talk.sent()
    assert talk.html("ended-surrender") in ended.html
    assert "Bora" in ended.text


async def test_a_pass_and_an_exchange_by_places_or_letters_name_no_tile_in_the_group(house: House) -> None:
    for text in ("/degistir 1 3 5", "/degistir 135", "/degistir l, r, s", "/degistir ?", "/degistir ▢"):
        talk = await house.group()
        table = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
        await talk.deal(table)
        told = await talk.ask(KIRAZ, text)
        count = 1 if text[-1] in "?▢" else 3
        assert told.html.splitlines()[0] == talk.html("turn-exchanged", name="\u2068Ayşe\u2069", count=count)
        state = await talk.game()
        assert (state.turn, state.number, len(state.bag)) == (1, 1, len(table.bag))
