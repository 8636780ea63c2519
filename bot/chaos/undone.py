"""Turns that were gone back by, against the game as it was: everything is as the turn found it, and nothing was drawn.

It is read off the states of the replay alone, not off what the engine noted of the turn.
"""

from collections.abc import Sequence

from bot.chaos.findings import Findings
from bot.chaos.ledger import Place
from bot.chaos.replay import Step
from engine.crossword.events import TurnUndone
from engine.crossword.state import GameState

Turn = tuple[GameState, GameState]
"""What it found, and what it left behind; of somebody who left the game, too."""


def check(place: Place, steps: Sequence[Step], findings: Findings) -> None:
    """Look at each turn that was undone or taken back."""
    turns: list[Turn] = []
    for number, step in enumerate(steps, start=1):
        before, after = step.before, step.after
        if not isinstance(before, GameState) or not isinstance(after, GameState):
            continue
        undone = next((event for event in step.entry.events if isinstance(event, TurnUndone)), None)
        if undone is None:
            turns = _with(turns, before, after)
            continue
        if not turns:
            findings.add("wrong", place, f"entry {number} undoes a turn, and none was taken")
            continue
        # A play is taken back over the heads of those who left since; rulings go back one by one.
        found, left = turns.pop() if undone.ruling else turns[0]
        turns = turns if undone.ruling else []
        if after.bag != left.bag or after.draws != left.draws:
            findings.add("leaked", place, f"entry {number} undoes a turn after which tiles were drawn")
        wrong = [name for name in ("cells", "turn") if getattr(after, name) != getattr(found, name)]
        if [player.score for player in after.players] != [player.score for player in found.players]:
            wrong.append("scores")
        lifted = [put.tile[0] for put in undone.tiles]
        racks = [[*player.rack, *(lifted if seat == undone.seat else ())] for seat, player in enumerate(left.players)]
        if [sorted(player.rack) for player in after.players] != list(map(sorted, racks)):
            wrong.append("racks")
        if wrong:
            findings.add("wrong", place, f"entry {number} undoes a turn and leaves other {', '.join(wrong)} behind")


def _with(turns: list[Turn], before: GameState, after: GameState) -> list[Turn]:
    """What can be gone back by once something else was done: a turn alone, and behind it those who left."""
    if after.number > before.number:
        return [(before, after)]
    return [*turns, (before, after)] if _active(after) < _active(before) else turns


def _active(state: GameState) -> int:
    """How many are still in the game: who leaves takes no turn, and is undone as one."""
    return sum(player.active for player in state.players)
