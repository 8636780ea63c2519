"""Going back by a turn: turns undone where nothing was drawn after; plays taken back have tests of their own."""

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.absence import Remove, Seek, Vote
from engine.clock import MoveClock, Pause, Resume, Timeout, elapsed
from engine.crossword.actions import DeclineDraw, OfferDraw, TakeBack
from engine.crossword.events import Event, PlayKept, TilesDrawn, TurnUndone
from engine.crossword.gcg import write_gcg
from engine.crossword.view import DrawOffer, LastTurn, Retractable
from engine.errors import Refusal
from engine.extra_time import Extend
from engine.turns import PlayerSurrendered, Surrender, Undo
from tests.support.games import (
    USERS,
    after_actions,
    apply_step,
    challenge_view,
    challengeable_last_play,
    challengeable_play,
    exchange_faces,
    game,
    instant_at,
    pass_turn,
    place_on_board,
    place_play,
    swapped,
)
from tests.support.undone_turns import RACKS, A, B, C, D, held, laid, table, undo, waiting


def test_a_play_that_still_waits_is_undone() -> None:
    before = challengeable_play()
    opening = game(racks=("LOFTYAE", "AEINSDL"), bag="Q" * 8, options={"challenge": "single", "clock": "none"})
    for state, was in ((laid(), table()), (before, opening)):
        done, events = apply_step(state, undo(state, "Kiraz"), seconds=5)
        assert held(done) == held(was)
        (told,) = events
        assert isinstance(told, TurnUndone)
        assert (told.seat, told.kind, told.score, told.ruling, told.name) == (0, "play", 30, True, "Kiraz")
        assert (done.last, done.pending) == (LastTurn(0, "undone"), None)
    assert after_actions(laid(after_actions(laid(), undo(laid()))), TakeBack(A)).turn == 0, (
        "what was undone was not taken back"
    )


@pytest.mark.parametrize(("by", "own"), [(A, True), (B, False), (D, False)])
def test_whoever_undoes_the_own_turn_is_told_of_as_one(by: int, own: bool) -> None:  # noqa: FBT001 - a case's answer
    passed = after_actions(table(take_back="off"), pass_turn(table(take_back="off")))
    _, (told,) = apply_step(passed, Undo(by, passed.number, "Kiraz"))
    assert isinstance(told, TurnUndone)
    assert told.own == own


def test_passes_skips_and_surrenders_are_undone() -> None:
    state = table(RACKS, take_back="off")
    passed = after_actions(state, pass_turn(state))
    assert held(after_actions(passed, undo(passed))) == held(state)
    gone = after_actions(state, Surrender(B))
    done = after_actions(gone, undo(gone))
    assert held(done) == held(state)
    assert done.players[1].active
    late = game(racks=RACKS[:2], options={"clock": "2min"})
    skipped = after_actions(late, Timeout(), seconds=120)
    done = after_actions(skipped, undo(skipped), seconds=130)
    assert (done.turn, done.clocks.misses, door.deadline(done)) == (0, (0, 0), instant_at(220)), "with its whole time"
    assert isinstance(done.clock_rule, MoveClock)


def test_who_gives_up_after_an_undone_removal_is_told_so() -> None:
    gone = after_actions(table(RACKS), Remove(D, 1))
    with pytest.raises(Refusal, match="was_removed"):
        apply_step(gone, Surrender(B))
    back = after_actions(gone, undo(gone))
    with pytest.raises(Refusal, match="has_surrendered"):
        apply_step(after_actions(back, Surrender(B)), Surrender(B))


@pytest.mark.parametrize("clock", ["2min", "none"])
def test_who_was_given_time_in_a_turn_keeps_it_when_a_surrender_in_it_is_undone(clock: str) -> None:
    state = table(RACKS, take_back="off", clock=clock)
    early = after_actions(state, Extend(D, 0, 30, 0), seconds=5)
    gone = after_actions(early, Surrender(C), seconds=10)
    more = after_actions(gone, Extend(D, 0, 60, 0), seconds=20)
    done = after_actions(more, undo(more), seconds=25)
    assert done.players[2].active
    assert elapsed(done.clocks, instant_at(25)) == 10_000 - 90_000, "ten seconds used before it, ninety given in all"
    assert after_actions(done, pass_turn(done), seconds=26).clocks.given == 0, "for that turn alone"


