"""Retention: how long each kind of stored data is kept, and why."""

from typing import Final

_DAY: Final = 24 * 60 * 60

SEEN_NEWEST: Final = 1_000
"""How many ids of committed updates each chat keeps. Repeats come from a worker that died between commit and
acknowledgement, and from Telegram resending. A thousand commits are some twenty games.
"""

SEEN_SECONDS: Final = 30 * _DAY
"""How long the ids of committed updates are kept after the last commit. Telegram repeats an update for a day; the inbox
does until the bot is back.
"""

TABLE_MESSAGES: Final = 60
"""How many messages of each table are kept, so that a reply to one means that table: those of some ten turns and more.
"""

NUMBER_REST_SECONDS: Final = _DAY
"""How long the number of a finished table is not reused, so that a late command with it means that table."""

AUDIT_ENTRIES: Final = 48
"""How many decisions about former tables each chat or topic keeps: the dozen that is shown, whichever table ends last.
"""

RECORD_DECISIONS: Final = 12
"""How many decisions about its records a chat keeps: as many as are shown."""

FINISHED_SECONDS: Final = 30 * _DAY
"""How long a finished game and its log are kept; the next game replaces them sooner. The list of a user's finished
games, and the record of where a group has migrated to, are kept as long."""

HISTORY_SECONDS: Final = 400 * _DAY
"""How long a finished game is kept for replays, unless ``HISTORY_DAYS`` is set."""

USER_HISTORY_NEWEST: Final = 400
"""How many finished games are listed for each user, over all groups."""

SHARED_PICTURE_SECONDS: Final = 30 * _DAY
"""How long the picture of a game's end can be shared by its button."""

PUZZLE_SECONDS: Final = 400 * _DAY
"""How long a puzzle that does not ship is kept, with its solvers' results: as long as the game that it may come from,
and longer than positions are remembered."""

PERIOD_SECONDS: Final = 100 * _DAY
"""How long figures of a month or a week are kept after its last game: older ones are not asked for, and can be derived
again."""

FINISHED_NEWEST: Final = 8
"""How many finished games are listed for each user, to find their proofs in private: as many as there are buttons."""

IDLE_SECONDS: Final = 365 * _DAY
"""How long an unfinished game waits for its next move: only abandoned groups take longer. The list of a player's games
is kept as long after it was last read."""

QUARANTINE_SECONDS: Final = 90 * _DAY
"""How long a quarantined table waits for a version that can read it."""

LOCALE_SECONDS: Final = 365 * _DAY
"""How long a user's locale is kept after their last update: as long as a game that sends them messages may wait."""

WEB_ANSWER_SECONDS: Final = _DAY
"""How long the answer to an action on the board page is kept: a page that lost it asks again within a day."""

WEB_SESSION_SECONDS: Final = _DAY
"""How long Telegram's confirmation of who opened a board page counts. When a person closed their boards is kept as
long.
"""

WEB_MEMBER_SECONDS: Final = 600
"""How long Telegram's answer that a person is in a group counts for the board page."""

WEB_OUTSIDER_SECONDS: Final = 60
"""How long Telegram's answer that a person is not in a group counts for the board page."""

WEB_PLAN_SECONDS: Final = 30 * _DAY
"""How long a move that was planned on the board page is kept."""

RACK_ORDER_SECONDS: Final = 30 * _DAY
"""How long the order of a rack is kept after its player last changed it."""

CARD_SELECTION_SECONDS: Final = _DAY
"""How long cards stay chosen: longer than players think about one; the next flip has its own selection."""

REFUSED_MOVE_SECONDS: Final = 15 * 60
"""How long a refused move may be corrected by editing its message."""

CLOSED_SECONDS: Final = 10 * 60
"""How long nothing is sent to a private chat that refused the bot, unless its user opens it."""

PENDING_REQUEST_SECONDS: Final = 15 * 60
"""How long a request waits for its user's choice of a table."""

PERSONAL_FILE_SECONDS: Final = 10 * 60
"""How long a user gets no second file of their data: making it costs a look at every key."""
CHOSEN_TABLE_SECONDS: Final = _DAY
"""How long the chosen table of a private message is known: longer than another process takes to continue with it."""

PENDING_TABLE_SECONDS: Final = 60 * 60
"""How long a pending table waits for its user's choice of a group."""

TUTORIAL_SECONDS: Final = 365 * _DAY
"""How long it is known that a user saw or declined the first game. Records show who else has played; a user who returns
after a year may be offered it again."""

GREETING_SECONDS: Final = _DAY
"""How long a group that removes and adds the bot again is not greeted again."""

HELD_PER_SHARD: Final = 1_000
"""How many notices each shard holds for chats that refuse messages: games there are stopped, so each chat has few."""

HELD_PER_TABLE: Final = 50
"""How many notices are held for one table, the latest: tables opened and closed in a muted group must not crowd out
others'.
"""

HELD_SECONDS: Final = 30 * _DAY
"""How long notices are held for chats that refuse messages: as long as a finished game."""

DEAD_LETTERS_PER_SHARD: Final = 100
"""How many dead letters each shard keeps: enough to find a fault, too few to fill the memory."""

DEAD_LETTER_BYTES: Final = 65_536
"""How many bytes of an unreadable update are kept: more than any update has, but bounded."""
DEAD_LETTER_SECONDS: Final = 7 * _DAY
"""How long dead letters are kept; no longer, as they hold users' texts."""

RECEIVED_UPDATES: Final = 1000
"""How many update ids each shard remembers, so that a resent update is not handled again."""
RECEIVED_UPDATES_SECONDS: Final = _DAY
"""How long a shard's received update ids are remembered after the last one."""

ATTEMPT_COUNT_SECONDS: Final = _DAY
"""How long attempts at an update that was delivered very often are counted."""

AOF_REWRITE_SECONDS: Final = _DAY
"""How often the bot's own server rewrites its append-only file, in which deleted data stay readable until then."""

SEND_RATES_SECONDS: Final = 60

LEASE_SECONDS: Final = 30
"""How long a claim of a due entry lasts: a timeout takes milliseconds, and a dead worker's claims must be taken again.
"""

DOWNTIMES: Final = 64
"""How many downtimes, and jumps of Redis's clock, are remembered to convert Telegram's times into served time; Telegram
repeats updates for a day at most.
"""

RUNNING_SECONDS: Final = 30 * _DAY
"""How long a game counts as running, for the bot's owners, after its last move."""

USERNAME_SECONDS: Final = 90 * _DAY
"""How long a username's user id is kept: usernames are given up, and taken by others."""

BAN_NOTICE_SECONDS: Final = _DAY
"""How often a banned user or chat is told so."""

BROADCAST_DRAFT_SECONDS: Final = 60 * 60
"""How long a drafted broadcast waits for confirmation."""

BROADCAST_SECONDS: Final = 7 * _DAY
"""How long a broadcast's outcome is kept: a late answer of Telegram may still be recorded."""
