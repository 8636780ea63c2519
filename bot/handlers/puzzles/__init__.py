"""Puzzles: a position in which one play is the best, shown to groups and solved in private.

Start at ``daily_poster`` for the daily one: it claims the chats that are due, and ``daily_calendar`` says which date is
to be posted there. A date has one post at most (``docs/decisions/0034-a-daily-puzzle-is-sent-at-most-once.md``). If the
process dies

- before the note that it is being sent, the shard's next owner posts;
- between note and send, or after the send, nobody knows: it counts as ``unknown`` and is not sent again;
- after the send and before the next date is scheduled, the next owner finds it noted, and schedules.
"""
