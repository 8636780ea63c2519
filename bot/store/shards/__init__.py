"""Which worker owns which shard: membership, assignment, ownership by epoch, and handing over.

Begin with :class:`bot.store.shards.coordinator.ShardCoordinator`; the decision is
``docs/decisions/0014-one-owner-a-shard.md``.

- ``ownership``: a worker says every second that it lives; one that has said nothing new for 6 s is dead.
- ``coordinator`` spreads the 64 shards over the living by rendezvous hashing. ``own.lua`` writes a new epoch for a
  shard that is nobody's, a dead worker's, or this worker's own from before a restart.
- Every script that reads or writes as owner compares the epoch. A worker whose epoch is not there any more drops what
  it holds of the shard.
- A shard that becomes another's is drained: nothing new is taken, what was begun has 3 s, then the key is deleted and
  the next owner notified.
- An update may come in at any worker. It is put into the shard of its chat, whose owner is notified.
"""
