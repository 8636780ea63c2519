"""A turn of Klepka: words, turning up cards, pairs, extra flips, rewards taken and played (RULES §6.5, §6.7)."""

from collections import Counter

import pytest

from engine.klepka.events import CardsRevealed, CardsTraded, TableShuffled, TurnPassed, WordDoubled, WordFormed
from engine.klepka.rules import preview_word
from engine.klepka.view import FormedWord, RevealedCard
from tests.support.klepka import (
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
