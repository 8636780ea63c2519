"""What the panel of settings shows: its sections, what each may be, its words and its buttons. Keeps nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.announce.boards import SETTING as BOARDS
from bot.announce.boards import Boards
from bot.families.context import Context
from bot.handlers.admission import (
    ADMINISTRATORS,
    COMPUTERS,
    EVERYBODY,
    FORBIDDEN,
    OPENERS,
    TOPICS,
    WELCOME,
    topics_named,
)
from bot.languages import languages
from bot.pictures.sketches import DEFAULT_LABELS, DEFAULT_THEME, LABELS
from bot.telegram.buttons import button, data, keyed, paired
from bot.telegram.inbound import Venue
from bot.wording.speaker import Speaker
from render.theme import THEMES

MENU: Final = "menu"
DONE: Final = "done"
HERE: Final = "here"
"""Of topics: the one that the panel stands in."""
ALL: Final = "all"
"""Of topics: wherever it may be."""
WORDS: Final = "words"
"""The section that only tells."""
LANGUAGE: Final = "language"
GROUPS: Final = "group"
"""In private: as each group has it."""
TELEGRAM: Final = "telegram"
"""In private: whatever language the person's Telegram speaks."""


@dataclass(frozen=True, slots=True)
class Section:
    """One setting, and what it may be, in the order of its buttons."""

    name: str
    """As it is stored."""
    values: tuple[str, ...]
    unset: str | None
    """What holds where nothing is stored, and so is stored as nothing; ``None`` where that depends."""

    def held(self, settings: Mapping[str, str]) -> str | None:
        """What holds, by what is stored; of what this version does not know the same as of nothing."""
        stored = settings.get(self.name)
        return stored if stored in self.values else self.unset

    def stored(self, value: str) -> str | None:
        """What is stored where this is chosen."""
        return None if value == self.unset else value


def sections(place: Venue) -> tuple[Section, ...]:
    """Those of the panel in a chat; topics and words, which are chosen otherwise, are not among them."""
    codes = languages().codes
    if place.private:
        return (
            Section(LANGUAGE, (TELEGRAM, *codes), TELEGRAM),
            Section("theme", (GROUPS, *THEMES), GROUPS),
            Section("labels", (GROUPS, *LABELS), GROUPS),
            *PERSONAL,
        )
    return (
        Section(LANGUAGE, codes, None),
        Section("theme", tuple(THEMES), DEFAULT_THEME),
        Section("labels", LABELS, DEFAULT_LABELS),
        Section(BOARDS, tuple(one.value for one in Boards), Boards.EACH.value),
        Section(OPENERS, (EVERYBODY, ADMINISTRATORS), EVERYBODY),
        Section(COMPUTERS, (WELCOME, FORBIDDEN), WELCOME),
    )


PERSONAL: Final = (
    Section("turn", ("off", "on"), "off"),
    Section("nudge", ("off", "on"), "off"),
    Section("order", ("drawn", "letters"), "drawn"),
    Section("reading", ("ask", "gcg"), "ask"),
)
"""What people choose for themselves, and no group can."""


def section(place: Venue, name: str) -> Section | None:
    """The section of that name; ``None`` where the chat's panel has none."""
    return next((one for one in sections(place) if one.name == name), None)


def menu(place: Venue, context: Context, more: Mapping[str, str]) -> tuple[str, InlineKeyboardMarkup]:
    """The whole panel: how everything is, and a button for each section; ``more`` are values of further ones."""
    speaker, settings = context.voice, context.held.settings
    held = {one.name: value_name(speaker, one, _held(one, context)) for one in sections(place)} | dict(more)
    if not place.private and _has_topics(place, settings):
        many = len(topics_named(settings.get(TOPICS)))
        held[TOPICS] = speaker.plain("settings-topics-some", count=many) if many else speaker.plain("value-topics-all")
    names = [*held] if place.private else [*held, WORDS]
    lines = [speaker.html("settings-line", what=_name(speaker, name), value=value) for name, value in held.items()]
    head = speaker.html("settings-head-private" if place.private else "settings-head-group")
    keys = [button(speaker, f"settings-name-{name}", data("set", "", name)) for name in names]
    rows = paired(keys)
    return "\n".join((head, "", *lines)), InlineKeyboardMarkup([*rows, [_closing(speaker)]])


