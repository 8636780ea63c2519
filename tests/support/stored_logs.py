"""The log of whatever table a store holds in a scope now."""

from bot.store.keys import Scope
from bot.store.redis import Store


async def stored_log(store: Store, scope: Scope) -> list[bytes]:
    """The entries as they are stored, oldest first."""
    return await store.log(scope, (await store.load(scope)).version)
