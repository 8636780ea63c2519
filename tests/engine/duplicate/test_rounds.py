"""A round of Duplicate: its rack, answers, locks, its end, what it brings (RULES §10.1 to §10.3)."""

from collections import Counter
from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import cancellation
from engine import game as door
from engine.absence import Presence, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.allowance import Extend
from engine.cancellation import acting_host
from engine.clock import NOBODY, Pause, Remind, Resume, Timeout
from engine.computer_ids import computer_user
from engine.duplicate.actions import CloseRound, Lock, NextNow, RackSearch, Withdraw
from engine.duplicate.dealing import Dealing, begin_dealing, continue_dealing, count_kinds
from engine.duplicate.events import GameEnded, LastCall
from engine.duplicate.results import permille_of, places_of
from engine.duplicate.secrecy import view_for
from engine.duplicate.state import GameState, Player
from engine.duplicate.timing import closes_at, deadline, due_action, next_thinker
from engine.errors import Refusal
from engine.game import Begin, apply
from engine.game_record import difference_from_shipped
from engine.lobby_seats import Join, Open, Seat, open_lobby
from engine.messages import Action
from engine.replay_log import replay_log
from engine.rng import Draws
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry, apply_and_log
from engine.turns import Cancel, Stop, Surrender
from tests.support import duplicate
from tests.support.duplicate import (
    HOST,
    after,
    answer,
    closed,
    deal,
    opened,
    play_at,
    refusal,
    scores,
    started,
    step,
    with_tiles,
)
from tests.support.games import (
    NOW,
    SECRET,
    accepts_any_word,
    accepts_only,
    after_actions,
    game,
    outcome_of,
    surrender,
    with_fields,
)

COMPUTER = computer_user("usta", 1)
# On an empty board LOFTY at D8 scores 24, LOFT at H8 14.


def seconds_of(state: GameState) -> float:
    at = closes_at(state)
    assert at is not None
    return (at - NOW).total_seconds()


def stands(state: GameState, seat: int) -> str:
    found = state.players[seat].answer
    return "" if found is None else found.play.word


def test_of_two_answers_the_last_counts() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8D LOFTY"), answer(state, 2, "8H LOFT"))
    assert scores(closed(state)) == [0, 14, 0]


def test_an_answer_sent_before_the_standing_one_changes_nothing() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8H LOFT", sent=9), seconds=10)
    assert step(state, answer(state, 2, "8D LOFTY", sent=8), seconds=11)[0] == state


def test_an_answer_that_was_sent_before_one_was_taken_back_is_not_taken() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8H LOFT", sent=5), seconds=6)
    state = after(state, Withdraw(2, 1), seconds=10)
    assert stands(after(state, answer(state, 2, "8D LOFTY", sent=8), seconds=11), 1) == ""
    assert stands(after(state, answer(state, 2, "8D LOFTY", sent=10), seconds=11), 1) == "LOFTY"


def test_who_came_in_with_a_round_that_is_stopped_is_known_in_the_end() -> None:
    state = opened(started())
    state = after(state, answer(state, 9, "8D LOFTY"))
    ended = after(state, Stop(HOST))
    assert [player.user for player in ended.known_players] == [player.user for player in ended.players]
    assert ended.players[-1].user == 9


def test_of_answers_of_one_second_the_last_to_come_counts() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8H LOFT"), seconds=9.7)
    state = after(state, answer(state, 2, "8D LOFTY", sent=9), seconds=10.2)
    assert stands(state, 1) == "LOFTY"
    state = after(state, answer(state, 2, "8H TOFY"), seconds=9.9)
    assert stands(state, 1) == "TOFY"


def test_what_was_sent_in_time_counts_until_the_round_is_closed() -> None:
    state = opened(started())
    late = after(state, answer(state, 2, "8D LOFTY", sent=120), seconds=121.5)
    assert stands(late, 1) == "LOFTY"
    assert refusal(state, answer(state, 2, "8D LOFTY", sent=121), 121.5) == "answer_late"
    assert refusal(state, answer(state, 2, "8D LOFTY"), 120.5) == "answer_late"
    over = closed(state)
    assert refusal(over, answer(state, 2, "8D LOFTY", sent=100), 122.5) == "round_over"


