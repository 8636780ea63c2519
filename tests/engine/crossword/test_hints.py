"""Hints (RULES §7.6): four steps to the player on turn alone, paid for at the end, and nothing that others can see."""

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.clock import Pause
from engine.crossword.actions import AskHint, Exchange, TakeBack, TurnAction
from engine.crossword.events import HintTold
from engine.crossword.gcg import read_gcg, write_gcg
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.secrecy import redact
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.crossword.view import GameView, HintView
from engine.encoding import to_json
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.replay_log import replay_log
from engine.rulesets import resolve_ruleset
from engine.turns import Cancel, Pass, Undo
from tests.support.games import (
    OUTSIDER,
    USERS,
    accepts_only,
    after_actions,
    apply_step,
    exchange_faces,
    game,
    outcome_of,
    pass_turn,
    place_play,
    surrender,
    swapped,
)

A, B = USERS[:2]


def table(racks: tuple[str, ...] = ("LOFTYAE", "AEINSDL"), hints: str = "5", **options: str) -> GameState:
    chosen = {"challenge": "void", "clock": "none", "hints": hints}
    chosen |= {name.replace("_", "-"): value for name, value in options.items()}
    return game(racks=racks, options=chosen)


def ask(state: GameState, step: int = 1, best: TurnAction | None = None) -> AskHint:
    """What the player on turn asks for; the first step is about LOFTY."""
    if best is None and step == 1:
        best = place_play(state, "8H LOFTY")
    return AskHint(state.players[state.turn].user, state.number, step, best)


def asked(state: GameState, steps: int = 1, best: TurnAction | None = None) -> GameState:
    for step in range(1, steps + 1):
        state = after_actions(state, ask(state, step, best if step == 1 else None))
    return state


def hint_of(state: GameState, user: int | None = A) -> HintView | None:
    shown = door.view(state, user)
    assert isinstance(shown, GameView)
    return shown.hint


def code_of(state: GameState, action: door.Action, seconds: float = 0) -> str:
    """The code of a refusal, which leaves the game as it was."""
    with pytest.raises(Refusal) as refused:
        apply_step(state, action, accepts_only("LOFTY"), seconds)
    return refused.value.code


def test_each_step_tells_one_thing_more_and_no_more() -> None:
    assert hint_of(table()) is None
    where, length, first, whole = (hint_of(asked(table(), steps)) for steps in (1, 2, 3, 4))
    assert where == HintView("play", 1, last=False, line="8")
    assert length == HintView("play", 2, last=False, line="8", length=5)
    assert first == HintView("play", 3, last=False, line="8", length=5, first="L")
    assert whole is not None
    assert whole.last
    assert whole.word is not None
    assert (whole.word.word, whole.score) == ("LOFTY", 30)
    assert whole.tiles == place_play(table(), "8H LOFTY").tiles


def test_an_exchange_is_told_in_four_steps_and_a_pass_in_one() -> None:
    state = table()
    given = exchange_faces(state, "FTY")
    seen = [hint_of(asked(state, steps, given)) for steps in (1, 2, 3, 4)]
    assert seen[:3] == [
        HintView("exchange", 1, last=False),
        HintView("exchange", 2, last=False, length=3),
        HintView("exchange", 3, last=False, length=3, first="F"),
    ]
    assert seen[3] == HintView("exchange", 4, last=True, length=3, first="F", given=("F", "T", "Y"))
    passed = asked(state, 1, pass_turn(state))
    assert hint_of(passed) == HintView("pass", 1, last=True)
    assert code_of(passed, ask(passed, 2)) == "hint_is_whole"


def test_nobody_else_sees_more_than_before_and_the_group_is_told_nothing() -> None:
    before = table()
    after, events = apply_step(before, ask(before))
    assert events == (HintTold(0, 1),)
    assert all(event.is_silent for event in events)
    assert [redact(event, viewer) for event in events for viewer in (0, 1, None)] == [
        HintTold(0, 1),
        HintTold(0),
        HintTold(0),
    ]
    for viewer in (B, OUTSIDER, None):
        assert to_json(door.view(after, viewer)) == to_json(door.view(before, viewer))
    for steps in (1, 2, 3):
        assert "LOFTY" not in to_json(door.view(asked(before, steps), A))


@pytest.mark.parametrize(
    ("best", "code"),
    [
        (None, "no_hint_found"),
        (Pass(B), "no_hint_found"),
        (Exchange(A, ("Q",)), "not_on_rack"),
        (place_play(table(), "1A LOFTY"), "off_centre"),
        (place_play(table(), "8H FOLTY"), "not_words"),
    ],
)
def test_what_could_not_be_played_is_no_hint(best: TurnAction | None, code: str) -> None:
    assert code_of(table(), AskHint(A, 0, 1, best)) == code


def test_steps_are_asked_for_in_order_once_and_by_the_player_on_turn() -> None:
    state = table()
    told = asked(state)
    assert code_of(state, ask(state, 2)) == "hint_is_stale"
    assert code_of(told, ask(state)) == "hint_is_stale"
    assert code_of(told, AskHint(A, 1, 2)) == "hint_is_stale"
    assert code_of(state, AskHint(B, 0, 1, Pass(B))) == "not_your_turn"
    assert code_of(state, AskHint(OUTSIDER, 0, 1, Pass(OUTSIDER))) == "not_seated"
    paused = after_actions(state, Pause(OUTSIDER))
    assert code_of(paused, ask(state)) == "paused"
    over = after_actions(state, surrender(state, 1))
    assert code_of(over, ask(state)) == "game_over"


