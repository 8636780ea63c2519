"""The run of turns that may end a game: what each kind of turn does to it, and when it is long enough (RULES §7.3).

The run belongs to players: everyone has a count of consecutive own turns in it. Who leaves the game, or retires, takes
the own turns out of it and is asked no more, so that the counts of those alone who take turns are looked at.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec.structs import replace

from engine.crossword.ruleset_parts import RunCounts
from engine.crossword.state import GameState, Pending

RunTurn = Literal["pass", "exchange", "lost", "play", "withdrawn"]
"""``lost``: skipped for a failed challenge; ``withdrawn``: a play that a challenge took back, counted once more."""
Counts = tuple[int, ...]
Effect = Callable[[Counts, int, Counts], Counts]
"""From the counts, the seat of the turn and, for a withdrawn play, the counts before the play to the counts after."""


def _add_one(counts: Counts, seat: int, before: Counts) -> Counts:
    """One more own turn of the run."""
    del before
    return tuple(count + (other == seat) for other, count in enumerate(counts))


def _reset_all(counts: Counts, seat: int, before: Counts) -> Counts:
    """No run is left, of anybody."""
    del seat, before
    return (0,) * len(counts)


def _leave_unchanged(counts: Counts, seat: int, before: Counts) -> Counts:
    """The turn has had its effect already."""
    del seat, before
    return counts


def _restore_and_add(counts: Counts, seat: int, before: Counts) -> Counts:
    """The run before the play, the play as one more turn of it, and what others have lost since."""
    return tuple(old + new for old, new in zip(_add_one(before, seat, before), counts, strict=True))


TRANSITIONS: Final[Mapping[tuple[RunCounts, RunTurn], Effect]] = MappingProxyType(
    {
        # the run, the turn                what it does to the counts
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
"""An automatic pass is a pass. Surrender, forfeit and retirement change no count: see the module."""


def count_in_run(state: GameState, seat: int, turn: RunTurn, *, before: Counts = ()) -> GameState:
    """The state with a turn of a seat counted; ``before`` are the counts before a play that is withdrawn."""
    effect = TRANSITIONS[state.ruleset.ending.run.counts, turn]
    after = effect(run_counts(state), seat, before)
    players = tuple(replace(player, run=count) for player, count in zip(state.players, after, strict=True))
    return replace(state, players=players)


def count_withdrawn(state: GameState, pending: Pending) -> GameState:
    """The state with an open play counted as one that is taken back."""
    return count_in_run(state, pending.seat, "withdrawn", before=pending.run)


def run_counts(state: GameState) -> Counts:
    """Everybody's consecutive own turns of the run, by seat."""
    return tuple(player.run for player in state.players)


def run_length(state: GameState) -> int:
    """How many turns of the run were made by players who still take turns."""
    return sum(player.run for player in state.players if player.takes_turns)


def is_run_over(state: GameState) -> bool:
    """Whether the run ends the game: everybody who takes turns, and all of them together, have made enough of it."""
    ending = state.ruleset.ending.run
    own = [player.run for player in state.players if player.takes_turns]
    return sum(own) >= ending.turns and all(count >= ending.own_turns_needed for count in own)


def is_next_pass_last(state: GameState) -> bool:
    """Whether a pass of the player on turn, by the run, would end the game."""
    return state.outcome is None and is_run_over(count_in_run(state, state.turn, "pass"))
