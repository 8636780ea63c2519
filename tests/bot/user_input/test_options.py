"""Options of a table: as people write them, by buttons, and what the lobby says of them."""

from itertools import pairwise

import pytest

from bot.judges.word_judge import DictionaryKind, parse_lexicon, with_dictionary_kind
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
        ("scrabble-tr", "", {}),
        (
            "scrabble-tr",
            "saat=oyun itiraz=double torba=91",
            {"clock": "25min", "challenge": "double", "bag": "s3-table"},
        ),
        ("scrabble-en", "clock=game challenge=ten", {"clock": "25min", "challenge": "ten"}),
        ("scrabble-tr", "SAAT = 15DK", {"clock": "15min"}),
        ("scrabble-tr", "İTİRAZ: BEŞ kime:itirazcı", {"challenge": "five", "challenge-to": "challenger"}),
        ("scrabble-tr", "süre=120sn", {"clock": "2min"}),
        ("kelimelik", "saat=HIZLI", {"clock": "fast"}),
        ("kelimelik", "SAAT=hizli", {"clock": "fast"}),
        ("scrabble-tr", "BAŞINA=KELİME", {"challenge-per": "word"}),
        ("scrabble-tr", "İTİRAZ-SAYISI=word torba=RESMİ", {"challenge-per": "word", "bag": "official"}),
        ("scrabble-en", "оскарження=п'ять", {"challenge": "five"}),
        ("scrabble-tr", "saat=banka", {"clock": "bank"}),
        ("kelimelik", "saat=12sa", {"clock": "fast"}),
        ("kelimelik", "saat=5dk", {"clock": "5min"}),
        ("kelimelik", "saat=yok", {"clock": "none"}),
        ("tournament-tr", "final", {"clock": "final"}),
        ("tournament-tr", "değiştirme=1", {"exchange-least": "1"}),
        ("tournament-en", "exchange-least=7", {"exchange-least": "7"}),
        ("tournament-en", "обмін=1 7", {"exchange-least": "1", "bingo": "seven"}),
        ("scrabble-tr", "91 double", {"bag": "s3-table", "challenge": "double"}),
        ("scrabble-tr", "itiraz=kelime pencere=2dk", {"challenge": "wordpoints", "window": "120"}),
        ("scrabble-tr", "window=1gün", {"window": "86400"}),
        ("wordbox-tr", "4w=uç ex=değiş-tokuş", {"four-word": "endpoint", "ex": "swap"}),
        ("scrabble-tr", "sözlük=tdk", {"dictionary": "live"}),
        ("scrabble-tr", "dictionary=yaygın", {"dictionary": "common"}),
        ("kelimelik", "sohbet-kelimeleri=yok", {"chat-words": "off"}),
        ("tournament-en", "chatwords=on", {"chat-words": "on"}),
        ("wordbox-uk", "слова-чату=ні", {"chat-words": "off"}),
        ("kelimelik", "yersiz", {"places": "off"}),
        ("tournament-tr", "yer-önerisi=var", {"places": "on"}),
        ("scrabble-en", "no-places", {"places": "off"}),
        ("scrabble-tr", "ücretsiz yerler=yok", {"places": "off", "hints": "free"}),
        ("wordbox-uk", "без-місць оскарження=ні", {"places": "off", "challenge": "void"}),
        ("klepka", "deste=kısa tekrar=yok", {"deck": "quick", "repeats": "forbidden"}),
        ("scrabble-tr", "itiraz=çift", {"challenge": "double"}),
        ("wordbox-uk", "час=10хв оскарження=хід", {"clock": "10min", "challenge": "double"}),
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
        ("hızlıca", "unknown_option", {"option": "hızlıca"}),
        ("7", "unknown_value", None),
        ("4w=uç", "unknown_option", {"option": "4w"}),
        ("Saat = 77DK", "unknown_value", {"option": "Saat", "value": "77DK"}),
        ("itiraz=", "value_missing", {"option": "itiraz"}),
        ("Pencere", "value_missing", {"option": "Pencere"}),
        ("=", "unknown_option", {"option": ""}),
        ("torba=" + "x" * 90, "unknown_value", {"option": "torba", "value": "x" * 40}),
        ("pencere=61", "unknown_value", {"option": "pencere", "value": "61"}),
    ],
)
def test_what_is_no_option_is_refused_with_what_there_is(text: str, code: str, fields: dict[str, str] | None) -> None:
    if fields is None:
        assert options.parse_options(text, shipped_rulesets()["scrabble-tr"], KINDS) == {"bingo": "seven"}
        return
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, shipped_rulesets()["scrabble-tr"], KINDS)
    assert caught.value.code == code
    assert fields.items() <= caught.value.fields.items()
    there = caught.value.fields["options" if code == "unknown_option" else "values"]
    assert isinstance(there, tuple)
    assert there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ALL, ids=lambda rules: rules.id)
def test_every_option_is_listed_as_it_can_be_typed(ruleset: Ruleset, language: str) -> None:
    for name, option in options.available_options(ruleset, KINDS).items():
        for value in option.values:
            typed = f"{option_word(name, language)}={options.value_to_type(name, value, ruleset, language)}"
            assert options.parse_options(typed, ruleset, KINDS) == {name: value}


