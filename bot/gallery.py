"""The gallery: every kind of picture in every theme, drawn from games that the engine played with itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot import samples
from bot.samples import seen
from bot.sketches import Look, sketch
from bot.studio import paint
from bot.texts import Texts
from engine import game
from engine.crossword.movegen import finder
from engine.crossword.state import GameState
from engine.game import View
from engine.klepka.view import GameView as KlepkaView
from engine.lexicon import lexicon
from engine.rulesets import rulesets
from render import Painter

_TURKISH: Final = ("Kiraz", "Limon")
_ENGLISH: Final = ("Cherry", "Lemon", "Mint", "Hazel")
_UKRAINIAN: Final = ("Вишня", "Лимон", "М’ята")
_CARDS: Final = (*_UKRAINIAN, "Груша", "Слива", "Шипшина")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A kind of picture, and how one is drawn."""

    kind: str
    """Part of the file's name."""
    about: str
    """What it shows, for the page that lists them."""
    draw: Callable[[Painter, str], bytes]
    """Takes a painter and the name of its theme."""


def exhibits(texts: Texts) -> Iterator[Exhibit]:
    """Every kind of picture; each game is played when its picture is asked for."""
    kelimelik = middle()
    late = samples.board(samples.turns("tournament-en", _ENGLISH, 4, clock="25min"), 60)
    wordbox = samples.board(samples.turns("wordbox-uk", _UKRAINIAN, 5), 46)
    over = samples.last(samples.turns("kelimelik", _TURKISH, 3))
    cards = list(samples.cards(_CARDS, 3, deck="chat"))
    waiting, cards_waiting = samples.lobby("scrabble-tr", _TURKISH[:1]), samples.lobby("klepka", _UKRAINIAN[:2])
    table = partial(_table, texts)
    yield Exhibit("board", "Kelimelik, for two, with the bonus cell and clocks", table(seen(kelimelik)))
    yield Exhibit("board-four", "Tournament Scrabble, for four, late in the game", table(seen(late)))
    yield Exhibit("board-wordbox", "WordBox: 17 columns, coloured tiles, 4W arrows, EX", table(seen(wordbox)))
    yield Exhibit("rack", "A rack, for its owner's eyes", lambda painter, _: painter.rack(seen(late, late.turn)))
    yield Exhibit("preview", "A move tried out in private", table(seen(kelimelik), ghosts=_best_play(kelimelik)))
    yield Exhibit("final", "The end of a game, with the course of the scores", table(seen(over)))
    yield Exhibit("klepka", "Klepka: cards turned up for a moment", table(_busiest(cards)))
    yield Exhibit("klepka-final", "The end of Klepka, for six", table(cards[-1]))
    yield Exhibit("lobby", "A table that waits for players", table(game.view(waiting, None)))
    yield Exhibit("lobby-klepka", "A table of cards that waits", table(game.view(cards_waiting, None)))


def middle() -> GameState:
    """The board that is shown first, in the middle of a game."""
    return samples.board(samples.turns("kelimelik", _TURKISH, 5, clock="fast"), 34)


def _table(texts: Texts, view: View, ghosts: Mapping[str, str] | None = None) -> Callable[[Painter, str], bytes]:
    """How a table's picture is drawn, with words in the language of its tiles."""
    rules = rulesets()[view.ruleset]

    def draw(painter: Painter, theme: str) -> bytes:
        look = Look(rules.language, theme)
        return paint(painter, sketch(texts, view, rules.title, look, lexicon=rules.lexicon, ghosts=ghosts))

    return draw


def _best_play(state: GameState) -> dict[str, str]:
    """The best play that the player on turn could make, as tiles by cell."""
    words = lexicon(state.ruleset.lexicon)
    search = finder(state, words)
    rack = search.search(state.players[state.turn].rack, ())
    options = [option for anchor in search.anchors() for option in rack.at(anchor)]
    best = max(options, key=lambda option: option.score)
    return {put.cell: put.tile for put in best.tiles}


def _busiest(views: list[KlepkaView]) -> KlepkaView:
    """Where most cards are turned up while much still lies on the table."""
    return max(views, key=lambda view: (len(view.revealed) * view.left, view.left))
