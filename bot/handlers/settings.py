"""A chat's settings: what they permit, who may change them, and the pages of their panel."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.announce.board_messages import BOARD_MODE_SETTING, BoardMode
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_options import GameOptions
from bot.handlers.game_pages import ANALYSIS_SETTING, TO_ALL, TO_PRESSER
from bot.judges import WordJudge
from bot.languages import languages
from bot.pictures import DEFAULT_LABELS, DEFAULT_THEME, LABEL_CHOICES
from bot.store.people import PendingTables, pending_table_checksum
from bot.tables.table_loader import (
    DEFAULT_MOST_SEATS,
    DEFAULT_MOST_TABLES,
    MOST_SEATS,
    MOST_TABLES,
    SEATS_SETTING,
    TABLES_SETTING,
)
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import callback_button, encode_button_data, pair_short_buttons, translated_button
from bot.telegram.requests import Command, Request, Tap, Venue
from bot.user_input import options
from bot.wording.speaker import Speaker, localized_title
from engine.errors import Refusal
from engine.ruleset_base import OFF, ON
from engine.rulesets import shipped_rulesets
from render.theme import THEMES

OPENERS: Final = "openers"
OPENERS_ALL: Final = "all"
OPENERS_ADMINS: Final = "admins"
TOPICS: Final = "topics"  # the topics where tables may open, as numbers with commas; unset for all
MAX_TOPICS: Final = 100
COMPUTERS: Final = "computers"
COMPUTERS_ALLOWED: Final = "welcome"
COMPUTERS_FORBIDDEN: Final = "forbidden"
REVIEWS_SETTING: Final = "reviews"  # a user's setting: whether moves against computers are reviewed
NAME_SETTING: Final = "sharing"  # the chat's setting: whether its name is shown with games that are shared
NAME_SHOWN: Final = "named"
NAME_HIDDEN: Final = "unnamed"


def parse_topics(setting: str | None) -> tuple[int, ...]:
    """The topics in which tables may open, 0 for the general one; empty for all."""
    return tuple(int(part) for part in (setting or "").split(",") if part.isdecimal() and part.isascii())


def format_topics(topics: tuple[int, ...]) -> str | None:
    """Topics in their stored form."""
    return ",".join(map(str, topics)) or None


def check_topic_allowed(request: Request, settings: Mapping[str, str]) -> None:
    """Raise ``not_in_this_topic`` if tables may not open in this topic."""
    allowed = parse_topics(settings.get(TOPICS))
    if allowed and (request.venue.scope.topic or 0) not in allowed:
        raise Refusal("not_in_this_topic")


async def check_may_open_table(members: GroupMembers, request: Request, settings: Mapping[str, str]) -> None:
    """Raise ``not_in_this_topic`` or ``only_admins_open`` unless the sender may open a table here."""
    check_topic_allowed(request, settings)
    if settings.get(OPENERS) == OPENERS_ADMINS and not await members.is_admin(request):
        raise Refusal("only_admins_open")


def check_computers_allowed(settings: Mapping[str, str]) -> None:
    """Raise ``computers_forbidden`` if the group allows no computer players."""
    if settings.get(COMPUTERS) == COMPUTERS_FORBIDDEN:
        raise Refusal("computers_forbidden")


SETTINGS_PANEL_SECONDS: Final = 600.0  # how long a panel in a group is kept after its last use


def panel_data(*arguments: object) -> str:
    """The data of a button of the panel."""
    return encode_button_data("set", "", *arguments)


class SettingsEditor:
    """Changes settings; checks at every request whether the sender may."""

    def __init__(self, services: ChatServices) -> None:
        self._members: Final = services.tables.members
        self._replies: Final = services.messaging.replies
        self._store: Final = services.tables.store
        self._drawing: Final = services.pictures.drawing_thread

    async def check_may_change(self, request: Command | Tap) -> None:
        """Raise ``admins_only`` unless the sender may change the settings; in private every user may."""
        await self._members.check_may_change_settings(request)

    async def offer_choices(self, request: Command, text: str, keyboard: InlineKeyboardMarkup) -> None:
        """Show buttons to a sender who may change settings; in a group they are deleted later."""
        await self.check_may_change(request)
        if request.venue.private:
            await self._replies.reply_html(request, text, keyboard)
        else:
            await self._replies.reply_temporarily(request, text, keyboard, seconds=SETTINGS_PANEL_SECONDS)

    async def change_setting(self, request: Command | Tap, name: str, value: str | None) -> None:
        """Change a setting of the request's chat; ``None`` restores the default."""
        await self.check_may_change(request)
        await self._store.save_setting(request.venue.scope, name, value, request.update.id)
        if name == "theme" and value in THEMES:
            self._drawing.prepare_theme(value)


