"""What is said of a table: its lobby, its options and times, how it ends and who won."""

import html
from typing import get_args

import msgspec
import pytest

from bot.families.crossword.wording import CrosswordWording
from bot.families.registry import lobby_caption
from bot.texts import Texts
from bot.wording.clocks import time_left
from bot.wording.speaker import NAMELESS, Speaker, localized_title
from engine import game as door
from engine.crossword.events import GameEnded
from engine.crossword.view import EndReason, FinalScore, Outcome
from engine.lobby_seats import Seat, open_lobby
from engine.lobby_view import LobbyView
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Cancel
from render.text import to_drawable
from tests.support.drawings import WORDED_TEXTS, caption_of_step, group_view, plain_text, read_rows
from tests.support.games import (
    NAMES,
    SECRET,
    after_actions,
    apply_step,
    game,
    open_lobby_of,
    pass_turn,
    place_play,
    surrender,
    with_fields,
)
from tests.support.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_below_zero_have_a_true_minus(language: str) -> None:
    before = game("scrabble-en", racks=["AEIOUNR", "QZ"], scores=[-12, 3], run=[2, 3])
    assert "Ayşe \N{MINUS SIGN}12 · Bora 3" in plain_text(caption_of_step(before, (), language))
    state, events = apply_step(before, pass_turn(before))
    text = plain_text(caption_of_step(state, events, language))
    assert "Bora \N{MINUS SIGN}17 · 🥈 Ayşe \N{MINUS SIGN}19" in text
    assert "Ayşe (\N{MINUS SIGN}7)" in text


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
    table = open_lobby(resolve_ruleset(shipped_rulesets()[ruleset]), Seat(1, "Ayşe"), SECRET)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    text = plain_text(lobby_caption(view, Speaker(WORDED_TEXTS, language, table.ruleset.title, table.ruleset.lexicon)))
    assert pieces in text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_told_in_four_rows_and_the_rest_in_the_quote_without_the_secret(language: str) -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LER", "ĞÖ?"], bag="", scores=[100, 90])
    state, events = apply_step(before, place_play(before, "8F KALEMLER"))
    caption = caption_of_step(state, events, language)
    text, rows = plain_text(caption), read_rows(caption)
    assert rows[0].startswith("Ayşe KALEMLER +")
    assert rows[1].startswith("🏁")
    assert "Ayşe" in rows[1]
    assert rows[2:] == [f"🥇 Ayşe {state.players[0].score} · 🥈 Bora 75"]
    assert "Ayşe (+15)" in text.splitlines()
    assert "Bora (\N{MINUS SIGN}15) · Ğ Ö ▢" in text.splitlines()
    assert SECRET not in text, "it is behind a button"
    assert WORDED_TEXTS.plain(language, "bag-left", count=0) in text


def test_a_draw_names_both_and_a_cancelled_game_nobody() -> None:
    before = game("kelimelik", racks=["AAAAAAA", "EEEEEEE"], run=[1, 1])
    state, events = apply_step(before, pass_turn(before))
    assert "Berabere: Ayşe ve Bora" in plain_text(caption_of_step(state, events))
    assert "🏁 It’s a draw: Ayşe and Bora\n" in plain_text(caption_of_step(state, events, "en"))
    state, events = apply_step(before, Cancel(before.host))
    text = plain_text(caption_of_step(state, events))
    assert "iptal" in text
    assert "🥇" not in text


def test_who_gave_up_has_a_flag_and_no_medal_at_the_end() -> None:
    before = game("scrabble-tr", racks=["AAAAAAA", "EEEEEEE"], scores=[12, 7])
    state, events = apply_step(before, surrender(before))
    text = plain_text(caption_of_step(state, events))
    assert "🥇 Bora 7" in text
    assert "🏳️ Ayşe 12" in text


def test_who_gave_up_is_struck_through() -> None:
    state = game("scrabble-tr", racks=["AAAAAAA", "EEEEEEE", "LLLLLLL"])
    state = after_actions(state, surrender(state, 0))
    assert "<s>\u2068Ayşe\u2069</s>" in CrosswordWording(Speaker(WORDED_TEXTS, "tr")).score_text(group_view(state))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_tells_game_seats_and_tiles(language: str) -> None:
    table = open_lobby_of("scrabble-tr", 3)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    text = plain_text(lobby_caption(view, Speaker(WORDED_TEXTS, language, table.ruleset.title, table.ruleset.lexicon)))
    assert localized_title(table.ruleset.title, language) in text
    assert all(name in text for name in NAMES[:3])
    assert table.commitment not in text, "it is behind a button"
    assert table.secret not in text
    assert "100" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_does_not_name_a_retired_option_that_was_changed_before(language: str) -> None:
    table = open_lobby_of("scrabble-tr", 2)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    retired = {name for name, option in shipped_rulesets()["scrabble-tr"].options().items() if option.retired}
    assert retired
    speaker = Speaker(WORDED_TEXTS, language, table.ruleset.title, table.ruleset.lexicon)
    both, one = (msgspec.structs.replace(view, altered=names) for names in ((*retired, "clock"), ("clock",)))
    assert lobby_caption(both, speaker) == lobby_caption(one, speaker)
    assert speaker.option_label("clock") in lobby_caption(one, speaker)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", list(get_args(EndReason)))
