"""What stands below a picture: everything that it shows, in every language, as far as a caption holds it."""

import re

import pytest

from bot.announce.compose import PostComposer
from bot.families.klepka.wording import KlepkaWording
from bot.families.registry import full_caption
from bot.families.registry import lobby_caption as caption_of
from bot.message_limits import count_visible_units
from bot.pictures import PictureStyle
from bot.playground.chats import parse_html
from bot.tables.codec import Notice
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording.speaker import Speaker, first_fitting_caption
from engine import game as door
from engine.clock import Pause, Timeout
from engine.klepka.state import GameState as KlepkaState
from engine.klepka.view import GameView as KlepkaView
from engine.lobby_seats import Join, Seat, join_lobby, open_lobby
from engine.lobby_view import lobby_view
from engine.rulesets import shipped_rulesets
from engine.turns import Cancel
from render.panel import PanelWords
from tests.support.drawings import table_sketch
from tests.support.games import after_actions, game, surrender, with_fields
from tests.support.klepka import NOW, accepts_any_word, apply_step, double, flip, form, klepka_rules
from tests.support.klepka import after_actions as then
from tests.support.klepka import game as klepka
from tests.support.klepka import surrender as give_up
from tests.support.languages import LANGUAGES

TEXTS = Texts()
CAPTION = 1024
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], scores=[12, 7], bonus="I11")
CARDS = klepka("ОоЩф", "КіТ", "ВоДа")
TIMED = klepka("ОоЩф", "КіТ", "ВоДа", ruleset=klepka_rules(deck="full", clock="phases"))


def caption(table: door.Table, language: str = "en", above: str = "") -> str:
    """The caption of a table's picture, as HTML."""
    speaker = Speaker(TEXTS, language, table.ruleset.title, table.ruleset.lexicon)
    return full_caption(door.view(table, None), speaker, above=above)


def plain_text(html: str) -> str:
    """As people read it, without the marks around names."""
    return re.sub("[\u2068\u2069]", "", parse_html(html, lambda _: None)[0])


def group_view(state: KlepkaState) -> KlepkaView:
    view = door.view(state, None)
    assert isinstance(view, KlepkaView)
    return view


def newest_caption(state: KlepkaState, language: str = "en") -> str:
    """What is said of the newest word or cards."""
    return plain_text(KlepkaWording(Speaker(TEXTS, language)).last_turn_line(group_view(state)))


def clock_texts(state: KlepkaState, language: str = "en") -> tuple[tuple[str, ...], str]:
    """The clocks in the picture, and what says that they are stopped."""
    words = table_sketch(TEXTS, group_view(state), state.ruleset.title, PictureStyle(language)).words
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


def test_a_bonus_cell_that_was_taken_is_not_told_at_the_end() -> None:
    assert "I11" not in caption(with_fields(after_actions(LAID, surrender(LAID)), bonus_taken=True))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [LAID, TIMED], ids=["board", "cards"])
def test_a_cancelled_game_has_its_scores_and_no_medals(table: door.Game, language: str) -> None:
    cancel = Cancel(table.host)
    done = door.apply(table, cancel, NOW, accepts_any_word)
    assert done.table is not None
    told = plain_text(caption(done.table, language))
    for player in table.players:
        assert f"▫️ {player.name} {player.score}" in told
    assert "🥇" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_klepka_is_told_with_the_cards_that_its_picture_shows(language: str) -> None:
    state, events = apply_step(TIMED, give_up(TIMED))
    notice = Notice(events, group_view(state), "12345678", state.ruleset.title)
    announced = PostComposer(TEXTS, Keyboards(TEXTS)).compose_post([notice], language).text
    for told in (caption(state, language), announced):
        assert TEXTS.html(language, "klepka-left-short", count=4, cards=100) in told
        assert "В🟨" in told
        assert "⏱" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_timed_table_of_klepka_shows_the_time_of_the_phase_in_picture_and_caption(language: str) -> None:
    flipping, _ = apply_step(TIMED, Timeout(), later=90)
    minute, half, rest = (
        TEXTS.plain(language, unit, count=count)
        for unit, count in (("unit-minute", 1), ("unit-second", 30), ("unit-second", 45))
    )
    for state, short, time in ((TIMED, "1:30", f"{minute} {half}"), (flipping, "0:45", rest)):
        assert clock_texts(state, language) == ((short, ""), "")
        assert f"⏱ {state.players[0].name} {time}" in plain_text(caption(state, language))


