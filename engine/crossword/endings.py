"""Final scores (racks, penalties, hints, places: RULES §3.5, §7.3), and the run of passes or scoreless turns.

A run that is long enough ends the game when :mod:`engine.crossword.turns` closes a turn. Games also end in
:mod:`engine.crossword.rules`, when the last tile is played, and in :mod:`engine.crossword.timing`, by the clock.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from engine.clock import overtime_penalty
from engine.crossword.ruleset import RunCounts
from engine.crossword.state import GameState, Player
from engine.crossword.tiles import sum_points
from engine.crossword.view import EndReason, FinalScore, Outcome
from engine.game_base import rank_key, rank_seats


def final_outcome(state: GameState, reason: EndReason) -> Outcome:
    """The result of a game that ends now for ``reason``."""
    seats = range(len(state.players))
    if reason == "cancelled":
        unchanged = (
            FinalScore(seat, 1, player.score, 0, player.rack, hints=player.hints)
            for seat, player in enumerate(state.players)
        )
        return Outcome(reason, (), tuple(unchanged))
    adjustments = _adjustments(state, reason)
    penalties = [overtime_penalty(state.ruleset.clock_rule, state.clocks, seat) for seat in seats]
    totals = [
        state.players[seat].score + adjustments[seat] + penalties[seat] + _hint_points(state, seat) for seat in seats
    ]
    ranks = [
        rank_key(player.surrendered, 0 if reason == "draw" else -total)
        for player, total in zip(state.players, totals, strict=True)
    ]
    finals = [_final_score(state, seat, place, adjustments[seat], penalties[seat]) for seat, place in rank_seats(ranks)]
    return Outcome(reason, tuple(final.seat for final in finals if final.place == 1), tuple(finals))


def _final_score(state: GameState, seat: int, place: int, adjustment: int, overtime: int) -> FinalScore:
    player = state.players[seat]
    hints = _hint_points(state, seat)
    total = player.score + adjustment + overtime + hints
    return FinalScore(seat, place, total, adjustment, player.rack, overtime, player.hints, hints)


def _hint_points(state: GameState, seat: int) -> int:
    """The cost of a seat's hints at the end, 0 or below (RULES §7.6)."""
    return -(state.ruleset.hint_price or 0) * state.players[seat].hints


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
    """The change of each score when a player goes out (RULES §3.5).

    That player gains the points on the other racks, which the others lose; with ``double`` twice the points, and the
    others lose nothing.
    """
    changes = [0 if double else -rack for rack in own]
    out = next(seat for seat, player in enumerate(players) if player.active and not player.rack)
    changes[out] = sum(own) * (2 if double else 1)
    return changes


RunTurn = Literal["pass", "exchange", "lost", "play", "withdrawn"]
"""Kinds of turn, with ``lost`` for one skipped after a failed challenge, ``withdrawn`` for a play challenged off."""
Counts = tuple[int, ...]
Effect = Callable[[Counts, int, Counts], Counts]
"""Maps the counts, the turn's seat and, for a withdrawn play, the counts before it, to the new counts."""


def _add_one(counts: Counts, seat: int, before: Counts) -> Counts:
    del before
    return tuple(count + (other == seat) for other, count in enumerate(counts))


def _reset_all(counts: Counts, seat: int, before: Counts) -> Counts:
    del seat, before
    return (0,) * len(counts)


def _leave_unchanged(counts: Counts, seat: int, before: Counts) -> Counts:
    del seat, before
    return counts


def _restore_and_add(counts: Counts, seat: int, before: Counts) -> Counts:
    """The counts before the play, with the play as one more turn and what others have lost since."""
    return tuple(old + new for old, new in zip(_add_one(before, seat, before), counts, strict=True))


TRANSITIONS: Final[Mapping[tuple[RunCounts, RunTurn], Effect]] = MappingProxyType(
    {
        # the run, the turn                its effect on the counts
        ("passes", "pass"): _add_one,
        ("passes", "exchange"): _reset_all,
        ("passes", "lost"): _reset_all,
        ("passes", "play"): _reset_all,
        ("passes", "withdrawn"): _leave_unchanged,
        ("scoreless", "pass"): _add_one,
        ("scoreless", "exchange"): _add_one,
        ("scoreless", "lost"): _add_one,
        ("scoreless", "play"): _reset_all,
        ("scoreless", "withdrawn"): _restore_and_add,
    }
)
"""How each turn changes each seat's count. An automatic pass is a pass; players who leave or retire change no count."""


def count_in_run(state: GameState, seat: int, turn: RunTurn, *, before: Counts = ()) -> GameState:
    """Count a seat's turn in the run; ``before`` are the counts before a withdrawn play."""
    effect = TRANSITIONS[state.ruleset.ending.run.counts, turn]
    after = effect(run_counts(state), seat, before)
    players = tuple(replace(player, run=count) for player, count in zip(state.players, after, strict=True))
    return replace(state, players=players)


def run_counts(state: GameState) -> Counts:
    """How many turns each seat has made in the current run."""
    return tuple(player.run for player in state.players)


def run_length(state: GameState) -> int:
    """The turns that count toward the run that ends the game (RULES §7.3), of players who still take turns."""
    return sum(player.run for player in state.players if player.takes_turns)


def is_run_over(state: GameState) -> bool:
    """Whether the run ends the game: it has enough turns in all, and enough of each player who takes turns."""
    ending = state.ruleset.ending.run
    own = [player.run for player in state.players if player.takes_turns]
    return sum(own) >= ending.turns and all(count >= ending.own_turns_needed for count in own)


def is_next_pass_last(state: GameState) -> bool:
    """Whether a pass now would end the game by the run."""
    return state.outcome is None and is_run_over(count_in_run(state, state.turn, "pass"))
