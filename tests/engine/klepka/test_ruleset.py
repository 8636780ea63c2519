"""The decks hold the figures of RULES §6.2–6.3, and a wrong file is an error with its place."""

from collections import Counter
from importlib.resources import files

import pytest

from engine.errors import DataError, Refusal
from engine.klepka.deck import REWARDS, colour_of, letter_on
from engine.rulesets import parse_ruleset, resolve_ruleset, shipped_rulesets
from tests.support.klepka import klepka_rules

FULL = (
    "О1:YBY А1:BYB И1:YB Н1:BY І1:YB Е1:BY Р1:YB Т1:BY В1:YB К2:BY С2:Y М2:B Л2:Y Д2:B П2:Y У3:B Я4:Y З4:B Б4:Y Г4:B "
    "Ь5:Y Й5:B Х5:Y Ч5:B Ї6:Y Ж6:B Ц6:Y Ш6:B Ю7:Y Є8:B Ф8:Y Щ8:B"
)
CHAT = (
    "О1:YB А1:BY И1:YB Н1:B І1:Y Е1:B Р1:Y Т1:B В1:Y К2:B С2:Y М2:B Л2:Y Д2:B П2:Y У3:B Я4:Y З4:B Б4:Y Г4:B Ь5:Y Й5:B "
    "Х5:Y Ч5:B Ї6:Y Ж6:B"
)
QUICK = "О1:YB А1:BY И1:Y Н1:B І1:Y Е1:B Р1:Y Т1:B В1:Y К2:B С2:Y М2:B Л2:Y Д2:B П2:Y У3:B З4:Y Б4:B Ї6:Y"
FILE = files("engine").joinpath("rulesets", "klepka.toml").read_text(encoding="utf-8")
FIGURES = [  # deck, its letters, cards, columns, rows, yellow pairs, blue pairs, of each reward
    ("full", FULL, 100, 10, 10, 22, 22, 4),
    ("chat", CHAT, 64, 8, 8, 14, 15, 2),
    ("quick", QUICK, 48, 6, 8, 11, 10, 2),
]


@pytest.mark.parametrize("figures", FIGURES, ids=["full", "chat", "quick"])
def test_a_deck_is_as_the_rules_list_it(figures: tuple[str, str, int, int, int, int, int, int]) -> None:
    deck, listed, size, columns, rows, yellow, blue, each = figures
    ruleset = klepka_rules(deck=deck)
    expected: Counter[str] = Counter()
    for item in listed.split():
        face, tints = item.split(":")
        assert ruleset.values[face[0]] == int(face[1:])
        expected.update({face[0] + tint: 2 * tints.count(tint) for tint in set(tints)})
    expected.update(dict.fromkeys(REWARDS, each))
    faces = ruleset.cards.all_cards
    assert Counter(faces) == expected
    assert (len(faces), ruleset.tiles, ruleset.cards.columns, ruleset.cards.rows) == (size, size, columns, rows)
    coloured = Counter(colour_of(card) for card in faces)
    assert (coloured["Y"], coloured["B"]) == (2 * yellow, 2 * blue)


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_every_letter_of_a_deck_comes_in_pairs(deck: str) -> None:
    counts = Counter(letter_on(card) for card in klepka_rules(deck=deck).cards.all_cards)
    assert all(count % 2 == 0 for count in counts.values())


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_the_words_that_win_can_be_made_from_every_deck(deck: str) -> None:
    ruleset = klepka_rules(deck=deck)
    assert ruleset.instant_win == "СЛАВА УКРАЇНІ"
    needed = Counter(ruleset.instant_win.replace(" ", ""))
    assert needed <= Counter(letter_on(card) or "" for card in ruleset.cards.all_cards)


def test_a_table_may_choose_deck_words_repeats_doubling_clock_and_the_chats_words() -> None:
    options = {name: (option.values, option.default) for name, option in shipped_rulesets()["klepka"].options().items()}
    assert options == {
        "deck": (("full", "chat", "quick"), "chat"),
        "words": (("forms", "nouns"), "forms"),
        "repeats": (("allowed", "forbidden"), "allowed"),
        "double": (("colour", "off", "host"), "colour"),
        "clock": (("none", "phases"), "none"),
        "skip-after": (("21600", "43200", "86400", "172800"), "86400"),
        "allowance": (("on", "off"), "on"),
        "chat-words": (("on", "off"), "on"),
        "start": (("asked", "full"), "asked"),
    }


