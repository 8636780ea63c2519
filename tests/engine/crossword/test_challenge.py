"""Challenges: a play lies unjudged, and what it costs when somebody doubts it (RULES §7.1, §8 nos. 28, 30, 33, 38)."""

from collections import Counter
from datetime import timedelta

import pytest

from engine import game as door
from engine.clock import Timeout
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.events import (
    GameEnded,
    PlayChallenged,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesDrawn,
    TilesPlaced,
    TurnLost,
    TurnPassed,
    WindowClosed,
)
from engine.crossword.state import GameState
from engine.crossword.view import Challenged, LastTurn, Verdict, Window, WordScore
from engine.errors import Refusal
from engine.turns import Pass, PlayerSurrendered
from tests.support import boards
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    accepts_any_word,
    accepts_only,
    after_actions,
    apply_step,
    challenge_table,
    challenge_view,
    challengeable_last_play,
    challengeable_play,
    exchange_faces,
    game,
    instant_at,
    outcome_of,
    pass_turn,
    place_on_board,
    place_play,
    surrender,
    with_fields,
)

A, B, C, D = USERS


def test_a_play_lies_unjudged_and_scored_and_the_turn_goes_on() -> None:
    state = challenge_table()
    state, events = apply_step(state, place_play(state, "8H LOFTY"), NO_WORD_IS_VALID)
    assert (state.turn, state.players[0].score, state.number) == (1, 30, 1)
    assert [type(event) for event in events] == [TilesPlaced]
    assert isinstance(events[0], TilesPlaced)
    assert (events[0].play, events[0].until) == (1, instant_at(60))
    words = (WordScore("LOFTY", 30, ("H8", "I8", "J8", "K8", "L8")),)
    assert challenge_view(challengeable_play()).window == Window(1, 0, instant_at(60), words, last=False)
    assert [seat.tiles for seat in challenge_view(challengeable_play()).seats] == [2, 7]


def test_when_the_time_is_up_the_play_stands_and_is_refilled() -> None:
    state, events = apply_step(challengeable_play(), Timeout(), seconds=60)
    assert events[0] == WindowClosed(0, 1, "time")
    assert isinstance(events[1], TilesDrawn)
    assert Counter(state.players[0].rack) == Counter("AEQQQQQ")
    assert (state.turn, state.pending, door.deadline(state)) == (1, None, instant_at(86400))


def test_the_next_players_action_closes_the_window_before_it_counts() -> None:
    state = challengeable_play(bag="Q" * 20)
    for action in (place_play(state, "H7 ALE"), exchange_faces(state, "A"), pass_turn(state)):
        done, events = apply_step(state, action, seconds=5)
        assert events[0] == WindowClosed(0, 1, "acted")
        assert isinstance(events[1], TilesDrawn)
        assert events[1].seat == 0
        assert len(done.players[0].rack) == 7


def test_an_exchange_counts_the_bag_after_the_refill() -> None:
    assert after_actions(challengeable_play(bag="Q" * 12), exchange_faces(challengeable_play(), "A")).number == 2
    with pytest.raises(Refusal, match=r"bag_too_small.*bag=6"):
        apply_step(challengeable_play(bag="Q" * 11), exchange_faces(challengeable_play(), "A"))
    assert after_actions(left(bag="Q" * 7), exchange_faces(left(), "A")).number == 2, "for who left nothing is drawn"


def test_a_phony_goes_back_to_the_rack_and_the_turn_is_lost() -> None:
    state, events = apply_step(challengeable_play(), Challenge(B), NO_WORD_IS_VALID, 10)
    assert not any(state.cells)
    assert Counter(state.players[0].rack) == Counter("LOFTYAE")
    assert (state.players[0].score, state.turn, state.number) == (0, 1, 1)
    done = Challenged(1, 0, 1, (Verdict("LOFTY", valid=False),), withdrawn=True)
    assert events[0] == PlayChallenged(done)
    assert state.challenges == (done,)
    assert isinstance(events[1], PlayWithdrawn)
    assert (events[1].phonies, events[1].score, len(events)) == (("LOFTY",), 30, 2)


def test_the_letters_of_a_withdrawn_play_are_public_and_the_rest_of_the_rack_is_not() -> None:
    _, events = apply_step(challengeable_play(), Challenge(B), NO_WORD_IS_VALID)
    (withdrawn,) = (event for event in events if isinstance(event, PlayWithdrawn))
    heard = door.redact(withdrawn, 1)
    assert isinstance(heard, PlayWithdrawn)
    assert ("".join(tile.tile for tile in heard.tiles), heard.rack) == ("LOFTY", None)
    assert door.redact(withdrawn, 0) == withdrawn


