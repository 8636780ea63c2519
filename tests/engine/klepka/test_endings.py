"""How a game of Klepka ends, and what the cards left over are worth (RULES §6.8–6.9)."""

import pytest

from engine.klepka.events import GameEnded
from engine.klepka.secrecy import view_for
from engine.klepka.state import GameState
from engine.turns import Cancel, PlayerSurrendered
from tests.support.klepka import (
    SECRET,
    USERS,
    accepts_any_word,
    after_actions,
    apply_step,
    assert_table,
    flip,
    form,
    game,
    klepka_rules,
    pass_,
    signs_of_cards,
    surrender,
)


def places(state: GameState) -> list[tuple[int, int, int, int]]:
    """Place, seat, score and adjustment of every final."""
    assert state.outcome is not None
    return [(final.place, final.seat, final.score, final.adjustment) for final in state.outcome.finals]


def test_when_all_have_passed_on_an_empty_table_the_game_is_over() -> None:
    state = game("", "АБ*", "ВГ", scores=(10, 12))
    state = after_actions(state, pass_(state))
    assert state.outcome is None
    state, events = apply_step(state, pass_(state))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("cleared", (1,))
    assert places(state) == [(1, 1, 14, 2), (2, 0, 13, 3)]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].secret == SECRET
    assert [player.score for player in state.players] == [13, 14]


def test_three_unused_cards_are_worth_three_points_whatever_they_show() -> None:
    state = game("", "Щ*=", "", passed=(1,))
    assert places(after_actions(state, pass_(state)))[0] == (1, 0, 3, 3)


def test_equal_scores_share_the_place() -> None:
    state = game("", "А", "Б", "", scores=(5, 5, 1), passed=(1, 2))
    state = after_actions(state, pass_(state))
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)
    assert [final.place for final in state.outcome.finals] == [1, 1, 3]


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
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("cleared", (0,))


def test_the_game_goes_on_while_a_card_lies_on_the_table() -> None:
    state = game("А.А", "", "")
    state = after_actions(state, flip(state, 1, 3))
    assert state.outcome is None


def test_glory_to_ukraine_wins_alone_and_at_once_whatever_the_scores() -> None:
    state = game("АА", "СЛАВАУКРАЇНІ", "ЩЩЩ", "", scores=(0, 500, 20))
    state, events = apply_step(state, form(state, "Слава Україні"), lambda word: not word)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("glory", (0,))
    assert places(state) == [(1, 0, 44, 0), (2, 1, 500, 0), (3, 2, 20, 0)]
    assert [type(event).__name__ for event in events] == ["WordFormed", "GameEnded"]


def test_glory_may_be_helped_by_polysemy_and_repeated_words_do_not_hinder_it() -> None:
    state = game("АА", "СлВУкрЇНІ**", "", ruleset=klepka_rules(deck="full", repeats="forbidden"))
    state = after_actions(state, form(state, "сл[а]в[а] укр[а]їні"))
    assert state.outcome is not None
    assert (state.outcome.reason, signs_of_cards(state.discarded)) == ("glory", "СлВУкрЇНІ**")


def test_when_one_of_two_gives_up_the_other_wins_whatever_the_score() -> None:
    state = game("АА", "ЩЩ", "", scores=(50, 3))
    state, events = apply_step(state, surrender(state))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("surrender", (1,))
    assert places(state) == [(1, 1, 3, 0), (2, 0, 50, 0)]
    assert events[0] == PlayerSurrendered(0)


def test_with_three_the_cards_are_set_aside_and_the_others_play_on() -> None:
    state = game("АА", "ЩЩ", "БВ", "Г", scores=(50, 3, 4))
    state = after_actions(state, surrender(state))
    assert (state.outcome, state.turn, signs_of_cards(state.players[0].cards)) == (None, 1, "ЩЩ")
    state = after_actions(state, flip(state, 1, 2), pass_(state, 2), pass_(state, 1))
    assert places(state) == [(1, 1, 7, 4), (2, 2, 5, 1), (3, 0, 50, 0)]


def test_who_gives_up_first_is_last() -> None:
    state = game("АА", "", "", "", "")
    state = after_actions(state, surrender(state, 2), surrender(state, 0), surrender(state, 3))
    assert [(place, seat) for place, seat, _, _ in places(state)] == [(1, 1), (2, 3), (3, 0), (4, 2)]


def test_the_turn_of_one_who_gives_up_out_of_turn_is_left_out() -> None:
    state = game("АБ", "", "", "")
    state = after_actions(state, surrender(state, 1), flip(state, 1, 2))
    assert state.turn == 2


def test_when_the_only_one_who_has_not_passed_gives_up_the_game_is_over() -> None:
    state = game("", "А", "Б", "В", passed=(1, 2))
    assert places(after_actions(state, surrender(state)))[-1][1] == 0
    state = game("", "А", "Б", "В", passed=(1, 2), turn=1)
    state = after_actions(state, surrender(state, 0))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("cleared", (1, 2))


def test_a_cancelled_game_has_no_winner() -> None:
    state, events = apply_step(game("АА", "А", "", scores=(1, 2)), Cancel(USERS[1]), accepts_any_word)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("cancelled", ())
    assert isinstance(events[-1], GameEnded)


@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_nobody_is_on_turn_and_no_time_runs(seat: int) -> None:
    state = game("АА", "", "", ruleset=klepka_rules(deck="full", clock="phases"))
    state = after_actions(state, surrender(state, seat))
    assert state.clocks.started is None