def test_there_are_none_where_the_table_has_not_chosen_them_nor_where_plays_are_challenged() -> None:
    assert code_of(table(hints="off"), ask(table())) == "no_hints"
    rules = replace(resolve_ruleset(crossword_rulesets()["wordbox-en"]), hints=5)
    assert rules.judging.has_challenges
    assert rules.hint_price is None
    assert resolve_ruleset(crossword_rulesets()["kelimelik"]).hint_price is None
    assert [
        resolve_ruleset(crossword_rulesets()["kelimelik"], {"hints": value}).hint_price for value in ("free", "10")
    ] == [0, 10]


def test_steps_are_taken_off_at_the_end_and_not_before() -> None:
    state = asked(table(), 3)
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert state.players[0].score == 30
    ended = after_actions(state, surrender(state, 1))
    final = next(final for final in outcome_of(ended).finals if final.seat == 0)
    assert (final.score, final.hints, final.hint_points) == (15, 3, -15)
    assert ended.players[0].score == 15


def test_what_was_paid_may_cost_the_first_place() -> None:
    first = game(racks=("E", "D"), laid=["8H ON"], bag="", scores=(20, 21), options={"challenge": "void", "hints": "5"})
    out = place_play(first, "8H ONE")
    plain = after_actions(first, out)
    paid = after_actions(first, AskHint(A, 0, 1, out), AskHint(A, 0, 2), out)
    assert (outcome_of(plain).winners, outcome_of(paid).winners) == ((0,), (1,))
    assert paid.players[0].score == plain.players[0].score - 10


def test_free_hints_are_named_and_cost_nothing_and_a_cancelled_game_costs_nothing() -> None:
    for state, action in (
        (asked(table(hints="free"), 2), surrender(table(), 1)),
        (asked(table(), 2), Cancel(OUTSIDER)),
    ):
        ended = after_actions(state, action)
        assert ended.outcome is not None
        final = next(final for final in ended.outcome.finals if final.seat == 0)
        assert (final.score, final.hints, final.hint_points) == (0, 2, 0)


def test_a_hint_lasts_as_long_as_its_position_and_comes_back_with_it() -> None:
    state = asked(table(take_back="20"), 2)
    laid = after_actions(state, place_play(state, "8H LOFTY"))
    assert laid.hint is None
    back = after_actions(laid, TakeBack(A))
    assert back.hint == state.hint
    assert back.players[0].hints == 2
    passed = after_actions(state, pass_turn(state))
    assert (passed.hint, after_actions(passed, Undo(OUTSIDER, passed.number)).hint) == (None, state.hint)


@pytest.mark.parametrize("undone_by", ["player", "ruling"])
def test_steps_told_in_a_position_that_is_gone_are_not_counted(undone_by: str) -> None:
    state = asked(table(take_back="20"), 2)
    laid = after_actions(state, place_play(state, "8H LOFTY"))
    told = after_actions(laid, AskHint(B, 1, 1, Pass(B)))
    assert [player.hints for player in told.players] == [2, 1]
    back = after_actions(told, TakeBack(A) if undone_by == "player" else Undo(OUTSIDER, told.number))
    assert [player.hints for player in back.players] == [2, 0]


def test_a_substitute_neither_sees_nor_pays_for_what_was_told_before() -> None:
    state = asked(table(take_back="20"), 3)
    taken = swapped(state, 0)
    assert (hint_of(taken, 77), taken.players[0].hints) == (None, 0)
    again = after_actions(taken, ask(taken))
    assert again.players[0].hints == 1
    kept = swapped(state, 1)
    assert (kept.hint, kept.players[0].hints) == (state.hint, 3)


def test_a_hint_of_another_person_at_the_seat_neither_shows_nor_goes_on() -> None:
    state = asked(table(), 3)
    stored = replace(swapped(state, 0), hint=state.hint)
    assert hint_of(stored, 77) is None
    assert code_of(stored, ask(stored, 4)) == "hint_is_stale"
    begun = after_actions(stored, ask(stored))
    assert begun.players[0].hints == 1
    assert begun.hint is not None
    assert (begun.hint.best.by, begun.hint.steps) == (77, 1)


def test_a_play_taken_back_tells_its_hint_to_no_substitute() -> None:
    state = asked(table(take_back="20"), 3)
    taken = swapped(after_actions(state, place_play(state, "8H LOFTY")), 0)
    back = after_actions(taken, TakeBack(77))
    assert (hint_of(back, 77), back.players[0].hints) == (None, 0)


@pytest.mark.parametrize("name", ["kelimelik", "mini-tr"])
def test_whole_games_with_hints_replay_and_read_back_from_gcg(name: str) -> None:
    rules = resolve_ruleset(crossword_rulesets()[name], {"hints": "5", "challenge": "void"})
    played = simulate_game(rules, 2, "hints", 0, load_lexicon(rules.lexicon))
    told = [entry.action for entry in played.log if isinstance(entry.action, AskHint)]
    assert told
    assert replay_log(rules, played.state.secret, played.log) == played.state
    outcome = played.state.outcome
    assert outcome is not None
    for final in outcome.finals:
        steps = sum(action.by == played.state.players[final.seat].user for action in told)
        cost = 0 if outcome.reason == "cancelled" else -5 * steps
        assert (final.hints, final.hint_points) == (steps, cost)
    text = write_gcg(rules, [player.name for player in played.state.players], played.events)
    assert text.count("#note harfiyen hint ") == sum(1 for final in outcome.finals if final.hint_points)
    found = replay_gcg(read_gcg(text.encode(), rules))
    assert (found.mismatches, found.problems) == ((), ())
    assert [found.position.scores[nick] for nick in read_gcg(text.encode(), rules).nicks] == [
        player.score for player in played.state.players
    ]
