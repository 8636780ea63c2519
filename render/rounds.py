"""Rounds of Duplicate: an open one, and the result of a closed one; :mod:`render.podium` has the end of the game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.crossword.premiums import Direction, geometry
from engine.crossword.view import GameView as BoardView
from engine.crossword.view import LastTurn, WordScore
from engine.duplicate.view import GameView, Play
from render.board import Board, ground_of
from render.canvas import Canvas
from render.layout import Layout, board_layout, even_floor, scale
from render.player_card import Fact
from render.rack import Rack, tray_layout
from render.signs import Labels
from render.sprites import Kit, Mark
from render.text import Style, format_points
from render.typesetter import FOOT, Typesetter

_GAP: Final = 12
_FACT: Final = 100
_FACT_SIZES: Final = (46, 42, 36, 32, 28, 25)
_TRAY: Final = 170
"""The greatest height of an open round's tray."""
_LIP: Final = 12
_BESIDE: Final = 84
"""The least width of the column beside a closed round's board."""
_LARGEST_CELL: Final = 56
_ROUND: Final = 92
"""The size of the plate with a closed round's number."""
_LINE: Final = 50
_STEP: Final = 55
_SCORE: Final = 78
"""The column of a play's points."""
_MOST_PLAY: Final = 0.5
"""The greatest share of a line for the play; the rest is for its finders."""
_SLACK: Final = 14
"""How much longer than its text a line may become, as each word begins at an even pixel."""
_MOST_ROWS: Final = 4
"""The most ranks in one column; more take two."""


class RoundWords(Struct, frozen=True):
    """The wording of an open round."""

    title: str
    round: Fact
    time: Fact
    answered: Fact
    bag: str
    is_urgent: bool = False
    """Whether the time is highlighted, since little is left."""
    label: str = ""
    """The table's label; empty for the only table."""
    labels: Labels = Labels()


class FoundLine(Struct, frozen=True):
    """A possible play of a round."""

    score: int
    play: str
    finders: tuple[str, ...] = ()
    """The names of the players who found it; not all may fit."""
    more: int = 0
    """How many more players found it."""
    note: str = ""
    """Shown after the names."""


class RankLine(Struct, frozen=True):
    """A player's rank."""

    place: int
    name: str
    score: int
    share: str = ""
    note: str = ""
    """Shown after the name if it fits: ``rounds 5–10``."""


class ResultWords(Struct, frozen=True):
    """The wording of a closed round."""

    title: str
    round: Fact
    plays: tuple[FoundLine, ...]
    """The best plays, the one laid first."""
    ranks: tuple[RankLine, ...]
    """The first eight players, in order."""
    note: str = ""
    """Shown at the right, below everything: ``7 answered``."""
    label: str = ""
    labels: Labels = Labels()
    nameless: str = "?"
    """Replaces a name that cannot be drawn."""


def board_view(view: GameView, rack: tuple[str, ...] | None = None) -> BoardView:
    """The board with the last closed round's play as its last turn, without seats; ``rack``: shown as its owner's."""
    laid = None if view.last is None else view.last.laid
    return BoardView(
        ruleset=view.ruleset,
        language=view.language,
        columns=view.columns,
        rows=view.rows,
        premiums=view.premiums,
        cells=view.cells,
        values=view.values,
        seats=(),
        turn=None,
        number=view.number,
        bag=view.bag,
        tiles=view.tiles,
        unseen={},
        viewer=None if rack is None else 0,
        rack=() if rack is None else rack,
        last=None if laid is None else to_last_turn(laid, view.columns, view.rows),
    )


def to_last_turn(play: Play, columns: int, rows: int) -> LastTurn:
    """A play as a board shows it; of its words, only the main one."""
    grid = geometry(columns, rows)
    step = 1 if play.direction is Direction.ACROSS else columns
    first = grid.indices[play.cell]
    cells = tuple(grid.names[first + step * number] for number in range(len(play.word)))
    laid = tuple(tile.cell for tile in play.tiles)
    word = WordScore(play.word, play.score, cells)
    return LastTurn(seat=0, kind="play", cells=laid, words=(word,), score=play.score)


