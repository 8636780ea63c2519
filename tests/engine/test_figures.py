"""Figures of players: sums over records, what is known of players beside them, and what games are remembered for."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.crossword.actions import Challenge, TakeBack
from engine.crossword.scoring import seat_figures, update_highlights
from engine.crossword.state import GameState
from engine.crossword.view import Highlights, WordScore
from engine.figures import Figures, GameKind, PeriodFigures, add_to_period, combine_figures, month_name, week_name
from engine.game_record import GameRecord
from engine.klepka.endings import best_turn, best_word
from engine.klepka.view import FormedWord
from engine.messages import Action, Event
from engine.ratings import NEW_RATING, points
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures
from engine.standings import CURVE_POINTS, GameEffects, Standing, Title, add_game
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.support.games import (
    NO_WORD_IS_VALID,
    NOW,
    USERS,
    accepts_any_word,
    after_actions,
    challenge_table,
    challenge_view,
    challengeable_play,
    game,
    place_play,
    surrender,
)
from tests.support.records import ENDED, finished_game, player_record

AYSE, BORA, CAN, DENIZ = 101, 102, 103, 104
COMPUTER = -11
KIND = GameKind("kelimelik")

figures = st.builds(
    Figures,
    games=st.just(1),
    wins=st.integers(0, 1),
    points=st.integers(-50, 600),
    best_game=st.integers(-50, 600),
    plays=st.integers(0, 20),
    best_play=st.integers(0, 150),
    best_play_word=st.text("AB", max_size=3),
    longest_word=st.text("AB", max_size=9),
)


def won(winner: int, loser: int, number: int = 1, **more: Any) -> GameRecord:
    return finished_game(number, player_record(winner, 1, 300), player_record(loser, 2, 200), **more)


def after_games(*records: GameRecord) -> tuple[dict[int, Standing], list[GameEffects]]:
    standings: dict[int, Standing] = {}
    effects = []
    for record in records:
        after, effect = add_game(standings, record)
        standings |= after
        effects.append(effect)
    return standings, effects


def sums_of(record: GameRecord, user: int) -> Figures:
    player = next(one for one in record.players if one.user == user)
    ((_, sums),) = add_to_period(PeriodFigures(), record, player).kinds
    return sums


@settings(max_examples=20)
@given(st.lists(figures, max_size=5), st.lists(figures, max_size=5))
def test_sums_may_be_put_together_in_any_parts(first: list[Figures], second: list[Figures]) -> None:
    whole = combine_figures([*first, *second])
    assert combine_figures([combine_figures(first), combine_figures(second)]) == whole
    assert whole.games == len(first) + len(second)
    assert whole.points == sum(one.points for one in (*first, *second))
    assert whole.best_game == max([one.best_game for one in (*first, *second)], default=0)


@pytest.mark.parametrize(
    ("places", "wins", "draws"),
    [((1, 2), (1, 0), (0, 0)), ((1, 1), (0, 0), (1, 1)), ((1, 1, 3), (0, 0, 0), (1, 1, 0)), ((1,), (0,), (0,))],
)
def test_a_shared_first_place_is_a_draw_and_nobody_wins_alone_at_a_table(
    places: Sequence[int], wins: Sequence[int], draws: Sequence[int]
) -> None:
    record = finished_game(1, *(player_record(AYSE + seat, place, 100) for seat, place in enumerate(places)))
    sums = [sums_of(record, AYSE + seat) for seat in range(len(places))]
    assert tuple(one.wins for one in sums) == wins
    assert tuple(one.draws for one in sums) == draws


def test_who_left_has_the_place_that_the_outcome_gives_and_the_game_is_rated() -> None:
    record = finished_game(1, player_record(AYSE, 2, 300, left=True), player_record(BORA, 1, 200))
    assert (sums_of(record, AYSE).points, sums_of(record, AYSE).wins, sums_of(record, BORA).wins) == (300, 0, 1)
    standings, (effects,) = after_games(record)
    ratings = {user: standing.ratings[0].rating.mu for user, standing in standings.items()}
    assert ratings[BORA] > NEW_RATING.mu > ratings[AYSE]
    assert len(effects.players) == 2


def test_a_game_given_up_before_two_turns_each_counts_but_for_no_rating_title_or_streak() -> None:
    given_up = replace(won(AYSE, BORA), reason="surrender", turns=3)
    given_up = replace(given_up, players=tuple(replace(one, figures=SeatFigures(bingos=1)) for one in given_up.players))
    standings, (_, effects) = after_games(won(BORA, AYSE), given_up)
    before, _ = after_games(won(BORA, AYSE))
    for user in (AYSE, BORA):
        kept = replace(standings[user], opponents=before[user].opponents)
        assert kept == before[user]
    assert [(one.rating, one.titles) for one in effects.players] == [(None, ()), (None, ())]
    assert sums_of(given_up, AYSE).wins == 1
    for user, streak in ((AYSE, 0), (BORA, 1)):
        period = period_of(user, won(BORA, AYSE), given_up)
        assert (period.streak, period.kinds[0][1].streak, period.kinds[0][1].games) == (streak, streak, 2)
        assert period.kinds[0][1].opponents == ((AYSE + BORA - user, 2),)


def test_a_game_with_a_substitute_counts_for_all_and_is_not_rated() -> None:
    record = finished_game(1, player_record(AYSE, 1, 300, joined_late=True), player_record(BORA, 2, 200))
    standings, (effects,) = after_games(record)
    assert sums_of(record, AYSE).wins == 1
    assert [standing.ratings for standing in standings.values()] == [(), ()]
    assert [one.rating for one in effects.players] == [None, None]
    assert standings[AYSE].streak == 1


@pytest.mark.parametrize(
    "record",
    [
        finished_game(1, player_record(AYSE, 1, 300, bingos=1, best_play=120), player_record(COMPUTER, 2, 200)),
        finished_game(1, player_record(AYSE, 1, 300, bingos=1, best_play=120)),
    ],
    ids=["with a computer", "alone"],
)
def test_games_with_computers_and_alone_change_no_rating_streak_or_title(record: GameRecord) -> None:
    standings, (effects,) = after_games(record)
    assert effects == GameEffects()
    assert standings == {AYSE: Standing("P101")}


def test_games_with_computers_are_summed_apart_and_are_no_sign_of_playing() -> None:
    alone = finished_game(2, player_record(AYSE, 1, 400), player_record(COMPUTER, 2, 100), ended=ENDED + 9)
    period = add_to_period(PeriodFigures(), won(AYSE, BORA), won(AYSE, BORA).players[0])
    period = add_to_period(period, alone, alone.players[0])
    assert [(kind, sums.points) for kind, sums in period.kinds] == [
        (KIND, 300),
        (GameKind("kelimelik", with_computers=True), 400),
    ]
    assert period.newest == ENDED


def period_of(user: int, *records: GameRecord) -> PeriodFigures:
    period = PeriodFigures()
    for record in records:
        period = add_to_period(period, record, next(one for one in record.players if one.user == user))
    return period


def test_a_period_has_streaks_of_each_game_and_over_all() -> None:
    lost, cards = won(BORA, AYSE), won(AYSE, BORA, ruleset="klepka")
    period = period_of(AYSE, won(AYSE, BORA), cards, won(AYSE, BORA), lost, cards, cards)
    by_game = {kind.ruleset: (sums.streak, sums.best_streak) for kind, sums in period.kinds}
    assert by_game == {"kelimelik": (0, 2), "klepka": (3, 3)}
    assert (period.streak, period.best_streak) == (2, 3)


def test_a_draw_ends_a_streak_of_a_period_and_nobody_to_beat_changes_none() -> None:
    computer = finished_game(4, player_record(AYSE, 2, 100), player_record(COMPUTER, 1, 300))
    alone = finished_game(5, player_record(AYSE, 1, 100))
    drawn = finished_game(6, player_record(AYSE, 1, 300), player_record(BORA, 1, 300))
    assert period_of(AYSE, won(AYSE, BORA), computer, alone, won(AYSE, BORA)).streak == 2
    assert period_of(AYSE, won(AYSE, BORA), won(AYSE, BORA), drawn, won(AYSE, BORA)).streak == 1
    assert period_of(AYSE, computer, computer).best_streak == 0


def test_a_period_tells_who_was_met_at_each_game_but_no_computer() -> None:
    three = finished_game(7, player_record(AYSE, 1, 9), player_record(BORA, 2, 8), player_record(CAN, 3, 7))
    with_computer = finished_game(
        8, player_record(AYSE, 1, 9), player_record(BORA, 2, 8), player_record(COMPUTER, 3, 7)
    )
    period = period_of(AYSE, won(AYSE, BORA), won(AYSE, DENIZ, ruleset="klepka"), three, with_computer)
    met = {kind: sums.opponents for kind, sums in period.kinds}
    assert met == {
        GameKind("kelimelik"): ((BORA, 2), (CAN, 1)),
        GameKind("kelimelik", with_computers=True): (),
        GameKind("klepka"): ((DENIZ, 1),),
    }


def titles_of(effects: GameEffects, user: int) -> tuple[Title, ...]:
    return next(one.titles for one in effects.players if one.user == user)


def test_titles_are_given_once_and_streaks_each_time() -> None:
    good = finished_game(9, player_record(AYSE, 1, 300, bingos=2, best_play=100), player_record(BORA, 2, 9, bingos=1))
    lost = won(BORA, AYSE)
    _, effects = after_games(good, good, *[won(AYSE, BORA)] * 3, lost, *[won(AYSE, BORA)] * 10)
    given = [titles_of(effect, AYSE) for effect in effects]
    assert given[0] == ("first_win", "first_bingo", "hundred_points")
    assert given[1:5] == [(), (), (), ("five_in_a_row",)]
    assert given[10] == ("five_in_a_row",)
    assert given[15] == ("ten_in_a_row",)
    assert titles_of(effects[0], BORA) == ("first_bingo",)
    assert titles_of(effects[1], BORA) == ()


def test_whom_one_plays_most_comes_first_and_of_equals_whoever_was_met_last() -> None:
    standings, _ = after_games(won(AYSE, BORA), won(AYSE, CAN), won(AYSE, CAN), won(AYSE, DENIZ))
    assert standings[AYSE].opponents == ((CAN, 2), (DENIZ, 1), (BORA, 1))


def test_a_curve_has_the_newest_ratings_and_their_days() -> None:
    records = [won(AYSE, BORA, number, ended=ENDED + 86_400 * number) for number in range(CURVE_POINTS + 3)]
    standings, effects = after_games(*records)
    rating = standings[AYSE].rating_of("crossword")
    assert rating is not None
    assert len(rating.curve) == CURVE_POINTS
    assert rating.curve[-1] == (records[-1].ended // 86_400, points(rating.rating))
    told = [effect.players[0].rating for effect in effects]
    assert all(one is not None for one in told)
    assert [one.after for one in told if one][-CURVE_POINTS:] == [shown for _, shown in rating.curve]
    assert [one.before for one in told if one][1:] == [one.after for one in told if one][:-1]


@given(st.permutations([1, 2, 3, 4]), st.permutations(range(4)))
def test_changing_seats_changes_nothing(places: list[int], order: list[int]) -> None:
    players = [player_record(AYSE + seat, place, 500 - place) for seat, place in enumerate(places)]
    seated, _ = after_games(finished_game(1, *players))
    changed, _ = after_games(finished_game(1, *(players[seat] for seat in order)))
    assert {user: one.ratings for user, one in seated.items()} == {user: one.ratings for user, one in changed.items()}


def seconds_at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_weeks_begin_on_monday_and_belong_to_the_year_of_their_thursday() -> None:
    for at, month, week in (
        ("2026-11-26T12:00", "2026-11", "2026-W48"),
        ("2026-11-29T23:59:59", "2026-11", "2026-W48"),
        ("2026-11-30T00:00:00", "2026-11", "2026-W49"),
        ("2026-12-31T23:59:59", "2026-12", "2026-W53"),
        ("2027-01-01T00:00:00", "2027-01", "2026-W53"),
        ("2024-12-30T08:00", "2024-12", "2025-W01"),
    ):
        assert (month_name(seconds_at(at)), week_name(seconds_at(at))) == (month, week)


words = st.tuples(st.text("ABCDE", min_size=1, max_size=7), st.integers(0, 90))

plays = st.builds(
    CountedPlay,
    seat=st.integers(0, 2),
    points=st.integers(0, 200),
    words=st.lists(words, min_size=1, max_size=4).map(tuple),
    is_bingo=st.booleans(),
)


def tally_of(*counted: CountedPlay, seats: int = 3) -> FiguresTally:
    tally = FiguresTally(seats)
    for play in counted:
        tally.add_play(play)
    return tally


@settings(max_examples=20)
@given(st.lists(plays, max_size=12))
def test_figures_are_the_sums_and_bests_of_the_plays(counted: list[CountedPlay]) -> None:
    for seat, figures in enumerate(tally_of(*counted).to_figures()):
        own = [play for play in counted if play.seat == seat]
        assert figures.plays == len(own)
        assert figures.play_points == sum(play.points for play in own)
        assert figures.bingos == len([play for play in own if play.is_bingo])
        assert figures.best_play == max([play.points for play in own], default=0)
        played = [word for play in own for word in play.words]
        assert figures.best_word_points == max([points for _, points in played], default=0)
        assert len(figures.longest_word) == max([len(word) for word, _ in played], default=0)
        assert not own or (
            figures.best_play_word in {play.words[0][0] for play in own if play.points == figures.best_play}
        )


@settings(max_examples=20)
@given(st.lists(plays, max_size=8), plays)
def test_a_play_that_is_dropped_leaves_no_trace(counted: list[CountedPlay], dropped: CountedPlay) -> None:
    tally = tally_of(*counted, dropped)
    tally.drop_newest_play(dropped.seat)
    assert tally.to_figures() == tally_of(*counted).to_figures()


def test_of_equal_words_the_newest_is_amended_first_and_each_once() -> None:
    tally = tally_of(CountedPlay(0, 5, (("ДІМ", 5),)), CountedPlay(0, 6, (("ДІМ", 6),)), seats=1)
    tally.amend_play(0, "ДІМ", 12)
    assert tally.to_figures()[0].play_points == 17
    tally.amend_play(0, "ДІМ", 10)
    tally.amend_play(0, "ДІМ", 99)
    assert tally.to_figures()[0].play_points == 22


A, B = USERS[:2]
DIRECTOR, SUBSTITUTE = 900, 901


def figures_after(state: GameState, *actions: Action, judge: door.Judge = accepts_any_word) -> tuple[SeatFigures, ...]:
    """What the seats did in a game from here to its end: the second player gives up after these actions."""
    told: list[Event] = []
    for action in (*actions, Surrender(state.players[-1].user)):
        step = door.apply(state, action, NOW, judge)
        assert isinstance(step.table, GameState)
        state = step.table
        told += step.events
    return seat_figures(len(state.players), told)  # type: ignore[arg-type]  # all are of the family or of all


def calm_table(*laid: str) -> GameState:
    return game("kelimelik", laid=laid, racks=["KALEMAE", "AAEEKKL"], options={"clock": "none"})


def test_a_play_counts_with_its_words_and_points() -> None:
    state = calm_table()
    first, second = figures_after(state, place_play(state, "8H KALEM"))
    assert (first.plays, first.bingos) == (1, 0)
    assert first.play_points == first.best_play > 0
    assert (first.best_play_word, first.best_word, first.longest_word) == ("KALEM",) * 3
    assert second == SeatFigures()


def test_a_bingo_is_one_and_its_bonus_is_the_plays_and_not_the_words() -> None:
    state = calm_table()
    first, _ = figures_after(state, place_play(state, "8H KALEMAE"))
    assert (first.bingos, first.longest_word) == (1, "KALEMAE")
    assert first.best_play > first.best_word_points


def test_a_challenged_play_that_was_withdrawn_counts_for_nobody_and_the_challenge_is_won() -> None:
    state = challenge_table("single", bag="QQQQQQQQ")
    first, second = figures_after(state, place_play(state, "8H LOFTY"), Challenge(B), judge=NO_WORD_IS_VALID)
    assert first == SeatFigures()
    assert second == SeatFigures(challenges_won=1)


def test_a_challenged_play_that_stood_counts_and_the_challenge_is_lost() -> None:
    state = challenge_table("single", bag="QQQQQQQQ")
    first, second = figures_after(state, place_play(state, "8H LOFTY"), Challenge(B))
    assert (first.plays, first.play_points, first.best_word) == (1, 30, "LOFTY")
    assert second == SeatFigures(challenges_lost=1)


def test_a_play_that_was_taken_back_counts_no_more() -> None:
    state = game("kelimelik", racks=["KALEMAE", "AAEEKKL"], options={"clock": "none", "take-back": "20"})
    assert figures_after(state, place_play(state, "8H KALEM"), TakeBack(A)) == (SeatFigures(), SeatFigures())
    first, _ = figures_after(state, place_play(state, "8H KALEM"), TakeBack(A), place_play(state, "8H ELMA"))
    assert (first.plays, first.best_word) == (1, "ELMA")


def test_a_play_that_an_administrator_undid_counts_no_more_and_an_undone_pass_takes_none() -> None:
    state = game("kelimelik", racks=["KALEMAE", "AAEEKKL"], options={"clock": "none", "take-back": "20"})
    play = place_play(state, "8H KALEM")
    assert figures_after(state, play, Undo(DIRECTOR, 1)) == (SeatFigures(), SeatFigures())
    first, _ = figures_after(state, play, Pass(B), Undo(DIRECTOR, 2))
    assert first.plays == 1


def test_a_substitute_has_what_came_after() -> None:
    state = calm_table()
    replaced = (Seek(DIRECTOR, 0, ruling=True), Volunteer(SUBSTITUTE, "Su", 0), Replace(DIRECTOR, 0, SUBSTITUTE))
    first, _ = figures_after(state, place_play(state, "8H KALEM"), *replaced)
    assert first == SeatFigures()


def remembered(state: GameState) -> Highlights:
    """What the game is remembered for after the player on turn surrenders."""
    return challenge_view(after_actions(state, surrender(state))).highlights


def test_of_equals_the_earlier_one_is_remembered() -> None:
    first = update_highlights(Highlights(), 0, (WordScore("AXE", 20, ("H8", "I8", "J8")),), 20)
    assert update_highlights(first, 1, (WordScore("EXAM", 20, ("A1",) * 4),), 20) == first


def test_a_finished_game_tells_its_best_word_and_play_with_whose_they_were() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"])
    best = remembered(after_actions(state, place_play(state, "8H LOFTY")))
    assert best.word is not None
    assert best.play is not None
    assert (best.word.seat, best.word.word.word, best.word.score) == (0, "LOFTY", 30)
    assert (best.play.seat, best.play.word.cells[0], best.play.score) == (0, "H8", 30)


def test_running_and_cancelled_games_and_withdrawn_plays_are_remembered_for_nothing() -> None:
    empty = game(racks=["LOFTYAE", "AEINSDL"])
    running = after_actions(empty, place_play(empty, "8H LOFTY"))
    assert challenge_view(running).highlights == remembered(empty) == Highlights()
    assert challenge_view(after_actions(running, Cancel(A))).highlights == Highlights()
    assert remembered(after_actions(challengeable_play(), Challenge(B), judge=NO_WORD_IS_VALID)) == Highlights()
    assert remembered(after_actions(challengeable_play(), Challenge(B))).word is not None


def test_in_klepka_a_turn_is_remembered_with_all_its_words() -> None:
    words = tuple(
        FormedWord(seat, turn, word, (), (), doubled=False, score=score)
        for seat, turn, word, score in ((0, 0, "ВОДА", 9), (1, 1, "КІТ", 5), (1, 1, "ЇЖАК", 6))
    )
    word, turn = best_word(words), best_turn(words)
    assert word is not None
    assert turn is not None
    assert (word.seat, word.words, word.score) == (0, ("ВОДА",), 9)
    assert (turn.seat, turn.words, turn.score) == (1, ("КІТ", "ЇЖАК"), 11)
