"""What tiles on a rack are worth: the tables that ship, and how they are learned."""

from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from engine.crossword.players.equity import (
    Leaves,
    decode_leaves,
    leaves_file_name,
    read_leaves,
    shipped_leaves,
    small_leaves,
)
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.rulesets import resolve_ruleset
from tests.support.games import with_fields
from tools.learn_leaves import LeaveLearner, encode_leaves, make_header, single_and_pair_sums

ENGLISH = resolve_ruleset(crossword_rulesets()["scrabble-en"])
SMALL = {("A",): 1.0, ("B",): -2.0, ("A", "A"): 0.5, ("A", "B"): 3.0, ("A", "A", "B"): -1.5}


def test_small_leaves_are_worth_what_was_measured_and_longer_ones_what_fits() -> None:
    leaves = Leaves(SMALL, ((2.0, 1.0), (1.0, 0.0)))
    assert [leaves.value_of(tuple(kept)) for kept in ("", "A", "AB", "AAB", "C")] == [0.0, 1.0, 3.0, -1.5, 0.0]
    singles, pairs = single_and_pair_sums(SMALL, tuple("AAAB"))
    assert (singles, pairs) == (1.0, 3 * (0.5 - 2.0) + 3 * (3.0 + 1.0))
    assert leaves.value_of(tuple("AAAB")) == 2.0 * singles + pairs
    assert leaves.value_of(tuple("AAABB")) == leaves.value_of(tuple("AAABB")) == -1.0
    assert leaves.value_of(tuple("AAAAAAB")) == 4.0


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    told = make_header(ENGLISH, 10, 2, "learn", ((1.5, 0.5),))
    small = {kept: float(number % 40) / 4 for number, kept in enumerate(small_leaves(ENGLISH.counts))}
    content = encode_leaves(told, small)
    again, leaves = decode_leaves("a", content)
    assert again == told
    assert all(leaves.value_of(kept) == worth for kept, worth in small.items())
    tmp_path.joinpath(leaves_file_name(ENGLISH)).write_bytes(content)
    tmp_path.joinpath("other").write_bytes(b"")
    assert [name for name, _ in read_leaves(tmp_path)] == ["scrabble-en-official.leaves"]
    assert list(read_leaves(tmp_path / "missing")) == []
    for damaged in (b"", content[:-1], content + b"\0", b"{}" + content, content.replace(b'"schema":1', b'"schema":2')):
        with pytest.raises(DataError, match=r"leaves/a: .* restore it"):
            decode_leaves("a", damaged)


def test_in_every_table_that_ships_a_blank_is_worth_much_and_doubles_little() -> None:
    for name, (told, leaves) in read_leaves(files("engine").joinpath("crossword", "players", "leaves")):
        rules = resolve_ruleset(crossword_rulesets()[told.ruleset], {"bag": told.bag})
        assert leaves_file_name(rules) == name
        assert (told.counts, told.values, told.bingo) == (rules.counts, rules.values, rules.scoring.bingo), name
        letters = [tile for tile in told.counts if tile != "?"]
        assert leaves.value_of(("?",)) > max(5, sorted(leaves.value_of((tile,)) for tile in letters)[-3]), name
        commonest = max(letters, key=lambda tile: told.counts[tile])
        assert leaves.value_of((commonest,) * 3) < leaves.value_of((commonest,)), name


def test_a_game_with_other_tiles_has_none() -> None:
    assert shipped_leaves(with_fields(ENGLISH, id="other")) is shipped_leaves(ENGLISH)
    values = {tile: points + 1 for tile, points in ENGLISH.values.items()}
    assert shipped_leaves(with_fields(ENGLISH, id="other", values=values)) is None


def test_a_lesson_finds_what_tiles_add() -> None:
    chance, lesson = Random(3), LeaveLearner()
    bag = [tile for tile, count in ENGLISH.counts.items() for _ in range(count)]
    for _ in range(4_000):
        rack = tuple(sorted(chance.sample(bag, 7)))
        equity = 30 + 20 * rack.count("?") - 4 * sum(pair[0] == pair[1] for pair in combinations(rack, 2))
        lesson.add_rack(rack, equity + chance.gauss(0, 3) + 6 * rack.count("S"))
    small, slopes = lesson.learn_values()
    leaves = Leaves(small, slopes)
    assert 13 < leaves.value_of(("?",)) < 21
    assert 3 < leaves.value_of(("S",)) < 7
    assert leaves.value_of(("?", "?")) > 1.5 * leaves.value_of(("?",))
    assert leaves.value_of(("E", "E")) < leaves.value_of(("E",)) - 1
    assert leaves.value_of(tuple("?ARST")) > 13
    assert leaves.value_of(tuple("EEEII")) < 0
