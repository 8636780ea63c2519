"""The client of the live TDK dictionary: look-ups over HTTP, limited in time and number, with a cache.

Owns the calls: time-outs, the one retry, the circuit breaker and the limits. :mod:`bot.judges.tdk_answers` parses the
answers; :mod:`bot.judges.word_judge` decides when none comes.
"""

import asyncio
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

from bot.judges.circuit_breaker import CircuitBreaker, CircuitOpen
from bot.judges.tdk_answers import Finding, MalformedAnswer, circumflex_spellings, parse_tdk_answer
from bot.judges.tdk_cache import TdkCache
from bot.logs.logger import get_logger
from engine.alphabet import load_alphabet

TDK_LANGUAGE: Final = "tr"

_USER_AGENT: Final = "Mozilla/5.0 (compatible; Harfiyen)"
_OK: Final = 200
_SERVER_ERRORS: Final = range(500, 600)
_CHUNK_BYTES: Final = 65536
_DNS_SECONDS: Final = 300

_log: Final = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TdkLimits:
    """What the service may cost; two attempts with the pause between them fit into the total time."""

    max_seconds: float = 1.8
    """For all words of a move together, including waits."""
    attempt_seconds: float = 0.75
    """For one call."""
    calls_per_move: int = 6
    """Concurrent calls for one move: the spellings of an unknown word are asked for side by side."""
    calls_in_all: int = 32
    answer_bytes: int = 1_000_000
    max_spellings: int = 6
    """Spellings with circumflexes for a word that is not in the built-in list; for others all are tried."""


class _NoAnswer(Exception):
    """The service cannot be used now; says why, and whether a retry may help."""

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.retryable: Final = retryable


def _random_retry_pause() -> float:
    return random.uniform(0.05, 0.2)  # noqa: S311 - the pause is no secret


