"""Sample positions of crossword games: the example of a look, and the picture that greets a group."""

from msgspec.structs import replace

from bot.families.crossword.board_sketches import BoardSketch, OwnBoardSketch, board_sketch, own_board_sketch
from bot.families.crossword.tutorial import smallest_game
from bot.pictures.sketches import Look
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.crossword.gcg.records import GcgFile, Played
from engine.crossword.gcg_replay import Position, to_view
from engine.crossword.notation import Sign
from engine.crossword.premiums import Direction, geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from render.pointer import Pointer
from render.rack import Hand


def example_sketch(name: str, look: Look, speaker: Speaker, *, foreign: bool) -> BoardSketch:
    """The picture of such a board, in the look's language or in a ``foreign`` one, with a player of this name."""
    game = next(one for one in crossword_rulesets().values() if (one.language != look.language) is foreign)
    board = board_with_word(game, name, speaker.in_language(game.language).plain("sample-word"))
    return board_sketch(board, speaker.about_table(game.title), look)


def greeting_sketch(look: Look, speaker: Speaker) -> OwnBoardSketch:
    """A word that is being laid across another one, on the board of the language's first game, above the rack."""
    game = smallest_game(look.language) or next(iter(crossword_rulesets().values()))
    spoken = speaker.in_language(game.language)
    lying, laid = spoken.plain("sample-word"), spoken.plain("greeting-word")
    view = board_with_word(game, speaker.plain("greeting-player"), lying)
    grid = geometry(view.columns, view.rows)
    shared = next(letter for letter in laid if letter in lying)
    crossing = next(index for index, cell in enumerate(view.cells) if cell == shared)
    column, place = grid.line(crossing, Direction.DOWN)
    cells = [grid.names[index] for index in column[place - laid.index(shared) :][: len(laid)]]
    tiles = dict(zip(cells[:-1], laid[:-1], strict=True))
    del tiles[grid.names[crossing]]
    common = sorted(game.counts, key=lambda face: (-game.counts[face], face))
    rest = [face for face in common if face not in laid and face != BLANK][: game.rack - len(laid) + 1]
    rack = (*(letter for letter in laid if letter != shared), *rest)
    return own_board_sketch(
        replace(view, viewer=0, rack=rack, turn=0, last=None),
        speaker.about_table(game.title),
        look,
        hand=Hand(used=tuple(range(len(tiles)))),
        tiles=tiles,
        pointer=Pointer(cell=cells[-1], directions=(Direction.DOWN,)),
    )


def board_with_word(ruleset: Ruleset, name: str, word: str) -> GameView:
    """A board on which one player has laid one word, in its middle."""
    rows = len(ruleset.board.rows)
    start = geometry(ruleset.columns, rows).names[rows // 2 * ruleset.columns + (ruleset.columns - len(word)) // 2]
    gcg = GcgFile(ruleset, None, (name,), {}, incomplete=True, records=())
    position = Position(gcg)
    played = Played(0, "", name, "", None, None, start, Direction.ACROSS, tuple(map(Sign, word)))
    position.scores[name] = position.lay_play(played, position.new_tiles(played))
    return to_view(gcg, position)
