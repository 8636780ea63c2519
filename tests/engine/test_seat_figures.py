"""What each seat did in a game, counted event by event."""

from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.crossword.actions import Challenge, TakeBack
from engine.crossword.scoring import seat_figures
from engine.crossword.state import GameState
from engine.messages import Action, Event
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures
from engine.turns import Pass, Surrender, Undo
from tests.support.games import NO_WORD_IS_VALID, NOW, USERS, accepts_any_word, challenge_table, game, place_play

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


@given(st.lists(plays, max_size=8), plays)
def test_a_play_that_is_dropped_leaves_no_trace(counted: list[CountedPlay], dropped: CountedPlay) -> None:
    tally = tally_of(*counted, dropped)
    tally.drop_newest_play(dropped.seat)
    assert tally.to_figures() == tally_of(*counted).to_figures()


def test_of_equals_the_first_stays() -> None:
    first = CountedPlay(0, 20, (("KALE", 12), ("AL", 8)))
    second = CountedPlay(0, 20, (("KEDİ", 12),))
    (figures,) = tally_of(first, second, seats=1).to_figures()
    assert (figures.best_play_word, figures.best_word, figures.longest_word) == ("KALE", "KALE", "KALE")


def test_dropping_where_nothing_was_played_changes_nothing() -> None:
    tally = FiguresTally(1)
    tally.drop_newest_play(0)
    assert tally.to_figures() == (SeatFigures(),)


def test_an_amended_play_counts_with_its_new_points_alone() -> None:
    tally = tally_of(CountedPlay(0, 5, (("ДІМ", 5),)), CountedPlay(0, 7, (("КІТ", 7),)), seats=1)
    tally.amend_play(0, "ДІМ", 10)
    tally.amend_play(0, "НІЧ", 99)
    (figures,) = tally.to_figures()
    assert (figures.plays, figures.play_points, figures.best_word, figures.best_word_points) == (2, 17, "ДІМ", 10)


def test_of_equal_words_the_newest_is_amended_first_and_each_once() -> None:
    tally = tally_of(CountedPlay(0, 5, (("ДІМ", 5),)), CountedPlay(0, 6, (("ДІМ", 6),)), seats=1)
    tally.amend_play(0, "ДІМ", 12)
    assert tally.to_figures()[0].play_points == 17
    tally.amend_play(0, "ДІМ", 10)
    tally.amend_play(0, "ДІМ", 99)
    assert tally.to_figures()[0].play_points == 22


def test_challenges_count_for_whoever_made_them() -> None:
    tally = FiguresTally(2)
    tally.add_challenge(1, won=True)
    tally.add_challenge(1, won=False)
    tally.add_challenge(1, won=False)
    nothing, both = tally.to_figures()
    assert nothing == SeatFigures()
    assert (both.challenges_won, both.challenges_lost) == (1, 2)


def test_who_takes_a_seat_over_begins_with_nothing() -> None:
    tally = tally_of(CountedPlay(0, 30, (("KALE", 30),), is_bingo=True), CountedPlay(1, 9, (("AL", 9),)))
    tally.add_challenge(0, won=True)
    tally.reset_seat(0)
    tally.add_play(CountedPlay(0, 4, (("EL", 4),)))
    taken_over, other, _ = tally.to_figures()
    assert taken_over == SeatFigures(1, 4, 0, 4, "EL", "EL", 4, "EL")
    assert other.play_points == 9


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


def test_passes_are_no_plays() -> None:
    assert figures_after(calm_table(), Pass(A)) == (SeatFigures(), SeatFigures())


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
