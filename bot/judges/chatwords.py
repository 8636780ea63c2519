"""The words that a chat has added to its dictionaries or taken out of them, kept in Redis.

They hold for every game of the chat in that language that begins afterwards; a game keeps those it began with
(``bot.tables.games``). Who may change them is the handlers' business.
"""

from typing import Final

from msgspec import Struct
from redis.asyncio import Redis

from bot.judges.dictionaries import counted
from bot.store import keys
from bot.store.migrate import Trail, choose
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

    async def change(self, chat: int, language: str, text: str, *, counts: bool | None) -> str:
        """Let a word count in the chat, or not count, or (``None``) leave it to the lists; the word in capitals.

        Raises:
            Malformed: ``not_letters`` or ``too_short``, as :meth:`engine.alphabet.Alphabet.word` has it.
            Refusal: ``word_too_long`` (``word``, ``most``), ``too_many_words`` (``most``).
            Astray: nobody can tell where the chat is by now.
        """
        word, trail = spelled(text, language), Trail(chat)
        mark = None if counts is None else _ADDED if counts else _REMOVED
        now: int | None = chat
        while now is not None:
            key = keys.chat_words(now, language)
            if counts is not None:
                await self._check_room(key, word)
            moved = await choose(self._client, now, key, word, mark)
            now = None if moved is None else trail.on(moved)
        return word

    async def _check_room(self, key: str, word: str) -> None:
        pipe = self._client.pipeline(transaction=False)
        pipe.hexists(key, word)
        pipe.hlen(key)
        known, count = await pipe.execute()
        if not known and count >= MOST_WORDS:
            raise Refusal("too_many_words", most=MOST_WORDS)
