"""What is left of a game of Duplicate: its records (RULES §7.7, §10.3), its GCG, what people missed."""

from functools import cache

import pytest
from msgspec.structs import replace

from engine.clock import Timeout
from engine.computer_ids import computer_user
from engine.crossword.gcg import read_gcg
from engine.crossword.gcg_records import Played
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.events import AnswerTaken, RoundClosed
from engine.duplicate.gcg import write_laid_plays
from engine.duplicate.missed_rounds import costliest_rounds
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.simulate import SimulatedGame, simulate_game
from engine.duplicate.state import GameState
from engine.encoding import to_json
from engine.figures import PeriodFigures, add_to_period
from engine.forget_player import Forgotten, forget_in_log
from engine.game_record import GameRecord, PlayerRecord, compose_record
from engine.messages import Event
from engine.packed_game import pack_game, unpack_game
from engine.proof import compose_proof
from engine.ratings import NEW_RATING
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.standings import Standing, add_game
from engine.turns import Stop
from engine.verify import verify_proof
from tests.support.boards import shared_searcher
from tests.support.duplicate import HOST, answer, opened, started, step
from tests.support.games import NOW
from tests.support.records import finished_game, player_record

COMPUTER = computer_user("usta", 1)


def recorded(*answers: tuple[int, str], ruleset: str = "duplicate-en") -> GameRecord | None:
    """The record of a game of one round with these answers, which its host stops then."""
    state, told = opened(started((HOST, 2, 3, COMPUTER), ruleset)), list[Event]()
    for user, text in answers:
        state, events = step(state, answer(state, user, text), 10)
        told += events
    state, events = step(state, Timeout(), 122)
    ended, last = step(state, Stop(HOST), 130)
    return compose_record(ended, [*told, *events, *last], NOW, NOW)


def test_a_record_holds_the_people_who_answered_with_their_part_of_the_tops() -> None:
    record = recorded((HOST, "8H LOFT"), (COMPUTER, "8D LOFTY"), (9, "8D LOFTY"))
    assert record is not None
    assert [(one.user, one.place, one.score, one.figures.permille) for one in record.players] == [
        (HOST, 2, 14, 583),
        (9, 1, 24, 1000),
    ]
    assert (record.has_computers, record.in_rounds, record.turns, record.family) == (False, True, 1, "duplicate-en")


def test_a_game_in_which_nobody_answered_has_no_record() -> None:
    assert recorded((COMPUTER, "8D LOFTY")) is None


def in_rounds(*players: PlayerRecord, turns: int = 10, number: int = 1, family: str = "duplicate-en") -> GameRecord:
    """The record of a game in rounds."""
    record = finished_game(number, *players, ended=1_000_000 + number, ruleset="duplicate-en")
    return replace(record, family=family, turns=turns, reason="rounds", in_rounds=True)


def answering(user: int, answered: int, place: int = 1, score: int = 100, rounds: int = 10) -> PlayerRecord:
    return player_record(
        user, place, score, rounds=rounds, answered=answered, plays=answered, play_points=score, top_points=200, tops=2
    )


@pytest.mark.parametrize(
    ("answered", "turns", "rated"),
    [
        ((10, 9, 8), 10, [1, 2, 3]),
        ((10, 9, 7), 10, []),
        ((10, 9, 8, 7, 10), 10, [1, 2, 3, 5]),
        ((13, 11, 12, 10), 23, []),
        ((13, 12, 12, 11), 24, [1, 2, 3]),
        ((5, 5, 5), 5, []),
    ],
)
def test_whoever_answered_in_eight_rounds_and_half_of_all_is_rated_if_three_did(
    answered: tuple[int, ...], turns: int, rated: list[int]
) -> None:
    players = (answering(user, count, place=user) for user, count in enumerate(answered, 1))
    record = in_rounds(*players, turns=turns)
    assert [player.user for player in record.rated_players] == rated
    assert replace(record, left_out=True).rated_players == ()


