"""The Redis Streams, one for each shard: the inbox (updates to handle), the outbox (notices to send), the dead letters.

Begin with :mod:`bot.store.redis_streams.inbox`; both streams stand on :mod:`bot.store.redis_streams.consumer_group`.
"""
