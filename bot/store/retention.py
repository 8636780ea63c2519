"""How long stored things are kept, and why."""

from typing import Final

_DAY: Final = 24 * 60 * 60

SEEN_NEWEST: Final = 1_000
"""Committed update ids kept per scope. Repeats come from a worker that died between commit and acknowledging
and from Telegram sending again what it thinks was lost; a thousand commits are some twenty games."""

SEEN_SECONDS: Final = 30 * _DAY
"""How long they outlast the last commit. Telegram repeats for a day; the inbox, until the bot is back."""

FINISHED_SECONDS: Final = 30 * _DAY
"""How long a finished game and its log stay for a look back; the next game replaces them sooner. So long, too, stay the
list of games that a user has finished, and where a group has moved to."""

FINISHED_NEWEST: Final = 8
"""Finished games noted per user, to find their proofs in private: as many as there are buttons to choose from."""

IDLE_SECONDS: Final = 365 * _DAY
"""How long an unfinished game waits for its next move: only groups that are gone take longer. A player's notes of where
their games are wait as long for being read."""

ASIDE_SECONDS: Final = 90 * _DAY
"""How long a table waits that could not be read, for a version that can."""

TONGUE_SECONDS: Final = 365 * _DAY
"""How long it is remembered which language a user's Telegram speaks, from their last update on: as long as a game
that may have something to tell them waits."""

REFUSED_SECONDS: Final = 15 * 60
"""How long a refused move may be edited to be tried again: as long as somebody who mistyped looks at it."""

CLOSED_SECONDS: Final = 10 * 60
"""How long nothing is sent to a private chat that was closed to the bot, unless its person opens it."""

WANTED_SECONDS: Final = 60 * 60
"""How long the game that somebody wants to open waits for the group being chosen."""

DEAD_LETTERS: Final = 100
"""Given-up updates kept of a shard: enough to find a fault, too little to fill the memory."""

DEAD_LETTER_BYTES: Final = 65_536
"""Bytes kept of what came in and is no update: more than any update has, less than somebody might send."""
DEAD_SECONDS: Final = 7 * _DAY
"""How long they are kept: they hold what people wrote."""

CAME: Final = 1000
"""Updates of a shard of which it is known that they came, lest they be judged anew when Telegram sends them again."""
CAME_SECONDS: Final = _DAY
"""How long that is known after the last of them."""

BEGUN_SECONDS: Final = _DAY
"""How long it is known how often an update that was given out very often began to be handled."""

REWRITE_SECONDS: Final = _DAY
"""How often the bot's own server writes its append-only file anew: what was deleted stays readable in it until then."""

LEASE_SECONDS: Final = 30
"""How long a claimed deadline is its claimer's: time-outs take milliseconds; a dead worker's come again."""

ABSENCES: Final = 64
"""Absences, and jumps of Redis's clock, remembered, to tell when in served time an instant of Telegram's was: it
repeats for a day at most.
"""

RUNNING_SECONDS: Final = 30 * _DAY
"""How long a game where nothing is done counts as running for the owners."""

USERNAME_SECONDS: Final = 90 * _DAY
"""How long it is remembered whose a name with ``@`` is: people give theirs up, and others take it."""

BAN_TOLD_SECONDS: Final = _DAY
"""How often somebody who is banned is told so."""

DRAFT_SECONDS: Final = 60 * 60
"""How long what is to be told all chats waits for its owner's word."""

BROADCAST_SECONDS: Final = 7 * _DAY
"""How long it is kept whom a broadcast reached: a late answer of Telegram's may still be noted."""
