"""``harfiyen bench render``: what a picture costs, beside the naive way, drawn in turns in one run.

Times are the processor's, of this thread: drawing and encoding together. Every picture has scores and a last move of
its own, as in play, so that no line of text comes from a cache that a chat would not have filled.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Final

from msgspec.structs import replace

from bot.bench.naive_drawing import NaivePainter
from bot.families.crossword import sample_boards
from bot.families.klepka.gallery import play_sample_game as klepka_games
from bot.pictures.sketches import premium_labels
from engine.crossword.geometry import Direction, geometry
from engine.crossword.view import GameView
from engine.klepka.view import GameView as KlepkaView
from render import Painter, PanelWords
from render.pointer import Pointer
from render.rack import Hand

WIDTH: Final = 900
TILES_ON_BOARD: Final = 53
"""On the board of every position measured: late in a game."""
_GAMES: Final = 6
_NAMES: Final = ("Ayşe", "Mehmet")
_WORDS: Final = PanelWords(title="Kelimelik", bag="Torba", turn="Sıra", labels=premium_labels("tr"))
_COLD_STARTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureCost:
    """Medians over all pictures of a kind: milliseconds each way, and the size of ours."""

    ms: float
    kb: float
    naive_ms: float
    naive_kb: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.naive_ms / self.ms


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFigures:
    """What a run found."""

    kinds: dict[str, PictureCost]
    """By kind of picture: ``board``, ``own`` (with its viewer's rack), ``klepka``."""
    cold_start_ms: float
    """Fonts, palette and all sprites of one theme for a board, until the first picture can be drawn."""


@dataclass(frozen=True, slots=True)
class MeasuredPicture:
    """A picture drawn both ways; ``ours`` and ``naive`` take a number that makes this one differ from the last."""

    kind: str
    ours: Callable[[int], bytes]
    naive: Callable[[int], bytes]


def measure_pictures(rounds: int) -> PictureFigures:
    """Draw every position so many times each way, by turns.

    Args:
        rounds: from 1 on.
    """
    painter, subjects = Painter(width=WIDTH), list[MeasuredPicture]()
    drawing = NaivePainter()
    for number in range(1, _GAMES + 1):
        subjects += _make_pictures(painter, drawing, number)
    times: dict[tuple[str, bool], list[float]] = {}
    sizes: dict[tuple[str, bool], list[int]] = {}
    for turn in range(-1, rounds):
        for naive, subject in product((False, True), subjects):
            seconds, size = _measure_drawing(subject.naive if naive else subject.ours, turn)
            if turn >= 0:
                times.setdefault((subject.kind, naive), []).append(1000 * seconds)
                sizes.setdefault((subject.kind, naive), []).append(size)
    kinds = {
        kind: PictureCost(
            ms=statistics.median(times[kind, False]),
            kb=statistics.median(sizes[kind, False]) / 1000,
            naive_ms=statistics.median(times[kind, True]),
            naive_kb=statistics.median(sizes[kind, True]) / 1000,
        )
        for kind in dict.fromkeys(subject.kind for subject in subjects)
    }
    return PictureFigures(
        kinds=kinds, cold_start_ms=statistics.median(_measure_cold_start() for _ in range(_COLD_STARTS))
    )


def _measure_drawing(draw: Callable[[int], bytes], turn: int) -> tuple[float, int]:
    began = time.thread_time()
    picture = draw(turn)
    return time.thread_time() - began, len(picture)


def _measure_cold_start() -> float:
    """Milliseconds of the processor until a new painter has every sprite of its theme."""
    began = time.thread_time()
    painter = Painter(width=WIDTH)
    for _ in chain(painter.warm("tr", 15, 15, _WORDS.labels), painter.warm_cards(8, 8)):
        pass
    return 1000 * (time.thread_time() - began)


def _make_pictures(painter: Painter, drawing: NaivePainter, number: int) -> list[MeasuredPicture]:
    """One picture of each kind, from one game of each."""
    state = sample_boards.first_state_with_tiles(
        sample_boards.play_sample_game("kelimelik", _NAMES, number, clock="none"), TILES_ON_BOARD
    )
    group, own = sample_boards.view_for_seat(state), sample_boards.view_for_seat(state, state.turn)
    free = [name for name, face in zip(geometry(own.columns, own.rows).names, own.cells, strict=True) if not face]
    hand, ghosts = Hand(used=(0, 1)), dict(zip(free, own.rack[:2], strict=False))
    pointer = Pointer(cell=free[len(ghosts)], directions=(Direction.ACROSS,))
    cards = _busiest_view(list(klepka_games(_NAMES, number)))
    return [
        MeasuredPicture(
            "board",
            lambda turn: painter.board(_vary_board(group, turn), _vary_panel_words(group, turn)),
            lambda turn: drawing.draw_board(_vary_board(group, turn)),
        ),
        MeasuredPicture(
            "own",
            lambda turn: painter.own_board(
                _vary_board(own, turn), _vary_panel_words(group, turn), hand, ghosts, pointer
            ),
            lambda turn: drawing.draw_board(_vary_board(own, turn)) + drawing.draw_rack(own),
        ),
        MeasuredPicture(
            "klepka",
            lambda turn: painter.cards(_vary_cards(cards, turn), _WORDS),
            lambda turn: drawing.draw_cards(_vary_cards(cards, turn)),
        ),
    ]


def _busiest_view(views: Sequence[KlepkaView]) -> KlepkaView:
    """Where most is to be seen: cards on the table, turned up, and in collections."""
    return max(views, key=lambda view: len(view.revealed) + sum(len(seat.cards) for seat in view.seats) + view.left)


def _vary_board(view: GameView, turn: int) -> GameView:
    return replace(
        view,
        bag=(view.bag + turn) % view.tiles,
        seats=tuple(replace(seat, score=seat.score + 1 + turn) for seat in view.seats),
    )


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
