"""Looking words up, and the words that a chat adds to its dictionaries or removes."""

import asyncio
from collections.abc import Iterable
from typing import Final

from bot import message_limits
from bot.families.services import ChatContext, ChatServices
from bot.judges.word_judge import normalize_word
from bot.tables.table_loader import LoadedTable
from bot.telegram.requests import Command
from bot.user_input.commands import handles_command, split_words
from bot.wording.guide_texts import sample_words
from bot.wording.speaker import sanitize_text
from engine.alphabet import load_alphabet
from engine.errors import EngineError, Field, Malformed, Refusal
from engine.rulesets import Ruleset, shipped_rulesets
from engine.vocabulary import fold_word

_MAX_WORDS: Final = 10
_MAX_SHOWN_LETTERS: Final = 40
_MAX_MEANING: Final = 300


class WordHandlers:
    """Looks words up, and changes a chat's words."""

    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._look_ups: Final = services.tables.look_ups
        self._replies: Final = services.messaging.replies
        self._texts: Final = services.messaging.texts

    @handles_command("word", "chat", "anybody", kind="look-up", needs_person=True)
    async def look_up_words(self, request: Command, context: ChatContext) -> None:
        """Tell whether words are valid, by the dictionaries of the tables here or, without a table, by every list."""
        await self._look_ups.check_open(request.venue, request.sender.user, context.open_tables)
        if request.table_number not in {None, *(one.scope.table for one in context.open_tables)}:
            raise Refusal("no_such_table", number=request.table_number or 0)
        if not request.text:
            raise Malformed("no_word_to_look_up", **_example_words(_table_language(context), context))
        words = _check_word_count(split_words(request.text))
        found = [
            self._look_up_line(word, loaded, ruleset, context, is_asked=is_asked)
            for word in words
            for loaded, ruleset, is_asked in _dictionaries_to_ask(word, request.table_number, context)
        ]
        await self._replies.reply_html(request, "\n".join(filter(None, await asyncio.gather(*found))))

    async def _look_up_line(
        self, typed: str, loaded: LoadedTable, ruleset: Ruleset, context: ChatContext, *, is_asked: bool
    ) -> str:
        """A line telling whether a word is valid; empty if its list is not asked and the chat did not change it."""
        language = context.language
        dictionary = await self._games.loader.load_dictionary(loaded, ruleset)
        label = context.chat_speaker.dictionary_label(dictionary.changes.counted_lexicon(ruleset.lexicon))
        try:
            word = normalize_word(typed, ruleset.language)
        except EngineError as error:
            shown = str(error.fields["word"]) if isinstance(error, Refusal) else sanitize_text(typed)
            return self._texts.html(
                language, "word-unknown", word=message_limits.truncate_text(shown, _MAX_SHOWN_LETTERS), lexicon=label
            )
        until = self._look_ups.look_up_notes_due_by()
        found = await self._judges.look_up_word(word, dictionary)
        own = found.verdict.judge == "chat"
        if not (own or is_asked):
            return ""
        if own:
            label = self._texts.plain(language, "dictionary-chat")
        known = "word-known" if found.verdict.valid else "word-removed" if own else "word-unknown"
        line = self._texts.html(
            language, known, word=message_limits.truncate_text(word, _MAX_SHOWN_LETTERS), lexicon=label
        )
        if known == "word-unknown" and (
            note := await self._look_ups.inflection_notes([word], dictionary, language, until)
            or await self._look_ups.spelling_note(word, dictionary, language, until)
        ):
            line = f"{line}\n{note}"
        if found.meaning is None:
            return line
        text = sanitize_text(found.meaning)
        meaning = text if len(text) <= _MAX_MEANING else f"{text[:_MAX_MEANING]}…"
        return f"{line}\n{self._texts.html(language, 'word-meaning', meaning=meaning)}"

    @handles_command("add-word", "group", "administrator", kind="setting")
    async def add_chat_words(self, request: Command, context: ChatContext) -> None:
        """``/kelimeekle``: add words for games of this chat that start later; for administrators."""
        await self._change_chat_words(request, context, counts=True)

    @handles_command("remove-word", "group", "administrator", kind="setting")
    async def remove_chat_words(self, request: Command, context: ChatContext) -> None:
        """``/kelimesil``: remove words for games of this chat that start later; for administrators."""
        await self._change_chat_words(request, context, counts=False)

    async def _change_chat_words(self, request: Command, context: ChatContext, *, counts: bool) -> None:
        language, words = _split_language(split_words(request.text), context)
        if not words:
            examples = _example_words(language, context)
            raise Malformed("no_word_to_add", **examples) if counts else Malformed("no_word_to_remove", **examples)
        chat, own = request.venue.scope.chat, self._judges.chat_words
        # A process that ended may have changed the words, and the chat's language may have changed since.
        language = await own.language_changed_by(chat, request.update.id, _game_languages()) or language
        _check_word_count(words)
        try:
            found = await own.change_words(chat, language, *words, counts=counts, update=request.update.id)
        except Malformed as error:
            foreign = _foreign_word(words, language, error, context)
            if foreign is None:
                raise
            raise Malformed("foreign_word_to_add" if counts else "foreign_word_to_remove", **foreign) from error
        message = "words-added" if counts else "words-removed"
        await self._replies.reply_message(request, context.language, message, words=", ".join(found), language=language)


