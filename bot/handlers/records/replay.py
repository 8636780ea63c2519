"""Replays of finished games: the steps that somebody goes through, each with what the group was told of it."""

from dataclasses import dataclass
from typing import Final

from bot.families import registry
from bot.texts import Html
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.speaker import Speaker
from engine.game import Game, redact, view
from engine.game_base import GameView
from engine.packed_game import UnpackedGame
from engine.table_log import LogEntry
from render.text import format_points

_MOST_LINES: Final = 12
"""More than a turn has; the end of a game may have more, and is told in short then."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of a replay."""

    before: Game | None
    """The game before it; ``None`` for its beginning."""
    after: Game
    entry: LogEntry

    @property
    def public_view(self) -> GameView:
        """What the group saw then."""
        shown = view(self.after, None)
        if not isinstance(shown, GameView):
            raise TypeError("a game's view is no lobby's")
        return shown


def list_replay_steps(game: UnpackedGame, speaker: Speaker) -> list[ReplayStep]:
    """The steps of a game: its beginning, then whatever its group was told of."""
    steps: list[ReplayStep] = []
    before: Game | None = None
    for table, entry in zip(game.tables, game.log, strict=True):
        if not isinstance(table, Game):
            continue
        step = ReplayStep(before, table, entry)
        if before is None or step_lines(step, speaker):
            steps.append(step)
        before = table
    return steps


def step_lines(step: ReplayStep, speaker: Speaker) -> list[str]:
    """What the group was told of a step."""
    shown = step.public_view
    events = [redact(event, None) for event in step.entry.events]
    return registry.family_of_view(shown).wording(speaker).past_event_lines(events, shown)


def step_caption(step: ReplayStep, number: int, count: int, speaker: Speaker) -> str:
    """Which step it is, who did what for how many points, what they had on the rack, and the scores.

    Args:
        step: the step.
        number: its number, from 1.
        count: how many there are.
        speaker: speaks of the table.
    """
    head = speaker.html("history-step", step=str(number), steps=str(count))
    lines = step_lines(step, speaker)
    scores = " · ".join(
        f"{speaker.player_name(one.name)} <b>{format_points(one.score)}</b>" for one in step.after.players
    )
    rack = _rack_line(step, speaker)
    full = join_lines(head, "\n".join(lines).strip(), rack, scores)
    return first_fitting_caption(full, join_lines(head, "\n".join(lines[:_MOST_LINES]).strip(), scores), head)


def _rack_line(step: ReplayStep, speaker: Speaker) -> str:
    """What the player who took the turn had on the rack; empty where no turn was taken, or there are no racks."""
    before = step.before
    if before is None or step.after.number <= before.number or before.outcome is not None:
        return ""
    rack_text = registry.family_of_game(before).rack_text
    tiles = "" if rack_text is None else rack_text(before, before.turn)
    if not tiles:
        return ""
    return speaker.html("history-rack", name=speaker.player_name(before.players[before.turn].name), tiles=Html(tiles))