BACK_TO_MENU: Final = "menu"
OPEN_BOARDS: Final = "pages"
"""The section, in private, that closes the board pages which a user has open."""
CLOSE_PANEL: Final = "done"
THIS_TOPIC: Final = "here"
ALL_TOPICS: Final = "all"
CHAT_WORDS: Final = "words"  # the section of the chat's own words, without choices
LANGUAGE: Final = "language"
AS_IN_GROUP: Final = "group"  # in private: the choice that each group has made
AS_IN_TELEGRAM: Final = "telegram"  # in private: the language of the user's Telegram
_NUMBERS_IN_A_ROW: Final = 5


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the settings panel: a setting and its values, in the order of its buttons."""

    name: str
    values: tuple[str, ...]
    default: str | None  # the value if none is stored; `None` if that depends on other things

    @property
    def has_numbers(self) -> bool:
        """Whether its values are numbers, which read alike in all languages."""
        return self.values[0].isdecimal()

    def current_value(self, context: ChatContext) -> str:
        """The setting's present value; a stored value that is unknown counts as none.

        For a language that was never chosen, it is the one that the bot speaks.
        """
        stored = context.loaded.settings.get(self.name)
        return stored if stored in self.values else self.default or context.language


def _numbers_to(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def _list_sections(place: Venue) -> tuple[Section, ...]:
    codes = languages().codes
    if place.private:
        return (
            Section(LANGUAGE, (AS_IN_TELEGRAM, *codes), AS_IN_TELEGRAM),
            Section("theme", (AS_IN_GROUP, *THEMES), AS_IN_GROUP),
            Section("labels", (AS_IN_GROUP, *LABEL_CHOICES), AS_IN_GROUP),
            # Settings of users, which groups do not have.
            Section("turn", (OFF, ON), OFF),
            Section("nudge", (OFF, ON), OFF),
            Section("call", (OFF, ON), OFF),
            Section("order", ("drawn", "letters"), "drawn"),
            Section("reading", ("ask", "gcg"), "ask"),
            Section(REVIEWS_SETTING, (OFF, ON), OFF),
        )
    return (
        Section(LANGUAGE, codes, None),
        Section("theme", tuple(THEMES), DEFAULT_THEME),
        Section("labels", LABEL_CHOICES, DEFAULT_LABELS),
        Section(BOARD_MODE_SETTING, tuple(one.value for one in BoardMode), BoardMode.EACH.value),
        Section(OPENERS, (OPENERS_ALL, OPENERS_ADMINS), OPENERS_ALL),
        Section(TABLES_SETTING, _numbers_to(MOST_TABLES), str(DEFAULT_MOST_TABLES)),
        Section(SEATS_SETTING, _numbers_to(MOST_SEATS), str(DEFAULT_MOST_SEATS)),
        Section(COMPUTERS, (COMPUTERS_ALLOWED, COMPUTERS_FORBIDDEN), COMPUTERS_ALLOWED),
        Section(NAME_SETTING, (NAME_HIDDEN, NAME_SHOWN), NAME_HIDDEN),
        Section(ANALYSIS_SETTING, (TO_PRESSER, TO_ALL), TO_PRESSER),
    )


def require_section(place: Venue, name: str) -> Section:
    """The section of that name. Raises Refusal: ``stale_button`` if the chat's panel lacks it."""
    found = next((one for one in _list_sections(place) if one.name == name), None)
    if found is None:
        raise Refusal("stale_button")
    return found


PANEL_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "looks": (LANGUAGE, "theme", "labels", BOARD_MODE_SETTING),
    "play": ("game", "daily", "week", COMPUTERS, CHAT_WORDS, ANALYSIS_SETTING, NAME_SETTING),
    "doors": (OPENERS, TOPICS, TABLES_SETTING, SEATS_SETTING),
}
"""The sections of a group's panel, grouped by subject."""


