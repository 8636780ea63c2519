"""The kinds of keys behind the bot owners' commands; part of the table in :mod:`bot.store.keyspace`."""

from collections.abc import Mapping
from typing import Final

from bot.store.key import Key

BOT_OWNER_KEYS: Final[Mapping[str, Key]] = {
    "chats": Key(
        "hf:{NN}:chats",
        "sorted set",
        holds="the chats where the bot was heard from, by when that was last noted, some hours apart; seconds",
        lifetime="a year after that; until the bot is put out",
    ),
    "seeded": Key(
        "hf:{NN}:seeded",
        "string",
        holds="in shard 00: `chats` has those, too, that were there before the bot noted any",
        lifetime="always",
        in_backup=False,
    ),
    "running": Key(
        "hf:{NN}:running",
        "sorted set",
        holds="scopes where a game runs, by when something was last done there, for the owners' counts; seconds",
        lifetime="until the game is over, 30 days after that at most",
        in_backup=False,
    ),
    "username": Key(
        "hf:{NN}:name:<username>",
        "string",
        holds="whose a name with `@` is, for owners who ban by it; `NN` by the name",
        lifetime="90 days after it was last seen",
        in_backup=False,
    ),
    "bans": Key(
        "hf:{NN}:bans",
        "hash",
        holds="in shard 00: who is banned, people and chats, by whom and when",
        lifetime="until the ban is lifted",
    ),
    "ban_told": Key(
        "hf:{NN}:<chat>:ban-told",
        "string",
        holds="a banned chat or person was told so",
        lifetime="a day",
        in_backup=False,
    ),
    "maintenance": Key(
        "hf:{NN}:maintenance",
        "string",
        holds="in shard 00: no new games for now, by whom, and until when",
        lifetime="until it is over",
        in_backup=False,
    ),
    "menus": Key(
        "hf:{NN}:menus",
        "set",
        holds="in shard 00: the owners whose private chats have a menu of their own",
        lifetime="always",
        in_backup=False,
    ),
    "vitals": Key(
        "hf:{NN}:vitals",
        "hash",
        holds="in shard 00: of each worker its version, start, memory and what Telegram held back",
        lifetime="until another worker is asked a minute after its last word",
        in_backup=False,
    ),
    "moves": Key(
        "hf:{NN}:moves",
        "hash",
        holds="in shard 00: how much was done at tables in each five minutes",
        lifetime="an hour",
        in_backup=False,
    ),
    "alerts": Key(
        "hf:{NN}:alerts",
        "hash",
        holds="in shard 00: of each kind of trouble whether it lasts, and when owners were last told",
        lifetime="always",
        in_backup=False,
    ),
    "announcement": Key(
        "hf:{NN}:announcement:<user>",
        "string",
        holds="in shard 00: what an owner is about to tell all chats, not yet confirmed",
        lifetime="an hour",
        in_backup=False,
    ),
    "broadcast": Key(
        "hf:{NN}:broadcast",
        "hash",
        holds="in shard 00: what all chats are being told, by whom, how far that is, and the message that shows it",
        lifetime="a week after its end",
        in_backup=False,
    ),
    "broadcast_waiting": Key(
        "hf:{NN}:broadcast:waiting",
        "set",
        holds="in shard 00: chats that are still to be told",
        lifetime="as long",
        in_backup=False,
    ),
    "broadcast_trying": Key(
        "hf:{NN}:broadcast:trying",
        "hash",
        holds="in shard 00: chats that are being told, by the epoch of who does it",
        lifetime="as long",
        in_backup=False,
    ),
    "broadcast_told": Key(
        "hf:{NN}:broadcast:told",
        "set",
        holds="in shard 00: chats that were told",
        lifetime="as long",
        in_backup=False,
    ),
    "broadcast_missed": Key(
        "hf:{NN}:broadcast:missed",
        "hash",
        holds="in shard 00: chats that were not told, or nobody knows, and why",
        lifetime="as long",
        in_backup=False,
    ),
}
"""These kinds of keys, by the names that the code uses for them."""
