"""A wrong ruleset file of a crossword game is an error with its place."""

from importlib.resources import files

import pytest

from engine.errors import DataError
from engine.rulesets import parse_ruleset

TEXT = files("engine").joinpath("rulesets/scrabble-tr.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        pytest.param("schema = 1", "schema = 2", "schema is 2", id="another schema"),
        pytest.param('id = "scrabble-tr"', 'id = "Scrabble TR"', "id 'Scrabble TR'", id="an odd id"),
        pytest.param("rack = 7", "rak = 7", "rak", id="an unknown key"),
        pytest.param("bingo = 50", "bingo = 50\nbonus = 3", r"bonus.*\$\.scoring", id="an unknown inner key"),
        pytest.param("rack = 7\n", "", "rack", id="a missing key"),
        pytest.param("rack = 7", "rack = 0", "rack is 0", id="a rack of nothing"),
        pytest.param("rack = 7", 'rack = "7"', r"\$\.rack", id="a text for a number"),
        pytest.param("rack = 7", "rack = ", "not valid TOML.*line 8", id="broken TOML"),
        pytest.param('en = "Turkish Scrabble"\n', "", "title lacks", id="no English title"),
        pytest.param("least = 2", "least = 5", "least 5 and most 4", id="more players than fit"),
        pytest.param("least = 2", "least = 1", "least 1 and most 4", id="a game for one"),
        pytest.param(".D...t...t...D.", ".D...t...t...D", "row 2 has 14 cells where row 1 has 15", id="an uneven row"),
        pytest.param(
            ".D...t...t...D.", ".D...z...t...D.", "row 2, column 6: unknown premium 'z'", id="an unknown premium"
        ),
        pytest.param(
            ".D...t...t...D.", ".D...Q...t...D.", "row 2, column 6: a 4W cell .* lies on the edge", id="4W inside"
        ),
        pytest.param(
            'bingo_when = "seven"',
            'bingo_when = "seven"\nfour_word_choices = ["any"]',
            "scoring.four_word is clockwise; it must be among four_word_choices",
            id="a reading of 4W that no table has",
        ),
        pytest.param("T..d...*...d..T", "T..d.......d..T", "0 centres", id="no centre"),
        pytest.param(".D...t...t...D.", ".D...t.*.t...D.", "3 centres", id="several centres"),
        pytest.param("tiles = 100", "tiles = 99", "bags.official: the counts sum to 100.* 99", id="a wrong total"),
        pytest.param("tiles = 91", "tiles = 92", "bags.s3-table: the counts sum to 91.* 92", id="another wrong total"),
        pytest.param("\nA = 1", "\nA = 1\nQ = 9", "values: 'Q' is no letter", id="a letter outside the alphabet"),
        pytest.param("\nJ = 10", "", "values: the letter 'J' has no points", id="a letter without points"),
        pytest.param('"?" = 0', '"?" = 1', "the blank", id="a blank with points"),
        pytest.param('"?" = 0', "", "the blank", id="no blank"),
        pytest.param("counts = { A = 12", "counts = { W = 12", "'W' has no points", id="a tile without points"),
        pytest.param("counts = { A = 12, B = 2", "counts = { A = 14, B = 0", "'B' counts 0", id="no tiles of a face"),
        pytest.param('bag = "official"', 'bag = "s9"', "bag 's9' is not among", id="an unknown bag"),
        pytest.param('out = "transfer"', 'out = "treble"', r"treble.*\$\.ending\.out", id="an unknown ending"),
        pytest.param("turns = 6", "turns = 0", "ending.run.turns is 0", id="an ending of no turns"),
        pytest.param(
            "least_in_bag = 7",
            "least_in_bag = 7\nleast_choices = [1]",
            r"exchange.least_choices is \[1\]",
            id="own not chosen",
        ),
        pytest.param(
            "least_in_bag = 7", "least_in_bag = 7\nleast_choices = [0, 7]", r"least_choices is \[0, 7\]", id="no tiles"
        ),
        pytest.param("most = 4", "most = 15", "cannot fill 15 racks of 7", id="too few tiles for the table"),
        pytest.param('language = "tr"', 'language = "xx"', "language: .*xx", id="an unknown language"),
    ],
)
def test_a_wrong_file_is_an_error_with_its_place(old: str, new: str, place: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError, match=rf"^mine\.toml: .*{place}"):
        parse_ruleset(TEXT.replace(old, new), "mine.toml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        pytest.param('mode = "void"', 'mode = "triple"', r"triple.*\$\.judging\.mode", id="an unknown mode"),
        pytest.param('mode = "void"', 'mode = "void"\nwindow = 0', "judging.window is 0", id="no window"),
        pytest.param('clock = "none"', 'clock = "slow"', "clock 'slow' is not among the clocks: none", id="no clock"),
        pytest.param("seconds = 120", "seconds = 0", "clocks.2min: seconds is 0", id="a clock of nothing"),
        pytest.param("penalty = 10", "penalty = -1", "clocks.25min: penalty is -1", id="a rewarding penalty"),
        pytest.param('kind = "bank"', 'kind = "purse"', "purse", id="an unknown kind of clock"),
        pytest.param("bank = 259200", "increment = 5", r"increment.*\$\.clocks", id="a key of another clock"),
        pytest.param("[clocks.2min]", "[clocks.none]", "clocks.none: the name is kept", id="a clock called none"),
        pytest.param(
            "least_in_bag = 7", "least_in_bag = 7\nper_player = -1", "per_player is -1", id="exchanges below 0"
        ),
        pytest.param(
            "[judging]", '[colours]\nQ = "red"\n\n[judging]', "colours: 'Q' is no letter", id="a strange colour"
        ),
        pytest.param("[judging]", '[colours]\nA = "red"\n\n[judging]', "colours: B C .* have none", id="few colours"),
    ],
)
def test_a_wrong_challenge_or_clock_is_an_error_with_its_place(old: str, new: str, place: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError, match=rf"^mine\.toml: .*{place}"):
        parse_ruleset(TEXT.replace(old, new), "mine.toml")


