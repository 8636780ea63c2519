"""Announces what commits changed: turns the outbox's notices into messages of a chat.

Read `announcer` (the outbox's reader), then `compose` (notices to a post) and `send` (a post to its chat).

- A notice is composed only when it can be sent, so that turns of a table that gather meanwhile share a message. A
  message never tells of two tables.
- If a turn has an hour or more, the board tells its deadline in each reader's own time zone (a date tag), or in words
  if the server shows no date tags. When clocks stop or resume, the board is edited (``reminders``).
- Buttons that expire before the next turn are removed (``board_messages``).
"""
