"""Going back by a turn: turns undone where nothing was drawn after; plays taken back have tests of their own."""

import pytest
from msgspec.structs import replace

from engine import game as door
from engine.absence import Remove, Seek, Vote
from engine.allowance import Extend
from engine.clock import MoveClock, Pause, Resume, Timeout, elapsed
from engine.computer_ids import computer_user
from engine.crossword.actions import DeclineDraw, OfferDraw, TakeBack
from engine.crossword.events import Event, PlayKept, TilesDrawn, TilesPlaced, TurnUndone
from engine.crossword.gcg import write_gcg
from engine.crossword.view import DrawOffer, LastTurn, Retractable
from engine.errors import Refusal
from engine.rulesets import resolve_ruleset, shipped_rulesets
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
    with_fields,
)
from tests.support.random_actions import RACKS, A, B, C, D, held, laid, table, undo, waiting


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


def test_a_play_that_can_be_taken_back_waits_for_its_tiles() -> None:
    state, events = apply_step(table(), place_play(table(), "8H LOFTY"))
    assert [type(event) for event in events] == [TilesPlaced]
    assert (state.players[0].rack, len(state.bag), state.turn) == (("A", "E"), 20, 1)
    assert challenge_view(state).retractable == Retractable(1, 0, instant_at(20), last=False)
    assert challenge_view(state).window is None
    assert door.deadline(state) == instant_at(20)


@pytest.mark.parametrize("challenge", ["void", "double"])
def test_a_computer_takes_nothing_back_and_its_play_stands_at_once_unless_it_can_be_challenged(challenge: str) -> None:
    options = {"take-back": "20"} if challenge == "void" else {"challenge": challenge}
    before = game("scrabble-en", racks=["LOFTYAE", "AAEEKKL"], bag="AEIOU" * 4, options=options)
    computer = with_fields(before.players[0], user=computer_user("orta", 1))
    state, _ = apply_step(
        with_fields(before, players=(computer, before.players[1])),
        with_fields(place_play(before, "8H LOFTY"), by=computer.user),
    )
    assert challenge_view(state).retractable is None
    with pytest.raises(Refusal):
        apply_step(state, TakeBack(computer.user, 1), seconds=1)
    if challenge == "void":
        assert door.deadline(state) == instant_at(0)
        kept, events = apply_step(state, Timeout())
        assert [type(event) for event in events] == [PlayKept, TilesDrawn]
        assert kept.pending is None
    else:
        assert challenge_view(state).window is not None
        with pytest.raises(Refusal, match="not_due"):
            apply_step(state, Timeout())


def test_when_the_seconds_are_over_tiles_are_drawn_and_nobody_is_told() -> None:
    state, events = apply_step(laid(), Timeout(), seconds=20)
    assert [type(event) for event in events] == [PlayKept, TilesDrawn]
    assert all(event.is_silent for event in events)
    assert (len(state.players[0].rack), len(state.bag), challenge_view(state).retractable) == (7, 15, None)


def test_the_next_player_need_not_wait_and_draws_behind_the_first() -> None:
    for action in (place_play(laid(), "H7 ALE"), exchange_faces(laid(), "A"), pass_turn(laid())):
        _, events = apply_step(laid(), action, seconds=5)
        assert isinstance(events[0], PlayKept)
        assert isinstance(events[1], TilesDrawn)
        assert events[1].seat == 0


def test_a_play_that_is_taken_back_leaves_everything_as_it_was() -> None:
    before = table()
    state, events = apply_step(laid(before), TakeBack(A, 1), seconds=19)
    assert held(state) == held(before)
    (told,) = events
    assert isinstance(told, TurnUndone)
    assert (told.seat, told.kind, told.score, told.ruling, told.words[0].word) == (0, "play", 30, False, "LOFTY")
    assert state.last is not None
    assert (state.last.kind, state.last.words[0].score, state.highlights) == ("taken_back", 0, before.highlights)
    assert (state.number, state.history) == (1, ((0, 0),))


def test_a_play_that_is_gone_back_by_gives_the_bonus_cell_back() -> None:
    options = {"challenge": "void", "clock": "none", "take-back": "20"}
    state = game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], bonus="I8", options=options)
    first = after_actions(state, place_play(state, "8H EV"))
    assert first.bonus_taken
    for regret in (TakeBack(A), undo(first)):
        done = after_actions(first, regret, seconds=5)
        assert not done.bonus_taken
        assert after_actions(done, place_play(done, "8H EV")).players[0].score == first.players[0].score == 25 + 16


