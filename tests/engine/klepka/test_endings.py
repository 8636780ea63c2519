"""How a game of Klepka ends, and what the cards left over are worth (RULES §6.8–6.9)."""

from datetime import timedelta

import pytest

from engine.clock import MoveClock, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.klepka.events import GameEnded, TurnPassed, WordsTimedOut
from engine.klepka.secrecy import view_for
from engine.klepka.state import GameState
from engine.timekeeping import deadline
from engine.turns import PlayerSurrendered
from tests.support.games import outcome_of
from tests.support.klepka import (
    NOW,
    SECRET,
    USERS,
    after_actions,
    apply_step,
    assert_table,
    chaos,
    flip,
    form,
    game,
    klepka_rules,
    pass_,
    refusal_of,
    signs_of_cards,
    surrender,
    trade,
)


def places(state: GameState) -> list[tuple[int, int, int, int]]:
    return [(final.place, final.seat, final.score, final.adjustment) for final in outcome_of(state).finals]


def test_when_all_have_passed_on_an_empty_table_the_game_is_over() -> None:
    state = game("", "АБ*", "ВГ", scores=(10, 12))
    state = after_actions(state, pass_(state))
    assert state.outcome is None
    state, events = apply_step(state, pass_(state))
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("cleared", (1,))
    assert places(state) == [(1, 1, 14, 2), (2, 0, 13, 3)]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].secret == SECRET
    assert [player.score for player in state.players] == [13, 14]


def test_equal_scores_share_the_place() -> None:
    state = game("", "А", "Б", "", scores=(5, 5, 1), passed=(1, 2))
    state = after_actions(state, pass_(state))
    assert outcome_of(state).winners == (0, 1)
    assert [final.place for final in outcome_of(state).finals] == [1, 1, 3]


@pytest.mark.parametrize(
    ("table", "hands", "passed", "ends"),
    [
        ("", ("АБ", "ВГ", "Ж"), (), False),
        ("", ("АБ", "ВГ", "Ж"), (1,), False),
        ("", ("АБ", "ВГ", "Ж"), (1, 2), True),
        ("", ("*", "=", ""), (), True),
        ("А.", ("АБ", "ВГ", "Ж"), (1, 2), False),
    ],
)
def test_a_view_says_whether_a_pass_ends_the_game(
    table: str, hands: tuple[str, ...], passed: tuple[int, ...], *, ends: bool
) -> None:
    state = game(table, *hands, passed=passed)
    shown = view_for(state, None)
    assert shown.pass_ends == ends
    assert not ends or after_actions(state, pass_(state)).outcome is not None


def test_a_word_lets_everybody_be_asked_again() -> None:
    state = game("", "ЩОА", "АБ", passed=(1,))
    state = after_actions(state, form(state, "що"), pass_(state))
    assert (state.outcome, state.turn) == (None, 1)
    state = after_actions(state, pass_(state))
    assert state.outcome is not None


def test_when_nobody_holds_a_letter_at_the_end_of_a_turn_the_game_is_over() -> None:
    state = game("", "ЩО", "*=")
    state = after_actions(state, form(state, "що"))
    assert state.outcome is None
    state = after_actions(state, pass_(state))
    assert state.outcome is not None
    assert places(state) == [(1, 0, 18, 0), (2, 1, 2, 2)]


def test_the_last_card_a_reward_ends_a_game_without_letters() -> None:
    state = game("..*", "", "")
    state = after_actions(state, flip(state, 3))
    assert_table(state, "...")
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("cleared", (0,))


def test_glory_to_ukraine_wins_alone_and_at_once_whatever_the_scores() -> None:
    state = game("АА", "СЛАВАУКРАЇНІ", "ЩЩЩ", "", scores=(0, 500, 20))
    state, events = apply_step(state, form(state, "Слава Україні"), lambda word: not word)
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("glory", (0,))
    assert places(state) == [(1, 0, 44, 0), (2, 1, 500, 0), (3, 2, 20, 0)]
    assert [type(event).__name__ for event in events] == ["WordFormed", "GameEnded"]


def test_glory_may_be_helped_by_polysemy_and_repeated_words_do_not_hinder_it() -> None:
    state = game("АА", "СлВУкрЇНІ**", "", ruleset=klepka_rules(deck="full", repeats="forbidden"))
    state = after_actions(state, form(state, "сл[а]в[а] укр[а]їні"))
    assert (outcome_of(state).reason, signs_of_cards(state.discarded)) == ("glory", "СлВУкрЇНІ**")


def test_when_one_of_two_gives_up_the_other_wins_whatever_the_score() -> None:
    state = game("АА", "ЩЩ", "", scores=(50, 3))
    state, events = apply_step(state, surrender(state))
    assert (outcome_of(state).reason, outcome_of(state).winners) == ("surrender", (1,))
    assert places(state) == [(1, 1, 3, 0), (2, 0, 50, 0)]
    assert events[0] == PlayerSurrendered(0)


