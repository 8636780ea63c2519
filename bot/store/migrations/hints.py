"""From schema 2 to 3: tables may give hints (RULES §7.6).

Rules, players, final scores and logs have fields and an action that the version before cannot read, or would leave out
of the scores. What it wrote reads as it is: no table gave hints, and nobody has paid for any. So nothing is written;
the number alone keeps the version before from serving what it would misread.
"""

from bot.store.migrations.shard_migration import ShardMigration


async def migrate_shard(shard: ShardMigration) -> None:
    """Queue nothing."""
