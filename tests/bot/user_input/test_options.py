"""Options of a table: as people write them, by buttons, and what the lobby says of them."""

from itertools import pairwise

import pytest

from bot.judges.word_judge import DictionaryKind
from bot.texts import Texts
from bot.user_input import options
from bot.user_input.commands import option_word
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset, shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.languages import LANGUAGES

KINDS: tuple[DictionaryKind, ...] = ("builtin", "common", "live")
ALL = list(shipped_rulesets().values())
TO_THEM = {"challenge-to": "challenger"}
WHOLE = {"bingo": "whole-rack"}
COLOURED = {"double": "colour"}


@pytest.mark.parametrize(
    ("game", "text", "chosen"),
    [
        (
            "scrabble-tr",
            "saat=oyun itiraz=double torba=91",
            {"clock": "25min", "challenge": "double", "bag": "s3-table"},
        ),
        ("scrabble-en", "clock=game challenge=ten", {"clock": "25min", "challenge": "ten"}),
        ("scrabble-tr", "İTİRAZ: BEŞ kime:itirazcı", {"challenge": "five", "challenge-to": "challenger"}),
        ("scrabble-tr", "süre=120sn", {"clock": "2min"}),
        ("kelimelik", "SAAT=hizli", {"clock": "fast"}),
        ("scrabble-tr", "BAŞINA=KELİME", {"challenge-per": "word"}),
        ("scrabble-tr", "İTİRAZ-SAYISI=word torba=RESMİ", {"challenge-per": "word", "bag": "official"}),
        ("scrabble-en", "оскарження=п'ять", {"challenge": "five"}),
        ("kelimelik", "saat=5dk", {"clock": "5min"}),
        ("tournament-tr", "final", {"clock": "final"}),
        ("tournament-en", "обмін=1 7", {"exchange-least": "1", "bingo": "seven"}),
        ("scrabble-tr", "91 double", {"bag": "s3-table", "challenge": "double"}),
        ("scrabble-tr", "itiraz=kelime pencere=2dk", {"challenge": "wordpoints", "window": "120"}),
        ("wordbox-tr", "4w=uç ex=değiş-tokuş", {"four-word": "endpoint", "ex": "swap"}),
        ("scrabble-tr", "dictionary=yaygın", {"dictionary": "common"}),
        ("kelimelik", "sohbet-kelimeleri=yok", {"chat-words": "off"}),
        ("kelimelik", "yersiz", {"places": "off"}),
        ("scrabble-tr", "ücretsiz yerler=yok", {"places": "off", "hints": "free"}),
        ("wordbox-uk", "без-місць оскарження=ні", {"places": "off", "challenge": "void"}),
        ("klepka", "deste=kısa tekrar=yok", {"deck": "quick", "repeats": "forbidden"}),
        ("wordbox-uk", "годинник=1дн 4w=кінець ex=обмін", {"clock": "24h", "four-word": "endpoint", "ex": "swap"}),
        ("scrabble-en", "ЧАС=ЗАПАС ОСКАРЖЕННЯ=П’ЯТЬ кому=оскаржувач", {"clock": "bank", "challenge": "five"} | TO_THEM),
        ("scrabble-en", "вікно=2хв завершення=подвоєне бінго=підставка", {"window": "120", "out": "double"} | WHOLE),
        ("klepka", "колода=мала повтори=ні подвоєння=колір", {"deck": "quick", "repeats": "forbidden"} | COLOURED),
    ],
)
def test_options_are_read_in_every_language(game: str, text: str, chosen: dict[str, str]) -> None:
    ruleset = shipped_rulesets()[game]
    assert options.parse_options(text, ruleset, KINDS) == chosen
    resolved = options.apply_options(ruleset, chosen, KINDS)
    known = options.available_options(resolved, KINDS)
    assert {name: known[name].default for name in chosen if name != "dictionary"} == {
        name: value for name, value in chosen.items() if name != "dictionary"
    }


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("renk=mavi", "unknown_option", {"option": "renk"}),
        ("Saat = 77DK", "unknown_value", {"option": "Saat", "value": "77DK"}),
        ("itiraz=", "value_missing", {"option": "itiraz"}),
        ("=", "unknown_option", {"option": ""}),
        ("torba=" + "x" * 90, "unknown_value", {"option": "torba", "value": "x" * 40}),
    ],
)
def test_what_is_no_option_is_refused_with_what_there_is(text: str, code: str, fields: dict[str, str]) -> None:
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, shipped_rulesets()["scrabble-tr"], KINDS)
    assert caught.value.code == code
    assert fields.items() <= caught.value.fields.items()
    there = caught.value.fields["options" if code == "unknown_option" else "values"]
    assert isinstance(there, tuple)
    assert there


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_listed_as_it_can_be_typed(language: str) -> None:
    listed = ((rules, *one) for rules in ALL for one in options.available_options(rules, KINDS).items())
    for ruleset, name, option in listed:
        for value in option.values:
            typed = f"{option_word(name, language)}={options.value_to_type(name, value, ruleset, language)}"
            assert options.parse_options(typed, ruleset, KINDS) == {name: value}


