"""Judges words for a table: the chat's own words first, then the dictionary that its players chose.

A move is judged in three steps, so that the engine never waits: the engine says which words it forms, they are judged
here, and the move is applied with the judgement.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.judges.tdk import TDK_LANGUAGE, Finding, TdkClient, TdkLimits
from bot.metrics.meters import NO_METERS, Meters
from bot.store import keys
from bot.store.chat_migration import choice_marker, write_chat_fields
from engine import dictionaries
from engine.alphabet import Alphabet, load_alphabet
from engine.dictionaries import BUILTIN, COMMON, DictionaryKind, load_base_list
from engine.errors import Refusal
from engine.lexicon import ChangedLexicon, Lexicon, load_lexicon, shipped_lexica
from engine.rulesets import Ruleset
from engine.table_log import Verdict
from engine.vocabulary import fold_word


class WordChanges(Struct, frozen=True):
    """The words that a chat has added to or removed from one language's lists, in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def counted_lexicon(self, lexicon: str) -> str:
        """A dictionary's name with the numbers of these words, if there are any."""
        return f"{lexicon}+{len(self.added)}-{len(self.removed)}" if self.added or self.removed else lexicon


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A table's dictionary, with the chat's own words."""

    chat: int
    kind: DictionaryKind
    base: Lexicon  # the underlying list; for `live` the built-in one, which decides if the service does not answer
    changes: WordChanges
    words: Lexicon = field(init=False)  # the list with the chat's words applied; its hash belongs to a game's state

    def __post_init__(self) -> None:
        # A frozen class allows no other way to derive a field from the others.
        object.__setattr__(self, "words", ChangedLexicon(self.base, self.changes.added, self.changes.removed))

    @property
    def language(self) -> str:
        """The language of the words."""
        return self.base.provenance.language

    @property
    def list_name(self) -> str:
        """The underlying list's name with the beginning of its hash: ``tr@1a2b3c4d``."""
        return f"{self.base.name}@{self.base.hash[:8]}"


__all__ = [
    "DICTIONARY_OPTION",
    "DictionaryKind",
    "parse_lexicon",
    "parse_word_counts",
    "with_dictionary_kind",
]

R = TypeVar("R", bound=Ruleset)
DICTIONARY_OPTION: Final = "dictionary"  # the name of the option that chooses a table's dictionary
_COUNTS_SUFFIX: Final = re.compile(r"\+(\d+)-(\d+)$")


def parse_lexicon(lexicon: str) -> tuple[str, DictionaryKind]:
    """The word list and the kind of dictionary in the lexicon name of a ruleset."""
    return dictionaries.split_lexicon_name(_COUNTS_SUFFIX.sub("", lexicon))


def with_dictionary_kind(ruleset: R, kind: DictionaryKind) -> R:
    """The ruleset with this kind of dictionary; unchanged if its game has other lists to choose from."""
    if ruleset.lexica or kind == BUILTIN:
        return ruleset
    own: Any = ruleset  # every ruleset is a Struct, although its type does not say so
    chosen: R = replace(own, lexicon=f"{ruleset.lexicon}:{kind}")
    return chosen


def parse_word_counts(lexicon: str) -> tuple[int, int]:
    """How many words a chat added and removed, from a name made by :meth:`WordChanges.counted_lexicon`."""
    found = _COUNTS_SUFFIX.search(lexicon)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def marked_spellings(word: str, letters: Alphabet, words: Lexicon) -> list[str]:
    """The list's words that a ``word`` typed without marks may mean, in the alphabet's order; all in capitals.

    Any i may be either of the two Turkish ones. Other languages have no Latin letters that differ only in marks.
    """
    found = [""]
    for letter in word:
        is_plain = letter.isascii() or letters.lower(letter).isascii()
        alike = [one for one in letters.letters if is_plain and fold_word(one) == fold_word(letter)] or [letter]
        found = [begun for start in found for one in alike if words.has_prefix(begun := start + one)]
    return [one for one in found if one != word and one in words]


