"""A cluster behind what one connection offers: a line to each master, and commands that find theirs.

Who has which slot is known to :mod:`bot.store.masters`. redis-py would lend each command a connection; here all
commands of a master share one, as on a lone server. What finds no master, or one that is one no more, is tried again
for some seconds, in which a replica takes over.
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

from bot.store.client import GIVES_OUT, Client, Written
from bot.store.faults import is_away
from bot.store.line import Command
from bot.store.masters import Masters
from bot.store.routes import slot_for, slot_of

PATIENCE_SECONDS: Final = 10.0
"""For how long commands are tried again from the first failure on; in a cluster that notices a death within some five
seconds a replica has taken over by then."""

_SHORTEST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 0.5
_AT_ONCE: Final = 5
"""How often a command follows the word of another server without a pause."""
_BROKEN: Final = (Disconnected, NoAnswer)
_ANOTHER_TIME: Final = (*_BROKEN, AskError, TryAgainError, ClusterDownError)
"""What stands for an answer where whoever has the slot has not answered; a ``MovedError`` is an ``AskError``."""

Block = Sequence[Command]
"""Commands of one slot that are sent side by side."""


class Lines(Masters):
    """The lines to all masters.

    Args:
        nodes: who has which slot.
        client_of: makes the client of one server, by host, port and who has its line.
    """

    def __init__(
        self,
        nodes: NodesManager,
        client_of: "Callable[[str, int, Lines], Client]",
    ) -> None:
        super().__init__(nodes, lambda host, port: client_of(host, port, self))
        self._written: Final[dict[int, Written]] = {}

    def written(self, key: str) -> Written | None:
        """By whom the newest command about a key's slot was answered."""
        return self._written.get(slot_of(key))

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands, those of a master together; the answers, of which each may be a ``ResponseError``.

        Raises:
            RedisError: a server gave no answer, not even when asked again; it may have done what was asked.
        """
        return [answer for (answer,) in await self._carried([(command,) for command in commands])]

    async def transact(self, commands: Sequence[Command]) -> Any:
        """Send commands of one slot as one transaction: what EXEC says, or the error that it was refused by.

        Raises:
            DataError: they are of several slots.
            RedisError: as :meth:`ask`.
        """
        if len(set(map(slot_for, commands))) != 1:
            raise DataError("a transaction in a cluster concerns one slot")
        [[_, *queued, done]] = await self._carried([(("MULTI",), *commands, ("EXEC",))])
        return next((one for one in queued if isinstance(one, RedisError)), done)

    async def wait(self, command: Command, options: dict[str, Any]) -> Any:
        """Carry out a command that may wait, on a connection of its own; it is not sent again once it was taken.

        Raises:
            RedisError: no answer came.
        """
        for _ in range(_AT_ONCE):
            client = await self.master_of(slot_for(command))
            try:
                return await client.execute_command(*command, **options)
            except AskError as moved:
                await self._follow(moved)
            except (*_BROKEN, ClusterDownError):
                self.doubt()
                raise
        raise Disconnected("nobody can tell which server of the cluster has the slot")

    def along(self, commands: Sequence[Command]) -> None:
        """Let commands go out with what is asked next; see :meth:`bot.store.line.Line.along`."""
        for command in commands:
            client = self._known(slot_for(command))
            if client is not None:
                client.line.along([command])
            elif not self._closed:
                self._in_background(self._sent(command))

    async def _sent(self, command: Command) -> None:
        """Send what is in no hurry, once somebody can do it."""
        while not self._closed:
            with suppress(RedisError):
                [answer] = await self.ask([command])
                if not is_away(answer):
                    return
            await asyncio.sleep(_LONGEST_PAUSE)

    async def _carried(self, blocks: Sequence[Block]) -> list[list[Any]]:
        """Send blocks until each has its answers, or for as long as is worth it."""
        answers: list[list[Any]] = [[]] * len(blocks)
        left: Sequence[int] = range(len(blocks))
        until, tries = 0.0, 0
        while True:
            await self._try(blocks, left, answers)
            left = [place for place in left if any(isinstance(one, _ANOTHER_TIME) for one in answers[place])]
            if not left:
                return answers
            failed = [next(one for one in answers[place] if isinstance(one, _ANOTHER_TIME)) for place in left]
            now = asyncio.get_running_loop().time()
            until, tries = until or now + PATIENCE_SECONDS, tries + 1
            broken = next((one for one in failed if isinstance(one, _BROKEN)), None)
            given_out = any(
                isinstance(one, _BROKEN) and command[0] in GIVES_OUT
                for one, place in zip(failed, left, strict=True)
                for command in blocks[place]
            )
            if broken is not None and (given_out or now >= until or self._closed):
                self.doubt()
                raise broken
            if now >= until:
                return answers
            await self._recover(failed, tries)

    async def _try(self, blocks: Sequence[Block], left: Iterable[int], answers: list[list[Any]]) -> None:
        """Send blocks once; what stands in the answers' places may be a failure."""
        groups: dict[int, tuple[Client, list[int]]] = {}
        for place in left:
            slot = _slot(blocks[place])
            client = self._known(slot)
            if client is None:
                try:
                    client = await self.master_of(slot)
                except _BROKEN as error:
                    answers[place] = [error]
                    continue
            groups.setdefault(id(client), (client, []))[1].append(place)
        sent = [self._send(client, [blocks[place] for place in places]) for client, places in groups.values()]
        found = [await sent[0]] if len(sent) == 1 else await asyncio.gather(*sent)
        for (_, places), said in zip(groups.values(), found, strict=True):
            for place, answer in zip(places, said, strict=True):
                answers[place] = await self._redirected(blocks[place], answer)

    async def _redirected(self, block: Block, answer: list[Any]) -> list[Any]:
        """The answer, or where the slot is just going over to another server and the key has gone, that one's."""
        elsewhere = answer[0]
        if not isinstance(elsewhere, AskError) or isinstance(elsewhere, MovedError):
            return answer
        [[_, *answers]] = await self._send(self._client(*elsewhere.node_addr), [(("ASKING",), *block)])
        return answers or [elsewhere]

    async def _send(self, client: Client, blocks: Sequence[Block]) -> list[list[Any]]:
        """Send blocks to a server; what it answered, or for each the failure."""
        line = client.line
        try:
            answers = iter(await line.once([command for block in blocks for command in block]))
        except _BROKEN as error:
            return [[error] for _ in blocks]
        if line.newest is not None:
            written = Written(client, line.newest)
            for block in blocks:
                self._written[_slot(block)] = written
        return [[next(answers) for _ in block] for block in blocks]

    async def _recover(self, failed: Sequence[RedisError], tries: int) -> None:
        """Do what makes another try worth it."""
        moved = [one for one in failed if isinstance(one, AskError)]
        for one in moved:
            await self._follow(one)
        if len(moved) == len(failed) and tries <= _AT_ONCE:
            return
        pause = min(_LONGEST_PAUSE, _SHORTEST_PAUSE * 2**tries)
        await asyncio.sleep(random.uniform(pause / 2, pause))  # noqa: S311 - so that not all come at the same instant
        await self._doubted()


def _slot(block: Block) -> int:
    return slot_for(block[1] if len(block) > 1 else block[0])
