"""``/settings``: what a chat chooses, in one panel of buttons; of a group for its administrators."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.lookups import LookUps
from bot.handlers import panel
from bot.handlers.admission import MOST_TOPICS, TOPICS, topics_named, topics_text
from bot.handlers.choosing import Choosing
from bot.judges.chatwords import ChatWords
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Tap
from bot.telegram.tongues import spoken
from bot.typed.commands import command
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.rulesets import rulesets

PANEL_SECONDS: Final = 600.0
"""How long a group's panel stays, from its last use on."""
_MOST_WORDS: Final = 60
"""How many of a chat's words the panel names, in each language."""


class ChoiceHandlers:
    """Shows what is chosen, and chooses; who presses is asked for anew each time."""

    def __init__(self, choosing: Choosing, chat_words: ChatWords, look_ups: LookUps, answers: Answers) -> None:
        self._choosing: Final = choosing
        self._chat_words: Final = chat_words
        self._look_ups: Final = look_ups
        self._answers: Final = answers

    @command("settings", "chat", "chooser", kind="setting")
    async def settings(self, request: Command, context: Context) -> None:
        """``/settings``: the panel.

        Raises:
            Refusal: ``admins_only``.
        """
        await self._choosing.check(request)
        text, keyboard = panel.menu(request.place, context)
        if request.place.private:
            await self._answers.send(request, text, keyboard)
        else:
            await self._answers.for_now(request, text, keyboard, seconds=PANEL_SECONDS)

    async def picked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A button of the panel.

        Raises:
            Refusal: ``admins_only``; ``stale_button`` of what this version never drew in such a chat.
        """
        await self._choosing.check(tap)
        match pressed.rest:
            case (panel.DONE,):
                await self._answers.quiet(tap)
                await self._answers.clear(tap)
                return
            case (panel.MENU,):
                shown = panel.menu(tap.place, context)
            case (name,):
                shown = await self._opened(tap, context, name)
            case (name, value):
                shown = await self._opened(tap, await self._chosen(tap, context, name, value), name)
            case _:
                raise Refusal("stale_button")
        await self._show(tap, *shown)

    async def _show(self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup) -> None:
        await self._answers.show(tap, text, keyboard)
        if not tap.place.private:
            await self._answers.clear(tap, PANEL_SECONDS)

    async def _opened(self, tap: Tap, context: Context, name: str) -> tuple[str, InlineKeyboardMarkup]:
        """A section of the panel."""
        if not tap.place.private and name == TOPICS:
            return panel.topics(tap.place, context)
        if not tap.place.private and name == panel.WORDS:
            return panel.words(context.voice, await self._words(tap, context))
        return panel.choosing(_section(tap, name), tap.place, context)

    async def _chosen(self, tap: Tap, context: Context, name: str, value: str) -> Context:
        """Choose, and the chat as it is then."""
        if not tap.place.private and name == TOPICS:
            stored = _toggled(tap, context.held.settings, value)
        else:
            section = _section(tap, name)
            if value not in section.values:
                raise Refusal("stale_button")
            stored = section.stored(value)
        await self._choosing.choose(tap, name, stored)
        settings = {key: held for key, held in context.held.settings.items() if key != name}
        held = replace(context.held, settings=settings if stored is None else {**settings, name: stored})
        speaks = stored or spoken(tap.sender.language) if name == panel.LANGUAGE else None
        return replace(context, held=held, voice=context.voice.tongue(speaks) if speaks else context.voice)

    async def _words(self, tap: Tap, context: Context) -> str:
        """The chat's own words as HTML; withheld where words may not be looked up (RULES §7.1)."""
        speaker = context.voice
        if self._look_ups.closed(context.held.table) or await self._look_ups.closing(tap.sender.user):
            return speaker.html("settings-words-closed")
        lines = []
        for language in sorted({ruleset.language for ruleset in rulesets().values()}):
            own = await self._chat_words.read(tap.place.scope.chat, language)
            for sign, words in (("+", own.added), ("−", own.removed)):
                if words:
                    listed = _listed(sorted(words), speaker)
                    lines.append(speaker.html("settings-words-line", language=language, sign=sign, words=listed))
        return "\n".join(lines) or speaker.html("settings-words-none")


def _listed(words: Sequence[str], speaker: Speaker) -> str:
    """The first of some words, and how many more there are, plain."""
    told, more = ", ".join(words[:_MOST_WORDS]), len(words) - _MOST_WORDS
    return speaker.plain("settings-words-more", words=told, more=more) if more > 0 else told


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