def test_each_language_has_a_rating_and_it_goes_by_rank_alone() -> None:
    ends: list[dict[int, Standing]] = []
    for scores in ((100, 99, 98), (100, 50, 1)):
        players = [answering(user, 10, place=user, score=score) for user, score in enumerate(scores, 1)]
        standings, _ = add_game({}, in_rounds(*players))
        standings, _ = add_game(standings, in_rounds(*players[::-1], number=2, family="duplicate-tr"))
        ends.append(standings)
    first = ends[0][1]
    assert [rating.family for rating in first.ratings] == ["duplicate-en", "duplicate-tr"]
    assert [one.rating.mu for one in ends[0][2].ratings] == [one.rating.mu for one in ends[1][2].ratings]
    rated = first.rating_of("duplicate-en")
    assert rated is not None
    assert rated.rating.mu > NEW_RATING.mu


def test_the_part_of_the_tops_is_the_mean_of_the_newest_twenty_games() -> None:
    figures = PeriodFigures()
    for number in range(1, 26):
        one = answering(1, 10, score=100 if number > 5 else 0)
        figures = add_to_period(figures, in_rounds(one, answering(2, 10, 2), number=number), one)
    ((_, total),) = figures.kinds
    assert (total.games, total.tops, total.share, len(total.shares)) == (25, 50, 500, 20)


SOMEONE = 10**18 + 7


@cache
def played(game: str = "duplicate-mini") -> SimulatedGame:
    """A game in which somebody always finds the top, and a beginner answers too."""
    rules = shipped_rulesets()[game]
    assert isinstance(rules, Ruleset)
    words = load_base_list(*split_lexicon_name(rules.lexicon))
    return simulate_game(
        resolve_ruleset(rules, {"rounds": "5"}), ["greedy", "acemi"], "history", 1, words, shared_searcher()
    )


def test_the_laid_plays_are_written_as_the_game_of_one_player() -> None:
    state, base = played("duplicate-en").state, shipped_rulesets()["scrabble-en"]
    assert isinstance(base, CrosswordRuleset)
    text = write_laid_plays(state.ruleset, state.closed, "Harfiyen 0a1b2c3d")
    lines = [line for line in text.splitlines() if line.startswith(">")]
    assert len(lines) == len(state.closed) == 5
    assert lines[-1].endswith(f"+{state.closed[-1].laid.score} {sum(one.laid.score for one in state.closed)}")
    assert "#incomplete" not in text
    records = read_gcg(text.replace("#note harfiyen ruleset duplicate-en\n", "").encode(), base).records
    assert sum(isinstance(record, Played) for record in records) == 5


def test_what_somebody_missed_are_the_answered_rounds_furthest_below_the_top() -> None:
    game = played()
    assert not costliest_rounds(game.events, 0), "the greedy one finds every top"
    missed = costliest_rounds(game.events, 1)
    tops = {event.round.number: event.round.laid.score for event in game.events if isinstance(event, RoundClosed)}
    answers = [event for event in game.events if isinstance(event, AnswerTaken) and event.seat == 1 and event.play]
    assert answers
    costs = sorted((one.cost for one in missed), reverse=True)
    assert [one.cost for one in missed] == costs
    assert len(missed) <= 3
    for one in missed:
        assert one.cost == tops[one.closed.number] - one.answer.score > 0


def test_somebody_who_is_forgotten_stays_with_their_answers_and_without_a_name() -> None:
    game = played()
    who = Forgotten(2, SOMEONE, frozenset({"Player 2"}))
    table, log = forget_in_log(game.state, game.log, who)
    assert isinstance(table, GameState)
    assert [(one.user, one.name, one.score) for one in table.players] == [
        (1, "Player 1", game.state.players[0].score),
        (SOMEONE, "", game.state.players[1].score),
    ]
    assert "Player 2" not in to_json(log) + to_json(table)
    assert verify_proof(compose_proof(table, log, "test")).agrees
    packed = pack_game(game.state.ruleset, game.state.secret, log, "test")
    assert unpack_game(packed).end == table