MAX_CHAT_WORDS: Final = 500  # how many words a chat may change in a language: each move reads those of its game

MAX_WORD_LETTERS: Final = 64
"""How many letters a chat's own word may have: more than fit on any board or table of cards."""

_ADDED_MARK: Final = b"+"
_REMOVED_MARK: Final = b"-"


def normalize_word(text: str, language: str) -> str:
    """A typed word, in capitals, as chats' words are stored; raises Malformed, or ``word_too_long``."""
    letters = load_alphabet(language)
    word = letters.normalise_word(letters.replace_look_alikes(text))
    if len(word) > MAX_WORD_LETTERS:
        raise Refusal("word_too_long", word=word, most=MAX_WORD_LETTERS)
    return word


class ChatWords:
    """Reads and changes chats' words."""

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def load_changes(self, chat: int, language: str) -> WordChanges:
        """The words that a chat has changed in a language."""
        stored = await self._client.hgetall(keys.chat_words(chat, language))
        # A name that no version has written belongs to no list.
        marks = {
            word if isinstance(word, str) else word.decode(errors="replace"): mark for word, mark in stored.items()
        }
        return WordChanges(
            frozenset(word for word, mark in marks.items() if mark == _ADDED_MARK),
            frozenset(word for word, mark in marks.items() if mark == _REMOVED_MARK),
        )

    async def change_words(
        self, chat: int, language: str, *texts: str, counts: bool | None, update: int | None = None
    ) -> list[str]:
        """Make words valid or invalid in a chat or, with ``None``, as in the lists; changes all of them or none.

        Returns them in capitals; a repeated update does not undo later changes. Raises Malformed: ``not_letters`` or
        ``too_short``; Refusal: ``word_too_long`` (``word``, ``most``), ``too_many_words`` (``most``).
        """
        words = [normalize_word(text, language) for text in texts]
        mark = None if counts is None else _ADDED_MARK if counts else _REMOVED_MARK
        once = "" if update is None else choice_marker(update, language)
        now: int | None = chat
        while now is not None:
            key = keys.chat_words(now, language)
            if counts is not None:
                await self._check_word_limit(key, words)
            now = await write_chat_fields(self._client, now, key, dict.fromkeys(words, mark), once)
        return words

    async def language_changed_by(self, chat: int, update: int, languages: Collection[str]) -> str | None:
        """The language in which an update has already changed the chat's words; ``None`` if in none of these."""
        known = await self._client.hmget(
            keys.seen_updates(chat), [choice_marker(update, language) for language in languages]
        )
        return next((language for language, seen in zip(languages, known, strict=True) if seen is not None), None)

    async def _check_word_limit(self, key: str, words: Collection[str]) -> None:
        pipe = self._client.pipeline(transaction=False)
        pipe.hmget(key, *words)
        pipe.hlen(key)
        known, count = await pipe.execute()
        new = {word for word, mark in zip(words, known, strict=True) if mark is None}
        if new and count + len(new) > MAX_CHAT_WORDS:
            raise Refusal("too_many_words", most=MAX_CHAT_WORDS)


OUTAGE_NOTICE_SECONDS: Final = 6 * 3600
"""How long a chat is not told of a further outage: an unstable service counts as one outage."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdicts on some words."""

    verdicts: Mapping[str, Verdict]
    fell_back: bool  # whether the built-in list judged a word in place of the live service

    def __call__(self, word: str) -> bool:
        return self.verdicts[word].valid


@dataclass(frozen=True, slots=True)
class LookUp:
    """What looking a word up has found."""

    verdict: Verdict
    meaning: str | None  # the first meaning in plain text, if the live service knows it
    fell_back: bool