def test_a_play_is_taken_back_once_in_a_turn() -> None:
    state = after_actions(laid(), TakeBack(A))
    state, events = apply_step(state, place_play(state, "8H LOFTY"))
    assert isinstance(events[1], TilesDrawn)
    with pytest.raises(Refusal, match="take_back_too_late"):
        apply_step(state, TakeBack(A))
    state = after_actions(state, pass_turn(state))
    state = after_actions(state, place_on_board(state, H7="Q"))
    assert state.pending is not None, "in the next turn it can be"


@pytest.mark.parametrize(
    ("user", "number", "seconds", "code"),
    [
        (B, 1, 5, "play_of_another"),
        (B, None, 5, "play_of_another"),
        (D, 1, 5, "not_seated"),
        (A, 1, 20, "take_back_too_late"),
        (A, 2, 5, "take_back_too_late"),
        (A, 0, 5, "take_back_too_late"),
    ],
)
def test_nobody_else_takes_it_back_and_nothing_too_late(user: int, number: int | None, seconds: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        apply_step(laid(), TakeBack(user, number), seconds=seconds)


def test_what_the_turn_has_cost_of_the_clock_stays_spent_and_the_others_time_does_not_run() -> None:
    state = table(clock="25min")
    state = laid(state, seconds=100)
    state = after_actions(state, TakeBack(A), seconds=115)
    assert (elapsed(state.clocks, instant_at(115)), state.clocks.left) == (100_000, (1_500_000, 1_500_000))
    state = after_actions(state, pass_turn(state), seconds=125)
    assert state.clocks.left == (1_390_000, 1_500_000)


def test_who_was_given_more_time_meanwhile_keeps_it() -> None:
    state = table(clock="25min")
    passed = after_actions(state, pass_turn(state), seconds=60)
    for seat in (0, 1):
        more = after_actions(passed, Extend(C, seat, 300, passed.number), seconds=61)
        undone = after_actions(more, undo(more), seconds=62)
        given = tuple(300_000 if one == seat else 0 for one in (0, 1))
        assert undone.clocks.left == (1_500_000 + given[0], 1_500_000 + given[1])
        assert elapsed(undone.clocks, instant_at(62)) == 60_000


def test_while_the_clocks_stand_still_nothing_is_taken_back() -> None:
    state = after_actions(laid(table(clock="2min")), Pause(D), seconds=5)
    with pytest.raises(Refusal, match="paused"):
        apply_step(state, TakeBack(A), seconds=6)
    state = after_actions(state, Resume(D), seconds=500)
    assert after_actions(state, TakeBack(A), seconds=510).turn == 0, "the seconds stood still as well"


def test_the_last_play_waits_and_may_be_let_stand_by_the_next_player() -> None:
    state = game(
        laid=["8H ON"],
        racks=("E", "QD"),
        bag="",
        scores=(20, 20),
        options={"challenge": "void", "clock": "none", "take-back": "20"},
    )
    waiting = after_actions(state, place_on_board(state, J8="E"))
    assert (waiting.outcome, challenge_view(waiting).retractable) == (
        None,
        Retractable(1, 0, instant_at(20), last=True),
    )
    with pytest.raises(Refusal, match="take_back_open"):
        apply_step(waiting, place_on_board(waiting, K8="D"))
    assert held(after_actions(waiting, TakeBack(A), seconds=3)) == held(state)
    for action, seconds in ((pass_turn(waiting), 3), (Timeout(), 20)):
        assert after_actions(waiting, action, seconds=seconds).outcome is not None


def test_tournaments_know_no_taking_back_and_challenges_leave_no_room_for_it() -> None:
    for name in ("tournament-en", "tournament-tr", "klepka"):
        assert "take-back" not in shipped_rulesets()[name].options()
    assert resolve_ruleset(shipped_rulesets()["scrabble-en"], {"take-back": "30"}).take_back == 30  # type: ignore[attr-defined]
    for state in (challengeable_play(), game(laid=["8H ON"])):
        with pytest.raises(Refusal, match="no_take_back"):
            apply_step(state, TakeBack(A))


def test_who_gives_up_after_an_undone_removal_is_told_so() -> None:
    gone = after_actions(table(RACKS), Remove(D, 1))
    with pytest.raises(Refusal, match="was_removed"):
        apply_step(gone, Surrender(B))
    back = after_actions(gone, undo(gone))
    with pytest.raises(Refusal, match="has_surrendered"):
        apply_step(after_actions(back, Surrender(B)), Surrender(B))
