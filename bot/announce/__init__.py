"""Announces what commits changed: turns the outbox's notices into messages of a chat.

Read `announcer` (the outbox's reader), then `compose` (notices to a post) and `send` (a post to its chat).

- Notices wait until they can be sent, and only then are composed, so that turns of a table that gather meanwhile
  share a message. A message never tells of two tables.
- With an hour or more for a turn, the board names the deadline in each reader's own time zone (a date tag), or in
  words if the server shows no date tags. A stopped clock has no deadline, so the board is edited (``reminders``).
- Buttons that may expire before the next turn are removed when they do (``board_messages``).
"""