def test_a_lock_is_final_and_until_then_an_answer_can_be_taken_back() -> None:
    state = opened(started())
    assert refusal(state, Lock(2, 1)) == "nothing_to_lock"
    assert refusal(state, Withdraw(2, 1)) == "nothing_to_withdraw"
    state = after(state, answer(state, 2, "8D LOFTY"), Withdraw(2, 1))
    assert stands(state, 1) == ""
    state = after(state, answer(state, 2, "8D LOFTY"), Lock(2, 1))
    again = answer(state, 2, "8H LOFT")
    assert [refusal(state, one) for one in (again, Lock(2, 1), Withdraw(2, 1))] == ["answer_locked"] * 3


@pytest.mark.parametrize(
    ("play", "code"),
    [("8H LOOT", "not_on_rack"), ("1A LOFT", "off_centre"), ("8H L", "one_letter"), ("8H LaFT", "blanks_not_held")],
)
def test_what_is_wrong_by_place_or_letters_is_told_at_once_and_changes_nothing(play: str, code: str) -> None:
    state = opened(started(answers="strict"))
    state = after(state, answer(state, 2, "8D LOFTY"))
    assert refusal(state, answer(state, 2, play)) == code


def test_a_word_that_does_not_count_is_refused_and_the_earlier_answer_stands() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8H LOFT"))
    assert refusal(state, answer(state, 2, "8D FOLTY"), judge=accepts_only("LOFT")) == "not_words"
    assert stands(state, 1) == "LOFT"


def test_by_strict_answers_it_is_taken_silently_and_brings_nothing() -> None:
    state = opened(started(answers="strict"))
    state = after(state, answer(state, 2, "8H LOFT"), answer(state, 2, "8D FOLTY"), judge=accepts_only("LOFT"))
    assert stands(state, 1) == "FOLTY"
    state = closed(state)
    assert state.players[1].points == (0,)
    assert (state.closed[0].answered, state.closed[0].top_finders) == (1, ())


def test_a_round_is_over_three_seconds_after_the_last_lock_and_never_in_its_first_quarter() -> None:
    state = opened(started((HOST, 2)))
    state = after(state, answer(state, HOST, "8D LOFTY", lock=True), seconds=5)
    assert seconds_of(state) == 122
    early = after(state, answer(state, 2, "8H LOFT", lock=True), seconds=6)
    assert seconds_of(early) == 30
    late = after(state, answer(state, 2, "8H LOFT", lock=True), seconds=50)
    assert seconds_of(late) == 53
    assert refusal(late, Timeout(), 52.9) == "not_due"
    assert step(late, Timeout(), 53)[0].round is None


def test_who_did_not_answer_in_the_round_before_is_not_waited_for() -> None:
    state = opened(started((HOST, 2)))
    state = closed(after(state, answer(state, HOST, "8D LOFTY")))
    now = NOW + timedelta(seconds=200)
    state = opened(state, now=now)
    done, _ = step(state, answer(state, HOST, "8D LOFTY", lock=True), 60, now=now)
    assert closes_at(done) == now + timedelta(seconds=63)


def test_a_computer_is_waited_for_by_nobody_and_counts_as_no_answer() -> None:
    state = opened(started((HOST, COMPUTER)))
    state = after(state, answer(state, COMPUTER, "8D LOFTY", lock=True), seconds=40)
    assert seconds_of(state) == 122
    state = closed(after(state, answer(state, HOST, "8H LOFT", lock=True), seconds=60))
    assert (state.closed[0].answered, state.closed[0].top_finders) == (1, ())
    assert scores(state) == [14, 24]
    assert places_of(state) == [(0, 1)]


def test_computers_think_in_the_first_half_of_a_round_and_somebody_draws_between_rounds() -> None:
    state = started((HOST, COMPUTER))
    assert next_thinker(state) == (NOW, None)
    state = opened(state)
    due = next_thinker(state)
    assert due is not None
    assert due[1] == 1
    assert NOW < due[0] <= NOW + timedelta(seconds=60)
    assert next_thinker(after(state, answer(state, COMPUTER, "8H LOFT", lock=True))) is None


def test_the_host_ends_a_live_round_once_half_of_it_is_over() -> None:
    state = opened(started())
    assert refusal(state, CloseRound(HOST, 1), 59) == "half_not_over"
    assert refusal(state, CloseRound(2, 1), 61) == "not_host"
    assert refusal(state, CloseRound(HOST, 2), 61) == "round_over"
    ended = after(state, CloseRound(HOST, 1), seconds=61)
    assert seconds_of(ended) == 63
    assert deadline(ended) == closes_at(ended)
    assert refusal(ended, answer(state, 2, "8D LOFTY"), 62) == "answer_late"
    assert refusal(opened(started(round="3600")), CloseRound(HOST, 1), 3000) == "round_is_slow"


