"""Turns that were undone or taken back: each has left everything as it was, with nothing drawn since."""

from collections.abc import Sequence

from engine.crossword.events import TurnUndone
from engine.crossword.state import GameState
from tools.chaos.findings import Findings
from tools.chaos.ledger import TableRecord
from tools.chaos.log_audit import LogStep

TurnStates = tuple[GameState, GameState]
"""What it found, and what it left behind; of somebody who left the game, too."""


def check_undone_turns(record: TableRecord, steps: Sequence[LogStep], findings: Findings) -> None:
    """Look at each turn that was undone or taken back."""
    turns: list[TurnStates] = []
    for number, step in enumerate(steps, start=1):
        before, after = step.before, step.after
        if not isinstance(before, GameState) or not isinstance(after, GameState):
            continue
        undone = next((event for event in step.entry.events if isinstance(event, TurnUndone)), None)
        if undone is None:
            turns = _remember_turn(turns, before, after)
            continue
        if not turns:
            findings.add_finding("wrong", record, f"entry {number} undoes a turn, and none was taken")
            continue
        # A play is taken back over the heads of those who left since; rulings go back one by one.
        found, left = turns.pop() if undone.ruling else turns[0]
        turns = turns if undone.ruling else []
        if after.bag != left.bag or after.draws != left.draws:
            findings.add_finding("leaked", record, f"entry {number} undoes a turn after which tiles were drawn")
        wrong = [name for name in ("cells", "turn") if getattr(after, name) != getattr(found, name)]
        if [player.score for player in after.players] != [player.score for player in found.players]:
            wrong.append("scores")
        lifted = [put.tile[0] for put in undone.tiles]
        racks = [[*player.rack, *(lifted if seat == undone.seat else ())] for seat, player in enumerate(left.players)]
        if [sorted(player.rack) for player in after.players] != list(map(sorted, racks)):
            wrong.append("racks")
        if wrong:
            findings.add_finding(
                "wrong", record, f"entry {number} undoes a turn and leaves other {', '.join(wrong)} behind"
            )


def _remember_turn(turns: list[TurnStates], before: GameState, after: GameState) -> list[TurnStates]:
    """What can be gone back by once something else was done: a turn alone, and behind it those who left."""
    if after.number > before.number:
        return [(before, after)]
    return [*turns, (before, after)] if _count_active(after) < _count_active(before) else turns


def _count_active(state: GameState) -> int:
    """How many are still in the game: who leaves takes no turn, and is undone as one."""
    return sum(player.active for player in state.players)
