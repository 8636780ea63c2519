"""How a chat's pictures look: their theme, and whose language the signs on boards are in."""

from typing import Final

from msgspec.structs import replace

from bot.families import registry, views
from bot.families.context import Context
from bot.handlers.choosing import Choosing
from bot.languages import languages
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.pictures.sketches import LABELS, Look
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, Pressed
from bot.telegram.inbound import Command, Tap
from bot.texts import Texts
from bot.typed.commands import command
from engine.errors import Refusal
from engine.game import view
from render.theme import THEMES


class ThemeHandlers:
    """Lets a chat choose, and shows what it chose."""

    def __init__(
        self,
        *,
        choosing: Choosing,
        studio: DrawingThread,
        photos: Photos,
        answers: Answers,
        buttons: Buttons,
        texts: Texts,
    ) -> None:
        self._choosing: Final = choosing
        self._studio: Final = studio
        self._photos: Final = photos
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts

    @command("theme", "chat", "chooser", kind="setting")
    async def theme(self, request: Command, context: Context) -> None:
        """``/tema koyu``; without a theme, ask which."""
        if not request.text.strip():
            keyboard = self._buttons.themes(context.language)
            await self._choosing.ask(request, context.voice.html("choose-theme"), keyboard)
            return
        theme = named(request.text)
        if theme is None:
            raise Refusal("unknown_theme", typed=request.text[:20])
        await self._choose(request, context, theme)

    async def picked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A theme picked from the buttons."""
        theme = pressed.rest[0]
        if theme not in THEMES:
            raise Refusal("stale_button")
        await self._choose(tap, context, theme)
        await self._answers.quiet(tap)

    @command("labels", "chat", "chooser", kind="setting")
    async def labels(self, request: Command, context: Context) -> None:
        """``/etiket oyun``: whose language the signs on boards are in; without an answer, ask."""
        if not request.text.strip():
            keyboard = self._buttons.labels(context.language)
            await self._choosing.ask(request, context.voice.html("choose-labels"), keyboard)
            return
        labels = languages().meant("labels", request.text)
        if labels is None:
            raise Refusal("unknown_labels", typed=request.text[:20])
        await self._choose_labels(request, context, labels)

    async def labelled(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The same, picked from the buttons."""
        labels = pressed.rest[0]
        if labels not in LABELS:
            raise Refusal("stale_button")
        await self._choose_labels(tap, context, labels)
        await self._answers.quiet(tap)

    async def _choose(self, request: Command | Tap, context: Context, theme: str) -> None:
        await self._choosing.choose(request, "theme", theme)
        name = self._texts.plain(context.language, f"value-theme-{theme}")
        caption = self._texts.html(context.language, "theme-chosen", theme=name)
        await self._show(request, context, replace(context.look, theme=theme), caption)

    async def _choose_labels(self, request: Command | Tap, context: Context, labels: str) -> None:
        await self._choosing.choose(request, "labels", labels)
        caption = self._texts.html(context.language, f"labels-{labels}-chosen")
        await self._show(request, context, replace(context.look, labels=labels), caption, foreign=True)

    async def _show(
        self, request: Command | Tap, context: Context, look: Look, caption: str, *, foreign: bool = False
    ) -> None:
        """Answer with a picture as pictures look from now on: of the table, or of an example where there is none."""
        table, held, speaker = context.held.table, context.held, context.speaker
        if table is None:
            example = registry.example(request.sender.name, look, speaker, foreign=foreign)
            await self._answers.photo(request, await self._studio.draw(example), caption)
            return
        seen = view(table, None)
        drawn, text = views.sketch(seen, speaker, look), views.whole(seen, speaker, above=caption)
        await self._photos.send(held.scope, drawn, lambda photo: self._answers.photo(request, photo, text))


def named(text: str) -> str | None:
    """The theme that somebody means, in any of the languages; ``None`` if there is none such."""
    return languages().meant("themes", text)
