"""The words that a chat has added to its dictionaries or removed from them, stored in Redis.

They hold for every game of the chat in that language that starts later; a game keeps those that it started with
(:mod:`bot.tables.games`). The handlers decide who may change them.
"""

from collections.abc import Collection
from typing import Final

from redis.asyncio import Redis

from bot.judges.dictionary import WordChanges
from bot.store import keys
from bot.store.chat_migration import choice_marker, write_chat_fields
from engine.alphabet import load_alphabet
from engine.errors import Refusal

MAX_CHAT_WORDS: Final = 500
"""How many changes a chat may have in a language: a game's are read with every move."""


MAX_WORD_LETTERS: Final = 64
"""How long such a word may be: more letters than any board or table of cards has room for in a word."""


_ADDED_MARK: Final = b"+"


_REMOVED_MARK: Final = b"-"


def normalize_word(text: str, language: str) -> str:
    """A typed word in the form in which a chat's words are stored, in capitals.

    Raises:
        Malformed: as :meth:`engine.alphabet.Alphabet.normalise_word`.
        Refusal: ``word_too_long`` (``word``, ``most``).
    """
    letters = load_alphabet(language)
    word = letters.normalise_word(letters.replace_look_alikes(text))
    if len(word) > MAX_WORD_LETTERS:
        raise Refusal("word_too_long", word=word, most=MAX_WORD_LETTERS)
    return word


class ChatWords:
    """Reads and changes the words of chats."""

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def load_changes(self, chat: int, language: str) -> WordChanges:
        """The chat's words in a language."""
        stored = await self._client.hgetall(keys.chat_words(chat, language))
        # What no version wrote is no word of any list either.
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
        """Let words count in the chat, or not count, or (``None``) leave them to the lists; all of them or none.

        Args:
            chat: whose words they are.
            language: theirs.
            texts: the words as typed.
            counts: what becomes of them.
            update: the update that asks for it, if any; handling it again does not undo later changes.

        Returns:
            The words in capitals.

        Raises:
            Malformed: ``not_letters`` or ``too_short``, as :meth:`engine.alphabet.Alphabet.normalise_word`.
            Refusal: ``word_too_long`` (``word``, ``most``), ``too_many_words`` (``most``).
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
