"""A cluster with the interface of one connection: it keeps a connection to each master and routes commands.

Which master has which hash slot is known to :mod:`bot.store.connection.topology`. redis-py would lend each command a
connection; here all commands of a master share one, as on a single server. A command that finds no master, or a former
one, is retried for some seconds, in which a replica takes over.
"""

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio.cluster import NodesManager
from redis.exceptions import (
    AskError,
    ClusterDownError,
    DataError,
    MovedError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as NoAnswer

from bot.store.connection.client import UNREPEATABLE_COMMANDS, Client, ReplyOrigin
from bot.store.connection.errors import is_temporary_error
from bot.store.connection.topology import ClusterTopology, hash_slot_of_command, hash_slot_of_key
from bot.store.connection.transport import Command

RETRY_SECONDS: Final = 10.0
"""How long commands are retried after the first failure. A cluster that notices a dead master within some five seconds
has replaced it by then."""

_SHORTEST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 0.5
_IMMEDIATE_TRIES: Final = 5
"""How many redirections a command follows without a pause."""
_DISCONNECTED: Final = (Disconnected, NoAnswer)
_RETRYABLE: Final = (*_DISCONNECTED, AskError, TryAgainError, ClusterDownError)
"""The errors that stand for a reply that the hash slot's master did not give; a ``MovedError`` is an ``AskError``."""

CommandBlock = Sequence[Command]
"""Commands of one hash slot that are sent without others in between."""


class ClusterConnection:
    """The connections to all masters.

    Args:
        nodes: knows which node has which hash slot.
        make_client: makes the client of one server from host, port and this object.
    """

    def __init__(
        self,
        nodes: NodesManager,
        make_client: "Callable[[str, int, ClusterConnection], Client]",
    ) -> None:
        self.topology: Final = ClusterTopology(nodes, lambda host, port: make_client(host, port, self))
        self._reply_origins: Final[dict[int, ReplyOrigin]] = {}

    @property
    def lost_reply_count(self) -> int:
        """See :attr:`.topology.ClusterTopology.lost_reply_count`."""
        return self.topology.lost_reply_count

    async def close(self) -> None:
        """Close everything for good; whoever still waits gets an error."""
        await self.topology.close()

    def reply_origin(self, key: str) -> ReplyOrigin | None:
        """Who answered the newest command about a key's hash slot."""
        return self._reply_origins.get(hash_slot_of_key(key))

    async def send_commands(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands, those of a master together; returns the replies, each of which may be a ``ResponseError``.

        Raises:
            RedisError: a server did not answer in spite of retries; it may have done what was asked.
        """
        return [answer for (answer,) in await self._send_with_retries([(command,) for command in commands])]

    async def send_transaction(self, commands: Sequence[Command]) -> Any:
        """Send commands of one hash slot as a transaction; returns EXEC's reply, or the error that refused it.

        Raises:
            DataError: the commands are of several hash slots.
            RedisError: as :meth:`send_commands`.
        """
        if len(set(map(hash_slot_of_command, commands))) != 1:
            raise DataError("a transaction in a cluster concerns one slot")
        [[_, *queued, done]] = await self._send_with_retries([(("MULTI",), *commands, ("EXEC",))])
        return next((one for one in queued if isinstance(one, RedisError)), done)

    async def send_blocking(self, command: Command, options: dict[str, Any]) -> Any:
        """Execute a command that may block, on a connection of its own; once a server took it, it is not retried.

        Raises:
            RedisError: no reply came.
        """
        for _ in range(_IMMEDIATE_TRIES):
            client = await self.topology.master_of(hash_slot_of_command(command))
            try:
                return await client.execute_command(*command, **options)
            except AskError as moved:
                await self.topology.follow_redirect(moved)
            except (*_DISCONNECTED, ClusterDownError):
                self.topology.refresh_later()
                raise
        raise Disconnected("no server of the cluster says which of them has the slot")

    def send_later(self, commands: Sequence[Command]) -> None:
        """Send commands along with the next ones; see :meth:`.multiplexed.MultiplexedConnection.send_later`."""
        for command in commands:
            client = self.topology.known_master(hash_slot_of_command(command))
            if client is not None:
                client.shared_connection.send_later([command])
            elif not self.topology.is_closed:
                self.topology.start_task(self._send_until_accepted(command))

    async def _send_until_accepted(self, command: Command) -> None:
        """Send a command that is in no hurry until a master takes it."""
        while not self.topology.is_closed:
            with suppress(RedisError):
                [answer] = await self.send_commands([command])
                if not is_temporary_error(answer):
                    return
            await asyncio.sleep(_LONGEST_PAUSE)

    async def _send_with_retries(self, blocks: Sequence[CommandBlock]) -> list[list[Any]]:
        """Send blocks until each has its replies, or :data:`RETRY_SECONDS` are over."""
        answers: list[list[Any]] = [[]] * len(blocks)
        left: Sequence[int] = range(len(blocks))
        until, tries = 0.0, 0
        while True:
            await self._send_blocks_once(blocks, left, answers)
            left = [place for place in left if any(isinstance(one, _RETRYABLE) for one in answers[place])]
            if not left:
                return answers
            failed = [next(one for one in answers[place] if isinstance(one, _RETRYABLE)) for place in left]
            now = asyncio.get_running_loop().time()
            until, tries = until or now + RETRY_SECONDS, tries + 1
            broken = next((one for one in failed if isinstance(one, _DISCONNECTED)), None)
            given_out = any(
                isinstance(one, _DISCONNECTED) and command[0] in UNREPEATABLE_COMMANDS
                for one, place in zip(failed, left, strict=True)
                for command in blocks[place]
            )
            if broken is not None and (given_out or now >= until or self.topology.is_closed):
                self.topology.refresh_later()
                raise broken
            if now >= until:
                return answers
            await self._prepare_retry(failed, tries)

    async def _send_blocks_once(
        self, blocks: Sequence[CommandBlock], left: Iterable[int], replies: list[list[Any]]
    ) -> None:
        """Send blocks once and put their replies, or errors, into ``replies``."""
        groups: dict[int, tuple[Client, list[int]]] = {}
        for place in left:
            hash_slot = _hash_slot_of_block(blocks[place])
            client = self.topology.known_master(hash_slot)
            if client is None:
                try:
                    client = await self.topology.master_of(hash_slot)
                except _DISCONNECTED as error:
                    replies[place] = [error]
                    continue
            groups.setdefault(id(client), (client, []))[1].append(place)
        sent = [self._send_to_server(client, [blocks[place] for place in places]) for client, places in groups.values()]
        found = [await sent[0]] if len(sent) == 1 else await asyncio.gather(*sent)
        for (_, places), said in zip(groups.values(), found, strict=True):
            for place, answer in zip(places, said, strict=True):
                replies[place] = await self._follow_ask(blocks[place], answer)

    async def _follow_ask(self, block: CommandBlock, reply: list[Any]) -> list[Any]:
        """The reply, or, if the hash slot is just migrating and the key has gone already, that of the other server."""
        elsewhere = reply[0]
        if not isinstance(elsewhere, AskError) or isinstance(elsewhere, MovedError):
            return reply
        [[_, *answers]] = await self._send_to_server(
            self.topology.client_at(*elsewhere.node_addr), [(("ASKING",), *block)]
        )
        return answers or [elsewhere]

    async def _send_to_server(self, client: Client, blocks: Sequence[CommandBlock]) -> list[list[Any]]:
        """Send blocks to one server; returns the replies, or an error for each block."""
        connection = client.shared_connection
        try:
            answers = iter(await connection.send_once([command for block in blocks for command in block]))
        except _DISCONNECTED as error:
            return [[error] for _ in blocks]
        if connection.newest_connection is not None:
            origin = ReplyOrigin(client, connection.newest_connection)
            for block in blocks:
                self._reply_origins[_hash_slot_of_block(block)] = origin
        return [[next(answers) for _ in block] for block in blocks]

    async def _prepare_retry(self, failed: Sequence[RedisError], tries: int) -> None:
        """Follow redirections; else wait and learn the topology again."""
        moved = [one for one in failed if isinstance(one, AskError)]
        for one in moved:
            await self.topology.follow_redirect(one)
        if len(moved) == len(failed) and tries <= _IMMEDIATE_TRIES:
            return
        pause = min(_LONGEST_PAUSE, _SHORTEST_PAUSE * 2**tries)
        await asyncio.sleep(random.uniform(pause / 2, pause))  # noqa: S311 - so that not all come at the same instant
        await self.topology.refresh_quietly()


def _hash_slot_of_block(block: CommandBlock) -> int:
    return hash_slot_of_command(block[1] if len(block) > 1 else block[0])
