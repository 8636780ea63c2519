"""The painter: pictures of views in one theme and at one width; owns all caches of pictures.

Each cache is bounded in entries. At 900 pixels: cells, tiles and ghosts in 5 sizes (a tile is 1.6 kB on boards, 6 kB on
racks), Klepka's cards in 4 sizes (5 kB), words and figures (2 kB), glyph masks (1 kB), backgrounds and pages (0.5 MB).
A painter keeps 1 MB after a game, some 10 MB after games and racks of every kind, and never more than
:data:`MOST_MEMORY`, as if each cache were full of its largest entries; painters of four themes keep four times that.
Families bound the caches of their own painters. Finished sprites are never changed, so threads may share a painter.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar, cast

from engine.crossword.view import GameView
from engine.duplicate.view import GameView as RoundView
from engine.klepka.view import GameView as KlepkaView
from engine.lobby_view import LobbyView
from render.board import NO_GHOSTS, Board, ground_of
from render.canvas import encode_png
from render.card_layout import NO_CHOICE, CardChoice
from render.card_sprites import BLENDS, card_theme
from render.cards import Cards
from render.final import FinalCard
from render.fonts import Fonts
from render.layout import board_layout
from render.lobby import LobbyCard, LobbyWords, is_card_table
from render.palette import Palette
from render.panel import Panel, PanelWords
from render.player_card import PlayerCard, PlayerCardPainter
from render.podium import Podium, PodiumPainter
from render.pointer import NO_POINTER, Extent, Pointer, Pointers, cut_out_rows
from render.rack import Rack, RackArrangement, own_board_layout, tiles_as_shown
from render.rank_list import RankList, RankListPainter
from render.rounds import ResultWords, RoundPainter, RoundWords
from render.signs import Labels
from render.sprites import Kit
from render.text import Lettering
from render.theme import THEMES
from render.turn_comparison import AnalysisOverview, TurnComparison, TurnComparisonPainter

P = TypeVar("P")
MOST_MEMORY: Final = 65_000_000
"""The most bytes of pixels in a painter's caches, at 900 pixels."""
_LEAST_WIDTH: Final = 300
_MOST_WIDTH: Final = 2400


