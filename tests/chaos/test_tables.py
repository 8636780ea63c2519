"""Every kind of table that is played at can be opened as it is typed."""

from random import Random

import pytest

from bot.chaos import deeds
from bot.chaos.asks import Ask
from bot.chaos.tables import KINDS, SLEEPERS, Kind
from bot.judges import dictionaries
from bot.typed import options
from engine.clock import Pause, Resume
from engine.crossword.ruleset import Ruleset as Crossword
from engine.game import apply
from engine.rulesets import Ruleset, rulesets
from tests.support.games import NOW, after, game

DICTIONARIES: tuple[dictionaries.Kind, ...] = ("builtin", "common", "live")


def chosen(kind: Kind) -> Ruleset:
    game, _, text = kind.game.partition(" ")
    return options.apply(rulesets()[game], options.read(text, rulesets()[game], DICTIONARIES), DICTIONARIES)


@pytest.mark.parametrize("kind", [*KINDS, *SLEEPERS], ids=lambda kind: kind.game)
def test_its_options_are_known_and_so_many_may_play(kind: Kind) -> None:
    ruleset = chosen(kind)
    assert all(ruleset.players.least <= count <= ruleset.players.most for count in kind.players)
    assert not (kind.steady and ruleset.timing)


@pytest.mark.parametrize("kind", [kind for kind in SLEEPERS if kind.patient], ids=lambda kind: kind.game)
def test_where_plays_are_left_to_their_window_that_is_the_shortest(kind: Kind) -> None:
    ruleset = chosen(kind)
    assert isinstance(ruleset, Crossword)
    assert ruleset.judging.window == 15


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
    asks = [done.ask for done in chosen if isinstance(done.ask, deeds.Decides)]
    assert {ask.deed for ask in asks} == {"pause", "resume", "extend", "skip", "vote", "propose", "object"}
    assert {done.user for done in chosen} <= {109, *(player.user for player in GAME.players)}
    assert not any(ask.strict for ask in asks), "Telegram may not say who administers"


def test_what_was_paused_goes_on() -> None:
    (done,) = deeds.choose(after(GAME, Pause(109)), 109, Random(1))
    ask: Ask = done.ask
    assert ask.means(Resume(109), GAME, NOW)
    assert not ask.means(Pause(109), GAME, NOW)
    assert apply(after(GAME, Pause(109)), Resume(109), NOW, bool).events
