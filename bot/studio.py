"""Pictures in the chat's language: gives the painter its words. Holds the painter and its caches."""

import html
from typing import Final

from bot.announce.wording import Wording
from bot.texts import Texts
from engine.crossword.view import GameView, LastTurn
from engine.rulesets import Ruleset
from render import Painter
from render.panel import PanelWords
from render.text import text_board


class Studio:
    """Draws boards and racks."""

    def __init__(self, texts: Texts) -> None:
        self._texts: Final = texts
        self._painter: Final = Painter()

    def warm(self, rulesets: dict[str, Ruleset]) -> None:
        """Make the sprites of every ruleset, so that the first move need not wait for them."""
        for language, columns, rows in {(r.language, r.columns, len(r.board.rows)) for r in rulesets.values()}:
            self._painter.warm(language, columns, rows)

    def board(self, view: GameView, title: dict[str, str], language: str) -> bytes:
        """The board as PNG."""
        words = PanelWords(
            title=Wording(self._texts, language).title(title),
            bag=self._texts.plain(language, "panel-bag"),
            turn=self._texts.plain(language, "panel-turn"),
            last="" if view.last is None else self._last(view, view.last, language),
        )
        return self._painter.board(view, words)

    def rack(self, view: GameView) -> bytes:
        """The viewer's own rack as PNG."""
        return self._painter.rack(view)

    def text(self, view: GameView) -> str:
        """The board as monospaced text."""
        return html.escape(text_board(view), quote=False)

    def _last(self, view: GameView, last: LastTurn, language: str) -> str:
        name = view.seats[last.seat].name
        match last.kind:
            case "play":
                return self._texts.plain(language, "panel-played", name=name, word=last.words[0].word, score=last.score)
            case "exchange":
                return self._texts.plain(language, "panel-exchanged", name=name, count=last.exchanged)
            case "pass":
                return self._texts.plain(language, "panel-passed", name=name)
            case "surrender":
                return self._texts.plain(language, "panel-surrendered", name=name)
