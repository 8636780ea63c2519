"""Handlers: what is done with each request that is about games of any kind.

Start at ``router``, then read the file of a topic. Families have handlers of their own (:mod:`bot.families`).

Groups are as they are:

- Who speaks for a channel or another group is heard once an hour, to be told that a person must play.
- An administrator may hide behind the group that a message names; a press always has a person.
- Where Telegram says that a topic is closed or gone, its tables' clocks stop, and other topics play on.
- A group that cannot be reached is tried again when somebody plays at its tables in private, once a minute at most.
"""
