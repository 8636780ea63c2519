"""What is said of a turn is so: every fact is computed again in another way, or stands in a position drawn for it."""

import pytest

from engine.crossword import secrecy
from engine.crossword.analysis.turn_facts import (
    BetterExchange,
    BetterLeave,
    BingoMissed,
    BlankSpent,
    BonusMissed,
    EndResult,
    FewerPoints,
    MorePoints,
    PremiumBlocked,
    PremiumMissed,
    PremiumOpened,
    Reason,
    TriedOut,
    TurnFacts,
    TurnLost,
    cells_after,
    open_premiums,
    turn_option,
)
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView, leave_after
from engine.crossword.players.equity import shipped_leaves
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.games import apply_step, game, place_play
from tests.support.turn_comparisons import analysed_turn, candidate, facts_of


def reason_of(facts: TurnFacts, kind: type[Reason]) -> Reason | None:
    """The reason of a kind."""
    return next((reason for reason in facts.reasons if isinstance(reason, kind)), None)


def test_what_is_kept_is_worth_what_the_table_says() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "8D LOFTY", "8H FLAY"))
    leaves = shipped_leaves(state.ruleset)
    assert leaves is not None
    assert facts.played.kept == ("A", "E")
    assert facts.played.leave == pytest.approx(leaves.value_of(("A", "E")))
    assert facts.best.kept == ("E", "O", "T")
    more = round(leaves.value_of(("E", "O", "T")) - leaves.value_of(("A", "E")))
    assert reason_of(facts, BetterLeave) == (BetterLeave(more) if more > 0 else None)


def test_kept_tiles_are_worth_nothing_to_speak_of_when_nothing_can_be_drawn() -> None:
    state = game(laid=["8D LOFTY"], racks=["LAE", "DLE"], bag="")
    position = ComputerView(secrecy.view_for(state, 0), state.ruleset, load_lexicon(state.ruleset.lexicon))
    assert turn_option(position, candidate(state, "9D LA")).leave is None


def test_a_bingo_that_was_missed() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    missed = facts_of(state, analysed_turn(state, "9C RAT", "H8 YRETAINS"))
    assert reason_of(missed, BingoMissed) == BingoMissed(state.ruleset.scoring.bingo)
    assert reason_of(missed, MorePoints) == MorePoints(missed.best.score - missed.played.score)
    taken = facts_of(state, analysed_turn(state, "H8 YRETAINS", "9C RAT"))
    assert reason_of(taken, BingoMissed) is None
    assert reason_of(taken, FewerPoints) == FewerPoints(taken.played.score - taken.best.score)


def test_a_bonus_cell_that_was_missed() -> None:
    state = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİN", "AAAAAAA"], bonus="K8")
    facts = facts_of(state, analysed_turn(state, "F8 KER", "8F KALEML"))
    assert reason_of(facts, BonusMissed) == BonusMissed(25)
    assert facts.best.bonus == 25
    assert facts.played.bonus == 0


def test_a_premium_that_was_missed() -> None:
    state = game(laid=["8D LOFTY"], racks=["SRETAIN", "AEINSDL"])
    # R and the E below it lie on double words.
    facts = facts_of(state, analysed_turn(state, "9C RAT", "E4 TRAIN"))
    missed = reason_of(facts, PremiumMissed)
    assert isinstance(missed, PremiumMissed)
    assert (missed.premium.cell, missed.premium.sign) == ("E5", "D")
    assert reason_of(facts_of(state, analysed_turn(state, "E4 TRAIN", "9C RAT")), PremiumMissed) is None


def test_a_blank_is_spent_cheaply_if_it_gained_less_than_it_is_worth() -> None:
    state = game(laid=["8D LOFTY"], racks=["RTAE?IN", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "9C rAT", "9C RAT"))
    leaves = shipped_leaves(state.ruleset)
    assert leaves is not None
    assert facts.played.score - facts.best.score < leaves.value_of(("?",))
    assert reason_of(facts, BlankSpent) == BlankSpent(facts.played.score - facts.best.score)
    assert reason_of(facts_of(state, analysed_turn(state, "9C RAT", "9C RATE")), BlankSpent) is None


def test_a_blank_that_brings_more_than_it_is_worth_is_not_spent_cheaply() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAIN?", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "H8 YRETAINs", "9C RAT"))
    assert facts.played.blanks == 1
    assert reason_of(facts, BlankSpent) is None


def hook_game() -> GameState:
    """CAT can be laid from L1 on, beside the triple word O1, or below it."""
    return game(laid=["K1 STAR"], racks=["ATONESD", "AEINSDL"])


