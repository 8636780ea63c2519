"""Exchange and chaos: single use, by anybody at any time, between atomic steps (RULES §6.7)."""

from collections import Counter

import pytest

from engine.klepka.events import CardsTraded, TableShuffled
from tests.support.klepka import (
    after_actions,
    apply_step,
    chaos,
    flip,
    form,
    game,
    pass_,
    refusal_of,
    signs_of_cards,
    trade,
)

TABLE = """
    АБВА
    .г.Ж
    О.=о
"""


def test_an_exchange_gives_one_named_card_for_another() -> None:
    state = game(TABLE, "=АБ", "Щв")
    state, events = apply_step(state, trade(state, 0, "Б", 1, "Щ"))
    assert events == (CardsTraded(0, "БY", 1, "ЩY"),)
    assert [signs_of_cards(player.cards) for player in state.players] == ["АЩ", "вБ"]
    assert signs_of_cards(state.discarded) == "="


@pytest.mark.parametrize(("give", "take"), [("*", "#"), ("А", "*"), ("=", "Щ")])
def test_rewards_may_be_given_and_taken(give: str, take: str) -> None:
    state = game(TABLE, "==*А", "Щ#*")
    state = after_actions(state, trade(state, 0, give, 1, take))
    assert Counter(signs_of_cards(state.players[0].cards)) == Counter("==*А") - Counter("=") - Counter(give) + Counter(
        take
    )


def test_an_exchange_is_played_in_the_turn_of_another_and_changes_nothing_else() -> None:
    state = game(TABLE, "ВОДА", "=А", "Щ")
    state = after_actions(state, form(state, "вода"), trade(state, 1, "А", 2, "Щ"))
    assert (state.turn, state.phase, state.flips) == (0, "words", 4)
    assert signs_of_cards(state.players[1].cards) == "Щ"


def test_a_letter_may_be_traded_away_from_the_player_on_turn() -> None:
    state = game(TABLE, "ВОДА", "=Щ")
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
    state = game(TABLE, "#", "")
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