def page_before(name: str, *, private: bool) -> str:
    """The page that has the button to a section."""
    groups = () if private else (group for group, names in PANEL_GROUPS.items() if name in names)
    return next(iter(groups), BACK_TO_MENU)


def panel_menu(
    place: Venue,
    context: ChatContext,
    extra_values: Mapping[str, str],
    group: str = "",
    *,
    has_board_page: bool = False,
) -> tuple[str, InlineKeyboardMarkup]:
    """The panel's page of all sections, or of one group of them: their values, and buttons to them.

    ``extra_values``: the values of sections that the panel itself does not know. In a group chat, it first shows groups
    of sections.
    """
    speaker, settings = context.chat_speaker, context.loaded.settings
    values = {one.name: _value_name(speaker, one, one.current_value(context)) for one in _list_sections(place)} | dict(
        extra_values
    )
    # Only if there are topics to choose from, or an old list to remove.
    if not place.private and (place.is_forum or place.scope.topic is not None or TOPICS in settings):
        many = len(parse_topics(settings.get(TOPICS)))
        values[TOPICS] = (
            speaker.plain("settings-topics-some", count=many) if many else speaker.plain("value-topics-all")
        )
    lines = {
        name: speaker.html("settings-line", what=speaker.plain(f"settings-name-{name}"), value=value)
        for name, value in values.items()
    }
    if group:
        known = {*values, CHAT_WORDS}
        names = [name for name in PANEL_GROUPS[group] if name in known]
        text = section_text(speaker, group, "\n".join(lines[name] for name in names if name in lines))
        return text, InlineKeyboardMarkup([*_panel_rows(speaker, names), back_and_close_row(speaker)])
    head = speaker.html("settings-head-private" if place.private else "settings-head-group")
    parts: Iterable[Iterable[str]] = (lines,) if place.private else PANEL_GROUPS.values()
    told = ("\n".join(lines[name] for name in names if name in lines) for names in parts)
    rows = _panel_rows(speaker, [*lines, *([OPEN_BOARDS] if has_board_page else [])] if place.private else PANEL_GROUPS)
    return "\n\n".join((head, *told)), InlineKeyboardMarkup([*rows, [_close_button(speaker)]])


def _panel_rows(speaker: Speaker, names: Iterable[str]) -> list[list[InlineKeyboardButton]]:
    return pair_short_buttons(translated_button(speaker, f"settings-name-{name}", panel_data(name)) for name in names)


