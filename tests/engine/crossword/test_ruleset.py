"""Files of rules: what must agree in them, and those that ship."""

from importlib.resources import files

import pytest

from engine.crossword.premiums import premium_board
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.game_record import difference_from_shipped
from engine.rulesets import parse_ruleset, resolve_ruleset

TEXT = files("engine").joinpath("rulesets/scrabble-tr.toml").read_text(encoding="utf-8")
WRONG = (
    ("schema = 1", "schema = 2", "schema is 2"), ('id = "scrabble-tr"', 'id = "Scrabble TR"', "id 'Scrabble TR'"),
    ("rack = 7", "rak = 7", "rak"), ("bingo = 50", "bingo = 50\nbonus = 3", r"bonus.*\$\.scoring"),
    ("rack = 7\n", "", "rack"), ("rack = 7", "rack = 0", "rack is 0"), ("rack = 7", 'rack = "7"', r"\$\.rack"),
    ("rack = 7", "rack = ", "not valid TOML.*line 8"), ('en = "Turkish Scrabble"\n', "", "title lacks"),
    ("least = 2", "least = 5", "least 5 and most 4"), ("least = 2", "least = 1", "players: least is 1"),
    (".D...t...t...D.", ".D...t...t...D", "row 2 has 14 cells where row 1 has 15"),
    (".D...t...t...D.", ".D...z...t...D.", "row 2, column 6: unknown premium 'z'"),
    (".D...t...t...D.", ".D...Q...t...D.", "row 2, column 6: a 4W cell .* lies on the edge"),
    ('bingo_when = "seven"', 'bingo_when = "seven"\nfour_word_choices = ["any"]',
     "scoring.four_word is clockwise; it must be among four_word_choices"),
    ("T..d...*...d..T", "T..d.......d..T", "0 centres"), (".D...t...t...D.", ".D...t.*.t...D.", "3 centres"),
    ("tiles = 100", "tiles = 99", "bags.official: the counts sum to 100.* 99"),
    ("tiles = 91", "tiles = 92", "bags.s3-table: the counts sum to 91.* 92"),
    ("\nA = 1", "\nA = 1\nQ = 9", "values: 'Q' is no letter"),
    ("\nJ = 10", "", "values: the letter 'J' has no points"), ('"?" = 0', '"?" = 1', "the blank"),
    ('"?" = 0', "", "the blank"), ("counts = { A = 12", "counts = { W = 12", "'W' has no points"),
    ("counts = { A = 12, B = 2", "counts = { A = 14, B = 0", "'B' counts 0"),
    ('bag = "official"', 'bag = "s9"', "bag 's9' is not among"),
    ('out = "transfer"', 'out = "treble"', r"treble.*\$\.ending\.out"),
    ("turns = 6", "turns = 0", "ending.run.turns is 0"),
    ("least_in_bag = 7", "least_in_bag = 7\nleast_choices = [1]", r"exchange.least_choices is \[1\]"),
    ("least_in_bag = 7", "least_in_bag = 7\nleast_choices = [0, 7]", r"least_choices is \[0, 7\]"),
    ("most = 4", "most = 15", "cannot fill 15 racks of 7"), ('language = "tr"', 'language = "xx"', "language: .*xx"),
    ('mode = "void"', 'mode = "triple"', r"triple.*\$\.judging\.mode"),
    ('mode = "void"', 'mode = "void"\nwindow = 0', "judging.window is 0"),
    ('clock = "none"', 'clock = "slow"', "clock 'slow' is not among the clocks: none"),
    ("seconds = 120", "seconds = 0", "clocks.2min: seconds is 0"),
    ("penalty = 10", "penalty = -1", "clocks.25min: penalty is -1"), ('kind = "bank"', 'kind = "purse"', "purse"),
    ("bank = 259200", "increment = 5", r"increment.*\$\.clocks"),
    ("[clocks.2min]", "[clocks.none]", "clocks.none: the name is kept"),
    ("least_in_bag = 7", "least_in_bag = 7\nper_player = -1", "per_player is -1"),
    ("[judging]", '[colours]\nQ = "red"\n\n[judging]', "colours: 'Q' is no letter"),
    ("[judging]", '[colours]\nA = "red"\n\n[judging]', "colours: B C .* have none"),
)  # fmt: skip
"""What is replaced in the file of a ruleset, by what, and what the error says."""


def test_a_wrong_file_is_an_error_with_its_place() -> None:
    for old, new, place in WRONG:
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


def test_a_bonus_cell_needs_a_plain_cell() -> None:
    text = files("engine").joinpath("rulesets/kelimelik.toml").read_text(encoding="utf-8")
    head, rows, tail = text.split('"""')
    with pytest.raises(DataError, match="no plain cell"):
        parse_ruleset('"""'.join((head, rows.replace(".", "d"), tail)), "mine.toml")


