"""What anybody may ask for, in every language; and names made to do harm, in every message and alert."""

import html
from itertools import cycle

import pytest

from bot.store.beginnings import Beginnings
from bot.user_input.command_names import command_name
from bot.wording.speaker import localized_title
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import read_whole_guide
from tests.support.games import after_actions, game, surrender
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KAlEM"], racks=["ĞÖJFVP?", "AAEEKKL"], scores=[12, 7], bonus="I11")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_score_names_everybody_and_who_is_next(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(NANE, "/skor")
    assert "Kelimelik" in answer.text
    assert "\u2068Ayşe\u2069 12 · \u2068Bora\u2069 7" in answer.text
    assert answer.text.endswith(talk.text_plain("turn-next", name="\u2068Ayşe\u2069"))


@pytest.mark.parametrize("text", ["/tahta metin", "/tahta METİN", "/board text", "/tahta Yazı"])
async def test_the_board_as_text_shows_the_tiles_and_the_standings(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(NANE, text)
    assert not answer.is_photo
    assert answer.html.startswith("<pre>")
    assert "|K|A|l|E|M" in answer.text
    assert talk.text_plain("bag-left", count=len(LAID.bag)) in answer.text
    assert talk.text_html("legend-blank") in answer.html
    assert not {"Ğ", "Ö", "V"} & set(answer.text), "nothing of a rack"


async def test_the_board_of_a_finished_game_offers_what_may_come_next(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(after_actions(LAID, surrender(LAID)))
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert board.is_photo
    assert [button["text"] for button in board.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("again", "more", "proof")
    ]
    score = await talk.say_and_wait(NANE, "/skor")
    for answer in (board, score):
        assert talk.text_html("ended-surrender") in answer.html
        assert "🥇 \u2068Bora\u2069 7" in answer.text
        assert "🏳️ \u2068Ayşe\u2069 12" in answer.text


async def test_a_cancelled_game_has_scores_and_no_winner_to_show(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    await talk.cancel_game(KIRAZ)
    lines = (await talk.say_and_wait(LIMON, "/tahta")).text.splitlines()
    assert lines[0] == talk.text_plain("ended-cancelled").replace("<b>", "").replace("</b>", "")
    assert lines[1].startswith("▫️ \u2068Ayşe\u2069 12")
    assert lines[3:] == [f"{talk.text_plain('bag-left', count=len(LAID.bag))} · Kelimelik"]


async def test_the_board_button_sends_the_same_board_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(NANE, "/tahta")
    assert (await talk.press_kind(KIRAZ, board, "board"))["text"] == ""
    await talk.wait_messages()
    assert (await talk.press_kind(LIMON, board, "board"))["text"] == talk.text_plain("board-above")
    await talk.check_silence(KIRAZ)
    await talk.say_and_wait(KIRAZ, "/pas")
    assert (await talk.press_kind(LIMON, board, "board"))["text"] == ""
    assert (await talk.wait_messages())[0].is_photo


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", crossword_rulesets())
async def test_the_rules_of_every_game_are_told_with_its_own_figures(
    harness: BotHarness, ruleset: str, language: str
) -> None:
    talk = await harness.new_group(language)
    answer = await read_whole_guide(talk, KIRAZ, f"/{command_name('rules', language)} {ruleset}")
    rules = crossword_rulesets()[ruleset]
    assert localized_title(rules.title, language) in answer.text
    for figure in (rules.tiles, rules.scoring.bingo, rules.exchange.least_in_bag, rules.ending.run.turns, rules.rack):
        assert str(figure) in answer.text
    assert len(answer.text.splitlines()) >= 8


async def test_the_rules_are_those_of_the_chats_game_or_of_the_game_named(harness: BotHarness) -> None:
    talk = await harness.new_group()
    which = await talk.say_and_wait(KIRAZ, "/kurallar")
    assert which.html == talk.text_html("rules-which", games=", ".join(shipped_rulesets()))
    await talk.put_table(
        game(resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A")
    )
    assert "91 taş" in (await read_whole_guide(talk, KIRAZ, "/kurallar")).text
    assert "İngilizce" in (await read_whole_guide(talk, KIRAZ, "/kurallar İngilizce")).text


@pytest.mark.parametrize("text", ["/yardim", "/help"])
async def test_help_without_a_table_says_how_to_open_one_and_lists_the_games(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(after_actions(LAID, surrender(LAID)))
    first = await read_whole_guide(talk, KIRAZ, text)
    assert first.html.startswith(talk.text_html("help-start"))
    private = await harness.private_chat(KIRAZ)
    await private.press_data(KIRAZ, first, "help::game")
    games = await private.wait_edited(first, "editMessageText")
    for name in shipped_rulesets():
        assert f"/yeni {name}" in games.text
    assert "itiraz=çift" in games.text
    assert "/oyna" not in games.text


async def test_help_is_about_the_game_of_the_table_or_the_one_named(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    assert "/oyna H8 yatay KALEM" in (await read_whole_guide(talk, KIRAZ, "/yardim")).text
    named = await read_whole_guide(talk, KIRAZ, "/yardim klepka")
    assert "/soz СЛОВО" in named.text
    assert "/oyna" not in named.text
    wrong = await talk.say_and_wait(KIRAZ, "/yardim satranç")
    assert wrong.html == talk.text_html("refusal-unknown-game", typed="satranç", games=", ".join(shipped_rulesets()))


async def test_help_in_a_lobby_is_about_its_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni klepka")
    assert "/soz СЛОВО" in (await read_whole_guide(talk, KIRAZ, "/yardim")).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_are_looked_up_in_the_list_of_the_table(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    known, unknown = ("word-known", "word-unknown")
    lists = {name: talk.text_plain(f"lexicon-{name}") for name in ("tr", "en")}
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/sozluk ışık kelimemi <b>")
    assert answer.html.splitlines() == [
        talk.text_html(known, word="IŞIK", lexicon=lists["tr"]),
        talk.text_html(unknown, word="KELİMEMİ", lexicon=lists["tr"]),
        talk.text_plain("word-inflected", word="KELİMEMİ", stem="KELİME"),
        talk.text_html(unknown, word="<b>", lexicon=lists["tr"]),
    ]


async def test_start_greets_in_private_and_in_the_group(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    assert (await talk.say_and_wait(KIRAZ, "/start")).html.startswith(
        talk.text_html("greeting-group", bot="@harfiyen_bot")
    )
    await Beginnings(harness.redis).end_tutorial(KIRAZ)
    greeting = await private.say_and_wait(KIRAZ, "/start")
    assert greeting.html == private.text_html("greeting-private", name="\u2068Kiraz\u2069")
    assert greeting.links == ["https://t.me/harfiyen_bot?startgroup=new"]


async def test_a_group_that_the_link_added_the_bot_to_is_greeted_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    for text in ("/start@harfiyen_bot new", "/start new"):
        await talk.check_no_answer(KIRAZ, text)


HOSTILE = {
    "markup": '<b>&"',
    "a closing tag": "</b></pre><a href='x'>",
    "emoji": "👩‍👩‍👧‍👦" * 10,
    "turned about": "\u202eevil\u202c \u2067ters\u2069",
    "right to left": "علي بن أبي",
    "long": "x" * 64,
    "many accents": "a" + "\u0301" * 60,
    "invisible": "\u200b\u3164",
    "lines": "bir\niki\tüç",
    "braces": "{ $name }",
}


def person(number: int, name: str) -> Json:
    return {"id": 9000 + number, "is_bot": False, "first_name": name, "last_name": name}


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    ("name", "language"), list(zip(HOSTILE.values(), cycle(LANGUAGES), strict=False)), ids=HOSTILE.keys()
)
async def test_a_hostile_name_is_harmless_from_the_lobby_to_the_end(
    harness: BotHarness, name: str, language: str
) -> None:
    """Four of the same name; the server takes every message and alert, and no name leaves its place."""
    talk = await harness.new_group(language)
    people = [person(number, name) for number in range(4)]
    texts = []

    async def told(sender: Json, text: str) -> None:
        await talk.say_as_user(sender, text)
        (sent,) = await talk.wait_messages()
        texts.append(sent.text)

    await told(people[0], "/yeni scrabble-tr")
    for sender in people[1:]:
        await told(sender, "/katil")
    await told(people[3], "/baslat")
    order = [player.user for player in (await talk.load_current_game()).players]
    seats = [next(one for one in people if one["id"] == user) for user in order]
    await told(seats[1], "/pas")
    await told(seats[0], "/pas")
    await told(seats[1], "/degistir 1")
    for command in ("/skor", "/tahta", "/tahta metin", "/teslim"):
        await told(seats[2], command)
    await talk.say_as_user(seats[2], "/teslim")
    (question,) = await talk.wait_messages()
    alert = await talk.forge_tap(seats[0], question, question.button_data("yes"))
    assert alert["text"] == talk.text_plain("refusal-not-your-button")
    for seat in (2, 3, 0):
        await talk.say_as_user(seats[seat], "/teslim")
        (question,) = await talk.wait_messages()
        await talk.forge_tap(seats[seat], question, question.button_data("yes"))
        (sent,) = await talk.wait_messages()
        texts.append(sent.text)
    assert talk.text_plain("ended-surrender").replace("<b>", "").replace("</b>", "") in texts[-1]
    for text in texts:
        assert "\u202e" not in text
        assert text.count("\u2068") == text.count("\u2069")
        assert html.unescape(text) == text or "&" in name


async def test_a_hostile_name_fits_into_an_alert(harness: BotHarness) -> None:
    talk = await harness.new_group()
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    for name in HOSTILE.values():
        await talk.put_table(table)
        board = await talk.say_and_wait(KIRAZ, "/tahta")
        for user in (person(1, name), talk.user_json(KIRAZ)):
            alert = await talk.forge_tap(user, board, board.button_data("rack"))
            assert alert["show_alert"]
            assert 0 < len(alert["text"]) <= 200


async def test_a_hostile_group_title_is_harmless_in_private(harness: BotHarness) -> None:
    talk = await harness.new_group(title='<b>&"\u202e')
    private = await harness.private_chat(KIRAZ)
    await talk.put_table(LAID)
    rack = await private.say_and_wait(KIRAZ, "/raf")
    assert '<b>&"' in rack.text
