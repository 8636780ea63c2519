"""Forgetting somebody: every key that may name them is looked at, and deleted or rewritten.

Who asks leaves a note in Redis. :mod:`bot.handlers.records.forgetter` looks for notes every two seconds. Each worker
gives up the person's seats in its own shards (``leave_tables``); the owner of shard 00 goes over every key (``eraser``)
until a pass finds nothing, tells the person, adds a keyed hash to the list by which restores go, and drops the note.
All of it may be repeated, so another worker goes on with what one leaves. ``docs/privacy.md`` says what becomes of each
key, ``docs/decisions/0031-being-forgotten.md`` why logs are rewritten by replaying them.
"""
