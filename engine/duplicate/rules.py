"""Applying actions to a game of Duplicate: one pure function to a new state and events (RULES §10)."""

from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace

from engine.cancellation import GameCancelled, acting_host
from engine.clock import Pause, Remind, Resume, Timeout
from engine.computer_ids import is_computer
from engine.crossword.actions import Place
from engine.crossword.challenge import refuse_phonies
from engine.crossword.rules import lay_and_score
from engine.crossword.tiles import face_of, remove_from_rack
from engine.duplicate import dealing, results, timing, tops
from engine.duplicate.actions import Action, Answer, CloseRound, Deal, Lock, NextNow, Withdraw
from engine.duplicate.events import (
    AnswerTaken,
    EndsEarly,
    Event,
    GameEnded,
    LastCall,
    PlayerEntered,
    RoundClosed,
    RoundOpened,
)
from engine.duplicate.state import MOST_PEOPLE, MOST_SEATS, GameState, Player, Round, StandingAnswer
from engine.duplicate.view import EndReason
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge
from engine.turns import Cancel, Stop, check_running, with_player

Result = tuple[GameState, tuple[Event, ...]]


def apply(state: GameState, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Result:
    """Apply one action; never changes ``state``.

    The next round or pause begins at the same instant, or later at ``begins`` (:func:`engine.game.apply`).

    Raises:
        Refusal: the action is against the rules.
        Malformed: it names a tile or cell that does not exist.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    begins = begins or now
    match action:
        case Answer():
            return _take_answer(state, action, now, judge)
        case Lock():
            return _lock_answer(state, action, now)
        case Withdraw():
            return _withdraw_answer(state, action, now)
        case CloseRound() | NextNow() | Stop() | Cancel():
            return _apply_direction(state, action, now, begins)
        case Deal() | Timeout() | Remind() | Pause() | Resume():
            return _apply_due_action(state, action, now, begins)
        case _:
            assert_never(action)


def _apply_direction(
    state: GameState, action: CloseRound | NextNow | Stop | Cancel, now: datetime, begins: datetime
) -> Result:
    match action:
        case CloseRound():
            return _end_round_early(state, action, now)
        case NextNow():
            return _end_pause(state, action, begins)
        case Stop():
            if not action.ruling:
                _check_host(state, action.by)
            ended, told = _end_game(state, "stopped")
            return ended, (GameCancelled(action.name, action.ruling), *told)
        case Cancel():
            return _end_game(state, "cancelled")


def _apply_due_action(
    state: GameState, action: Deal | Timeout | Remind | Pause | Resume, now: datetime, begins: datetime
) -> Result:
    match action:
        case Deal():
            return _deal(state, action, begins)
        case Timeout():
            return _close_round(state, now, begins)
        case Remind():
            return _call(state, now)
        case Pause() | Resume():
            return timing.pause_or_resume_round(state, action, now, begins)


def enter_game(state: GameState, user: int, name: str) -> Result:
    """Add a user to the running game, without an announcement; raises ``game_full``, with the limit."""
    if len(state.players) >= MOST_SEATS:
        raise Refusal("game_full", most=MOST_PEOPLE)
    after = replace(state, players=(*state.players, Player(user, name)))
    return after, (PlayerEntered(len(state.players), user, name),)


def _take_answer(state: GameState, action: Answer, now: datetime, judge: Judge) -> Result:
    """Take an answer that was sent in time, unless the present one was sent later; in a tie the newer arrival wins.

    Telegram's dates are whole seconds, so instants are compared in whole seconds.
    """
    sent = now if action.sent is None else min(action.sent, now)
    if state.clocks.paused is not None and sent > state.clocks.paused:
        raise Refusal("paused")
    round_ = _open_round(state, action.round, sent)
    entered: tuple[Event, ...] = ()
    seat = state.seat_of(action.by)
    if seat is None:
        seat = len(state.players)
        state, entered = enter_game(state, action.by, action.name)
    player = state.players[seat]
    if player.locked:
        raise Refusal("answer_locked")
    if not player.since and player.answer is None and not is_computer(player.user):
        _check_room(state)
    standing = player.answer
    newest = player.withdrawn if standing is None else standing.sent
    if newest is not None and sent.replace(microsecond=0) < newest.replace(microsecond=0):
        # The standing answer is told again, since the bot announces a step without events to the group.
        stands = AnswerTaken(seat) if standing is None else AnswerTaken(seat, standing.play, standing.counts)
        return state, (stands,)
    answer = _judge_answer(state, action, sent, judge, round_)
    player = replace(player, answer=answer, locked=action.lock)
    after = timing.with_early_end(with_player(state, seat, player), now)
    return after, (*entered, AnswerTaken(seat, answer.play, answer.counts, action.lock))


def _judge_answer(state: GameState, action: Answer, sent: datetime, judge: Judge, round_: Round) -> StandingAnswer:
    position, rules = state.position, state.ruleset.crossword
    play, score = lay_and_score(position, 0, Place(action.by, action.tiles))
    remove_from_rack(round_.rack, sorted((face_of(tile) for tile in play.tiles.values()), reverse=True))
    words = [run.word for run in play.words]
    counts = True
    if state.ruleset.answers == "checked":
        refuse_phonies(rules.judging, words, judge)
    else:
        verdicts = [judge(word) for word in words]
        counts = all(verdicts)
    named = tops.name_play(action.tiles, score.total, state.cells, rules)
    return StandingAnswer(named, sent, counts)


def _lock_answer(state: GameState, action: Lock, now: datetime) -> Result:
    seat, player = _open_answer(state, action, now)
    if player.answer is None:
        raise Refusal("nothing_to_lock")
    after = with_player(state, seat, replace(player, locked=True))
    event = AnswerTaken(seat, player.answer.play, player.answer.counts, locked=True)
    return timing.with_early_end(after, now), (event,)


def _withdraw_answer(state: GameState, action: Withdraw, now: datetime) -> Result:
    seat, player = _open_answer(state, action, now)
    if player.answer is None:
        raise Refusal("nothing_to_withdraw")
    after = with_player(state, seat, replace(player, answer=None, withdrawn=now))
    return timing.with_early_end(after, now), (AnswerTaken(seat),)


def _open_answer(state: GameState, action: Lock | Withdraw, now: datetime) -> tuple[int, Player]:
    """The seat and player of an answer that is not locked, while its round is open."""
    check_running(state)
    _open_round(state, action.round, now)
    seat = state.seat_of(action.by)
    if seat is None:
        raise Refusal("nothing_to_lock" if isinstance(action, Lock) else "nothing_to_withdraw")
    player = state.players[seat]
    if player.locked:
        raise Refusal("answer_locked")
    return seat, player


def _open_round(state: GameState, number: int, sent: datetime) -> Round:
    """The open round, if it has this number and ``sent`` is in time; else raises ``round_over`` or ``answer_late``."""
    round_ = state.round
    if round_ is None or round_.number != number:
        raise Refusal("round_over", number=number)
    if sent > round_.due:
        raise Refusal("answer_late", number=number)
    return round_


def _check_room(state: GameState) -> None:
    answering = sum(
        (player.since > 0 or player.answer is not None) and not is_computer(player.user) for player in state.players
    )
    if answering >= MOST_PEOPLE:
        raise Refusal("game_full", most=MOST_PEOPLE)


def _check_host(state: GameState, user: int) -> None:
    if user != acting_host(state):
        raise Refusal("not_host")


def _deal(state: GameState, action: Deal, begins: datetime) -> Result:
    """Open the next round, or end the game, given the search's result for each rack drawn.

    Raises:
        Refusal: ``not_due``.
        Malformed: ``wrong_search`` if there is not one result for each drawn rack, or the top's score is another.
    """
    if state.opens is None or begins < state.opens or state.clocks.paused is not None:
        raise Refusal("not_due")
    step = dealing.begin_dealing(state)
    for found in action.searched:
        if step.is_done:
            raise Malformed("wrong_search")
        step = dealing.continue_dealing(step, found)
    if not step.is_done:
        raise Malformed("wrong_search")
    state = replace(state, draws=step.draws)
    if step.found is None or step.found.laid is None:
        ended, told = _end_game(state, step.end or "noplay")
        return ended, (*step.events, *told)
    found = step.found
    due = begins + timedelta(seconds=state.ruleset.round)
    round_ = Round(
        number=step.number,
        rack=step.rack,
        opened=begins,
        due=due if action.due is None else max(action.due, begins),
        laid=step.found.laid,
        reason=found.reason,
        several_words=found.several_words,
        best=found.best,
    )
    after = replace(state, kept=(), bag=step.bag, round=round_, opens=None)
    _, score = lay_and_score(after.position, 0, Place(0, round_.laid.tiles))
    if score.total != round_.laid.score:
        raise Malformed("wrong_search")
    return after, (*step.events, RoundOpened(round_.number, round_.rack, round_.due))


def _close_round(state: GameState, now: datetime, begins: datetime) -> Result:
    if state.round is None or not timing.is_close_due(state, now):
        raise Refusal("not_due")
    after, closed = results.close_round(state, state.round)
    pause = timedelta() if state.ruleset.is_slow else timedelta(seconds=state.ruleset.pause)
    return replace(after, opens=begins + pause), (RoundClosed(closed),)


def _call(state: GameState, now: datetime) -> Result:
    round_ = state.round
    if round_ is None or not timing.is_call_due(state, now):
        raise Refusal("not_due")
    event = LastCall(round_.number, int((round_.due - now).total_seconds()), results.count_answers(state))
    return replace(state, round=replace(round_, called=True)), (event,)


def _end_round_early(state: GameState, action: CloseRound, now: datetime) -> Result:
    """End a live round now; it closes once everything sent until then has arrived.

    Raises:
        Refusal: ``not_host``, ``round_over``, ``round_is_slow``, or ``half_not_over`` with the seconds until then.
    """
    _check_host(state, action.by)
    check_running(state)
    round_ = state.round
    if round_ is None or round_.number != action.round:
        raise Refusal("round_over", number=action.round)
    if state.ruleset.is_slow:
        raise Refusal("round_is_slow")
    half = round_.opened + timing.length_of(round_) / 2
    if now < half:
        raise Refusal("half_not_over", seconds=-((now - half) // timedelta(seconds=1)))
    return replace(state, round=replace(round_, due=min(round_.due, now), called=True)), (EndsEarly(),)


def _end_pause(state: GameState, action: NextNow, begins: datetime) -> Result:
    _check_host(state, action.by)
    check_running(state)
    if state.opens is None or state.number != action.round or begins >= state.opens:
        raise Refusal("not_in_pause")
    return replace(state, opens=begins), (EndsEarly(),)


def _end_game(state: GameState, reason: EndReason) -> Result:
    """End the game as it stands; an open round does not count, and players who entered in it are now public."""
    outcome = results.final_outcome(state, reason)
    players = tuple(replace(player, answer=None, locked=False, withdrawn=None) for player in state.players)
    kept = state.kept if state.round is None else state.round.rack
    after = replace(state, players=players, known=len(players), kept=kept, round=None, opens=None, outcome=outcome)
    return after, (GameEnded(outcome, state.secret),)
