"""What Harfiyen stores in Redis: games, settings, people, and the streams of updates and notices.

Begin with :mod:`bot.store.games` (a table's load and commit), :mod:`bot.store.keys` (every key),
:mod:`bot.store.redis_streams` (inbox and outbox) and :mod:`bot.store.shards` (which worker may write where).
"""
