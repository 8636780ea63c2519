"""Announces what commits changed: turns the outbox's notices into the messages that a chat reads and sees.

Read `announcer` (the outbox's reader), then `compose` (notices to a post) and `send` (a post to its chat).

- Notices wait for room before they are composed, so turns of one table that gather meanwhile share a message. A message
  never tells of two tables.
- Where a turn has an hour or more, the board says until when, in each reader's own zone, or in words where the server
  knows no such entities. A clock that stands still says none: the board is edited (``reminders``).
- What may be over before the next turn is taken off its message then (``board_messages``).
"""