class WordJudge:
    """Judges words for the tables of all chats, none of which waits for another."""

    def __init__(self, client: Redis, tdk: TdkClient | None = None, meters: Meters = NO_METERS) -> None:
        self._client: Final = client
        self._tdk: Final = tdk
        self._meters: Final = meters
        self.chat_words: Final = ChatWords(client)

    @property
    def max_seconds(self) -> float:
        """How many seconds judging all words of a move may take."""
        return (TdkLimits() if self._tdk is None else self._tdk.limits).max_seconds

    def dictionary_kinds(self, ruleset: Ruleset) -> tuple[DictionaryKind, ...]:
        """The kinds of dictionaries for tables of a game, the default first: the live one if the game prefers it."""
        found: list[DictionaryKind] = ["builtin"]
        if COMMON.format(name=ruleset.lexicon) in shipped_lexica():
            found.append("common")
        is_turkish = load_lexicon(ruleset.lexicon).provenance.language == TDK_LANGUAGE
        if is_turkish and self._tdk is not None and ruleset.may_be_live:
            found.insert(0 if ruleset.live else len(found), "live")
        return tuple(found)

    async def load_dictionary(
        self, chat: int, lexicon_name: str, kind: DictionaryKind, changes: WordChanges | None = None
    ) -> Dictionary:
        """A table's dictionary with the chat's words: ``changes``, or else the present ones; raises DataError."""
        base = load_base_list(lexicon_name, kind)
        if changes is None:
            changes = await self.chat_words.load_changes(chat, base.provenance.language)
        return Dictionary(chat, kind, base, changes)

    async def judge_words(self, words: Sequence[str], dictionary: Dictionary) -> Judgement:
        """Judge words in capitals; takes at most 1.8 s with the live service, and almost no time without it."""
        began, live = perf_counter(), dictionary.kind == "live"
        open_words = [word for word in words if _chat_verdict(word, dictionary) is None] if live else []
        judgement = _combine_verdicts(words, dictionary, await self._ask_tdk(open_words, dictionary))
        self._meters.observe_judging(dictionary.kind, perf_counter() - began)
        return judgement

    async def look_up_word(self, word: str, dictionary: Dictionary) -> LookUp:
        """The verdict on a word in capitals and, if the live service has its language, its first meaning."""
        findings = await self._ask_tdk([word], dictionary)
        judgement = _combine_verdicts([word], dictionary, findings)
        finding = findings.get(word)
        meaning = None if finding is None else finding.meaning
        return LookUp(judgement.verdicts[word], meaning, judgement.fell_back)

    async def claim_outage_notice(self, chat: int) -> bool:
        """Whether to tell a chat of an outage, as it was told of none for six hours; the call counts as telling it."""
        return bool(await self._client.set(keys.outage_notified(chat), b"1", nx=True, ex=OUTAGE_NOTICE_SECONDS))

    async def _ask_tdk(self, words: Sequence[str], dictionary: Dictionary) -> Mapping[str, Finding]:
        if self._tdk is None or dictionary.language != TDK_LANGUAGE or not words:
            return {}
        return await self._tdk.find_words(words, dictionary.base.__contains__)


def _combine_verdicts(words: Sequence[str], dictionary: Dictionary, findings: Mapping[str, Finding]) -> Judgement:
    verdicts: dict[str, Verdict] = {}
    fell_back = False
    for word in words:
        finding = findings.get(word)
        verdict = _chat_verdict(word, dictionary)
        if verdict is None and dictionary.kind == "live" and finding is not None:
            verdict = Verdict(finding.valid, "tdk")
        elif verdict is None:
            verdict = Verdict(word in dictionary.base, dictionary.list_name)
            fell_back = fell_back or dictionary.kind == "live"
        verdicts[word] = verdict
    return Judgement(verdicts, fell_back)


def _chat_verdict(word: str, dictionary: Dictionary) -> Verdict | None:
    if word in dictionary.changes.removed:
        return Verdict(valid=False, judge="chat")
    return Verdict(valid=True, judge="chat") if word in dictionary.changes.added else None