LISTED = [
    ("tr", "scrabble-tr torba=BÜYÜK", "resmî, 91"),
    ("tr", "scrabble-tr İtiraz=6", "kapalı, bedava, çift, beş, on, kelime"),
    ("en", "scrabble-tr torba=1", "official, 91"),
    ("uk", "scrabble-tr торба=1", "офіційний, 91"),
    ("tr", "kelimelik saat=1", "kapalı, yavaş, hızlı, 5dk, 2dk"),
    ("en", "scrabble-en clock=1", "none, 25min, 15min, 2min, 24h, bank"),
    ("uk", "tournament-en час=1", "вимкнено, 2хв, фінал, 25хв"),
    ("tr", "klepka saat=1", "kapalı, açık"),
    ("uk", "klepka колода=1", "повна, чат, мала"),
    ("en", "wordbox-en window=1", "15s, 30s, 1min, 2min, 5min, 1h, 24h"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("language", "text", "values"), LISTED)
async def test_a_refused_value_is_quoted_as_typed_and_the_others_are_listed_as_people_type_them(
    harness: BotHarness, language: str, text: str, values: str
) -> None:
    talk = await harness.new_group(language)
    answer = await talk.say_and_wait(KIRAZ, f"/new {text}")
    option, _, value = text.split()[1].partition("=")
    assert answer.html == talk.text_html("refusal-unknown-value", option=option, value=value, values=values)


MISSING = [
    ("tr", "çift", {"option": "çift", "values": "renk, kapalı, kurucu"}, "value-missing"),
    ("uk", "колода=", {"option": "колода", "values": "повна, чат, мала"}, "value-missing"),
    ("en", "words=nouns", {"value": "nouns", "values": "forms"}, "not-set-up"),
    ("uk", "слова=іменники", {"value": "іменники", "values": "усі"}, "not-set-up"),
    ("tr", "deste=kısa deste=48", {"option": "deste"}, "option-repeated"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("language", "text", "facts", "refusal"), MISSING)
async def test_what_lacks_or_is_too_much_is_said_in_the_words_of_the_language(
    harness: BotHarness, language: str, text: str, facts: dict[str, str], refusal: str
) -> None:
    talk = await harness.new_group(language)
    assert (await talk.say_and_wait(KIRAZ, f"/new klepka {text}")).html == talk.text_html(f"refusal-{refusal}", **facts)


NAMES = [
    ("tr", "deste, tekrar, çift, saat, atlama-süresi, otomatik-atlama, sohbet-kelimeleri, başlama"),
    ("en", "deck, repeats, double, clock, skip-after, allowance, chat-words, start"),
    ("uk", "колода, повтори, подвоєння, час, пропуск-після, автопропуск, слова-чату, початок"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("language", "names"), NAMES)
@pytest.mark.parametrize("text", ["Renkli", "Renkli=1"])
async def test_an_unknown_option_is_quoted_as_typed_and_the_others_are_listed_as_people_type_them(
    harness: BotHarness, language: str, names: str, text: str
) -> None:
    talk = await harness.new_group(language)
    answer = await talk.say_and_wait(KIRAZ, f"/new klepka {text}")
    assert answer.html == talk.text_html("refusal-unknown-option", option="Renkli", options=names)


@pytest.mark.parametrize(
    ("game", "text", "kinds", "there"),
    [
        ("scrabble-tr", "Sözlük = tdk", ("builtin", "common"), ("builtin", "common")),
        ("kelimelik", "tdk", ("builtin", "common"), ("builtin", "common")),
        ("klepka", "слова=nouns", KINDS, ("forms",)),
        ("klepka", "іменники", KINDS, ("forms",)),
    ],
)
def test_what_the_operator_has_not_set_up_is_refused_as_that(
    game: str, text: str, kinds: tuple[DictionaryKind, ...], there: tuple[str, ...]
) -> None:
    with pytest.raises(Refusal) as caught:
        options.parse_options(text, shipped_rulesets()[game], kinds)
    assert caught.value.code == "not_set_up"
    assert caught.value.fields["values"] == there


def test_without_another_dictionary_there_is_no_such_option() -> None:
    with pytest.raises(Refusal, match="unknown_option"):
        options.parse_options("sözlük=tdk", shipped_rulesets()["scrabble-tr"], ("builtin",))


def test_no_operator_can_set_up_the_turkish_service_for_english() -> None:
    with pytest.raises(Refusal, match="unknown_value"):
        options.parse_options("dictionary=tdk", shipped_rulesets()["scrabble-en"], ("builtin", "common"))


@pytest.mark.parametrize("text", ["saat=25dk saat=15dk", "saat=15dk süre=15dk", "15dk saat=25dk", "25dk 15dk"])
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


def test_a_ruleset_carries_the_kind_of_its_dictionary() -> None:
    ruleset = shipped_rulesets()["scrabble-tr"]
    assert parse_lexicon(with_dictionary_kind(ruleset, "live").lexicon) == ("tr", "live")
    assert parse_lexicon(with_dictionary_kind(ruleset, "builtin").lexicon) == ("tr", "builtin")
    assert with_dictionary_kind(shipped_rulesets()["klepka"], "live") == shipped_rulesets()["klepka"]
    assert parse_lexicon("tr:rubbish") == ("tr", "builtin")


async def stored_lobby(talk: ChatSession) -> Lobby:
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    return table


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_lobby_shows_what_was_chosen_and_who_judges(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
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


@pytest.mark.repeats(4)
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("ruleset", ALL, ids=lambda rules: rules.id)
async def test_a_table_is_opened_with_options_set_by_buttons(harness: BotHarness, ruleset: Ruleset) -> None:
    talk = await harness.new_group()
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
