"""The decks hold the figures of RULES §6.2–6.3, and a wrong file is an error with its place."""

from collections import Counter
from importlib.resources import files

import msgspec
import pytest

from engine import game as door
from engine.encoding import decode_table, make_decoder
from engine.errors import DataError
from engine.klepka.actions import Flip
from engine.klepka.deck import REWARDS, colour_of, letter_on
from engine.klepka.events import CardsRevealed, GameStarted
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.lobby_seats import Join, Lobby, Seat, open_lobby
from engine.rulesets import parse_ruleset, shipped_rulesets
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender
from tests.support.klepka import NAMES, NOW, SECRET, USERS, accepts_any_word, klepka_rules

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


def test_a_wrong_file_is_an_error_with_its_place() -> None:
    for old, new, complaint in (
        ("schema = 1", "schema = 9", "schema is 9; this version reads 1"),
        ('id = "klepka"', 'id = "Klepka"', "id 'Klepka' is not lower-case words joined by hyphens"),
        ('language = "uk"', 'language = "xx"', "language: languages/xx.toml: no such language"),
        ('lexicon = "uk"', 'lexicon = "tr"', "lexicon 'tr' is not among the lexica: uk, uk-nouns"),
        ('deck = "chat"', 'deck = "tiny"', "deck 'tiny' is not among the decks: full, chat, quick"),
        ('clock = "none"', 'clock = "fast"', "clock 'fast' is not among the clocks: none, phases"),
        ("words = 90", "words = 0", "clocks.phases: words is 0; it must be at least 1"),
        ("[clocks.phases]", "[clocks.none]", "clocks.none: the name is kept for no clock"),
        ("least = 2", "least = 1", "players: least is 1; it must be at least 2"),
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
    ):
        assert old in FILE
        with pytest.raises(DataError) as error:
            parse_ruleset(FILE.replace(old, new, 1), "klepka.toml")
        assert str(error.value).startswith("klepka.toml: ")
        assert complaint in str(error.value)


def lobby(seated: int, **options: str) -> Lobby:
    table: door.Table | None = open_lobby(klepka_rules(**options), Seat(USERS[0], NAMES[0]), SECRET)
    for user, name in list(zip(USERS, NAMES, strict=True))[1:seated]:
        assert table is not None
        table = door.apply(table, Join(user, name), NOW, accepts_any_word).table
    assert isinstance(table, Lobby)
    return table


def begun(seated: int = 2, **options: str) -> tuple[GameState, tuple[door.Event, ...]]:
    step = door.apply(lobby(seated, **options), door.Begin(USERS[0], 7, "00"), NOW, accepts_any_word)
    assert isinstance(step.table, GameState)
    return step.table, step.events


@pytest.mark.parametrize("seated", [2, 6])
def test_a_game_begins_from_the_lobby(seated: int) -> None:
    state, (started,) = begun(seated, deck="quick")
    assert isinstance(started, GameStarted)
    assert (len(started.order), started.columns, started.rows) == (seated, 6, 8)
    assert sorted(player.user for player in state.players) == list(USERS[:seated])


def test_a_game_is_played_viewed_and_ended_through_the_door() -> None:
    state, _ = begun()
    step = door.apply(state, Flip(state.players[0].user, (1, 2)), NOW, accepts_any_word)
    assert isinstance(step.events[0], CardsRevealed)
    assert tuple(door.redact(event, None) for event in step.events) == step.events
    assert step.table is not None
    view = door.view(step.table, USERS[1])
    assert isinstance(view, GameView)
    assert view.revealed == ()
    assert not door.is_over(step.table)
    over = door.apply(step.table, Cancel(USERS[0]), NOW, accepts_any_word).table
    assert over is not None
    assert door.is_over(over)


def test_a_table_of_any_family_survives_the_codec() -> None:
    for table in (lobby(3, double="host"), begun(4, clock="phases")[0]):
        assert decode_table(msgspec.json.encode(table)) == table
    state, events = begun()
    assert make_decoder(tuple[door.Event, ...]).decode(msgspec.json.encode(events)) == events
    view = door.view(state, None)
    assert make_decoder(door.View).decode(msgspec.json.encode(view)) == view
    asked = Flip(USERS[0], (1, 2))
    assert make_decoder(door.Action).decode(msgspec.json.encode(asked)) == asked


@pytest.mark.parametrize(
    ("kind", "older", "now"),
    [
        (door.Action, {"type": "klepka_pass", "by": 1}, Pass(1)),
        (door.Action, {"type": "klepka_surrender", "by": 1}, Surrender(1)),
        (door.Action, {"type": "klepka_cancel", "by": 1}, Cancel(1)),
        (door.Event, {"type": "klepka_surrendered", "seat": 1}, PlayerSurrendered(1)),
    ],
)
def test_logs_from_before_the_families_shared_these_are_read(kind: type, older: object, now: object) -> None:
    assert make_decoder(kind).decode(msgspec.json.encode(older)) == now
