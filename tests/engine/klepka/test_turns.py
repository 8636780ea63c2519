"""A turn of Klepka (RULES §6.5), rewards taken and played (§6.7), how a game ends and what is left (§6.8–6.9)."""

from collections import Counter
from datetime import timedelta

import pytest

from engine.clock import MoveClock, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.klepka.events import (
    CardsRevealed,
    CardsTraded,
    GameEnded,
    TableShuffled,
    TurnPassed,
    WordDoubled,
    WordFormed,
    WordsTimedOut,
)
from engine.klepka.rules import preview_word
from engine.klepka.secrecy import view_for
from engine.klepka.state import GameState
from engine.klepka.view import FormedWord, RevealedCard
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
    double,
    flip,
    form,
    game,
    klepka_rules,
    pass_,
    refusal_of,
    signs_of_cards,
    started_game,
    surrender,
    trade,
)

TABLE = """
    АБВА
    бг*#
    ОО=о
"""


@pytest.mark.parametrize("deck", ["full", "chat", "quick"])
def test_at_the_start_the_whole_deck_lies_in_even_rows(deck: str) -> None:
    state = started_game(3, deck=deck)
    assert Counter(state.table) == Counter(state.ruleset.cards.all_cards)
    assert all(not player.cards for player in state.players)
    assert (state.phase, state.flips, state.turn, state.number) == ("words", 2, 0, 0)


def test_the_order_of_play_and_the_cards_are_shuffled_by_the_seed() -> None:
    first, again, other = started_game(6), started_game(6), started_game(6, message=8)
    assert first == again
    assert first.table != other.table
    orders = {tuple(player.user for player in started_game(6, message=message).players) for message in range(10)}
    assert len(orders) > 5
    assert all(sorted(order) == list(USERS) for order in orders)


def test_a_pair_is_taken_and_two_more_cards_may_be_turned_up() -> None:
    state = game(TABLE, "", "")
    state, events = apply_step(state, flip(state, 1, 4))
    assert_table(
        state,
        """
        .БВ.
        бг*#
        ОО=о
        """,
    )
    assert events == (
        CardsRevealed(0, (RevealedCard(1, "АY", taken=True), RevealedCard(4, "АY", taken=True)), extra=False, again=2),
    )
    assert (signs_of_cards(state.players[0].cards), state.turn, state.phase, state.flips) == ("АА", 0, "extra", 2)


def test_letters_that_differ_are_turned_down_and_the_turn_passes() -> None:
    before = game(TABLE, "", "")
    state, events = apply_step(before, flip(before, 1, 2))
    assert_table(state, TABLE)
    assert (state.turn, state.phase, state.number, state.players[0].cards) == (1, "words", 1, ())
    assert isinstance(events[0], CardsRevealed)
    assert [card.taken for card in events[0].cards] == [False, False]
    assert events[0].again == 0


def test_a_reward_is_taken_though_nothing_matches_and_gives_no_extra_flip() -> None:
    state = game(TABLE, "", "")
    state = after_actions(state, flip(state, 1, 7))
    assert_table(
        state,
        """
        АБВА
        бг.#
        ОО=о
        """,
    )
    assert (signs_of_cards(state.players[0].cards), state.turn) == ("*", 1)


def test_a_reward_beside_a_pair_is_taken_too() -> None:
    state = game("АА*Б", "ЩО", "")
    state = after_actions(state, form(state, "що"), flip(state, 1, 2, 3, 4))
    assert signs_of_cards(state.players[0].cards) == "АА*"
    assert_table(state, "...Б")


def test_each_word_of_the_turn_lets_one_more_pair_of_cards_be_turned_up() -> None:
    state = game(TABLE, "ВОДАТОЩО", "")
    flips = [state.flips]
    for word in ("вода", "то", "що"):
        state = after_actions(state, form(state, word))
        flips.append(state.flips)
    assert flips == [2, 4, 6, 8]


def test_fewer_cards_are_turned_up_when_fewer_remain() -> None:
    state = game("А.Б", "ВОДА", "")
    state = after_actions(state, form(state, "вода"))
    assert state.flips == 2
    assert game("..*", "", "").flips == 1


def test_all_pairs_among_cards_turned_up_together_are_taken() -> None:
    state = game("АБАббвОО", "ЩОТО", "")
    state = after_actions(state, form(state, "що"), form(state, "то"), flip(state, 1, 2, 3, 4, 6, 7))
    assert signs_of_cards(state.players[0].cards) == "АБАб"
    assert_table(state, "....бвОО")
    assert state.phase == "extra"


