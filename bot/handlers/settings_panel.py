"""``/settings``: the panel with a chat's settings; in a group only administrators may use it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices, closes_look_ups
from bot.handlers import daily as daily_setting
from bot.handlers import settings as default_game
from bot.handlers import settings as panel_view
from bot.handlers.daily import DAILY_SETTING, ZONES_SECTION, DailySettingHandlers
from bot.handlers.settings import (
    MAX_TOPICS,
    SETTINGS_PANEL_SECONDS,
    TOPICS,
    SettingsEditor,
    format_topics,
    parse_topics,
)
from bot.telegram.keyboards import ButtonData
from bot.telegram.private_delivery import client_locale
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from engine.errors import Refusal
from engine.rulesets import shipped_rulesets

_WORDS_PER_PAGE: Final = 50
"""So many of a chat's own words fit into a message, however long they are."""


class SettingsPanelHandlers:
    """Shows and changes settings; checks at every tap who presses."""

    def __init__(self, services: ChatServices, editor: SettingsEditor, daily: DailySettingHandlers) -> None:
        self._editor: Final = editor
        self._daily: Final = daily
        self._judges: Final = services.tables.judges
        self._look_ups: Final = services.tables.look_ups
        self._answers: Final = services.replies.answers

    @handles_command("settings", "chat", "chooser", kind="setting")
    async def show_settings(self, request: Command, context: ChatContext) -> None:
        """``/settings``: the panel."""
        await self._editor.offer_choices(request, *self._panel_menu(request, context))

    async def handle_settings_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the panel."""
        await self._editor.check_may_change(tap)
        if not tap.has_button("set:"):
            # Boards and lobbies are to stay what they are.
            raise Refusal("stale_button")
        match pressed.arguments:
            case (panel_view.CLOSE_PANEL,):
                await self._answers.tapped_message.close_message(tap)
                return
            case (panel_view.BACK_TO_MENU,):
                shown = self._panel_menu(tap, context)
            case (panel_view.CHAT_WORDS, page) if not tap.venue.private and page.isdecimal():
                shown = await self._chat_words_page(tap, context, int(page))
            case (default_game.OPTIONS_SECTION, game, *step) if not tap.venue.private:
                shown = await self._default_options_page(tap, context, game, *step)
            case (name,):
                shown = await self._section_page(tap, context, name)
            case (daily_setting.DAILY_SETTING | daily_setting.ZONES_SECTION as name, value):
                changed = await self._apply_daily(tap, context, name, value)
                shown = daily_setting.daily_page(changed, self._daily.now())
            case (name, value):
                shown = await self._section_page(tap, await self._apply_choice(tap, context, name, value), name)
            case _:
                raise Refusal("stale_button")
        await self._answers.tapped_message.replace_with_html(tap, *shown, seconds=SETTINGS_PANEL_SECONDS)

    def _panel_menu(self, request: Command | Tap, context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
        daily = {DAILY_SETTING: daily_setting.daily_summary(context.loaded.settings, context.chat_speaker)}
        if request.venue.private:
            return panel_view.panel_menu(request.venue, context, daily)
        game = default_game.default_game_summary(
            default_game.load_default_game(context.loaded.settings, self._judges), context.chat_speaker
        )
        return panel_view.panel_menu(request.venue, context, {default_game.GAME_SETTING: game, **daily})

    async def _default_options_page(
        self, tap: Tap, context: ChatContext, game: str, step: str = ""
    ) -> tuple[str, InlineKeyboardMarkup]:
        if len(step) > 1:
            options = default_game.change_default_option(game, step, context.loaded.settings, self._judges)
            stored = default_game.encode_game(options, options.non_default)
            context = await self._save_setting(tap, context, default_game.GAME_SETTING, stored)
        return default_game.default_options_page(game, step, context, self._judges)

    async def _section_page(self, tap: Tap, context: ChatContext, name: str) -> tuple[str, InlineKeyboardMarkup]:
        if not tap.venue.private and name == TOPICS:
            return panel_view.topics_page(tap.venue, context)
        if not tap.venue.private and name == panel_view.CHAT_WORDS:
            return await self._chat_words_page(tap, context, 1)
        if not tap.venue.private and name == default_game.GAME_SETTING:
            return default_game.default_game_page(context, self._judges)
        if name == DAILY_SETTING:
            return daily_setting.daily_page(context, self._daily.now())
        if name == ZONES_SECTION:
            return daily_setting.zones_page(context)
        return panel_view.section_page(panel_view.require_section(tap.venue, name), tap.venue, context)

    async def _apply_choice(self, tap: Tap, context: ChatContext, name: str, value: str) -> ChatContext:
        if not tap.venue.private and name == TOPICS:
            stored = _toggle_topic(tap, context.loaded.settings, value)
        elif not tap.venue.private and name == default_game.GAME_SETTING:
            stored = default_game.default_game_from_button(value, context, self._judges)
        else:
            section = panel_view.require_section(tap.venue, name)
            if value not in section.values:
                raise Refusal("stale_button")
            stored = None if value == section.default else value
        return await self._save_setting(tap, context, name, stored)

    async def _apply_daily(self, tap: Tap, context: ChatContext, name: str, value: str) -> ChatContext:
        daily = daily_setting.daily_time_from_tap(name, value, context)
        changed = await self._save_setting(tap, context, DAILY_SETTING, None if daily is None else daily.stored)
        await self._daily.reschedule(tap.venue.scope.chat, daily)
        return changed

    async def _save_setting(self, tap: Tap, context: ChatContext, name: str, stored: str | None) -> ChatContext:
        await self._editor.change_setting(tap, name, stored)
        settings = {key: loaded for key, loaded in context.loaded.settings.items() if key != name}
        loaded = replace(context.loaded, settings=settings if stored is None else {**settings, name: stored})
        speaks = stored or client_locale(tap.sender) if name == panel_view.LANGUAGE else None
        return replace(
            context,
            loaded=loaded,
            chat_speaker=context.chat_speaker.in_language(speaks) if speaks else context.chat_speaker,
        )

    async def _chat_words_page(self, tap: Tap, context: ChatContext, page: int) -> tuple[str, InlineKeyboardMarkup]:
        """A page of the chat's own words; withheld while look-ups are closed (RULES §7.1)."""
        speaker = context.chat_speaker
        is_closed = any(closes_look_ups(one.table) for one in context.open_tables)
        if is_closed or await self._look_ups.chats_closing_look_ups(tap.sender.user):
            return panel_view.chat_words_page(speaker, speaker.html("settings-words-closed"), 1, 1)
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
        return panel_view.chat_words_page(speaker, "\n".join(lines) or speaker.html("settings-words-none"), page, pages)


def _toggle_topic(tap: Tap, settings: Mapping[str, str], value: str) -> str | None:
    if value == panel_view.ALL_TOPICS:
        return None
    if value != panel_view.THIS_TOPIC:
        raise Refusal("stale_button")
    chosen, here = parse_topics(settings.get(TOPICS)), tap.venue.scope.topic or 0
    if here in chosen:
        return format_topics(tuple(one for one in chosen if one != here))
    if len(chosen) >= MAX_TOPICS:
        raise Refusal("too_many_topics", most=MAX_TOPICS)
    return format_topics((*chosen, here))
