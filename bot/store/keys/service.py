"""The keys of the service as a whole: its clock, its workers and their shards, the schema, the live dictionary."""

from typing import Final

from bot.store.keys.key import ServiceKey, ShardKey, TextKey
from bot.store.retention import DOWNTIMES

clock: Final = ServiceKey(
    "hf:{served}:clock",
    "hash",
    content=(
        "`away`: for how long nobody could play, in all; `beat`: when Telegram last answered a worker; `slip`: by "
        "how much Redis's clock was set. Milliseconds"
    ),
    lifetime="always",
    in_backup=True,
)
worker_heartbeats: Final = ServiceKey(
    "hf:{served}:workers",
    "sorted set",
    content="the processes that have not ended in good order, by their newest heartbeats",
    lifetime="20 s without a heartbeat",
    in_backup=False,
)
downtimes: Final = ServiceKey(
    "hf:{served}:absences",
    "list",
    content="the newest downtimes: start, end, and the total downtime before and after",
    lifetime=f"the newest {DOWNTIMES}",
    in_backup=True,
)
clock_jumps: Final = ServiceKey(
    "hf:{served}:jumps",
    "list",
    content="when Redis's clock was set: the instant, and `slip` before and after",
    lifetime=f"the newest {DOWNTIMES}, until it is set back",
    in_backup=True,
)
newest_commit: Final = ShardKey(
    "hf:{NN}:committed",
    "string",
    content="the served time of the shard's newest commit; milliseconds",
    lifetime="always",
    in_backup=True,
)
shard_owner: Final = ShardKey(
    "hf:{NN}:owner",
    "string",
    content="the epoch by which the shard is owned: a worker's name and a random part",
    lifetime="until it is released or taken by another",
    in_backup=False,
)
members: Final = ServiceKey(
    "hf:{living}",
    "set",
    content="the names of the workers",
    lifetime="until they end, or are found dead",
    in_backup=False,
)
member: Final = ServiceKey(
    "hf:{living}:<worker>",
    "string",
    content="a worker's sign of life: it is `here`, or `leaving`; its process; how often it has said so",
    lifetime="until it ends, or another finds it dead",
    in_backup=False,
)
worker_notifications: Final = ServiceKey(
    "hf:wake:<worker>",
    "list",
    content="notifications for a worker: another has appended something in a shard of this one",
    lifetime="until it looks, some seconds at most",
    in_backup=False,
)
replication_marker: Final = ServiceKey(
    "hf:replicated",
    "string",
    content="nothing: written so that replicas can be waited for",
    lifetime="a minute",
    in_backup=False,
)
aof_rewrite_time: Final = ServiceKey(
    "hf:rewritten",
    "string",
    content="when the bot's own server last began to rewrite its append-only file, in seconds",
    lifetime="always",
    in_backup=False,
)
tenant: Final = ServiceKey(
    "hf:bot",
    "string",
    content="a hash of the id of the bot that owns the database; another one does not start here",
    lifetime="always; a restore with `--replace` frees it for whichever starts next",
    in_backup=False,
)
schema: Final = ServiceKey(
    "hf:schema",
    "string",
    content="the number of the schema of all that is stored; a program of another one does not start here",
    lifetime="always; a backup has it in its first line",
    in_backup=False,
)
shard_schema: Final = ShardKey(
    "hf:{NN}:schema",
    "string",
    content="the same of a shard, once it was migrated: no worker of another schema may own it",
    lifetime="always",
    in_backup=False,
)
migration_lock: Final = ServiceKey(
    "hf:migrating",
    "string",
    content="a worker migrates the data to the next schema; no other one does meanwhile",
    lifetime="until it has; a minute where it says nothing more",
    in_backup=False,
)
restore_marker: Final = ServiceKey(
    "hf:restoring",
    "string",
    content="a backup is being restored",
    lifetime="until it is; a bot does not start before",
    in_backup=False,
)
dictionary_answer: Final = TextKey(
    "hf:{NN}:word:<language>:<word>",
    "string",
    content="the live dictionary's answer about a word in capitals; `NN` by the word",
    lifetime="30 days, of no word a day",
    in_backup=False,
)
