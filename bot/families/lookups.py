"""Where look-ups are closed, and what is told beside the verdict on a word, or beside its refusal."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from bot.judges import Dictionary, Judges
from bot.judges.inflection import headword
from bot.outcomes import Undone
from bot.tables.games import Games
from bot.tables.held import Held
from bot.telegram.members import Members
from bot.texts import Texts
from engine.errors import EngineError, Refusal
from engine.game import Table

_INFLECTED: Final = "tr"
"""The language whose words stand in dictionaries without their suffixes (RULES §2.6)."""


class LookUps:
    """Knows where words may be looked up, and tells of a word that it is an inflected form of a headword.

    Args:
        games: the tables.
        judges: who judges words.
        members: who administers groups.
        texts: the wording.
        closed: whether a table, as it stands, closes look-ups to its players and its chat.
    """

    def __init__(
        self, games: Games, judges: Judges, members: Members, texts: Texts, closed: Callable[[Table | None], bool]
    ) -> None:
        self._games: Final = games
        self._judges: Final = judges
        self._members: Final = members
        self._texts: Final = texts
        self.closed: Final = closed

    async def closing(self, user: int) -> list[int]:
        """The chats with games that close look-ups to somebody everywhere (RULES §7.1)."""
        return [held.scope.chat for held in await self._games.people.running(user) if self.closed(held.table)]

    def until(self) -> float:
        """The end, by the loop's time, of what judging that begins now may take, and what is told beside it."""
        return asyncio.get_running_loop().time() + self._judges.whole_seconds

    async def told(self, words: Sequence[str], dictionary: Dictionary, language: str, until: float) -> str:
        """A clause for each word, in capitals, that is such a form, on lines of their own; no markup.

        For those alone to whom look-ups are open. Nothing where the live service has not answered by ``until``: nobody
        waits for a courtesy.
        """
        if dictionary.language != _INFLECTED:
            return ""
        forms = {word: stem for word in words if (stem := headword(word, dictionary.words.__contains__))}
        if not forms:
            return ""
        # The list that forms are sought in is not what judges at a table of the live service.
        try:
            async with asyncio.timeout_at(until):
                counts = await self._judges.judge(list(dict.fromkeys(forms.values())), dictionary)
        except TimeoutError:
            return ""
        return "\n".join(
            self._texts.plain(language, "word-inflected", word=word, stem=stem)
            for word, stem in forms.items()
            if counts(stem)
        )

    async def told_of(self, refusal: EngineError, user: int, held: Held, language: str, until: float) -> str:
        """What is told to the player of a move that was refused for its words; no markup, nothing for other refusals.

        That they are inflected forms, where look-ups are open to its player; else how an administrator of the group
        lets them count.
        """
        table, words = held.table, refusal.fields.get("words")
        if refusal.code != "not_words" or table is None or not isinstance(words, tuple):
            return ""
        inflected = ""
        if not self.closed(table) and not await self.closing(user):
            dictionary = await self._games.dictionary(held, table.ruleset)
            inflected = await self.told(words, dictionary, language, until)
        if inflected or not await self._may_add(user, held, until):
            return inflected
        return self._texts.plain(language, "word-addable", words=" ".join(words))

    async def _may_add(self, user: int, held: Held, until: float) -> bool:
        """Whether somebody may add to the words that count at a table: an administrator of its group, where any are.

        What somebody is in a group is remembered for a moment; where it cannot be told at once, nobody waits for it.
        """
        if held.scope.private or held.table is None or not held.table.ruleset.chat_words:
            return False
        try:
            async with asyncio.timeout_at(until):
                return (await self._members.of(held.scope.chat, user)).administrator
        except (Refusal, Undone, TimeoutError):
            return False