def test_a_premium_that_was_opened() -> None:
    state = hook_game()
    # SEAT ends beside the free O1: SEATS.
    opening = facts_of(state, analysed_turn(state, "1K SEAT", "2K TO"))
    rules, words = state.ruleset, load_lexicon(state.ruleset.lexicon)
    after = cells_after(rules, state.cells, opening.played.play)
    assert "O1" in {one.cell for one in open_premiums(rules, after, words, set("S"))}
    opened = reason_of(opening, PremiumOpened)
    assert isinstance(opened, PremiumOpened)
    assert (opened.premium.cell, opened.premium.sign) == ("O1", "T")
    assert reason_of(facts_of(state, analysed_turn(state, "2K TO", "1K SEAT")), PremiumOpened) is None


def test_a_premium_that_was_left_open() -> None:
    state = game(laid=["1K SEAT", "K1 STAR"], racks=["ATONESD", "AEINSDL"])
    # NOT above O1 ends the row that SEATS would need.
    facts = facts_of(state, analysed_turn(state, "4K RAT", "N1 TOES"))
    still = {one.premium.cell for one in facts.reasons if isinstance(one, PremiumBlocked)}
    rules, words = state.ruleset, load_lexicon(state.ruleset.lexicon)
    unseen = set(secrecy.view_for(state, 0).unseen)

    def open_cells(play: ScoredPlay | None) -> set[str]:
        return {one.cell for one in open_premiums(rules, cells_after(rules, state.cells, play), words, unseen)}

    before, now, then = open_cells(None), open_cells(facts.played.play), open_cells(facts.best.play)
    assert still == (before & now) - then


def test_a_play_that_was_challenged_off_kept_all_and_brought_nothing() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "9C RAT", "H8 YRETAINS", withdrawn=True))
    assert reason_of(facts, TurnLost) == TurnLost()
    assert (facts.played.score, facts.played.word, len(facts.played.kept)) == (0, "RAT", 7)
    assert reason_of(facts, MorePoints) == MorePoints(facts.best.score)


def test_the_same_play_challenged_off_was_not_the_best() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    assert facts_of(state, analysed_turn(state, "9C RAT", "9C RAT", withdrawn=True)).verdict == "worse"
    assert facts_of(state, analysed_turn(state, "9C RAT", "9C RAT", loss=0, size=None)).verdict == "best"


def test_an_exchange_that_was_better() -> None:
    state = game(laid=["8D LOFTY"], racks=["UUVWIIC", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "G8 TIC", ("U", "U", "V", "W")))
    assert reason_of(facts, BetterExchange) == BetterExchange()
    assert facts.best.given == ("U", "U", "V", "W")
    assert facts.best.kept == ("C", "I", "I")
    assert reason_of(facts_of(state, analysed_turn(state, ("U",), ("U", "V"))), BetterExchange) is None


def test_turns_that_cannot_be_told_apart_are_equal() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "9C RAT", "9C RATE", size=None))
    assert facts.verdict == "equal"
    assert reason_of(facts, TriedOut) is None


def test_an_end_that_is_played_out_is_won_by_what_the_game_says() -> None:
    """Going out ends it at once: the result is that of the rules."""
    state = game(laid=["8D LOFTY"], racks=["RAT", "VVW"], bag="", scores=(100, 90))
    gained = candidate(state, "9C RAT").play
    assert gained is not None
    spread = gained.score + 2.0 * sum(state.ruleset.values[tile] for tile in "VVW")
    facts = facts_of(state, analysed_turn(state, (), "9C RAT", exact=(spread, -3.0)))
    ended, _ = apply_step(state, place_play(state, "9C RAT"))
    assert ended.outcome is not None
    finals = {final.seat: final.score for final in ended.outcome.finals}
    assert reason_of(facts, EndResult) == EndResult(finals[0] - finals[1], 7)


def test_facts_come_out_of_the_own_view_alone() -> None:
    """Other racks and another order of the bag change nothing, since the view does not have them."""
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    other = game(laid=["8D LOFTY"], racks=["RETAINS", "QZXJKVV"])
    one, two = (facts_of(each, analysed_turn(each, "9C RAT", "H8 YRETAINS")) for each in (state, other))
    assert one == two


def test_leaves_are_those_of_the_rack_less_the_play() -> None:
    state = game(laid=["8D LOFTY"], racks=["RETAINS", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "9C RAT", "H8 YRETAINS"))
    assert facts.played.play is not None
    assert facts.played.kept == leave_after(state.players[0].rack, facts.played.play)
    assert facts.best.kept == ()
