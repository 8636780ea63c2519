"""The words that a chat has added to its dictionaries or taken out of them, kept in Redis.

They hold for every game of the chat in that language that begins afterwards; a game keeps those it began with
(``bot.tables.games``). Who may change them is the handlers' business.
"""

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from redis.asyncio import Redis

from bot.judges.dictionaries import counted
from bot.store import keys
from bot.store.keys import Scope
from bot.store.migrate import choose, chosen
from engine.alphabet import alphabet
from engine.errors import Refusal

MOST_WORDS: Final = 500
"""How many changes a chat may have in a language: a game's are read with every move."""

MOST_LETTERS: Final = 64
"""How long such a word may be: more letters than any board or table of cards has room for in a word."""

_ADDED: Final = b"+"
_REMOVED: Final = b"-"


def spelled(text: str, language: str) -> str:
    """A word that somebody typed for a chat's own, in capitals.

    Raises:
        Malformed: as :meth:`engine.alphabet.Alphabet.word` has it.
        Refusal: ``word_too_long`` (``word``, ``most``).
    """
    letters = alphabet(language)
    word = letters.word(letters.typed(text))
    if len(word) > MOST_LETTERS:
        raise Refusal("word_too_long", word=word, most=MOST_LETTERS)
    return word


class Changes(Struct, frozen=True):
    """A chat's words in one language, in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def told(self, lexicon: str) -> str:
        """A dictionary as chats are told of it, with these words counted: see :mod:`bot.judges.dictionaries`."""
        return counted(lexicon, len(self.added), len(self.removed))


class ChatWords:
    """Reads and changes the words of chats.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def read(self, chat: int, language: str) -> Changes:
        """The chat's words in a language."""
        stored = await self._client.hgetall(keys.chat_words(chat, language))
        # What no version wrote is no word of any list either.
        marks = {
            word if isinstance(word, str) else word.decode(errors="replace"): mark for word, mark in stored.items()
        }
        return Changes(
            frozenset(word for word, mark in marks.items() if mark == _ADDED),
            frozenset(word for word, mark in marks.items() if mark == _REMOVED),
        )

    async def change(
        self, chat: int, language: str, *texts: str, counts: bool | None, update: int | None = None
    ) -> list[str]:
        """Let words count in the chat, or not count, or (``None``) leave them to the lists; all of them or none.

        Args:
            chat: whose words they are.
            language: theirs.
            texts: the words as they were typed.
            counts: what becomes of them.
            update: who asks for it, if anybody: what was changed since stays if that is handled again.

        Returns:
            The words in capitals.

        Raises:
            Malformed: ``not_letters`` or ``too_short``, as :meth:`engine.alphabet.Alphabet.word` has it.
            Refusal: ``word_too_long`` (``word``, ``most``), ``too_many_words`` (``most``).
        """
        words = [spelled(text, language) for text in texts]
        mark = None if counts is None else _ADDED if counts else _REMOVED
        once = "" if update is None else chosen(update, language)
        now: int | None = chat
        while now is not None:
            key = keys.chat_words(now, language)
            if counts is not None:
                await self._check_room(key, words)
            now = await choose(self._client, now, key, dict.fromkeys(words, mark), once)
        return words

    async def changed(self, chat: int, update: int, languages: Collection[str]) -> str | None:
        """In which of some languages an update has changed words of the chat before; ``None`` if in none."""
        known = await self._client.zmscore(keys.seen(Scope(chat)), [chosen(update, language) for language in languages])
        return next((language for language, score in zip(languages, known, strict=True) if score is not None), None)

    async def _check_room(self, key: str, words: Collection[str]) -> None:
        pipe = self._client.pipeline(transaction=False)
        pipe.hmget(key, *words)
        pipe.hlen(key)
        known, count = await pipe.execute()
        new = {word for word, mark in zip(words, known, strict=True) if mark is None}
        if new and count + len(new) > MOST_WORDS:
            raise Refusal("too_many_words", most=MOST_WORDS)
