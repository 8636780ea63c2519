"""How long stored things are kept, and why."""

from typing import Final

_DAY: Final = 24 * 60 * 60

SEEN_NEWEST: Final = 1_000
"""Committed update ids kept per scope. Repeats come from a worker that died between commit and acknowledging
and from Telegram sending again what it thinks was lost; a thousand commits are some twenty games."""

SEEN_SECONDS: Final = 30 * _DAY
"""How long they outlast the last commit. Telegram repeats for a day; the inbox, until the bot is back."""

FINISHED_SECONDS: Final = 30 * _DAY
"""How long a finished game and its log stay for a look back; the next game replaces them sooner."""

IDLE_SECONDS: Final = 365 * _DAY
"""How long an unfinished game waits for its next move: only groups that are gone take longer."""

DEAD_LETTERS: Final = 1_000
"""Given-up updates kept per inbox partition: enough to find a fault, too little to fill the memory."""

LEASE_SECONDS: Final = 30
"""How long a claimed deadline is its claimer's: time-outs take milliseconds; a dead worker's come again."""
