"""Every kind of table that is played at can be opened as it is typed."""

import pytest

from bot.chaos.tables import KINDS, SLEEPERS, Kind
from bot.judges import dictionaries
from bot.typed import options
from engine.crossword.ruleset import Ruleset as Crossword
from engine.rulesets import Ruleset, rulesets

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