def _split_language(words: list[str], context: ChatContext) -> tuple[str, list[str]]:
    if len(words) > 1 and (named := fold_word(words[0])) in _game_languages():
        return named, words[1:]
    return _table_language(context), words


def _game_languages() -> frozenset[str]:
    return frozenset(ruleset.language for ruleset in shipped_rulesets().values())


def _table_language(context: ChatContext) -> str:
    table = context.loaded.table
    return context.language if table is None else table.ruleset.language


def _example_words(language: str, context: ChatContext) -> dict[str, str]:
    other = next(ruleset.language for ruleset in shipped_rulesets().values() if ruleset.language != language)
    return {
        "sample": sample_words(context.chat_speaker, language)["sample"],
        "other": other,
        "foreign": sample_words(context.chat_speaker, other)["sample"],
    }


def _foreign_word(words: list[str], language: str, error: Malformed, context: ChatContext) -> dict[str, Field] | None:
    strange = error.fields.get("letters")
    word = next((one for one in words if not _is_readable(one, language)), None)
    if strange is None or word is None:
        return None
    others = [one for one in _game_languages() if one != language and _can_spell(one, word)]
    # The reader's language comes first.
    other = min(others, key=lambda one: (one != context.language, one), default=None)
    if other is None:
        return None
    return {
        "word": sanitize_text(word),
        "letters": strange,
        "words": context.chat_speaker.dictionary_label(language),
        "other": other,
    }


def _is_readable(word: str, language: str) -> bool:
    try:
        normalize_word(word, language)
    except EngineError:
        return False
    return True


def _check_word_count(words: list[str]) -> list[str]:
    if len(words) > _MAX_WORDS:
        raise Refusal("words_at_once", most=_MAX_WORDS)
    return words


def _dictionaries_to_ask(
    word: str, number: int | None, context: ChatContext
) -> Iterable[tuple[LoadedTable, Ruleset, bool]]:
    """The rulesets by which a word is looked up, with their tables: each dictionary of the tables here once.

    Without a table, all that can spell the word. If one has the chat's language, the others' lists are not asked, but
    only the chat's own words for them are told.
    """
    tables = [one for one in context.open_tables if number is None or one.scope.table == number]
    named = {
        (one.lexicon, one.table.ruleset.lexicon): (one, one.table.ruleset) for one in tables if one.table is not None
    }
    able = [found for found in named.values() if _can_spell(found[1].language, word)]
    if named:
        return [(loaded, ruleset, True) for loaded, ruleset in able or named.values()]
    rulesets = _rulesets_spelling(word, context.language)
    foreign = rulesets[0].language != context.language
    return [(context.loaded, ruleset, foreign or ruleset.language == context.language) for ruleset in rulesets]


def _rulesets_spelling(word: str, language: str) -> list[Ruleset]:
    # Of rulesets with the same list the last one is kept, preferably one whose tables count the chat's words.
    ordered = sorted(
        shipped_rulesets().values(), key=lambda ruleset: (ruleset.language != language, ruleset.chat_words)
    )
    lists = list({ruleset.lexicon: ruleset for ruleset in ordered}.values())
    return [ruleset for ruleset in lists if _can_spell(ruleset.language, word)] or lists


def _can_spell(language: str, word: str) -> bool:
    try:
        load_alphabet(language).normalise_word(word)
    except Malformed:
        return False
    return True
