"""The end of a game in words: who won and by how much, the best word, the best move."""

import re
from typing import Any, Final

import pytest
from msgspec.structs import replace

from bot.announce.compose import PostComposer
from bot.families.crossword import wording as boards
from bot.families.crossword.wording import CrosswordWording
from bot.families.klepka import wording
from bot.families.klepka.wording import KlepkaWording
from bot.handlers.game_pages import button_label, result_line
from bot.message_limits import CAPTION, count_visible_units
from bot.tables.codec import Notice
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.wording import game_result
from bot.wording.game_result import effect_lines
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView, Highlight, Highlights, Outcome, WordScore
from engine.game import redact, view
from engine.klepka.view import FinalScore, FormedWord
from engine.klepka.view import GameView as KlepkaView
from engine.klepka.view import Outcome as KlepkaOutcome
from engine.standings import GameEffects, PlayerEffects, RatingChange, Title
from render.honours import FinalWords
from tests.render.views import a_view, finished
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.games import USERS, apply_step, game, surrender, with_fields
from tests.support.klepka import game as klepka
from tests.support.languages import LANGUAGES
from tests.support.records import game_by_results

TEXTS: Final = Texts()
AXE: Final = WordScore("AXE", 20, ("H8", "I8", "J8"))
ON: Final = WordScore("ON", 4, ("H8", "H9"))
BEST: Final = Highlights(Highlight(0, AXE, 20), Highlight(1, ON, 31))
OVER: Final = replace(finished(a_view(names=("Ada", "Bo", "Cy"), scores=(80, 112, 97))), highlights=BEST)


def final_words(view: GameView | KlepkaView, language: str) -> FinalWords | None:
    speaker = Speaker(TEXTS, language)
    best = wording.final_honours(view, speaker) if isinstance(view, KlepkaView) else boards.final_honours(view, speaker)
    return game_result.final_picture_words(view, speaker, best)


def plain_text(text: str) -> str:
    return re.sub(r"<[^>]*>|[\u2066-\u2069]", "", text)


def view_without_seats(view: GameView, *seats: int) -> GameView:
    return replace(view, seats=tuple(replace(seat, active=at not in seats) for at, seat in enumerate(view.seats)))


def ended_view(view: GameView, reason: str, *winners: int) -> GameView:
    assert view.outcome is not None
    return replace(view, outcome=Outcome(reason, winners, view.outcome.finals))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_headed_by_the_winner_and_the_margin(language: str) -> None:
    final = final_words(OVER, language)
    assert final is not None
    assert (final.winner, final.headline) == (1, TEXTS.plain(language, "final-won-by", margin=15))


@pytest.mark.parametrize(
    ("view", "winner", "message"),
    [
        (ended_view(OVER, "out", 1, 2), None, "final-draw"),
        (view_without_seats(OVER, 0, 2), 1, "final-won"),
        (ended_view(OVER, "cancelled"), None, "final-cancelled"),
    ],
    ids=["draw", "others gone", "cancelled"],
)
def test_other_ends_have_a_headline_too(view: GameView, winner: int | None, message: str) -> None:
    final = final_words(view, "en")
    assert final is not None
    assert (final.winner, final.headline) == (winner, TEXTS.plain("en", message))


def test_the_picture_names_the_best_word_and_the_best_move_with_its_cell_and_way() -> None:
    final = final_words(OVER, "en")
    assert final is not None
    assert [(one.label, one.seat, one.text, one.score) for one in final.honours] == [
        ("Best word", 0, "AXE", 20),
        ("Best play", 1, "H8 ↓ ON", 31),
    ]


def test_a_cancelled_game_honours_nobody_and_a_running_one_has_no_end() -> None:
    final = final_words(ended_view(OVER, "cancelled"), "en")
    assert final is not None
    assert final.honours == ()
    assert final_words(replace(OVER, outcome=None), "en") is None


def test_the_caption_tells_margin_best_word_and_best_move_as_well() -> None:
    lines = plain_text(CrosswordWording(Speaker(TEXTS, "en")).result_text(OVER)).splitlines()
    assert lines[0].endswith(" · Margin: 15 points")
    assert lines[-2:] == ["Best word: AXE, 20 points (Ada)", "Best play: H8 down ON, 31 points (Bo)"]


def won_klepka_view(*words: FormedWord) -> KlepkaView:
    view = door.view(klepka("........", "Оо", "", "", turn=0, scores=(20, 5, 0)), None)
    assert isinstance(view, KlepkaView)
    places = [(0, 1, 22), (1, 2, 5), (2, 3, 0)]
    outcome = KlepkaOutcome(
        "cleared", (0,), tuple(replace(_KLEPKA_FINAL, seat=seat, place=at, score=score) for seat, at, score in places)
    )
    return replace(view, turn=None, outcome=outcome, words=words)


def formed_word(seat: int, turn: int, word: str, score: int) -> FormedWord:
    return FormedWord(seat, turn, word, (), (), doubled=False, score=score)


def test_klepka_tells_its_best_word_and_a_better_turn_of_several_words() -> None:
    over = won_klepka_view(formed_word(0, 0, "ВОДА", 9), formed_word(1, 1, "КІТ", 5), formed_word(1, 1, "ЇЖАК", 6))
    result = plain_text(KlepkaWording(Speaker(TEXTS, "en")).result_text(over))
    assert "Margin: 17 points" in result
    assert "Best word: ВОДА, 9 points" in result
    assert "Best play: КІТ + ЇЖАК, 11 points" in result
    final = final_words(over, "uk")
    assert final is not None
    assert [one.text for one in final.honours] == ["ВОДА", "КІТ + ЇЖАК"]


_KLEPKA_FINAL: Final = FinalScore(0, 1, 0, 0, ())


def test_who_is_known_well_has_no_question_mark() -> None:
    change = PlayerEffects(KIRAZ, RatingChange(1512, 1527, sure=True), ())
    (line,) = effect_lines(GameEffects((change,)), [(KIRAZ, "Kiraz")], Speaker(Texts(), "tr"))
    assert line.endswith("1512 → 1527")


def final_notice(state: GameState) -> Notice:
    events: tuple[Any, ...] = ()
    while state.outcome is None:
        state, said = apply_step(state, surrender(state))
        events = tuple(redact(event, None) for event in said)
    return Notice(events, view(state, None), table_name(state), state.ruleset.title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_four_with_long_names_and_all_titles_fits_below_its_picture(language: str) -> None:
    state = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA", "AAAAAAA"], options={"clock": "none"})
    named = tuple(with_fields(one, name=f"{number}{'W' * 23}") for number, one in enumerate(state.players))
    notice = final_notice(with_fields(state, players=named))
    titles: tuple[Title, ...] = ("first_win", "first_bingo", "hundred_points", "ten_in_a_row")
    change = RatingChange(1512, 1527, sure=False)
    effects = GameEffects(tuple(PlayerEffects(user, change, titles) for user in USERS))
    texts = Texts()
    post = PostComposer(texts, Keyboards(texts)).compose_post([notice], language, effects=effects)
    assert count_visible_units(post.text) <= CAPTION
    assert "🏁" in post.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_the_history_has_one(language: str) -> None:
    record, speaker = game_by_results(0, (KIRAZ, "Kiraz", 5), (LIMON, "Limon", -3)), Speaker(Texts(), language)
    for line in (button_label(record, speaker), result_line(record, speaker)):
        assert "−3" in line
        assert "-3" not in line
