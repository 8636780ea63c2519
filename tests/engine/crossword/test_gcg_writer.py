"""Writing games as GCG, and the law that what is written reads back as the game that was played."""

from collections.abc import Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.crossword.actions import Placement
from engine.crossword.events import (
    Event,
    GameEnded,
    GameStarted,
    PlayerForfeited,
    PlayerRetired,
    PlayWithdrawn,
    PointsAdjusted,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnLost,
    TurnPassed,
)
from engine.crossword.gcg import make_nicks, read_gcg, write_gcg
from engine.crossword.gcg_records import Adjusted, Departed, Exchanged, Passed, Played, Record, Withdrawn
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.ruleset import Ruleset
from engine.crossword.secrecy import redact
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import SimulatedGame, simulate_game
from engine.crossword.view import EndReason, FinalScore, Outcome, WordScore
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from engine.turns import PlayerSurrendered
from tests.support.gcg_samples import ForeignGame, ForeignGcgError, read_by_quackle, read_by_woogles

KELIMELIK = resolve_ruleset(crossword_rulesets()["kelimelik"])
TURKISH = resolve_ruleset(crossword_rulesets()["scrabble-tr"])


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
    return [line for line in text.splitlines() if line.startswith((">", "#note harfiyen surrender"))]


def test_a_game_becomes_lines_that_annotators_know() -> None:
    events: list[Event] = [
        GameStarted((1, 2), (), "I11"),
        TilesDrawn(0, 7, tuple("KILLIÇ?")),
        placed(0, "KILLİÇ?", {"H8": "K", "I8": "?I", "J8": "L"}, ("KIL", "H8 I8 J8"), 4),
        placed(1, "DAAEEMM", {"J6": "D", "J7": "A"}, ("DAL", "J6 J7 J8"), 5),
        TilesExchanged(0, 2, ("Ç", "L"), tuple("LLİÇAEK")),
        TurnPassed(1, tuple("AEEMM")),
    ]
    assert write_gcg(KELIMELIK, ["Ayşe Ak", "Bora"], events, seed="00ff", title="A\ngame") == (
        "#character-encoding UTF-8\n"
        "#title A game\n"
        "#player1 Ayşe_Ak Ayşe Ak\n"
        "#player2 Bora Bora\n"
        "#lexicon tr\n"
        "#note harfiyen ruleset kelimelik\n"
        "#note harfiyen bonus I11\n"
        "#note harfiyen seed 00ff\n"
        "#incomplete\n"
        ">Ayşe_Ak: ?ÇIİKLL 8H KıL +4 4\n"
        ">Bora: AADEEMM J6 DA. +5 5\n"
        ">Ayşe_Ak: AÇEİKLL -ÇL +0 4\n"
        ">Bora: AEEMM - +0 5\n"
    )


def test_play_out_takes_from_the_others_and_gives_to_who_went_out() -> None:
    finals = ended("out", (1, "", 30, 9), (0, "AB", 6, -4), (2, "ÇA", 15, -5))
    assert body(write_gcg(TURKISH, ["a", "b", "c"], [finals])) == [
        ">a: AB (AB) -4 -4",
        ">c: AÇ (AÇ) -5 -5",
        ">b:  (AABÇ) +9 9",
    ]


def test_who_gave_up_has_a_pragma_and_no_rack() -> None:
    events: list[Event] = [PlayerSurrendered(1), ended("out", (0, "", 8, 8), (2, "ÇAB", 0, -8), (1, "JJ", 0, 0))]
    assert body(write_gcg(TURKISH, ["a", "b", "c"], events)) == [
        "#note harfiyen surrender b",
        ">c: ABÇ (ABÇ) -8 -8",
        ">a:  (ABÇ) +8 8",
    ]


def test_a_cancelled_game_is_incomplete_and_another_bag_is_named() -> None:
    text = write_gcg(
        resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}), ["a", "b"], [ended("cancelled")]
    )
    assert "#note harfiyen bag s3-table\n" in text
    assert text.endswith("#incomplete\n")


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
    assert make_nicks(names) == nicks


WORDS = (WordScore("EV", 16, ("H8", "I8")),)


def test_challenges_and_lost_turns_become_lines() -> None:
    put = (Placement("H8", "E"), Placement("I8", "V"))
    events: list[Event] = [
        TilesPlaced(0, put, WORDS, 0, 0, 16, ("E", "V"), 1),
        PlayWithdrawn(0, put, ("EV",), 16, ("E", "V")),
        TilesPlaced(1, put, WORDS, 0, 0, 16, ("E", "V"), 2),
        PointsAdjusted(1, 5),
        TurnLost(0),
        TurnPassed(1, ("A",), automatic=True),
        PointsAdjusted(0, -16),
    ]
    assert write_gcg(KELIMELIK, ["a", "b"], events).splitlines()[-9:] == [
        ">a: EV 8H EV +16 16", ">a: EV -- -16 0", ">b: EV 8H EV +16 16", ">b:  (challenge) +5 21",
        "#note harfiyen lost a", ">a: EV - +0 0", "#note harfiyen timeout b", ">b: A - +0 21",
        ">a: EV (challenge) -16 -16",
    ]  # fmt: skip


