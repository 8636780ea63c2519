"""Writing games as GCG, and the law that what is written reads back as the game that was played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.crossword.actions import Placement
from engine.crossword.events import (
    Event,
    GameEnded,
    GameStarted,
    PlayerSurrendered,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
    redact,
)
from engine.crossword.gcg import read, write
from engine.crossword.gcg.records import Exchanged, Passed, Played, Surrendered
from engine.crossword.gcg.writer import nicknames
from engine.crossword.replay import replay
from engine.crossword.simulate import Simulated, simulate
from engine.crossword.view import EndReason, FinalScore, Outcome, WordScore
from engine.lexicon import lexicon
from engine.rulesets import Ruleset, resolve, rulesets

KELIMELIK = resolve(rulesets()["kelimelik"])
TURKISH = resolve(rulesets()["scrabble-tr"])


def placed(seat: int, rack: str, new: dict[str, str], main: tuple[str, str], score: int) -> TilesPlaced:
    """A play: the new tiles by cell, and the main word with the cells it runs through."""
    word, run = main
    tiles = tuple(Placement(cell, tile) for cell, tile in new.items())
    return TilesPlaced(seat, tiles, (WordScore(word, score, tuple(run.split())),), 0, 0, score, tuple(rack))


def ended(reason: EndReason, *finals: tuple[int, str, int, int]) -> GameEnded:
    """An ending: of each seat its number, rack, score and adjustment."""
    scores = tuple(FinalScore(seat, 1, score, change, tuple(rack)) for seat, rack, score, change in finals)
    return GameEnded(Outcome(reason, (0,), scores), "")


def body(text: str) -> list[str]:
    """The lines after the head."""
    return [line for line in text.splitlines() if line.startswith((">", "#harfiyen surrender"))]


def test_a_game_becomes_lines_that_annotators_know() -> None:
    events: list[Event] = [
        GameStarted((1, 2), (), "I11"),
        TilesDrawn(0, 7, tuple("KILLIÇ?")),
        placed(0, "KILLİÇ?", {"H8": "K", "I8": "?I", "J8": "L"}, ("KIL", "H8 I8 J8"), 4),
        placed(1, "DAAEEMM", {"J6": "D", "J7": "A"}, ("DAL", "J6 J7 J8"), 5),
        TilesExchanged(0, 2, ("Ç", "L"), tuple("LLİÇAEK")),
        TurnPassed(1, tuple("AEEMM")),
    ]
    assert write(KELIMELIK, ["Ayşe Ak", "Bora"], events, seed="00ff", title="A\ngame") == (
        "#character-encoding UTF-8\n"
        "#title A game\n"
        "#player1 Ayşe_Ak Ayşe Ak\n"
        "#player2 Bora Bora\n"
        "#lexicon tr\n"
        "#harfiyen ruleset kelimelik\n"
        "#harfiyen bonus I11\n"
        "#harfiyen seed 00ff\n"
        "#incomplete\n"
        ">Ayşe_Ak: ?ÇIİKLL 8H KıL +4 4\n"
        ">Bora: AADEEMM J6 DA. +5 5\n"
        ">Ayşe_Ak: AÇEİKLL -ÇL +0 4\n"
        ">Bora: AEEMM - +0 5\n"
    )


def test_play_out_takes_from_the_others_and_gives_to_who_went_out() -> None:
    finals = ended("out", (1, "", 30, 9), (0, "AB", 6, -4), (2, "ÇA", 15, -5))
    assert body(write(TURKISH, ["a", "b", "c"], [finals])) == [
        ">a: AB (AB) -4 -4",
        ">c: AÇ (AÇ) -5 -5",
        ">b:  (AABÇ) +9 9",
    ]


def test_doubled_play_out_is_one_line() -> None:
    finals = ended("out", (0, "", 8, 8), (1, "AB", 0, 0))
    assert body(write(TURKISH, ["a", "b"], [finals])) == [">a:  (AB) +8 8"]


def test_who_gave_up_has_a_pragma_and_no_rack() -> None:
    events: list[Event] = [PlayerSurrendered(1), ended("out", (0, "", 8, 8), (2, "ÇAB", 0, -8), (1, "JJ", 0, 0))]
    assert body(write(TURKISH, ["a", "b", "c"], events)) == [
        "#harfiyen surrender b",
        ">c: ABÇ (ABÇ) -8 -8",
        ">a:  (ABÇ) +8 8",
    ]


def test_a_cancelled_game_is_incomplete_and_another_bag_is_named() -> None:
    text = write(resolve(rulesets()["scrabble-tr"], bag="s3-table"), ["a", "b"], [ended("cancelled")])
    assert "#harfiyen bag s3-table\n" in text
    assert text.endswith("#incomplete\n")


def test_exchanged_tiles_that_are_secret_are_counted() -> None:
    assert body(write(TURKISH, ["a", "b"], [TilesExchanged(0, 3)])) == [">a:  -3 +0 0"]


@pytest.mark.parametrize(
    ("names", "nicks"),
    [
        (["Ada", "Ada", "ada"], ["Ada", "Ada2", "ada3"]),
        (["a b", "a\tb:c", ">x#y"], ["a_b", "a_b_c", "x_y"]),
        (["", ":", "\u200f"], ["player1", "player2", "player3"]),
        (["Şu\u0308", "é"], ["Şü", "é"]),
    ],
)
def test_nicks_are_single_different_words(names: list[str], nicks: list[str]) -> None:
    assert nicknames(names) == nicks


GAMES = st.sampled_from([("kelimelik", 2), ("scrabble-en", 2), ("scrabble-en", 3), ("scrabble-tr", 4)])
NAMES = st.text(st.characters(codec="utf-8"), max_size=12)


def simulated(kind: tuple[str, int], number: int) -> tuple[Ruleset, Simulated]:
    ruleset = resolve(rulesets()[kind[0]])
    return ruleset, simulate(ruleset, kind[1], "law", number, lexicon(ruleset.lexicon))


@settings(max_examples=25, deadline=None)
@given(kind=GAMES, number=st.integers(1, 10_000), names=st.lists(NAMES, min_size=4, max_size=4))
def test_what_is_written_reads_back_as_the_game(kind: tuple[str, int], number: int, names: list[str]) -> None:
    ruleset, game = simulated(kind, number)
    text = write(ruleset, names[: kind[1]], game.events, seed=game.state.draws.seed)
    sheet = read(text.encode(), ruleset)
    found = replay(sheet)
    assert (found.mismatches, found.problems) == ((), ())
    assert tuple(found.position.cells) == game.state.cells
    assert [found.position.scores[nick] for nick in sheet.nicks] == [player.score for player in game.state.players]
    assert (sheet.ruleset, sheet.bonus) == (ruleset, game.state.bonus)
    turns = [
        (sheet.nicks.index(record.nick), type(record))
        for record in sheet.records
        if isinstance(record, Played | Passed | Exchanged | Surrendered)
    ]
    told = {TilesPlaced: Played, TurnPassed: Passed, TilesExchanged: Exchanged, PlayerSurrendered: Surrendered}
    assert turns == [
        (event.seat, told[type(event)])
        for event in game.events
        if isinstance(event, TilesPlaced | TurnPassed | TilesExchanged | PlayerSurrendered)
    ]
    assert found.plays == sum(kind is Played for _, kind in turns)


@settings(max_examples=10, deadline=None)
@given(kind=GAMES, number=st.integers(1, 10_000))
def test_what_everybody_may_see_replays_too(kind: tuple[str, int], number: int) -> None:
    ruleset, game = simulated(kind, number)
    text = write(ruleset, "abcd"[: kind[1]], [redact(event, None) for event in game.events])
    found = replay(read(text.encode(), ruleset))
    assert (found.mismatches, found.problems) == ((), ())
    assert tuple(found.position.cells) == game.state.cells
    assert [line for line in body(text) if line.startswith(">") and "(" not in line and ":  " not in line] == []
