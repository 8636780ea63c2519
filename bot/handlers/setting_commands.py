"""The commands for single settings: ``/dil`` for the language, ``/tema`` for the theme, ``/etiket`` for labels."""

from collections.abc import Collection, Mapping
from typing import Final

from msgspec.structs import replace

from bot.families import registry
from bot.families.services import ChatContext, ChatServices
from bot.handlers.greeting import languages_own_first
from bot.handlers.settings import SettingsEditor
from bot.languages import languages
from bot.pictures import LABEL_CHOICES, Look
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from engine.errors import Refusal
from engine.game import view
from engine.vocabulary import fold_word
from render.theme import THEMES

_VALUES: Final[Mapping[str, Collection[str]]] = {"theme": THEMES, "labels": LABEL_CHOICES}
"""The settings of how pictures look, with their values."""


class AppearanceHandlers:
    """Changes a chat's theme and board labels, and shows the result."""

    def __init__(self, services: ChatServices, editor: SettingsEditor) -> None:
        self._editor: Final = editor
        self._drawing: Final = services.pictures.drawing_thread
        self._photos: Final = services.pictures.photos
        self._answers: Final = services.replies.answers
        self._buttons: Final = services.replies.keyboards
        self._texts: Final = services.replies.texts

    @handles_command("theme", "chat", "chooser", kind="setting")
    async def change_theme(self, request: Command, context: ChatContext) -> None:
        """``/tema koyu``; without a theme, show the themes."""
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
        """``/etiket oyun``: the language of the labels on boards; without an answer, show the choices."""
        if not request.text.strip():
            keyboard = self._buttons.label_choice(context.language)
            await self._editor.offer_choices(request, context.chat_speaker.html("choose-labels"), keyboard)
            return
        labels = languages().find_meaning("labels", request.text)
        if labels is None:
            raise Refusal("unknown_labels", typed=request.text[:20])
        await self._set_look(request, context, "labels", labels)

    async def change_look_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A theme, or board labels, picked from the buttons."""
        value = pressed.arguments[0]
        if value not in _VALUES[pressed.kind]:
            raise Refusal("stale_button")
        await self._set_look(tap, context, pressed.kind, value)
        await self._answers.acknowledge_tap(tap)

    async def _set_look(self, request: Command | Tap, context: ChatContext, setting: str, value: str) -> None:
        await self._editor.change_setting(request, setting, value)
        if setting == "theme":
            name = self._texts.plain(context.language, f"value-theme-{value}")
            caption = self._texts.html(context.language, "theme-chosen", theme=name)
        else:
            caption = self._texts.html(context.language, f"labels-{value}-chosen")
        look = replace(context.look, **{setting: value})
        await self._send_sample_picture(request, context, look, caption, foreign=setting == "labels")

    async def _send_sample_picture(
        self, request: Command | Tap, context: ChatContext, look: Look, caption: str, *, foreign: bool = False
    ) -> None:
        table, loaded, speaker = context.loaded.table, context.loaded, context.speaker
        if table is None:
            example = registry.example_sketch(request.sender.name, look, speaker, foreign=foreign)
            await self._answers.reply_photo(request, await self._drawing.draw_sketch(example), caption)
            return
        table_view = view(table, None)
        sketch, text = (
            registry.table_sketch(table_view, speaker, look),
            registry.full_caption(table_view, speaker, above=caption),
        )
        await self._photos.send_photo(
            loaded.scope, sketch, lambda photo: self._answers.reply_photo(request, photo, text)
        )


def find_theme(text: str) -> str | None:
    """The theme that a text names, in any language; ``None`` if there is none."""
    return languages().find_meaning("themes", text)


class LanguageHandlers:
    """Changes a chat's language."""

    def __init__(self, services: ChatServices, editor: SettingsEditor) -> None:
        self._editor: Final = editor
        self._answers: Final = services.replies.answers
        self._buttons: Final = services.replies.keyboards

    @handles_command("language", "chat", "chooser", kind="setting")
    async def change_language(self, request: Command, context: ChatContext) -> None:
        """``/dil tr`` or ``/dil türkçe``; without a language, show the languages."""
        if not request.text:
            questions = (
                context.chat_speaker.in_language(language).html("choose-language")
                for language in languages_own_first(context.language)
            )
            await self._editor.offer_choices(request, " / ".join(questions), self._buttons.language_choice())
            return
        await self._set_language(request, context, request.text)

    async def change_language_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A language picked from the buttons."""
        await self._set_language(tap, context, pressed.arguments[0])
        await self._answers.acknowledge_tap(tap)

    async def _set_language(self, request: Command | Tap, context: ChatContext, typed: str) -> None:
        known = languages().codes
        language = languages().find_meaning("languages", typed) or fold_word(typed)
        if language not in known:
            names = tuple(f"{context.chat_speaker.in_language(code).plain('language-name')} ({code})" for code in known)
            raise Refusal("unknown_language", typed=typed[:20], languages=names)
        await self._editor.change_setting(request, "language", language)
        await self._answers.reply_message(request, language, "language-chosen")
