"""A game that the repository does not know takes one TOML file and no code: Beşlik on nine by nine (RULES §2.9)."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support import boards
from tests.support.altered_data_files import add_ruleset_file
from tests.support.games import after_actions, game, place_play, score_of_play, started_game

SHIPPED = set(shipped_rulesets())


@pytest.fixture(autouse=True, scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder of rulesets, with the new file in it."""
    with add_ruleset_file("beslik.toml", tmp_path_factory.mktemp("rulesets")):
        yield


def beslik() -> Ruleset:
    return resolve_ruleset(crossword_rulesets()["beslik"])


def test_it_stands_beside_the_games_that_ship() -> None:
    assert set(shipped_rulesets()) == {*SHIPPED, "beslik"}


def test_its_board_and_bag_are_as_written() -> None:
    rules = beslik()
    assert (rules.columns, len(rules.board.rows), rules.tiles) == (9, 9, 56)
    assert "?" not in rules.counts
    assert premium_board(rules.board).grid.names[premium_board(rules.board).centre] == "E5"


def test_its_premiums_count() -> None:
    state = game(beslik(), racks=["KALEMAE", "A"])
    assert score_of_play(state, "5A KALEM").total == (3 * 1 + 1 + 1 + 1 + 2) * 2


def test_a_game_of_it_begins_with_full_racks() -> None:
    state, _ = started_game(beslik())
    assert [len(player.rack) for player in state.players] == [7, 7]
    assert len(state.bag) == 56 - 14


def test_games_of_it_are_played_to_their_end() -> None:
    rules, words = beslik(), load_lexicon("tr")
    endings = Counter[str]()
    for number in range(1, 21):
        state = simulate_game(rules, 2, "new", number, words).state
        assert state.outcome is not None
        endings[state.outcome.reason] += 1
        assert boards.count_tiles(state.bag, [player.rack for player in state.players], state.cells) == rules.counts
    assert endings["passes"] > 0


def test_the_first_word_crosses_its_centre() -> None:
    state = game(beslik(), racks=["KALEMAE", "A"])
    state = after_actions(state, place_play(state, "E3 KALEM"))
    assert state.cells[2 * 9 + 4] == "K"
