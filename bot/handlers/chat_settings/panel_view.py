"""What the settings panel shows: its sections, their values, texts and buttons. Stores nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.announce.board_messages import BOARD_MODE_SETTING as BOARDS
from bot.announce.board_messages import BoardMode
from bot.families.chat_context import ChatContext
from bot.handlers.analysis.costly_pages import ANALYSIS_SETTING, TO_ALL, TO_PRESSER
from bot.handlers.chat_settings.permissions import (
    COMPUTERS,
    COMPUTERS_ALLOWED,
    COMPUTERS_FORBIDDEN,
    OPENERS,
    OPENERS_ADMINS,
    OPENERS_ALL,
    TOPICS,
    parse_topics,
)
from bot.handlers.records.shared_games import NAME_HIDDEN, NAME_SETTING, NAME_SHOWN
from bot.languages import languages
from bot.pictures.sketches import DEFAULT_LABELS, DEFAULT_THEME, LABEL_CHOICES
from bot.tables.loaded_table import DEFAULT_MOST_TABLES, MOST_TABLES, TABLES_SETTING
from bot.tables.seat_limit import DEFAULT_MOST_SEATS, MOST_SEATS, SEATS_SETTING
from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.requests import Venue
from bot.telegram.keyboards import callback_button, pair_short_buttons, translated_button
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from render.theme import THEMES

BACK_TO_MENU: Final = "menu"
CLOSE_PANEL: Final = "done"
THIS_TOPIC: Final = "here"
"""The topic in which the panel is."""
ALL_TOPICS: Final = "all"
"""All topics."""
CHAT_WORDS: Final = "words"
"""The section of the chat's own words, which has nothing to choose."""
LANGUAGE: Final = "language"
AS_IN_GROUP: Final = "group"
"""In private: as each group has chosen."""
AS_IN_TELEGRAM: Final = "telegram"
"""In private: the language of the person's Telegram."""


_NUMBERS_IN_A_ROW: Final = 5


@dataclass(frozen=True, slots=True)
class Section:
    """A setting and its values, in the order of its buttons."""

    name: str
    """The setting's stored name."""
    values: tuple[str, ...]
    default: str | None
    """The value if nothing is stored; ``None`` if that depends on more."""

    @property
    def has_numbers(self) -> bool:
        """Whether its values are numbers, which are the same in every language."""
        return self.values[0].isdecimal()

    def current_value(self, context: ChatContext) -> str:
        """The value in force, as if nothing were stored for one that this version does not know.

        For a language that was never chosen it is the one that the bot speaks.
        """
        stored = context.loaded.settings.get(self.name)
        return stored if stored in self.values else self.default or context.language


