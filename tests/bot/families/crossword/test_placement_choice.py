"""A word without a coordinate: its places as buttons that are one person's, one tap plays."""

from itertools import product

import pytest

from bot.judges.word_judge import DictionaryKind, with_dictionary_kind
from bot.playground.server_version import VERSIONS
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.crossword.state import GameState
from tests.support.buttons import EMPTY, LAID, QUIET, assert_refused, direction_name, placement_buttons
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import is_stale_alert, run_auto_deletes, type_query
from tests.support.games import game, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def _without_ephemeral_messages(harness: BotHarness) -> None:
    """Questions hang on replies that everybody reads, on which nothing secret may be."""
    harness.switch_server_version(VERSIONS[0])


def up_to(talk: ChatSession, *places: str) -> list[str]:
    """The labels of places that a group reads, each written ``16 H8 →``."""
    said = [place.split(maxsplit=1) for place in places]
    return [talk.text_plain("place-up-to", score=int(score), place=place) for score, place in said]


async def test_a_word_is_offered_its_places_the_best_first_and_a_tap_plays_one(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/play kalem")
    assert asked.html == talk.text_html("places-which", word="KALEM")
    assert placement_buttons(asked) == up_to(talk, "12 H4 ↓", "12 H5 ↓", "12 H6 ↓", "12 H7 ↓", "12 D8 →", "12 E8 →")
    assert await talk.load_current_game() == EMPTY, "nothing is played unasked"
    data = next(one["callback_data"] for one in asked.buttons if "E8" in one["text"])
    assert await talk.press_data(KIRAZ, asked, data) == QUIET
    (board,) = await talk.wait_messages()
    await harness.wait_until_idle()
    await run_auto_deletes(harness)
    assert asked.message_id not in talk.chat.messages, "the question has done its work"
    assert board.is_photo
    state = await talk.load_current_game()
    assert (state.turn, state.last and state.last.words[0].word) == (1, "KALEM")
    assert state.last is not None
    assert state.last.cells == ("E8", "F8", "G8", "H8", "I8")


async def test_scores_are_told_to_nobody_but_the_player_who_sees_them_on_the_buttons_in_private(
    harness: BotHarness,
) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEM 8")
    sums = asked.button_data("sums")
    answer = await talk.press_data(KIRAZ, asked, sums)
    assert answer["show_alert"]
    assert answer["text"].startswith(talk.text_plain("places-scores", scores="12 · D8 →"))
    assert len(answer["text"]) <= 200
    await assert_refused(talk, await talk.press_data(LIMON, asked, sums), "refusal-not-your-button")
    asked = await private.say_and_wait(KIRAZ, "/oyna KALEM 8")
    assert placement_buttons(asked) == [f"12 · {column}8 →" for column in "DEFGH"]
    assert (await private.press_kind(KIRAZ, asked, "put"))["text"] == private.text_plain("done-in-group")
    assert (await talk.load_current_game()).turn == 1


async def test_of_many_places_the_best_six_come_first_and_more_on_a_tap(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(EMPTY)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMİS")
    first = up_to(talk, "66 H2 ↓", "66 H3 ↓", "66 H7 ↓", "66 B8 →", "66 C8 →", "66 G8 →")
    assert [one["text"] for one in asked.buttons] == [
        *first,
        talk.text_plain("button-more-places"),
        talk.text_plain("button-sums"),
    ]
    more = asked.button_data("rows")
    await assert_refused(talk, await talk.press_data(LIMON, asked, more), "refusal-not-your-button")
    assert await talk.press_data(KIRAZ, asked, more) == QUIET
    second = await talk.wait_edited(asked, "editMessageText")
    assert placement_buttons(second) == up_to(talk, "66 H8 →", "66 H8 ↓", "48 H4 ↓", "48 H5 ↓", "48 H6 ↓", "48 D8 →")
    more = next(one["callback_data"] for one in second.buttons if one["text"] == talk.text_plain("button-more-places"))
    await talk.press_data(KIRAZ, asked, more)
    third = await talk.wait_edited(asked, "editMessageText")
    assert placement_buttons(third) == up_to(talk, "48 E8 →", "48 F8 →")
    await talk.press_kind(KIRAZ, third, "rows")
    again = await talk.wait_edited(asked, "editMessageText")
    assert placement_buttons(again) == first
    await talk.press_data(KIRAZ, asked, again.button_data("rows"))
    await talk.wait_edited(asked, "editMessageText")
    former = encode_button_data("rows", table_name(EMPTY), KIRAZ, 0, ".8", "KALEMİS")
    await talk.forge_tap(talk.user_json(KIRAZ), asked, former)
    best = await talk.wait_edited(asked, "editMessageText")
    assert placement_buttons(best) == first, "a row of an older version"
    await talk.press_data(KIRAZ, asked, again.buttons[0]["callback_data"])
    assert (await talk.load_current_game()).turn == 1


async def test_a_single_place_is_asked_whether_to_play_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK 8")
    assert asked.html == talk.text_html("places-only", word="KALEMLİK", place=f"F8 {direction_name(talk, 'across')}")
    assert placement_buttons(asked) == [talk.text_plain("button-put")]
    await talk.press_kind(KIRAZ, asked, "put")
    assert (await talk.load_current_game()).turn == 1


async def test_no_blank_shows_in_what_others_may_read(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(
        with_fields(LAID, players=(with_fields(LAID.players[0], rack=tuple("LİAAA??")), LAID.players[1]))
    )
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK 8")
    assert [one["callback_data"].split(":")[-1] for one in asked.buttons] == [".....LİK", "KALEMLİK"]
    (place, _) = asked.buttons
    await talk.press_data(KIRAZ, asked, place["callback_data"])
    assert (await talk.load_current_game()).cells[7 * 15 + 12] == "?K"


@pytest.mark.parametrize("text", ["/oyna KALEMLİK 8", "KRTLAK"])
async def test_what_a_group_reads_is_the_same_whatever_is_on_the_rack(harness: BotHarness, text: str) -> None:
    read = []
    for rack in ("LİKAE?K", "ZZZZZZZ", "KRTLAK?"):
        talk = await harness.new_group()
        held = (with_fields(LAID.players[0], rack=tuple(rack)), LAID.players[1])
        await talk.put_table(with_fields(LAID, players=held))
        board = None if text.startswith("/") else await talk.say_and_wait(KIRAZ, "/tahta")
        asked = await talk.say_and_wait(KIRAZ, text, reply_to=None if board is None else board.message_id)
        read.append((asked.html, [(one["text"], one["callback_data"]) for one in asked.buttons]))
        for value in [one["callback_data"] for one in asked.buttons if rack == "ZZZZZZZ"]:
            if not value.startswith("rows:"):
                await assert_refused(talk, await talk.press_data(KIRAZ, asked, value), "refusal-not-on-rack")
        assert (await talk.load_current_game()).turn == 0
    assert len({repr(one) for one in read}) == 1


async def test_a_plain_member_shows_the_places_of_the_own_tiles_to_their_player_alone(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    harness.switch_server_version("10.5")
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK")
    assert not asked.is_ephemeral
    await talk.press_data(KIRAZ, asked, asked.button_data("sums"))
    await harness.wait_until_idle()
    (shown,) = harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    assert "18" in shown["message"]["text"]
    put = shown["message"]["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
    number = shown["message"]["ephemeral_message_id"]
    await harness.playground.world.press_button(KIRAZ, talk.chat_id, number, put, ephemeral=True).answer
    await harness.wait_until_idle()
    assert (await talk.load_current_game()).turn == 1
    await run_auto_deletes(harness, 1)
    assert asked.message_id not in talk.chat.messages
    assert not harness.playground.world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)


async def test_a_reply_that_is_a_word_which_could_be_laid_is_offered_its_places(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    for text in ("Kalemlik", "kalemlik"):
        assert placement_buttons(await talk.say_and_wait(KIRAZ, text, reply_to=board.message_id))
    for person, talked in [(KIRAZ, "Tamam"), (KIRAZ, "Kalemlik."), (LIMON, "KALE"), (NANE, "KALEMLİK")]:
        await talk.check_no_answer(person, talked, reply_to=board.message_id)


@pytest.mark.parametrize("ruleset", ["tournament-tr", "kelimelik"])
async def test_where_places_are_off_a_move_begins_with_a_cell(harness: BotHarness, ruleset: str) -> None:
    talk = await harness.new_group()
    options = {"places": "off"} if ruleset == "kelimelik" else None
    table = game(ruleset, racks=["NARKALE", "AAEEKKL"], options=options)
    await talk.put_table(table)
    answer = await talk.say_and_wait(KIRAZ, "/oyna NAR")
    assert answer.html.startswith(talk.text_html("refusal-garbled-move", text="NAR", cell="H8", sample="")[:20])
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.check_no_answer(KIRAZ, "NAR", reply_to=board.message_id)
    await talk.say_and_wait(KIRAZ, "/oyna H8 NAR")
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.cells == ("H8", "H9", "H10"), "letter first is downwards"


UNPLACED = (
    "/oyna 1A KİL",
    "/oyna 8F KİL",
    "/oyna 8F KALEM",
    "/oyna 9K KİL",
    "/oyna KİL",
    "/oyna KALEMZ",
    "KALEMLİK",
    "/dene KİL",
    "/raf",
)
"""Moves that another place could cure, or that say none, and the board on which a word can be spelled."""
OFFERS = ("fits-at", "places-which", "places-only", "own-board-spell")


@pytest.mark.parametrize("places", ["on", "off"])
async def test_places_are_listed_nowhere_where_they_are_off(harness: BotHarness, places: str) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    table = game("kelimelik", laid=["8F KALEM"], racks=["LİKSERA", "AAEEKKL"], options={"places": places})
    await talk.put_table(table)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    offers = [talk.text_plain(one, places="", word="", place="", count=0)[:12] for one in OFFERS]
    listed = set[str]()
    for chat, text in product((talk, private), UNPLACED):
        await harness.advance_time(5)
        before = harness.last_call_number
        chat.say(KIRAZ, text, board.message_id if chat is talk and not text.startswith("/") else None)
        await harness.wait_until_idle()
        said = str([call.parameters for call in harness.playground.journal.find_entries(after=before)])
        listed |= {text} if any(one in said for one in (*offers, "put:", "rows:", "sums:")) else set()
    listed |= {"inline"} if talk.text_plain("inline-plays") in (await type_query(talk, KIRAZ, "KİL")).text else set()
    told = {*UNPLACED, "inline"} - {"/oyna KALEMZ"}  # what is no word has no place
    assert listed == (told if places == "on" else set())


async def test_one_legal_way_is_played_and_two_are_asked(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"]))
    board = await talk.say_and_wait(KIRAZ, "/oyna F8 KALEMLİK")
    assert board.is_photo
    assert f"F8 {direction_name(talk, 'across')}" in board.text
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/oyna F8 KALEMTIRAŞ")
    assert (answer.html.startswith(talk.text_html("refusal-not-on-rack")), answer.buttons) == (True, []), (
        "nor is it asked"
    )
    await talk.put_table(with_fields(EMPTY, commitment="3" * 64))
    asked = await talk.say_and_wait(KIRAZ, "/oyna H8 KALE")
    assert placement_buttons(asked) == up_to(talk, "8 H8 →", "8 H8 ↓")
    await talk.say_and_wait(KIRAZ, "/oyna 8H KALE")
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.cells[0:2] == ("H8", "I8"), "number first is across everywhere"


async def test_who_reads_as_recorded_games_do_is_not_asked(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(EMPTY)
    chosen = await talk.say_and_wait(KIRAZ, "/direction")
    assert chosen.html == talk.text_html("reading-asks")
    await assert_refused(talk, await talk.press_kind(LIMON, chosen, "reading"), "refusal-not-your-button")
    assert (await talk.press_kind(KIRAZ, chosen, "reading"))["text"] == talk.text_plain("reading-chosen")
    assert (await talk.say_and_wait(KIRAZ, "/play H8 KALE")).is_photo
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.cells == ("H8", "H9", "H10", "H11")
    again = await talk.say_and_wait(KIRAZ, "/direction")
    assert again.html == talk.text_html("reading-gcg")
    await talk.press_kind(KIRAZ, again, "reading")
    await talk.put_table(with_fields(EMPTY, commitment="4" * 64))
    assert len(placement_buttons(await talk.say_and_wait(KIRAZ, "/play H8 KALE"))) == 2


@pytest.mark.parametrize(
    ("challenge", "kind", "told"), [("void", "builtin", True), ("single", "builtin", False), ("void", "live", False)]
)
async def test_a_phony_is_told_at_once_where_a_refusal_would_tell_it(
    harness: BotHarness, challenge: str, kind: DictionaryKind, *, told: bool
) -> None:
    talk = await harness.new_group()
    await harness.forget_user_games(KIRAZ)
    table = game("kelimelik", racks=["KALEKRT", "AAEEKKL"], options={"challenge": challenge})
    await talk.put_table(with_fields(table, ruleset=with_dictionary_kind(table.ruleset, kind)))
    answer = await talk.say_and_wait(KIRAZ, "/oyna KRTLAK")
    if told:
        assert answer.html.splitlines()[0] == talk.text_html("refusal-not-words", words="KRTLAK")
        assert not answer.buttons
    else:
        assert len(placement_buttons(answer)) == 6


async def test_near_words_are_told_of_a_word_that_is_none(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await harness.forget_user_games(KIRAZ)
    await talk.put_table(game("kelimelik", racks=["KALEMGU", "AAEEKKL"]))
    note = talk.text_plain("word-marked", words="GÜL")
    for chat in (talk, private):
        assert note in (await chat.say_and_wait(KIRAZ, "/oyna GUL")).text
    assert note in (await type_query(talk, KIRAZ, "GUL")).text


async def test_a_near_miss_is_one_tap_away(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/oyna K8 yatay LİK")
    assert answer.html.startswith(talk.text_html("refusal-longer-word", word="KALEMLİK", cell="F8"))
    assert placement_buttons(answer)[0] == "KALEMLİK F8 →"
    await talk.press_kind(KIRAZ, answer, "put")
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.words[0].word == "KALEMLİK"


async def test_where_places_are_off_no_forged_tap_is_offered_any(harness: BotHarness) -> None:
    talk = await harness.new_group()
    table = game("tournament-tr", racks=["NARKALE", "AAEEKKL"])
    await talk.put_table(table)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    for kind, place in (("sums", ""), ("put", "8H")):
        data = encode_button_data(kind, table_name(table), KIRAZ, 0, place, "NAR")
        assert await is_stale_alert(talk, await talk.forge_tap(talk.user_json(KIRAZ), board, data))
    assert await talk.load_current_game() == table


async def test_a_forged_place_puts_no_question_into_what_others_read(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(with_fields(LAID, number=2))
    said = await talk.say_and_wait(KIRAZ, "/torba")
    await talk.forge_tap(
        talk.user_json(KIRAZ), said, encode_button_data("put", table_name(LAID), KIRAZ, 0, "8F", ".....LİK")
    )
    await harness.wait_until_idle()
    assert talk.chat.messages[said.message_id]["text"] == said.text


async def test_a_tap_after_the_table_moved_on_leads_to_what_is_now(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMLİK 8")
    mine = asked.button_data("put")
    later = with_fields(LAID, number=2)
    await talk.put_table(later)
    assert await talk.press_data(KIRAZ, asked, mine) == QUIET
    now = await talk.wait_edited(asked, "editMessageText")
    await talk.press_kind(KIRAZ, now, "rows")
    now = await talk.wait_edited(asked, "editMessageText")
    here = next(one["callback_data"] for one in now.buttons if ":8F:" in one["callback_data"])
    assert here.split(":")[3] == "2"
    assert await talk.load_current_game() == later
    await talk.press_data(KIRAZ, asked, here)
    assert isinstance(await talk.load_current_game(), GameState)
    assert (await talk.load_current_game()).turn == 1
    late = await talk.forge_tap(talk.user_json(KIRAZ), asked, now.button_data("put"))
    await assert_refused(talk, late, "refusal-not-your-turn", name="Bora")
