"""Words: looking them up where that is allowed, and the words that a chat adds to its dictionaries or takes away."""

import asyncio
from typing import Final

from bot import limits
from bot.families.context import Context
from bot.families.lookups import LookUps
from bot.judges import Judges
from bot.judges.chatwords import spelled
from bot.tables.games import Games
from bot.telegram.answers import Answers
from bot.telegram.gateway import Gateway
from bot.telegram.groups import group_info
from bot.telegram.inbound import Command
from bot.texts import Texts
from bot.typed.commands import command
from bot.wording.help import sample_words
from bot.wording.people import harmless
from engine.alphabet import alphabet
from engine.errors import EngineError, Malformed, Refusal
from engine.game import is_over
from engine.rulesets import Ruleset, rulesets
from engine.vocabulary import folded

_MOST_WORDS: Final = 10
_MOST_LETTERS: Final = 40
_MOST_MEANING: Final = 300


class WordHandlers:
    """Answers about dictionaries, and changes them for a chat."""

    def __init__(
        self, *, gateway: Gateway, games: Games, judges: Judges, look_ups: LookUps, answers: Answers, texts: Texts
    ) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._judges: Final = judges
        self._look_ups: Final = look_ups
        self._answers: Final = answers
        self._texts: Final = texts

    @command("word", "chat", "anybody", kind="look-up", person=True)
    async def word(self, request: Command, context: Context) -> None:
        """Whether words count, by the dictionary of the table, or by every list where there is no table.

        Nobody who sits at a table where plays are challenged is told, anywhere, before its game is over; nor is
        anybody in that table's chat.
        """
        await self._check_allowed(request, context)
        if not request.text:
            raise Malformed("no_word_to_look_up", **_examples(_spelled_here(context), context))
        table = context.held.table
        asked = _so_many(request.text.split())
        found = [
            self._looked_up(word, ruleset, context)
            for word in asked
            for ruleset in (
                [table.ruleset] if table is not None and not is_over(table) else _spelling(word, context.language)
            )
        ]
        await self._answers.send(request, "\n".join(await asyncio.gather(*found)))

    async def _check_allowed(self, request: Command, context: Context) -> None:
        place, chats = request.place, await self._look_ups.closing(request.sender.user)
        if self._look_ups.closed(context.held.table) or place.scope.chat in chats:
            raise Refusal("look_ups_closed")
        if chats and not place.private:
            # What the other group is called is not this group's business.
            raise Refusal("look_ups_closed_elsewhere")
        if chats:
            group = await group_info(self._gateway, chats[0])
            raise Refusal("look_ups_closed_in", group=(group and group.title) or "…")

    async def _looked_up(self, asked: str, ruleset: Ruleset, context: Context) -> str:
        language = context.language
        dictionary = await self._games.dictionary(context.held, ruleset)
        label = context.voice.dictionary(dictionary.changes.told(ruleset.lexicon))
        try:
            word = spelled(asked, ruleset.language)
        except EngineError as error:
            told = str(error.fields["word"]) if isinstance(error, Refusal) else harmless(asked)
            return self._texts.html(language, "word-unknown", word=limits.cut(told, _MOST_LETTERS), lexicon=label)
        until = self._look_ups.until()
        found = await self._judges.look_up(word, dictionary)
        own = found.verdict.judge == "chat"
        if own:
            label = self._texts.plain(language, "dictionary-chat")
        known = "word-known" if found.verdict.valid else "word-removed" if own else "word-unknown"
        line = self._texts.html(language, known, word=limits.cut(word, _MOST_LETTERS), lexicon=label)
        if known == "word-unknown" and (form := await self._look_ups.told([word], dictionary, language, until)):
            line = f"{line}\n{form}"
        if found.meaning is None:
            return line
        meaning = self._texts.html(language, "word-meaning", meaning=_short(harmless(found.meaning)))
        return f"{line}\n{meaning}"

    @command("add-word", "group", "administrator", kind="setting")
    async def add(self, request: Command, context: Context) -> None:
        """``/kelimeekle``: let words count in games of this chat that begin afterwards, for administrators."""
        await self._change(request, context, counts=True)

    @command("remove-word", "group", "administrator", kind="setting")
    async def remove(self, request: Command, context: Context) -> None:
        """``/kelimesil``: let words not count in games of this chat that begin afterwards, for administrators."""
        await self._change(request, context, counts=False)

    async def _change(self, request: Command, context: Context, *, counts: bool) -> None:
        language, words = _language(request.text.split(), context)
        if not words:
            told = _examples(language, context)
            raise Malformed("no_word_to_add", **told) if counts else Malformed("no_word_to_remove", **told)
        chat, own = request.place.scope.chat, self._judges.chat_words
        # Done before by a process that died: the table's or the chat's language may be another by now.
        language = await own.changed(chat, request.update, _languages()) or language
        found = await own.change(chat, language, *_so_many(words), counts=counts, update=request.update)
        message = "words-added" if counts else "words-removed"
        await self._answers.say(request, context.language, message, words=", ".join(found), language=language)


def _language(words: list[str], context: Context) -> tuple[str, list[str]]:
    """The language that the first word names, else that of the table, else the interface's; and the other words."""
    if len(words) > 1 and (named := folded(words[0])) in _languages():
        return named, words[1:]
    return _spelled_here(context), words


def _languages() -> frozenset[str]:
    """Those that games are played in."""
    return frozenset(ruleset.language for ruleset in rulesets().values())


def _spelled_here(context: Context) -> str:
    """The language of the table's tiles, else the interface's."""
    table = context.held.table
    return context.language if table is None else table.ruleset.language


def _examples(language: str, context: Context) -> dict[str, str]:
    """A word in a language, and one in another with that language's name."""
    other = next(ruleset.language for ruleset in rulesets().values() if ruleset.language != language)
    return {
        "sample": sample_words(context.voice, language)["sample"],
        "other": other,
        "foreign": sample_words(context.voice, other)["sample"],
    }


def _so_many(words: list[str]) -> list[str]:
    """The words, where they are no more than one command may name.

    Raises:
        Refusal: ``words_at_once`` (``most``).
    """
    if len(words) > _MOST_WORDS:
        raise Refusal("words_at_once", most=_MOST_WORDS)
    return words


def _spelling(word: str, language: str) -> list[Ruleset]:
    """A ruleset for each list, of those whose letters can spell a word; of all where none can; the language's first."""
    # The last one of a list is kept: one whose tables count the chat's words, as most do.
    ordered = sorted(rulesets().values(), key=lambda ruleset: (ruleset.language != language, ruleset.chat_words))
    lists = list({ruleset.lexicon: ruleset for ruleset in ordered}.values())
    able = [ruleset for ruleset in lists if _can_spell(ruleset.language, word)]
    return able or lists


def _can_spell(language: str, word: str) -> bool:
    try:
        alphabet(language).word(word)
    except Malformed:
        return False
    return True


def _short(text: str) -> str:
    return text if len(text) <= _MOST_MEANING else f"{text[:_MOST_MEANING]}…"
