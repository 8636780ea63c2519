"""How a table judges words (RULES §7.1); only this module knows the challenge modes.

In mode ``void`` a play is judged before it is laid. In the others it is laid unjudged, its refill and EX cells wait,
and the judge (the table's dictionary) is asked only when a player challenges it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace

from engine.crossword import endings
from engine.crossword.actions import Challenge, Placement
from engine.crossword.events import (
    Event,
    PlayChallenged,
    PlayKept,
    PlayWithdrawn,
    PointsAdjusted,
    TilesDrawn,
    WindowClosed,
    WindowEnd,
)
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Judging, Ruleset
from engine.crossword.state import GameState, Pending
from engine.crossword.tiles import draw_tiles, face_of, remove_tiles, trigger_ex_cells
from engine.crossword.turns import Result, add_points, advance_turn, end_game, is_last_play_open, stop_clock
from engine.crossword.view import Challenged, LastTurn, Verdict, WordScore
from engine.errors import Refusal
from engine.family_protocol import Judge
from engine.timekeeping import is_out_of_time
from engine.turns import require_seat, with_player

_FIVE, _TEN = 5, 10


def refuse_phonies(judging: Judging, words: Sequence[str], judge: Judge) -> None:
    """Refuse a play with invalid words if the table judges plays at once (``void``); the turn is not lost.

    Raises:
        Refusal: ``not_words``, naming each word that the judge does not know.
    """
    if judging.has_challenges:
        return
    phonies = tuple(dict.fromkeys(word for word in words if not judge(word)))
    if phonies:
        raise Refusal("not_words", words=phonies)


def window_end(ruleset: Ruleset, begins: datetime, *, retractable: bool) -> datetime | None:
    """When the window to challenge or take back a play ends; ``None`` if the play stands at once."""
    if ruleset.judging.has_challenges:
        return begins + timedelta(seconds=ruleset.judging.window)
    return begins + timedelta(seconds=ruleset.take_back) if retractable else None


def refill_rack(state: GameState, seat: int, tiles: Iterable[Placement]) -> Result:
    """Settle a play that stands: refill the rack, then apply the newly covered EX cells (RULES §5.5)."""
    player = state.players[seat]
    drawn, bag, draws = draw_tiles(state.bag, state.ruleset.rack - len(player.rack), state.draws)
    state = replace(with_player(state, seat, replace(player, rack=player.rack + drawn)), bag=bag, draws=draws)
    events: tuple[Event, ...] = (TilesDrawn(seat, len(drawn), drawn),) if drawn else ()
    indices = premium_board(state.ruleset.board).grid.indices
    state, exchanged = trigger_ex_cells(state, seat, sorted(indices[put.cell] for put in tiles))
    return state, events + exchanged


def bag_after_refill(state: GameState) -> int:
    """How many tiles the bag will hold once the rack of a play that can still be challenged has been refilled."""
    if state.pending is None or not state.players[state.pending.seat].active:
        return len(state.bag)
    return max(0, len(state.bag) - (state.ruleset.rack - len(state.players[state.pending.seat].rack)))


def close_window(state: GameState, reason: WindowEnd, *, acting: tuple[int, Sequence[str]] | None = None) -> Result:
    """Close the window of the last play, if one is open: the play stands.

    A mover who has left the game draws nothing, and the play's EX cells have no effect: the rack is set aside (RULES
    §1.4).

    ``acting``: the seat whose action closes the window, and the faces that this action uses; an EX cell takes none of
    these.
    """
    pending = state.pending
    if pending is None:
        return state, ()
    last = is_last_play_open(state)
    state = replace(state, pending=None)
    closed: Event = PlayKept(pending.seat, pending.play)
    if state.ruleset.judging.has_challenges:
        closed = WindowClosed(pending.seat, pending.play, reason)
    if last or not state.players[pending.seat].active:
        return state, (closed,)
    if acting is not None:
        seat, faces = acting
        player = state.players[seat]
        state = with_player(state, seat, replace(player, rack=remove_tiles(player.rack, faces)))
    state, events = refill_rack(state, pending.seat, pending.tiles)
    if acting is not None:
        seat, faces = acting
        player = state.players[seat]
        state = with_player(state, seat, replace(player, rack=(*player.rack, *faces)))
    return state, (closed, *events)


def challenge_play(state: GameState, action: Challenge, now: datetime, judge: Judge) -> Result:
    """Judge the challenged words of the open play and apply the table's mode.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``no_challenges``, ``nothing_to_challenge``, ``own_play``,
            ``challenged_already``, ``challenge_too_late``, ``paused``, ``word_not_in_play``.
    """
    challenger = require_seat(state, action.by)
    pending = _require_open_play(state, action, challenger, now)
    known = tuple(dict.fromkeys(word.word for word in pending.words))
    for word in action.words:
        if word not in known:
            raise Refusal("word_not_in_play", word=word, words=known)
    verdicts = tuple(Verdict(word, judge(word)) for word in dict.fromkeys(action.words) or known)
    if all(verdict.valid for verdict in verdicts):
        return _let_play_stand(state, pending, challenger, verdicts, now)
    return _withdraw_play(state, pending, challenger, verdicts, now)


def _require_open_play(state: GameState, action: Challenge, challenger: int, now: datetime) -> Pending:
    if not state.ruleset.judging.has_challenges:
        raise Refusal("no_challenges")
    pending = state.pending
    if pending is None or action.play not in (None, pending.play):
        last = None if state.last is None else state.last.play
        meant = last if action.play is None else action.play
        if any(done.play == meant for done in state.challenges):
            raise Refusal("challenged_already")
        raise Refusal("challenge_too_late" if any(state.cells) else "nothing_to_challenge")
    if challenger == pending.seat:
        raise Refusal("own_play")
    if state.clocks.paused is not None:
        raise Refusal("paused")
    if now >= pending.until or is_out_of_time(state, now):
        raise Refusal("challenge_too_late")
    return pending


def _withdraw_play(
    state: GameState, pending: Pending, challenger: int, verdicts: tuple[Verdict, ...], now: datetime
) -> Result:
    """Take a phony off the board: tiles return, blanks lose their letter, and the turn is scoreless, but no pass.

    Turns that others lost since the play lengthen the run of scoreless turns. The tiles of a mover who has left join
    the rack that is set aside.
    """
    names = premium_board(state.ruleset.board).grid.indices
    taken = {names[put.cell] for put in pending.tiles}
    player = state.players[pending.seat]
    returned = tuple(face_of(put.tile) for put in pending.tiles)
    player = replace(player, rack=player.rack + returned)
    phonies = tuple(verdict.word for verdict in verdicts if not verdict.valid)
    done = Challenged(pending.play, pending.seat, challenger, verdicts, withdrawn=True)
    cells = tuple(put.cell for put in pending.tiles)
    state = replace(
        add_points(with_player(state, pending.seat, player), pending.seat, -pending.score, since=pending.play),
        cells=tuple("" if index in taken else cell for index, cell in enumerate(state.cells)),
        bonus_taken=state.bonus_taken and not pending.took_bonus,
        highlights=pending.highlights,
        last=LastTurn(
            pending.seat,
            "withdrawn",
            cells,
            tuple(replace(word, score=0) for word in pending.words),
            play=pending.play,
        ),
        pending=None,
        challenges=(*state.challenges, done),
    )
    withdrawn = PlayWithdrawn(pending.seat, pending.tiles, phonies, pending.score, player.rack)
    events = (PlayChallenged(done), withdrawn)
    state = endings.count_in_run(stop_clock(state, now), pending.seat, "withdrawn", before=pending.run)
    if endings.is_run_over(state):
        return end_game(state, state.ruleset.ending.run.counts, now, events)
    return state, events


def _let_play_stand(
    state: GameState, pending: Pending, challenger: int, verdicts: tuple[Verdict, ...], now: datetime
) -> Result:
    judging = state.ruleset.judging
    points = _challenge_points(judging, pending.words, verdicts)
    lost = judging.mode == "double"
    done = Challenged(pending.play, pending.seat, challenger, verdicts, withdrawn=False, points=points, turn_lost=lost)
    state = replace(state, challenges=(*state.challenges, done))
    last = is_last_play_open(state)
    state, settled = close_window(state, "challenge")
    events: tuple[Event, ...] = (PlayChallenged(done), *settled)
    if points:
        seat = pending.seat if points > 0 else challenger
        state = add_points(state, seat, points, since=state.number)
        events = (*events, PointsAdjusted(seat, points))
    if last:
        return end_game(state, "out", now, events)
    if not lost:
        return state, events
    doubter = state.players[challenger]
    state = with_player(state, challenger, replace(doubter, skips=doubter.skips + 1))
    if challenger != state.turn:
        return state, events
    previous = (challenger - 1) % len(state.players)
    return advance_turn(replace(stop_clock(state, now), turn=previous), now, events)


def _challenge_points(judging: Judging, words: Iterable[WordScore], verdicts: Sequence[Verdict]) -> int:
    match judging.mode:
        case "void" | "single" | "double":
            return 0
        case "five" | "ten":
            points = (_FIVE if judging.mode == "five" else _TEN) * (len(verdicts) if judging.per == "word" else 1)
            return points if judging.to == "mover" else -points
        case "wordpoints":
            named = {verdict.word for verdict in verdicts}
            return -sum(word.score for word in words if word.word in named)
        case _:
            assert_never(judging.mode)
