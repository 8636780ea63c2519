"""The oracle itself, on small boards whose answers are plain to see."""

from functools import cache
from random import Random

import pytest

from engine.lexicon import load_lexicon
from tests.oracles.compiled_search import CompiledSearch
from tests.oracles.duplicate import (
    SOURCES,
    Game,
    OwnSearch,
    Position,
    Rules,
    Tiles,
    WrongRecordError,
    check_game,
    play_game,
)


class ListedWords(frozenset[str]):
    def has_prefix(self, prefix: str) -> bool:
        return any(word.startswith(prefix) for word in self)


MINI = Rules("duplicate-mini")
TURKISH = load_lexicon("tr")
SEARCH = OwnSearch(TURKISH)


@cache
def mini_record() -> str:
    return play_game(Game(MINI, SEARCH, TURKISH), Random(3))


def test_a_record_that_keeps_the_rules_is_counted() -> None:
    lines = mini_record().splitlines()
    totals = check_game(f"# a comment\n{mini_record()}", MINI, TURKISH, SEARCH)
    rounds = [line.split("\t") for line in lines if line[0].isdecimal()]
    assert totals.draws == len(lines) - 1
    assert (totals.games, totals.rounds) == (1, len(rounds))
    assert totals.points == sum(int(fields[5]) for fields in rounds)


@pytest.mark.parametrize(
    ("number", "old", "new", "problem"),
    [
        (1, "1\t", "2\t", "expected '1"), (1, "across", "down", "across"), (2, "\t", "", "tiles"),
        (1, "\tplace", "\tword", "place"), (1, "place", "place\n\n", "0 tiles"),
        (-1, "end\t", "end\tx", "expected 'end"),
    ],
)  # fmt: skip
def test_a_line_that_was_changed_is_found(number: int, old: str, new: str, problem: str) -> None:
    lines = mini_record().splitlines()
    lines[number - (number > 0)] = lines[number - (number > 0)].replace(old, new, 1)
    with pytest.raises(WrongRecordError, match=problem):
        check_game("\n".join([*lines, ""]), MINI, TURKISH, SEARCH)


def test_racks_that_cannot_be_are_found() -> None:
    for lines, problem in (
        ("refused\tABCDEFG", "not left"),
        ("refused\tABCDEE?", "expected 'noplay"),
        ("noplay\tBCÇDGHK", "expected 'refused"),
        ("noplay\tABCDEE", "6 tiles"),
        ("noplay\tBACDEE?", "not in order"),
        ("noplay\tABCDEE?\nend\tnoplay", "expected 'end.tNone'"),
        ("noplay\tABCDEE?\n" * 5 + "noplay\tABCDEE?", "expected 'end.tnoplay'"),
        ("noplay\tABCDEE?\n" * 5 + "end\tnoplay\nend\tnoplay", "the game was over"),
        ("noplay\tABCDEE?", "no end"),
    ):
        with pytest.raises(WrongRecordError, match=problem):
            check_game(f"{lines}\n", MINI, ListedWords())


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", SOURCES)
def test_the_compiled_search_finds_the_same_plays(name: str) -> None:
    rules = Rules(name)
    words = load_lexicon(rules.list_name)
    own, compiled = OwnSearch(words), CompiledSearch(rules, words)

    def search(position: Position) -> set[Tiles]:
        found = own(position)
        assert found == set(compiled(position))
        return found

    text = play_game(Game(rules, search, words, rounds=3), Random(name))
    compiled.most = 1
    assert check_game(text, rules, words, compiled, rounds=3).rounds == 3