def test_with_three_the_cards_are_set_aside_and_the_others_play_on() -> None:
    state = game("АА", "ЩЩ", "БВ", "Г", scores=(50, 3, 4))
    state = after_actions(state, surrender(state))
    assert (state.outcome, state.turn, signs_of_cards(state.players[0].cards)) == (None, 1, "ЩЩ")
    state = after_actions(state, flip(state, 1, 2), pass_(state, 2), pass_(state, 1))
    assert places(state) == [(1, 1, 7, 4), (2, 2, 5, 1), (3, 0, 50, 0)]


TABLE = "ААБВ"


def timed(table: str = TABLE, *hands: str, turn: int = 0) -> GameState:
    return game(table, *(hands or ("ЩО", "=#А")), turn=turn, ruleset=klepka_rules(deck="full", clock="phases"))


def due(state: GameState) -> float | None:
    instant = deadline(state)
    return None if instant is None else (instant - NOW) / timedelta(seconds=1)


def test_a_view_has_the_clock_of_the_present_phase_and_none_after_the_end() -> None:
    words, flips = timed(), apply_step(timed(), Timeout(), later=90)[0]
    for state, seconds in ((words, 90), (flips, 45)):
        shown = view_for(state, None).clock
        assert shown is not None
        assert shown.rule == MoveClock(seconds, "pass")
        assert shown.due is not None
    assert view_for(after_actions(words, surrender(words)), None).clock is None
    assert view_for(game(TABLE, "", ""), None).clock is None


def test_the_time_for_words_runs_from_the_beginning_of_the_turn_with_one_reminder() -> None:
    state = timed()
    assert due(state) == 67.5
    state, events = apply_step(state, Remind(), later=67.5)
    assert events == (Reminded(0, 22_500),)
    assert due(state) == 90


def test_when_the_time_for_words_is_over_the_cards_are_to_be_turned_up() -> None:
    state, events = apply_step(timed(), Timeout(), later=90)
    assert events == (WordsTimedOut(0, 2),)
    assert (state.turn, state.phase, due(state)) == (0, "flips", 135)


def test_words_formed_in_time_count_for_the_cards() -> None:
    state = timed()
    state = after_actions(state, form(state, "що"))
    state, events = apply_step(state, Timeout(), later=90)
    assert events == (WordsTimedOut(0, 4),)
    assert after_actions(state, flip(state, 1, 2, 3, 4)).players[0].cards == ("АY", "АY")


def test_when_the_time_for_turning_up_cards_is_over_the_turn_passes() -> None:
    state, _ = apply_step(timed(), Timeout(), later=90)
    state, events = apply_step(state, Timeout(), later=135)
    assert events == (TurnPassed(0, "flips", automatic=True),)
    assert (state.turn, state.phase, state.players[0].passed, due(state)) == (1, "words", False, 135 + 67.5)
    assert_table(state, TABLE)


def test_acting_a_moment_too_late_is_refused_but_rewards_are_not_bound_to_the_turn() -> None:
    state = timed(TABLE, "ЩО", "=#А")
    for action in (form(state, "що"), flip(state, 1, 2), pass_(state)):
        assert str(refusal_of(state, action, later=90)) == "out_of_time()"
        assert str(refusal_of(state, action, later=89.999)) != "out_of_time()"
    assert refusal_of(state, chaos(state, 1), later=95) is None
    assert refusal_of(state, trade(state, 1, "А", 0, "О"), later=95) is None


@pytest.mark.parametrize("seated", [2, 3])
def test_when_nobody_plays_for_two_rounds_the_game_ends(seated: int) -> None:
    state = timed(TABLE, *("АБ",) * seated)
    later = 0.0
    turns = 0
    while state.outcome is None:
        later = due(apply_step(state, Remind(), later=later + 67.5)[0]) or 0
        state, _ = apply_step(state, Timeout(), later=later)
        later += 45
        state, _ = apply_step(state, Timeout(), later=later)
        turns += 1
    assert turns == 2 * seated
    assert state.outcome.reason == "time"
    assert [final.adjustment for final in state.outcome.finals] == [2] * seated
    assert deadline(state) is None


def test_a_pause_stops_the_time_and_resuming_goes_on_from_there() -> None:
    state, events = apply_step(timed(), Pause(USERS[0]), later=50)
    assert events == (Paused(USERS[0]),)
    assert due(state) is None
    state, events = apply_step(state, Resume(USERS[1]), later=1000)
    assert events == (Resumed(USERS[1]),)
    state, _ = apply_step(state, Remind(), later=1017.5)
    assert due(state) == 1040
