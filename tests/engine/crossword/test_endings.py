"""How games end and what the ending does to the scores (RULES §1.4, §2.7, §3.5, §7.3)."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.absence import Skip
from engine.crossword.actions import Challenge
from engine.crossword.events import GameEnded
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.timing import due_action
from engine.crossword.turns import is_waiting_for_window
from engine.crossword.view import GameView
from engine.turns import Cancel, Pass
from tests.support.games import (
    NOW,
    OUTSIDER,
    accepts_any_word,
    accepts_only,
    after_actions,
    apply_step,
    exchange_faces,
    game,
    outcome_of,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    user_at,
)


def places(state: GameState) -> list[tuple[int, int, int]]:
    return [(final.seat, final.place, final.score) for final in outcome_of(state).finals]


def passing(state: GameState) -> tuple[GameState, int]:
    """Pass until the game ends, and how many passes it took."""
    for count in range(1, 20):
        state = after_actions(state, pass_turn(state))
        if state.outcome is not None:
            return state, count
    raise AssertionError("twenty passes end nothing")


def test_out_gives_the_others_tiles_to_the_player_who_is_out() -> None:
    state = game(laid=["8H O"], racks=["N", "QD", "Z"], bag="", scores=[10, 20, 30])
    state = after_actions(state, place_play(state, "8H ON"))
    assert outcome_of(state).reason == "out"
    assert places(state) == [(0, 1, 10 + 2 + 12 + 10), (2, 2, 20), (1, 3, 8)]
    assert [final.adjustment for final in outcome_of(state).finals] == [22, -10, -12]


def test_a_blank_left_on_a_rack_costs_nothing() -> None:
    state = game(laid=["8H O"], racks=["N", "??"], bag="", scores=[0, 0])
    assert [player.score for player in after_actions(state, place_play(state, "8H ON")).players] == [2, 0]


def test_an_empty_rack_with_tiles_in_the_bag_goes_on() -> None:
    state = game(laid=["8H O"], racks=["N", "QD"], bag="E")
    state = after_actions(state, place_play(state, "8H ON"))
    assert (state.outcome, state.players[0].rack) == (None, ("E",))


@pytest.mark.parametrize(("seated", "expected"), [(2, 6), (3, 6), (4, 8)])
def test_scrabble_ends_after_two_scoreless_rounds_and_at_least_six_turns(seated: int, expected: int) -> None:
    state, count = passing(game(racks=["K", "QD", "Z", "A"][:seated], scores=[50] * seated))
    assert (count, outcome_of(state).reason) == (expected, "scoreless")
    assert [player.score for player in state.players] == [45, 38, 40, 49][:seated]


@pytest.mark.parametrize(
    ("rulesets", "lengths"),
    [
        (["wordbox-tr", "wordbox-en", "wordbox-uk", "tournament-tr", "tournament-en"], [2, 4, 6, 8]),
        (["scrabble-tr", "scrabble-en"], [6, 6, 6, 8]),
        (["kelimelik"], [3, 3]),
    ],
)
def test_how_many_turns_in_a_row_end_a_game_with_one_to_four_who_take_turns(
    rulesets: list[str], lengths: list[int]
) -> None:
    """RULES §7.3: two rounds of passes, six scoreless turns or two rounds of them, three passes."""
    for name in rulesets:
        run = crossword_rulesets()[name].ending.run
        assert [run.fewest_turns(takers) for takers in range(1, len(lengths) + 1)] == lengths, name


def test_nobody_gains_from_a_scoreless_end() -> None:
    state = game(laid=["8H ON"], racks=["K", ""], scores=[20, 20], run=[2, 3], bag="E")
    assert [player.score for player in after_actions(state, pass_turn(state)).players] == [15, 20]


@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-tr", "scrabble-en"])
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_one_who_stays_wins_whatever_the_score(ruleset: str, seat: int) -> None:
    scores = [0, 0]
    scores[seat] = 400
    state = game(ruleset, racks=["AEI", "AEI"], scores=scores)
    state = after_actions(state, surrender(state, seat))
    assert outcome_of(state).reason == "surrender"
    assert outcome_of(state).winners == (1 - seat,)
    assert places(state) == [(1 - seat, 1, 0), (seat, 2, 400)]


def test_who_gave_up_first_is_placed_last_even_within_one_turn() -> None:
    state = game(racks=["AEI"] * 4, scores=[1, 400, 300, 200])
    state = after_actions(state, surrender(state, 1), surrender(state, 2), surrender(state, 3))
    assert places(state) == [(0, 1, 1), (3, 2, 200), (2, 3, 300), (1, 4, 400)]


def test_a_surrendered_rack_counts_for_nobody() -> None:
    state = game(laid=["8H O"], racks=["N", "QD", "Z"], bag="", scores=[10, 90, 30])
    state = after_actions(state, surrender(state, 1), place_play(state, "8H ON"))
    assert places(state) == [(0, 1, 10 + 2 + 10), (2, 2, 20), (1, 3, 90)]


def test_a_surrendered_rack_costs_its_owner_nothing_in_a_scoreless_end() -> None:
    state = game(racks=["K", "QD", "Z"], scores=[50, 50, 50])
    state, _ = passing(after_actions(state, surrender(state, 1)))
    assert [player.score for player in state.players] == [45, 50, 40]


def test_equal_scores_are_a_draw() -> None:
    state, _ = passing(game("kelimelik", racks=["A", "B"], scores=[70, 70]))
    assert outcome_of(state).winners == (0, 1)
    assert places(state) == [(0, 1, 70), (1, 1, 70)]


def test_a_cancelled_game_has_no_winner_and_keeps_the_scores() -> None:
    state = game(racks=["Q", "A"], scores=[30, 10])
    state, events = apply_step(state, Cancel(1))
    assert outcome_of(state).reason == "cancelled"
    assert outcome_of(state).winners == ()
    assert [player.score for player in state.players] == [30, 10]
    assert isinstance(events[-1], GameEnded)


SEATS = "ABCD"
ROW = ("J8", "K8", "L8", "M8", "N8", "O8")
"""Cells right of the word that lies there, for plays of one tile."""
RULESETS = ("tournament-en", "wordbox-en", "scrabble-en")


class Course:
    """A game played by a script of signs, with what the engine told in order.

    ``-`` passes, ``~`` lets the time run out (in WordBox for good, else for a turn), ``x`` exchanges, ``p`` plays,
    ``w`` plays a phony that is withdrawn, ``d`` plays a word that the next player doubts in vain and loses a turn for,
    and ``A`` surrenders, whoever is on turn.
    """

    def __init__(self, ruleset: str, seated: int) -> None:
        options = {"challenge": "double", "clock": "25min" if ruleset.startswith("wordbox") else "2min"}
        self.state = game(ruleset, laid=["8H ON"], racks=["E" * 7] * seated, bag="E" * 60, options=options)
        self.events: list[door.Event] = []
        self.now = NOW

    def allows(self, sign: str) -> bool:
        """Whether the rules let this be done now; a script made by chance leaves out what they do not."""
        players = self.state.players
        if sign in SEATS:
            return SEATS.index(sign) < len(players) and players[SEATS.index(sign)].active
        if sign in "pwd":
            return not all(self._row()) and sum(one.active for one in players) > 1
        most = self.state.ruleset.exchange.per_player
        return sign != "x" or most is None or players[self.state.turn].exchanges < most

    def after_each(self, script: list[str]) -> Iterator[GameState]:
        """The state after each sign that the rules allow, until the game is over."""
        for sign in script:
            if self.state.outcome is None and self.allows(sign):
                self.deed(sign)
                yield self.state

    def play(self, script: str) -> GameState:
        for sign in script.replace(" ", ""):
            assert self.state.outcome is None, f"over before {sign}"
            self.deed(sign)
        return self.state

    def deed(self, sign: str) -> None:
        while sign != "~" and is_waiting_for_window(self.state):
            # Whoever plays on alone waits for the window of their own play.
            due = door.deadline(self.state)
            assert due is not None
            self.now = due
            self._do(due_action(self.state, due))
        state = self.state
        match sign:
            case "-":
                self._do(Pass(user_at(state)))
            case "~":
                turn = (state.number, state.turn)
                while self.state.outcome is None and (self.state.number, self.state.turn) == turn:
                    due = door.deadline(self.state)
                    assert due is not None
                    self.now = due
                    self._do(due_action(self.state, due))
            case "x":
                self._do(exchange_faces(state, "E"))
            case "p" | "w" | "d":
                doubter = user_at(state, next(seat for seat in self._following() if state.players[seat].active))
                free = next(cell for cell, there in zip(ROW, self._row(), strict=True) if not there)
                self._do(place_on_board(state, **{free: "E"}))
                if sign != "p":
                    self._do(Challenge(doubter), accepts_only() if sign == "w" else accepts_any_word)
            case _:
                self._do(surrender(state, SEATS.index(sign)))

    def _do(self, action: door.Action, judge: door.Judge = accepts_any_word) -> None:
        done = door.apply(self.state, action, self.now, judge)
        assert isinstance(done.table, GameState)
        self.state = done.table
        self.events += done.events

    def _following(self) -> list[int]:
        count = len(self.state.players)
        return [seat % count for seat in range(self.state.turn + 1, self.state.turn + count)]

    def _row(self) -> tuple[str, ...]:
        start = 7 * self.state.ruleset.columns + 9
        return self.state.cells[start : start + len(ROW)]


def test_nobody_ends_a_game_by_passes_while_the_other_is_only_skipped() -> None:
    state = game("kelimelik", laid=["8H NE"], racks=["E" * 7] * 2, bag="E" * 60, options={"clock": "none"})
    for passes in range(1, 5):
        state = after_actions(state, pass_turn(state))
        shown = door.view(state, None)
        assert isinstance(shown, GameView)
        assert shown.run_ends == (passes >= 2), "the other's pass would end it"
        state = after_actions(state, Skip(OUTSIDER, state.turn, state.number))
        assert state.outcome is None
    state = after_actions(state, pass_turn(state))
    assert state.outcome is None, "five passes of one player"
    state = after_actions(state, pass_turn(state))
    assert outcome_of(state).reason == "passes"


def test_a_run_ends_the_game_when_everybody_who_is_asked_has_made_enough_of_it() -> None:
    rows = (
        ("tournament-en", 3, "--- A -", None), ("tournament-en", 3, "--- A --", "passes"),
        ("tournament-en", 3, "----- C", "passes"), ("tournament-en", 3, "----- A", None),
        ("tournament-en", 3, "----- A -", "passes"), ("tournament-en", 4, "------ CD", "passes"),
        ("tournament-en", 3, "-----~", "passes"), ("tournament-en", 2, "--- x ---", None),
        ("tournament-en", 2, "--- w ---", None), ("tournament-en", 2, "--- w ----", "passes"),
        ("tournament-en", 2, "--- p ----", "passes"), ("tournament-en", 2, "--- d ---", None),
        ("wordbox-en", 3, "--- ~ -", None), ("wordbox-en", 3, "--- ~ --", "passes"),
        ("wordbox-en", 3, "----- ~", "passes"), ("wordbox-en", 3, "--- A -", None),
        ("wordbox-en", 3, "----- C", "passes"), ("wordbox-en", 4, "------ ~~", "passes"),
        ("wordbox-en", 2, "~ -", None), ("wordbox-en", 2, "~ --", "passes"), ("wordbox-en", 2, "~~", "time"),
        ("scrabble-en", 2, "-x-~w", None), ("scrabble-en", 2, "-x-~w-", "scoreless"),
        ("scrabble-en", 2, "----- w", "scoreless"), ("scrabble-en", 2, "----- p w----", None),
        ("scrabble-en", 2, "d ----", None), ("scrabble-en", 2, "d -----", "scoreless"),
        ("scrabble-en", 3, "----- C", None), ("scrabble-en", 3, "----- C -", None),
        ("scrabble-en", 3, "----- C --", "scoreless"), ("scrabble-en", 4, "------- D", "scoreless"),
        ("scrabble-en", 4, "------- A", None), ("scrabble-en", 4, "------- A -", "scoreless"),
        ("scrabble-en", 4, "----- w - w", "scoreless"),
    )  # fmt: skip
    for ruleset, seated, script, reason in rows:
        outcome = Course(ruleset, seated).play(script).outcome
        assert (None if outcome is None else outcome.reason) == reason, (ruleset, seated, script)


@settings(max_examples=25)
@given(st.sampled_from(RULESETS), st.integers(2, 4), st.lists(st.sampled_from([*"------~xw", *SEATS]), max_size=20))
@example("wordbox-en", 2, list("~xxxx"))
@example("wordbox-en", 2, list("~w"))
def test_a_view_says_whether_a_pass_of_the_player_on_turn_ends_the_game(
    ruleset: str, seated: int, script: list[str]
) -> None:
    course = Course(ruleset, seated)
    for state in course.after_each(script):
        if state.outcome is None:
            view = door.view(state, None)
            assert isinstance(view, GameView)
            passed = door.apply(state, Pass(user_at(state)), course.now, accepts_any_word).table
            assert isinstance(passed, GameState)
            assert view.run_ends == (passed.outcome is not None)
