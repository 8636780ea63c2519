"""``/settings``: what a chat chooses, in one panel of buttons; of a group for its administrators."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.lookups import LookUps
from bot.handlers import panel, usual
from bot.handlers.admission import MOST_TOPICS, TOPICS, topics_named, topics_text
from bot.handlers.choosing import PANEL_SECONDS, Choosing
from bot.judges import Judges
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Tap
from bot.telegram.tongues import spoken
from bot.typed.commands import command
from engine.errors import Refusal
from engine.rulesets import rulesets

_WORDS_A_PAGE: Final = 50
"""Of a chat's own: the longest that there may be have room in a message."""


class ChoiceHandlers:
    """Shows what is chosen, and chooses; who presses is asked for anew each time."""

    def __init__(self, choosing: Choosing, judges: Judges, look_ups: LookUps, answers: Answers) -> None:
        self._choosing: Final = choosing
        self._judges: Final = judges
        self._look_ups: Final = look_ups
        self._answers: Final = answers

    @command("settings", "chat", "chooser", kind="setting")
    async def settings(self, request: Command, context: Context) -> None:
        """``/settings``: the panel.

        Raises:
            Refusal: ``admins_only``.
        """
        await self._choosing.ask(request, *self._menu(request, context))

    async def picked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A button of the panel.

        Raises:
            Refusal: ``admins_only``; ``stale_button`` of what this version never drew in such a chat.
        """
        await self._choosing.check(tap)
        if not tap.bears("set:"):
            # Boards and lobbies are to stay what they are.
            raise Refusal("stale_button")
        match pressed.rest:
            case (panel.DONE,):
                await self._answers.quiet(tap)
                await self._answers.clear(tap)
                return
            case (panel.MENU,):
                shown = self._menu(tap, context)
            case (panel.WORDS, page) if not tap.place.private and page.isdecimal():
                shown = await self._words(tap, context, int(page))
            case (usual.TERMS, game, *step) if not tap.place.private:
                shown = await self._terms(tap, context, game, *step)
            case (name,):
                shown = await self._opened(tap, context, name)
            case (name, value):
                shown = await self._opened(tap, await self._chosen(tap, context, name, value), name)
            case _:
                raise Refusal("stale_button")
        await self._show(tap, *shown)

    async def _show(self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup) -> None:
        await self._answers.show(tap, text, keyboard, seconds=PANEL_SECONDS)

    def _menu(self, request: Command | Tap, context: Context) -> tuple[str, InlineKeyboardMarkup]:
        """The whole panel; of a group with the game that it plays."""
        if request.place.private:
            return panel.menu(request.place, context, {})
        game = usual.summary(usual.usual(context.held.settings, self._judges), context.voice)
        return panel.menu(request.place, context, {usual.GAME: game})

    async def _terms(self, tap: Tap, context: Context, game: str, step: str = "") -> tuple[str, InlineKeyboardMarkup]:
        """The options of the game that the group plays, one of them, or what they are once one has another value."""
        if len(step) > 1:
            stored = usual.stored(usual.altered(game, step, context.held.settings, self._judges))
            context = await self._choose(tap, context, usual.GAME, stored)
        return usual.terms(game, step, context, self._judges)

    async def _opened(self, tap: Tap, context: Context, name: str) -> tuple[str, InlineKeyboardMarkup]:
        """A section of the panel."""
        if not tap.place.private and name == TOPICS:
            return panel.topics(tap.place, context)
        if not tap.place.private and name == panel.WORDS:
            return await self._words(tap, context, 1)
        if not tap.place.private and name == usual.GAME:
            return usual.games(context, self._judges)
        return panel.choosing(_section(tap, name), tap.place, context)

    async def _chosen(self, tap: Tap, context: Context, name: str, value: str) -> Context:
        """Choose, and the chat as it is then."""
        if not tap.place.private and name == TOPICS:
            stored = _toggled(tap, context.held.settings, value)
        elif not tap.place.private and name == usual.GAME:
            stored = usual.picked(value, context, self._judges)
        else:
            section = _section(tap, name)
            if value not in section.values:
                raise Refusal("stale_button")
            stored = section.stored(value)
        return await self._choose(tap, context, name, stored)

    async def _choose(self, tap: Tap, context: Context, name: str, stored: str | None) -> Context:
        """Keep a setting, and the chat as it is then."""
        await self._choosing.choose(tap, name, stored)
        settings = {key: held for key, held in context.held.settings.items() if key != name}
        held = replace(context.held, settings=settings if stored is None else {**settings, name: stored})
        speaks = stored or spoken(tap.sender.language) if name == panel.LANGUAGE else None
        return replace(context, held=held, voice=context.voice.tongue(speaks) if speaks else context.voice)

    async def _words(self, tap: Tap, context: Context, page: int) -> tuple[str, InlineKeyboardMarkup]:
        """A page of the chat's own words; withheld where words may not be looked up (RULES §7.1)."""
        speaker = context.voice
        if self._look_ups.closed(context.held.table) or await self._look_ups.closing(tap.sender.user):
            return panel.words(speaker, speaker.html("settings-words-closed"), 1, 1)
        lines, every = [], []
        for language in sorted({ruleset.language for ruleset in rulesets().values()}):
            own = await self._judges.chat_words.read(tap.place.scope.chat, language)
            if own.added or own.removed:
                counts = {"added": len(own.added), "removed": len(own.removed)}
                lines.append(speaker.html("settings-words-count", language=language, **counts))
            for sign, words in (("+", own.added), ("−", own.removed)):
                every += [(language, sign, word) for word in sorted(words)]
        pages = max(1, -(-len(every) // _WORDS_A_PAGE))
        page = min(max(1, page), pages)
        shown = every[(page - 1) * _WORDS_A_PAGE : page * _WORDS_A_PAGE]
        for (language, sign), listed in groupby(shown, key=itemgetter(0, 1)):
            words_ = ", ".join(word for _, _, word in listed)
            lines.append(speaker.html("settings-words-line", language=language, sign=sign, words=words_))
        return panel.words(speaker, "\n".join(lines) or speaker.html("settings-words-none"), page, pages)


def _section(tap: Tap, name: str) -> panel.Section:
    found = panel.section(tap.place, name)
    if found is None:
        raise Refusal("stale_button")
    return found


def _toggled(tap: Tap, settings: Mapping[str, str], value: str) -> str | None:
    """The topics as they are stored, with the one that the panel stands in put on the list or taken off it."""
    if value == panel.ALL:
        return None
    if value != panel.HERE:
        raise Refusal("stale_button")
    chosen, here = topics_named(settings.get(TOPICS)), tap.place.scope.topic or 0
    if here in chosen:
        return topics_text(tuple(one for one in chosen if one != here))
    if len(chosen) >= MOST_TOPICS:
        raise Refusal("too_many_topics", most=MOST_TOPICS)
    return topics_text((*chosen, here))
