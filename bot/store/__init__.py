"""What Harfiyen stores in Redis: games, settings, users, and the streams of updates and notices.

Begin with :mod:`bot.store.games` (a table's load and commit), :mod:`bot.store.keys` (every key), :mod:`bot.store.inbox`
(inbox and outbox) and :mod:`bot.store.shard_ownership` (which worker may write where).

**A move costs three round trips**, which ``make bench ARGS=move`` counts:

- ``append_update.lua`` appends the update and delivers it to this process's consumer, with its chat's table, settings
  and words;
- ``commit.lua`` writes the state, appends to the log, deletes the update from the inbox, appends the notice to the
  outbox and delivers it to the announcer;
- ``ack_notices.lua`` notes message and picture and deletes the notice.

A delivered entry stays pending under the owner's epoch until it is deleted. A reply may be lost with its connection, so
pending entries are claimed again after a break, and a duplicate is ignored. The table that came with an update is used
if the update is handled at once (``docs/decisions/0024-a-table-comes-with-its-update.md``); else ``load.lua`` reads it.

**Connections** (:mod:`bot.store.client`): each command borrows a connection of redis-py's pool. A reply may take 15 s,
with Sentinels 2 s; then, or if the connection breaks, the command is sent again for 2 s, with Sentinels for 10 s.
Scripts that deliver entries of a shard run one after another.

**Errors**: every call raises ``redis.exceptions.RedisError`` if the server cannot be reached; docstrings mention it
only if there is more to know.

**Formats**: tables, notices and log entries are packed JSON (:mod:`bot.tables.codec`,
``docs/decisions/0010-what-is-stored-is-packed.md``). All data have a schema number (:mod:`bot.store.schema`); another
one is migrated or refused, never guessed.
"""
