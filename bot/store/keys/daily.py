"""The keys of daily puzzles, by chat; when the next one is due has a sorted set in each shard."""

from typing import Final

from bot.store.keys.key import ChatKey, Migration, ShardKey
from bot.store.keys.queues import claims

daily_puzzle: Final = ChatKey(
    "hf:{NN}:<chat>:daily",
    "hash",
    content=(
        "the chat's newest daily puzzle: `number`, `day` (its date there), `puzzle`, `state` (`waiting`, `sent`, "
        "`unknown`, or `sending` and the attempt to send it), `solved` (how many solved it), `first` and "
        "`first-name` (who was first); of the one before it `before-puzzle`, `before-solved`, `before-first`, "
        "`before-first-name`"
    ),
    lifetime="always",
    in_backup=True,
    migration=Migration.MERGED,
)
daily_solvers: Final = ChatKey(
    "hf:{NN}:<chat>:daily-solvers",
    "hash",
    content=(
        "by user who has solved a daily puzzle of the chat: the number of the newest one, the streak up to it, the "
        "longest streak, how many in all; MessagePack"
    ),
    lifetime="always; until the user is forgotten",
    in_backup=True,
    migration=Migration.MERGED,
)
daily_posts: Final = ShardKey(
    "hf:{NN}:daily",
    "sorted set",
    content="chats by when their next daily puzzle is due; seconds",
    lifetime="until the chat wants none",
    in_backup=True,
)
claimed_daily_posts: Final = ShardKey(
    claims(daily_posts.pattern),
    "sorted set",
    content="the same of `daily`",
    lifetime="as long",
    in_backup=False,
)
