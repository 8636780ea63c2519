"""Which picture a game of Duplicate has, and what its words say; and the same as text."""

from typing import Final

import pytest
from msgspec.structs import replace

from bot.families.crossword.typed_moves import tile_sign
from bot.families.duplicate.sketches import (
    PodiumSketch,
    ResultSketch,
    RoundSketch,
    board_as_html,
    painter_preparations,
    table_as_html,
    table_sketch,
)
from bot.pictures import PictureStyle, Sketch
from bot.telegram.keyboards import callback_button, pair_short_buttons
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.duplicate.view import FinalScore, FoundPlay, GameView, Outcome, OwnAnswer, SeatView
from engine.rulesets import shipped_rulesets
from render.player_card import Fact
from tests.render.round_views import a_play_of, a_round
from tests.support.languages import LANGUAGES

TEXTS: Final = Texts()
RULES: Final = shipped_rulesets()["duplicate-tr"]
OPEN: Final = a_round()
CLOSED: Final = a_round(is_open=False)


def sketch_of(view: GameView, language: str = "en", until: str = "") -> Sketch:
    speaker = Speaker(TEXTS, language, RULES.title, RULES.lexicon)
    return table_sketch(view, speaker, PictureStyle(language), until=until)


def round_of(view: GameView, language: str = "en", until: str = "") -> RoundSketch:
    sketch = sketch_of(view, language, until)
    assert isinstance(sketch, RoundSketch)
    return sketch


def result_of(view: GameView, language: str = "en") -> ResultSketch:
    sketch = sketch_of(view, language)
    assert isinstance(sketch, ResultSketch)
    return sketch


def podium_of(view: GameView, language: str = "en") -> PodiumSketch:
    sketch = sketch_of(view, language)
    assert isinstance(sketch, PodiumSketch)
    return sketch


def ended(view: GameView, reason: str = "rounds") -> GameView:
    finals = tuple(FinalScore(at, seat.place or 0, seat.score) for at, seat in enumerate(view.seats) if seat.place)
    return replace(view, open=None, outcome=Outcome(reason, (0,) if finals else (), finals))  # type: ignore[arg-type]


def with_finders(*seats: tuple[int, ...], top: tuple[int, ...] = (), answered: int = 9) -> GameView:
    """A closed round whose best plays these seats found."""
    assert CLOSED.last is not None
    best = tuple(FoundPlay(a_play_of("duplicate-tr", 74 - number), found) for number, found in enumerate(seats))
    return replace(CLOSED, last=replace(CLOSED.last, best=best, top_finders=top, answered=answered))


def test_the_picture_follows_from_where_the_game_is() -> None:
    assert round_of(a_round(closed=0)).words.round == Fact("Round", "1 / 10")
    assert round_of(a_round(closed=0, is_open=False)).words.answered == Fact("Answered", "–")
    assert round_of(OPEN).words.round == Fact("Round", "3 / 10")
    assert result_of(CLOSED).words.round == Fact("Round", "2 / 10")
    assert podium_of(ended(CLOSED)).podium.subtitle == "2 rounds · 10 players"
    endless = replace(OPEN, limit=0)
    assert round_of(endless).words.round.value == "3"


def test_an_open_rounds_picture_says_how_many_have_answered_and_not_who() -> None:
    own = replace(OPEN, viewer=3, own=OwnAnswer(a_play_of("duplicate-tr"), locked=True))
    assert round_of(own).digest == round_of(OPEN).digest
    assert OPEN.open is not None
    more = replace(OPEN, open=replace(OPEN.open, answered=8))
    assert [round_of(view).words.answered.value for view in (OPEN, more)] == ["7", "8"]
    assert round_of(more).digest != round_of(OPEN).digest


@pytest.mark.parametrize(
    ("language", "whole", "called"),
    [("en", "2 min", "30 s"), ("tr", "2 dk", "30 sn"), ("uk", "2 хв", "30 с")],
)
def test_the_time_is_that_of_the_round_or_what_the_last_call_leaves(language: str, whole: str, called: str) -> None:
    assert OPEN.open is not None
    late = replace(OPEN, open=replace(OPEN.open, called=True))
    assert round_of(OPEN, language).words.time.value == whole
    assert round_of(late, language).words.time.value == called
    assert [round_of(view, language).words.is_urgent for view in (OPEN, late)] == [False, True]
    assert round_of(OPEN, language, until="20:00").words.time.value == "20:00"
    paused = replace(late, paused=True)
    assert round_of(paused, language).words.time.value == TEXTS.plain(language, "panel-paused")
    assert not round_of(paused, language).words.is_urgent


def test_a_slow_round_is_called_with_a_sixth_of_it_left() -> None:
    assert OPEN.open is not None
    opened = replace(OPEN.open, due=OPEN.open.opened + 120 * (OPEN.open.due - OPEN.open.opened), called=True)
    assert round_of(replace(OPEN, is_slow=True, open=opened)).words.time.value == "40 min"


def test_six_finders_are_named_and_the_others_counted() -> None:
    first, second = result_of(with_finders((0, 2), tuple(range(9)), top=(0, 2))).words.plays
    assert (first.play, first.score, first.finders, first.more) == ("C8 → LÜTFEN", 74, ("Ayşe", "Оксана"), 0)
    assert (len(second.finders), second.more) == (6, 3)


