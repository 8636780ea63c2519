"""The final scores of a game that ends: racks added and taken off, penalties, hints, places (RULES §3.5, §7.3).

Other modules decide when it ends: :mod:`engine.crossword.turns` where a turn is closed, with the run of turns of
:mod:`engine.crossword.ending_runs`; :mod:`engine.crossword.rules` where the last tile is played; and
:mod:`engine.crossword.timing` where the clock runs out.
"""

from collections.abc import Sequence

from engine.clock import overtime_penalty
from engine.crossword.state import GameState, Player
from engine.crossword.tiles import sum_points
from engine.crossword.view import EndReason, FinalScore, Outcome
from engine.game_base import rank_seats


def final_outcome(state: GameState, reason: EndReason) -> Outcome:
    """The result of a game that ends now for this reason."""
    seats = range(len(state.players))
    if reason == "cancelled":
        return Outcome(reason, (), tuple(_unchanged_score(state, seat) for seat in seats))
    adjustments = _adjustments(state, reason)
    penalties = [overtime_penalty(state.ruleset.clock_rule, state.clocks, seat) for seat in seats]
    totals = [
        state.players[seat].score + adjustments[seat] + penalties[seat] + _hint_points(state, seat) for seat in seats
    ]
    ranks = [
        _rank_key(player, 0 if reason == "draw" else total) for player, total in zip(state.players, totals, strict=True)
    ]
    finals = [_final_score(state, seat, place, adjustments[seat], penalties[seat]) for seat, place in rank_seats(ranks)]
    return Outcome(reason, tuple(final.seat for final in finals if final.place == 1), tuple(finals))


def _rank_key(player: Player, total: int) -> tuple[int, int, int]:
    """Sort key of the places: who left comes last, and the earlier, the later (RULES §1.4)."""
    if player.surrendered is None:
        return (0, 0, -total)
    return (1, -player.surrendered, 0)


def _final_score(state: GameState, seat: int, place: int, adjustment: int, overtime: int) -> FinalScore:
    player = state.players[seat]
    hints = _hint_points(state, seat)
    total = player.score + adjustment + overtime + hints
    return FinalScore(seat, place, total, adjustment, player.rack, overtime, player.hints, hints)


def _hint_points(state: GameState, seat: int) -> int:
    """What the steps that a seat was told take from its score at the end, 0 or below (RULES §7.6)."""
    return -(state.ruleset.hint_price or 0) * state.players[seat].hints


def _unchanged_score(state: GameState, seat: int) -> FinalScore:
    """Of a game that was called off: nobody has a place, and nothing is paid for."""
    player = state.players[seat]
    return FinalScore(seat, 1, player.score, 0, player.rack, hints=player.hints)


def _adjustments(state: GameState, reason: EndReason) -> list[int]:
    own = [sum_points(player.rack, state.ruleset.values) if player.active else 0 for player in state.players]
    match reason:
        case "out":
            return _play_out_adjustments(state.players, own, double=state.ruleset.ending.out == "double")
        case "passes" | "scoreless" if state.ruleset.ending.run.own_rack:
            return [-rack for rack in own]
        case "time" if state.ruleset.ending.time_own_rack:
            return [-rack for rack in own]
        case _:
            return [0] * len(own)


def _play_out_adjustments(players: Sequence[Player], own: Sequence[int], *, double: bool) -> list[int]:
    """Play-out (RULES §3.5): transfer the others' racks, or give the out player twice their points."""
    changes = [0 if double else -rack for rack in own]
    out = next(seat for seat, player in enumerate(players) if player.active and not player.rack)
    changes[out] = sum(own) * (2 if double else 1)
    return changes
