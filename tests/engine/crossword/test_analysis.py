"""Finished games looked at again: what turns lost, by independent recomputation, brute force and by hand."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import HasTime
from engine.crossword import secrecy
from engine.crossword.actions import Placement
from engine.crossword.analysis.game_analysis import (
    AnalysedTurn,
    GameAnalyser,
    GameAnalysis,
    Stake,
    WinCurve,
    compare_turns,
    draws_luck,
    find_turn_loss,
    find_turning_point,
    share_of_possible,
    stake_of,
    win_curve_of,
)
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
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
    TurnFacts,
    TurnLost,
    cells_after,
    open_premiums,
)
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.endgame import compare_in_endgame
from engine.crossword.players.equity import CandidateTurn, Leaves, rank_turns, shipped_leaves
from engine.crossword.ruleset import Bag
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from tests.support.analysed_turns import (
    BruteForce,
    analysed_turn,
    candidate,
    facts_of,
    plain_loss,
    position_of,
    random_turns,
    small_endings,
    taken,
)
from tests.support.boards import shared_searcher
from tests.support.games import apply_step, game, outcome_of, place_play

TURKISH = load_lexicon("tr-common")
CURVE = WinCurve(slope=0.2, turn=10.0, games=1, log_loss=0.5, error=0.0, half_width=0.0, late_error=0.0)


@pytest.fixture(scope="module")
def searcher() -> BoardSearcher:
    return shared_searcher()


def always() -> bool:
    return True


def never() -> bool:
    return False


def think_for_deals(number: int) -> HasTime:
    left = iter([True] * number)
    return lambda: next(left, False)


def ending(*racks: str) -> GameState:
    """A game of which these are all the tiles that do not lie on the board."""
    counts = dict(Counter("".join(("KALEM", *racks))))
    few = replace(crossword_rulesets()["scrabble-tr"], bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    return game(few, laid=("8G KALEM",), racks=racks, bag="")


def analyse(searcher: BoardSearcher, rules: GameState, *turns: TakenTurn, time: bool = True) -> GameAnalysis:
    played = TakenGame(rules.ruleset, len(rules.players), turns, None)
    return GameAnalyser(TURKISH, searcher, lambda _: think_for_deals(25) if time else never).analyse_turns(played)


@pytest.mark.parametrize("ruleset", ["kelimelik", "wordbox-tr"])
def test_static_losses_are_those_of_a_plain_search(ruleset: str, searcher: BoardSearcher) -> None:
    rules = resolve_ruleset(crossword_rulesets()[ruleset])
    leaves = shipped_leaves(rules)
    for state, turn in islice(random_turns(rules, TURKISH, Random(ruleset)), 3):
        static = find_turn_loss(position_of(state), turn, searcher, leaves, always)
        assert static.loss == pytest.approx(plain_loss(state, turn, TURKISH), abs=1e-3)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-tr"])
def test_endings_are_solved_as_by_brute_force(ruleset: str, searcher: BoardSearcher) -> None:
    for state in islice(small_endings(ruleset, TURKISH, Random(ruleset)), 2):
        check_ending(state, searcher)


def check_ending(state: GameState, searcher: BoardSearcher) -> None:
    """Compare what every turn of an ending wins with what brute force says."""
    own, other = (tuple(sorted(player.rack)) for player in (state.players[state.turn], state.players[1 - state.turn]))
    passes = sum(player.run for player in state.players)
    force = BruteForce(state.ruleset, TURKISH, None if state.bonus_taken else state.bonus)
    position = position_of(state)
    plays: list[ScoredPlay | None] = [None, *searcher.find_plays(position.query, TURKISH)]
    for play in plays[:: max(1, len(plays) // 4)]:
        found = compare_in_endgame(position, play, searcher, always)
        assert found is not None
        best, played = found
        assert best.exact
        assert played.exact
        assert best.spread == force.value(state.cells, own, other, passes)
        if play is None:
            assert played.spread == force.after_pass(state.cells, own, other, passes)
        else:
            assert played.spread == force.after_play(state.cells, own, other, play)


@pytest.mark.parametrize("change", ["skips", "retired", "three"])
def test_only_ends_of_two_who_both_take_turns_are_played_out(change: str, searcher: BoardSearcher) -> None:
    racks = ("ER", "ZĞJ", "AT") if change == "three" else ("ER", "ZĞJ")
    state = ending(*racks)
    if change == "skips":
        state = replace(state, players=(state.players[0], replace(state.players[1], skips=1)))
    if change == "retired":
        state = replace(state, players=(state.players[0], replace(state.players[1], retired=True)))
    (turn,) = analyse(searcher, state, taken(state)).turns
    assert not turn.exact
    assert turn.size is None
    if change != "skips":
        assert turn.loss_win is None


def hidden_dealt_anew(state: GameState) -> GameState:
    """The same to the player on turn: what others hold and the bag mixed and dealt again, with another secret."""
    chance, seat = Random(5), state.turn
    tiles = [*state.bag, *state.players[1 - seat].rack]
    chance.shuffle(tiles)
    held = len(state.players[1 - seat].rack)
    players = [
        replace(one, rack=one.rack if place == seat else tuple(tiles[:held])) for place, one in enumerate(state.players)
    ]
    return replace(state, players=tuple(players), bag=tuple(tiles[held:]), draws=Draws("other"), secret="00" * 32)


@pytest.mark.parametrize("bag", ["TELİM", ""])
def test_what_was_hidden_changes_nothing(bag: str, searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"), bag=bag)
    counts = dict(Counter(f"KALEMAERTİKNZĞJOŞLA{bag}"))
    few = replace(state.ruleset, bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    state = replace(state, ruleset=few)
    other = hidden_dealt_anew(state)
    assert (other.bag, other.players[1]) != (state.bag, state.players[1]) or not bag
    first, second = (
        analyse(searcher, one, taken(one, "H8 LA", score=2) if bag != "" else taken(one), time=bag != "")
        for one in (state, other)
    )
    assert first.turns == second.turns


def test_a_withdrawn_play_lost_what_the_best_would_have_brought(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("ĞĞJAERT", "AERTİKN"))
    played = taken(state, "9G JĞĞ", score=90)
    static = find_turn_loss(position_of(state), replace(played, withdrawn=True), searcher, None, always)
    (best,) = rank_turns(position_of(state), searcher, None)
    assert static.loss == best.equity > 0
    assert static.played.play is None
    assert replace(played, withdrawn=True).kept == tuple(sorted("ĞĞJAERT"))


def test_without_time_a_turn_is_not_simulated(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"))
    (turn,) = analyse(searcher, state, taken(state), time=False).turns
    assert turn.loss > 10
    assert turn.is_equal
    turns = rank_turns(position_of(state), searcher, None, 2)
    short = think_for_deals(23)
    assert compare_turns(position_of(state), searcher, turns, Draws("ab"), short, leaves=None) is None


def test_a_clear_loss_is_parted_and_equal_turns_are_not(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"))
    (turn,) = analyse(searcher, state, taken(state)).turns
    assert turn.size is not None
    assert turn.loss > turn.half_width > 0
    best = rank_turns(position_of(state), searcher, None)[0]
    again = compare_turns(position_of(state), searcher, (best, best), Draws("ab"), think_for_deals(24), leaves=None)
    assert again is not None
    assert [one.is_parted for one in again] == [False, False]


def test_kelimeliks_bonus_cell_counts_until_it_is_taken(searcher: BoardSearcher) -> None:
    free = game("kelimelik", laid=("8G KALEM",), racks=("İ", "ZĞJOŞLA"), bonus="G9")
    (best,), (without,) = (
        rank_turns(position_of(state), searcher, None) for state in (free, replace(free, bonus_taken=True))
    )
    assert best.play is not None
    assert [put.cell for put in best.play.tiles] == ["G9"]
    assert best.equity == without.equity + 25


def test_a_game_is_decided_by_the_chance_before_the_turn() -> None:
    def stake(lead: int, best: float, played: float, *, exact: bool = False) -> Stake | None:
        state = game("scrabble-tr", laid=("8G KALEM",), racks=("AE", "RT"), bag="", scores=(100 + lead, 100))
        return stake_of(position_of(state), CURVE, best, played, exact=exact)

    won = stake(300, 5, 4)
    assert won is not None
    assert won.decided
    assert won.lost < 0.01
    assert not stake(0, 5, 0).decided  # type: ignore[union-attr]
    assert stake(3, -2, -4, exact=True) == Stake(1.0, decided=False)
    assert stake(3, -2, -3, exact=True) == Stake(0.5, decided=False)
    assert stake(9, 5, -2, exact=True) == Stake(0.0, decided=True)
    assert stake_of(position_of(game("scrabble-tr", racks=("AE", "RT"))), None, 5, 0, exact=False) is None


def test_a_game_without_a_curve_borrows_that_of_one_with_the_same_tiles() -> None:
    rules = resolve_ruleset(crossword_rulesets()["scrabble-en"])
    assert win_curve_of(replace(rules, id="new-en")) == win_curve_of(rules)
    other_bingo = replace(rules, id="new-en", scoring=replace(rules.scoring, bingo=40))
    assert win_curve_of(other_bingo) is None
    assert win_curve_of(replace(rules, id="new-en", values=dict(rules.values) | {"Q": 9})) is None


def turn_at(scores: tuple[int, int], turn: int, number: int) -> TakenTurn:
    state = game("scrabble-tr", racks=("AERTİKN", "ZĞJOŞLA"), scores=scores, turn=turn)
    return taken(state, number=number + 100)


@pytest.mark.parametrize(
    ("numbers", "first_won", "place"),
    [((0, 1, 2), None, 1), ((0, 1, 2), 0.0, 2), ((0, 1, 3), None, 0), ((0, 2, 4), None, None), ((), 1.0, None)],
)
def test_the_turning_point_is_where_the_chance_changed_most(
    numbers: tuple[int, ...], first_won: float | None, place: int | None
) -> None:
    rules = resolve_ruleset(crossword_rulesets()["scrabble-tr"])
    scores = ((0, 0), (5, 0), (5, 90))
    turns = tuple(turn_at(scores[step], step % 2, number) for step, number in enumerate(numbers))
    if first_won == 0.0:
        turns = (turns[0], turns[1], replace(turns[2], view=turn_at((95, 0), 0, 2).view))
        turns = (*turns[:1], replace(turns[1], view=turn_at((90, 0), 1, 1).view), *turns[2:])
        turns = (replace(turns[0], view=turn_at((90, 0), 0, 0).view), *turns[1:])
    assert find_turning_point(TakenGame(rules, 2, turns, first_won), CURVE) == place
    assert find_turning_point(TakenGame(rules, 2, turns, first_won), None) is None


def test_luck_is_what_the_draws_were_worth_beyond_their_mean() -> None:
    leaves = Leaves({("A",): 4.0, ("B",): -2.0, ("C",): 1.0}, ())
    first = turn_at((0, 0), 0, 5)
    before = replace(
        first,
        number=10,
        view=replace(first.view, rack=("A", "B"), unseen={"A": 1, "B": 3}),
        play=ScoredPlay((Placement("H8", "A"),), "A", 1),
    )
    after = replace(before, number=12, view=replace(before.view, rack=("A", "B")))
    # One A was played and one drawn: 4 points, of tiles whose mean is (4 - 3 * 2) / 4.
    assert draws_luck((before, after), leaves) == pytest.approx(4.0 - -0.5)
    assert draws_luck((before, replace(after, number=15)), leaves) is None
    assert draws_luck((replace(before, withdrawn=True), after), leaves) is None
    assert draws_luck((before, after), None) is None
    opening = replace(before, number=1, view=replace(before.view, cells=("C", "?D"), rack=("A", "A"), unseen={"B": 2}))
    whole = (2 * 4.0 + 2 * -2.0 + 1.0 + 0.0) / 6
    assert draws_luck((opening,), leaves) == pytest.approx(2 * (4.0 - whole))


def test_the_share_is_what_the_turns_brought_of_what_was_possible() -> None:
    def one(best: float, loss: float) -> AnalysedTurn:
        played = CandidateTurn(best - loss, None)
        return AnalysedTurn(
            turn_at((0, 0), 0, 0), CandidateTurn(best, None), played, loss, 0.0, None, None, exact=False
        )

    assert share_of_possible([one(30, 0), one(20, 10)]) == pytest.approx(0.8)
    assert share_of_possible([one(10, 40)]) == 0.0
    assert share_of_possible([one(0, 0)]) == 1.0
    assert share_of_possible([one(0, 2)]) == 0.0
    assert share_of_possible([]) is None


def reason_of(facts: TurnFacts, kind: type[Reason]) -> Reason | None:
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


def test_a_premium_that_was_opened() -> None:
    state = game(laid=["K1 STAR"], racks=["ATONESD", "AEINSDL"])
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
    assert facts_of(state, analysed_turn(state, "9C RAT", "9C RAT", withdrawn=True)).verdict == "worse"
    assert facts_of(state, analysed_turn(state, "9C RAT", "9C RAT", loss=0, size=None)).verdict == "best"


def test_an_exchange_that_was_better() -> None:
    state = game(laid=["8D LOFTY"], racks=["UUVWIIC", "AEINSDL"])
    facts = facts_of(state, analysed_turn(state, "G8 TIC", ("U", "U", "V", "W")))
    assert reason_of(facts, BetterExchange) == BetterExchange()
    assert facts.best.given == ("U", "U", "V", "W")
    assert facts.best.kept == ("C", "I", "I")
    assert reason_of(facts_of(state, analysed_turn(state, ("U",), ("U", "V"))), BetterExchange) is None


def test_an_end_that_is_played_out_is_won_by_what_the_game_says() -> None:
    """Going out ends it at once: the result is that of the rules."""
    state = game(laid=["8D LOFTY"], racks=["RAT", "VVW"], bag="", scores=(100, 90))
    gained = candidate(state, "9C RAT").play
    assert gained is not None
    spread = gained.score + 2.0 * sum(state.ruleset.values[tile] for tile in "VVW")
    facts = facts_of(state, analysed_turn(state, (), "9C RAT", exact=(spread, -3.0)))
    ended, _ = apply_step(state, place_play(state, "9C RAT"))
    finals = {final.seat: final.score for final in outcome_of(ended).finals}
    assert reason_of(facts, EndResult) == EndResult(finals[0] - finals[1], 7)
