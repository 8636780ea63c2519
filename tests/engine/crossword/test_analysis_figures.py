"""What an analysis makes of losses: their sizes, luck, the turning point, and shares, by examples computed by hand."""

import pytest
from msgspec.structs import replace

from engine.crossword.actions import Placement
from engine.crossword.analysis.game_analysis import AnalysedTurn, share_of_possible, size_of
from engine.crossword.analysis.game_course import draws_luck, find_turning_point
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.analysis.turn_stake import Stake, stake_of
from engine.crossword.analysis.win_chance import WinCurve, win_curve_of
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.players.leaves import Leaves, shipped_leaves
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.analysed_turns import position_of, taken
from tests.support.games import game

TURKISH = load_lexicon("tr-common")
CURVE = WinCurve(slope=0.2, turn=10.0, games=1, log_loss=0.5, error=0.0, half_width=0.0, late_error=0.0)


@pytest.mark.parametrize(
    ("loss", "lost", "decided", "size"),
    [
        (50, 0.03, False, "small"),
        (1, 0.0301, False, "medium"),
        (1, 0.07, False, "medium"),
        (1, 0.0701, False, "large"),
        (7, 0.0, True, "small"),
        (7.01, 0.0, True, "medium"),
        (15, 0.0, True, "medium"),
        (15.01, 0.0, True, "large"),
        (7, None, False, "small"),
        (15.01, None, False, "large"),
    ],
)
def test_sizes_at_their_limits(loss: float, lost: float | None, decided: bool, size: str) -> None:  # noqa: FBT001 - a table
    assert size_of(loss, None if lost is None else Stake(lost, decided)) == size


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


def test_the_chance_follows_the_curve() -> None:
    assert CURVE.chance(0, 25) == pytest.approx(1 / (1 + 2.718281828**0.4))
    assert CURVE.chance(-10, 25, on_turn=True) == 0.5
    assert CURVE.chance(20, 25) + CURVE.chance(-20, 25, on_turn=True) == pytest.approx(1)
    assert [CURVE.chance(lead, 0) for lead in (-1, 0, 1)] == [0, 0.5, 1]


def test_every_game_with_leave_values_has_a_curve() -> None:
    for shipped in crossword_rulesets().values():
        rules = resolve_ruleset(shipped)
        if shipped_leaves(rules) is not None:
            curve = win_curve_of(rules)
            assert curve is not None, f"python -m tools.learn_win_chances --keep FILE {rules.id}"
            assert curve.slope > 0


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
