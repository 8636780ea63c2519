"""What groups read under the board: who did what for how many points, within a caption's length."""

import html
import re
from collections.abc import Callable
from typing import get_args

import pytest

from bot.announce.terms import Terms, title
from bot.announce.wording import Wording, spelled
from bot.playground.entities import parse_html
from bot.sketches import Look, sketch
from bot.texts import LANGUAGES, Texts
from engine import game as door
from engine.crossword.actions import Cancel, Challenge
from engine.crossword.events import GameEnded
from engine.crossword.state import GameState
from engine.crossword.view import EndReason, FinalScore, Outcome, WordScore
from engine.game import Action
from engine.rulesets import resolve, rulesets
from engine.seats import LobbyView, Seat, open_lobby
from render.panel import PanelWords
from tests.support.captions import seen, told
from tests.support.games import (
    NAMES,
    SECRET,
    after,
    begun,
    changed,
    exchange,
    game,
    lobby,
    pass_,
    play,
    step,
    surrender,
)

TEXTS = Texts()
KELIMELIK = rulesets()["kelimelik"].title


def plain(text: str) -> str:
    """As people read it, without the marks around names."""
    return re.sub("[\u2068\u2069]", "", parse_html(text, lambda _: None)[0])


def test_a_play_is_told_with_every_word_its_score_the_standings_and_who_is_next() -> None:
    before = game("scrabble-en", laid=["8H LOFTY"], racks=["LOAM???", "AAAAAAA"], scores=[10, 20])
    state, events = step(before, play(before, "7I LOAM"))
    assert plain(told(state, events, "en")).splitlines() == [
        "Ayşe I7 across LOAM: 24 points",
        "LOAM 7 + LO 3 + OF 5 + AT 2 + MY 7",
        "",
        "Ayşe 34 · Bora 20",
        f"{len(state.bag)} tiles in the bag · English Scrabble",
        "Next: Bora",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_tells_all_that_the_picture_shows(language: str) -> None:
    before = game(
        "kelimelik",
        laid=["8F KALEM"],
        racks=["LERİSİN", "AAAAAAA"],
        scores=[10, 20],
        bonus="I11",
        options={"clock": "slow"},
    )
    state, events = step(before, play(before, "8F KALEMLER"))
    view, words = seen(state), Wording(TEXTS, language)
    moved, asked = told(state, events, language), "\n".join((words.last(view), words.standing(view, KELIMELIK, "tr")))
    shown = sketch(TEXTS, view, KELIMELIK, Look(language)).words
    assert isinstance(shown, PanelWords)
    for text in map(plain, (moved, asked)):
        assert shown.title in text
        assert f"KALEMLER: {view.seats[0].score - 10}" in text
        assert TEXTS.plain(language, "bag-left", count=view.bag) in text
        assert plain(TEXTS.html(language, "bonus-free", cell="I11", points=25)) in text
        assert all(f"{seat.name} {seat.score}" in text for seat in view.seats)
        assert f"⏱ Bora {shown.clocks[1]}" in text
        assert text.endswith(TEXTS.plain(language, "turn-next", name="Bora"))


def test_a_bonus_cell_that_is_taken_is_told_no_more() -> None:
    state = changed(game("kelimelik", laid=["8F KALEM"], bonus="H8"), bonus_taken=True)
    assert "H8" not in Wording(TEXTS, "tr").standing(seen(state), KELIMELIK)


LASTS: dict[str, Callable[[GameState], Action]] = {
    "turn-passed": pass_,
    "turn-exchanged": lambda state: exchange(state, "LE"),
    "turn-surrendered": surrender,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("message", LASTS)
def test_the_last_turn_reads_as_it_was_told(message: str, language: str) -> None:
    before = game("scrabble-tr", racks=["LERİSİN", "AAAAAAA", "EEEEEEE"])
    state, events = step(before, LASTS[message](before))
    last = Wording(TEXTS, language).last(seen(state))
    assert last == TEXTS.html(language, message, name="\u2068Ayşe\u2069", **({"count": 2} if "exch" in message else {}))
    assert last in told(state, events, language)


def test_the_last_play_is_told_with_its_blanks_and_the_sum_of_its_words() -> None:
    before = game("scrabble-en", laid=["8H LOFTY"], racks=["LO?M???", "AAAAAAA"])
    state, events = step(before, play(before, "7I LOaM"))
    last = Wording(TEXTS, "en").last(seen(state))
    assert "LO[A]M" in last
    assert told(state, events, "en").startswith(last)


def test_a_play_that_was_taken_back_is_the_last_turn() -> None:
    before = game("scrabble-en", racks=["LOFTYAB", "AAEEKKL"], options={"challenge": "double"}, bag="AEIOU" * 5)
    state, _ = step(before, play(before, "8H LOFTY"))
    state, _ = step(state, Challenge(state.players[1].user), lambda _: False)
    last = Wording(TEXTS, "en").last(seen(state))
    assert plain(last) == TEXTS.plain("en", "panel-withdrawn", name="Ayşe", word="LOFTY")


def test_before_the_first_turn_there_is_none_to_tell() -> None:
    assert Wording(TEXTS, "tr").last(seen(game())) == ""


def test_the_parts_of_a_score_add_up_to_it() -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİN", ""], bonus="K9")
    state, events = step(before, play(before, "K8 LERİSİN"))
    head, parts = plain(told(state, events)).splitlines()[:2]
    total = int(re.findall(r"(\d+) puan", head)[0])
    assert sum(int(number) for number in re.findall(r" (\d+)(?: \+|$)", parts)) == total
    assert "bütün taşlar 30" in parts
    assert "bonus hücresi 25" in parts


@pytest.mark.parametrize(
    ("bonus", "second"), [(None, ""), ("H8", "KALEM 12 + bonus hücresi 25")], ids=["without a bonus", "with a bonus"]
)
def test_a_single_word_is_counted_up_only_with_a_bonus(bonus: str | None, second: str) -> None:
    before = game("kelimelik", racks=["KALEM??", ""], bonus=bonus)
    state, events = step(before, play(before, "8F KALEM"))
    assert plain(told(state, events)).splitlines()[1] == second


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_below_zero_have_a_true_minus(language: str) -> None:
    before = game("scrabble-en", racks=["AEIOUNR", "QZ"], scores=[-12, 3], scoreless=5)
    assert plain(told(before, (), language)).startswith("Ayşe \N{MINUS SIGN}12 · Bora 3")
    state, events = step(before, pass_(before))
    text = plain(told(state, events, language))
    assert "Ayşe \N{MINUS SIGN}19 (\N{MINUS SIGN}7)" in text
    assert "Bora \N{MINUS SIGN}17 (\N{MINUS SIGN}20)" in text


@pytest.mark.parametrize(
    ("ruleset", "language", "pieces"),
    [
        ("scrabble-tr", "tr", "100 taş"),
        ("scrabble-tr", "en", "100 tiles"),
        ("scrabble-tr", "uk", "100 фішок"),
        ("klepka", "tr", "64 kart"),
        ("klepka", "en", "64 cards"),
        ("klepka", "uk", "64 картки"),
    ],
)
def test_a_lobby_counts_tiles_or_cards(ruleset: str, language: str, pieces: str) -> None:
    table = open_lobby(resolve(rulesets()[ruleset]), Seat(1, "Ayşe"), SECRET)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    text = plain(Wording(TEXTS, language).lobby(view, table.ruleset.title, table.ruleset.lexicon))
    assert text.splitlines()[0].endswith(f", {pieces}")


def test_only_the_blanks_of_this_play_stand_in_brackets() -> None:
    word = WordScore("KALEM", 5, ("F8", "G8", "H8", "I8", "J8"))
    assert spelled(word, frozenset({"H8"})) == "KA[L]EM"


@pytest.mark.parametrize("language", LANGUAGES)
def test_passes_and_exchanges_name_no_tile(language: str) -> None:
    before = game("kelimelik", racks=["ĞÖJFVPH", "ĞÖJFVPH"])
    for action in (pass_(before), exchange(before, "ĞÖ")):
        state, events = step(before, action)
        text = plain(told(state, events, language))
        assert not set("ĞÖJFVH") & set(text.replace("Harfiyen", ""))
        assert "2" in text or "pas" in text or "пас" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_names_the_draws_and_the_bonus_cell(language: str) -> None:
    state, events = begun("scrabble-tr", 4)
    text = plain(told(state, events, language))
    assert all(name in text for name in NAMES)
    assert text.count("·") >= 6
    state, events = begun("kelimelik", 2)
    assert str(state.bonus) in plain(told(state, events, language))
    assert "25" in plain(told(state, events, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_names_winner_scores_racks_and_the_secret(language: str) -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LER", "ĞÖ?"], bag="", scores=[100, 90])
    state, events = step(before, play(before, "8F KALEMLER"))
    text = plain(told(state, events, language))
    assert f"🥇 Ayşe {state.players[0].score} (+15)" in text
    assert "🥈 Bora 75 (\N{MINUS SIGN}15) · Ğ Ö ▢" in text
    assert SECRET in text
    lines = text.splitlines()
    (end,) = (number for number, line in enumerate(lines) if line.startswith("🏁"))
    assert lines[end - 1] == ""
    assert TEXTS.plain(language, "bag-left", count=0) in text


def test_a_draw_names_both_and_a_cancelled_game_nobody() -> None:
    before = game("kelimelik", racks=["AAAAAAA", "EEEEEEE"], passes=2)
    state, events = step(before, pass_(before))
    assert "Berabere: Ayşe ve Bora" in plain(told(state, events))
    assert " Ayşe and Bora\n" in plain(told(state, events, "en"))
    state, events = step(before, Cancel(before.host))
    text = plain(told(state, events))
    assert "iptal" in text
    assert "🥇" not in text


def test_who_gave_up_has_a_flag_and_no_medal_at_the_end() -> None:
    before = game("scrabble-tr", racks=["AAAAAAA", "EEEEEEE"], scores=[12, 7])
    state, events = step(before, surrender(before))
    text = plain(told(state, events))
    assert "🥇 Bora 7" in text
    assert "🏳️ Ayşe 12" in text


def test_who_gave_up_is_struck_through() -> None:
    state = game("scrabble-tr", racks=["AAAAAAA", "EEEEEEE", "LLLLLLL"])
    state = after(state, surrender(state, 0))
    assert "<s>\u2068Ayşe\u2069</s>" in Wording(TEXTS, "tr").scores(seen(state))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_tells_game_seats_tiles_and_the_commitment(language: str) -> None:
    table = lobby("scrabble-tr", 3)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    text = plain(Wording(TEXTS, language).lobby(view, table.ruleset.title, table.ruleset.lexicon))
    assert title(table.ruleset.title, language) in text
    assert all(name in text for name in NAMES[:3])
    assert table.commitment in text
    assert table.secret not in text
    assert "100" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", list(get_args(EndReason)))
def test_every_ending_has_its_sentence(language: str, reason: str) -> None:
    state = changed(game(racks=["A", "B"]), turn=0)
    finals = (FinalScore(0, 1, 10, 0, ()), FinalScore(1, 2, 5, -5, ("B",)))
    outcome = Outcome(reason, (0,), finals)  # type: ignore[arg-type] # every reason in turn
    ended = GameEnded(outcome, SECRET)
    text = told(changed(state, outcome=outcome), (ended,), language)
    assert TEXTS.html(language, f"ended-{reason}", turns=6) in text
    assert html.unescape(plain(text)).strip()


@pytest.mark.parametrize(
    ("ruleset", "players", "reason", "said"),
    [
        ("kelimelik", 2, "passes", "arka arkaya 3 kez pas geçildi"),
        ("wordbox-tr", 4, "passes", "herkes arka arkaya 2 kez pas geçti"),
        ("scrabble-tr", 2, "scoreless", "arka arkaya 6 tur puansız geçti"),
        ("scrabble-tr", 4, "scoreless", "arka arkaya 8 tur puansız geçti"),
    ],
)
def test_a_run_of_turns_that_ends_a_game_is_told_by_its_length(
    ruleset: str, players: int, reason: EndReason, said: str
) -> None:
    state = game(ruleset, racks=["A"] * players)
    outcome = Outcome(reason, (0,), (FinalScore(0, 1, 10, 0, ()),))
    assert said in told(changed(state, outcome=outcome), (GameEnded(outcome, SECRET),))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("seconds", "wanted"),
    [
        (0, [("second", 0)]),
        (59, [("second", 59)]),
        (60, [("minute", 1)]),
        (3661, [("hour", 1), ("minute", 1)]),
        (259_200, [("day", 3)]),
        (90_000, [("day", 1), ("hour", 1)]),
    ],
)
def test_a_time_is_told_in_its_two_greatest_units(language: str, seconds: int, wanted: list[tuple[str, int]]) -> None:
    units = " ".join(TEXTS.plain(language, f"unit-{unit}", count=count) for unit, count in wanted)
    assert Terms(TEXTS, language).duration(seconds) == units


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_and_clock_of_every_game_has_words(language: str) -> None:
    terms = Terms(TEXTS, language)
    for ruleset in rulesets().values():
        for name, option in ruleset.options().items():
            assert terms.option(name)
            for value in option.values:
                told = terms.value(name, value, ruleset)
                assert told
                assert name in {"clock", "window"} or TEXTS.has(language, f"value-{name}-{value}"), (name, value)