def test_of_three_equal_letters_the_two_named_first_are_taken() -> None:
    state = game("ООоА", "ЩО", "")
    state = after_actions(state, form(state, "що"), flip(state, 3, 4, 1, 2))
    assert signs_of_cards(state.players[0].cards) == "оО"
    assert_table(state, ".О.А")


def test_extra_flips_are_of_two_cards_whatever_was_formed_and_go_on_while_pairs_are_found() -> None:
    state = game("ААББвг..", "ЩО", "")
    state = after_actions(state, form(state, "що"), flip(state, 1, 2, 5, 6))
    assert (state.turn, state.phase, state.flips) == (0, "extra", 2)
    state, events = apply_step(state, flip(state, 3, 4))
    assert isinstance(events[0], CardsRevealed)
    assert (events[0].extra, events[0].again) == (True, 2)
    state = after_actions(state, flip(state, 5, 6))
    assert (state.turn, state.phase) == (1, "words")


def test_an_extra_flip_may_be_declined() -> None:
    state = game("ААББ", "", "")
    state = after_actions(state, flip(state, 1, 2))
    state, events = apply_step(state, pass_(state))
    assert events == (TurnPassed(0, "extra"),)
    assert (state.turn, state.phase, state.players[0].passed) == (1, "words", False)


def test_the_extra_flip_of_a_single_last_card_is_of_one() -> None:
    state = game("АА*.", "", "")
    state = after_actions(state, flip(state, 1, 2))
    assert state.flips == 1
    state = after_actions(state, flip(state, 3))
    assert (signs_of_cards(state.players[0].cards), state.turn) == ("АА*", 1)


def test_when_a_pair_empties_the_table_the_turn_passes() -> None:
    state = game("АА..", "", "")
    state, events = apply_step(state, flip(state, 1, 2))
    assert isinstance(events[0], CardsRevealed)
    assert events[0].again == 0
    assert (state.turn, state.phase, state.flips) == (1, "words", 0)


def test_the_cards_of_a_word_are_gone_for_good_and_the_word_is_written_down() -> None:
    state = game(TABLE, "ВОДА*щ", "")
    state, events = apply_step(state, form(state, "в[о]да"))
    word = FormedWord(0, 0, "ВОДА", ("ВY", "ДY", "АY"), ("О",), doubled=True, score=8)
    assert events == (WordFormed(word, 4),)
    assert (signs_of_cards(state.players[0].cards), signs_of_cards(state.discarded), state.words) == (
        "Ощ",
        "ВДА*",
        (word,),
    )
    assert state.players[0].score == 8


def test_words_may_be_formed_before_the_table_is_touched_and_on_an_empty_table() -> None:
    state = game("", "ВОДАЩО", "А")
    state = after_actions(state, form(state, "вода"), form(state, "що"))
    assert (state.turn, state.players[0].score) == (0, 10 + 18)
    state = after_actions(state, pass_(state))
    assert (state.turn, state.players[0].passed) == (1, True)


def test_the_host_may_let_a_word_count_twice() -> None:
    state = game(TABLE, "ЩОТО", "", ruleset=klepka_rules(deck="full", double="host"))
    state = after_actions(state, form(state, "що"), form(state, "то"))
    assert state.players[0].score == 11
    state, events = apply_step(state, double("що"))
    assert events == (WordDoubled(0, "ЩО", 18),)
    assert (state.players[0].score, [word.doubled for word in state.words]) == (20, [True, False])


def test_the_host_may_do_so_until_the_next_turn_is_over() -> None:
    state = game(TABLE, "ЩО", "", host=USERS[1], ruleset=klepka_rules(deck="full", double="host"))
    state = after_actions(state, form(state, "що"), flip(state, 1, 2, 3, 6))
    assert after_actions(state, double("Щ[о]", USERS[1])).players[0].score == 18


def test_the_judge_is_asked_about_the_word_without_brackets_and_not_about_the_two_that_win() -> None:
    state = game(TABLE, "ВДА*СЛВУКРЇНІА", "")
    asked: list[str] = []

    def judge(word: str) -> bool:
        asked.append(word)
        return True

    apply_step(state, form(state, "в[о]да"), judge)
    assert asked == ["ВОДА"]
    apply_step(state, form(state, "слав[а] україні"), judge)
    assert asked == ["ВОДА"]