@pytest.mark.parametrize("answer", [(), (DeclineDraw(A),), (DeclineDraw(B),)], ids=["open", "declined", "withdrawn"])
def test_an_offered_draw_leaves_the_right_to_go_back(answer: tuple[DeclineDraw, ...]) -> None:
    state = after_actions(waiting(), OfferDraw(B), *answer)
    for regret in (TakeBack(A, 1), undo(state)):
        done = after_actions(state, regret, seconds=3)
        assert (done.turn, any(done.cells), len(done.players[0].rack)) == (0, False, 7)
        assert done.offer == (None if answer else DrawOffer(1)), "it stands until it is answered, or a play laid"
        with pytest.raises(Refusal, match="draw_offered_lately" if answer else "draw_offered_already"):
            apply_step(done, OfferDraw(B), seconds=4)


def test_a_surrender_of_a_third_leaves_it_and_so_does_an_undone_one() -> None:
    state = waiting(3)
    for leaver in (B, C):
        gone = after_actions(state, Surrender(leaver), seconds=2)
        back = after_actions(gone, undo(gone), seconds=3)
        for now, active in ((gone, False), (back, True)):
            assert challenge_view(now).retractable == Retractable(1, 0, instant_at(30), last=False)
            done = after_actions(now, TakeBack(A, 1), seconds=5)
            assert (done.turn, any(done.cells), done.players[USERS.index(leaver)].active) == (0, False, active)
    gone = after_actions(state, Surrender(B), Surrender(C))
    assert gone.outcome is not None
    assert challenge_view(gone).retractable is None, "the last surrender ended the game"


def test_turns_are_undone_in_turn_where_somebody_left_after_one() -> None:
    state = table(RACKS, take_back="off")
    passed = after_actions(state, pass_turn(state))
    gone = after_actions(passed, Surrender(C))
    back = after_actions(gone, undo(gone))
    assert (back.turn, back.players[2].active) == (1, True)
    assert held(after_actions(back, undo(back))) == held(state)


def test_who_runs_out_of_time_leaves_it() -> None:
    state = waiting(3, clock="25min")
    state = replace(state, clocks=replace(state.clocks, left=(900_000, 10_000, 900_000)))
    late = after_actions(state, Timeout(), seconds=10)
    assert (late.turn, late.players[1].retired) == (2, True)
    done = after_actions(late, TakeBack(A), seconds=29)
    assert (done.turn, done.players[1].retired, done.clocks.left[1]) == (0, True, 0)


def test_a_substitute_has_the_right_of_the_seat() -> None:
    state = swapped(waiting(), 0)
    with pytest.raises(Refusal, match="not_seated"):
        apply_step(state, TakeBack(A), seconds=5)
    done = after_actions(state, TakeBack(77), seconds=5)
    assert (done.turn, done.players[0].user, any(done.cells)) == (0, 77, False)
    other = swapped(waiting(), 1)
    assert after_actions(other, TakeBack(A), seconds=5).players[1].user == 77
    passed = swapped(after_actions(table(take_back="off"), pass_turn(table())), 1)
    assert after_actions(passed, undo(passed)).turn == 0


def test_nobody_waits_for_the_play_of_who_left() -> None:
    state, events = apply_step(waiting(3), Surrender(A), seconds=4)
    assert [type(event) for event in events] == [PlayerSurrendered, PlayKept]
    assert (challenge_view(state).retractable, state.pending, len(state.bag)) == (None, None, 60)
    paused = after_actions(state, Pause(D), seconds=5)
    for now, until in ((state, 30), (after_actions(paused, Resume(D), seconds=100), 125)):
        back = after_actions(now, undo(now), seconds=until - 5)
        assert challenge_view(back).retractable == Retractable(1, 0, instant_at(until), last=False), (
            "it is undone that the player left"
        )
        assert after_actions(back, TakeBack(A), seconds=until - 1).turn == 0
        kept, told = apply_step(back, Timeout(), seconds=until)
        assert [type(event) for event in told] == [PlayKept, TilesDrawn]
        assert len(kept.players[0].rack) == 7


def test_while_everything_stands_still_there_is_no_button() -> None:
    state = after_actions(waiting(), Pause(D), seconds=5)
    assert (challenge_view(state).retractable, door.deadline(state)) == (None, None)
    state = after_actions(state, Resume(D), seconds=50)
    assert challenge_view(state).retractable == Retractable(1, 0, instant_at(75), last=False)