def section_page(section: Section, place: Venue, context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The page of a section: what each value means, a button for each, the current one marked, and the way back."""
    speaker, current = context.chat_speaker, section.current_value(context)
    buttons = [
        callback_button(_value_name(speaker, section, value), panel_data(section.name, value), checked=value == current)
        for value in section.values
    ]
    whose = "-private" if place.private and section.name in {LANGUAGE, "theme", "labels"} else ""
    text = section_text(speaker, section.name, speaker.html(f"settings-about-{section.name}{whose}"))
    back, in_a_row = page_before(section.name, private=place.private), _NUMBERS_IN_A_ROW if section.has_numbers else 1
    return text, _section_keyboard(speaker, buttons, back, in_a_row=in_a_row)


def open_boards_page(speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """The page that closes the board pages which a user has open."""
    close = [translated_button(speaker, "value-pages-close", panel_data(OPEN_BOARDS, "close"))]
    return section_text(speaker, OPEN_BOARDS, speaker.html("settings-about-pages")), _section_keyboard(
        speaker, close, BACK_TO_MENU
    )


def topics_page(place: Venue, context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The page about topics: tables may open in all, or only in the listed ones."""
    speaker, chosen = context.chat_speaker, parse_topics(context.loaded.settings.get(TOPICS))
    here = (place.scope.topic or 0) in chosen
    state = speaker.html("settings-topics-none")
    if chosen:
        state = speaker.html("settings-topics-now", count=len(chosen), here="yes" if here else "no")
    text = f"{speaker.html('settings-about-topics')}\n\n{state}"
    buttons = [
        translated_button(speaker, "value-topics-all", panel_data(TOPICS, ALL_TOPICS), checked=not chosen),
        translated_button(speaker, "value-topics-here", panel_data(TOPICS, THIS_TOPIC), checked=here),
    ]
    back = page_before(TOPICS, private=place.private)
    return section_text(speaker, TOPICS, text), _section_keyboard(speaker, buttons, back)


def chat_words_page(speaker: Speaker, words_html: str, page: int, pages: int) -> tuple[str, InlineKeyboardMarkup]:
    """The page ``page`` of ``pages``, from 1, of the chat's own words, which commands change."""
    around = [number for number in (page - 1, page + 1) if 1 <= number <= pages]
    turning = [
        callback_button(f"‹ {number}" if number < page else f"{number} ›", panel_data(CHAT_WORDS, number))
        for number in around
    ]
    text = section_text(speaker, CHAT_WORDS, f"{speaker.html('settings-about-words')}\n\n{words_html}")
    return text, InlineKeyboardMarkup(
        [*([turning] if turning else []), back_and_close_row(speaker, page_before(CHAT_WORDS, private=False))]
    )


def _value_name(speaker: Speaker, section: Section, value: str) -> str:
    if section.has_numbers:
        return value
    if section.name == LANGUAGE and value != AS_IN_TELEGRAM:
        # Each language is listed under its own name.
        return speaker.in_language(value).plain("language-name")
    return speaker.plain(f"value-{section.name}-{value}")


def section_text(speaker: Speaker, name: str, text: str) -> str:
    """A section's name and text, as HTML."""
    return f"<b>{speaker.html(f'settings-name-{name}')}</b>\n\n{text}"


def _section_keyboard(
    speaker: Speaker, buttons: Sequence[InlineKeyboardButton], back: str, *, in_a_row: int = 1
) -> InlineKeyboardMarkup:
    rows = [buttons[start : start + in_a_row] for start in range(0, len(buttons), in_a_row)]
    return InlineKeyboardMarkup([*rows, back_and_close_row(speaker, back)])


def back_and_close_row(speaker: Speaker, *to: str) -> list[InlineKeyboardButton]:
    """The buttons that go back, to the panel or the page of a button, and that close the panel."""
    return [
        translated_button(speaker, "button-settings-back", panel_data(*(to or (BACK_TO_MENU,)))),
        _close_button(speaker),
    ]


def _close_button(speaker: Speaker) -> InlineKeyboardButton:
    return translated_button(speaker, "button-done", panel_data(CLOSE_PANEL))


GAME_SETTING: Final = "game"
OPTIONS_SECTION: Final = "terms"
ALWAYS_ASK: Final = "ask"  # instead of a game: the user who opens a table chooses it
FROM_TABLE: Final = "this"  # instead of a game: the one of the chat's table, with its options
PanelPage = tuple[str, InlineKeyboardMarkup]


def load_default_game(settings: Mapping[str, str], judges: WordJudge) -> GameOptions | None:
    """A chat's default game with its options; ``None`` without one, or if a part of it no longer exists."""
    name, *words = settings.get(GAME_SETTING, "").split() or [""]
    ruleset = shipped_rulesets().get(name)
    if ruleset is None:
        return None
    kinds = judges.dictionary_kinds(ruleset)
    known = options.available_options(ruleset, kinds, with_retired=True)
    chosen = dict(word.split("=", 1) for word in words if "=" in word)
    sound = len(chosen) == len(words) and all(
        option in known and value in known[option].values for option, value in chosen.items()
    )
    lasting = {option: value for option, value in chosen.items() if not known[option].retired} if sound else {}
    return GameOptions(ruleset, kinds, lasting) if sound else None


async def load_typed_game(
    pending_tables: PendingTables, user: int, button: tuple[str, str], judges: WordJudge
) -> GameOptions:
    """The game that a user typed in private. Raises Refusal ``stale_button`` if it is newer than the button."""
    typed = await pending_tables.load_pending_table(user) or ""
    found = load_default_game({GAME_SETTING: typed}, judges)
    if found is None or (found.ruleset.id, pending_table_checksum(typed)) != button:
        raise Refusal("stale_button")
    return found


def encode_game(options: GameOptions, values: Mapping[str, str]) -> str:
    """The stored form of a game with its non-default options, or with all that were typed."""
    return " ".join((options.ruleset.id, *(f"{name}={value}" for name, value in values.items())))


def default_game_from_button(value: str, context: ChatContext, judges: WordJudge) -> str | None:
    """The stored form of the default game that a button sets; ``None`` for no default game.

    Raises Refusal: ``stale_button`` if the game does not exist; ``no_game`` if there is no table to copy.
    """
    if value == ALWAYS_ASK:
        return None
    if value == FROM_TABLE:
        table = context.loaded.table
        options = None if table is None else GameOptions.in_use_at(table.ruleset, judges)
        if options is None:
            raise Refusal("no_game")
        return encode_game(options, options.non_default)
    ruleset = shipped_rulesets().get(value)
    if ruleset is None:
        raise Refusal("stale_button")
    now = load_default_game(context.loaded.settings, judges)
    # Choosing the current game keeps its options.
    return value if now is None or now.ruleset.id != value else encode_game(now, now.non_default)


def change_default_option(game: str, step: str, settings: Mapping[str, str], judges: WordJudge) -> GameOptions:
    """The default game with a button's change of options. Raises Refusal ``stale_button`` if the game has changed."""
    options = _require_default_game(game, settings, judges)
    name, value = options.parse_step(step)
    return options if value is None else replace(options, chosen=options.with_value(name, value).non_default)


def default_game_summary(options: GameOptions | None, speaker: Speaker) -> str:
    """The game and its non-default options, as a line of plain text."""
    if options is None:
        return speaker.plain("value-game-ask")
    labels = "; ".join(
        f"{speaker.option_label(name)}: {speaker.value_label(name, value, options.ruleset)}"
        for name, value in options.non_default.items()
    )
    game = localized_title(options.ruleset.title, speaker.language)
    return f"{game} ({labels})" if labels else game


def default_game_page(context: ChatContext, judges: WordJudge) -> PanelPage:
    """The page about the default game: each game, a button to its options, and one that copies the open table."""
    speaker, options = context.chat_speaker, load_default_game(context.loaded.settings, judges)
    now = None if options is None else options.ruleset.id
    language = speaker.language
    ordered = sorted(shipped_rulesets().items(), key=lambda item: (item[1].language != language, item[0]))
    keys = [
        callback_button(localized_title(ruleset.title, language), panel_data(GAME_SETTING, name), checked=name == now)
        for name, ruleset in ordered
    ]
    ask = translated_button(speaker, "value-game-ask", panel_data(GAME_SETTING, ALWAYS_ASK), checked=options is None)
    rows = [[ask], *pair_short_buttons(keys)]
    if options is not None:
        rows.append([translated_button(speaker, "button-alter", panel_data(OPTIONS_SECTION, now))])
    if context.loaded.table is not None:
        rows.append([translated_button(speaker, "value-game-this", panel_data(GAME_SETTING, FROM_TABLE))])
    lines = [speaker.html("settings-about-game")]
    if options is not None:
        lines.append(speaker.html("settings-game-now", what=default_game_summary(options, speaker)))
    return section_text(speaker, GAME_SETTING, "\n\n".join(lines)), InlineKeyboardMarkup(
        [*rows, back_and_close_row(speaker, page_before(GAME_SETTING, private=False))]
    )


def default_options_page(game: str, step: str, context: ChatContext, judges: WordJudge) -> PanelPage:
    """The page of the default game's options, or of a step. Raises Refusal ``stale_button`` if the game changed."""
    speaker, found = context.chat_speaker, _require_default_game(game, context.loaded.settings, judges)
    text, rows, back = found.page(step, speaker, partial(panel_data, OPTIONS_SECTION, game))
    to = (GAME_SETTING,) if back is None else (OPTIONS_SECTION, game, back)
    return text, InlineKeyboardMarkup([*rows, back_and_close_row(speaker, *to)])


def _require_default_game(game: str, settings: Mapping[str, str], judges: WordJudge) -> GameOptions:
    found = load_default_game(settings, judges)
    if found is None or found.ruleset.id != game:
        raise Refusal("stale_button")
    return found
