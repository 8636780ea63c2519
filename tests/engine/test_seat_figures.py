"""What each seat did in a game, counted event by event."""

from hypothesis import given
from hypothesis import strategies as st

from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures

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