def test_who_reached_the_top_with_a_play_that_is_not_shown_stands_beside_the_one_that_was_laid() -> None:
    first, second = result_of(with_finders((0,), (3,), top=(0, 3, 5))).words.plays
    assert (first.finders, second.finders) == (("Ayşe", "Can"), ("Zeynep",))


@pytest.mark.parametrize(
    ("view", "note"),
    [
        (with_finders((), (1,)), "Nobody found the top"),
        (with_finders((), answered=0), "Nobody answered"),
        (with_finders((4,), top=(4,)), ""),
    ],
)
def test_a_top_that_nobody_found_is_shown_all_the_same(view: GameView, note: str) -> None:
    laid = result_of(view).words.plays[0]
    assert (laid.play, laid.note) == ("C8 → LÜTFEN", note)
    assert "0 people" not in result_of(view).words.note, "it is said once"


def test_who_was_alone_in_the_top_has_the_bonus_behind_the_name() -> None:
    view = with_finders((4,), top=(4,))
    assert view.last is not None
    view = replace(view, last=replace(view.last, solo=4), options={"solo": "10"})
    assert result_of(view).words.plays[0].note == "alone +10"


def test_eight_are_ranked_and_all_are_counted() -> None:
    words = result_of(CLOSED).words
    assert [rank.place for rank in words.ranks] == [*range(1, 9)]
    assert words.note == "9 people answered · 10 players"
    assert result_of(a_round(is_open=False, people=8)).words.note == "9 people answered"


def test_computers_stand_behind_the_people_without_a_place() -> None:
    computer = SeatView(-5, "🤖 Master", 999, computer=True, since=1, permille=1000)
    waiting = SeatView(77, "Fulya", 0)
    view = replace(CLOSED, seats=(computer, waiting, *CLOSED.seats[:2]))
    assert [(rank.place, rank.name) for rank in result_of(view).words.ranks] == [
        (1, "Ayşe"), (2, "Mehmet Ali Kılıçoğullarından"), (0, "🤖 Master"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "share", "note"),
    [("en", "91.4%", "rounds 2–2"), ("tr", "%91,4", "2–2. turlar"), ("uk", "91,4 %", "раунди 2–2")],
)
def test_shares_are_written_as_the_language_does_with_the_rounds_of_who_came_later(
    language: str, share: str, note: str
) -> None:
    late, unsure = replace(CLOSED.seats[1], since=2, permille=914), replace(CLOSED.seats[2], permille=None)
    ranks = result_of(replace(CLOSED, seats=(CLOSED.seats[0], late, unsure)), language).words.ranks
    assert [(rank.share, rank.note) for rank in ranks] == [(share, ""), (share, note), ("", "")]


def test_twelve_stand_at_the_end_and_the_others_are_a_number() -> None:
    podium = podium_of(ended(a_round(people=20))).podium
    assert (len(podium.rows), podium.more, podium.headline) == (12, "+8", "Ayşe wins by 31 points")
    assert podium.heads == ("% of top", "Tops")
    alone = replace(CLOSED, seats=(replace(CLOSED.seats[0], solos=2, tops=5), *CLOSED.seats[1:]))
    shown = podium_of(ended(alone)).podium
    assert (shown.heads[-1], shown.rows[0].cells, shown.more) == ("Alone", ("91.4%", "5", "2"), "")


@pytest.mark.parametrize(
    ("view", "headline"),
    [
        (ended(replace(CLOSED, seats=())), "Nobody answered"),
        (ended(replace(CLOSED, seats=()), "cancelled"), "The game was cancelled"),
        (ended(a_round(people=1)), "Ayşe"),
    ],
)
def test_an_end_without_a_winner_over_others_says_what_there_is(view: GameView, headline: str) -> None:
    assert podium_of(view).podium.headline == headline


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", [OPEN, CLOSED, ended(CLOSED)])
def test_every_picture_may_be_sent_again(language: str, view: GameView) -> None:
    sketch = sketch_of(view, language)
    assert sketch.reusable
    assert sketch.digest == sketch_of(view, language).digest


def test_the_board_as_text_marks_the_last_play_and_ends_with_the_open_rack() -> None:
    text = board_as_html(OPEN)
    assert "&gt;L&gt;Ü&gt;T&gt;F&gt;E&gt;N" in text
    assert text.endswith(f"</pre>\n<b>Ş₄  A₁  {tile_sign(BLANK)}₀  K₁  I₂  E₁  M₂</b>")
    assert board_as_html(CLOSED).endswith("&gt; 8C LÜTFEN +74</pre>")


def test_a_table_as_text_says_what_its_signs_mean_and_how_things_stand() -> None:
    text = table_as_html(CLOSED, Speaker(TEXTS, "en", RULES.title, RULES.lexicon))
    assert "last play" in text
    assert "LÜTFEN" in text.rpartition("</pre>")[2]


def test_only_what_crossword_games_lack_is_prepared_again() -> None:
    assert len(list(painter_preparations())) == 1


@pytest.mark.parametrize("language", ["en", "tr", "uk"])
@pytest.mark.parametrize(
    "pair",
    [("button-duplicate-answer", "button-duplicate-close"), ("button-answer-lock", "button-answer-withdraw")],
)
def test_what_stands_in_one_row_is_short_enough_for_it(language: str, pair: tuple[str, str]) -> None:
    keys = [callback_button(TEXTS.plain(language, message), "x") for message in pair]
    assert pair_short_buttons(keys) == [keys]
