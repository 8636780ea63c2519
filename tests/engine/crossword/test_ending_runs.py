"""Runs of passes and of scoreless turns belong to players (RULES §7.3)."""

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.absence import Skip
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.ruleset import RunCounts
from engine.crossword.state import GameState
from engine.crossword.timing import due_action
from engine.crossword.turns import is_waiting_for_window
from engine.crossword.view import EndReason, GameView
from engine.turns import Pass
from tests.support.games import (
    NOW,
    OUTSIDER,
    accepts_any_word,
    accepts_only,
    after_actions,
    exchange_faces,
    game,
    pass_turn,
    place_on_board,
    surrender,
    user_at,
    with_fields,
)

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
    assert state.outcome is not None
    assert state.outcome.reason == "passes"


def test_the_table_of_transitions_knows_every_turn_of_every_run() -> None:
    assert set(endings.TRANSITIONS) == {
        (run, turn) for run in get_args(RunCounts) for turn in get_args(endings.RunTurn)
    }


@pytest.mark.parametrize(
    ("ruleset", "run", "turn", "counts"),
    [
        ("tournament-en", (1, 2, 1), "pass", (1, 3, 1)),
        ("tournament-en", (1, 2, 1), "exchange", (0, 0, 0)),
        ("tournament-en", (1, 2, 1), "lost", (0, 0, 0)),
        ("tournament-en", (1, 2, 1), "play", (0, 0, 0)),
        ("tournament-en", (0, 0, 0), "withdrawn", (0, 0, 0)),
        ("scrabble-en", (1, 2, 1), "pass", (1, 3, 1)),
        ("scrabble-en", (1, 2, 1), "exchange", (1, 3, 1)),
        ("scrabble-en", (1, 2, 1), "lost", (1, 3, 1)),
        ("scrabble-en", (1, 2, 1), "play", (0, 0, 0)),
        ("scrabble-en", (0, 0, 1), "withdrawn", (2, 2, 2)),
    ],
)
def test_what_a_turn_of_the_second_player_does_to_the_counts(
    ruleset: str, run: tuple[int, ...], turn: endings.RunTurn, counts: tuple[int, ...]
) -> None:
    """Before the play that is withdrawn the counts were 2, 1 and 1; the third player has lost a turn since."""
    state = game(ruleset, racks=["E"] * 3, run=run)
    assert endings.run_counts(endings.count_in_run(state, 1, turn, before=(2, 1, 1))) == counts


@pytest.mark.parametrize(
    ("ruleset", "seated", "script", "reason"),
    [
        ("tournament-en", 3, "--- A -", None),
        ("tournament-en", 3, "--- A --", "passes"),
        ("tournament-en", 3, "----- C", "passes"),
        ("tournament-en", 3, "----- A", None),
        ("tournament-en", 3, "----- A -", "passes"),
        ("tournament-en", 4, "------ CD", "passes"),
        ("tournament-en", 3, "-----~", "passes"),
        ("tournament-en", 2, "--- x ---", None),
        ("tournament-en", 2, "--- w ---", None),
        ("tournament-en", 2, "--- w ----", "passes"),
        ("tournament-en", 2, "--- p ----", "passes"),
        ("tournament-en", 2, "--- d ---", None),
        ("wordbox-en", 3, "--- ~ -", None),
        ("wordbox-en", 3, "--- ~ --", "passes"),
        ("wordbox-en", 3, "----- ~", "passes"),
        ("wordbox-en", 3, "--- A -", None),
        ("wordbox-en", 3, "----- C", "passes"),
        ("wordbox-en", 4, "------ ~~", "passes"),
        ("wordbox-en", 2, "~ -", None),
        ("wordbox-en", 2, "~ --", "passes"),
        ("wordbox-en", 2, "~~", "time"),
        ("scrabble-en", 2, "-x-~w", None),
        ("scrabble-en", 2, "-x-~w-", "scoreless"),
        ("scrabble-en", 2, "----- w", "scoreless"),
        ("scrabble-en", 2, "----- p w----", None),
        ("scrabble-en", 2, "d ----", None),
        ("scrabble-en", 2, "d -----", "scoreless"),
        ("scrabble-en", 3, "----- C", None),
        ("scrabble-en", 3, "----- C -", None),
        ("scrabble-en", 3, "----- C --", "scoreless"),
        ("scrabble-en", 4, "------- D", "scoreless"),
        ("scrabble-en", 4, "------- A", None),
        ("scrabble-en", 4, "------- A -", "scoreless"),
        ("scrabble-en", 4, "----- w - w", "scoreless"),
    ],
)
def test_a_run_ends_the_game_when_everybody_who_is_asked_has_made_enough_of_it(
    ruleset: str, seated: int, script: str, reason: EndReason | None
) -> None:
    outcome = Course(ruleset, seated).play(script).outcome
    assert (None if outcome is None else outcome.reason) == reason


@settings(max_examples=25)
@given(
    st.sampled_from(RULESETS),
    st.integers(2, 4),
    st.lists(st.sampled_from([*"------~xw", *SEATS]), max_size=20),
)
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


def test_a_retired_player_takes_the_own_turns_out_of_the_length_of_the_run() -> None:
    state = game("scrabble-en", racks=["E"] * 3, run=(2, 1, 1))
    retired = with_fields(state.players[0], retired=True)
    assert (
        endings.run_length(state),
        endings.run_length(with_fields(state, players=(retired, *state.players[1:]))),
    ) == (4, 2)
