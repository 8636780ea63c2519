"""What pictures and captions of Duplicate say, even of a hundred people, and of finished games."""

from typing import Final

import pytest
from msgspec.structs import replace

from bot import message_limits
from bot.families.crossword.search.searcher import BoardSearcher
from bot.families.crossword.typed_moves import tile_sign
from bot.families.duplicate.sketches import PodiumSketch, ResultSketch, RoundSketch, board_as_html, table_sketch
from bot.families.duplicate.wording import MOST_FINDERS, DuplicateWording
from bot.pictures import PictureStyle, Sketch
from bot.telegram.keyboards import callback_button, pair_short_buttons
from bot.texts import Texts
from bot.wording.speaker import Speaker, first_fitting_caption
from engine.alphabet import BLANK
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.secrecy import view_for
from engine.duplicate.simulate import SimulatedGame, simulate_game
from engine.duplicate.view import ClosedRound, FinalScore, FoundPlay, GameView, Outcome, OwnAnswer, SeatView
from engine.game import view
from engine.rulesets import resolve_ruleset, shipped_rulesets
from render.player_card import Fact
from tests.render.round_views import a_play_of, a_round
from tests.support.duplicate_games import open_round, play_of
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


def test_the_time_is_that_of_the_round_or_what_the_last_call_leaves() -> None:
    assert OPEN.open is not None
    late = replace(OPEN, open=replace(OPEN.open, called=True))
    assert round_of(OPEN).words.time.value == "2 min"
    assert round_of(late).words.time.value == "30 s"
    assert [round_of(view).words.is_urgent for view in (OPEN, late)] == [False, True]
    assert round_of(OPEN, until="20:00").words.time.value == "20:00"
    paused = replace(late, paused=True)
    assert round_of(paused).words.time.value == TEXTS.plain("en", "panel-paused")
    assert not round_of(paused).words.is_urgent


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


def test_the_board_as_text_marks_the_last_play_and_ends_with_the_open_rack() -> None:
    text = board_as_html(OPEN)
    assert "&gt;L&gt;Ü&gt;T&gt;F&gt;E&gt;N" in text
    assert text.endswith(f"</pre>\n<b>Ş₄  A₁  {tile_sign(BLANK)}₀  K₁  I₂  E₁  M₂</b>")
    assert board_as_html(CLOSED).endswith("&gt; 8C LÜTFEN +74</pre>")


MOST_CHARACTERS = 4096
"""Of a message."""
PEOPLE = {number: f"Uzunca Adlı Oyuncu {number:03}" for number in range(101, 201)}


def closed_view() -> GameView:
    state = open_round()
    best, everybody = play_of(state, "8F KALEMLİK"), tuple(range(len(PEOPLE)))
    found = tuple(FoundPlay(best, everybody) for _ in range(5))
    closed = ClosedRound(1, ("A",) * 7, best, "word", True, found, everybody, None, len(PEOPLE))
    shown = view(state, None)
    assert isinstance(shown, GameView)
    seats = tuple(
        SeatView(user, name, 40, place=1, permille=1000, since=1, tops=1, points=(40,)) for user, name in PEOPLE.items()
    )
    return replace(shown, seats=seats, open=None, last=closed, number=1, top_points=40)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_of_a_hundred_fits_into_a_caption_and_their_scores_into_a_message(language: str) -> None:
    shown, wording = closed_view(), DuplicateWording(Speaker(Texts(), language))
    caption = first_fitting_caption(*("\n".join(parts) for parts in wording.caption_versions(shown)))
    assert message_limits.count_visible_units(caption) <= message_limits.CAPTION
    assert f" + {len(PEOPLE) - MOST_FINDERS}" in caption
    assert message_limits.count_visible_units(wording.score_text(shown)) <= MOST_CHARACTERS


def play_week(rounds: str = "7") -> SimulatedGame:
    rules = shipped_rulesets()["duplicate-mini"]
    assert isinstance(rules, Ruleset)
    words = load_base_list(*split_lexicon_name(rules.lexicon))
    options = {"round": "86400", "rounds": rounds}
    return simulate_game(resolve_ruleset(rules, options), ["greedy", "acemi"], "week", 1, words, BoardSearcher())


def with_unanswered_round(seat: SeatView, number: int) -> SeatView:
    points = tuple(None if place == number else one for place, one in enumerate(seat.points, 1))
    return replace(seat, points=points)


def standings(view: GameView) -> list[str]:
    return DuplicateWording(Speaker(Texts(), "en").about_table({"en": "Duplicate"})).ranked_lines(view)


def test_the_weeks_result_says_on_how_many_days_in_a_row_people_answered_up_to_its_end() -> None:
    view = view_for(play_week().state, None)
    first, second = view.seats
    view = replace(view, seats=(first, with_unanswered_round(second, 4)))
    best, other = standings(view)
    assert "7 days in a row" in best
    assert "3 days in a row" in other


def test_no_other_game_does_and_the_weeks_not_before_its_end() -> None:
    week = view_for(play_week().state, None)
    assert "in a row" not in "".join(standings(replace(week, outcome=None)))
    assert "in a row" not in "".join(standings(view_for(play_week("5").state, None)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "pair", [("button-duplicate-answer", "button-duplicate-close"), ("button-answer-lock", "button-answer-withdraw")]
)
def test_what_stands_in_one_row_is_short_enough_for_it(language: str, pair: tuple[str, str]) -> None:
    keys = [callback_button(TEXTS.plain(language, message), "x") for message in pair]
    assert pair_short_buttons(keys) == [keys]
