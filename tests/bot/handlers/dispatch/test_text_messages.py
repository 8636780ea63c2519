"""What people reply to a board without a slash is done or answered; edits; and which look-ups share an answer."""

import pytest

from bot.handlers.general import all_command_rows
from bot.handlers.text_messages import RequestClassifier
from bot.playground.server_version import NEWEST, VERSIONS
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram.requests import Command, PlainText, Sender, Venue
from bot.user_input.commands import TypedTurn, parse_turn, split_tiles
from engine.rng import commitment
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import board_game, button_of_table, group_with_tables, table_scope, turns_taken
from tests.support.duplicate_answers import edit_ephemeral_command, give_ephemeral_command
from tests.support.games import NOW, game, with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"], bag="A" * 20)
FIRM = game("tournament-en", racks=["WATERSE", "AAEEKKL"], bag="A" * 20)


async def answer_to_reply(talk: ChatSession, person: int, text: str) -> SentMessage:
    board = await talk.say_and_wait(NANE, "/tahta")
    return await talk.say_and_wait(person, text, reply_to=board.message_id)


async def test_a_word_that_cannot_be_laid_is_answered_with_what_to_do(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    board = await talk.say_and_wait(NANE, "/tahta")
    for text, refusal in (
        ("pas", talk.text_html("refusal-bare-pass", word="PAS")),
        ("TRENTRENTREN", talk.text_html("refusal-word-not-laid", word="TRENTRENTREN")),
        ("H8", talk.text_html("refusal-no-word", cell="H8", sample="KALEM")),
        ("değiştir", talk.text_html("refusal-nothing-to-exchange")),
        ("torba", talk.text_html("refusal-bare-command", near="/torba")),
        ("/play H8yatayKALEM", talk.text_html("refusal-glued-move", move="H8 yatay KALEM")),
        ("/play 8HKALEM", talk.text_html("refusal-glued-move", move="8H KALEM")),
        ("/oyna 😀", talk.text_html("refusal-strange-move", letters="😀", cell="H8", sample="KALEM")),
    ):
        assert (await talk.say_and_wait(KIRAZ, text, reply_to=board.message_id)).html == refusal, text
    assert (await talk.say_and_wait(LIMON, "8f kalemler", reply_to=board.message_id)).html == talk.text_html(
        "refusal-not-your-turn", name="Ayşe"
    )
    said = harness.playground.world.write_as_person(LIMON, talk.chat_id, "nereye?")
    await talk.check_no_answer(KIRAZ, "8F KALEMLER", reply_to=said["message_id"])
    for person, text in ((KIRAZ, "pass the salt"), (KIRAZ, "tamam"), (LIMON, "pas"), (NANE, "değiştir 1 2")):
        await talk.check_no_answer(person, text, reply_to=board.message_id)
    assert await talk.load_current_game() == LAID


async def test_the_answer_is_the_same_whether_the_tiles_are_there_or_lacking(harness: BotHarness) -> None:
    read = set()
    for rack in ("TRENİİ?", "LİKSERA"):
        talk = await harness.new_group(table=game("kelimelik", laid=["8F KALEM"], racks=[rack, "AAEEKKL"]))
        answer = await answer_to_reply(talk, KIRAZ, "TREN")
        assert answer.button_data("sums")
        read.add((answer.html, tuple(one["text"] for one in answer.buttons)))
    assert len(read) == 1


async def test_an_exchange_is_made_and_a_move_is_played_however_they_are_typed(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    for text in ("DEĞİŞTİR 1,2", "/exchange 1 ve 2"):
        await talk.put_table(LAID)
        await answer_to_reply(talk, KIRAZ, text)
        state = await talk.load_current_game()
        assert (state.turn, len(state.bag)) == (1, len(LAID.bag))
    for text in (
        "F8->KALEMLİK",
        "F8 — yatay — “KALEMLİK”",
        "８Ｆ， ＫＡＬＥＭＬİＫ！",
        "F8\n\nyatay \u200bKALEMLI\u0307K.",
    ):
        await talk.put_table(LAID)
        assert (await answer_to_reply(talk, KIRAZ, text)).is_photo
        last = (await talk.load_current_game()).last
        assert last is not None
        assert last.words[0].word == "KALEMLİK"


async def test_where_a_word_alone_is_no_move_a_pass_is_one(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=FIRM)
    await answer_to_reply(talk, KIRAZ, "pass")
    assert (await talk.load_current_game()).turn == 1


async def test_in_private_they_are_meant_for_the_only_game(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    assert (await private.say_and_wait(KIRAZ, "TREN")).html == private.text_html(
        "refusal-word-not-laid-private", word="TREN"
    )
    assert (await private.say_and_wait(KIRAZ, "değiştir hepsi")).html == private.text_html("exchange-done")
    assert (await group.load_current_game()).turn == 1


async def test_orders_are_read() -> None:
    assert parse_turn("pas") == TypedTurn("pass", "")
    assert parse_turn(" Değiştir 1 3 ") == TypedTurn("exchange", "1 3")
    assert parse_turn("exchange a b") == TypedTurn("exchange", "a b")
    assert parse_turn("DEĞİŞTİR 1,3") == TypedTurn("exchange", "1,3")
    assert parse_turn("exchange: 1 3") == TypedTurn("exchange", "1 3")
    assert parse_turn("exchange 1 and 3.") == TypedTurn("exchange", "1 and 3.")
    assert parse_turn("обмін — а, б та в".replace("—", "-")) == TypedTurn("exchange", "а, б та в")
    assert parse_turn("exchange all!") == TypedTurn("exchange", "all!")
    assert parse_turn("Pas.") == TypedTurn("pass", "")
    assert parse_turn("play H8 across WATER") == TypedTurn("play", "H8 across WATER")
    assert parse_turn("хід СЛОВО") == TypedTurn("play", "СЛОВО")
    talk = ("pas geçsem mi", "surrender", "", "pass, please", "exchange, anyone and everyone?", "exchange 1-3")
    assert [parse_turn(text) for text in talk] == [None] * len(talk)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("1 3", ["1", "3"]),
        ("1,3", ["1", "3"]),
        ("1 ve 3", ["1", "3"]),
        ("1, 3 and 5", ["1", "3", "5"]),
        ("1 і 3", ["1", "3"]),
        ("K, M ve A", ["K", "M", "A"]),
        ("К і М", ["К", "і", "М"]),
        ("KVE", ["KVE"]),
        ("ve", ["ve"]),
        ("та К", ["та", "К"]),
        ("? ▢ *", ["?", "▢", "*"]),
        ("135", ["135"]),
        ("", []),
    ],
)
async def test_tiles_are_listed_in_any_way(text: str, tiles: list[str]) -> None:
    assert split_tiles(text) == tiles


@pytest.mark.parametrize(("text", "counted"), [("değiştir 1 2", "action"), ("PAS", "action"), ("TREN", "talk")])
async def test_what_orders_a_turn_keeps_its_place_among_all_that_plays(text: str, counted: str) -> None:
    place = Venue(Scope(-5), private=False, title="", username=None)
    kind = RequestClassifier(all_command_rows())(
        PlainText(UpdateContext(1), place, Sender(KIRAZ, "Kiraz", None), 1, text, NOW)
    )
    assert kind is not None
    assert kind.quota == counted


MINE, THEIRS, OTHERS = board_game(), board_game(turn=1), board_game(users=(NANE, ZEYTIN))
"""Games of Kiraz and Limon, in which Kiraz is on turn, and is not; and one of two others."""
MOVE = "/oyna H8 yatay KALEM"


async def test_an_edit_of_a_refused_move_stays_with_its_table(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    await talk.start_watching()
    world = harness.playground.world
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna #1 A1 yatay KALEM")["message_id"]
    await talk.wait_messages()
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna #2 H8 yatay KALEM")
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-edit-of-another-table")
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna H8 yatay KALEM")
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [1, 0]


async def test_an_edit_of_a_move_whose_table_is_gone_goes_to_no_other(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE, OTHERS)
    await talk.start_watching()
    world = harness.playground.world
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna #2 A1 yatay KALEM")["message_id"]
    await talk.wait_messages()
    await talk.put_table(with_fields(THEIRS, secret="09" * 32, commitment=commitment("09" * 32)), table_scope(talk, 2))
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/pas")
    refused = await talk.wait_messages()
    assert [one.html for one in refused] == [talk.text_html("refusal-edit-of-another-table")]
    assert await turns_taken(talk, 1, 2) == [0, 0]


async def test_an_edit_of_a_hidden_move_is_an_edit_of_no_other_one(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE)
    harness.switch_server_version(NEWEST)
    played = await give_ephemeral_command(talk, KIRAZ, "/oyna A1 yatay KALEM")
    await edit_ephemeral_command(talk, played, "/oyna H8 yatay KALEM")
    assert await turns_taken(talk, 1) == [1]
    await give_ephemeral_command(talk, LIMON, "/pas")
    refused = await give_ephemeral_command(talk, KIRAZ, "/oyna A1 yatay KA")
    await edit_ephemeral_command(talk, played, "/pas")
    assert await turns_taken(talk, 1) == [2]
    await edit_ephemeral_command(talk, refused, "/pas")
    assert await turns_taken(talk, 1) == [3]
    harness.switch_server_version(VERSIONS[0])


async def test_an_edit_of_what_was_asked_about_is_what_the_tap_does(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    world = harness.playground.world
    await talk.start_watching()
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyna A1 yatay KALEM")["message_id"]
    (question,) = await talk.wait_messages()
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna H8 yatay KALEM")
    await talk.check_silence(KIRAZ)
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [0, 1]
    world.edit_as_person(KIRAZ, talk.chat_id, message, "/oyna #1 H8 yatay KALEM")
    await talk.check_silence(KIRAZ)
    assert await turns_taken(talk, 1, 2) == [0, 1]


async def test_a_mistyped_command_can_be_corrected_and_is_asked_about_then(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    world = harness.playground.world
    await talk.start_watching()
    message = world.write_as_person(KIRAZ, talk.chat_id, "/oyn H8 yatay KALEM")["message_id"]
    (refused,) = await talk.wait_messages()
    assert refused.html == talk.text_html("refusal-mistyped-command", typed="/oyn", near="/oyna")
    world.edit_as_person(KIRAZ, talk.chat_id, message, MOVE)
    (question,) = await talk.wait_messages()
    await talk.press_data(KIRAZ, question, button_of_table(question, 1))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2) == [1, 0]


PLACE = Scope(-5)


def coalesce_key(
    number: int | None = None, *, several: bool, user: int = KIRAZ, replied: int | None = None
) -> str | None:
    request = Command(
        UpdateContext(1),
        Venue(PLACE, private=False, title="", username=None),
        Sender(user, "Kiraz", None),
        1,
        "board",
        "",
        NOW,
        table_number=number,
        replied_message=replied,
    )
    kind = RequestClassifier(all_command_rows(), has_several_tables=lambda place: several and place == PLACE)(request)
    assert kind is not None
    return kind.coalesce_key


async def test_equal_look_ups_share_an_answer_where_they_surely_mean_one_table() -> None:
    assert coalesce_key(several=False) == coalesce_key(several=False, user=LIMON) is not None
    assert coalesce_key(several=True) is None
    assert coalesce_key(2, several=True) == coalesce_key(2, several=True, user=LIMON) is not None
    assert coalesce_key(2, several=True) != coalesce_key(3, several=True)
    for several in (False, True):
        assert coalesce_key(several=several, replied=7) is None, "who replies may mean another table"