def test_a_vote_that_is_not_about_the_turn_goes_on() -> None:
    state = after_actions(waiting(3), Seek(A, 2))
    assert after_actions(state, TakeBack(A), seconds=5).petition == state.petition
    assert state.petition is not None


def test_a_vote_to_skip_a_turn_ends_where_the_turn_before_it_is_undone() -> None:
    state = table(RACKS, take_back="off")
    asked = after_actions(after_actions(state, pass_turn(state)), Vote(A, "skip", 1, 1), seconds=86_400)
    assert asked.petition is not None
    done = after_actions(asked, undo(asked), seconds=86_410)
    assert (done.turn, done.petition) == (0, None)


def test_the_run_of_turns_is_as_it_was() -> None:
    state = table(take_back="off")
    passed = after_actions(state, pass_turn(state), pass_turn(after_actions(state, pass_turn(state))))
    done = after_actions(passed, undo(passed))
    assert [player.run for player in done.players] == [1, 0]


def test_a_turn_is_undone_where_the_bag_was_empty() -> None:
    state = game(laid=["8H ON"], racks=("ES", "QD"), bag="", options={"challenge": "void", "clock": "none"})
    done = after_actions(state, place_on_board(state, J8="E"))
    assert held(after_actions(done, undo(done))) == held(state)


def test_what_drew_tiles_is_not_undone_nor_what_lies_behind_it() -> None:
    state = table(take_back="off")
    drawn = after_actions(state, place_play(state, "8H LOFTY"))
    exchanged = after_actions(state, exchange_faces(state, "LOF"))
    passed = after_actions(state, pass_turn(state))
    behind = after_actions(passed, place_play(passed, "8H NAIL"))
    kept = after_actions(laid(), Timeout(), seconds=20)
    for one in (state, drawn, exchanged, behind, kept):
        with pytest.raises(Refusal, match="nothing_to_undo"):
            apply_step(one, undo(one))


def test_what_has_changed_since_cannot_be_gone_back_over() -> None:
    start = table(clock="2min")
    passed = after_actions(start, pass_turn(start))
    paused = after_actions(passed, Pause(D))
    undone = after_actions(paused, undo(paused))
    assert (undone.turn, undone.clocks.paused, door.deadline(undone)) == (0, instant_at(0), None), (
        "that may be done meanwhile"
    )
    assert door.deadline(after_actions(undone, Resume(D), seconds=50)) == instant_at(140), (
        "with a reminder before its end"
    )
    with pytest.raises(Refusal, match="turn_is_over"):
        apply_step(passed, Undo(D, passed.number - 1))
    done = after_actions(passed, undo(passed))
    with pytest.raises(Refusal, match="nothing_to_undo"):
        apply_step(done, undo(done))
    over = after_actions(challengeable_last_play(), Timeout(), seconds=60)
    with pytest.raises(Refusal, match="game_over"):
        apply_step(over, undo(over))


def test_the_group_sees_nothing_of_what_the_turn_found() -> None:
    assert "former" not in door.View.__annotations__
    shown = challenge_view(laid())
    assert shown == challenge_view(laid(table(("LOFTYEA", "SDLAEIN"))))


def test_a_record_has_the_game_without_what_was_gone_back_by() -> None:
    events: list[Event] = []
    state = table()
    for ask in (
        lambda now: place_play(now, "8H LOFTY"),
        lambda _: TakeBack(A),
        lambda now: place_play(now, "8H FLAT"),
        pass_turn,
        undo,
        lambda now: place_play(now, "H7 AFIELDS"),
    ):
        state, told = apply_step(state, ask(state))
        events += [event for event in told if isinstance(event, Event)]
    lines = [line.split()[2:] for line in write_gcg(state.ruleset, ["A", "B"], events).splitlines() if line[0] == ">"]
    assert lines == [["8H", "FLAT", "+14", "14"], ["H7", "A.IELDS", "+13", "13"]]


def test_the_turn_goes_to_whoever_still_takes_turns_when_the_time_of_the_former_one_ran_out_since() -> None:
    state = table(("LOFTYAE", "AEINSDL", "AEINSDL"))
    gone = after_actions(state, Surrender(B))
    assert gone.turn == 0
    late = replace(gone, players=(replace(gone.players[0], retired=True), *gone.players[1:]), turn=2)
    back = after_actions(late, undo(late))
    assert back.players[1].takes_turns
    assert back.turn == 1
    assert after_actions(gone, undo(gone)).turn == 0
