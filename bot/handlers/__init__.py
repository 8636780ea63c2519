"""Handlers of all requests about games of any kind.

Start at ``router``, then read the file of a subject. Families have handlers of their own (:mod:`bot.families`).

What to know about groups:

- A person may write as a channel or another group; they are told, at most once an hour, to write as a person.
- An administrator may write anonymously, as the group; a tap always has a person.
- If Telegram says that a topic is closed or gone, the clocks of its tables stop; other topics play on.
- A group that cannot be reached is tried again when its players play in private, at most once a minute.
"""
