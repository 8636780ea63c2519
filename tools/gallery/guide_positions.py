"""Pictures for the players' guides: positions made of common words, in each guide's language."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Final

from msgspec.structs import replace

from bot.families.crossword.sketches import PlayPreview, board_sketch, own_board_sketch
from bot.user_input.commands import load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword.gcg_records import GcgFile, Played
from engine.crossword.gcg_replay import Position, to_view
from engine.crossword.notation import read_partial_move
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView, LastTurn
from render.pointer import Extent, Pointer
from render.rack import RackArrangement
from tools.gallery.pictures import GUIDE_THEMES, GalleryPicture


@dataclass(frozen=True, slots=True)
class GuideGame:
    ruleset: str
    names: tuple[str, str]
    played: str
    """The plays in order, as a player types them: ``H3↓YILDIZ``, separated by blanks."""
    bonus: str | None = None
    rack: str = ""
    """The tiles of the player to move, ``?`` for a blank; empty if no rack is shown."""
    move: str = ""

    @property
    def plays(self) -> tuple[str, ...]:
        return tuple(self.played.split())


BOARDS: Final = {
    "tr": GuideGame(
        "kelimelik",
        ("Kiraz", "Limon"),
        "H3↓YILDIZ H8→ZEYTİN J6↓PEYNİR F5→GÖL F5↓GÜNEŞ I10→[Ç]İÇEK L10↓EKMEK B7→ORMAN K13→DENİZ",
        bonus="D11",
    ),
    "en": GuideGame(
        "scrabble-en",
        ("Cherry", "Lemon"),
        "D8→WINDOW F6↓HONEY D3↓YELLOW A10→CHERRY G3↓FRIEND A6↓MUSIC B10↓HOUSE B5→MIL[K] I5↓FLOWER",
    ),
    "uk": GuideGame(
        "wordbox-uk",
        ("Вишня", "Лимон"),
        "I8↓ГРУША H12→ЧАЙ F10→ЯБЛУКО K7↓[Ц]УКОР G7↓ХЛІБ K9→КАЗКА N9↓КВІТИ L13→КНИГА P10↓ЗИМА",
    ),
}
"""Positions from the middle of a game, each with one blank."""

MOVES: Final = {
    "tr": GuideGame("scrabble-tr", ("Kiraz", "Limon"), "H8→ELMA", rack="SİMİTK?", move="L8↓SİMİT"),
    "en": GuideGame("scrabble-en", ("Cherry", "Lemon"), "H8→BOOK", rack="SUGARN?", move="L8↓SUGAR"),
    "uk": GuideGame("wordbox-uk", ("Вишня", "М’ята"), "I8→ЛИМОН", rack="КВІТИО?", move="N4↓КВІТИ"),
}
"""A play each that also lengthens another word, on a cell that multiplies letters and one that multiplies words."""


def guide_pictures() -> Iterator[GalleryPicture]:
    guide = partial(GalleryPicture, themes=GUIDE_THEMES)
    for language, game in BOARDS.items():
        board = partial(board_sketch, played_position(game)[1])
        yield guide(f"guide-board-{language}", f"Players’ guide ({language}): a board", game.ruleset, board)
    for language, game in MOVES.items():
        view, preview = worked_move(game)
        start = read_partial_move(game.move, load_alphabet(view.language), load_vocabulary())
        before = Pointer(cell=start.cell, directions=(start.direction,) if start.direction else ())
        used = RackArrangement(used=tuple(range(len(preview.tiles))))
        draw_board = partial(own_board_sketch, view, extent=Extent.BOARD)
        for kind, text, sketch in (
            ("cell", "where a word is to go", partial(draw_board, pointer=before)),
            ("move", "the word laid there", partial(draw_board, arrangement=used, preview=preview)),
        ):
            yield guide(f"guide-{kind}-{language}", f"Players’ guide ({language}): {text}", game.ruleset, sketch)


def worked_move(game: GuideGame) -> tuple[GameView, PlayPreview]:
    """Return the view of the player to move, and the play with its score, made of the rack's first tiles."""
    position, view = played_position(game)
    grid, before = position.board.grid, list(position.cells)
    turn = _lay_play(position, game.move)
    laid = {cell: tile for cell, tile, old in zip(grid.names, position.cells, before, strict=True) if tile != old}
    return replace(view, viewer=view.turn, rack=tuple(game.rack), last=None), PlayPreview(turn, laid)


def played_position(game: GuideGame) -> tuple[Position, GameView]:
    """Return the position after the plays of a game, and the group's view of it."""
    rules = crossword_rulesets()[game.ruleset]
    gcg_file = GcgFile(rules, game.bonus, game.names, {}, incomplete=True, records=())
    position, turns = Position(gcg_file), cycle(game.names)
    position.mover = next(turns)
    for play in game.plays:
        position.scores[position.mover] += _lay_play(position, play).score
        position.mover = next(turns)
    return position, to_view(gcg_file, position)


def _lay_play(position: Position, typed: str) -> LastTurn:
    """Lay a play of the player to move, typed with its cell and direction."""
    move = read_partial_move(typed, load_alphabet(position.rules.language), load_vocabulary())
    if not move.cell or move.direction is None or position.mover is None:
        raise ValueError(f"{typed!r} does not say where it goes: write it as H8→WORD")
    played = Played(0, "", position.mover, "", None, None, move.cell, move.direction, move.signs)
    position.lay_play(played, position.new_tiles(played))
    if position.last is None:
        raise TypeError("a position whose last turn is a play knows it")
    return position.last
