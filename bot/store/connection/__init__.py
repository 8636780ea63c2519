"""Connections to Redis: one multiplexed connection for each server, a cluster's topology, replication and reconnecting.

Begin with :func:`bot.store.connection.connect.connect`.
"""
