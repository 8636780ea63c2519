"""Sketches of a board: as it is, or with a move that a player previews."""

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.families.crossword.board_wording import CrosswordWording
from bot.families.crossword.highlights import final_honours, lead_points, tiles_if_few
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch, premium_labels, seat_labels
from bot.texts import Html
from bot.wording import clocks, game_result
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.speaker import Speaker
from bot.wording.table_label import label_in_picture
from engine.crossword.actions import Place
from engine.crossword.scoring import Score
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView, LastTurn, TurnKind
from render import Painter
from render.panel import PanelWords
from render.pointer import NO_POINTER, Pointer
from render.rack import UNTOUCHED_HAND, Hand
from render.signs import PLAIN_CENTRE, PREMIUMS
from render.text import BLANK_TILE, BONUS, JUST_PLAYED, TILE, legend_marks, premium_sign, text_board

_LAST_TURN_MESSAGES: Final[Mapping[TurnKind, str]] = {
    "play": "panel-played",
    "exchange": "panel-exchanged",
    "pass": "panel-passed",
    "surrender": "panel-surrendered",
    "withdrawn": "panel-withdrawn",
    "forfeit": "panel-out-of-time",
    "retired": "panel-out-of-time",
    "skipped": "panel-skipped",
    "taken_back": "panel-taken-back",
    "undone": "panel-undone",
}


class PlayPreview(Struct, frozen=True):
    """A move that a player previews."""

    play: LastTurn
    """The play that the move would be."""
    tiles: dict[str, str]
    """Its tiles, by cell."""


@dataclass(frozen=True, slots=True)
class BoardSketch(Sketch):
    """A board and its panel."""

    view: GameView
    words: PanelWords
    ghosts: dict[str, str] = field(default_factory=dict)
    """The preview's tiles, by cell."""

    @property
    def reusable(self) -> bool:
        """True unless it shows a player's preview, or something that only one viewer sees."""
        return not self.ghosts and self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The part of the view that the picture shows."""
        return _drawn_part_of_view(self.view), self.words, self.theme, self.ghosts

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.board(self.view, self.words, ghosts=self.ghosts)


@dataclass(frozen=True, slots=True)
class OwnBoardSketch(Sketch):
    """A board as one viewer sees it, above their rack, with the tiles chosen and laid so far."""

    view: GameView
    words: PanelWords
    hand: Hand
    ghosts: dict[str, str] = field(default_factory=dict)
    """Tiles laid so far, by cell."""
    pointer: Pointer = NO_POINTER

    @property
    def content(self) -> tuple[Any, ...]:
        """The part of the view that the picture shows, with the rack in its order."""
        return _drawn_part_of_view(self.view), self.words, self.theme, self.ghosts, self.hand, self.pointer

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.own_board(self.view, self.words, self.hand, self.ghosts, self.pointer)


def to_play_preview(seat: int, place: Place, score: Score) -> PlayPreview:
    """A seat's move with its score, as if it were played."""
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
    return PlayPreview(play, tiles)


def board_sketch(view: GameView, speaker: Speaker, look: Look, preview: PlayPreview | None = None) -> BoardSketch:
    """The picture of a view; a ``preview`` takes the place of the last turn."""
    if preview is None:
        return BoardSketch(look.theme, view, _panel_words(view, speaker, look))
    view = replace(view, last=preview.play)
    words = replace(_panel_words(view, speaker, look), trial=speaker.plain("panel-trial"))
    return BoardSketch(look.theme, view, words, preview.tiles)


def own_board_sketch(
    view: GameView,
    speaker: Speaker,
    look: Look,
    *,
    hand: Hand = UNTOUCHED_HAND,
    tiles: Mapping[str, str] | None = None,
    preview: PlayPreview | None = None,
    pointer: Pointer = NO_POINTER,
) -> OwnBoardSketch:
    """The picture of a viewer's own board.

    Args:
        view: the viewer's.
        speaker: speaks the viewer's language.
        look: how the viewer wants it.
        hand: how the rack lies, which tiles are used or ticked.
        tiles: those laid so far, by cell, while they make no play yet.
        preview: the play that they make, with its score; it takes the place of the last turn.
        pointer: the row, or the cell and the ways, chosen so far; the cell of the next tile.
    """
    table = board_sketch(view, speaker, look, preview)
    ghosts = table.ghosts if tiles is None else dict(tiles)
    return OwnBoardSketch(look.theme, table.view, table.words, hand, ghosts, pointer)