@pytest.mark.parametrize(
    ("game", "text", "kinds", "there"),
    [
        ("scrabble-tr", "Sözlük = tdk", ("builtin", "common"), ("builtin", "common")),
        ("klepka", "слова=nouns", KINDS, ("forms",)),
    ],
)
def test_what_the_operator_has_not_set_up_is_refused_as_that(
    game: str, text: str, kinds: tuple[DictionaryKind, ...], there: tuple[str, ...]
) -> None:
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, shipped_rulesets()[game], kinds)
    assert caught.value.code == "not_set_up"
    assert caught.value.fields["values"] == there


@pytest.mark.parametrize("text", ["saat=15dk süre=15dk", "25dk 15dk"])
def test_an_option_named_twice_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, shipped_rulesets()["scrabble-tr"], KINDS)
    assert (caught.value.code, caught.value.fields) == ("option_repeated", {"option": "clock"})


@pytest.mark.parametrize("ruleset", ALL, ids=lambda rules: rules.id)
def test_button_codes_are_read_back_and_turn_through_every_value(ruleset: Ruleset) -> None:
    offer = options.button_options(ruleset, KINDS)
    for name, option in offer.items():
        chosen: dict[str, str] = {}
        seen = []
        for _ in option.values:
            chosen = options.with_next_value(offer, chosen, name)
            seen.append(chosen[name])
            told = options.decode_choices(offer, options.encode_choices(offer, chosen))
            assert chosen.items() <= told.items()
            options.apply_options(ruleset, told, KINDS)
        assert sorted(seen) == sorted(option.values)


@pytest.mark.parametrize("text", ["", "0", "zzzzzzzzzzzz", "00000000000000", "é"])
def test_a_code_of_other_options_is_stale(text: str) -> None:
    with pytest.raises(Refusal, match="stale_button"):
        options.decode_choices(options.button_options(shipped_rulesets()["scrabble-tr"], KINDS), text)


async def stored_lobby(talk: ChatSession) -> Lobby:
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    return table