IDS = ["kelimelik", "mini-tr", "scrabble-en", "scrabble-tr", "super-en", "super-tr"]
CENTRES = {11: "F6", 15: "H8", 21: "K11"}
TURKISH = "?2 A12 E8 İ7 K7 L7 R6 N5 T5 I4 M4 O3 S3 U3 B2 D2 Ü2 Y2 C2 Ç2 Ş2 Z2 G1 H1 P1 F1 Ö1 V1 Ğ1 J1"  # RULES §2.2
ENGLISH = "?2 E12 A9 I9 O8 N6 R6 T6 L4 S4 U4 D4 G3 B2 C2 M2 P2 F2 H2 V2 W2 Y2 K1 J1 X1 Q1 Z1"  # RULES §3.3
TURKISH_POINTS = {0: "?", 1: "AEİKLRNT", 2: "IMOSU", 3: "BDÜY", 4: "CÇŞZ", 5: "GHP", 7: "FÖV", 8: "Ğ", 10: "J"}
ENGLISH_POINTS = {0: "?", 1: "EAIONRTLSU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ"}
SUPER_ENGLISH = "?4 E24 A16 O15 T15 I13 N13 R13 S10 L7 U7 D8 G5 C6 M6 B4 P4 H5 F4 W4 Y4 V3 K2 J2 X2 Q2 Z2"  # RULES §3.6
HALF_TURKISH = "?2 A6 E4 İ4 K3 L3 R3 N2 T2 I2 M2 O2 S2 U1 B1 D1 Ü1 Y1 C1 Ç1 Ş1 Z1 G1 H1 P1 Ö1"  # RULES §3.7


def counts(text: str) -> dict[str, int]:
    return {item[0]: int(item[1:]) for item in text.split()}


def points(table: dict[int, str]) -> dict[str, int]:
    return {face: figure for figure, faces in table.items() for face in faces}


@pytest.mark.parametrize(
    ("ruleset", "tiles", "values"),
    [
        ("kelimelik", TURKISH, TURKISH_POINTS),
        ("scrabble-tr", TURKISH, TURKISH_POINTS),
        ("scrabble-en", ENGLISH, ENGLISH_POINTS),
        ("super-en", SUPER_ENGLISH, ENGLISH_POINTS),
        ("mini-tr", HALF_TURKISH, TURKISH_POINTS),
    ],
)
def test_tiles_and_points(ruleset: str, tiles: str, values: dict[int, str]) -> None:
    rules = crossword_rulesets()[ruleset]
    assert rules.counts == counts(tiles)
    assert rules.values == points(values)


@pytest.mark.parametrize("ruleset", IDS)
def test_boards_are_symmetric_and_the_centre_doubles(ruleset: str) -> None:
    rows = crossword_rulesets()[ruleset].board.rows
    assert rows == rows[::-1]
    assert rows == tuple(row[::-1] for row in rows)
    assert rows == tuple("".join(column) for column in zip(*rows, strict=True))
    board = premium_board(crossword_rulesets()[ruleset].board)
    assert board.grid.names[board.centre] == CENTRES[board.grid.columns]
    assert board.word_multipliers[board.centre] == 2


def test_the_middle_of_super_scrabble_is_the_standard_board() -> None:
    rules = crossword_rulesets()
    inner = tuple(row[3:-3] for row in rules["super-en"].board.rows[3:-3])
    assert inner == rules["scrabble-en"].board.rows
    assert rules["super-tr"].board == rules["super-en"].board


def test_the_doubled_turkish_bag_has_each_tile_twice() -> None:
    rules = crossword_rulesets()
    assert rules["super-tr"].counts == {face: 2 * count for face, count in rules["scrabble-tr"].counts.items()}


def test_the_options_of_a_table_have_their_values_and_the_one_in_use() -> None:
    options = crossword_rulesets()["wordbox-en"].options()
    assert options["challenge"].values == ("void", "single", "double", "five", "ten", "wordpoints")
    assert {name: option.default for name, option in options.items()} == {
        "bag": "standard",
        "challenge": "single",
        "challenge-per": "challenge",
        "challenge-to": "mover",
        "window": "60",
        "clock": "25min",
        "skip-after": "86400",
        "allowance": "on",
        "out": "transfer",
        "bingo": "seven",
        "four-word": "clockwise",
        "ex": "bag",
        "centre": "plain",
        "chat-words": "on",
        "places": "on",
        "preview": "off",
        "take-back": "off",
        "hints": "off",
        "start": "asked",
    }


def test_chosen_options_are_what_the_rules_say() -> None:
    rules = resolve_ruleset(
        crossword_rulesets()["wordbox-en"],
        {"challenge": "five", "challenge-per": "word", "challenge-to": "challenger", "window": "30", "ex": "off"}
        | {"four-word": "any", "bingo": "whole-rack", "clock": "none", "centre": "double", "out": "double"},
    )
    judging = rules.judging
    assert (judging.mode, judging.per, judging.to, judging.window) == ("five", "word", "challenger", 30)
    assert (rules.scoring.ex, rules.scoring.four_word, rules.scoring.bingo_when) == ("off", "any", "whole-rack")
    assert (rules.clock_rule, rules.clocks, rules.board.centre_doubles, rules.ending.out) == (None, {}, True, "double")


@pytest.mark.parametrize("value", ["on", "off"])
def test_a_retired_option_of_an_earlier_version_is_read_and_kept(value: str) -> None:
    rules = resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"preview": value})
    assert (rules.options()["preview"].retired, rules.options_in_use["preview"]) == (True, value)
    assert difference_from_shipped(rules) is None