def _drawn_part_of_view(view: GameView) -> GameView:
    """A view without its clocks: the picture draws those as words."""
    return replace(view, unseen={}, window=None, challenges=(), clock=None, offer=None)


def _panel_words(view: GameView, speaker: Speaker, look: Look) -> PanelWords:
    return PanelWords(
        title=speaker.game_title,
        bag=speaker.plain("panel-bag"),
        turn=speaker.plain("panel-turn"),
        last="" if view.last is None else _last_turn_note(view.last, speaker),
        seats=seat_labels(speaker, len(view.seats)),
        notes=tuple(_seat_notes(view, seat, speaker) for seat in range(len(view.seats))),
        clocks=clocks.picture_clocks(view, speaker),
        labels=look.board_labels(view.language),
        paused=clocks.picture_pause(view, speaker),
        label=label_in_picture(view.seats, speaker),
        final=game_result.final_picture_words(view, speaker, final_honours(view, speaker)),
    )


def _seat_notes(view: GameView, seat: int, speaker: Speaker) -> tuple[str, ...]:
    """Notes on a seat: that it waits, that it has few tiles left, its lead over the next best."""
    notes = [speaker.plain("panel-gone")] if seat in view.gone else []
    if (tiles := tiles_if_few(view, seat)) is not None:
        notes.append(speaker.plain("panel-tiles", count=tiles))
    if (ahead := lead_points(view, seat)) > 0:
        notes.append(speaker.plain("panel-lead", points=ahead))
    return tuple(notes)


def _last_turn_note(last: LastTurn, speaker: Speaker) -> str:
    """What the last turn was; the picture adds the player's name."""
    word = last.words[0].word if last.words else ""
    return speaker.plain(_LAST_TURN_MESSAGES[last.kind], word=word, score=last.score, count=last.exchanged)


def board_as_html(view: GameView) -> str:
    """The board as monospaced HTML."""
    return f"<pre>{html.escape(text_board(view), quote=False)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The board, what its signs mean, and what stands below a picture."""
    captions = CrosswordWording(speaker).caption_versions(view)
    below = first_fitting_caption(*(join_lines(*parts) for parts in captions))
    return f"{board_as_html(view)}\n{board_legend(view, speaker)}\n{below}"


def painter_preparations() -> Iterator[Preparation]:
    """The sprites of every board."""
    boards = {(rules.language, rules.columns, len(rules.board.rows)) for rules in crossword_rulesets().values()}
    for language, columns, rows in sorted(boards):
        yield partial(Painter.warm, language=language, columns=columns, rows=rows, labels=premium_labels(language))


_LEGEND_MESSAGES: Final[Mapping[str, str]] = {
    "d": "legend-double-letter",
    "t": "legend-triple-letter",
    "q": "legend-four-letter",
    "D": "legend-double-word",
    "T": "legend-triple-word",
    "Q": "legend-four-word",
    "→↓←↑": "legend-arrow",
    "X": "legend-exchange",
    "*": "legend-centre-double",
    PLAIN_CENTRE: "legend-centre",
    BONUS: "legend-bonus",
    TILE: "legend-tile",
    JUST_PLAYED: "legend-last",
    BLANK_TILE: "legend-blank",
}
"""Marks of a board as text, in the order of the legend, and the messages that explain them.

A premium's message has no sign: :func:`premium_sign` says which it is on this board.
"""


def board_legend(view: GameView, speaker: Speaker) -> Html:
    """The legend of a view's board as HTML, a line in italics."""
    found = legend_marks(view)
    known = (
        Html(f"{premium_sign(view, signs)} {speaker.html(message)}") if signs in PREMIUMS else speaker.html(message)
        for signs, message in _LEGEND_MESSAGES.items()
        if not found.isdisjoint(signs)
    )
    return Html(f"<i>{' · '.join(known)}</i>")