@pytest.mark.asyncio(loop_scope="module")
async def test_the_lobby_shows_what_was_chosen_and_who_judges(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    text = "scrabble-tr saat=oyun itiraz=double torba=91 4=4"
    refused = await talk.say_and_wait(KIRAZ, f"/yeni {text}")
    assert refused.html.startswith(talk.text_html("refusal-unknown-option", option="4", options="")[:20])
    card = await talk.say_and_wait(KIRAZ, f"/yeni {text.removesuffix(' 4=4')}")
    ruleset = (await stored_lobby(talk)).ruleset
    assert (ruleset.clock, ruleset.tiles) == ("25min", 91)
    clock = talk.text_plain("clock-game", time=talk.text_plain("unit-minute", count=25))
    assert f"{talk.text_plain('option-clock')}: {clock}" in card.text
    assert talk.text_plain("value-challenge-double") in card.text
    assert talk.text_plain("value-bag-s3-table") in card.text
    assert f"{talk.text_plain('option-dictionary')}: {talk.text_plain('lexicon-tr')}" in card.text


@pytest.mark.asyncio(loop_scope="module")
async def test_a_table_is_opened_with_options_set_by_buttons(harness: BotHarness) -> None:
    talk, ruleset = await harness.new_group(), shipped_rulesets()["scrabble-tr"]
    choice = await talk.say_and_wait(KIRAZ, "/yeni liste")
    start, tuned = f"tune::{KIRAZ}:{ruleset.id}", choice.button_data("games")
    assert (await talk.press_data(LIMON, choice, tuned))["text"] == talk.text_plain("refusal-not-your-button")
    await talk.press_data(KIRAZ, choice, tuned)
    menu = await talk.wait_edited(choice, "editMessageText")
    assert menu.text == talk.text_plain("choose-tuned")
    assert (await talk.press_data(LIMON, choice, start))["text"] == talk.text_plain("refusal-not-your-button")
    await talk.press_data(KIRAZ, choice, start)
    menu = await talk.wait_edited(choice, "editMessageText")
    assert menu.text.startswith(f"⚙️ {ruleset.title['tr']}")
    await talk.press_data(KIRAZ, choice, menu.button_data("games"))
    menu = await talk.wait_edited(choice, "editMessageText")
    assert menu.text == talk.text_plain("choose-game")
    for mode in ("more", "tunemore"):
        await talk.press_data(KIRAZ, choice, f"games::{KIRAZ}:{mode}")
        await talk.wait_edited(choice, "editMessageText")
    await talk.press_data(KIRAZ, choice, start)
    menu = await talk.wait_edited(choice, "editMessageText")
    await talk.press_data(KIRAZ, choice, menu.button_data("tune"))
    menu = await talk.wait_edited(choice, "editMessageText")
    clocks = menu.button_data("tune")
    await talk.press_data(KIRAZ, choice, clocks)
    menu = await talk.wait_edited(choice, "editMessageText")
    await talk.press_data(KIRAZ, menu, menu.button_data("choose"))
    await talk.wait_messages()
    table = await stored_lobby(talk)
    assert table.ruleset.id == ruleset.id
    assert table.ruleset.options_in_use != ruleset.options_in_use


@pytest.mark.parametrize("ruleset", [one for one in ALL if one.clocks], ids=lambda ruleset: ruleset.id)
def test_a_clock_has_one_name_in_a_language(ruleset: Ruleset) -> None:
    for clock in options.available_options(ruleset, KINDS)["clock"].values:
        assert options.value_to_type("clock", clock, ruleset, "en") == clock, (
            "English is what the engine and the README say"
        )
        for language in LANGUAGES:
            name = options.value_to_type("clock", clock, ruleset, language)
            shown = Speaker(Texts(), language).value_label("clock", clock, ruleset)
            assert options.parse_options(f"clock={name}", ruleset, KINDS) == {"clock": clock}
            if clock != "none":
                assert name in {shown.split(",")[0], *time_figures(shown)}, (name, shown)


def time_figures(shown: str) -> set[str]:
    """The times in a clock's description, as people type them: ``25 min per player`` has ``25min``."""
    marks = shown.replace(",", "").split()
    return {number + unit for number, unit in pairwise(marks) if number.isdecimal()}


def test_a_value_that_nobody_is_offered_is_kept_by_buttons_until_another_is_chosen() -> None:
    offer = options.button_options(shipped_rulesets()["duplicate-en"], ("builtin",))
    kept = options.decode_choices(offer, options.encode_choices(offer, {"rounds": "7"}))
    assert kept["rounds"] == "7"
    assert options.with_next_value(offer, kept, "rounds")["rounds"] == "5"


@pytest.mark.parametrize("text", ["words", "words=", "слова=усе"])
def test_an_option_with_one_value_is_no_choice(text: str) -> None:
    ruleset = shipped_rulesets()["klepka"]
    assert len(options.available_options(ruleset, KINDS)["words"].values) == 1
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, ruleset, KINDS)
    assert caught.value.code == "unknown_option"
    assert caught.value.fields["options"] == (
        "deck",
        "repeats",
        "double",
        "clock",
        "skip-after",
        "allowance",
        "chat-words",
        "start",
    )
    assert options.parse_options("words=forms", ruleset, KINDS) == {"words": "forms"}


@pytest.mark.parametrize("ruleset", ALL, ids=lambda rules: rules.id)
def test_whatever_is_listed_or_has_a_button_leaves_a_choice(ruleset: Ruleset) -> None:
    there = options.available_options(ruleset, KINDS)
    with pytest.raises(Refusal) as caught:
        options.parse_options("renk=mavi", ruleset, KINDS)
    listed = caught.value.fields["options"]
    assert isinstance(listed, tuple)
    assert listed
    assert all(len(there[name].values) > 1 for name in (*listed, *options.button_options(ruleset, KINDS)))


IDLE = [
    ("tr", "scrabble-tr itiraz=çift başına=kelime", ("başına", "itiraz", "beş, on")),
    ("tr", "kelimelik itiraz=çift ipucu=ücretsiz", ("ipucu", "itiraz", "kapalı")),
    ("uk", "wordbox-uk оскарження=немає вікно=2хв", ("вікно", "оскарження", "вільне, хід, п’ять, десять, слово")),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("language", "text", "said"), IDLE)
async def test_an_option_that_would_change_nothing_is_refused_with_what_it_needs(
    harness: BotHarness, language: str, text: str, said: tuple[str, str, str]
) -> None:
    talk = await harness.new_group(language)
    answer = await talk.say_and_wait(KIRAZ, f"/new {text}")
    assert answer.html == talk.text_html("refusal-option-idle", option=said[0], needed=said[1], values=said[2])


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("scrabble-tr", "itiraz=beş başına=kelime kime=itirazcı pencere=2dk"),
        ("wordbox-uk", "вікно=2хв"),
        ("klepka", "deste=kısa"),
    ],
)
def test_an_option_is_taken_with_what_it_needs(game: str, text: str) -> None:
    ruleset = shipped_rulesets()[game]
    options.check_options_matter(options.parse_options(text, ruleset, KINDS), ruleset, KINDS)