class TdkClient:
    """Asks the service, or the cache.

    Args:
        url: the service's look-up without its query, as the operator set it; the only address ever called.
        client: the cache's Redis; answers in bytes.
        limits: what a look-up may cost.
        clock: seconds that only grow, for the breaker.
        pause: seconds before the retry, different every time.
    """

    def __init__(
        self,
        url: str,
        client: Redis,
        limits: TdkLimits | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[], float] = _random_retry_pause,
    ) -> None:
        self._url: Final = URL(url)
        self._cache: Final = TdkCache(client, TDK_LANGUAGE)
        self.limits: Final = limits or TdkLimits()
        self._pause: Final = pause
        self._letters: Final = load_alphabet(TDK_LANGUAGE)
        self._call_permits: Final = asyncio.Semaphore(self.limits.calls_in_all)
        self._session: aiohttp.ClientSession | None = None
        self.breaker: Final = CircuitBreaker(clock)

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def find_words(self, words: Sequence[str], is_known: Callable[[str], bool]) -> dict[str, Finding]:
        """Ask about words in capitals; takes no longer than the limits' total time, and raises nothing.

        A word missing in the result was not answered. The plain spellings of all words are sent before any with
        circumflexes, as calls are made in the order in which they are asked for.

        Args:
            words: what to ask about.
            is_known: whether the built-in list has a word. A word that the service lacks is also asked for with
                circumflexes, as boards have none (RULES §2.6): at every place if the list has it, else at the
                likeliest. A word that is in no list does not count unless such a spelling is found in time.
        """
        findings: dict[str, Finding] = {}
        fresh: dict[str, Finding] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.max_seconds):
                findings.update(await self._cache.load_findings(words))
                move_permits = asyncio.Semaphore(self.limits.calls_per_move)
                async with asyncio.TaskGroup() as tasks:
                    for word in dict.fromkeys(words):
                        if word not in findings:
                            most = None if is_known(word) else self.limits.max_spellings
                            tasks.create_task(self._find_word(word, most, move_permits, fresh))
        return findings | fresh

    async def _find_word(
        self, word: str, most: int | None, move_permits: asyncio.Semaphore, fresh: dict[str, Finding]
    ) -> None:
        """Put the service's finding on a word into ``fresh``, if it answers; tries circumflexes if it lacks it."""
        plain = self._letters.lower(word)
        try:
            finding = await self._ask_with_retry(plain, word, move_permits)
            if not finding.valid:
                if most is not None:
                    # An answer, though others may follow: those of a long move do not all fit into its time.
                    fresh[word] = finding
                finding = await self._ask_spellings(islice(circumflex_spellings(plain), most), word, move_permits)
        except CircuitOpen:
            return
        except _NoAnswer as error:
            _log.warning("the TDK service gives no answer", error=error)
            return
        fresh[word] = finding
        await self._cache.save_finding(word, finding)

    async def _ask_spellings(self, spellings: Iterable[str], word: str, move_permits: asyncio.Semaphore) -> Finding:
        """Look up several spellings concurrently, until one finds the word.

        Raises:
            CircuitOpen, _NoAnswer: none has found it, and not all were answered.
        """
        tasks = [asyncio.create_task(self._ask_with_retry(spelling, word, move_permits)) for spelling in spellings]
        trouble: CircuitOpen | _NoAnswer | None = None
        try:
            for answer in asyncio.as_completed(tasks):
                try:
                    finding = await answer
                except (CircuitOpen, _NoAnswer) as error:
                    trouble = error
                else:
                    if finding.valid:
                        return finding
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if trouble is not None:
            raise trouble
        return Finding(valid=False)

    async def _ask_with_retry(self, spelling: str, word: str, move_permits: asyncio.Semaphore) -> Finding:
        """Look up once, and retry where that may help."""
        # Permits are waited for outside the attempt: a long queue is no failure of the service.
        async with move_permits, self._call_permits:
            try:
                return await self._ask_once(spelling, word)
            except _NoAnswer as error:
                if not error.retryable:
                    raise
            await asyncio.sleep(self._pause())
            return await self._ask_once(spelling, word)

    async def _ask_once(self, spelling: str, word: str) -> Finding:
        """Make one call, and record its outcome with the breaker.

        Raises:
            CircuitOpen: the breaker forbids it.
            _NoAnswer: nothing sensible came.
        """
        self.breaker.begin_call()
        outcome = self.breaker.record_abandoned  # what a cancelled call leaves
        try:
            finding = parse_tdk_answer(await self._fetch_answer(spelling), word, self._letters)
            outcome = self.breaker.record_success
        except _NoAnswer:
            outcome = self.breaker.record_failure
            raise
        except MalformedAnswer as error:
            outcome = self.breaker.record_failure
            raise _NoAnswer(f"garbled ({error})", retryable=False) from error
        finally:
            outcome()
        return finding

    async def _fetch_answer(self, spelling: str) -> bytes:
        """The body of an answer with status 200; redirects are not followed, as they may lead anywhere."""
        try:
            async with (
                asyncio.timeout(self.limits.attempt_seconds),
                self._open_session().get(self._url.with_query(ara=spelling), allow_redirects=False) as response,
            ):
                if response.status != _OK:
                    raise _NoAnswer(f"status {response.status}", retryable=response.status in _SERVER_ERRORS)
                return await self._read_body(response)
        except TimeoutError as error:
            raise _NoAnswer("timed out", retryable=True) from error
        except (aiohttp.ClientError, OSError) as error:
            raise _NoAnswer(type(error).__name__, retryable=True) from error

    async def _read_body(self, response: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
            body += chunk
            if len(body) > self.limits.answer_bytes:
                raise _NoAnswer(f"more than {self.limits.answer_bytes} bytes", retryable=False)
        return bytes(body)

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self.limits.calls_in_all, ttl_dns_cache=_DNS_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": _USER_AGENT, "Accept": "application/json"},
            )
        return self._session
