"""What a game of Duplicate counts for in a group's records (RULES §7.7 and §10.3)."""

import pytest
from msgspec.structs import replace

from engine.clock import Timeout
from engine.computer_ids import computer_user
from engine.figures import PeriodFigures, add_to_period
from engine.game_record import GameRecord, PlayerRecord, compose_record
from engine.messages import Event
from engine.ratings import NEW_RATING
from engine.standings import Standing, add_game
from engine.turns import Stop
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
    assert record.is_rated == bool(rated)
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
