"""The table of all kinds of keys in Redis: name, type, content, lifetime, and whether a backup holds them.

The table in ``docs/architecture.md`` is made from here. :mod:`bot.store.keys` makes the names for single chats, users
and shards.
"""

from collections.abc import Mapping
from typing import Final

from bot.store.bot_owner_keyspace import BOT_OWNER_KEYS
from bot.store.key import Key

__all__ = ["KEYS", "Key"]


KEYS: Final[Mapping[str, Key]] = {
    "game": Key(
        "hf:{NN}:<scope>:game",
        "hash",
        holds=(
            "`version`, `state` (packed JSON with a schema number), `away` (as it was at the newest commit), `post` "
            "(newest message about it), `shown` (which messages show it, and have its buttons), `photo` (digest and "
            "file id of the newest picture in its own chat), `acts` (what was decided about former tables); of a group "
            "that has moved `moved` (the new chat), `due` (its deadline), `left` (all that it had is there); of a game "
            "that came from such a group `came` (which)"
        ),
        lifetime="a year after the last move; 30 days once finished",
    ),
    "game_words": Key(
        "hf:{NN}:<scope>:game-words",
        "string",
        holds="the chat's own words as the game began with them (packed JSON)",
        lifetime="as the game; the next table replaces it",
    ),
    "log": Key(
        "hf:{NN}:<scope>:log",
        "list",
        holds=(
            "actions of the current table from its opening on, with instant, verdicts, and what came of each: events "
            "unredacted, scores"
        ),
        lifetime="as the game",
    ),
    "aside": Key(
        "hf:{NN}:<scope>:aside:<version>",
        "hash",
        holds="a table that could not be read, put aside: `state`, `words`, `version`, and `at`, when; seconds",
        lifetime="90 days",
    ),
    "aside_log": Key(
        "hf:{NN}:<scope>:aside-log:<version>",
        "list",
        holds="its log",
        lifetime="as long",
    ),
    "seen": Key(
        "hf:{NN}:<scope>:seen",
        "sorted set",
        holds="update ids that were committed; with a word behind them those by which the chat chose something",
        lifetime="the newest 1,000, 30 days",
    ),
    "settings": Key(
        "hf:{NN}:<chat>:settings",
        "hash",
        holds="what the chat chose: `language`, `theme`, `labels`; a group's `boards`, `openers`, `topics`, "
        "`computers`, `game` with its options; a person's `turn`, `nudge`, `order`, `reading`",
        lifetime="always",
    ),
    "user_games": Key(
        "hf:{NN}:u<user>:games",
        "set",
        holds="where a user plays: a scope and the table's short name",
        lifetime="until the end of the game is told; a year after it was last read or a game began",
    ),
    "user_finished": Key(
        "hf:{NN}:u<user>:finished",
        "list",
        holds="the newest eight games that a user has finished, as in `games`",
        lifetime="30 days after the last",
    ),
    "tongue": Key(
        "hf:{NN}:u<user>:tongue",
        "string",
        holds="the language that a user's Telegram speaks, for private messages that another's move sets off",
        lifetime="a year after the user's last update",
    ),
    "arranged": Key(
        "hf:{NN}:u<user>:arranged:<table>",
        "string",
        holds="the tiles of a user's rack in the order in which the user has laid them",
        lifetime="30 days",
        in_backup=False,
    ),
    "wanted": Key(
        "hf:{NN}:u<user>:wanted",
        "string",
        holds="the game, with its options, that a user wants to open in a group they are about to choose in private",
        lifetime="an hour",
        in_backup=False,
    ),
    "closed": Key(
        "hf:{NN}:u<user>:closed",
        "string",
        holds="nothing: a user's private chat was closed to the bot, so that no tap has it tried again",
        lifetime="ten minutes, or until the user presses `/start`",
        in_backup=False,
    ),
    "chat_words": Key(
        "hf:{NN}:<chat>:words:<language>",
        "hash",
        holds="words the chat added (`+`) or removed (`-`)",
        lifetime="always",
    ),
    "callers": Key(
        "hf:{NN}:<chat>:callers",
        "hash",
        holds="who wants to be told of the next table, by topic (0 for none) and user: since when, and the name",
        lifetime="until a table opens there",
    ),
    "halted": Key(
        "hf:{NN}:<chat>:halted",
        "set",
        holds="scopes of the chat whose clocks were stopped because it cannot be reached",
        lifetime="until the bot is back there, a year at most",
    ),
    "outage_told": Key(
        "hf:{NN}:<chat>:outage-told",
        "string",
        holds="the chat was told that the live dictionary does not answer",
        lifetime="6 hours",
        in_backup=False,
    ),
    "picks": Key(
        "hf:{NN}:<scope>:picks:<turn>",
        "sorted set",
        holds="cards chosen by buttons, not yet turned up",
        lifetime="a day",
    ),
    "refused": Key(
        "hf:{NN}:u<user>:refused",
        "string",
        holds=(
            "which message of a user was the newest move to be refused, at which table, and until which turn it counts "
            "anew once it is edited"
        ),
        lifetime="15 minutes",
        in_backup=False,
    ),
    "deadlines": Key(
        "hf:{NN}:deadlines",
        "sorted set",
        holds="scopes by the instant, in served time, at which something is due next",
        lifetime="until nothing is",
    ),
    "reveals": Key(
        "hf:{NN}:reveals",
        "sorted set",
        holds="messages that show cards, by when they are turned down; no letters of the table",
        lifetime="until turned down",
    ),
    "fades": Key(
        "hf:{NN}:fades",
        "sorted set",
        holds="messages of the bot that are to be deleted: a chat, a number and the only reader, if any, by when",
        lifetime="until deleted",
    ),
    "deadlines_claimed": Key(
        "hf:{NN}:deadlines:claimed",
        "sorted set",
        holds="of `deadlines` what the shard's owner has in hand, by when it is found again",
        lifetime="until something else is claimed, or another takes the shard",
        in_backup=False,
    ),
    "reveals_claimed": Key(
        "hf:{NN}:reveals:claimed",
        "sorted set",
        holds="the same of `reveals`",
        lifetime="as long",
        in_backup=False,
    ),
    "fades_claimed": Key(
        "hf:{NN}:fades:claimed",
        "sorted set",
        holds="the same of `fades`",
        lifetime="as long",
        in_backup=False,
    ),
    "finding": Key(
        "hf:{NN}:word:<language>:<word>",
        "string",
        holds="what the live dictionary said; `NN` by the word",
        lifetime="30 days, invalid ones a day",
        in_backup=False,
    ),
    "clock": Key(
        "hf:{served}:clock",
        "hash",
        holds=(
            "`away`: for how long nobody could play, in all; `beat`: when Telegram last answered a worker; `slip`: by "
            "how much Redis's clock was set. Milliseconds"
        ),
        lifetime="always",
    ),
    "workers": Key(
        "hf:{served}:workers",
        "sorted set",
        holds="the processes that have not ended in good order, by their newest beats",
        lifetime="20 s without a beat",
        in_backup=False,
    ),
    "committed": Key(
        "hf:{NN}:committed",
        "string",
        holds="the newest instant, in served time, that a commit of the shard was done at; milliseconds",
        lifetime="always",
    ),
    "absences": Key(
        "hf:{served}:absences",
        "list",
        holds="the newest absences: start, end, and for how long nobody had been there in all before and after",
        lifetime="the newest 64",
    ),
    "jumps": Key(
        "hf:{served}:jumps",
        "list",
        holds="when Redis's clock was set: the instant, and `slip` before and after",
        lifetime="the newest 64, until it is set back",
    ),
    "outbox": Key(
        "hf:{NN}:outbox",
        "stream",
        holds="notices that wait to be told",
        lifetime="until told",
    ),
    "inbox": Key(
        "hf:{NN}:inbox",
        "stream",
        holds="updates about the shard's chats that wait to be handled",
        lifetime="until handled",
    ),
    "came": Key(
        "hf:{NN}:came",
        "sorted set",
        holds="the numbers of the newest updates that were put into the inbox, by when: each is put there once",
        lifetime="the newest 1,000 of a shard, a day after the last",
        in_backup=False,
    ),
    "begun": Key(
        "hf:{NN}:begun",
        "hash",
        holds="how often updates began to be handled that were given out very often: which of them ends processes",
        lifetime="a day after the last",
        in_backup=False,
    ),
    "dead": Key(
        "hf:{NN}:dead",
        "stream",
        holds="updates that were given up or are none, and notices that could not be told, with the reason",
        lifetime="the newest 100 of a shard, a week",
        in_backup=False,
    ),
    "owner": Key(
        "hf:{NN}:owner",
        "string",
        holds="whose the shard is: a worker's name and the random epoch by which it took it",
        lifetime="until it is let go or taken by another",
        in_backup=False,
    ),
    "living": Key(
        "hf:{living}",
        "set",
        holds="the names of the workers",
        lifetime="until they live no more",
        in_backup=False,
    ),
    "alive": Key(
        "hf:{living}:<worker>",
        "string",
        holds="the worker is `here`, or `leaving`; its process; how often it has said so",
        lifetime="until it ends, or another finds it dead",
        in_backup=False,
    ),
    "wake": Key(
        "hf:wake:<worker>",
        "list",
        holds="another worker has put something into a shard of this one",
        lifetime="until it looks, some seconds at most",
        in_backup=False,
    ),
    "replicated": Key(
        "hf:{NN}:replicated",
        "string",
        holds="nothing: written so that replicas can be waited for",
        lifetime="a minute",
        in_backup=False,
    ),
    "rewritten": Key(
        "hf:rewritten",
        "string",
        holds="when the bot's own server last began to write its append-only file anew for the day, in seconds",
        lifetime="always",
        in_backup=False,
    ),
    "bot": Key(
        "hf:bot",
        "string",
        holds="a hash of the id of the bot whose all this is; another one does not start here",
        lifetime="always; a restore with `--replace` frees it for whichever starts next",
        in_backup=False,
    ),
    "schema": Key(
        "hf:schema",
        "string",
        holds="the number of the schema of all that is stored; a program of another one does not start here",
        lifetime="always; a backup has it in its first line",
        in_backup=False,
    ),
    "shard_schema": Key(
        "hf:{NN}:schema",
        "string",
        holds="the same of a shard, once it was migrated: no worker of another schema may own it",
        lifetime="always",
        in_backup=False,
    ),
    "migrating": Key(
        "hf:migrating",
        "string",
        holds="a worker takes the data to the next schema; no other one does meanwhile",
        lifetime="until it has; a minute where it says nothing more",
        in_backup=False,
    ),
    "restoring": Key(
        "hf:restoring",
        "string",
        holds="a backup is being restored",
        lifetime="until it is; a bot does not start before",
        in_backup=False,
    ),
    **BOT_OWNER_KEYS,
}
"""All kinds of keys, by the names that the code uses for them."""
