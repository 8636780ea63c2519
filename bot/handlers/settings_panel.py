"""The panel of a chat's settings, and commands for single ones; in a group, for administrators."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec import structs
from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.services import ChatContext, ChatServices, closes_look_ups
from bot.handlers import daily, settings
from bot.handlers.daily import ZONES_SECTION, DailySettingHandlers
from bot.handlers.game_options import STEP_MORE
from bot.handlers.guides import languages_own_first
from bot.handlers.settings import (
    MAX_TOPICS,
    SETTINGS_PANEL_SECONDS,
    TOPICS,
    SettingsEditor,
    format_topics,
    parse_topics,
)
from bot.languages import languages
from bot.pictures import LABEL_CHOICES
from bot.tables.daily_time import DAILY_SETTING, WEEK_SETTING
from bot.telegram.keyboards import ButtonData
from bot.telegram.private_delivery import client_locale
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from engine.errors import Refusal
from engine.game import view
from engine.rulesets import shipped_rulesets
from engine.vocabulary import fold_word
from render.theme import THEMES

_WORDS_PER_PAGE: Final = 50  # how many words, however long, fit into a message
_SCHEDULED: Final = frozenset({DAILY_SETTING, ZONES_SECTION, WEEK_SETTING})  # the sections of scheduled posts and games


class SettingsPanelHandlers:
    """Shows and changes settings; checks at every tap whether its user may do so."""

    def __init__(self, services: ChatServices, editor: SettingsEditor, daily_setting: DailySettingHandlers) -> None:
        self._editor: Final = editor
        self._daily: Final = daily_setting
        self._judges: Final = services.tables.judges
        self._look_ups: Final = services.tables.look_ups
        self._replies: Final = services.messaging.replies
        self._now: Final = daily_setting.now
        self._has_board_page: Final = bool(services.gateway.board_links.web_url)

    @handles_command("settings", "chat", "chooser", kind="setting")
    async def show_settings(self, request: Command, context: ChatContext) -> None:
        """``/settings``: show the panel."""
        await self._editor.offer_choices(request, *self._panel_menu(request, context))

    async def handle_settings_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle a tap on a button of the panel."""
        await self._editor.check_may_change(tap)
        if not tap.has_button("set:"):
            # The panel must not replace a board or a lobby.
            raise Refusal("stale_button")
        match pressed.arguments:
            case (settings.CLOSE_PANEL,):
                await self._replies.tapped_message.close_message(tap)
                return
            case (settings.BACK_TO_MENU,):
                shown = self._panel_menu(tap, context)
            case (settings.CHAT_WORDS, page) if not tap.venue.private and page.isdecimal():
                shown = await self._chat_words_page(tap, context, int(page))
            case (settings.OPTIONS_SECTION, game, *step) if not tap.venue.private:
                shown = await self._default_options_page(tap, context, game, *step)
            case (group,) if group in settings.PANEL_GROUPS and not tap.venue.private:
                shown = self._panel_menu(tap, context, group)
            case (name,):
                shown = await self._section_page(tap, context, name)
            case (name, value) if name in _SCHEDULED:
                shown = await self._section_page(tap, *await self._apply_daily(tap, context, name, value))
            case (name, value):
                shown = await self._section_page(tap, await self._apply_choice(tap, context, name, value), name)
            case _:
                raise Refusal("stale_button")
        await self._replies.tapped_message.replace_with_html(tap, *shown, seconds=SETTINGS_PANEL_SECONDS)

    def _panel_menu(
        self, request: Command | Tap, context: ChatContext, group: str = ""
    ) -> tuple[str, InlineKeyboardMarkup]:
        daily_value = {DAILY_SETTING: daily.daily_summary(context.loaded.settings, context.chat_speaker)}
        if request.venue.private:
            return settings.panel_menu(request.venue, context, daily_value, has_board_page=self._has_board_page)
        game = settings.default_game_summary(
            settings.load_default_game(context.loaded.settings, self._judges), context.chat_speaker
        )
        week = daily.week_game_summary(context.loaded.settings, context.chat_speaker)
        values = {settings.GAME_SETTING: game, **daily_value, WEEK_SETTING: week}
        return settings.panel_menu(request.venue, context, values, group)

    async def _default_options_page(
        self, tap: Tap, context: ChatContext, game: str, step: str = ""
    ) -> tuple[str, InlineKeyboardMarkup]:
        if len(step) > 1 and step[0] != STEP_MORE:
            options = settings.change_default_option(game, step, context.loaded.settings, self._judges)
            stored = settings.encode_game(options, options.non_default)
            context = await self._save_setting(tap, context, settings.GAME_SETTING, stored)
        return settings.default_options_page(game, step, context, self._judges)

    async def _section_page(self, tap: Tap, context: ChatContext, name: str) -> tuple[str, InlineKeyboardMarkup]:
        if not tap.venue.private and name == TOPICS:
            return settings.topics_page(tap.venue, context)
        if not tap.venue.private and name == settings.CHAT_WORDS:
            return await self._chat_words_page(tap, context, 1)
        if not tap.venue.private and name == settings.GAME_SETTING:
            return settings.default_game_page(context, self._judges)
        if not tap.venue.private and name == WEEK_SETTING:
            return daily.week_game_page(context)
        if name == settings.OPEN_BOARDS and tap.venue.private:
            return settings.open_boards_page(context.chat_speaker)
        if name == DAILY_SETTING:
            return daily.daily_page(context, self._daily.now())
        if name == ZONES_SECTION:
            return daily.zones_page(context)
        return settings.section_page(settings.require_section(tap.venue, name), tap.venue, context)

    async def _apply_choice(self, tap: Tap, context: ChatContext, name: str, value: str) -> ChatContext:
        if tap.venue.private and name == settings.OPEN_BOARDS:
            await self._replies.web.close_boards(tap.sender.user, self._now().timestamp())
            await self._replies.show_toast(tap, context.language, "settings-boards-closed")
            return context
        if not tap.venue.private and name == TOPICS:
            stored = _toggle_topic(tap, context.loaded.settings.get(TOPICS), value)
        elif not tap.venue.private and name == settings.GAME_SETTING:
            stored = settings.default_game_from_button(value, context, self._judges)
        else:
            section = settings.require_section(tap.venue, name)
            if value not in section.values:
                raise Refusal("stale_button")
            stored = None if value == section.default else value
        return await self._save_setting(tap, context, name, stored)

    async def _apply_daily(self, tap: Tap, context: ChatContext, section: str, value: str) -> tuple[ChatContext, str]:
        name = WEEK_SETTING if section == WEEK_SETTING else DAILY_SETTING
        if name == DAILY_SETTING:
            wanted = daily.daily_time_from_tap(section, value, context)
        elif not tap.venue.private:
            wanted = daily.week_time_from_tap(value, context)
        else:
            raise Refusal("stale_button")
        changed = await self._save_setting(tap, context, name, None if wanted is None else wanted.stored)
        await self._daily.reschedule(tap.venue.scope.chat, changed.loaded.settings)
        return changed, name

    async def _save_setting(self, tap: Tap, context: ChatContext, name: str, stored: str | None) -> ChatContext:
        await self._editor.change_setting(tap, name, stored)
        chosen = {key: value for key, value in context.loaded.settings.items() if key != name}
        loaded = replace(context.loaded, settings=chosen if stored is None else {**chosen, name: stored})
        speaks = stored or client_locale(tap.sender) if name == settings.LANGUAGE else None
        return replace(
            context,
            loaded=loaded,
            chat_speaker=context.chat_speaker.in_language(speaks) if speaks else context.chat_speaker,
        )

    async def _chat_words_page(self, tap: Tap, context: ChatContext, page: int) -> tuple[str, InlineKeyboardMarkup]:
        """A page of the chat's own words; refused while words may not be looked up (RULES §7.1)."""
        speaker = context.chat_speaker
        is_closed = any(closes_look_ups(one.table) for one in context.open_tables)
        if is_closed or await self._look_ups.chats_closing_look_ups(tap.sender.user):
            return settings.chat_words_page(speaker, speaker.html("settings-words-closed"), 1, 1)
        lines, every = [], []
        for language in sorted({ruleset.language for ruleset in shipped_rulesets().values()}):
            own = await self._judges.chat_words.load_changes(tap.venue.scope.chat, language)
            if own.added or own.removed:
                counts = {"added": len(own.added), "removed": len(own.removed)}
                lines.append(speaker.html("settings-words-count", language=language, **counts))
            for sign, words in (("+", own.added), ("−", own.removed)):
                every += [(language, sign, word) for word in sorted(words)]
        pages = max(1, -(-len(every) // _WORDS_PER_PAGE))
        page = min(max(1, page), pages)
        shown = every[(page - 1) * _WORDS_PER_PAGE : page * _WORDS_PER_PAGE]
        for (language, sign), listed in groupby(shown, key=itemgetter(0, 1)):
            words_ = ", ".join(word for _, _, word in listed)
            lines.append(speaker.html("settings-words-line", language=language, sign=sign, words=words_))
        return settings.chat_words_page(speaker, "\n".join(lines) or speaker.html("settings-words-none"), page, pages)


def _toggle_topic(tap: Tap, stored: str | None, value: str) -> str | None:
    if value == settings.ALL_TOPICS:
        return None
    if value != settings.THIS_TOPIC:
        raise Refusal("stale_button")
    chosen, here = parse_topics(stored), tap.venue.scope.topic or 0
    if here in chosen:
        return format_topics(tuple(one for one in chosen if one != here))
    if len(chosen) >= MAX_TOPICS:
        raise Refusal("too_many_topics", most=MAX_TOPICS)
    return format_topics((*chosen, here))


_VALUES: Final[Mapping[str, Collection[str]]] = {"theme": THEMES, "labels": LABEL_CHOICES}
"""The settings of pictures that commands change, with their values."""


class SettingCommandHandlers:
    """Commands for a chat's theme, board labels and language."""

    def __init__(self, services: ChatServices, editor: SettingsEditor) -> None:
        self._editor: Final = editor
        self._drawing: Final = services.pictures.drawing_thread
        self._photos: Final = services.pictures.photos
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._texts: Final = services.messaging.texts

    @handles_command("theme", "chat", "chooser", kind="setting")
    async def change_theme(self, request: Command, context: ChatContext) -> None:
        """``/tema koyu``: set the theme; without one, show the themes."""
        if not request.text.strip():
            keyboard = self._buttons.theme_choice(context.language)
            await self._editor.offer_choices(request, context.chat_speaker.html("choose-theme"), keyboard)
            return
        theme = find_theme(request.text)
        if theme is None:
            raise Refusal("unknown_theme", typed=request.text[:20])
        await self._set_look(request, context, "theme", theme)

    @handles_command("labels", "chat", "chooser", kind="setting")
    async def change_labels(self, request: Command, context: ChatContext) -> None:
        """``/etiket oyun``: set the language of board labels; without a choice, show the choices."""
        if not request.text.strip():
            keyboard = self._buttons.label_choice(context.language)
            await self._editor.offer_choices(request, context.chat_speaker.html("choose-labels"), keyboard)
            return
        labels = languages().find_meaning("labels", request.text)
        if labels is None:
            raise Refusal("unknown_labels", typed=request.text[:20])
        await self._set_look(request, context, "labels", labels)

    async def change_look_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Set the theme or the board labels of a tapped button."""
        value = pressed.arguments[0]
        if value not in _VALUES[pressed.kind]:
            raise Refusal("stale_button")
        await self._set_look(tap, context, pressed.kind, value)
        await self._replies.acknowledge_tap(tap)

    async def _set_look(self, request: Command | Tap, context: ChatContext, setting: str, value: str) -> None:
        await self._editor.change_setting(request, setting, value)
        if setting == "theme":
            name = self._texts.plain(context.language, f"value-theme-{value}")
            caption = self._texts.html(context.language, "theme-chosen", theme=name)
        else:
            caption = self._texts.html(context.language, f"labels-{value}-chosen")
        style = structs.replace(context.style, **{setting: value})
        table, loaded, speaker = context.loaded.table, context.loaded, context.speaker
        if table is None:
            example = registry.example_sketch(request.sender.name, style, speaker, foreign=setting == "labels")
            await self._replies.reply_photo(request, await self._drawing.draw_sketch(example), caption)
            return
        table_view = view(table, None)
        sketch = registry.table_sketch(table_view, speaker, style)
        text = registry.full_caption(table_view, speaker, above=caption)
        await self._photos.send_photo(
            loaded.scope, sketch, lambda photo: self._replies.reply_photo(request, photo, text)
        )

    @handles_command("language", "chat", "chooser", kind="setting")
    async def change_language(self, request: Command, context: ChatContext) -> None:
        """``/dil tr`` or ``/dil türkçe``: set the language; without one, show the languages."""
        if not request.text:
            questions = (
                context.chat_speaker.in_language(language).html("choose-language")
                for language in languages_own_first(context.language)
            )
            await self._editor.offer_choices(request, " / ".join(questions), self._buttons.language_choice())
            return
        await self._set_language(request, context, request.text)

    async def change_language_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Set the language of a tapped button."""
        await self._set_language(tap, context, pressed.arguments[0])
        await self._replies.acknowledge_tap(tap)

    async def _set_language(self, request: Command | Tap, context: ChatContext, typed: str) -> None:
        known = languages().codes
        language = languages().find_meaning("languages", typed) or fold_word(typed)
        if language not in known:
            names = tuple(f"{context.chat_speaker.in_language(code).plain('language-name')} ({code})" for code in known)
            raise Refusal("unknown_language", typed=typed[:20], languages=names)
        await self._editor.change_setting(request, "language", language)
        await self._replies.reply_message(request, language, "language-chosen")


def find_theme(text: str) -> str | None:
    """The theme that a text names in any language, if any."""
    return languages().find_meaning("themes", text)