@pytest.mark.parametrize(("seconds", "call", "end"), [(120, 90, 122), (60, 30, 62), (3_600, 3_000, 3_630)])
def test_a_round_has_one_call_and_then_its_end(seconds: int, call: int, end: int) -> None:
    state = opened(started(round=str(seconds)))
    assert deadline(state) == NOW + timedelta(seconds=call)
    assert refusal(state, Remind(), call - 1) == "not_due"
    called, events = step(state, Remind(), call)
    assert events == (LastCall(1, seconds - call, 0),)
    assert refusal(called, Remind(), call) == "not_due"
    assert deadline(called) == NOW + timedelta(seconds=end)
    assert due_action(called, NOW + timedelta(seconds=end)) == Timeout()


def test_a_pause_puts_everything_off_by_its_length() -> None:
    state = opened(started())
    paused = after(state, Pause(HOST, "P1"), seconds=10)
    assert (deadline(paused), next_thinker(paused), paused.due_at) == (None, None, None)
    assert refusal(paused, answer(state, 2, "8D LOFTY"), 11) == "paused"
    assert stands(after(paused, answer(state, 2, "8D LOFTY", sent=9), seconds=11), 1) == "LOFTY"
    assert seconds_of(after(paused, Resume(HOST, "P1"), seconds=110)) == 222
    between = after(closed(state), Pause(HOST, "P1"), seconds=130)
    opens = after(between, Resume(HOST, "P1"), seconds=190).opens
    assert opens == NOW + timedelta(seconds=122 + 20 + 60)


def test_between_live_rounds_the_host_may_go_on_at_once() -> None:
    state = closed(opened(started()))
    assert state.opens == NOW + timedelta(seconds=142)
    assert refusal(state, NextNow(2, 1), 125) == "not_host"
    assert refusal(state, NextNow(HOST, 0), 125) == "not_in_pause"
    assert refusal(opened(started()), NextNow(HOST, 0), 1) == "not_in_pause"
    state = after(state, NextNow(HOST, 1), seconds=125)
    assert next_thinker(state) == (NOW + timedelta(seconds=125), None)
    assert closed(opened(started(round="3600"))).opens == NOW + timedelta(seconds=3_630)


def test_the_top_is_laid_and_what_it_leaves_is_kept() -> None:
    state = opened(started())
    state = closed(after(state, answer(state, 2, "8D LOFTY"), answer(state, 3, "8H LOFT")))
    laid = state.closed[0]
    assert [state.cells[7 * 15 + column] for column in range(3, 8)] == list("LOFTY")
    assert sorted(state.kept) == ["A", "E"]
    assert (laid.top_finders, [found.finders for found in laid.best], laid.answered) == ((1,), [(1,)], 2)


def test_who_reaches_its_points_has_found_the_top_however_they_laid() -> None:
    state = opened(started())
    state = closed(after(state, answer(state, 2, "H4 LOFTY")))
    assert (state.closed[0].top_finders, state.closed[0].best[0].finders) == ((1,), ())
    assert state.players[1].tops == 1


@pytest.mark.parametrize(("people", "solo", "bonus"), [(10, "10", 10), (9, "10", 0), (10, "off", 0), (10, "16", 16)])
def test_who_is_alone_among_ten_with_the_top_gets_a_bonus_outside_the_percentage(
    people: int, solo: str, bonus: int
) -> None:
    users = tuple(range(1, people + 1))
    state = opened(started(users, solo=solo))
    others = [answer(state, user, "8H LOFT") for user in users[1:]]
    state = closed(after(state, answer(state, 1, "8D LOFTY"), *others))
    first = state.players[0]
    assert (first.score, first.points, first.solos, permille_of(state, first)) == (24 + bonus, (24,), 1, 1000)
    assert state.closed[0].solo == (0 if bonus else None)
    assert state.players[1].solos == 0


def player(*points: int | None, since: int = 1, tops: int = 0, solos: int = 0, user: int = 1) -> Player:
    return Player(user, "P", sum(one or 0 for one in points), since=since, points=points, tops=tops, solos=solos)


