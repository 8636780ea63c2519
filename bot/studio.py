"""Pictures in the chat's language: gives the painter its words. Holds the painter and its caches."""

import html
from typing import Final, assert_never

from bot.announce.wording import Wording
from bot.texts import Texts
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.crossword.view import GameView, LastTurn
from engine.klepka.ruleset import Deck
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.klepka.view import GameView as KlepkaView
from engine.rulesets import Ruleset
from render import Painter
from render.cardtext import text_cards
from render.panel import PanelWords
from render.text import text_board


class Studio:
    """Draws boards and racks."""

    def __init__(self, texts: Texts) -> None:
        self._texts: Final = texts
        self._painter: Final = Painter()

    def warm(self, rulesets: dict[str, Ruleset]) -> None:
        """Make the sprites of every ruleset, so that the first move need not wait for them."""
        boards = {
            (rules.language, rules.columns, len(rules.board.rows))
            for rules in rulesets.values()
            if isinstance(rules, CrosswordRuleset)
        }
        for language, columns, rows in boards:
            self._painter.warm(language, columns, rows)
        for deck in {(deck.columns, deck.rows) for deck in _decks(rulesets)}:
            self._painter.warm_cards(*deck)

    def picture(self, view: GameView | KlepkaView, title: dict[str, str], language: str) -> bytes:
        """The board, or the table of cards, as PNG."""
        if isinstance(view, KlepkaView):
            return self.cards(view, title, language)
        return self.board(view, title, language)

    def cards(self, view: KlepkaView, title: dict[str, str], language: str) -> bytes:
        """The table of cards with everybody's collection as PNG."""
        words = PanelWords(
            title=Wording(self._texts, language).title(title),
            bag=self._texts.plain(language, "panel-cards"),
            turn=self._texts.plain(language, "panel-turn"),
        )
        return self._painter.cards(view, words)

    def card_text(self, view: KlepkaView) -> str:
        """The table of cards as monospaced text."""
        return html.escape(text_cards(view), quote=False)

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

    def written(self, view: GameView | KlepkaView) -> str:
        """The board, or the table of cards, as monospaced text."""
        return self.card_text(view) if isinstance(view, KlepkaView) else self.text(view)

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
            case "withdrawn":
                return self._texts.plain(language, "panel-withdrawn", name=name, word=last.words[0].word)
            case "forfeit" | "retired":
                return self._texts.plain(language, "panel-out-of-time", name=name)
            case _:
                assert_never(last.kind)


def _decks(rulesets: dict[str, Ruleset]) -> list[Deck]:
    cards = [rules for rules in rulesets.values() if isinstance(rules, KlepkaRuleset)]
    return [deck for rules in cards for deck in rules.decks.values()]
