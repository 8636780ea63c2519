"""The theme of a chat's pictures."""

from typing import Final

from telegram import Bot

from bot.admins import is_admin
from bot.announce.captions import whole
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.handlers.options import plain
from bot.inbound import Command, Tap
from bot.photos import Photos
from bot.sketches import Look, Sketch, sketch
from bot.store.redis import Store
from bot.studio import Studio
from bot.texts import Texts
from engine.crossword.gcg.records import Played, Sheet
from engine.crossword.geometry import Direction, geometry
from engine.crossword.notation import Sign
from engine.crossword.position import Position, show
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.game import view
from engine.rulesets import crosswords
from render.theme import THEMES

_NAMES: Final = {theme: theme for theme in THEMES} | {
    "açik": "light",
    "acik": "light",
    "aydinlik": "light",
    "світла": "light",
    "koyu": "dark",
    "karanlik": "dark",
    "темна": "dark",
    "karşitlik": "contrast",
    "karsitlik": "contrast",
    "kontrast": "contrast",
    "контрастна": "contrast",
    "ahşap": "wood",
    "ahsap": "wood",
    "wooden": "wood",
    "дерев'яна": "wood",
}
"""What people call the themes, as :func:`named` compares it."""
_ALIKE: Final = str.maketrans("’ʼ`ı", "'''i")
"""Signs that keyboards mix up: apostrophes, and the dotless ı, which a plain lower case makes an i."""


class ThemeHandlers:
    """Lets a chat choose, and shows what it chose."""

    def __init__(
        self,
        *,
        bot: Bot,
        store: Store,
        studio: Studio,
        photos: Photos,
        answers: Answers,
        buttons: Buttons,
        texts: Texts,
    ) -> None:
        self._bot: Final = bot
        self._store: Final = store
        self._studio: Final = studio
        self._photos: Final = photos
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts

    async def theme(self, request: Command, context: Context) -> None:
        """``/tema koyu``; without a theme, ask which."""
        if not request.text.strip():
            keyboard = self._buttons.themes(context.language)
            await self._answers.say(request, context.language, "choose-theme", keyboard)
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

    async def _choose(self, request: Command | Tap, context: Context, theme: str) -> None:
        if not request.place.private and not await is_admin(self._bot, request):
            raise Refusal("admins_only")
        await self._store.set_setting(request.place.scope, "theme", theme)
        self._studio.warm(theme)
        drawn = self._example(request.sender.name, context, Look(context.language, theme))
        name = self._texts.plain(context.language, f"value-theme-{theme}")
        caption = self._texts.html(context.language, "theme-chosen", theme=name)
        table, held = context.held.table, context.held
        if table is None:
            await self._answers.photo(request, await self._studio.draw(drawn), caption)
            return
        text = whole(self._texts, context.language, drawn.view, table.ruleset.title, held.lexicon, above=caption)
        await self._photos.send(held.scope, drawn, lambda photo: self._answers.photo(request, photo, text))

    def _example(self, name: str, context: Context, look: Look) -> Sketch:
        """The chat's table, or where there is none a board with one word."""
        table = context.held.table
        if table is not None:
            held = context.held
            return sketch(self._texts, view(table, None), table.ruleset.title, look, lexicon=held.lexicon)
        own = next(ruleset for ruleset in crosswords().values() if ruleset.language == look.language)
        board = sample(own, name, self._texts.plain(look.language, "theme-sample"))
        return sketch(self._texts, board, own.title, look)


def named(text: str) -> str | None:
    """The theme that somebody means, in any of the languages; ``None`` if there is none such."""
    return _NAMES.get(plain(text).translate(_ALIKE))


def sample(ruleset: Ruleset, name: str, word: str) -> GameView:
    """A board on which one player has laid one word, in its middle."""
    rows = len(ruleset.board.rows)
    start = geometry(ruleset.columns, rows).names[rows // 2 * ruleset.columns + (ruleset.columns - len(word)) // 2]
    sheet = Sheet(ruleset, None, (name,), {}, incomplete=True, records=())
    position = Position(sheet)
    played = Played(0, "", name, "", None, None, start, Direction.ACROSS, tuple(map(Sign, word)))
    position.scores[name] = position.lay(played, position.new_tiles(played))
    return show(sheet, position)