def test_a_table_without_a_clock_shows_none() -> None:
    assert clock_texts(CARDS) == ((), "")
    assert "⏱" not in caption(CARDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stopped_clock_stands_where_it_was_and_says_that_it_is_stopped(language: str) -> None:
    stopped, _ = apply_step(TIMED, Pause(1), later=30)
    assert clock_texts(stopped, language) == (("1:00", ""), TEXTS.plain(language, "panel-paused"))
    assert TEXTS.html(language, "clocks-paused") in caption(stopped, language)


def test_the_clock_is_no_longer_shown_when_the_game_is_over() -> None:
    assert clock_texts(apply_step(TIMED, give_up(TIMED))[0]) == ((), "")


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CARDS, ""),
        (then(CARDS, form(CARDS, "КІТ")), "КІТ +4"),
        (then(CARDS, flip(CARDS, 1, 2)), "took О🟨 О🟦"),
        (then(CARDS, flip(CARDS, 1, 3)), "turned up cards but found no pair."),
        (then(CARDS, form(CARDS, "КІТ"), flip(CARDS, 1, 2, 3, 4)), "took О🟨 О🟦"),
    ],
    ids=["nothing", "a word", "a pair", "no pair", "a word, then cards"],
)
def test_the_newest_word_or_cards_are_told(state: KlepkaState, said: str) -> None:
    assert newest_caption(state) == (f"{CARDS.players[0].name} {said}" if said else "")
    assert plain_text(caption(state)).startswith(newest_caption(state))


def test_a_word_of_a_later_turn_is_newer_than_cards_turned_up_before() -> None:
    missed = then(CARDS, flip(CARDS, 1, 3))
    assert newest_caption(then(missed, form(missed, "ВОДА"))) == f"{CARDS.players[1].name} ВОДА +5"


def test_a_word_that_the_host_doubled_is_told_with_what_it_now_brings() -> None:
    hosted = klepka("ОоЩф", "КіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))
    assert newest_caption(then(hosted, form(hosted, "КІТ"), double("КІТ"))).endswith("КІТ +8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_turned_down_again_stand_in_no_caption(language: str) -> None:
    told = caption(then(CARDS, flip(CARDS, 3, 4)), language)
    assert not {"Щ🟨", "Щ🟦", "Ф🟨", "Ф🟦"} & {part.strip(",.") for part in plain_text(told).split()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_collections_are_left_out_where_no_caption_holds_them(language: str) -> None:
    many = klepka("ОоЩф", "Кі" * 90, "ВоДа" * 40)
    whole_one, short = caption(CARDS, language), caption(many, language)
    assert "К🟨" in whole_one
    assert "К🟨" not in short
    assert count_visible_units(short) <= CAPTION
    assert KlepkaWording(Speaker(TEXTS, language)).next_turn_line(group_view(many)) in short


def test_what_goes_ahead_stays_when_nothing_else_fits() -> None:
    long = "x" * (CAPTION - 10)
    assert caption(LAID, above="Hello").startswith("Hello\n")
    assert caption(LAID, above=long) == long


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_somebody_gave_the_cards_up_no_earlier_turn_is_told_as_the_last(language: str) -> None:
    flipped = then(CARDS, flip(CARDS, 1, 2))
    assert newest_caption(flipped, language)
    assert not newest_caption(then(flipped, give_up(flipped)), language)


@pytest.mark.parametrize(("language", "how"), [("tr", "/otur"), ("en", "/join"), ("uk", "/join")])
def test_only_a_lobby_with_a_free_place_says_how_to_join(language: str, how: str) -> None:
    rules = shipped_rulesets()["kelimelik"]
    alone = open_lobby(rules, Seat(1, "Ayşe"), "ab" * 32)
    both, _ = join_lobby(alone, Join(2, "Bora"))
    speaker = Speaker(TEXTS, language, rules.title, rules.lexicon)
    told = [caption_of(lobby_view(lobby), speaker) for lobby in (alone, both)]
    assert [how in text for text in told] == [True, False]
