"""Reading GCG as it occurs: encodings, line ends, pragmas, every kind of line, and lines that are none."""

import pytest

from engine.crossword.gcg import GcgError, read_gcg
from engine.crossword.gcg_records import (
    Adjusted,
    Departed,
    Exchanged,
    Line,
    Passed,
    Played,
    PlayerLine,
    Pragma,
    RackCounted,
    UnreadableLine,
    Withdrawn,
)
from engine.crossword.notation import Sign
from engine.crossword.premiums import Direction
from engine.crossword.shipped import crossword_rulesets
from tests.support.gcg_samples import SAMPLE, parse_gcg_text, replay_text

ENGLISH = crossword_rulesets()["scrabble-en"]
PLAYERS = "#player1 a Ann\n#player2 b Bob\n"


def entry(line: str, head: str = PLAYERS) -> Line:
    return parse_gcg_text(f"{head}{line}\n").records[-1]


@pytest.mark.parametrize(
    "data",
    [
        "#player1 ş Şule Öz\n".encode(),
        "#player1 ş Şule Öz\n".encode("utf-8-sig"),
        "#player1 ş Şule Öz\n".encode("utf-16"),
        "#character-encoding windows-1254\n#player1 ş Şule Öz\n".encode("windows-1254"),
        "#character-encoding no-such-thing\n#player1 ş Şule Öz\n".encode(),
        "#player1 s\u0327 S\u0327ule O\u0308z\n".encode(),
        "#player1 ş Şule Öz\r\n".encode(),
        "#player1 ş Şule Öz\r".encode(),
        "#player1 ş Şule Öz   ".encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "declared", "declared wrongly", "decomposed", "dos", "mac", "no end"],
)
def test_a_name_is_read_in_any_encoding_and_with_any_line_end(data: bytes) -> None:
    assert read_gcg(data, ENGLISH).names == {"ş": "Şule Öz"}


def test_a_text_is_not_read_in_what_nobody_writes() -> None:
    for codec in ("unicode_escape", "raw-unicode-escape", "UTF-7", "punycode", "idna", "undefined", "hex"):
        assert read_gcg(f"#character-encoding {codec}\n#player1 a \\ud800 +2AA-\n".encode(), ENGLISH).names == {
            "a": "\\ud800 +2AA-"
        }


def test_a_crowd_of_players_is_no_game() -> None:
    crowd = "".join(f"#player1 n{number} x\n" for number in range(8_000))
    with pytest.raises(GcgError, match="it names 8000 players") as caught:
        read_gcg(f"{crowd}{'>n5: ABC 8H ABC +5 5' * 8_000}".encode(), ENGLISH)
    assert caught.value.line == 10


def test_what_is_no_utf_8_is_latin_1() -> None:
    assert read_gcg("#player1 jose José Peña\n".encode("latin-1"), ENGLISH).names == {"jose": "José Peña"}


def test_players_are_in_the_order_of_their_numbers() -> None:
    found = parse_gcg_text("#player3 c Cem Can\n#player1 a Ann\n#player2 b\n#player4 d Deniz\n")
    assert found.nicks == ("a", "b", "c", "d")
    assert found.names == {"a": "Ann", "b": "b", "c": "Cem Can", "d": "Deniz"}


def test_players_that_no_line_declares_are_those_who_play() -> None:
    assert parse_gcg_text(">x: AB 8H AB +8 8\n>y: - +0 0\n>x: - +0 8\n").nicks == ("x", "y")


def test_a_note_keeps_its_further_lines() -> None:
    note = next(r for r in parse_gcg_text(SAMPLE).records if isinstance(r, Pragma) and r.name == "note")
    assert (note.line, note.value) == (8, "The first line of a note\nand its second one.")


@pytest.mark.parametrize("name", ["description", "title"])
def test_a_text_about_the_game_keeps_its_further_lines(name: str) -> None:
    found = parse_gcg_text(f"  #{name} An evening\nat the club\n{PLAYERS}").records[0]
    assert found == Pragma(1, f"#{name} An evening", name, "An evening\nat the club")


def test_an_encoding_is_declared_in_an_indented_line() -> None:
    data = "  #character-encoding windows-1254\n  #player1 ş Şule Öz\n".encode("windows-1254")
    assert read_gcg(data, ENGLISH).names == {"ş": "Şule Öz"}