@pytest.mark.parametrize(
    ("players", "places"),
    [
        ([player(10, 5), player(9, 5)], [(0, 1), (1, 2)]),
        ([player(10, 5), player(9, 6, tops=1)], [(1, 1), (0, 2)]),
        ([player(10, 5, tops=1), player(9, 6, tops=1, solos=1)], [(1, 1), (0, 2)]),
        ([player(10, 5), player(9, 6)], [(1, 1), (0, 2)]),
        ([player(6, 9), player(15, since=2)], [(1, 1), (0, 2)]),
        ([player(10, 5), player(10, 5)], [(0, 1), (1, 1)]),
        ([player(1), player(since=0), player(20, user=COMPUTER)], [(0, 1)]),
    ],
)
def test_ranks_are_by_points_then_tops_then_solos_then_the_latest_round_that_differs(
    players: list[Player], places: list[tuple[int, int]]
) -> None:
    state = replace(started(), players=tuple(players), number=2)
    assert places_of(state) == places


def test_the_percentage_is_of_all_rounds_since_the_first_answer_if_a_third_of_them_were_answered() -> None:
    state = opened(started())
    state = closed(after(state, answer(state, 2, "8H LOFT")))
    state = replace(state, closed=tuple(replace(state.closed[0], number=number) for number in range(1, 5)), number=4)
    assert permille_of(state, player(13, None, None, since=2)) == round(1000 * 13 / 72)
    assert permille_of(state, player(23, None, None, None)) is None
    assert permille_of(state, player(12, since=4)) == 500
    assert permille_of(state, player(since=0)) is None


def test_somebody_enters_by_answering_or_silently_and_counts_from_the_first_answer_on() -> None:
    state = opened(started((HOST,)))
    state = after(state, Join(8, "P8"), answer(state, 9, "8H LOFT"))
    assert len(view_for(state, None).seats) == 1
    state = closed(state)
    assert [(seat.user, seat.since, seat.place) for seat in view_for(state, None).seats] == [
        (HOST, 0, None),
        (8, 0, None),
        (9, 1, 1),
    ]


def test_a_hundred_people_answer_and_the_next_is_told_so() -> None:
    state = opened(started(tuple(range(1, 100))))
    state = after(state, *(answer(state, user, "8H LOFT") for user in range(1, 100)))
    state = after(state, Join(200, "P200"), Join(201, "P201"), answer(state, 200, "8H LOFT"))
    assert refusal(state, answer(state, 201, "8H LOFT")) == "game_full"
    assert refusal(state, answer(state, 202, "8H LOFT")) == "game_full"
    assert refusal(state, answer(state, 200, "8D LOFTY")) == ""


def test_an_open_round_does_not_count_where_the_game_is_stopped() -> None:
    state = opened(started())
    state = closed(after(state, answer(state, 2, "8H LOFT")))
    state = opened(state, now=NOW + timedelta(seconds=200))
    state = after(state, answer(state, 3, "8D LOFTY"), seconds=201)
    assert refusal(state, Stop(2)) == "not_host"
    for stop in (Stop(HOST), Stop(77, "A", ruling=True)):
        ended, events = step(state, stop, 202)
        assert ended.outcome is not None
        assert (ended.outcome.reason, [final.seat for final in ended.outcome.finals]) == ("stopped", [1])
        assert isinstance(events[-1], GameEnded)
        assert view_for(ended, None).open is None


def test_a_game_that_was_called_off_has_no_result() -> None:
    state = opened(started())
    state = after(state, answer(state, 2, "8H LOFT"), Cancel(HOST, "P1"))
    assert (outcome_of(state).reason, outcome_of(state).finals) == ("cancelled", ())


def test_a_deal_with_a_search_too_many_or_too_few_or_a_wrong_score_is_refused() -> None:
    state = with_tiles(started(), "LOFTYAE")
    good = deal(state, "8D LOFTY")
    wrong = replace(good.searched[0], laid=replace(play_at(state, "8D LOFTY"), score=27))
    for searched in ((), (*good.searched, *good.searched), (wrong,)):
        assert refusal(state, replace(good, searched=searched)) == "wrong_search"
    with pytest.raises(Refusal):
        step(opened(started()), good)


WEEKLY = resolve_ruleset(shipped_rulesets()["duplicate-tr"], {"round": "86400", "rounds": "7"})
"""The week's game: nobody opens its table, and it has a number of rounds that no other is offered."""


