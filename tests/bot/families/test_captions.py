"""What stands below a picture: all that it shows, as far as a caption holds it; lobbies, options, times, ends."""

import html
from typing import get_args

import msgspec
import pytest

from bot.announce.compose import PostComposer
from bot.families.crossword.wording import CrosswordWording
from bot.families.klepka.wording import KlepkaWording
from bot.families.registry import full_caption, lobby_caption
from bot.message_limits import count_visible_units
from bot.pictures import PictureStyle
from bot.tables.codec import Notice
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording.clocks import time_left
from bot.wording.speaker import NAMELESS, Speaker, first_fitting_caption, localized_title
from engine import game as door
from engine.clock import Pause, Timeout
from engine.crossword.events import GameEnded
from engine.crossword.view import EndReason, FinalScore, Outcome
from engine.klepka.state import GameState as KlepkaState
from engine.lobby_seats import Join, Seat, join_lobby, open_lobby
from engine.lobby_view import LobbyView, lobby_view
from engine.rulesets import shipped_rulesets
from engine.turns import Cancel
from render.panel import PanelWords
from render.text import to_drawable
from tests.support.drawings import WORDED_TEXTS, caption_of_step, group_view, plain_text, read_rows, table_sketch
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
from tests.support.klepka import after_actions as then
from tests.support.klepka import apply_step as klepka_step
from tests.support.klepka import double, flip, form, klepka_rules
from tests.support.klepka import game as klepka
from tests.support.klepka import surrender as give_up
from tests.support.klepka_chats import group_view as klepka_view
from tests.support.languages import LANGUAGES

TEXTS = Texts()
CAPTION = 1024
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 7], bonus="I11")
CARDS = klepka("ОоЩф", "КіТ", "ВоДа")
TIMED = klepka("ОоЩф", "КіТ", "ВоДа", ruleset=klepka_rules(deck="full", clock="phases"))


def caption(table: door.Table, language: str = "en", above: str = "") -> str:
    speaker = Speaker(TEXTS, language, table.ruleset.title, table.ruleset.lexicon)
    return full_caption(door.view(table, None), speaker, above=above)


def newest_caption(state: KlepkaState, language: str = "en") -> str:
    return plain_text(KlepkaWording(Speaker(TEXTS, language)).last_turn_line(klepka_view(state)))


