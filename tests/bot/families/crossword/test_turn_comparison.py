"""A turn beside a better one in words and as a picture: one sentence, of facts alone, in every language."""

import re

import pytest
from msgspec.structs import replace

from bot.families.crossword.turn_comparison import (
    describe_turn_comparison,
    loss_label,
    luck_text,
    share_text,
    size_label,
    turn_comparison_sketch,
    turn_heading,
    turning_point_text,
)
from bot.pictures import PictureStyle
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import AnalysedTurn, SeatAnalysis
from engine.crossword.state import GameState
from tests.support.analysed_turns import analysed_turn, facts_of
from tests.support.games import game
from tests.support.languages import LANGUAGES

TEXTS = Texts()
STATE = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
MISSED = analysed_turn(STATE, "9C RAT", "H8 YRETAINS", size="large")


def sentence(turn: AnalysedTurn, language: str = "en", state: GameState = STATE) -> str:
    return describe_turn_comparison(facts_of(state, turn), Speaker(TEXTS, language))


def test_a_bingo_that_was_missed_is_said_with_what_it_scores_more() -> None:
    facts = facts_of(STATE, MISSED)
    assert sentence(MISSED) == (
        f"YRETAINS ({facts.best.score}) was much better than RAT ({facts.played.score}): "
        f"it is a bingo and scores {facts.best.score - facts.played.score} points more."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_one_sentence_whatever_there_is_to_say(language: str) -> None:
    blank = game(laid=["8D LOFTY"], racks=["RTAE?IN", "AEINSDL"])
    end = game(laid=["8D LOFTY"], racks=["RAT", "VVW"], bag="", scores=(100, 90))
    cases = [
        (STATE, MISSED),
        (STATE, analysed_turn(STATE, "9C RAT", "H8 YRETAINS", size=None)),
        (STATE, analysed_turn(STATE, "9C RAT", "9C RAT", size=None)),
        (STATE, analysed_turn(STATE, "9C RAT", "H8 YRETAINS", withdrawn=True)),
        (STATE, analysed_turn(STATE, "9C RAT", ("S",), size="small")),
        (STATE, analysed_turn(STATE, (), "9C RAT")),
        (blank, analysed_turn(blank, "9C rAT", "9C RAT")),
        *((end, analysed_turn(end, (), "9C RAT", exact=spreads)) for spreads in ENDS),
    ]
    for state, turn in cases:
        said = sentence(turn, language, state)
        assert said.endswith(".")
        assert said.count(".") == 1
        assert said[0] == said[0].upper()
        assert not re.search(r"[{}$;]|\s\s|analysis-", said)
        assert len(said) < 260


ENDS = {
    (30.0, 5.0): "wins by 40 points instead of 15",
    (30.0, -10.0): "wins by 40 points instead of drawing",
    (30.0, -22.0): "wins by 40 points instead of losing by 12",
    (-10.0, -22.0): "draws instead of losing by 12 points",
    (-12.0, -22.0): "loses by 2 points instead of 12",
}


@pytest.mark.parametrize(("spreads", "said"), ENDS.items())
def test_an_end_is_told_by_its_result(spreads: tuple[float, float], said: str) -> None:
    end = game(laid=["8D LOFTY"], racks=["RAT", "VVW"], bag="", scores=(100, 90))
    assert said in sentence(analysed_turn(end, (), "9C RAT", exact=spreads), state=end)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "as good as equal"), ("tr", "belirgin bir fark yok"), ("uk", "майже рівноцінні")]
)
def test_turns_that_cannot_be_told_apart_are_called_equal(language: str, said: str) -> None:
    turn = analysed_turn(STATE, "9C RAT", "H8 YRETAINS", size=None)
    assert said in sentence(turn, language)
    speaker, facts = Speaker(TEXTS, language), facts_of(STATE, turn)
    assert loss_label(facts, speaker) == ""
    assert size_label(facts, speaker) == TEXTS.plain(language, "analysis-size-equal")


def test_a_loss_is_told_as_its_size_was_found() -> None:
    speaker = Speaker(TEXTS, "en")
    assert loss_label(facts_of(STATE, replace(MISSED, size="medium")), speaker) == "−5% chance to win"
    decided = replace(MISSED, loss=18.2, loss_win=0.01, size="large")
    assert loss_label(facts_of(STATE, decided), speaker) == "−18 points"
    assert loss_label(facts_of(STATE, replace(MISSED, loss_win=None)), speaker) == "−12 points"


def test_a_better_leave_names_the_tiles_and_what_the_better_turn_scores_less() -> None:
    state = game(laid=["8D LOFTY"], racks=["UUVWIIC", "AEINSDL"])
    said = sentence(analysed_turn(state, "G8 TIC", ("U", "U", "V", "W")), state=state)
    assert said.startswith("Exchanging UUVW was clearly better than TIC (")
    assert "(CII)" in said
    assert "although it scores" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_figures_but_what_is_not_known_of_it(language: str) -> None:
    speaker = Speaker(TEXTS, language)
    for told in (share_text(SeatAnalysis((), None, 0, None), speaker), luck_text(None, speaker)):
        assert not re.search(r"[0-9%]", told)
    told = share_text(SeatAnalysis((), 0.934, 14, None), speaker)
    assert re.findall(r"[0-9]+", told) == ["93", "14"]
    assert re.search(r" \+12 \(\w+", luck_text(12.4, speaker)), "with its unit"
    assert re.search(r" 0 \(\w+", luck_text(-0.3, speaker))
    best = facts_of(STATE, MISSED).best
    assert "YRETAINS" in turning_point_text(12, "Kiraz", best, speaker)
    assert turn_heading(12, "Kiraz", speaker).endswith(" · Kiraz")


def test_its_picture_is_for_nobody_else() -> None:
    sketch = turn_comparison_sketch(MISSED, facts_of(STATE, MISSED), Speaker(TEXTS, "tr"), PictureStyle("tr"))
    assert not sketch.reusable
    other = turn_comparison_sketch(MISSED, facts_of(STATE, MISSED), Speaker(TEXTS, "en"), PictureStyle("en"))
    assert sketch.digest != other.digest
