"""The judging of words for a table: the chat's own words first, then the dictionary its players agreed on.

A move is judged in three steps: ask the engine which words it forms, judge them here, and apply it with the
judgement as its judge, so that the engine itself never waits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.judges.chatwords import Changes, ChatWords
from bot.judges.dictionaries import Kind
from bot.judges.dictionary import Dictionary, dictionary, kinds
from bot.judges.entries import Finding
from bot.judges.tdk import LANGUAGE, Limits, Tdk
from bot.store import keys
from engine.record import Verdict
from engine.rulesets import Ruleset

OUTAGE_SECONDS: Final = 6 * 3600
"""How long a chat that was told of an outage is told of no other: a service that comes and goes is one outage."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdicts on some words."""

    verdicts: Mapping[str, Verdict]
    fell_back: bool
    """Whether the built-in list decided a word in place of the live service."""

    def __call__(self, word: str) -> bool:
        """Whether a word that was judged counts: the ``judge`` of the engine.

        Raises:
            KeyError: the word was not judged.
        """
        return self.verdicts[word].valid


@dataclass(frozen=True, slots=True)
class LookUp:
    """What is to be told of one word."""

    verdict: Verdict
    meaning: str | None
    """The first meaning in plain text, where the live service knows it."""
    fell_back: bool


class Judges:
    """Judges words for the tables of all chats; chats do not wait for each other.

    Args:
        client: answers in bytes.
        tdk: the live service, where the operator has set one.
    """

    def __init__(self, client: Redis, tdk: Tdk | None = None) -> None:
        self._client: Final = client
        self._tdk: Final = tdk
        self.chat_words: Final = ChatWords(client)

    @property
    def whole_seconds(self) -> float:
        """The most that judging takes, all words of a move together."""
        return (Limits() if self._tdk is None else self._tdk.limits).whole_seconds

    def kinds(self, ruleset: Ruleset) -> tuple[Kind, ...]:
        """The dictionaries that a table of a game may choose, the default first.

        Raises:
            DataError: the lexicon that the ruleset names does not ship.
        """
        return kinds(ruleset, None if self._tdk is None else LANGUAGE)

    async def dictionary(self, chat: int, name: str, kind: Kind, changes: Changes | None = None) -> Dictionary:
        """A table's dictionary: with the words that its game began with, else with the chat's as they are now.

        Raises:
            DataError: the list does not ship.
        """
        bare = dictionary(chat, name, kind, changes or Changes())
        if changes is not None:
            return bare
        return Dictionary(chat, kind, bare.base, await self.chat_words.read(chat, bare.language))

    async def judge(self, words: Sequence[str], table: Dictionary) -> Judgement:
        """Judge words in capitals; takes at most the live service's 1.8 s, and no time to speak of without it."""
        live = table.kind == "live"
        open_words = [word for word in words if _of_chat(word, table) is None] if live else []
        return _judgement(words, table, await self._ask(open_words, table))

    async def look_up(self, word: str, table: Dictionary) -> LookUp:
        """The verdict on one word in capitals and, where the live service has the language, its first meaning."""
        findings = await self._ask([word], table)
        judgement = _judgement([word], table, findings)
        finding = findings.get(word)
        meaning = None if finding is None else finding.meaning
        return LookUp(judgement.verdicts[word], meaning, judgement.fell_back)

    async def outage_untold(self, chat: int) -> bool:
        """Whether the chat has not been told of an outage for six hours; asked once, it counts as told."""
        return bool(await self._client.set(keys.outage_told(chat), b"1", nx=True, ex=OUTAGE_SECONDS))

    async def _ask(self, words: Sequence[str], table: Dictionary) -> Mapping[str, Finding]:
        if self._tdk is None or table.language != LANGUAGE or not words:
            return {}
        return await self._tdk.find(words, table.base.__contains__)


def _judgement(words: Sequence[str], table: Dictionary, findings: Mapping[str, Finding]) -> Judgement:
    verdicts: dict[str, Verdict] = {}
    fell_back = False
    for word in words:
        finding = findings.get(word)
        verdict = _of_chat(word, table)
        if verdict is None and table.kind == "live" and finding is not None:
            verdict = Verdict(finding.valid, "tdk")
        elif verdict is None:
            verdict = Verdict(word in table.base, table.list_name)
            fell_back = fell_back or table.kind == "live"
        verdicts[word] = verdict
    return Judgement(verdicts, fell_back)


def _of_chat(word: str, table: Dictionary) -> Verdict | None:
    """The chat's own verdict; a word both added and removed does not count."""
    if word in table.changes.removed:
        return Verdict(valid=False, judge="chat")
    return Verdict(valid=True, judge="chat") if word in table.changes.added else None