def choosing(shown: Section, place: Venue, context: Context) -> tuple[str, InlineKeyboardMarkup]:
    """One section: what each of its values means, a button for each, the one that holds marked, and the way back."""
    speaker, held = context.voice, _held(shown, context)
    buttons = [
        button(
            _tongue(speaker, shown, value),
            _label(shown, value),
            data("set", "", shown.name, value),
            marked=value == held,
        )
        for value in shown.values
    ]
    whose = "-private" if place.private and shown.name in {LANGUAGE, "theme", "labels"} else ""
    return told(speaker, shown.name, speaker.html(f"settings-about-{shown.name}{whose}")), _keyboard(speaker, buttons)


def topics(place: Venue, context: Context) -> tuple[str, InlineKeyboardMarkup]:
    """The section of topics: tables are opened in all of them, or in those that are on a list."""
    speaker, chosen = context.voice, topics_named(context.held.settings.get(TOPICS))
    here = (place.scope.topic or 0) in chosen
    state = speaker.html("settings-topics-none")
    if chosen:
        state = speaker.html("settings-topics-now", count=len(chosen), here="yes" if here else "no")
    text = f"{speaker.html('settings-about-topics')}\n\n{state}"
    buttons = [
        button(speaker, "value-topics-all", data("set", "", TOPICS, ALL), marked=not chosen),
        button(speaker, "value-topics-here", data("set", "", TOPICS, HERE), marked=here),
    ]
    return told(speaker, TOPICS, text), _keyboard(speaker, buttons)


def words(speaker: Speaker, listed: str, page: int, pages: int) -> tuple[str, InlineKeyboardMarkup]:
    """A page of the section of the chat's own words, which commands change.

    Args:
        speaker: speaks to the chat.
        listed: the words of the page, as HTML.
        page: its number, from 1 on.
        pages: how many there are.
    """
    around = [number for number in (page - 1, page + 1) if 1 <= number <= pages]
    turning = [
        keyed(f"‹ {number}" if number < page else f"{number} ›", data("set", "", WORDS, number)) for number in around
    ]
    text = told(speaker, WORDS, f"{speaker.html('settings-about-words')}\n\n{listed}")
    return text, InlineKeyboardMarkup([*([turning] if turning else []), back_and_end(speaker)])


def value_name(speaker: Speaker, shown: Section, value: str) -> str:
    """What a value is called, plain."""
    return _tongue(speaker, shown, value).plain(_label(shown, value))


def _held(shown: Section, context: Context) -> str:
    """What holds in the chat; of a language that nothing was chosen for, the one that is spoken."""
    return shown.held(context.held.settings) or context.language


def _label(shown: Section, value: str) -> str:
    """The message that names a value; every language calls itself by its own name."""
    return "language-name" if _speaks(shown, value) else f"value-{shown.name}-{value}"


def _tongue(speaker: Speaker, shown: Section, value: str) -> Speaker:
    return speaker.tongue(value) if _speaks(shown, value) else speaker


def _speaks(shown: Section, value: str) -> bool:
    return shown.name == LANGUAGE and value != TELEGRAM


def _has_topics(place: Venue, settings: Mapping[str, str]) -> bool:
    """Whether there are topics to choose from: a list that stayed behind can be taken away, too."""
    return place.forum or place.scope.topic is not None or TOPICS in settings


def _name(speaker: Speaker, name: str) -> str:
    return speaker.plain(f"settings-name-{name}")


def told(speaker: Speaker, name: str, text: str) -> str:
    """The text of a section below its name, as HTML."""
    return f"<b>{speaker.html(f'settings-name-{name}')}</b>\n\n{text}"


def _keyboard(speaker: Speaker, buttons: Sequence[InlineKeyboardButton]) -> InlineKeyboardMarkup:
    """Buttons below each other, and below them the way back and the end."""
    return InlineKeyboardMarkup([*([one] for one in buttons), back_and_end(speaker)])


def back_and_end(speaker: Speaker, *to: str) -> list[InlineKeyboardButton]:
    """The way back, to the whole panel or to what a button would open, and the end."""
    return [button(speaker, "button-settings-back", data("set", "", *(to or (MENU,)))), _closing(speaker)]


def _closing(speaker: Speaker) -> InlineKeyboardButton:
    return button(speaker, "button-done", data("set", "", DONE))