def test_seven_rounds_are_read_and_kept_and_not_offered() -> None:
    assert "7" not in WEEKLY.options()["round"].values
    assert "7" not in shipped_rulesets()["duplicate-tr"].options()["rounds"].values
    assert WEEKLY.options_in_use["rounds"] == "7"
    assert difference_from_shipped(WEEKLY) is None


def test_a_table_that_nobody_opens_begins_with_nobody_and_its_log_replays() -> None:
    lobby = open_lobby(WEEKLY, Seat(NOBODY, ""), SECRET, now=NOW)
    assert lobby.seats == ()
    opening = LogEntry(Open(NOBODY, ""), NOW, {})
    step, entry = apply_and_log(lobby, Begin(NOBODY, 739_000, "00", 0), NOW, {})
    assert isinstance(step.table, GameState)
    assert step.table.players == ()
    assert replay_log(WEEKLY, SECRET, [opening, entry]) == step.table


def test_no_player_directs_it_and_an_administrator_may_stop_it() -> None:
    lobby = open_lobby(WEEKLY, Seat(NOBODY, ""), SECRET, now=NOW)
    state = apply(lobby, Begin(NOBODY, 1, "00"), NOW, accepts_any_word).table
    assert isinstance(state, GameState)
    entered = after(state, Join(7, "Ayşe"))
    assert acting_host(entered) == NOBODY
    assert refusal(entered, Stop(7)) == "not_host"
    assert outcome_of(after(entered, Stop(8, ruling=True))).reason == "stopped"


NOTHING = RackSearch()


def before(
    kept: str = "", bag: str = "", number: int = 0, ruleset: str = "duplicate-en", rounds: str = "10"
) -> GameState:
    """A game before its next round, with these tiles left."""
    return replace(started(ruleset=ruleset, rounds=rounds), kept=tuple(kept), bag=tuple(bag), number=number)


def fates(dealing: Dealing) -> list[tuple[str, str]]:
    return [("".join(event.rack), event.fate) for event in dealing.events]


def dealt(state: GameState, seeds: int = 60) -> list[Dealing]:
    """What is drawn by one seed after another."""
    return [begin_dealing(replace(state, draws=Draws(f"{seed:02x}"))) for seed in range(seeds)]


@pytest.mark.parametrize(
    ("tiles", "language", "counts"),
    [("AEIOUY?", "en", (7, 2)), ("BCDY", "en", (1, 4)), ("IİYĞ", "tr", (2, 2)), ("ЇЙЬ'?", "uk", (2, 2))],
)
def test_a_blank_and_an_english_y_count_twice_and_a_soft_sign_never(
    tiles: str, language: str, counts: tuple[int, int]
) -> None:
    assert count_kinds(tiles, language) == counts


def test_every_rack_of_the_first_fifteen_rounds_has_two_of_each_kind_later_one() -> None:
    state = before(bag="A" * 6 + "T" * 40, rounds="all")
    early = [count_kinds(one.rack, "en")[0] for one in dealt(replace(state, number=14))]
    late = [count_kinds(one.rack, "en")[0] for one in dealt(replace(state, number=15))]
    assert (min(early), min(late)) == (2, 1)
    mini = [count_kinds(one.rack, "tr")[0] for one in dealt(before(bag="A" * 6 + "T" * 40, ruleset="duplicate-mini"))]
    assert min(mini) == 1


def test_one_of_each_is_enough_where_the_tiles_have_no_two() -> None:
    assert all(count_kinds(one.rack, "en") == (1, 6) for one in dealt(before(bag="A" + "T" * 12), 10))


def test_a_rack_that_fails_goes_back_whole_and_seven_new_are_drawn() -> None:
    refused = [one for one in dealt(before("TTTTT", "AAAAAAAABBBB")) if one.events]
    assert refused
    for one in refused:
        rack, fate = fates(one)[0]
        assert (rack.count("T"), fate) == (5, "refused")
        assert Counter((*one.rack, *one.bag)) == Counter("TTTTTAAAAAAAABBBB")
    assert any(one.rack.count("T") < 5 for one in refused)


def test_after_two_hundred_failures_of_a_round_one_of_each_is_enough() -> None:
    state = before(bag="AA" + "T" * 600)
    lean = [one for one in dealt(state, 12) if count_kinds(one.rack, "en")[0] == 1]
    assert lean
    assert all(one.failures >= 200 for one in lean)