def test_a_4w_cell_may_lie_anywhere_where_no_table_reads_it_clockwise() -> None:
    inside = TEXT.replace(".D...t...t...D.", ".D...Q...t...D.")
    any_ = 'bingo_when = "seven"\nfour_word = "any"\nfour_word_choices = ["any"]'
    rules = parse_ruleset(inside.replace('bingo_when = "seven"', any_), "mine.toml")
    assert rules.options().keys().isdisjoint({"four-word"})
    both = any_.replace('["any"]', '["any", "endpoint"]')
    rules = parse_ruleset(inside.replace('bingo_when = "seven"', both), "mine.toml")
    assert rules.options()["four-word"].values == ("any", "endpoint")


def test_an_empty_board_is_an_error() -> None:
    head, tail = TEXT.split('rows = """')
    with pytest.raises(DataError, match=r"board\.rows is empty"):
        parse_ruleset(head + "rows = []" + tail.split('"""', 1)[1], "mine.toml")


def test_a_bonus_cell_needs_a_plain_cell() -> None:
    text = files("engine").joinpath("rulesets/kelimelik.toml").read_text(encoding="utf-8")
    head, rows, tail = text.split('"""')
    with pytest.raises(DataError, match="no plain cell"):
        parse_ruleset('"""'.join((head, rows.replace(".", "d"), tail)), "mine.toml")


def test_a_board_wider_than_the_alphabet_is_an_error() -> None:
    head, tail = TEXT.split('rows = """')
    wide = '["' + "*" + "." * 26 + '"]'
    with pytest.raises(DataError, match="27 columns"):
        parse_ruleset(f"{head}rows = {wide}" + tail.split('"""', 1)[1], "mine.toml")
