"""The oracle itself, on small boards whose answers are plain to see."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from engine.lexicon import load_lexicon
from tests.oracles.compiled_search import CompiledSearch
from tests.oracles.duplicate import (
    MOST_DRY,
    MOST_FAILURES,
    SOURCES,
    Cell,
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


def game_with(language: str, *words: str, left: str = "", **signs: str) -> Game:
    """A game of made-up words in which signs lie on cells, and these tiles are not on the board."""
    listed = ListedWords(words)
    game = Game(Rules(f"duplicate-{language}"), OwnSearch(listed), listed)
    game.board.update({cell(name): sign for name, sign in signs.items()})
    if left:
        game.left.clear()
        game.left.update(left)
    return game


def cell(name: str) -> Cell:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def laid(game: Game, rack: str) -> str:
    return " ".join(game.play_rack(rack).split("\t")[2:])


MINI = Rules("duplicate-mini")
TURKISH = load_lexicon("tr")
SEARCH = OwnSearch(TURKISH)


@cache
def mini_record() -> str:
    return play_game(Game(MINI, SEARCH, TURKISH), Random(3))


# Words hang on a letter of the lowest row, so that each has one place, on cells without premiums.
@pytest.mark.parametrize(
    ("rack", "words", "expected"),
    [
        ("A?", "QZA QZAB", "A15 across QZA 21 blanks"),
        ("ANN", "QA QN", "A15 across QN 11 kept"),
        ("ANY", "QA QN", "A15 across QA 11 word"),  # Y is a vowel and a consonant
        ("AN?", "QZA QZN", "A15 across QZA 21 word"),  # as a blank is
        ("ABY", "QAB QY", "A15 across QY 14 tiles"),
        ("EI", "QI QE", "A15 across QE 11 word"),
        ("E?", "QEE", "A15 across QEe 11 blank"),
        ("E?", "QEE QEI", "A15 across QEe 11 word"),
        ("EE", "QEE", "A15 across QEE 12 "),
    ],
)
def test_equal_tops_are_ranked_by_the_first_rule_that_decides(rack: str, words: str, expected: str) -> None:
    assert laid(game_with("en", *words.split(), A15="Q", **({"B15": "Z"} if "Z" in words else {})), rack) == expected


@pytest.mark.parametrize(
    ("language", "hook", "rack", "words", "expected"),
    [
        ("tr", "J", "ÇZ", "JZ JÇ", "A15 across JÇ 14 word"),
        ("tr", "J", "I?", "JİI", "A15 across JiI 12 "),
        ("tr", "J", "İ?", "JİI", "A15 across Jİı 11 "),
        ("uk", "Ф", "Ь'", "Ф' ФЬ", "A15 across ФЬ 10 word"),
        ("uk", "Ф", "ІЬ", "ФІ", "A15 across ФІ 6 "),
        ("uk", "Ф", "АЖ'", "ФЖ Ф'", "A15 across Ф' 10 kept"),  # and an apostrophe is neither
        ("uk", "Ф", "І?", "ФІ'", "A15 across ФІʹ 6 "),
    ],
)
def test_letters_have_the_order_and_small_forms_of_their_language(
    language: str, hook: str, rack: str, words: str, expected: str
) -> None:
    assert laid(game_with(language, *words.split(), A15=hook), rack) == expected


@pytest.mark.parametrize(
    ("signs", "words", "expected"),
    [
        ({"A15": "Q", "O1": "Q"}, "QE", "A15 across QE 11 place"),
        ({"A15": "Q", "H8": "Q", "H9": "Z"}, "QE", "H8 across QE 11 place"),
        ({"A15": "Q", "H15": "Q"}, "QE", "A15 across QE 11 place"),
        ({"A15": "Q", "H15": "Q", "J15": "t"}, "QET QE", "A15 across QE 11 word"),
        ({"A15": "Z", "B14": "Q"}, "ZE QE", "B14 down QE 22 "),  # one tile, two words: one play
        ({"A15": "Q", "B14": "Q"}, "QE", "A15 across QE 22 "),
        ({"A15": "q", "B15": "Q"}, "QQE", "A15 across qQE 11 "),
    ],
)
def test_places_and_words_that_lie_decide_between_the_same_tiles(
    signs: dict[str, str], words: str, expected: str
) -> None:
    assert laid(game_with("en", *words.split(), **signs), "E") == expected


def test_the_first_play_covers_the_centre_which_doubles_with_two_tiles_or_more() -> None:
    assert laid(game_with("en", "A", "AEIOUST"), "AEIOUST") == "B8 across AEIOUST 66 place"
    assert laid(game_with("en", "A"), "AEIOUST") == ""


def test_seven_tiles_bring_the_bingo_of_the_game_and_fewer_none() -> None:
    assert laid(game_with("kelimelik", "JAAAAAAA", A15="J"), "AAAAAAA").split()[3] == str((10 + 8) * 3 + 30)
    assert laid(game_with("en", "QAAAAAA", A15="Q"), "AAAAAA").split()[3] == "17"


@pytest.mark.parametrize(
    ("rack", "language", "left", "state"),
    [
        ("AEIOUBC", "en", "", {}),
        ("AEIOUY?", "en", "", {}),
        ("ABBBBBB", "en", "ABBBBBBB", {}),  # two and two cannot be given
        ("AB?", "en", "AB?", {}),  # and here can
        ("ABBBBBB", "en", "", {"rounds": 15}),
        ("ABBBBBB", "en", "", {"failures": MOST_FAILURES}),
        ("ABBBBBB", "mini", "", {}),
    ],
)
def test_racks_with_vowels_and_consonants_enough_are_played(
    rack: str, language: str, left: str, state: dict[str, int]
) -> None:
    game = game_with(language, left=left)
    game.totals.rounds = state.get("rounds", 0)
    game.failures = state.get("failures", 0)
    assert game.take_rack(rack) == f"noplay\t{rack}"


@pytest.mark.parametrize(
    ("rack", "language", "state"),
    [
        ("AEIOUAB", "en", {}),
        ("BBBBB?B", "en", {"rounds": 14}),
        ("ABBBBBB", "en", {"failures": MOST_FAILURES - 1}),
        ("BBBBBBB", "en", {"rounds": 15, "failures": MOST_FAILURES}),
        ("ААААБЬ'", "uk", {}),
        ("BBBBBBB", "mini", {}),
    ],
)
def test_racks_with_too_few_are_refused(rack: str, language: str, state: dict[str, int]) -> None:
    game = game_with(language)
    game.totals.rounds = state.get("rounds", 0)
    game.failures = state.get("failures", 0)
    assert game.take_rack(rack) == f"refused\t{rack}"


@pytest.mark.parametrize(
    ("language", "left", "ending"),
    [
        ("en", "?", "tiles"),
        ("en", "BBBBBBBBB", "vowels"),
        ("en", "AA", "consonants"),
        ("en", "AY", None),
        ("en", "??", None),
        ("uk", "Ь'", "vowels"),
        ("uk", "АЬ'", "consonants"),
    ],
)
def test_a_game_ends_when_tiles_vowels_or_consonants_are_used_up(language: str, left: str, ending: str | None) -> None:
    assert game_with(language, left=left).ending == ending


def test_the_agreed_number_of_rounds_is_the_first_reason() -> None:
    game = game_with("en", left="A")
    game.rounds = 0
    assert game.ending == "rounds"


def test_a_game_ends_with_the_fifth_rack_without_a_play_or_the_first_when_the_bag_is_empty() -> None:
    none = ListedWords()
    text = play_game(Game(MINI, OwnSearch(none), none), Random(1))
    kinds = Counter(line.split("\t")[0] for line in text.splitlines())
    assert (kinds["noplay"], text.splitlines()[-1]) == (MOST_DRY, "end\tnoplay")
    last = game_with("en", left="AB")
    assert (last.take_rack("AB"), last.ending) == ("noplay\tAB", "noplay")


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
        (1, "1\t", "2\t", "expected '1"),
        (1, "across", "down", "across"),
        (2, "\t", "", "tiles"),
        (1, "\tplace", "", "place"),
        (1, "\tplace", "\tword", "place"),
        (1, "place", "place\n\n", "0 tiles"),
        (1, "place", "place\r", "place"),
        (-1, "end\t", "end\tx", "expected 'end"),
        (-1, "end\t", "", "expected 'end"),
    ],
)
def test_a_line_that_was_changed_is_found(number: int, old: str, new: str, problem: str) -> None:
    lines = mini_record().splitlines()
    lines[number - (number > 0)] = lines[number - (number > 0)].replace(old, new, 1)
    with pytest.raises(WrongRecordError, match=problem):
        check_game("\n".join([*lines, ""]), MINI, TURKISH, SEARCH)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("refused\tABCDEFG", "not left"),
        ("refused\tABCDEE?", "expected 'noplay"),
        ("noplay\tBCÇDGHK", "expected 'refused"),
        ("noplay\tABCDEE", "6 tiles"),
        ("noplay\tBACDEE?", "not in order"),
        ("noplay\tABCDEE?\nend\tnoplay", "expected 'end.tNone'"),
        ("noplay\tABCDEE?\n" * 5 + "noplay\tABCDEE?", "expected 'end.tnoplay'"),
        ("noplay\tABCDEE?\n" * 5 + "end\tnoplay\nend\tnoplay", "the game was over"),
        ("noplay\tABCDEE?", "no end"),
    ],
)
def test_racks_that_cannot_be_are_found(lines: str, problem: str) -> None:
    with pytest.raises(WrongRecordError, match=problem):
        check_game(f"{lines}\n", MINI, ListedWords())


def test_what_is_kept_stays_on_the_rack_until_a_rack_goes_back() -> None:
    game = game_with("en", "QE", A15="Q")
    game.play_rack("AEIOSTV")
    assert game.rack_problem("AAEIOST") == "without what was kept, AIOSTV"
    assert game.rack_problem("AAIOSTV") is None
    game.play_rack("AIOSTVZ")
    assert game.rack_problem("BBCCAEI") == "not in order"
    assert game.rack_problem("ABBCCEI") is None


@pytest.mark.parametrize(
    ("tiles", "problem"),
    [
        ({"B15": "E"}, "QE"),
        ({"B15": "X"}, "not on the rack"),
        ({"A14": "E", "A15": "E"}, "not free"),
        ({"C3": "A", "C4": "E"}, "not joined"),
    ],
)
def test_a_search_that_yields_what_is_no_play_is_found_out(tiles: dict[str, str], problem: str) -> None:
    listed = ListedWords(["AE", "QX"])
    game = Game(Rules("duplicate-en"), lambda _: [tuple((cell(name), sign) for name, sign in tiles.items())], listed)
    game.board[cell("A15")] = "Q"
    with pytest.raises(WrongRecordError, match=problem):
        game.take_rack("AEEBBCD")


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
