"""A board with one word on it, to show by it how boards look."""

from bot.families.crossword.sketches import BoardSketch, sketch
from bot.pictures.sketches import Look
from bot.wording.speaker import Speaker
from engine.crossword.games import crosswords
from engine.crossword.gcg.records import Played, Sheet
from engine.crossword.geometry import Direction, geometry
from engine.crossword.notation import Sign
from engine.crossword.position import Position, show
from engine.crossword.ruleset import Ruleset
from engine.crossword.view import GameView


def example(name: str, look: Look, speaker: Speaker, *, foreign: bool) -> BoardSketch:
    """The picture of such a board, in the look's language or in a ``foreign`` one, with a player of this name."""
    game = next(one for one in crosswords().values() if (one.language != look.language) is foreign)
    board = sample(game, name, speaker.tongue(game.language).plain("sample-word"))
    return sketch(board, speaker.of(game.title), look)


def sample(ruleset: Ruleset, name: str, word: str) -> GameView:
    """A board on which one player has laid one word, in its middle."""
    rows = len(ruleset.board.rows)
    start = geometry(ruleset.columns, rows).names[rows // 2 * ruleset.columns + (ruleset.columns - len(word)) // 2]
    sheet = Sheet(ruleset, None, (name,), {}, incomplete=True, records=())
    position = Position(sheet)
    played = Played(0, "", name, "", None, None, start, Direction.ACROSS, tuple(map(Sign, word)))
    position.scores[name] = position.lay(played, position.new_tiles(played))
    return show(sheet, position)
