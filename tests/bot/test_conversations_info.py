"""What anybody may ask for, in every language; and names made to do harm, in every message and alert."""

import html
from itertools import cycle

import pytest

from bot.typed.commands import command_name
from bot.wording.speaker import title
from engine.crossword.games import crosswords
from engine.rulesets import resolve, rulesets
from tests.support.chats import KIRAZ, LIMON, NANE, House, Json
from tests.support.games import after, game, surrender
from tests.support.guides import whole
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KAlEM"], racks=["ĞÖJFVP?", "AAEEKKL"], scores=[12, 7], bonus="I11")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_score_names_everybody_and_who_is_next(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    answer = await talk.ask(NANE, "/skor")
    assert "Kelimelik" in answer.text
    assert "\u2068Ayşe\u2069 12 · \u2068Bora\u2069 7" in answer.text
    assert answer.text.endswith(talk.plain("turn-next", name="\u2068Ayşe\u2069"))


@pytest.mark.parametrize("text", ["/tahta metin", "/tahta METİN", "/board text", "/tahta Yazı"])
async def test_the_board_as_text_shows_the_tiles_and_the_standings(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    answer = await talk.ask(NANE, text)
    assert not answer.photo
    assert answer.html.startswith("<pre>")
    assert "|K|A|l|E|M" in answer.text
    assert talk.plain("bag-left", count=len(LAID.bag)) in answer.text
    assert talk.html("legend-blank") in answer.html
    assert not {"Ğ", "Ö", "V"} & set(answer.text), "nothing of a rack"


async def test_the_board_of_a_finished_game_offers_what_may_come_next(house: House) -> None:
    talk = await house.group()
    await talk.deal(after(LAID, surrender(LAID)))
    board = await talk.ask(LIMON, "/tahta")
    assert board.photo
    assert [button["text"] for button in board.buttons] == [
        talk.plain(f"button-{name}") for name in ("again", "more", "proof")
    ]
    score = await talk.ask(NANE, "/skor")
    for answer in (board, score):
        assert talk.html("ended-surrender") in answer.html
        assert "🥇 \u2068Bora\u2069 7" in answer.text
        assert "🏳️ \u2068Ayşe\u2069 12" in answer.text


async def test_a_cancelled_game_has_scores_and_no_winner_to_show(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    await talk.cancel(KIRAZ)
    lines = (await talk.ask(LIMON, "/tahta")).text.splitlines()
    assert lines[0] == talk.plain("ended-cancelled").replace("<b>", "").replace("</b>", "")
    assert lines[1].startswith("▫️ \u2068Ayşe\u2069 12")
    assert lines[3:] == [f"{talk.plain('bag-left', count=len(LAID.bag))} · Kelimelik"]


async def test_the_board_button_sends_the_same_board_once(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(NANE, "/tahta")
    assert (await talk.tap(KIRAZ, board, "board"))["text"] == ""
    await talk.sent()
    assert (await talk.tap(LIMON, board, "board"))["text"] == talk.plain("board-above")
    await talk.silent(KIRAZ)
    await talk.ask(KIRAZ, "/pas")
    assert (await talk.tap(LIMON, board, "board"))["text"] == ""
    assert (await talk.sent())[0].photo


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", crosswords())
async def test_the_rules_of_every_game_are_told_with_its_own_figures(house: House, ruleset: str, language: str) -> None:
    talk = await house.group(language)
    answer = await whole(talk, KIRAZ, f"/{command_name('rules', language)} {ruleset}")
    rules = crosswords()[ruleset]
    assert title(rules.title, language) in answer.text
    for figure in (rules.tiles, rules.scoring.bingo, rules.exchange.least_in_bag, rules.ending.run.turns, rules.rack):
        assert str(figure) in answer.text
    assert len(answer.text.splitlines()) >= 8


async def test_the_rules_are_those_of_the_chats_game_or_of_the_game_named(house: House) -> None:
    talk = await house.group()
    which = await talk.ask(KIRAZ, "/kurallar")
    assert which.html == talk.html("rules-which", games=", ".join(rulesets()))
    await talk.deal(game(resolve(crosswords()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A"))
    assert "91 taş" in (await whole(talk, KIRAZ, "/kurallar")).text
    assert "İngilizce" in (await whole(talk, KIRAZ, "/kurallar İngilizce")).text


@pytest.mark.parametrize("text", ["/yardim", "/help"])
async def test_help_without_a_table_says_how_to_open_one(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(after(LAID, surrender(LAID)))
    answer = await whole(talk, KIRAZ, text)
    for name in rulesets():
        assert f"<code>/yeni {name}</code>" in answer.html
    assert "itiraz=çift" in answer.text
    assert "/oyna" not in answer.text


async def test_help_is_about_the_game_of_the_table_or_the_one_named(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    assert "/oyna H8 yatay KALEM" in (await whole(talk, KIRAZ, "/yardim")).text
    named = await whole(talk, KIRAZ, "/yardim klepka")
    assert "/soz СЛОВО" in named.text
    assert "/oyna" not in named.text
    wrong = await talk.ask(KIRAZ, "/yardim satranç")
    assert wrong.html == talk.html("refusal-unknown-game", typed="satranç", games=", ".join(rulesets()))


async def test_help_in_a_lobby_is_about_its_game(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni klepka")
    assert "/soz СЛОВО" in (await whole(talk, KIRAZ, "/yardim")).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_are_looked_up_in_the_list_of_the_table(house: House, language: str) -> None:
    talk = await house.group(language)
    both = (await talk.ask(KIRAZ, "/sozluk kalem")).html
    known, unknown = ("word-known", "word-unknown")
    lists = {name: talk.plain(f"lexicon-{name}") for name in ("tr", "en")}
    assert talk.html(known, word="KALEM", lexicon=lists["tr"]) in both
    assert talk.html(unknown, word="KALEM", lexicon=lists["en"]) in both
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/sozluk ışık kelimemi <b>")
    assert answer.html.splitlines() == [
        talk.html(known, word="IŞIK", lexicon=lists["tr"]),
        talk.html(unknown, word="KELİMEMİ", lexicon=lists["tr"]),
        talk.plain("word-inflected", word="KELİMEMİ", stem="KELİME"),
        talk.html(unknown, word="<b>", lexicon=lists["tr"]),
    ]


async def test_start_greets_in_private_and_in_the_group(house: House) -> None:
    talk, private = await house.group(), await house.private(KIRAZ)
    assert (await talk.ask(KIRAZ, "/start")).html.startswith(talk.html("greeting-group", bot="@harfiyen_bot"))
    greeting = await private.ask(KIRAZ, "/start")
    assert greeting.html == private.html("greeting-private", name="\u2068Kiraz\u2069")
    assert greeting.links == ["https://t.me/harfiyen_bot?startgroup=new"]


async def test_a_group_that_the_link_added_the_bot_to_is_greeted_once(house: House) -> None:
    talk = await house.group()
    for text in ("/start@harfiyen_bot new", "/start new"):
        await talk.silent_on(KIRAZ, text)


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


@pytest.mark.parametrize(
    ("name", "language"), list(zip(HOSTILE.values(), cycle(LANGUAGES), strict=False)), ids=HOSTILE.keys()
)
async def test_a_hostile_name_is_harmless_from_the_lobby_to_the_end(house: House, name: str, language: str) -> None:
    """Four of the same name; the server takes every message and alert, and no name leaves its place."""
    talk = await house.group(language)
    people = [person(number, name) for number in range(4)]
    texts = []

    async def told(sender: Json, text: str) -> None:
        await talk.say_as(sender, text)
        (sent,) = await talk.sent()
        texts.append(sent.text)

    await told(people[0], "/yeni scrabble-tr")
    for sender in people[1:]:
        await told(sender, "/katil")
    await told(people[3], "/baslat")
    order = [player.user for player in (await talk.game()).players]
    seats = [next(one for one in people if one["id"] == user) for user in order]
    await told(seats[1], "/pas")
    await told(seats[0], "/pas")
    await told(seats[1], "/degistir 1")
    for command in ("/skor", "/tahta", "/tahta metin", "/teslim"):
        await told(seats[2], command)
    await talk.say_as(seats[2], "/teslim")
    (question,) = await talk.sent()
    alert = await talk.forge(seats[0], question, question.data("yes"))
    assert alert["text"] == talk.plain("refusal-not-your-button")
    for seat in (2, 3, 0):
        await talk.say_as(seats[seat], "/teslim")
        (question,) = await talk.sent()
        await talk.forge(seats[seat], question, question.data("yes"))
        (sent,) = await talk.sent()
        texts.append(sent.text)
    assert talk.plain("ended-surrender").replace("<b>", "").replace("</b>", "") in texts[-1]
    for text in texts:
        assert "\u202e" not in text
        assert text.count("\u2068") == text.count("\u2069")
        assert html.unescape(text) == text or "&" in name


async def test_a_hostile_name_fits_into_an_alert(house: House) -> None:
    talk = await house.group()
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    for name in HOSTILE.values():
        await talk.deal(table)
        board = await talk.ask(KIRAZ, "/tahta")
        for user in (person(1, name), talk.user(KIRAZ)):
            alert = await talk.forge(user, board, board.data("rack"))
            assert alert["show_alert"]
            assert 0 < len(alert["text"]) <= 200


async def test_a_hostile_group_title_is_harmless_in_private(house: House) -> None:
    talk = await house.group(title='<b>&"\u202e')
    private = await house.private(KIRAZ)
    await talk.deal(LAID)
    rack = await private.ask(KIRAZ, "/raf")
    assert '<b>&"' in rack.text
