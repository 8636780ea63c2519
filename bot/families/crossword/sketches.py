"""The picture of a board, before it is drawn: as it is, or with a move that somebody tries out."""

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.families.crossword.facts import few_tiles, lead
from bot.families.crossword.finals import honours
from bot.pictures.drawing import Preparation
from bot.pictures.seats import called
from bot.pictures.sketches import Look, Sketch, labels_in
from bot.wording import clocks, finals
from bot.wording.speaker import Speaker
from engine.crossword.actions import Place
from engine.crossword.games import crosswords
from engine.crossword.scoring import Score
from engine.crossword.view import GameView, LastTurn
from render import Painter
from render.panel import PanelWords
from render.pointer import NOTHING, Pointer
from render.rack import HELD, Hand
from render.text import text_board


class Trial(Struct, frozen=True):
    """A move that somebody tries out."""

    play: LastTurn
    """What it would be if it were played."""
    tiles: dict[str, str]
    """Its tiles, by cell."""


@dataclass(frozen=True, slots=True)
class BoardSketch(Sketch):
    """A board and its panel."""

    view: GameView
    words: PanelWords
    ghosts: dict[str, str] = field(default_factory=dict)
    """Tiles that somebody would like to lay, by cell."""

    @property
    def lasting(self) -> bool:
        """No plan of one player, and nothing that one viewer alone sees."""
        return not self.ghosts and self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The view as far as it shows."""
        return _shown(self.view), self.words, self.theme, self.ghosts

    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.board(self.view, self.words, ghosts=self.ghosts)


@dataclass(frozen=True, slots=True)
class OwnBoardSketch(Sketch):
    """A board as one viewer sees it: with the own rack below it, and with what is chosen and laid so far."""

    view: GameView
    words: PanelWords
    hand: Hand
    ghosts: dict[str, str] = field(default_factory=dict)
    """Tiles laid so far, by cell."""
    pointer: Pointer = NOTHING

    @property
    def lasting(self) -> bool:
        """Never: it is its viewer's alone."""
        return False

    @property
    def content(self) -> tuple[Any, ...]:
        """The view as far as it shows, the rack included, and how it lies."""
        return _shown(self.view), self.words, self.theme, self.ghosts, self.hand, self.pointer

    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.own_board(self.view, self.words, self.hand, self.ghosts, self.pointer)


def trial(seat: int, place: Place, score: Score) -> Trial:
    """A move of a seat with its score, to be shown as if it were to be laid."""
    tiles = {tile.cell: tile.tile for tile in place.tiles}
    play = LastTurn(
        seat=seat,
        kind="play",
        cells=tuple(tiles),
        words=score.words,
        bingo=score.bingo,
        cell_bonus=score.cell_bonus,
        score=score.total,
    )
    return Trial(play, tiles)


def sketch(view: GameView, speaker: Speaker, look: Look, tried: Trial | None = None) -> BoardSketch:
    """The picture of a view; a move that is ``tried`` takes the place of the last turn."""
    if tried is None:
        return BoardSketch(look.theme, view, _panel(view, speaker, look))
    view = replace(view, last=tried.play)
    words = replace(_panel(view, speaker, look), trial=speaker.plain("panel-trial"))
    return BoardSketch(look.theme, view, words, tried.tiles)


def own(
    view: GameView,
    speaker: Speaker,
    look: Look,
    *,
    hand: Hand = HELD,
    tiles: Mapping[str, str] | None = None,
    tried: Trial | None = None,
    pointer: Pointer = NOTHING,
) -> OwnBoardSketch:
    """The picture of a viewer's own board.

    Args:
        view: the viewer's.
        speaker: speaks the viewer's language.
        look: how the viewer wants it.
        hand: how the rack lies, which tiles are used or ticked.
        tiles: those laid so far, by cell, while they make no play yet.
        tried: the play that they make, with its score; it takes the place of the last turn.
        pointer: the row, or the cell and the ways, chosen so far; the cell of the next tile.
    """
    table = sketch(view, speaker, look, tried)
    ghosts = table.ghosts if tiles is None else dict(tiles)
    return OwnBoardSketch(look.theme, table.view, table.words, hand, ghosts, pointer)


def _shown(view: GameView) -> GameView:
    """A view without what no picture shows: the clocks that are drawn are words."""
    return replace(view, unseen={}, window=None, challenges=(), clock=None, offer=None)


def _panel(view: GameView, speaker: Speaker, look: Look) -> PanelWords:
    return PanelWords(
        title=speaker.game,
        bag=speaker.plain("panel-bag"),
        turn=speaker.plain("panel-turn"),
        last="" if view.last is None else _last(view.last, speaker),
        seats=called(speaker, len(view.seats)),
        notes=tuple(_notes(view, seat, speaker) for seat in range(len(view.seats))),
        clocks=clocks.panel(view, speaker),
        labels=look.signs(view.language),
        paused=clocks.paused(view, speaker),
        final=finals.pictured(view, speaker, honours(view, speaker)),
    )


def _notes(view: GameView, seat: int, speaker: Speaker) -> tuple[str, ...]:
    """What a player may want to know of a seat: that it waits, few tiles left, the lead over the next best."""
    notes = [speaker.plain("panel-gone")] if seat in view.gone else []
    if (tiles := few_tiles(view, seat)) is not None:
        notes.append(speaker.plain("panel-tiles", count=tiles))
    if (ahead := lead(view, seat)) > 0:
        notes.append(speaker.plain("panel-lead", points=ahead))
    return tuple(notes)


def _last(last: LastTurn, speaker: Speaker) -> str:
    """What a turn was, without whose: the picture sets the name, as far as it can be drawn."""
    match last.kind:
        case "play":
            return speaker.plain("panel-played", word=last.words[0].word, score=last.score)
        case "exchange":
            return speaker.plain("panel-exchanged", count=last.exchanged)
        case "pass":
            return speaker.plain("panel-passed")
        case "surrender":
            return speaker.plain("panel-surrendered")
        case "withdrawn":
            return speaker.plain("panel-withdrawn", word=last.words[0].word)
        case "forfeit" | "retired":
            return speaker.plain("panel-out-of-time")
        case "skipped":
            return speaker.plain("panel-skipped")
        case "taken_back":
            return speaker.plain("panel-withdrawn", word=last.words[0].word)
        case "undone":
            return speaker.plain("panel-undone")
        case _:
            assert_never(last.kind)


def written(view: GameView) -> str:
    """The board as monospaced HTML."""
    return f"<pre>{html.escape(text_board(view), quote=False)}</pre>"


def preparations() -> Iterator[Preparation]:
    """The sprites of every board."""
    boards = {(rules.language, rules.columns, len(rules.board.rows)) for rules in crosswords().values()}
    for language, columns, rows in sorted(boards):
        yield partial(Painter.warm, language=language, columns=columns, rows=rows, labels=labels_in(language))
