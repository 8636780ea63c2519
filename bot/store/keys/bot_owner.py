"""The keys behind the bot owners' commands; what is not about single chats is in :data:`BOT_OWNER_SHARD`."""

from typing import Final

from bot.store.keys.key import ChatKey, Migration, ServiceKey, ShardKey, TextKey
from bot.store.retention import (
    BAN_NOTICE_SECONDS,
    BROADCAST_DRAFT_SECONDS,
    BROADCAST_SECONDS,
    IDLE_SECONDS,
    RUNNING_SECONDS,
    USERNAME_SECONDS,
    spell_seconds,
)

BOT_OWNER_SHARD: Final = 0
"""The shard of all data of the bot owners that are not about single chats; its owner runs the broadcasts."""

known_chats: Final = ShardKey(
    "hf:{NN}:chats",
    "sorted set",
    content="the chats where the bot was heard from, by when that was last noted, some hours apart; seconds",
    lifetime=f"{spell_seconds(IDLE_SECONDS)} after that; until the bot is put out",
    in_backup=True,
)
chats_seeded: Final = ServiceKey(
    "hf:{00}:seeded",
    "string",
    content="a marker: `chats` has those, too, that were there before the bot noted any",
    lifetime="always",
    in_backup=False,
)
running_games: Final = ShardKey(
    "hf:{NN}:running",
    "sorted set",
    content="scopes where a game runs, by when something was last done there, for the owners' counts; seconds",
    lifetime=f"until the game is over, {spell_seconds(RUNNING_SECONDS)} after that at most",
    in_backup=False,
)
username: Final = TextKey(
    "hf:{NN}:name:<username>",
    "string",
    content="the user id of a username, in small letters without `@`, for owners who ban by it; `NN` by the name",
    lifetime=f"{spell_seconds(USERNAME_SECONDS)} after it was last seen",
    in_backup=False,
)
bans: Final = ServiceKey(
    "hf:{00}:bans",
    "hash",
    content="who is banned, people and chats, by whom and when",
    lifetime="until the ban is lifted",
    in_backup=True,
)
ban_notified: Final = ChatKey(
    "hf:{NN}:<chat>:ban-told",
    "string",
    content="a marker: a banned chat or person was told so",
    lifetime=spell_seconds(BAN_NOTICE_SECONDS),
    in_backup=False,
    migration=Migration.STAYS,
)
maintenance: Final = ServiceKey(
    "hf:{00}:maintenance",
    "string",
    content="no new games for now, by whom, and until when",
    lifetime="until it is over",
    in_backup=False,
)
owner_menus: Final = ServiceKey(
    "hf:{00}:menus",
    "set",
    content="the owners whose private chats have a menu of their own",
    lifetime="always",
    in_backup=False,
)
worker_status: Final = ServiceKey(
    "hf:{00}:vitals",
    "hash",
    content="of each worker its version, start, memory and what Telegram held back",
    lifetime="until another worker is asked a minute after its last word",
    in_backup=False,
)
move_counts: Final = ServiceKey(
    "hf:{00}:moves",
    "hash",
    content="how much was done at tables in each five minutes",
    lifetime="an hour",
    in_backup=False,
)
owner_alerts: Final = ServiceKey(
    "hf:{00}:alerts",
    "hash",
    content="of each kind of trouble whether it lasts, and when owners were last told",
    lifetime="always",
    in_backup=False,
)
broadcast_draft: Final = ServiceKey(
    "hf:{00}:announcement:<user>",
    "string",
    content="a broadcast that an owner has drafted and not confirmed",
    lifetime=spell_seconds(BROADCAST_DRAFT_SECONDS),
    in_backup=False,
)
broadcast: Final = ServiceKey(
    "hf:{00}:broadcast",
    "hash",
    content="the broadcast: its text, by whom, how far it is, and the message that shows that",
    lifetime=f"{spell_seconds(BROADCAST_SECONDS)} after its end",
    in_backup=False,
)
broadcast_waiting: Final = ServiceKey(
    "hf:{00}:broadcast:waiting",
    "set",
    content="chats that are still to get the broadcast",
    lifetime="as long",
    in_backup=False,
)
broadcast_in_flight: Final = ServiceKey(
    "hf:{00}:broadcast:trying",
    "hash",
    content="chats to which 0.2.0 was sending it; now they are in `missed` until it is known what became of them",
    lifetime="as long",
    in_backup=False,
)
broadcast_delivered: Final = ServiceKey(
    "hf:{00}:broadcast:told",
    "set",
    content="chats that got it",
    lifetime="as long",
    in_backup=False,
)
broadcast_failed: Final = ServiceKey(
    "hf:{00}:broadcast:missed",
    "hash",
    content="chats that did not get it, or nobody knows, and why",
    lifetime="as long",
    in_backup=False,
)