def test_a_withdrawn_play_gives_bonus_cell_and_premiums_back() -> None:
    state = game("kelimelik", racks=["EVAAAAA", "EVAAAAA"], bonus="I8", options={"challenge": "single"})
    state = after_actions(state, place_play(state, "8H EV"))
    assert state.bonus_taken
    state = after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID)
    assert not state.bonus_taken
    again, events = apply_step(state, place_play(state, "8H EV"))
    (placed,) = (event for event in events if isinstance(event, TilesPlaced))
    assert (placed.cell_bonus, again.players[1].score) == (25, 25 + 16)


def test_one_bad_word_of_several_withdraws_the_whole_play() -> None:
    state = challenge_table(laid=["8H ON"])
    state = after_actions(state, place_play(state, "9H AE"))
    state, events = apply_step(state, Challenge(B), accepts_only("AE", "OA"))
    assert isinstance(events[1], PlayWithdrawn)
    assert events[1].phonies == ("NE",)
    assert (state.cells[8 * 15 + 7], state.cells[7 * 15 + 7]) == ("", "O")


def test_only_the_named_words_are_judged() -> None:
    state = challenge_table(laid=["8H ON"])
    state = after_actions(state, place_play(state, "9H AE"))
    state, events = apply_step(state, Challenge(B, ("OA",)), accepts_only("OA"))
    (challenged,) = (event for event in events if isinstance(event, PlayChallenged))
    assert challenged.challenge.verdicts == (Verdict("OA", valid=True),)
    assert state.cells[8 * 15 + 7] == "A"


def test_a_good_play_stands_and_is_refilled_at_once() -> None:
    state, events = apply_step(challengeable_play(), Challenge(B), seconds=10)
    assert [type(event) for event in events] == [PlayChallenged, WindowClosed, TilesDrawn]
    assert events[1] == WindowClosed(0, 1, "challenge")
    assert (len(state.players[0].rack), state.players[0].score, state.turn) == (7, 30, 1)
    assert door.deadline(state) == state.clocks.started + timedelta(days=1)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("options", "mover", "challenger"),
    [
        ({"mode": "single"}, 0, 0),
        ({"mode": "double"}, 0, 0),
        ({"mode": "five"}, 5, 0),
        ({"mode": "five", "challenge_per": "word"}, 15, 0),
        ({"mode": "five", "challenge_to": "challenger"}, 0, -5),
        ({"mode": "ten"}, 10, 0),
        ({"mode": "ten", "challenge_per": "word", "challenge_to": "challenger"}, 0, -30),
        ({"mode": "wordpoints"}, 0, -8),
    ],
)
def test_the_price_of_a_failed_challenge(options: dict[str, str], mover: int, challenger: int) -> None:
    chosen = {name.replace("_", "-"): value for name, value in options.items() if name != "mode"}
    state = challenge_table(options["mode"], laid=["8H ON"], options=chosen)
    state = after_actions(state, place_play(state, "9H AE"))
    assert state.last is not None
    assert ([word.word for word in state.last.words], state.players[0].score) == (["AE", "OA", "NE"], 8)
    state = after_actions(state, Challenge(B))
    assert [player.score for player in state.players] == [8 + mover, challenger]
    assert state.challenges[0].points == mover + challenger


def test_wordpoints_takes_the_named_words_points_with_premiums_and_without_the_bingo() -> None:
    state = challenge_table("wordpoints", laid=["8H LOFTY", "7I LOAM"], racks=("FICIATE", "A"))
    state = after_actions(state, place_play(state, "J7 OFFICIATE"))
    assert state.last is not None
    assert (state.last.bingo, [word.word for word in state.last.words]) == (50, ["OFFICIATE"])
    state, events = apply_step(state, Challenge(B))
    assert events[-1] == PointsAdjusted(1, -21)
    assert [player.score for player in state.players] == [21 + 50, -21]


def test_a_word_formed_twice_costs_its_points_twice_and_is_one_word() -> None:
    state = challenge_table("wordpoints", laid=["8H O", "10H O"], racks=("NNAAAAA", "A"))
    state = with_fields(state, cells=boards.board_with_plays(["8H O", "9H A", "10H O"], state.ruleset))
    state = after_actions(state, place_on_board(state, I8="N", I9="A", I10="N"))
    assert state.last is not None
    twice = [word.score for word in state.last.words if word.word == "ON"]
    assert len(twice) == 2
    state = after_actions(state, Challenge(B, ("ON",)))
    assert state.players[1].score == -sum(twice)
    assert state.challenges[0].verdicts == (Verdict("ON", valid=True),)


