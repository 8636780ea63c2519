"""Games on a board in the gallery."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.families.crossword.samples import board, last, seen, turns
from bot.families.crossword.sketches import Trial, own, sketch, trial
from bot.families.exhibits import Draw, Exhibit, Waiting, drawn
from bot.texts import Texts
from engine.crossword.actions import Place
from engine.crossword.geometry import Direction, geometry
from engine.crossword.movegen import finder
from engine.crossword.rules import preview
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.lexicon import lexicon
from render.pointer import NOTHING, Pointer
from render.rack import HELD, Hand

_TURKISH: Final = ("Kiraz", "Limon")
_ENGLISH: Final = ("Cherry", "Lemon", "Mint", "Hazel")
_UKRAINIAN: Final = ("Вишня", "Лимон", "М’ята")
WAITING: Final = Waiting("lobby", "A table that waits for players", "scrabble-tr", _TURKISH[:1])


def exhibits(texts: Texts) -> Iterator[Exhibit]:
    """Each game is played when its picture is asked for."""
    kelimelik = middle()
    late = board(turns("tournament-en", _ENGLISH, 4, clock="25min"), 60)
    wordbox = board(turns("wordbox-uk", _UKRAINIAN, 5), 46)
    over = last(turns("kelimelik", _TURKISH, 3))
    table = partial(_table, texts)
    yield Exhibit("board", "Kelimelik, for two, with the bonus cell and clocks", table(seen(kelimelik)))
    yield Exhibit("board-four", "Tournament Scrabble, for four, late in the game", table(seen(late)))
    yield Exhibit("board-wordbox", "WordBox: 17 columns, coloured tiles, 4W arrows, EX", table(seen(wordbox)))
    yield Exhibit("own", "My board: a move laid so far, with its score", _laying(texts, kelimelik))
    row, ticked = Pointer(row=9), Hand(order=(4, 2, 0, 1, 6, 5, 3), ticked=(0, 3))
    yield Exhibit("own-four", "My board, for four: a row is chosen, its column is next", _own(texts, late, HELD, row))
    yield Exhibit("own-wordbox", "My board: tiles ticked for an exchange", _own(texts, wordbox, ticked))
    yield Exhibit("preview", "A move tried out in private", table(seen(kelimelik), tried=_best_play(kelimelik)))
    yield Exhibit("final", "The end of a game, with the course of the scores", table(seen(over)))


def middle() -> GameState:
    """The board that is shown first, in the middle of a game."""
    return board(turns("kelimelik", _TURKISH, 16, clock="fast"), 34)


def _table(texts: Texts, view: GameView, tried: Trial | None = None) -> Draw:
    return drawn(texts, view.ruleset, partial(sketch, view, tried=tried))


def _own(texts: Texts, state: GameState, hand: Hand, pointer: Pointer = NOTHING, tried: Trial | None = None) -> Draw:
    view = seen(state, state.turn)
    return drawn(texts, view.ruleset, partial(own, view, hand=hand, pointer=pointer, tried=tried))


def _laying(texts: Texts, state: GameState) -> Draw:
    """The best play laid, and pointed at the cell behind it."""
    tried, rack = _best_play(state), list(state.players[state.turn].rack)
    used: list[int] = []
    for tile in tried.tiles.values():
        used.append(rack.index(tile[0]))
        rack[used[-1]] = ""
    grid, (*_, before, end) = geometry(state.ruleset.columns, len(state.ruleset.board.rows)), tried.play.words[0].cells
    way = Direction.DOWN if before[0] == end[0] else Direction.ACROSS
    line, place = grid.line(grid.indices[end], way)
    behind = Pointer(cell=grid.names[line[place + 1]], ways=(way,)) if place + 1 < len(line) else NOTHING
    return _own(texts, state, Hand(used=tuple(used)), behind, tried)


def _best_play(state: GameState) -> Trial:
    """The best play that the player on turn could make, tried out."""
    words = lexicon(state.ruleset.lexicon)
    search = finder(state, words)
    rack = search.search(state.players[state.turn].rack, ())
    options = [option for anchor in search.anchors() for option in rack.at(anchor)]
    best = max(options, key=lambda option: option.score)
    place = Place(state.players[state.turn].user, best.tiles)
    return trial(state.turn, place, preview(state, state.turn, place)[1])