def test_a_line_becomes_its_record() -> None:
    for line, expected in (
        (">a: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: - +0 34", Passed(3, "", "a", "", 0, 34)),
        (">a:- 0 34", Passed(3, "", "a", "", 0, 34)),
        (">A: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: ABC -AC +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 2, ("A", "C"))),
        (">a: ABC? -? +0 34", Exchanged(3, "", "a", "ABC?", 0, 34, 1, ("?",))),
        (">a: ABC -3 +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 3, None)),
        (">a: -3 +0 34", Exchanged(3, "", "a", "", 0, 34, 3, None)),
        (">a: ABC -- -12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC --  −12 -34", Withdrawn(3, "", "a", "ABC", -12, -34)),
        (">a: ABC — -12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC – –12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC −− —12 34", Withdrawn(3, "", "a", "ABC", -12, 34)),
        (">a: ABC – +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: ABC –AC +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 2, ("A", "C"))),
        (">a: ABC —3 +0 34", Exchanged(3, "", "a", "ABC", 0, 34, 3, None)),
        ("\t >a: ABC - +0 34", Passed(3, "", "a", "ABC", 0, 34)),
        (">a: [A]BC -[A]C +0 34", Exchanged(3, "", "a", "aBC", 0, 34, 2, ("?", "C"))),
        (">a: ABC (challenge) +5 34", Adjusted(3, "", "a", "ABC", 5, 34, "challenge")),
        (">a: (time) -10 34", Adjusted(3, "", "a", "", -10, 34, "time")),
        (">a: (Time) -10 34", Adjusted(3, "", "a", "", -10, 34, "time")),
        (">a: (lost turn) +0 34", Adjusted(3, "", "a", "", 0, 34, "lost turn")),
        (">a: (TIME) +12 34", RackCounted(3, "", "a", "", 12, 34, ("T", "I", "M", "E"))),
        (">a:  (OP?G) +14 34", RackCounted(3, "", "a", "", 14, 34, ("O", "P", "?", "G"))),
        (">a: XYZ (X Y Z) -7 34", RackCounted(3, "", "a", "XYZ", -7, 34, ("X", "Y", "Z"))),
        (">a: () +0 34", RackCounted(3, "", "a", "", 0, 34, ())),
    ):
        found = entry(line)
        assert isinstance(found, type(expected))
        assert {**asdict(found), "text": ""} == asdict(expected)


def asdict(record: Line) -> dict[str, object]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_a_play_says_where_its_word_lies() -> None:
    across, down = entry(">a: ABC 8h CAB +14 14"), entry(">a: ABC H08 CAB +14 14")
    assert isinstance(across, Played)
    assert isinstance(down, Played)
    assert (across.cell, across.direction) == ("H8", Direction.ACROSS)
    assert (down.cell, down.direction) == ("H8", Direction.DOWN)


def signs(word: str, ruleset: str = "scrabble-en") -> tuple[Sign, ...]:
    found = parse_gcg_text(f">a: 8H {word} +1 1\n", ruleset).records[0]
    assert isinstance(found, Played)
    return found.signs


def test_letters_on_the_board_are_dots_or_in_parentheses_or_written_out() -> None:
    assert signs("C.(AB)T") == (
        Sign("C"), Sign(None, on_board=True), Sign("A", on_board=True), Sign("B", on_board=True), Sign("T"),
    )  # fmt: skip
    assert signs("(Ca)b") == (Sign("C", on_board=True), Sign("A", on_board=True), Sign("B", blank=True))


def test_blanks_are_lower_case_by_the_language() -> None:
    assert signs("KıLi", "scrabble-tr") == (
        Sign("K"), Sign("I", blank=True), Sign("L"), Sign("İ", blank=True),
    )  # fmt: skip
    assert signs("i") == signs("[I]") == signs("[i]") == (Sign("I", blank=True),)
    assert signs("K[I]L[İ]", "scrabble-tr") == signs("KıLi", "scrabble-tr")
    assert signs("(K[I])L") == (Sign("K", on_board=True), Sign("I", on_board=True), Sign("L"))


def test_a_declared_nick_may_hold_colons_and_look_like_another() -> None:
    head = "#player1 b Bob\n#player2 b:o: Bo\n"
    found = [entry(f">{nick}: - +0 0", head) for nick in ("b", "b:o:")]
    assert [getattr(record, "nick", None) for record in found] == ["b", "b:o:"]


def test_a_malformed_line_is_told_with_its_number_and_reason() -> None:
    for line, reason in (
        (">a ABC 8H CAB +14 14", "a player and a colon"),
        (">: ABC 8H CAB +14 14", "a player and a colon"),
        (">c: ABC 8H CAB +14 14", "no #player line names 'c'; the players are a, b"),
        (">a: ABC 8H CAB", "the score and the total must end the line"),
        (">a: ABC 8H CAB +14", "the score and the total must end the line"),
        (">a: ABC 8H CAB +x4 14", "'+x4' has no place behind the word CAB"),
        (">a: ABC 8H CAB +14 1234567", "has no place behind the word CAB"),
        (">a: ABC 8HH CAB +14 14", "it has no play"),
        (">a: ABC CAB +14 14", "it has no play"),
        (">a: +14 14", "it has no play"),
        (">a: ABC 8H +14 14", "no word follows the position 8H"),
        (">a: ABC 8H CA B +14 14", "'B' has no place behind the word CA"),
        (">a: ABC 8H C1B +14 14", "'1' in 'C1B' is no letter of the language en"),
        (">a: ABC 8H CĞB +14 14", "'Ğ' in 'CĞB' is no letter"),
        (">a: ABC 8H C(AB +14 14", "parentheses in 'C(AB' do not match"),
        (">a: ABC 8H C)AB +14 14", "parentheses in 'C)AB' do not match"),
        (">a: ABC 8H * +14 14", "the word is empty"),
        (">a: ABC (ABC +14 14", "in one pair of parentheses"),
        (">a: ABC (A1) +14 14", "'1' in 'A1' is no tile"),
        (">a: ABC -A1 +0 14", "'1' in 'A1' is no tile"),
        (">a: ABC - A +0 14", "'A' has no place behind '-'"),
        ("CAB 8H", "neither # nor >"),
        ("#player1", "#player1 names nobody"),
        ("#harfiyen bonus Z99", "'Z99' is no cell of the board"),
        ("#harfiyen surrender c", "'c' is no player: a, b"),
    ):
        found = entry(line)
        assert isinstance(found, UnreadableLine)
        assert (found.line, found.text) == (3, line)
        assert reason in found.reason


def test_own_pragmas_choose_ruleset_bag_and_bonus_cell() -> None:
    found = parse_gcg_text(
        "#harfiyen bag s3-table\n#harfiyen ruleset scrabble-tr\n#harfiyen seed 00ff\n>a: ÇAĞ 8H ÇAĞ +26 26\n"
    )
    assert (found.ruleset.id, found.ruleset.bag, found.ruleset.tiles) == ("scrabble-tr", "s3-table", 91)
    assert isinstance(found.records[-1], Played)
    assert parse_gcg_text("#harfiyen ruleset kelimelik\n#harfiyen bonus i11\n").bonus == "I11"


def test_the_usual_pragmas_choose_the_ruleset() -> None:
    for pragmas, default, ruleset in (
        ("#board-layout SuperCrosswordGame", "scrabble-en", "super-en"),
        ("#board-layout SuperCrosswordGame", "scrabble-tr", "super-tr"),
        ("#tile-distribution english_super", "scrabble-en", "super-en"),
        ("#board-layout CrosswordGame\n#tile-distribution english", "wordbox-en", "scrabble-en"),
        ("#board-layout CrosswordGame\n#tile-distribution english", "tournament-en", "tournament-en"),
        ("#lexicon CSW24", "scrabble-tr", "scrabble-en"),
        ("#lexicon CSW24\n#game-type classic", "scrabble-en", "scrabble-en"),
        ("#lexicon NWL23\n#game-type classic_super", "scrabble-en", "super-en"),
        ("#lexicon tr", "scrabble-en", "scrabble-tr"),
        ("#lexicon Our Own", "scrabble-tr", "scrabble-tr"),
    ):
        found = parse_gcg_text(f"{PLAYERS}{pragmas}\n", default)
        assert found.ruleset.id == ruleset
        assert not any(isinstance(record, UnreadableLine) for record in found.records)


def test_a_game_that_is_not_played_here_is_said_to_be_read_as_another() -> None:
    for pragmas, ruleset, misfits in (
        ("#tile-distribution french", "scrabble-en", "#tile-distribution french"),
        ("#lexicon FRA24", "scrabble-en", "#lexicon FRA24"),
        ("#lexicon FRA24\n#tile-distribution french", "scrabble-en", "#lexicon FRA24, #tile-distribution french"),
        ("#game-type wordsmog", "scrabble-en", "#game-type wordsmog"),
        ("#game-type wordsmog\n#board-layout SuperCrosswordGame", "super-en", "#game-type wordsmog"),
        ("#board-layout Unheard\n#board-layout Of", "scrabble-en", "#board-layout Unheard"),
    ):
        found = parse_gcg_text(f"{PLAYERS}{pragmas}\n>a: - +0 0\n")
        (told,) = (record for record in found.records if isinstance(record, UnreadableLine))
        assert (told.line, found.ruleset.id) == (3, ruleset)
        assert told.reason == f"the game is read as {ruleset}, though the file says {misfits}"


def test_our_own_pragma_is_believed_rather_than_the_usual_ones() -> None:
    found = parse_gcg_text("#lexicon FRA24\n#board-layout SuperCrosswordGame\n#note harfiyen ruleset scrabble-tr\n")
    assert (found.ruleset.id, [type(record) for record in found.records]) == ("scrabble-tr", [Pragma] * 3)


def test_who_gives_up_is_told_by_an_own_pragma() -> None:
    assert entry("#harfiyen surrender b") == Departed(3, "#harfiyen surrender b", "b", "surrender")
    assert entry("#harfiyen forfeit b") == Departed(3, "#harfiyen forfeit b", "b", "forfeit")
    assert entry("#harfiyen retired b") == Departed(3, "#harfiyen retired b", "b", "retired")
    assert isinstance(parse_gcg_text(PLAYERS).records[0], PlayerLine)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("#harfiyen ruleset chess", f"there is no ruleset 'chess'; known are {', '.join(crossword_rulesets())}"),
        ("#harfiyen bag big", "scrabble-en has no bag 'big'; it has official"),
    ],
)
def test_a_game_by_unknown_rules_is_not_read(line: str, reason: str) -> None:
    with pytest.raises(GcgError, match=reason) as refused:
        parse_gcg_text(f"{PLAYERS}{line}\n")
    assert refused.value.line == 3


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "holds no game"), (b"\n\nhello\n", "holds no game"), (b"\x89PNG\0#\n", "not a text file")],
)
def test_what_is_no_gcg_is_refused_as_a_whole(data: bytes, reason: str) -> None:
    with pytest.raises(GcgError, match=reason):
        read_gcg(data, ENGLISH)


