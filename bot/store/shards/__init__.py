"""Which worker owns which shard: membership, assignment, ownership by epoch, and handing over.

Begin with :class:`bot.store.shards.coordinator.ShardCoordinator`; the decision is
``docs/decisions/0014-one-owner-a-shard.md``.
"""