def test_a_preview_tells_what_a_word_would_bring_whosever_turn_it_is() -> None:
    state = game(TABLE, "", "ЩО")
    assert preview_word(state, 1, "що").score == 18


OF_REWARDS = """
    АБВА
    .г.Ж
    О.=о
"""


def test_an_exchange_gives_one_named_card_for_another() -> None:
    state = game(OF_REWARDS, "=АБ", "Щв")
    state, events = apply_step(state, trade(state, 0, "Б", 1, "Щ"))
    assert events == (CardsTraded(0, "БY", 1, "ЩY"),)
    assert [signs_of_cards(player.cards) for player in state.players] == ["АЩ", "вБ"]
    assert signs_of_cards(state.discarded) == "="


@pytest.mark.parametrize(("give", "take"), [("*", "#"), ("А", "*"), ("=", "Щ")])
def test_rewards_may_be_given_and_taken(give: str, take: str) -> None:
    state = game(OF_REWARDS, "==*А", "Щ#*")
    state = after_actions(state, trade(state, 0, give, 1, take))
    assert Counter(signs_of_cards(state.players[0].cards)) == Counter("==*А") - Counter("=") - Counter(give) + Counter(
        take
    )


def test_an_exchange_is_played_in_the_turn_of_another_and_changes_nothing_else() -> None:
    state = game(OF_REWARDS, "ВОДА", "=А", "Щ")
    state = after_actions(state, form(state, "вода"), trade(state, 1, "А", 2, "Щ"))
    assert (state.turn, state.phase, state.flips) == (0, "words", 4)
    assert signs_of_cards(state.players[1].cards) == "Щ"


def test_a_letter_may_be_traded_away_from_the_player_on_turn() -> None:
    state = game(OF_REWARDS, "ВОДА", "=Щ")
    state = after_actions(state, trade(state, 1, "Щ", 0, "О"))
    error = refusal_of(state, form(state, "вода"))
    assert error is not None
    assert (error.code, error.fields) == ("letters_not_held", {"letters": ("О",), "polysemies": 0})


def test_rewards_are_played_between_an_extra_flip_and_the_one_before() -> None:
    state = game("АА#ж..", "=ОП", "#Щ")
    state = after_actions(state, flip(state, 1, 2))
    state = after_actions(state, trade(state, 0, "О", 1, "Щ"), chaos(state, 1))
    assert (state.turn, state.phase, state.flips) == (0, "extra", 2)


def test_chaos_mixes_the_cards_over_the_positions_they_lie_on() -> None:
    state = game(OF_REWARDS, "#", "")
    mixed, events = apply_step(state, chaos(state, 0))
    assert events == (TableShuffled(0, 9),)
    assert [bool(card) for card in mixed.table] == [bool(card) for card in state.table]
    assert Counter(mixed.table) == Counter(state.table)
    assert mixed.table != state.table


def test_after_a_trade_those_who_passed_on_an_empty_table_are_asked_again() -> None:
    state = game("", "АБ", "=В", "Г", passed=(2,))
    state = after_actions(state, pass_(state))
    assert state.players[0].passed
    state = after_actions(state, trade(state, 1, "В", 0, "А"))
    assert not any(player.passed for player in state.players)
    state = after_actions(state, pass_(state, 1), pass_(state, 2))
    assert state.outcome is None


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


LYING = "ААБВ"


def timed(table: str = LYING, *hands: str, turn: int = 0) -> GameState:
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
    assert view_for(game(LYING, "", ""), None).clock is None


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
    assert_table(state, LYING)


def test_acting_a_moment_too_late_is_refused_but_rewards_are_not_bound_to_the_turn() -> None:
    state = timed(LYING, "ЩО", "=#А")
    for action in (form(state, "що"), flip(state, 1, 2), pass_(state)):
        assert str(refusal_of(state, action, later=90)) == "out_of_time()"
        assert str(refusal_of(state, action, later=89.999)) != "out_of_time()"
    assert refusal_of(state, chaos(state, 1), later=95) is None
    assert refusal_of(state, trade(state, 1, "А", 0, "О"), later=95) is None


@pytest.mark.parametrize("seated", [2, 3])
def test_when_nobody_plays_for_two_rounds_the_game_ends(seated: int) -> None:
    state = timed(LYING, *("АБ",) * seated)
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