def test_double_skips_the_challenger_who_is_next_or_when_the_turn_comes() -> None:
    state, events = apply_step(challengeable_play("double"), Challenge(B))
    assert events[-1] == TurnLost(1)
    assert (state.turn, state.number, endings.run_counts(state)) == (0, 2, (0, 1))
    state, events = apply_step(challengeable_play("double", seated=3), Challenge(C))
    assert not any(isinstance(event, TurnLost) for event in events)
    assert (state.turn, challenge_view(state).seats[2].skips) == (1, 1)
    state, events = apply_step(state, pass_turn(state))
    assert [type(event) for event in events] == [TurnPassed, TurnLost]
    assert (state.turn, state.players[2].skips, state.number) == (0, 0, 3)


def test_double_skips_the_challenger_although_the_mover_left() -> None:
    state, events = apply_step(left("double"), Challenge(B))
    assert events[-1] == TurnLost(1)
    assert (state.turn, state.number, endings.run_counts(state)) == (2, 2, (0, 1, 0))


def test_a_turn_lost_by_a_challenge_may_end_the_game() -> None:
    state = after_actions(challengeable_play("double", seated=3), Challenge(C))
    state = with_fields(
        state, players=tuple(with_fields(one, run=two) for one, two in zip(state.players, (2, 1, 1), strict=True))
    )
    state, events = apply_step(state, pass_turn(state))
    assert outcome_of(state).reason == "scoreless"
    assert [type(event) for event in events[-2:]] == [TurnLost, GameEnded]


def test_the_first_challenger_bears_the_risk_alone() -> None:
    state = after_actions(challengeable_play("ten", seated=3, challenge_to="challenger"), Challenge(C))
    assert [player.score for player in state.players] == [30, 0, -10]
    with pytest.raises(Refusal, match="challenged_already"):
        apply_step(state, Challenge(B))


def test_a_challenge_races_the_next_move_and_the_first_to_come_counts() -> None:
    state = challengeable_play(seated=3)
    moved = after_actions(state, place_play(state, "H7 ALE"))
    with pytest.raises(Refusal, match="challenge_too_late"):
        apply_step(moved, Challenge(C, play=1))
    with pytest.raises(Refusal, match="word_not_in_play"):
        apply_step(moved, Challenge(C, ("LOFTY",)))
    state, events = apply_step(moved, Challenge(C, play=2), NO_WORD_IS_VALID)
    assert isinstance(events[1], PlayWithdrawn)
    assert events[1].seat == 1
    assert state.cells[7 * 15 + 7] == "L"


def test_the_last_play_ends_the_game_when_the_window_closes() -> None:
    state, events = apply_step(challengeable_last_play(), Timeout(), seconds=60)
    assert (outcome_of(state).reason, [player.score for player in state.players]) == ("out", [20 + 3 + 12, 20 - 12])
    assert events[0] == WindowClosed(0, 1, "time")


def test_the_next_player_may_accept_the_last_play_by_passing() -> None:
    state = challengeable_last_play()
    state, events = apply_step(state, pass_turn(state), seconds=3)
    assert outcome_of(state).reason == "out"
    assert [type(event) for event in events] == [WindowClosed, GameEnded]
    assert (events[0], state.number) == (WindowClosed(0, 1, "accepted"), 1)


def test_a_last_play_withdrawn_goes_on_with_the_next_player() -> None:
    state = after_actions(challengeable_last_play(), Challenge(B), judge=NO_WORD_IS_VALID)
    assert (state.outcome, state.turn, state.players[0].rack, state.players[0].score) == (None, 1, ("E",), 20)
    assert after_actions(state, pass_turn(state)).turn == 0


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({"mode": "single"}, [35, 8]),
        ({"mode": "double"}, [35, 8]),
        ({"mode": "five"}, [40, 8]),
        ({"mode": "wordpoints"}, [35, 5]),
    ],
)
def test_a_failed_challenge_of_the_last_play_ends_the_game_with_its_price(
    options: dict[str, str], scores: list[int]
) -> None:
    state, events = apply_step(challengeable_last_play(options["mode"]), Challenge(B))
    assert (outcome_of(state).reason, [player.score for player in state.players]) == ("out", scores)
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, TurnLost) for event in events)


