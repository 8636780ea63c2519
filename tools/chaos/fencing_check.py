"""While a shard is nobody's, nothing is committed there: what a former owner still tries is refused by its epoch.

A shard is taken from its owner and the versions of its tables are read in one step; as long as the key still says
that it is nobody's they stay what they are.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.shards.ownership import new_epoch
from tools.chaos.findings import Findings
from tools.chaos.ledger import Ledger, TableRecord

_TAKE_SCRIPT: Final = "redis.call('SET', KEYS[1], ARGV[1]) "
_VERSIONS_SCRIPT: Final = """
local found = {redis.call('GET', KEYS[1])}
for i = 2, #KEYS do
  found[i] = redis.call('HGET', KEYS[i], 'version') or '0'
end
return found
"""
_LOOK_SECONDS: Final = 0.02


class _SeizedShard(NamedTuple):
    """A shard as it was taken from its owner."""

    shard: int
    places: Sequence[TableRecord]
    epoch: str
    versions: Sequence[bytes]


class FencingCheck:
    """Takes shards from their owners, and watches what is committed there before anybody owns them again.

    Args:
        client: to the servers, past whatever stands before them.
        ledger: knows where is played.
        findings: where commits by former owners go.
    """

    def __init__(self, client: Redis, ledger: Ledger, findings: Findings) -> None:
        self._client: Final = client
        self._ledger: Final = ledger
        self._findings: Final = findings

    async def seize_and_watch(self, shards: Sequence[int], seconds: float) -> None:
        """Make shards somebody's who is not there, and watch them for so long."""
        await self.watch_seized(await self.seize_shards(shards), seconds)

    async def seize_shards(self, shards: Sequence[int]) -> Sequence[_SeizedShard]:
        """Make shards somebody's who is not there; those of servers that answered, as they were then."""
        found = await asyncio.gather(*map(self._seize_shard, shards))
        return [seized for seized in found if seized is not None]

    async def watch_seized(self, seized: Sequence[_SeizedShard], seconds: float) -> None:
        """Watch what was seized for so long, each shard until somebody owns it again."""
        until = time.monotonic() + seconds
        await asyncio.gather(*(self._watch_shard(one, until) for one in seized))
        await asyncio.sleep(max(0.0, until - time.monotonic()))

    async def _seize_shard(self, shard: int) -> _SeizedShard | None:
        # What comes along with a group that becomes a supergroup is no commit.
        here = (place for place in self._ledger.records if keys.shard_of(place.scope.chat) == shard)
        places = [place for place in here if place.former_chat is None]
        epoch = new_epoch("nobody")
        found = await self._read_versions(_TAKE_SCRIPT + _VERSIONS_SCRIPT, shard, places, epoch)
        return None if found is None else _SeizedShard(shard, places, epoch, found[1:])

    async def _watch_shard(self, seized: _SeizedShard, until: float) -> None:
        shard, places, epoch, versions = seized
        while time.monotonic() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            found = await self._read_versions(_VERSIONS_SCRIPT, shard, places, epoch)
            if found is None or found[0] != epoch.encode():
                return
            for place, before, after in zip(places, versions, found[1:], strict=True):
                if before != after and place.former_chat is None:
                    what = f"version {after.decode()} was committed while shard {shard} was nobody's"
                    self._findings.add_finding("wrong", place, what)
            versions = found[1:]

    async def _read_versions(
        self, script: str, shard: int, places: Sequence[TableRecord], epoch: str
    ) -> list[bytes] | None:
        """Whose a shard is, and the versions of its tables; ``None`` where Redis does not answer."""
        names = [keys.shard_owner(shard), *(keys.game(place.scope) for place in places)]
        try:
            found: list[bytes] = await self._client.eval(script, len(names), *names, epoch)
        except (RedisError, OSError):
            return None
        return found