def test_with_fewer_than_seven_tiles_left_the_rack_is_all_of_them() -> None:
    assert begin_dealing(before("TQ", "AX")).rack == ("A", "Q", "T", "X")


@pytest.mark.parametrize(
    ("state", "end"),
    [
        (before("A", "", 10), "rounds"), (before("A", "", 10, rounds="all"), "tiles"), (before("", "", 3), "tiles"),
        (before("TT", "BBBBBBBBB"), "vowels"), (before("AA", "EEEEEEE"), "consonants"),
        (before("ЬЬ", "''", ruleset="duplicate-uk"), "vowels"), (before("?Ь", "", ruleset="duplicate-uk"), None),
        (before("YT", ""), None), (before("AT", "", 9), None),
    ],
)  # fmt: skip
def test_the_endings_are_tested_in_their_order_before_a_round(state: GameState, end: str | None) -> None:
    assert begin_dealing(state).end == end


def test_a_rack_without_a_play_goes_back_and_the_fifth_in_a_row_ends_the_game() -> None:
    step = begin_dealing(before(bag="A" * 20 + "T" * 20))
    for count in range(1, 5):
        step = continue_dealing(step, NOTHING)
        assert (step.is_done, step.noplays) == (False, count)
        assert len((*step.rack, *step.bag)) == 40
    step = continue_dealing(step, NOTHING)
    assert step.end == "noplay"
    assert [fate for _, fate in fates(step)].count("noplay") == 5


def test_a_rack_without_a_play_ends_the_game_at_once_where_the_bag_is_empty() -> None:
    step = continue_dealing(begin_dealing(before("TTA", "AB")), NOTHING)
    assert (step.end, fates(step)) == ("noplay", [("AABTT", "noplay")])


def test_in_turns_the_one_on_turn_is_awaited_and_may_act() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"), turn=1)
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((1,), False, True)
    assert (door.view(state, None).awaited, state.due_at) == ((1,), None)  # type: ignore[attr-defined]  # a game's


def test_nobody_is_awaited_in_a_paused_or_finished_game() -> None:
    state = game("kelimelik", racks=("KALEMİR", "ŞŞZZVVÖ"))
    paused = with_fields(state, clocks=with_fields(state.clocks, paused=NOW))
    assert (paused.awaited, paused.may_act(0)) == ((), True), "it is still their turn"
    over = after_actions(state, surrender(state))
    assert (over.awaited, over.may_act(0), over.may_act(1)) == ((), False, False)


def test_where_all_answer_at_once_nobody_is_awaited_and_who_has_not_locked_may() -> None:
    state = opened(started())
    state = after(state, duplicate.answer(state, 2, "8D LOFTY", lock=True))
    assert (state.awaited, state.may_act(0), state.may_act(1)) == ((), True, False)


def test_people_come_into_a_running_game_and_nobody_twice() -> None:
    state, (told,) = step(opened(started()), Join(9, "Cem"))
    assert (told.is_silent, state.seat_of(9)) == (True, 3)
    assert not door.may_enter(state, 9)
    assert door.may_enter(state, 10)
    assert refusal(state, Join(9, "Cem")) == "already_seated"


def test_nobody_comes_into_a_game_in_turns() -> None:
    state = game("kelimelik")
    assert not door.may_enter(state, 10)
    with pytest.raises(Refusal, match="game_running"):
        door.apply(state, Join(10, "Cem"), NOW, bool)


@pytest.mark.parametrize(
    "action",
    [
        Extend(1, 1, 60, 0),
        Skip(1, 1, 0),
        Remove(1, 1),
        Replace(1, 1, 9),
        Seek(1, 1),
        Volunteer(9, "Cem", 1),
        Vote(1, "skip", 1, 0),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_is_about_turns_and_absence_is_refused_without_turns(action: Action) -> None:
    state = opened(started())
    assert refusal(state, action) == "no_turns"
    assert refusal(after(state, Cancel(1)), action) == "game_over"
    assert refusal(state, Surrender(1)) == "another_game"


def test_pauses_presence_and_cancelling_are_for_every_game() -> None:
    state = opened(started())
    paused = after(state, Pause(1), seconds=10)
    assert (paused.due_at, door.deadline(paused)) == (None, None)
    assert after(state, Presence(2, here=False)).gone == (2,)
    asked = after(state, cancellation.ProposeCancel(1))
    due = door.due_action(asked, NOW + timedelta(seconds=60))
    assert after(asked, due, seconds=60).outcome is not None