def test_a_mover_alone_waits_for_the_window() -> None:
    state = challengeable_play(seated=2)
    state = with_fields(state, players=(state.players[0], with_fields(state.players[1], retired=True)), turn=0)
    with pytest.raises(Refusal, match="window_open"):
        apply_step(state, pass_turn(state))
    state = after_actions(state, Timeout(), seconds=60)
    assert after_actions(state, pass_turn(state), seconds=61).number == 2


def test_an_ex_cell_waits_for_the_window() -> None:
    state = over_ex()
    assert state.players[1].rack == tuple("ABCDEFG")
    state, events = apply_step(state, Timeout(), seconds=60)
    assert [type(event) for event in events] == [WindowClosed, TilesDrawn, TileExchanged]
    assert Counter(state.players[1].rack)["Z"] == 1


def test_an_ex_cell_of_a_withdrawn_play_or_of_a_mover_who_left_does_nothing() -> None:
    left_play = after_actions(over_ex(seated=3), surrender(over_ex(seated=3), 0))
    for covered, judge in ((over_ex(), NO_WORD_IS_VALID), (left_play, accepts_any_word)):
        state, events = apply_step(covered, Challenge(B), judge)
        assert not any(isinstance(event, TileExchanged) for event in events)
        assert state.players[1].rack == tuple("ABCDEFG")


def test_an_ex_cell_spares_the_tiles_of_the_play_that_closes_the_window() -> None:
    state = over_ex()
    state, events = apply_step(state, place_play(state, "D8 OABCDEF"))
    (exchanged,) = (event for event in events if isinstance(event, TileExchanged))
    assert (exchanged.victim, exchanged.lost, state.players[1].rack) == (1, "G", ("Z",))


def over_ex(seated: int = 2) -> GameState:
    """WordBox: the first player has just covered the EX cell C8 and only Z is left in the bag."""
    options, racks = {"challenge": "single", "clock": "none"}, ["NAAAAAA", *["ABCDEFG"] * (seated - 1)]
    state = game("wordbox-en", laid=["8D ON"], racks=racks, bag="Z" * 20, options=options)
    return after_actions(state, place_on_board(state, C8="N"))


def left(mode: str = "single", *, seated: int = 3, bag: str = "QQQQQQQQ", **options: str) -> GameState:
    """The first player has laid LOFTY for 30 points and given the game up; the next is on turn."""
    state = challengeable_play(mode, seated=seated, bag=bag, **options)
    return after_actions(state, surrender(state, 0))


def left_at_the_last_play(mode: str = "single") -> GameState:
    """The first player has laid the last tile and given the game up; the bag is empty."""
    state = challengeable_last_play(mode, seated=3)
    return after_actions(state, surrender(state, 0))


def test_of_two_a_mover_who_gives_up_while_the_window_is_open_loses() -> None:
    state, events = apply_step(challengeable_play(), surrender(challengeable_play(), 0))
    assert (outcome_of(state).reason, outcome_of(state).winners, state.pending) == ("surrender", (1,), None)
    assert (len(events), state.last) == (2, LastTurn(0, "surrender"))


def test_a_mover_who_leaves_leaves_the_window_open() -> None:
    before = challengeable_play(seated=3)
    state, events = apply_step(before, surrender(before, 0))
    assert events == (PlayerSurrendered(0),)
    assert (state.turn, state.last, challenge_view(state).window) == (1, before.last, challenge_view(before).window)
    assert door.deadline(state) == instant_at(60)


def test_a_phony_of_a_mover_who_left_goes_to_the_rack_that_is_set_aside() -> None:
    before = left()
    state, events = apply_step(before, Challenge(B), NO_WORD_IS_VALID, 10)
    assert [type(event) for event in events] == [PlayChallenged, PlayWithdrawn]
    assert not any(state.cells)
    assert (Counter(state.players[0].rack), state.players[0].score) == (Counter("LOFTYAE"), 0)
    assert (state.players[0].active, state.bag, state.turn) == (False, before.bag, 1)


@pytest.mark.parametrize("seat", [1, 2])
def test_everybody_who_is_left_may_challenge_and_the_mover_may_not(seat: int) -> None:
    assert not any(after_actions(left(), Challenge(USERS[seat]), judge=NO_WORD_IS_VALID).cells)
    with pytest.raises(Refusal, match="has_surrendered"):
        apply_step(left(), Challenge(A))


@pytest.mark.parametrize(
    ("action", "seconds", "closed"),
    [(Timeout(), 60, WindowClosed(0, 1, "time")), (Pass(B), 5, WindowClosed(0, 1, "acted"))],
)
def test_a_play_that_stands_is_not_refilled_for_a_mover_who_left(
    action: door.Action, seconds: float, closed: WindowClosed
) -> None:
    state, events = apply_step(left(), action, seconds=seconds)
    assert events[0] == closed
    assert not any(isinstance(event, TilesDrawn) for event in events)
    assert (state.players[0].rack, len(state.bag), state.pending) == (("A", "E"), 8, None)
    with pytest.raises(Refusal, match="challenge_too_late"):
        apply_step(state, Challenge(C, play=1))