def test_every_ending_has_its_sentence(language: str, reason: str) -> None:
    state = with_fields(game(racks=["A", "B"]), turn=0)
    finals = (FinalScore(0, 1, 10, 0, ()), FinalScore(1, 2, 5, -5, ("B",)))
    outcome = Outcome(reason, (0,), finals)  # type: ignore[arg-type] # every reason in turn
    ended = GameEnded(outcome, SECRET)
    text = caption_of_step(with_fields(state, outcome=outcome), (ended,), language)
    assert WORDED_TEXTS.html(language, f"ended-{reason}", turns=0) in text
    assert html.unescape(plain_text(text)).strip()


@pytest.mark.parametrize(
    ("ruleset", "run", "reason", "said"),
    [
        ("kelimelik", [2, 1], "passes", "arka arkaya 3 kez pas geçildi"),
        ("wordbox-tr", [2, 2, 2, 2], "passes", "herkes arka arkaya 2 kez pas geçti"),
        ("scrabble-tr", [3, 3], "scoreless", "arka arkaya 6 turda puan alınmadı"),
        ("scrabble-tr", [2, 2, 2, 2], "scoreless", "arka arkaya 8 turda puan alınmadı"),
    ],
)
def test_a_run_of_turns_that_ends_a_game_is_told_by_its_length(
    ruleset: str, run: list[int], reason: EndReason, said: str
) -> None:
    state = game(ruleset, racks=["A"] * len(run), run=run)
    outcome = Outcome(reason, (0,), (FinalScore(0, 1, 10, 0, ()),))
    assert said in caption_of_step(with_fields(state, outcome=outcome), (GameEnded(outcome, SECRET),))


@pytest.mark.parametrize(
    ("milliseconds", "wanted"),
    [
        (259_199_000, [("day", 3)]),
        (180_001_000, [("day", 2), ("hour", 3)]),
        (172_799_000, [("day", 2)]),
        (10_799_000, [("hour", 3)]),
        (3_599_000, [("minute", 59), ("second", 59)]),
        (-3_661_000, [("hour", 1), ("minute", 1)]),
    ],
)
def test_a_clock_that_has_just_begun_shows_all_it_has(milliseconds: int, wanted: list[tuple[str, int]]) -> None:
    units = " ".join(WORDED_TEXTS.plain("en", f"unit-{unit}", count=count) for unit, count in wanted)
    shown = units if milliseconds >= 0 else WORDED_TEXTS.plain("en", "clock-over", time=units)
    assert time_left(milliseconds, Speaker(WORDED_TEXTS, "en")) == shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("seconds", "wanted"),
    [
        (0, [("second", 0)]),
        (59, [("second", 59)]),
        (60, [("minute", 1)]),
        (3661, [("hour", 1), ("minute", 1)]),
        (259_200, [("day", 3)]),
        (90_000, [("hour", 25)]),
        (180_000, [("day", 2), ("hour", 2)]),
    ],
)
def test_a_time_is_told_in_its_two_greatest_units(language: str, seconds: int, wanted: list[tuple[str, int]]) -> None:
    units = " ".join(WORDED_TEXTS.plain(language, f"unit-{unit}", count=count) for unit, count in wanted)
    assert Speaker(WORDED_TEXTS, language).duration(seconds) == units


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_and_clock_of_every_game_has_words(language: str) -> None:
    terms = Speaker(WORDED_TEXTS, language)
    for ruleset in shipped_rulesets().values():
        for name, option in ruleset.options().items():
            if option.retired:
                continue
            assert terms.option_label(name)
            for value in option.values:
                told = terms.value_label(name, value, ruleset)
                assert told
                assert (
                    name == "clock"
                    or option.seconds
                    or value.isdecimal()
                    or WORDED_TEXTS.has_message(language, f"value-{name}-{value}")
                ), (name, value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_name_that_can_be_seen_is_called_by_a_word_and_by_the_seat_in_pictures(language: str) -> None:
    table = game("scrabble-tr", racks=["A", "B"])
    view = group_view(with_fields(table, players=(with_fields(table.players[0], name=NAMELESS), table.players[1])))
    speaker = Speaker(Texts(), language, table.ruleset.title)
    word = {"tr": "Oyuncu", "en": "Player", "uk": "Гравець"}[language]
    assert f"\u2068{word}\u2069" in CrosswordWording(speaker).score_text(view)
    assert NAMELESS not in CrosswordWording(speaker).standing_text(view)
    assert to_drawable(NAMELESS, lambda _: True, "4. oyuncu") == "4. oyuncu"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("challenge", ["five", "ten"])
def test_a_lobby_says_whose_points_a_failed_challenge_moves(challenge: str, language: str) -> None:
    speaker = Speaker(Texts(), language)
    for to in ("mover", "challenger"):
        values = {"challenge": challenge, "window": "60", "challenge-to": to, "challenge-per": "challenge"}
        terms = "\n".join(speaker.option_lines("scrabble-en", values))
        assert speaker.plain(f"value-challenge-to-{to}") in terms
