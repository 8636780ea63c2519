"""The games of RULES ship, and a resolved ruleset holds what a table has chosen."""

from pathlib import Path

import pytest

from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.altered_data_files import add_ruleset_file

OF_RULES = {
    "kelimelik",
    "klepka",
    "mini-tr",
    "scrabble-en",
    "scrabble-tr",
    "super-en",
    "super-tr",
    "tournament-en",
    "tournament-tr",
    "wordbox-en",
    "wordbox-tr",
    "wordbox-uk",
}
ALL = sorted(shipped_rulesets())


def test_the_games_of_the_rules_ship() -> None:
    assert set(shipped_rulesets()) >= OF_RULES


def test_a_file_that_is_not_named_after_its_game_is_refused(tmp_path: Path) -> None:
    with add_ruleset_file("beslik.toml", tmp_path):
        (tmp_path / "beslik.toml").rename(tmp_path / "five.toml")
        with pytest.raises(DataError, match=r"five\.toml: its id is 'beslik'"):
            shipped_rulesets()


def test_a_resolved_ruleset_holds_the_chosen_bag_only() -> None:
    assert list(resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}).bags) == ["s3-table"]
    assert list(resolve_ruleset(crossword_rulesets()["scrabble-tr"]).bags) == ["official"]


def test_a_resolved_ruleset_holds_the_chosen_clock_only() -> None:
    assert list(resolve_ruleset(crossword_rulesets()["kelimelik"], {"clock": "fast"}).clocks) == ["fast"]
    assert list(resolve_ruleset(crossword_rulesets()["kelimelik"]).clocks) == ["slow"]


@pytest.mark.parametrize("name", ALL)
def test_every_option_may_take_each_of_its_values_and_shows_it_then(name: str) -> None:
    for option, known in shipped_rulesets()[name].options().items():
        for value in known.values:
            assert resolve_ruleset(shipped_rulesets()[name], {option: value}).options()[option].default == value
