"""What Harfiyen stores in Redis: games, settings, people, and the streams of updates and notices.

Begin with :mod:`bot.store.games` (a table's load and commit), :mod:`bot.store.keys` (every key),
:mod:`bot.store.inbox` (inbox and outbox) and :mod:`bot.store.shard_ownership` (which worker may write where).

**A move costs three round trips**, which ``make bench ARGS=move`` counts:

- ``append_update.lua`` appends the update and gives it out to this process's consumer, with its chat's table, settings
  and words;
- ``commit.lua`` writes the state, appends to the log, takes the update out of the inbox, and puts the notice into the
  outbox and gives it out to the announcer;
- ``ack_notices.lua`` notes message and picture and removes the notice.

What is given out stays pending under the owner's epoch until it is removed. An answer may be lost with its connection,
so what is pending is looked through again after a break, and what comes twice is taken once. The table that came with
an update is used if that is handled at once (``docs/decisions/0024-a-table-comes-with-its-update.md``); else
``load.lua`` reads it.

**Connections** (:mod:`bot.store.client`): each command borrows a connection of redis-py's pool. An answer may take
15 s, with Sentinels 2 s; then, or if the connection breaks, the command is sent again for 2 s, with Sentinels for 10 s.
What gives out entries of a shard waits for the reply to what does so before it.

**Errors**: whatever asks Redis raises ``redis.exceptions.RedisError`` if the server cannot be reached; docstrings tell
what else is to be known of that.

**Formats**: tables, notices and log entries are packed JSON (:mod:`bot.tables.codec`,
``docs/decisions/0010-what-is-stored-is-packed.md``). All data bear a schema (:mod:`bot.store.schema`);
another one is migrated or refused, never guessed.
"""
