"""Every kind of table that is played at can be opened as it is typed."""

from random import Random

import pytest

from bot.chaos import boards, deeds, people
from bot.chaos.asks import Ask, Undoes
from bot.chaos.kinds import KINDS, SLEEPERS, Kind
from bot.judges import dictionaries
from bot.typed import options
from engine.clock import Pause, Resume
from engine.crossword.actions import TakeBack
from engine.crossword.ruleset import Ruleset as Crossword
from engine.crossword.state import GameState
from engine.game import apply
from engine.rulesets import Ruleset, rulesets
from engine.turns import Undo
from tests.support.games import NOW, after, game, play

DICTIONARIES: tuple[dictionaries.Kind, ...] = ("builtin", "common", "live")


def chosen(kind: Kind) -> Ruleset:
    game, _, text = kind.game.partition(" ")
    read = options.read(text, rulesets()[game], DICTIONARIES)
    options.check(read, rulesets()[game], DICTIONARIES)
    return options.apply(rulesets()[game], read, DICTIONARIES)


@pytest.mark.parametrize("kind", [*KINDS, *SLEEPERS], ids=lambda kind: kind.game)
def test_its_options_are_known_and_so_many_may_play(kind: Kind) -> None:
    ruleset = chosen(kind)
    assert all(ruleset.players.least <= count <= ruleset.players.most for count in kind.players)
    assert not (kind.steady and ruleset.timing)


@pytest.mark.parametrize("kind", [kind for kind in SLEEPERS if kind.patient], ids=lambda kind: kind.game)
def test_where_plays_are_left_to_their_window_or_their_seconds_these_are_the_fewest(kind: Kind) -> None:
    ruleset = chosen(kind)
    assert isinstance(ruleset, Crossword)
    assert (ruleset.judging.window if ruleset.judging.challenges else ruleset.take_back) in {15, 10}


def test_some_tables_are_left_to_their_clocks() -> None:
    assert any(not kind.plays and chosen(kind).timing is not None for kind in SLEEPERS)


@pytest.mark.parametrize("kind", [*KINDS, *SLEEPERS], ids=lambda kind: kind.game)
def test_a_table_that_starts_when_it_is_full_is_filled(kind: Kind) -> None:
    ruleset = chosen(kind)
    assert kind.fills == (ruleset.start == "full")
    assert not kind.fills or kind.players == (ruleset.players.most,)


GAME = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], options={"clock": "none"})


def test_people_decide_things_of_every_kind_and_only_those_whom_they_are_for() -> None:
    chosen = [done for seed in range(400) for done in deeds.choose(GAME, 109, Random(seed))]
    asks = [done.ask for done in chosen]
    decided = {ask.deed for ask in asks if isinstance(ask, deeds.Decides)}
    assert decided == {"pause", "resume", "extend", "skip", "vote", "propose", "object"}
    assert any(isinstance(ask, Undoes) for ask in asks)
    assert {done.user for done in chosen} <= {109, *(player.user for player in GAME.players)}
    assert not any(ask.strict for ask in asks), "Telegram may not say who administers"


def test_what_was_paused_goes_on() -> None:
    (done,) = deeds.choose(after(GAME, Pause(109)), 109, Random(1))
    ask: Ask = done.ask
    assert ask.means(Resume(109), GAME, NOW)
    assert not ask.means(Pause(109), GAME, NOW)
    assert apply(after(GAME, Pause(109)), Resume(109), NOW, bool).events


REGRETTED = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "60"})


def laid() -> GameState:
    """Once the first player has played, who may take that back."""
    return after(REGRETTED, play(REGRETTED, "8F KALEM"))


def test_people_take_plays_back_by_both_ways_and_have_turns_undone() -> None:
    state = laid()
    mover = state.players[0].user
    done = [boards.said(state, TakeBack(mover), Random(seed)) for seed in range(60)]
    assert {one.text.partition(":")[0] for one in done if one is not None} == {"/geri", "back"}
    for one in filter(None, done):
        assert one.ask.means(TakeBack(mover, state.pending.play if state.pending else 0), state, NOW)
        assert not one.ask.strict
    undone = boards.said(state, Undo(mover, state.number), Random(1))
    assert undone is not None
    assert people.standing(-1, undone.user) == "administrator"
    assert undone.ask.means(Undo(undone.user, state.number), state, NOW)
    assert not undone.ask.means(Undo(undone.user, state.number - 1), state, NOW)


def test_taps_that_take_no_play_back_are_those_of_others_and_on_others() -> None:
    state = laid()
    mover, play = state.players[0].user, state.number
    meddled = {boards.meddled(state, Random(seed)) for seed in range(60)}
    assert len(meddled) == 3
    for one in meddled:
        assert one is not None
        assert one[0] != mover or not one[1].endswith(f":{play}")
    assert boards.meddled(GAME, Random(1)) is None