def test_a_price_for_the_mover_does_not_help_one_who_left() -> None:
    state, events = apply_step(left("five"), Challenge(B))
    assert events[-1] == PointsAdjusted(0, 5)
    assert [player.score for player in state.players] == [35, 0, 0]
    state = after_actions(state, surrender(state, 2))
    assert (outcome_of(state).winners, [final.place for final in outcome_of(state).finals]) == ((1,), [1, 2, 3])


def test_a_price_for_the_challenger_is_paid_although_the_mover_left() -> None:
    state = after_actions(left("wordpoints"), Challenge(C))
    assert [player.score for player in state.players] == [30, 0, -30]


def skipping() -> GameState:
    """Both opponents lose a turn, so that the mover of LOFTY is on turn again and waits for the own window."""
    state = challenge_table("double", ("LOFTYAE", "AEINSDL", "AEINSDL"), bag="QQQQQQQQ", options={"clock": "2min"})
    others = (with_fields(player, skips=1) for player in state.players[1:])
    state = with_fields(state, players=(state.players[0], *others))
    return after_actions(state, place_play(state, "8H LOFTY"))


def test_a_mover_on_turn_who_leaves_hands_the_turn_on() -> None:
    state = skipping()
    assert endings.run_counts(after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID)) == (1, 1, 1)
    assert (state.turn, state.number, state.clocks.started) == (0, 3, None)
    state = after_actions(state, surrender(state, 0), seconds=20)
    assert (state.turn, state.clocks.started, state.pending is not None) == (1, instant_at(20), True)
    assert after_actions(state, pass_turn(state), seconds=30).turn == 2


def test_a_withdrawal_after_the_mover_left_gives_the_others_their_own_turns_of_the_run_back() -> None:
    state = challenge_table(laid=["8H ON"], racks=("EA", "K", "Q"), run=(1, 2, 2), scores=(90, 50, 50))
    state = after_actions(state, place_on_board(state, J8="E"))
    state = after_actions(state, surrender(state, 0), Challenge(B), judge=NO_WORD_IS_VALID)
    for length in (4, 5):
        assert (state.outcome, endings.run_length(state)) == (None, length)
        state = after_actions(state, pass_turn(state))
    assert outcome_of(state).reason == "scoreless"
    assert [(final.seat, final.score) for final in outcome_of(state).finals] == [(1, 45), (2, 40), (0, 90)]


def test_a_last_play_whose_mover_left_ends_no_game() -> None:
    state = left_at_the_last_play()
    window = challenge_view(state).window
    assert (state.outcome, state.turn, window is not None and window.last) == (None, 1, False)


@pytest.mark.parametrize(("action", "seconds", "turn"), [(Pass(B), 5, 2), (Challenge(B), 5, 1), (Timeout(), 60, 1)])
def test_the_others_play_on_when_the_window_of_a_last_play_closes_whose_mover_left(
    action: door.Action, seconds: float, turn: int
) -> None:
    done = after_actions(left_at_the_last_play(), action, seconds=seconds)
    assert (done.outcome, done.turn, done.pending) == (None, turn, None)


def test_the_points_of_the_set_aside_rack_go_to_nobody_who_goes_out_later() -> None:
    state = after_actions(left_at_the_last_play(), Challenge(B), judge=NO_WORD_IS_VALID)
    assert (state.players[0].rack, state.players[0].score, state.turn) == (("E",), 20, 1)
    state = after_actions(state, pass_turn(state))
    state = after_actions(state, place_on_board(state, J8="Z"))
    state = after_actions(state, Timeout(), seconds=60)
    assert outcome_of(state).reason == "out"
    assert [(final.seat, final.adjustment) for final in outcome_of(state).finals] == [(2, 12), (1, -12), (0, 0)]


def test_a_bonus_cell_of_a_mover_who_left_is_taken_only_if_the_play_stands() -> None:
    state = game("kelimelik", racks=["EVAAAAA"] * 3, bonus="I8", options={"challenge": "single"})
    state = after_actions(state, place_play(state, "8H EV"))
    state = after_actions(state, surrender(state, 0))
    assert after_actions(state, Challenge(B)).bonus_taken
    assert not after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID).bonus_taken
