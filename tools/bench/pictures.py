"""Measure what a picture costs; the naive bot's pictures are drawn alternately in the same run.

Times are processor time of this thread, drawing and encoding together. Every picture has its own scores and last move,
as in play, so that no line of text comes from a cache that a chat would not have filled.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import chain, product
from typing import Final

from msgspec.structs import replace

from bot.pictures import premium_labels
from engine.crossword.premiums import Direction, geometry
from engine.crossword.view import GameView
from engine.klepka.view import GameView as KlepkaView
from render import Painter, PanelWords
from render.pointer import Pointer
from render.rack import RackArrangement
from tools.bench.naive_bot import WIDTH, NaivePainter
from tools.gallery.sample_games import first_state_with_tiles, play_cards, play_crossword, view_for_seat

TILES_ON_BOARD: Final = 53
_GAMES: Final = 6
_NAMES: Final = ("Ayşe", "Mehmet")
_WORDS: Final = PanelWords(title="Kelimelik", bag="Torba", turn="Sıra", labels=premium_labels("tr"))
_COLD_STARTS: Final = 3
_DrawBothWays = tuple[str, Callable[[int], bytes], Callable[[int], bytes]]
"""A kind of picture, and our and the naive function that draw it; their number makes it differ from the one before."""


def measure_pictures(rounds: int) -> dict[str, object]:
    painter, naive_painter = Painter(width=WIDTH), NaivePainter()
    subjects = [
        subject for number in range(1, _GAMES + 1) for subject in _make_pictures(painter, naive_painter, number)
    ]
    times, sizes = defaultdict[tuple[str, bool], list[float]](list), defaultdict[str, list[int]](list)
    for turn in range(-1, rounds):
        for is_naive, (kind, *ways) in product((False, True), subjects):
            began = time.thread_time()
            picture = ways[is_naive](turn)
            seconds = time.thread_time() - began
            if turn >= 0:
                times[kind, is_naive].append(1000 * seconds)
                if not is_naive:
                    sizes[kind].append(len(picture))
    document = dict[str, object]()
    for kind in sizes:
        ms, naive_ms = (statistics.median(times[kind, is_naive]) for is_naive in (False, True))
        kb = statistics.median(sizes[kind]) / 1000
        document[kind] = {
            "ms": round(ms, 3),
            "kb": round(kb, 1),
            "naive_ms": round(naive_ms, 2),
            "ratio": round(naive_ms / ms, 1),
        }
    cold_start = statistics.median(_measure_cold_start() for _ in range(_COLD_STARTS))
    return document | {"cold_start_ms": round(cold_start, 1)}


def _measure_cold_start() -> float:
    """Return the milliseconds until a new painter has fonts, palette and every sprite of its theme."""
    began = time.thread_time()
    painter = Painter(width=WIDTH)
    for _ in chain(painter.warm("tr", 15, 15, _WORDS.labels), painter.warm_cards(8, 8)):
        pass
    return 1000 * (time.thread_time() - began)


def _make_pictures(painter: Painter, naive_painter: NaivePainter, number: int) -> list[_DrawBothWays]:
    state = first_state_with_tiles(play_crossword("kelimelik", _NAMES, number, clock="none"), TILES_ON_BOARD)
    group, own = view_for_seat(state), view_for_seat(state, state.turn)
    free = [name for name, face in zip(geometry(own.columns, own.rows).names, own.cells, strict=True) if not face]
    arrangement, ghosts = RackArrangement(used=(0, 1)), dict(zip(free, own.rack[:2], strict=False))
    pointer = Pointer(cell=free[len(ghosts)], directions=(Direction.ACROSS,))
    # The view with the most cards: on the table, turned up, and in collections.
    cards = max(
        play_cards(_NAMES, number),
        key=lambda view: len(view.revealed) + sum(len(seat.cards) for seat in view.seats) + view.left,
    )
    return [
        (
            "board",
            lambda turn: painter.board(_vary(group, turn), _vary_panel_words(group, turn)),
            lambda turn: naive_painter.draw_board(_vary(group, turn)),
        ),
        (
            "own",
            lambda turn: painter.own_board(
                _vary(own, turn), _vary_panel_words(group, turn), arrangement, ghosts, pointer
            ),
            lambda turn: naive_painter.draw_board(_vary(own, turn)) + naive_painter.draw_rack(own),
        ),
        (
            "klepka",
            lambda turn: painter.cards(_vary_cards(cards, turn), _WORDS),
            lambda turn: naive_painter.draw_cards(_vary_cards(cards, turn)),
        ),
    ]


def _vary(view: GameView, turn: int) -> GameView:
    seats = tuple(replace(seat, score=seat.score + 1 + turn) for seat in view.seats)
    return replace(view, bag=(view.bag + turn) % view.tiles, seats=seats)


def _vary_cards(view: KlepkaView, turn: int) -> KlepkaView:
    return replace(view, seats=tuple(replace(seat, score=seat.score + 1 + turn) for seat in view.seats))


def _vary_panel_words(view: GameView, turn: int) -> PanelWords:
    last = view.last
    if last is None:
        return _WORDS
    word = last.words[0].word
    cut = turn % len(word)
    said = f"{word[cut:]}{word[:cut]} +{last.score + 1 + turn}"
    return replace(_WORDS, last=said, notes=((f"{turn} önde",), ()))
