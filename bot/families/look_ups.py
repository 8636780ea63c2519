"""Where look-ups are closed, and the notes beside a verdict on a word or beside the refusal of a move."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from bot.call_errors import CallFailed
from bot.judges import Dictionary, WordJudge
from bot.judges.dictionary import marked_spellings
from bot.judges.inflection import find_headword
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable, table_name
from bot.telegram.gateway import Gateway
from bot.telegram.groups import GroupMembers, fetch_group
from bot.telegram.requests import Venue
from bot.texts import Texts
from bot.workers.recent import RecentKeys
from engine.alphabet import load_alphabet
from engine.errors import EngineError, Refusal
from engine.game import Table
from engine.lexicon import Lexicon
from engine.lobby_seats import Lobby

_GAME_SECONDS: Final = 30 * 24 * 3600.0
"""For how long it is remembered what was told once in a game."""
_MOST_SPELLINGS: Final = 3
_INFLECTED: Final = "tr"
"""The language whose words stand in dictionaries without their suffixes (RULES §2.6)."""


def closes_look_ups(table: Table | None) -> bool:
    """Whether a game runs during which nobody at the table may look words up (RULES §7.1)."""
    if table is None or isinstance(table, Lobby) or table.outcome is not None:
        return False
    return table.ruleset.closes_look_ups


class LookUps:
    """Knows where words may be looked up, and notes which words are inflected forms of a headword."""

    def __init__(self, games: Games, judges: WordJudge, members: GroupMembers, texts: Texts, gateway: Gateway) -> None:
        self._games: Final = games
        self._judges: Final = judges
        self._members: Final = members
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._told_how_to_add: Final = RecentKeys(_GAME_SECONDS)
        """At which tables which administrators were told how to add words."""

    async def chats_closing_look_ups(self, user: int) -> list[int]:
        """The chats whose games close look-ups to a user everywhere (RULES §7.1)."""
        return [
            loaded.scope.chat
            for loaded in await self._games.player_tables.running_games(user)
            if closes_look_ups(loaded.table)
        ]

    async def check_open(self, venue: Venue, user: int, tables: Iterable[LoadedTable]) -> None:
        """Refuse where look-ups are closed; whatever says of words that nobody has played if they count begins with it.

        What says so besides something else asks :meth:`load_words` instead.

        They are closed to everybody in the chat of a game that closes them, and to its players everywhere.

        Raises:
            Refusal: ``look_ups_closed``, ``look_ups_closed_elsewhere``; in private ``look_ups_closed_in`` (``group``).
        """
        chats = await self.chats_closing_look_ups(user)
        if any(closes_look_ups(one.table) for one in tables) or venue.scope.chat in chats:
            raise Refusal("look_ups_closed")
        if chats and not venue.private:
            # What the other group is called is not this group's business.
            raise Refusal("look_ups_closed_elsewhere")
        if chats:
            group = await fetch_group(self._gateway, chats[0])
            raise Refusal("look_ups_closed_in", group=(group and group.title) or "…")

    async def are_open_to(self, user: int, table: Table | None) -> bool:
        """Whether somebody may be told about words at a table before they play them."""
        return not (closes_look_ups(table) or await self.chats_closing_look_ups(user))

    async def load_words(self, loaded: LoadedTable, user: int) -> Lexicon | None:
        """The words that count at a table, for somebody who may be told before they play them; else ``None``."""
        if loaded.table is None or not await self.are_open_to(user, loaded.table):
            return None
        return (await self._games.loader.load_dictionary(loaded, loaded.table.ruleset)).words

    def look_up_notes_due_by(self) -> float:
        """Until when, by the loop's time, judging that begins now and the notes beside it may take."""
        return asyncio.get_running_loop().time() + self._judges.max_seconds

    async def inflection_notes(
        self, words: Sequence[str], dictionary: Dictionary, language: str, deadline: float
    ) -> str:
        """A line for each word, in capitals, that is an inflected form; plain text.

        Only for people to whom look-ups are open. Empty if the live service has not answered by ``deadline``.
        """
        if dictionary.language != _INFLECTED:
            return ""
        forms = {word: stem for word in words if (stem := find_headword(word, dictionary.words.__contains__))}
        counted = await self._words_that_count(forms.values(), dictionary, deadline)
        return "\n".join(
            self._texts.plain(language, "word-inflected", word=word, stem=stem)
            for word, stem in forms.items()
            if stem in counted
        )

    async def spelling_note(self, word: str, dictionary: Dictionary, language: str, deadline: float) -> str:
        """A line with the words that an unknown one, in capitals, is with marks on its letters; plain text.

        When it is empty, and for whom it is, are as of :meth:`inflection_notes`.
        """
        spellings = marked_spellings(word, load_alphabet(dictionary.language), dictionary.words)[:_MOST_SPELLINGS]
        counted = await self._words_that_count(spellings, dictionary, deadline)
        return self._texts.plain(language, "word-marked", words=", ".join(counted)) if counted else ""

    async def _words_that_count(self, words: Iterable[str], dictionary: Dictionary, deadline: float) -> tuple[str, ...]:
        """Those of the words, each once, that count; none if the live service has not answered by ``deadline``.

        The list that words are sought in is not what judges at a table of the live service.
        """
        each = tuple(dict.fromkeys(words))
        try:
            async with asyncio.timeout_at(deadline):
                return tuple(filter(await self._judges.judge_words(each, dictionary), each)) if each else ()
        except TimeoutError:
            return ()

    async def refusal_notes(
        self, refusal: EngineError, user: int, loaded: LoadedTable, language: str, deadline: float
    ) -> str:
        """The notes for the player of a move that was refused for its words; plain text, empty for other refusals.

        They say that a word is an inflected form, if look-ups are open to the player; else, once in a game, how an
        administrator of the group can add it.
        """
        table, words = loaded.table, refusal.fields.get("words")
        if refusal.code != "not_words" or table is None or not isinstance(words, tuple):
            return ""
        inflected = ""
        if await self.are_open_to(user, table):
            dictionary = await self._games.loader.load_dictionary(loaded, table.ruleset)
            inflected = await self.inflection_notes(words, dictionary, language, deadline)
        told = (loaded.scope, table_name(table), user)
        if inflected or self._told_how_to_add.is_recent(told) or not await self._may_add_words(user, loaded, deadline):
            return inflected
        self._told_how_to_add.note_again(told)
        return self._texts.plain(language, "word-addable", words=" ".join(words))

    async def _may_add_words(self, user: int, loaded: LoadedTable, deadline: float) -> bool:
        """Whether a user may add to the words of a table's chat: an administrator of its group.

        False if Telegram does not say so before ``deadline``.
        """
        if loaded.scope.is_private or loaded.table is None or not loaded.table.ruleset.chat_words:
            return False
        try:
            async with asyncio.timeout_at(deadline):
                return (await self._members.find_member(loaded.scope.chat, user)).is_admin
        except (Refusal, CallFailed, TimeoutError):
            return False