class Painter:
    """Draws PNG pictures of views; thread-safe.

    ``width``: of every picture, in pixels: even, 300 to 2,400. ``fonts``: may be shared by several painters.

    Raises:
        ValueError: there is no such theme, or the width is odd or out of range.
    """

    def __init__(self, theme: str = "light", width: int = 900, *, fonts: Fonts | None = None) -> None:
        if theme not in THEMES:
            raise ValueError(f"there is no theme {theme!r}, only {', '.join(THEMES)}")
        if not _LEAST_WIDTH <= width <= _MOST_WIDTH or width % 2:
            raise ValueError(
                f"a picture is {_LEAST_WIDTH} to {_MOST_WIDTH} pixels wide and an even number, not {width}"
            )
        self.width: Final = width
        self._palette: Final = Palette(THEMES[theme])
        fonts = Fonts() if fonts is None else fonts
        self._lettering: Final = Lettering(self._palette, fonts)
        self._card_palette: Final = Palette(card_theme(THEMES[theme]), BLENDS)
        card_lettering = Lettering(self._card_palette, fonts)
        self._cards: Final = Cards(card_lettering)
        self._board: Final = Board(self._lettering, width)
        self._lobby: Final = LobbyCard(self._lettering, width, self._board.sprites)
        self._card_lobby: Final = LobbyCard(card_lettering, width, self._cards.sprites)
        self._panel: Final = Panel(self._lettering)
        self._final: Final = FinalCard(self._lettering)
        self._rack: Final = Rack(self._lettering, width)
        self._pointers: Final = Pointers(self._lettering, width)
        self._kit: Final = Kit(width, self._lettering, self._board.sprites)
        self._rank_list: Final = RankListPainter(self._kit)
        self._player_card: Final = PlayerCardPainter(self._kit)
        self._comparison: Final = TurnComparisonPainter(self._kit, self._board)
        self._rounds: Final = RoundPainter(self._kit, self._board, self._rack)
        self._podium: Final = PodiumPainter(self._kit)
        self._own: Final[dict[Callable[[Kit], object], object]] = {}

    def family_painter(self, kind: Callable[[Kit], P]) -> P:
        """A family's own painter for this theme and width, made on first use and kept."""
        # Two threads may each make one at first; both draw alike, and one is kept.
        return cast("P", self._own.get(kind) or self._own.setdefault(kind, kind(self._kit)))

    def board(self, view: GameView, words: PanelWords, ghosts: Mapping[str, str] = NO_GHOSTS) -> bytes:
        """The board with its panel or, after the game, with the standings and the score curve.

        ``ghosts``: tiles of a move that is being considered, by cell name.

        Raises:
            ValueError: a ghost is outside the board or on a tile.
        """
        layout = board_layout(self.width, view.columns, view.rows, len(view.seats))
        canvas = self._board.draw(ground_of(layout, view, words.labels), view, ghosts)
        if view.outcome is not None and view.outcome.finals:
            canvas = self._final.draw(canvas, layout, view, view.outcome, words)
        else:
            self._panel.draw(canvas, layout, view, words)
        return encode_png(canvas, self._palette.data)

    def own_board(
        self,
        view: GameView,
        words: PanelWords,
        arrangement: RackArrangement,
        ghosts: Mapping[str, str] = NO_GHOSTS,
        pointer: Pointer = NO_POINTER,
        *,
        extent: Extent = Extent.WHOLE,
    ) -> bytes:
        """The board with its viewer's rack between it and the panel; a finished game as :meth:`board` draws it.

        ``ghosts``: tiles of a move that is being considered, by cell name. ``pointer``: what the viewer has chosen on
        the board so far. ``extent``: whether all is drawn, or only a part.

        Raises:
            ValueError: the view is the group's, the arrangement is another rack's, there is no such row or cell, or a
                ghost is outside the board or on a tile.
        """
        if view.outcome is not None and view.outcome.finals:
            return self.board(view, words)
        tiles_as_shown(view, arrangement)
        layout = board_layout(self.width, view.columns, view.rows, len(view.seats))
        own = own_board_layout(layout, len(view.seats), len(view.rack), panel=extent is Extent.WHOLE)
        # The letters above a chosen row would cut it in two.
        badge = bool(pointer.cell or not pointer.row)
        board = self._board.draw(ground_of(layout, view, words.labels), view, ghosts, badge=badge)
        canvas = board.resize(own.layout.height, self._palette.index("page"))
        self._pointers.draw(canvas, own.layout, pointer)
        self._rack.draw(canvas, own.tray, view, self._board.sprites(own.tray.tile), arrangement)
        if extent is Extent.WHOLE:
            self._panel.draw(canvas, own.layout, view, words)
        elif extent is Extent.SURROUNDINGS:
            canvas = cut_out_rows(canvas, own.layout, view, ghosts, pointer)
        return encode_png(canvas, self._palette.data)

    def cards(self, view: KlepkaView, words: PanelWords, choice: CardChoice = NO_CHOICE) -> bytes:
        """The table of Klepka with all collections; only what the view reveals is face up.

        Raises:
            ValueError: ``choice`` is no row of the table, or no face-down card there.
        """
        return encode_png(self._cards.draw(view, words, self.width, choice), self._card_palette.data)

    def card_strip(self, view: KlepkaView, words: PanelWords) -> bytes:
        """The players of a running game of Klepka and their collections, without the table."""
        return encode_png(self._cards.draw_strip(view, words, self.width), self._card_palette.data)

    def lobby(self, view: LobbyView, words: LobbyWords) -> bytes:
        """The card of a lobby, that is of a table that waits for players."""
        if is_card_table(view.pattern):
            return encode_png(self._card_lobby.draw(view, words), self._card_palette.data)
        return encode_png(self._lobby.draw(view, words), self._palette.data)

    def round(self, view: RoundView, words: RoundWords) -> bytes:
        """The open round of a Duplicate game; between two rounds without a rack."""
        return self._rounds.draw_open(view, words)

    def round_result(self, view: RoundView, words: ResultWords) -> bytes:
        """The last closed round of a Duplicate game."""
        return self._rounds.draw_result(view, words)

    def podium(self, view: Podium) -> bytes:
        """The end of a Duplicate game."""
        return self._podium.draw(view)

    def rank_list(self, view: RankList) -> bytes:
        """A group's ranking."""
        return self._rank_list.draw(view)

    def player_card(self, view: PlayerCard) -> bytes:
        """A player's figures."""
        return self._player_card.draw(view)

    def turn_comparison(self, view: TurnComparison) -> bytes:
        """A turn compared with a better one."""
        return self._comparison.draw(view)

    def analysis_overview(self, overview: AnalysisOverview) -> bytes:
        """Several turns compared with better ones, one below the other."""
        return self._comparison.draw_overview(overview)

    def warm_cards(self, columns: int, rows: int) -> Iterator[None]:
        """Draw the backs of a table of this size in advance; see :meth:`warm`."""
        return self._cards.warm(self.width, columns, rows)

    def warm(self, language: str, columns: int, rows: int, labels: Labels) -> Iterator[None]:
        """Draw the sprites for boards of this size, language and labels in advance, so that the first picture is quick.

        A generator: each step takes a millisecond or two.
        """
        return self._board.warm(board_layout(self.width, columns, rows, 2), language, labels)