def test_overtime_comes_before_the_racks() -> None:
    finals = (FinalScore(0, 1, 2, -1, ("A",), 0), FinalScore(1, 2, -9, 1, (), -10))
    events: list[Event] = [GameEnded(Outcome("out", (0,), finals), "")]
    lines = write_gcg(KELIMELIK, ["a", "b"], events).splitlines()
    assert lines[-3:] == [">b:  (time) -10 -10", ">a: A (A) -1 -1", ">b:  (A) +1 -9"]


def test_the_tables_options_are_written_and_read() -> None:
    options = {"challenge": "five", "ex": "swap", "clock": "none"}
    rules = resolve_ruleset(crossword_rulesets()["wordbox-tr"], options)
    text = write_gcg(rules, ["a", "b"], [ended("cancelled")])
    assert [line for line in text.splitlines() if "option" in line] == [
        "#note harfiyen option challenge five",
        "#note harfiyen option clock none",
        "#note harfiyen option ex swap",
    ]
    assert read_gcg(text.encode(), KELIMELIK).ruleset == rules


GAMES = st.sampled_from(
    [
        ("kelimelik", 2),
        ("scrabble-en", 2),
        ("scrabble-en", 3, "challenge double", "clock 25min"),
        ("scrabble-tr", 4),
        ("scrabble-tr", 2, "challenge five", "challenge-per word", "clock bank"),
        ("tournament-en", 3),
        ("wordbox-tr", 3, "challenge ten", "challenge-to challenger", "ex swap"),
        ("wordbox-en", 2),
    ]
)
NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
RECORDED = (Played, Passed, Exchanged, Withdrawn, Adjusted, Departed)


def line_for(event: Event) -> Iterator[tuple[int, type]]:
    """The seat and the kind of the line that tells of an event, if one does."""
    match event:
        case TilesPlaced(seat=seat):
            yield seat, Played
        case TurnPassed(seat=seat) | TurnLost(seat=seat):
            yield seat, Passed
        case TilesExchanged(seat=seat):
            yield seat, Exchanged
        case PlayWithdrawn(seat=seat):
            yield seat, Withdrawn
        case PointsAdjusted(seat=seat):
            yield seat, Adjusted
        case PlayerSurrendered(seat=seat) | PlayerForfeited(seat=seat) | PlayerRetired(seat=seat):
            yield seat, Departed
        case _:
            pass


def simulated(kind: tuple[str | int, ...], number: int) -> tuple[Ruleset, SimulatedGame]:
    name, players, *options = kind
    ruleset = resolve_ruleset(crossword_rulesets()[f"{name}"], dict(f"{option}".split() for option in options))
    return ruleset, simulate_game(ruleset, int(players), "law", number, load_lexicon(ruleset.lexicon))


@settings(max_examples=6)
@given(kind=GAMES, number=st.integers(1, 10_000), names=st.lists(NAMES, min_size=4, max_size=4))
def test_what_is_written_reads_back_as_the_game(kind: tuple[str | int, ...], number: int, names: list[str]) -> None:
    ruleset, game = simulated(kind, number)
    text = write_gcg(ruleset, names[: len(game.state.players)], game.events, seed=game.state.draws.seed)
    gcg_file = read_gcg(text.encode(), ruleset)
    found = replay_gcg(gcg_file)
    assert (found.mismatches, found.problems) == ((), ())
    assert tuple(found.position.cells) == game.state.cells
    assert [found.position.scores[nick] for nick in gcg_file.nicks] == [player.score for player in game.state.players]
    assert (gcg_file.ruleset, gcg_file.bonus) == (ruleset, game.state.bonus)
    turns = [
        (gcg_file.nicks.index(record.nick), type(record))
        for record in gcg_file.records
        if isinstance(record, RECORDED) and not _is_overtime(record)
    ]
    assert turns == [line for event in game.events for line in line_for(event)]
    assert found.plays == sum(kind is Played for _, kind in turns)


def _is_overtime(record: Record) -> bool:
    return isinstance(record, Adjusted) and record.reason == "time"


@settings(max_examples=3)
@given(kind=GAMES, number=st.integers(1, 10_000))
def test_what_everybody_may_see_replays_too(kind: tuple[str | int, ...], number: int) -> None:
    ruleset, game = simulated(kind, number)
    text = write_gcg(ruleset, "abcd"[: len(game.state.players)], [redact(event, None) for event in game.events])
    found = replay_gcg(read_gcg(text.encode(), ruleset))
    assert (found.mismatches, found.problems) == ((), ())
    assert tuple(found.position.cells) == game.state.cells
    assert [line for line in body(text) if line.startswith(">") and "(" not in line and ":  " not in line] == []


ENGLISH = resolve_ruleset(crossword_rulesets()["scrabble-en"])
OPTIONS = (
    "", "challenge single", "challenge double", "challenge five", "challenge double clock 25min", "clock bank",
    "ex swap", "hints 5",
)  # fmt: skip