def _numbers_to(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def list_sections(place: Venue) -> tuple[Section, ...]:
    """The panel's sections in a chat, without topics and words, which are chosen in another way."""
    codes = languages().codes
    if place.private:
        return (
            Section(LANGUAGE, (AS_IN_TELEGRAM, *codes), AS_IN_TELEGRAM),
            Section("theme", (AS_IN_GROUP, *THEMES), AS_IN_GROUP),
            Section("labels", (AS_IN_GROUP, *LABEL_CHOICES), AS_IN_GROUP),
            *PERSONAL_SECTIONS,
        )
    return (
        Section(LANGUAGE, codes, None),
        Section("theme", tuple(THEMES), DEFAULT_THEME),
        Section("labels", LABEL_CHOICES, DEFAULT_LABELS),
        Section(BOARDS, tuple(one.value for one in BoardMode), BoardMode.EACH.value),
        Section(OPENERS, (OPENERS_ALL, OPENERS_ADMINS), OPENERS_ALL),
        Section(TABLES_SETTING, _numbers_to(MOST_TABLES), str(DEFAULT_MOST_TABLES)),
        Section(SEATS_SETTING, _numbers_to(MOST_SEATS), str(DEFAULT_MOST_SEATS)),
        Section(COMPUTERS, (COMPUTERS_ALLOWED, COMPUTERS_FORBIDDEN), COMPUTERS_ALLOWED),
        Section(NAME_SETTING, (NAME_HIDDEN, NAME_SHOWN), NAME_HIDDEN),
        Section(ANALYSIS_SETTING, (TO_PRESSER, TO_ALL), TO_PRESSER),
    )


PERSONAL_SECTIONS: Final = (
    Section("turn", ("off", "on"), "off"),
    Section("nudge", ("off", "on"), "off"),
    Section("order", ("drawn", "letters"), "drawn"),
    Section("reading", ("ask", "gcg"), "ask"),
    Section("reviews", ("off", "on"), "off"),
)
"""The settings that people choose for themselves, and no group can."""


def require_section(place: Venue, name: str) -> Section:
    """The section of that name.

    Raises:
        Refusal: ``stale_button`` if the chat's panel has none.
    """
    found = next((one for one in list_sections(place) if one.name == name), None)
    if found is None:
        raise Refusal("stale_button")
    return found


def panel_menu(place: Venue, context: ChatContext, extra_values: Mapping[str, str]) -> tuple[str, InlineKeyboardMarkup]:
    """The whole panel: every value, and a button for each section; ``extra_values`` belong to further sections."""
    speaker, settings = context.chat_speaker, context.loaded.settings
    values = {one.name: value_name(speaker, one, one.current_value(context)) for one in list_sections(place)} | dict(
        extra_values
    )
    # Where there are topics to choose from, or a list left behind that can be removed.
    if not place.private and (place.is_forum or place.scope.topic is not None or TOPICS in settings):
        many = len(parse_topics(settings.get(TOPICS)))
        values[TOPICS] = (
            speaker.plain("settings-topics-some", count=many) if many else speaker.plain("value-topics-all")
        )
    names = [*values] if place.private else [*values, CHAT_WORDS]
    lines = [
        speaker.html("settings-line", what=speaker.plain(f"settings-name-{name}"), value=value)
        for name, value in values.items()
    ]
    head = speaker.html("settings-head-private" if place.private else "settings-head-group")
    keys = [translated_button(speaker, f"settings-name-{name}", encode_button_data("set", "", name)) for name in names]
    rows = pair_short_buttons(keys)
    return "\n".join((head, "", *lines)), InlineKeyboardMarkup([*rows, [_close_button(speaker)]])


def section_page(section: Section, place: Venue, context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """A section: what each value means, a button for each, the current one marked, and the way back."""
    speaker, current = context.chat_speaker, section.current_value(context)
    buttons = [
        callback_button(f"✓ {label}" if value == current else label, encode_button_data("set", "", section.name, value))
        for value in section.values
        for label in (value_name(speaker, section, value),)
    ]
    whose = "-private" if place.private and section.name in {LANGUAGE, "theme", "labels"} else ""
    return section_text(
        speaker, section.name, speaker.html(f"settings-about-{section.name}{whose}")
    ), _section_keyboard(speaker, buttons, in_a_row=_NUMBERS_IN_A_ROW if section.has_numbers else 1)


def topics_page(place: Venue, context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The section of topics: tables may be opened in all of them, or in the listed ones."""
    speaker, chosen = context.chat_speaker, parse_topics(context.loaded.settings.get(TOPICS))
    here = (place.scope.topic or 0) in chosen
    state = speaker.html("settings-topics-none")
    if chosen:
        state = speaker.html("settings-topics-now", count=len(chosen), here="yes" if here else "no")
    text = f"{speaker.html('settings-about-topics')}\n\n{state}"
    buttons = [
        translated_button(
            speaker, "value-topics-all", encode_button_data("set", "", TOPICS, ALL_TOPICS), checked=not chosen
        ),
        translated_button(
            speaker, "value-topics-here", encode_button_data("set", "", TOPICS, THIS_TOPIC), checked=here
        ),
    ]
    return section_text(speaker, TOPICS, text), _section_keyboard(speaker, buttons)


def chat_words_page(speaker: Speaker, words_html: str, page: int, pages: int) -> tuple[str, InlineKeyboardMarkup]:
    """A page of the chat's own words. Commands change them.

    Args:
        speaker: speaks to the chat.
        words_html: the words of the page, as HTML.
        page: its number, from 1 on.
        pages: how many pages there are.
    """
    around = [number for number in (page - 1, page + 1) if 1 <= number <= pages]
    turning = [
        callback_button(
            f"‹ {number}" if number < page else f"{number} ›", encode_button_data("set", "", CHAT_WORDS, number)
        )
        for number in around
    ]
    text = section_text(speaker, CHAT_WORDS, f"{speaker.html('settings-about-words')}\n\n{words_html}")
    return text, InlineKeyboardMarkup([*([turning] if turning else []), back_and_close_row(speaker)])


def value_name(speaker: Speaker, section: Section, value: str) -> str:
    """The label of a value; plain text."""
    if section.has_numbers:
        return value
    if section.name == LANGUAGE and value != AS_IN_TELEGRAM:
        # Every language calls itself by its own name.
        return speaker.in_language(value).plain("language-name")
    return speaker.plain(f"value-{section.name}-{value}")


def section_text(speaker: Speaker, name: str, text: str) -> str:
    """The text of a section below its name, as HTML."""
    return f"<b>{speaker.html(f'settings-name-{name}')}</b>\n\n{text}"


def _section_keyboard(
    speaker: Speaker, buttons: Sequence[InlineKeyboardButton], *, in_a_row: int = 1
) -> InlineKeyboardMarkup:
    """Buttons, so many in a row, and below them the way back and the end."""
    rows = [buttons[start : start + in_a_row] for start in range(0, len(buttons), in_a_row)]
    return InlineKeyboardMarkup([*rows, back_and_close_row(speaker)])


def back_and_close_row(speaker: Speaker, *to: str) -> list[InlineKeyboardButton]:
    """The way back, to the panel or to a button's page, and the close button."""
    return [
        translated_button(speaker, "button-settings-back", encode_button_data("set", "", *(to or (BACK_TO_MENU,)))),
        _close_button(speaker),
    ]


def _close_button(speaker: Speaker) -> InlineKeyboardButton:
    return translated_button(speaker, "button-done", encode_button_data("set", "", CLOSE_PANEL))