def clock_texts(state: KlepkaState, language: str = "en") -> tuple[tuple[str, ...], str]:
    words = table_sketch(TEXTS, klepka_view(state), state.ruleset.title, PictureStyle(language)).words
    assert isinstance(words, PanelWords)
    return words.clocks, words.paused


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_board_is_told_with_what_was_left_in_the_bag_and_without_a_bonus_cell_that_nobody_took(
    language: str,
) -> None:
    state = after_actions(LAID, surrender(LAID))
    told = caption(state, language)
    assert TEXTS.html(language, "bag-left", count=len(state.bag)) in told
    assert TEXTS.html(language, "bonus-free", cell="I11", points=25) in caption(LAID, language)
    assert "I11" not in told
    assert plain_text(told).count("Bora 7") == 1, "the standings tell the scores"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_klepka_is_told_with_the_cards_that_its_picture_shows(language: str) -> None:
    state, events = klepka_step(TIMED, give_up(TIMED))
    notice = Notice(events, klepka_view(state), "12345678", state.ruleset.title)
    announced = PostComposer(TEXTS, Keyboards(TEXTS)).compose_post([notice], language).text
    for told in (caption(state, language), announced):
        assert TEXTS.html(language, "klepka-left-short", count=4, cards=100) in told
        assert "В🟨" in told
        assert "⏱" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_timed_table_of_klepka_shows_the_time_of_the_phase_in_picture_and_caption(language: str) -> None:
    flipping, _ = klepka_step(TIMED, Timeout(), later=90)
    minute, half, rest = (
        TEXTS.plain(language, unit, count=count)
        for unit, count in (("unit-minute", 1), ("unit-second", 30), ("unit-second", 45))
    )
    for state, short, time in ((TIMED, "1:30", f"{minute} {half}"), (flipping, "0:45", rest)):
        assert clock_texts(state, language) == ((short, ""), "")
        assert f"⏱ {state.players[0].name} {time}" in plain_text(caption(state, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stopped_clock_stands_where_it_was_and_says_that_it_is_stopped(language: str) -> None:
    stopped, _ = klepka_step(TIMED, Pause(1), later=30)
    assert clock_texts(stopped, language) == (("1:00", ""), TEXTS.plain(language, "panel-paused"))
    assert TEXTS.html(language, "clocks-paused") in caption(stopped, language)


MISSED = then(CARDS, flip(CARDS, 1, 3))
HOSTED = klepka("ОоЩф", "КіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CARDS, ""),
        (then(CARDS, form(CARDS, "КІТ")), "КІТ +4"),
        (then(CARDS, flip(CARDS, 1, 2)), "took О🟨 О🟦"),
        (MISSED, "turned up cards but found no pair."),
        (then(CARDS, form(CARDS, "КІТ"), flip(CARDS, 1, 2, 3, 4)), "took О🟨 О🟦"),
        (then(MISSED, form(MISSED, "ВОДА")), "ВОДА +5"),
        (then(HOSTED, form(HOSTED, "КІТ"), double("КІТ")), "КІТ +8"),
        (then(CARDS, flip(CARDS, 1, 2), give_up(CARDS)), ""),
    ],
    ids=["nothing", "a word", "a pair", "no pair", "a word, then cards", "the next turn's", "doubled", "given up"],
)
def test_the_newest_word_or_cards_are_told(state: KlepkaState, said: str) -> None:
    assert newest_caption(state).partition(" ")[2] == said
    assert plain_text(caption(state)).startswith(newest_caption(state))


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_turned_down_again_stand_in_no_caption_nor_collections_that_none_holds(language: str) -> None:
    told = caption(then(CARDS, flip(CARDS, 3, 4)), language)
    assert not {"Щ🟨", "Щ🟦", "Ф🟨", "Ф🟦"} & {part.strip(",.") for part in plain_text(told).split()}
    many = klepka("ОоЩф", "Кі" * 90, "ВоДа" * 40)
    whole_one, short = caption(CARDS, language), caption(many, language)
    assert "К🟨" in whole_one
    assert "К🟨" not in short
    assert count_visible_units(short) <= CAPTION
    assert KlepkaWording(Speaker(TEXTS, language)).next_turn_line(klepka_view(many)) in short


@pytest.mark.parametrize(
    ("versions", "wanted"),
    [
        (("a", "b"), "a"),
        (("x" * 1025, "b"), "b"),
        (("x" * 1024, "b"), "x" * 1024),
        (("😀" * 513, "b"), "b"),
        (("<b>&amp;</b>" * 1024, "b"), "<b>&amp;</b>" * 1024),
    ],
    ids=["the first", "one too long", "as long as can be", "longer in UTF-16", "shorter as it is read"],
)
def test_the_first_version_that_a_caption_holds_is_taken(versions: tuple[str, ...], wanted: str) -> None:
    assert first_fitting_caption(*versions) == wanted


def test_only_a_lobby_with_a_free_place_says_how_to_join() -> None:
    rules = shipped_rulesets()["kelimelik"]
    alone = open_lobby(rules, Seat(1, "Ayşe"), "ab" * 32)
    both, _ = join_lobby(alone, Join(2, "Bora"))
    speaker = Speaker(TEXTS, "tr", rules.title, rules.lexicon)
    assert "/otur" in lobby_caption(lobby_view(alone), speaker)
    assert "/otur" not in lobby_caption(lobby_view(both), speaker)
    begin = speaker.html("lobby-how-full")
    assert begin in lobby_caption(lobby_view(both), speaker)
    assert begin not in lobby_caption(lobby_view(both), speaker, private=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_below_zero_have_a_true_minus(language: str) -> None:
    before = game("scrabble-en", racks=["AEIOUNR", "QZ"], scores=[-12, 3], run=[2, 3])
    assert "Ayşe \N{MINUS SIGN}12 · Bora 3" in plain_text(caption_of_step(before, (), language))
    state, events = apply_step(before, pass_turn(before))
    text = plain_text(caption_of_step(state, events, language))
    assert "Bora \N{MINUS SIGN}17 · 🥈 Ayşe \N{MINUS SIGN}19" in text
    assert "Ayşe (\N{MINUS SIGN}7)" in text


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


def test_a_draw_names_both_a_cancelled_game_nobody_and_who_gave_up_has_a_flag_and_no_medal() -> None:
    before = game("kelimelik", racks=["AAAAAAA", "EEEEEEE"], run=[1, 1])
    state, events = apply_step(before, pass_turn(before))
    assert "Berabere: Ayşe ve Bora" in plain_text(caption_of_step(state, events))
    assert "🏁 It’s a draw: Ayşe and Bora\n" in plain_text(caption_of_step(state, events, "en"))
    state, events = apply_step(before, Cancel(before.host))
    text = plain_text(caption_of_step(state, events))
    assert "iptal" in text
    assert "🥇" not in text
    before = game("scrabble-tr", racks=["AAAAAAA", "EEEEEEE"], scores=[12, 7])
    state, events = apply_step(before, surrender(before))
    text = plain_text(caption_of_step(state, events))
    assert "🥇 Bora 7" in text
    assert "🏳️ Ayşe 12" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_tells_game_seats_tiles_and_changed_options_but_for_retired_ones(language: str) -> None:
    table = open_lobby_of("scrabble-tr", 3)
    view = door.view(table, None)
    assert isinstance(view, LobbyView)
    speaker = Speaker(WORDED_TEXTS, language, table.ruleset.title, table.ruleset.lexicon)
    text = plain_text(lobby_caption(view, speaker))
    assert localized_title(table.ruleset.title, language) in text
    assert all(name in text for name in NAMES[:3])
    assert table.commitment not in text, "it is behind a button"
    assert table.secret not in text
    assert "100" in text
    retired = {name for name, option in shipped_rulesets()["scrabble-tr"].options().items() if option.retired}
    assert retired
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
    ("milliseconds", "said"),
    [
        (259_199_000, "3 days"),
        (180_001_000, "2 days 3 h"),
        (172_799_000, "2 days"),
        (3_599_000, "59 min 59 s"),
        (-3_661_000, WORDED_TEXTS.plain("en", "clock-over", time="1 h 1 min")),
    ],
)
def test_a_clock_that_has_just_begun_shows_all_it_has(milliseconds: int, said: str) -> None:
    assert time_left(milliseconds, Speaker(WORDED_TEXTS, "en")) == said


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