def resolve(ruleset: str, options: str) -> Ruleset:
    """A ruleset with those of the options that it has."""
    words = options.split()
    known = crossword_rulesets()[ruleset].options()
    chosen = {
        name: value
        for name, value in zip(words[::2], words[1::2], strict=True)
        if name in known and value in known[name].values
    }
    return resolve_ruleset(crossword_rulesets()[ruleset], chosen)


def written(ruleset: Ruleset, game: SimulatedGame, names: list[str]) -> bytes:
    return write_gcg(ruleset, names, game.events, seed=game.state.draws.seed, title="A game").encode()


def assert_same_game(found: ForeignGame, game: SimulatedGame) -> None:
    assert list(found.totals.values()) == [player.score for player in game.state.players]
    assert found.word_letters == sum(bool(cell) for cell in game.state.cells)


def takes_points(event: Event) -> bool:
    """Whether a failed challenge took points, for which Woogles has no line."""
    return isinstance(event, PointsAdjusted) and event.points < 0


@settings(max_examples=4, phases=(Phase.generate,))  # to shrink a game is to play it a thousand times
@given(
    ruleset=st.sampled_from(sorted(crossword_rulesets())),
    number=st.integers(1, 10_000),
    options=st.sampled_from(OPTIONS),
    names=st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=4, max_size=4),
    players=st.integers(2, 4),
)
def test_games_of_every_ruleset_are_read(
    ruleset: str, number: int, options: str, names: list[str], players: int
) -> None:
    rules = resolve(ruleset, options)
    players = min(players, rules.players.most)
    game = simulate_game(rules, players, "elsewhere", number, load_lexicon(rules.lexicon))
    data = written(rules, game, names[:players])
    assert_same_game(read_by_quackle(data), game)
    if players == 2 and not any(takes_points(event) for event in game.events):
        assert_same_game(read_by_woogles(data), game)


def draw(seat: int, rack: str) -> TilesDrawn:
    return TilesDrawn(seat, len(rack), tuple(rack))


def laid(seat: int, rack: str, word: str, score: int, row: int = 8) -> TilesPlaced:
    cells = [f"{column}{row}" for column in "HIJKLMN"[: len(word)]]
    tiles = tuple(Placement(cell, tile) for cell, tile in zip(cells, word, strict=True))
    return TilesPlaced(seat, tiles, (WordScore(word, score, tuple(cells)),), 0, 0, score, tuple(rack), seat + 1)


def both(players: list[str], *events: Event, ruleset: Ruleset = ENGLISH) -> str:
    text = write_gcg(ruleset, players, events)
    assert read_by_woogles(text.encode()) == read_by_quackle(text.encode())
    return text


def test_a_lost_turn_and_the_points_of_a_challenge_have_the_rack_that_was_held_then() -> None:
    text = both(
        ["a", "b"],
        draw(0, "ABCDEFG"),
        draw(1, "HIJKLMN"),
        laid(0, "ABCDEFG", "BAD", 12),
        draw(0, "OPQ"),
        PointsAdjusted(0, 5),
        TurnLost(1),
        TurnPassed(0, tuple("CEFGOPQ")),
    )
    assert ">a: CEFGOPQ (challenge) +5 17\n" in text
    assert ">b: HIJKLMN - +0 0\n" in text


def test_who_takes_no_more_turns_passes_for_others_and_not_for_us() -> None:
    events = (
        GameStarted((1, 2), (), None),
        draw(0, "ABCDEFG"),
        draw(1, "HIJKLMN"),
        laid(0, "ABCDEFG", "BAD", 12),
        PlayerRetired(1),
        TurnPassed(0, tuple("CEFG")),
        TurnPassed(0, tuple("CEFG")),
    )
    text = both(["a", "b"], *events)
    assert text.count(">b: HIJKLMN - +0 0\n") == 2
    found = replay_gcg(read_gcg(text.encode(), ENGLISH))
    assert (found.problems, found.mismatches, found.position.turns) == ((), (), 3)
    with pytest.raises(ForeignGcgError, match="it is the turn of b"):
        read_by_quackle(text.replace(">b: HIJKLMN - +0 0\n", "").encode())


def test_the_price_of_hints_is_time_to_others() -> None:
    finals = (FinalScore(0, 1, -6, 0, ("A",), hint_points=-6), FinalScore(1, 1, 0, 0, ("B",)))
    text = both(["a", "b"], draw(0, "A"), draw(1, "B"), GameEnded(Outcome("passes", (1,), finals), ""))
    assert text.endswith("#note harfiyen hint a\n>a: A (time) -6 -6\n")
    assert [record.reason for record in read_gcg(text.encode(), ENGLISH).records if hasattr(record, "reason")] == [
        "hint"
    ]


def test_an_apostrophe_is_a_letter() -> None:
    rules = resolve_ruleset(crossword_rulesets()["wordbox-uk"])
    text = both(["a", "b"], draw(0, "'М"), laid(0, "'М", "М'М", 9), ruleset=rules)
    assert ">a: МʼM" not in text
    assert " 8H МʼМ +9 9" in text
    assert replay_gcg(read_gcg(text.encode(), rules)).position.cells.count("'") == 1
