"""Every kind of table that is played at can be opened as it is typed."""

from random import Random

import pytest

from bot.judges import dictionary
from bot.user_input import options
from engine.clock import Pause, Resume
from engine.crossword.actions import AskHint, TakeBack
from engine.crossword.ruleset import Ruleset as Crossword
from engine.crossword.state import GameState
from engine.game import apply
from engine.rulesets import Ruleset, shipped_rulesets
from engine.turns import Pass, Undo
from tests.support.games import NOW, after_actions, game, place_play
from tools.chaos import board_actions, players, table_decisions
from tools.chaos.expected_actions import ExpectedAction, UndoLastTurn
from tools.chaos.table_kinds import IDLE_KINDS, PLAYED_KINDS, TableKind

DICTIONARIES: tuple[dictionary.DictionaryKind, ...] = ("builtin", "common", "live")


def chosen(kind: TableKind) -> Ruleset:
    game, _, text = kind.game.partition(" ")
    read = options.parse_options(text, shipped_rulesets()[game], DICTIONARIES)
    options.check_options_matter(read, shipped_rulesets()[game], DICTIONARIES)
    return options.apply_options(shipped_rulesets()[game], read, DICTIONARIES)


@pytest.mark.parametrize("kind", [*PLAYED_KINDS, *IDLE_KINDS], ids=lambda kind: kind.game)
def test_its_options_are_known_and_so_many_may_play(kind: TableKind) -> None:
    ruleset = chosen(kind)
    assert all(ruleset.players.least <= count <= ruleset.players.most for count in kind.players)
    assert not (kind.is_untimed and ruleset.clock_rule)


@pytest.mark.parametrize("kind", [kind for kind in IDLE_KINDS if kind.waits_for_window], ids=lambda kind: kind.game)
def test_where_plays_are_left_to_their_window_or_their_seconds_these_are_the_fewest(kind: TableKind) -> None:
    ruleset = chosen(kind)
    assert isinstance(ruleset, Crossword)
    assert (ruleset.judging.window if ruleset.judging.has_challenges else ruleset.take_back) in {15, 10}


def test_some_tables_are_left_to_their_clocks() -> None:
    assert any(not kind.is_played and chosen(kind).clock_rule is not None for kind in IDLE_KINDS)


@pytest.mark.parametrize("kind", [*PLAYED_KINDS, *IDLE_KINDS], ids=lambda kind: kind.game)
def test_a_table_that_starts_when_it_is_full_is_filled(kind: TableKind) -> None:
    ruleset = chosen(kind)
    assert kind.starts_when_full == (ruleset.start == "full")
    assert not kind.starts_when_full or kind.players == (ruleset.players.most,)


GAME = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], options={"clock": "none"})


def test_people_decide_things_of_every_kind_and_only_those_whom_they_are_for() -> None:
    chosen = [done for seed in range(400) for done in table_decisions.choose_decisions(GAME, 109, Random(seed))]
    asks = [done.expected for done in chosen]
    decided = {ask.decision for ask in asks if isinstance(ask, table_decisions.TableDecision)}
    assert decided == {"pause", "resume", "extend", "skip", "vote", "propose", "object"}
    assert any(isinstance(ask, UndoLastTurn) for ask in asks)
    assert {done.user for done in chosen} <= {109, *(player.user for player in GAME.players)}
    assert not any(ask.must_be_logged for ask in asks), "Telegram may not say who administers"


def test_what_was_paused_goes_on() -> None:
    (done,) = table_decisions.choose_decisions(after_actions(GAME, Pause(109)), 109, Random(1))
    ask: ExpectedAction = done.expected
    assert ask.matches(Resume(109), GAME, NOW)
    assert not ask.matches(Pause(109), GAME, NOW)
    assert apply(after_actions(GAME, Pause(109)), Resume(109), NOW, bool).events


REGRETTED = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "60"})


def laid() -> GameState:
    """Once the first player has played, who may take that back."""
    return after_actions(REGRETTED, place_play(REGRETTED, "8F KALEM"))


def test_people_take_plays_back_by_both_ways_and_have_turns_undone() -> None:
    state = laid()
    mover = state.players[0].user
    done = [board_actions.to_player_action(state, TakeBack(mover), Random(seed)) for seed in range(60)]
    assert {one.text.partition(":")[0] for one in done if one is not None} == {"/geri", "back"}
    for one in filter(None, done):
        assert one.expected.matches(TakeBack(mover, state.pending.play if state.pending else 0), state, NOW)
        assert not one.expected.must_be_logged
    undone = board_actions.to_player_action(state, Undo(mover, state.number), Random(1))
    assert undone is not None
    assert players.member_status(-1, undone.user) == "administrator"
    assert undone.expected.matches(Undo(undone.user, state.number), state, NOW)
    assert not undone.expected.matches(Undo(undone.user, state.number - 1), state, NOW)


def test_a_step_of_a_hint_is_what_its_asker_was_told_whatever_it_is_about() -> None:
    state = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "2"})
    mover = state.players[0].user
    found = [board_actions.choose_board_action(state, NOW, Random(seed)) for seed in range(60)]
    asked = next(done for done, action in filter(None, found) if isinstance(action, AskHint))
    assert asked.text.endswith(":0:1")
    assert asked.expected.matches(AskHint(mover, 0, 1, Pass(mover)), state, NOW)
    assert not asked.expected.matches(AskHint(mover, 0, 2), state, NOW)
    assert not asked.expected.matches(AskHint(mover, 2, 1, Pass(mover)), state, NOW)
    assert not asked.expected.matches(Pass(mover), state, NOW)


def test_taps_that_take_no_play_back_are_those_of_others_and_on_others() -> None:
    state = laid()
    mover, play = state.players[0].user, state.number
    meddled = {board_actions.choose_unfit_take_back(state, Random(seed)) for seed in range(60)}
    assert len(meddled) == 3
    for one in meddled:
        assert one is not None
        assert one[0] != mover or not one[1].endswith(f":{play}")
    assert board_actions.choose_unfit_take_back(GAME, Random(1)) is None
