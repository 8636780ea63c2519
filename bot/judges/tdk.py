"""The live TDK dictionary: look-ups over HTTP, bounded in time and number, with a memory.

Owns the calls: time-outs, the one retry, the circuit breaker and the limits. What an answer means is ``entries``',
and who decides when none comes is ``judges``'.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Final

import aiohttp
from redis.asyncio import Redis
from yarl import URL

from bot.judges.breaker import Breaker, Open
from bot.judges.cache import Cache
from bot.judges.entries import Finding, Garbled, read, spellings
from engine.alphabet import alphabet

LANGUAGE: Final = "tr"

_AGENT: Final = "Mozilla/5.0 (compatible; Harfiyen)"
_OK: Final = 200
_SERVER_ERRORS: Final = range(500, 600)
_CHUNK_BYTES: Final = 65536
_DNS_SECONDS: Final = 300

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the service may cost; two attempts and the pause between them fit into the whole."""

    whole_seconds: float = 1.8
    """For all words of a move together, waiting for a turn included."""
    attempt_seconds: float = 0.75
    """For one call."""
    at_once: int = 6
    """Calls under way for one move: the spellings of an unknown word go side by side."""
    at_once_in_all: int = 32
    answer_bytes: int = 1_000_000
    spellings: int = 6
    """With circumflexes, of a word that the built-in list does not know; of one that it knows all are asked for."""


class _NoAnswer(Exception):
    """The service cannot be used now; says why, and whether asking again may help."""

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again: Final = again


def _pause() -> float:
    return random.uniform(0.05, 0.2)  # noqa: S311 - the pause is no secret


class Tdk:
    """Asks the service, or the memory of what it said.

    Args:
        url: the service's look-up without its query, as the operator set it; the only address ever called.
        client: the Redis that remembers; answers in bytes.
        limits: what a look-up may cost.
        clock: seconds that only grow, for the breaker.
        pause: seconds before the retry, different every time.
    """

    def __init__(
        self,
        url: str,
        client: Redis,
        limits: Limits | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[], float] = _pause,
    ) -> None:
        self._url: Final = URL(url)
        self._cache: Final = Cache(client, LANGUAGE)
        self.limits: Final = limits or Limits()
        self._pause: Final = pause
        self._letters: Final = alphabet(LANGUAGE)
        self._slots: Final = asyncio.Semaphore(self.limits.at_once_in_all)
        self._session: aiohttp.ClientSession | None = None
        self.breaker: Final = Breaker(clock)

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def find(self, words: Sequence[str], known: Callable[[str], bool]) -> dict[str, Finding]:
        """Ask about words in capitals; never takes longer than the limits' whole, and raises nothing.

        A word that is missing in what comes back was not answered. The plain spellings of all words are sent before any
        with circumflexes, for turns are given in the order in which they are asked for.

        Args:
            words: what to ask about.
            known: whether the built-in list has a word. One that the service lacks is asked for with circumflexes
                too, since on a board they are played without (RULES §2.6): in every place if it is in the list, else
                in the likeliest. One that is in no list does not count unless such a spelling is found in time.
        """
        findings: dict[str, Finding] = {}
        fresh: dict[str, Finding] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.whole_seconds):
                findings.update(await self._cache.read(words))
                turns = asyncio.Semaphore(self.limits.at_once)
                async with asyncio.TaskGroup() as tasks:
                    for word in dict.fromkeys(words):
                        if word not in findings:
                            most = None if known(word) else self.limits.spellings
                            tasks.create_task(self._find(word, most, turns, fresh))
        return findings | fresh

    async def _find(self, word: str, most: int | None, turns: asyncio.Semaphore, fresh: dict[str, Finding]) -> None:
        """Put what the service says of a word into ``fresh``, if it answers; with circumflexes if it lacks the word."""
        plain = self._letters.lower(word)
        try:
            finding = await self._ask(plain, word, turns)
            if not finding.valid:
                if most is not None:
                    # An answer, though others may follow: those of a long move do not all fit into its time.
                    fresh[word] = finding
                finding = await self._ask_any(islice(spellings(plain), most), word, turns)
        except Open:
            return
        except _NoAnswer as error:
            _log.warning("the TDK service gives no answer: %s", error)
            return
        fresh[word] = finding
        await self._cache.write(word, finding)

    async def _ask_any(self, written: Iterable[str], word: str, turns: asyncio.Semaphore) -> Finding:
        """Several look-ups side by side, until one finds the word.

        Raises:
            Open, _NoAnswer: none has found it, and not all were answered.
        """
        asked = [asyncio.create_task(self._ask(spelling, word, turns)) for spelling in written]
        trouble: Open | _NoAnswer | None = None
        try:
            for answer in asyncio.as_completed(asked):
                try:
                    finding = await answer
                except (Open, _NoAnswer) as error:
                    trouble = error
                else:
                    if finding.valid:
                        return finding
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        if trouble is not None:
            raise trouble
        return Finding(valid=False)

    async def _ask(self, spelling: str, word: str, turns: asyncio.Semaphore) -> Finding:
        """One look-up, tried a second time where that may help."""
        # The turn is waited for outside the attempt: a long queue is no failure of the service.
        async with turns, self._slots:
            try:
                return await self._attempt(spelling, word)
            except _NoAnswer as error:
                if not error.again:
                    raise
            await asyncio.sleep(self._pause())
            return await self._attempt(spelling, word)

    async def _attempt(self, spelling: str, word: str) -> Finding:
        """One call, of which the breaker learns how it ended.

        Raises:
            Open: the breaker forbids it.
            _NoAnswer: nothing sensible came.
        """
        self.breaker.enter()
        outcome = self.breaker.abandoned  # what a cancelled call leaves
        try:
            finding = read(await self._get(spelling), word, self._letters)
            outcome = self.breaker.succeeded
        except _NoAnswer:
            outcome = self.breaker.failed
            raise
        except Garbled as error:
            outcome = self.breaker.failed
            raise _NoAnswer(f"garbled ({error})", again=False) from error
        finally:
            outcome()
        return finding

    async def _get(self, spelling: str) -> bytes:
        """The body of an answer with status 200; redirects are not followed, they may lead anywhere."""
        try:
            async with (
                asyncio.timeout(self.limits.attempt_seconds),
                self._open_session().get(self._url.with_query(ara=spelling), allow_redirects=False) as response,
            ):
                if response.status != _OK:
                    raise _NoAnswer(f"status {response.status}", again=response.status in _SERVER_ERRORS)
                return await self._body(response)
        except TimeoutError as error:
            raise _NoAnswer("timed out", again=True) from error
        except (aiohttp.ClientError, OSError) as error:
            raise _NoAnswer(type(error).__name__, again=True) from error

    async def _body(self, response: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
            body += chunk
            if len(body) > self.limits.answer_bytes:
                raise _NoAnswer(f"more than {self.limits.answer_bytes} bytes", again=False)
        return bytes(body)

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self.limits.at_once_in_all, ttl_dns_cache=_DNS_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": _AGENT, "Accept": "application/json"},
            )
        return self._session