def test_an_unknown_option_is_reported_and_the_rest_is_read() -> None:
    text = "#harfiyen option colour red\n#harfiyen option challenge five\n>a: AB 8H AB +8 8\n"
    found = parse_gcg_text(text)
    assert found.ruleset.judging.mode == "five"
    (record,) = (record for record in found.records if isinstance(record, UnreadableLine))
    assert record.line == 1
    assert "no option 'colour' with the value 'red'" in record.reason


HEAD = "#player1 ali Ali Ak\n#player2 ali Ali Kaya\n"
NAMESAKES = SAMPLE.replace("ayla", "ali").replace("bo:k", "ali")
"""The sample with one nick for both: plays, a challenge, a withdrawal, a pass, exchanges, time and racks left."""


def movers(text: str) -> list[str]:
    return [record.nick for record in parse_gcg_text(text).records if isinstance(record, Played)]


def test_each_has_a_nick_and_a_name_of_their_own() -> None:
    found = parse_gcg_text(HEAD)
    assert found.nicks == ("ali", "ali2")
    assert found.names == {"ali": "Ali Ak", "ali2": "Ali Kaya"}


def test_who_is_declared_twice_under_one_number_is_one_player() -> None:
    assert parse_gcg_text("#player1 ali Ali Ak\n#player1 ali Ali Ak\n#player2 b\n").nicks == ("ali", "b")