@lru_cache(maxsize=8)
def result_layout(width: int, columns: int, rows: int) -> Layout:
    """The layout of a closed round's board: at the left, smaller than usual."""
    usual = board_layout(width, columns, rows, 0)
    room = width - 3 * usual.left - scale(width, _BESIDE)
    cell = even_floor(min(scale(width, _LARGEST_CELL), room // columns))
    below = 2 * usual.top + cell * rows
    return replace(usual, cell=cell, panel=below, foot=below, height=below)


class RoundPainter:
    """Draws rounds in one theme and at one width."""

    def __init__(self, kit: Kit, board: Board, rack: Rack) -> None:
        self._kit: Final = kit
        self._board: Final = board
        self._rack: Final = rack
        self._set: Final = Typesetter(kit)

    def draw_open(self, view: GameView, words: RoundWords) -> bytes:
        """The board, and below it the rack, the round's number, its time, and how many have answered; as PNG."""
        layout = board_layout(self._kit.width, view.columns, view.rows, 0)
        tiles = () if view.open is None else view.open.rack
        across = (layout.left, layout.left + layout.cell * layout.columns)
        tray = tray_layout(layout.width, across, layout.panel, len(tiles), layout.scale(_TRAY))
        tray = replace(tray, lip=layout.scale(_LIP))
        facts = tray.top + tray.height + layout.scale(_GAP)
        foot = facts + layout.scale(_FACT) + layout.scale(_GAP) // 2
        board = self._board.draw(ground_of(layout, shown := board_view(view), words.labels), shown)
        canvas = board.resize(foot + layout.scale(FOOT), self._kit.lettering.palette.index("page"))
        self._rack.draw_public(canvas, tray, tiles, view.values, self._board.sprites(tray.tile))
        self._draw_facts(canvas, across, facts, words)
        self._set.draw_foot(canvas, across, foot, (words.label, words.title, words.bag))
        return self._kit.to_png(canvas)

    def _draw_facts(self, canvas: Canvas, across: tuple[int, int], top: int, words: RoundWords) -> None:
        gap, (left, right) = self._set.even(_GAP), across
        facts = (words.round, words.time, words.answered)
        wide = even_floor((right - left - (len(facts) - 1) * gap) // len(facts))
        for number, fact in enumerate(facts):
            paper = "accent" if fact is words.time and words.is_urgent else "card"
            start = left + number * (wide + gap) if fact is not facts[-1] else right - wide
            self._draw_fact(canvas, fact, (start, top), (wide, self._set.scale(_FACT)), paper)

    def _draw_fact(self, canvas: Canvas, fact: Fact, place: tuple[int, int], size: tuple[int, int], paper: str) -> None:
        (left, top), (wide, high) = place, size
        canvas.paste(self._set.plate(wide, high, paper), left, top)
        middle, room = left + wide // 2, wide - self._set.even(12)
        faint = self._set.style("light" if paper == "accent" else "muted", 26, paper)
        faint = self._set.fit(fact.label, faint, (26, 24, 22), room)
        strong = self._set.style("light" if paper == "accent" else "ink", 46, paper)
        strong = self._set.fit(fact.value, strong, _FACT_SIZES, room)
        # The label comes last: its strip does not cover the figure, but the figure's would cover the label.
        self._set.draw_centred(canvas, fact.value, strong, (middle, top + round(high * 0.64)), room)
        self._set.draw_centred(canvas, fact.label, faint, (middle, top + round(high * 0.25)), room)

    def draw_result(self, view: GameView, words: ResultWords) -> bytes:
        """The board with the play laid, its rack, the best plays with their finders, and the ranking; as PNG."""
        layout = result_layout(self._kit.width, view.columns, view.rows)
        across = (even_floor(layout.top), even_floor(layout.width - layout.top))
        step, gap = layout.scale(_STEP), layout.scale(_GAP)
        columns = 1 if len(words.ranks) <= _MOST_ROWS else 2
        ranks = layout.panel + len(words.plays) * step + gap
        foot = ranks + -(-len(words.ranks) // columns) * step
        board = self._board.draw(ground_of(layout, shown := board_view(view), words.labels), shown)
        canvas = board.resize(foot + layout.scale(FOOT), self._kit.lettering.palette.index("page"))
        self._draw_beside(canvas, layout, across[1], view, words.round)
        self._draw_plays(canvas, across, layout.panel, words)
        self._draw_ranks(canvas, across, ranks, words, columns)
        self._set.draw_foot(canvas, across, foot, (words.label, words.title, words.note))
        return self._kit.to_png(canvas)

    def _draw_beside(self, canvas: Canvas, layout: Layout, right: int, view: GameView, number: Fact) -> None:
        left = even_floor(layout.left + layout.cell * layout.columns + layout.top)
        inset, high = self._set.even(8), layout.scale(_ROUND)
        self._draw_fact(canvas, number, (left, layout.top), (right - left, high), "card")
        tiles = () if view.last is None else view.last.rack
        tile = even_floor(layout.scale(_LARGEST_CELL))
        sprites = self._board.sprites(tile)
        start, top = even_floor((left + right - tile) // 2), layout.top + high + layout.scale(_GAP)
        canvas.paste(self._set.plate(tile + 2 * inset, len(tiles) * tile + 2 * inset, "grid"), start - inset, top)
        for place, face in enumerate(tiles):
            canvas.paste(sprites.tile(face, view.values[face], Mark.NONE), start, top + inset + place * tile)

    def _draw_plays(self, canvas: Canvas, across: tuple[int, int], top: int, words: ResultWords) -> None:
        (left, right), inset = across, self._set.even(16)
        column = self._set.even(_SCORE)
        strong = self._set.style("ink", 28, "card")
        room = round((right - left) * _MOST_PLAY)
        wide = min(room, round(max((self._set.length(line.play, strong) for line in words.plays), default=0)) + 2)
        names = left + column + inset + even_floor(wide) + self._set.even(20)
        for number, line in enumerate(words.plays):
            paper, ink = ("accent", "light") if number == 0 else ("card", "ink")
            upper, high = top + number * self._set.scale(_STEP), self._set.scale(_LINE)
            middle = upper + high // 2
            canvas.paste(self._set.plate(right - left, high, paper), left, upper)
            score = self._set.style(ink, 32, paper)
            self._set.draw_before(canvas, format_points(line.score), score, (left + column, middle), column)
            play = replace(strong, paper=paper, ink=ink)
            self._set.draw(canvas, line.play, play, (left + column + inset, middle), wide)
            faint = self._set.style("muted", 26, paper)
            faint = replace(faint, ink="light") if paper == "accent" else faint
            self._draw_finders(canvas, line, faint, (names, middle), right - inset - names, words.nameless)

    def _draw_finders(  # noqa: PLR0917 - the text and its place
        self, canvas: Canvas, line: FoundLine, style: Style, place: tuple[int, int], room: int, nameless: str
    ) -> None:
        finders = [self._set.names.seat_name(name, 0, (nameless,)) for name in line.finders]
        behind = f" · {line.note}" if line.note and finders else line.note
        left = room - round(self._set.length(behind, style)) - self._set.scale(_SLACK)
        self._set.draw(canvas, self._finders_text(finders, line.more, style, left) + behind, style, place, room)

    def _finders_text(self, names: Sequence[str], more: int, style: Style, room: int) -> str:
        """As many names as fit, at least one, and how many others there are."""
        for shown in range(len(names), 0, -1):
            rest = len(names) - shown + more
            text = ", ".join(names[:shown]) + (f" +{rest}" if rest else "")
            if self._set.length(text, style) <= room:
                return text
        if not names:
            return ""
        behind = f" +{rest}" if (rest := len(names) - 1 + more) else ""
        fonts, left = self._kit.lettering.fonts, room - round(self._set.length(behind, style))
        return fonts.fit_text(names[0], style.weight, style.size, left) + behind

    def _draw_ranks(self, canvas: Canvas, across: tuple[int, int], top: int, words: ResultWords, columns: int) -> None:
        (left, right), gap = across, self._set.even(_GAP)
        wide = even_floor((right - left - (columns - 1) * gap) // columns)
        each = -(-len(words.ranks) // columns)
        for number, line in enumerate(words.ranks):
            column, row = divmod(number, each)
            start = left if column == 0 else right - wide
            self._draw_rank(canvas, line, (start, top + row * self._set.scale(_STEP)), wide, words.nameless)

    def _draw_rank(self, canvas: Canvas, line: RankLine, place: tuple[int, int], wide: int, nameless: str) -> None:
        (left, top), high, inset = place, self._set.scale(_LINE), self._set.even(14)
        canvas.paste(self._set.plate(wide, high, "card"), left, top)
        middle, end = top + high // 2, left + wide - inset
        self._set.draw_place(canvas, line.place, "card", (left + self._set.even(32), middle))
        score = self._set.style("ink", 32, "card")
        end = self._set.draw_before(canvas, format_points(line.score), score, (end, middle), wide // 3)
        end = left + wide - inset - max(self._set.even(78), left + wide - inset - end)
        faint = self._set.style("muted", 24, "card")
        if line.share:
            end = self._set.draw_before(canvas, line.share, faint, (end - self._set.even(8), middle), wide // 3)
        end -= self._set.even(10)
        start, bold = left + self._set.even(62), self._set.style("ink", 28, "card")
        name = self._set.names.seat_name(line.name, 0, (nameless,))
        start = self._set.draw(canvas, name, bold, (start, middle), end - start) + self._set.even(14)
        if line.note and self._set.length(line.note, faint) <= end - start:
            self._set.draw(canvas, line.note, faint, (start, middle), end - start)