def test_a_resolved_ruleset_holds_what_was_chosen_and_nothing_else() -> None:
    chosen = klepka_rules(deck="quick", words="nouns", repeats="forbidden", double="host", clock="phases")
    assert (chosen.deck, list(chosen.decks), chosen.lexicon, chosen.lexica) == (
        "quick",
        ["quick"],
        "uk-nouns",
        {"nouns": "uk-nouns"},
    )
    assert (chosen.repeats, chosen.double, chosen.clock, list(chosen.clocks)) == (
        "forbidden",
        "host",
        "phases",
        ["phases"],
    )
    plain = klepka_rules()
    assert (plain.deck, plain.lexicon, plain.repeats, plain.double, plain.clock, plain.clocks) == (
        "chat",
        "uk",
        "allowed",
        "colour",
        "none",
        {},
    )


def test_an_unknown_deck_is_refused_with_the_decks_there_are() -> None:
    with pytest.raises(Refusal) as refusal:
        resolve_ruleset(shipped_rulesets()["klepka"], {"deck": "tiny"})
    assert refusal.value.code == "unknown_value"
    assert refusal.value.fields["values"] == ("full", "chat", "quick")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("schema = 1", "schema = 9", "schema is 9; this version reads 1"),
        ('id = "klepka"', 'id = "Klepka"', "id 'Klepka' is not lower-case words joined by hyphens"),
        ('language = "uk"', 'language = "xx"', "language: languages/xx.toml: no such language"),
        ('lexicon = "uk"', 'lexicon = "tr"', "lexicon 'tr' is not among the lexica: uk, uk-nouns"),
        ('deck = "chat"', 'deck = "tiny"', "deck 'tiny' is not among the decks: full, chat, quick"),
        ('clock = "none"', 'clock = "fast"', "clock 'fast' is not among the clocks: none, phases"),
        ("words = 90", "words = 0", "clocks.phases: words is 0; it must be at least 1"),
        ("[clocks.phases]", "[clocks.none]", "clocks.none: the name is kept for no clock"),
        ("least = 2", "least = 1", "players: least 1 and most 6 are not 2 ≤ least ≤ most"),
        ('order = "random"', 'order = "draw"', "players.order is 'draw'"),
        ('en = "Klepka"', 'de = "Klepka"', "title lacks the English name, en"),
        ('"СЛАВА УКРАЇНІ"', '"СЛАВА РЫБЕ"', "instant_win: 'Ы' is no letter of the language 'uk'"),
        ('"О" = 1', '"Ы" = 1', "values: 'Ы' is no letter of the language 'uk'"),
        ('"Щ" = 8', '"Ґ" = 8', "decks.full: letters: 'Щ' has no points in values"),
        ('"О" = "YBY"', '"О" = "YBG"', "decks.full: letters: 'О' has the colours 'YBG'; each pair is one of Y, B"),
        ('"О" = "YBY"', '"О" = "YBB"', "decks.full: letters: 23 pairs are B, not the stated 22"),
        ("cards = 64", "cards = 66", "decks.chat: the letters and rewards make 64 cards, not the stated 66"),
        ("columns = 6", "columns = 7", "decks.quick: 7 columns by 8 rows do not hold 48 cards evenly"),
        ("polysemy = 4,", "joker = 4,", "decks.full: rewards: 'joker' is none of polysemy, exchange, chaos"),
        ("polysemy = 4,", "polysemy = 0,", "decks.full: rewards: 'polysemy' counts 0; leave out what is not there"),
        ('repeats = "allowed"', 'repeats = "often"', "Invalid enum value 'often'"),
        ("schema = 1", "schema = 1\nextra = 1", "unknown field `extra`"),
    ],
)
def test_a_wrong_file_is_an_error_with_its_place(old: str, new: str, complaint: str) -> None:
    assert old in FILE
    with pytest.raises(DataError) as error:
        parse_ruleset(FILE.replace(old, new, 1), "klepka.toml")
    assert str(error.value).startswith("klepka.toml: ")
    assert complaint in str(error.value)