def test_a_whole_game_of_namesakes_has_the_totals_of_any_other() -> None:
    found, usual = replay_text(NAMESAKES), replay_text(SAMPLE)
    assert (found.mismatches, found.problems) == ((), ())
    assert list(found.position.scores.values()) == list(usual.position.scores.values())
    assert found.position.cells == usual.position.cells


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([">ali: AB 8H AB +8 8", ">ali: CA 7H CA +8 8"], ["ali", "ali2"]),
        ([">ali: AB 8H AB +8 8", ">ali: - +0 0", ">ali: CA 7H CA +8 16"], ["ali", "ali"]),
        ([">ali: AB 8H AB +8 8", ">ali: a line that is lost", ">ali: CA 7H CA +8 16"], ["ali", "ali"]),
        ([">ali: AB 8H AB +8 8", ">ali: - +3 900", ">ali: CA 7H CA +9 1"], ["ali", "ali"]),
    ],
    ids=["in turns", "a pass between", "a lost line between", "wrong figures"],
)
def test_plays_go_from_one_to_the_other(lines: list[str], expected: list[str]) -> None:
    assert movers(HEAD + "\n".join(lines)) == expected


def test_a_play_without_its_figures_goes_by_the_order() -> None:
    records = parse_gcg_text(f"{HEAD}>ali: AB 8H AB +8 8\n>ali: CA 7H CA\n").records
    (found,) = (record for record in records if isinstance(record, UnreadableLine))
    assert found.entry is not None
    assert (found.nick, found.entry.nick) == ("ali2", "ali2")
