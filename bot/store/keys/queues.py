"""The keys of streams and schedules, of which each shard has one."""

from typing import Final

from bot.store.keys.key import ShardKey
from bot.store.retention import (
    ATTEMPT_COUNT_SECONDS,
    DEAD_LETTER_SECONDS,
    DEAD_LETTERS_PER_SHARD,
    HELD_PER_SHARD,
    HELD_SECONDS,
    RECEIVED_UPDATES,
    RECEIVED_UPDATES_SECONDS,
    spell_seconds,
)

_CLAIMED: Final = ":claimed"


def claims(due: str) -> str:
    """Sorted set: the claimed members of a sorted set of what is due, given by its key or its pattern."""
    return f"{due}{_CLAIMED}"


def claimed_from(claims: str) -> str:
    """The key of the sorted set whose claimed members are in that one."""
    return claims.removesuffix(_CLAIMED)


inbox: Final = ShardKey(
    "hf:{NN}:inbox",
    "stream",
    content="updates about the shard's chats that are still to be handled",
    lifetime="until handled",
    in_backup=True,
)
outbox: Final = ShardKey(
    "hf:{NN}:outbox",
    "stream",
    content="notices for the shard's chats that are still to be sent",
    lifetime="until sent",
    in_backup=True,
)
held_notices: Final = ShardKey(
    "hf:{NN}:held",
    "stream",
    content="notices for those of the shard's chats and topics that cannot be written to",
    lifetime=f"until they can, {spell_seconds(HELD_SECONDS)} at most; the newest {HELD_PER_SHARD:,} of a shard",
    in_backup=True,
)
received_updates: Final = ShardKey(
    "hf:{NN}:came",
    "sorted set",
    content="ids of the newest updates that were appended to the inbox, by when and by which attempt: each is appended"
    " once",
    lifetime=f"the newest {RECEIVED_UPDATES:,} of a shard, {spell_seconds(RECEIVED_UPDATES_SECONDS)} after the last",
    in_backup=False,
)
attempt_counts: Final = ShardKey(
    "hf:{NN}:begun",
    "hash",
    content="attempts at updates that were delivered suspiciously often, by entry id: which of them ends processes",
    lifetime=f"{spell_seconds(ATTEMPT_COUNT_SECONDS)} after the last",
    in_backup=False,
)
dead_letters: Final = ShardKey(
    "hf:{NN}:dead",
    "stream",
    content="updates that could not be handled or read, and notices that could not be sent, with the reason",
    lifetime=f"the newest {DEAD_LETTERS_PER_SHARD} of a shard, {spell_seconds(DEAD_LETTER_SECONDS)}",
    in_backup=False,
)
deadlines: Final = ShardKey(
    "hf:{NN}:deadlines",
    "sorted set",
    content="scopes by when their next timeout is due, in served time",
    lifetime="until nothing is due there",
    in_backup=True,
)
card_reveals: Final = ShardKey(
    "hf:{NN}:reveals",
    "sorted set",
    content="messages that show cards, by when these are hidden again; no letters of the table",
    lifetime="until hidden",
    in_backup=True,
)
auto_deletes: Final = ShardKey(
    "hf:{NN}:fades",
    "sorted set",
    content="messages of the bot, by when they are deleted: a chat, a number and the only reader, if any",
    lifetime="until deleted",
    in_backup=True,
)
claimed_deadlines: Final = ShardKey(
    claims(deadlines.pattern),
    "sorted set",
    content="of `deadlines` what the shard's owner has claimed, by when the claim ends and it is due again",
    lifetime="until something else is claimed, or another takes the shard",
    in_backup=False,
)
claimed_card_reveals: Final = ShardKey(
    claims(card_reveals.pattern),
    "sorted set",
    content="the same of `reveals`",
    lifetime="as long",
    in_backup=False,
)
claimed_auto_deletes: Final = ShardKey(
    claims(auto_deletes.pattern),
    "sorted set",
    content="the same of `fades`",
    lifetime="as long",
    in_backup=False,
)
