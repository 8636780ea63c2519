"""A newcomer's first game on a board: the smallest board of their language, and what each step of it is for."""

from typing import Final

from msgspec.structs import replace

from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.sketches import BoardSketch, OwnBoardSketch, board_sketch, own_board_sketch
from bot.families.crossword.typed_moves import small_digits, tile_sign
from bot.families.own_board import HOME_STEP, FirstGame, OwnBoardContext, Tutorial, split_step
from bot.pictures import PictureStyle
from bot.tables.table_loader import require_game_of
from bot.wording.speaker import Speaker, join_lines
from engine.alphabet import BLANK
from engine.crossword.gcg_records import GcgFile, Played
from engine.crossword.gcg_replay import Position, to_view
from engine.crossword.notation import Sign
from engine.crossword.premiums import Direction, PremiumBoard, geometry, premium_board
from engine.crossword.ruleset import Board, Ruleset
from engine.crossword.scoring import tile_points
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.view import GameView, WordScore
from render.pointer import Pointer
from render.rack import RackArrangement

_OPTIONS: Final = {"clock": "none", "challenge": "void", "hints": "free"}
"""Nobody hurries, a word that does not count is refused at once, and a hint costs nothing."""
_HOME_MESSAGES: Final = ("tutorial-tiles", "tutorial-cross", "tutorial-other-turns", "tutorial-done")
"""What is said of the whole board, by how many turns the newcomer has taken."""

_STEP_MESSAGES: Final = {
    StepKind.WORD: "tutorial-spell",
    StepKind.WORD_BLANK: "tutorial-blank",
    StepKind.BLANK: "tutorial-blank",
    StepKind.PLACEMENTS: "tutorial-place",
    StepKind.LAY: "tutorial-confirm",
    StepKind.PLACED: "tutorial-confirm",
}

_GUIDED_TURNS: Final = 2
"""In so many turns every step is explained; later ones are the same again."""


def smallest_game(language: str) -> Ruleset | None:
    """The game with the smallest board, of several the first by id; ``None`` if none is in that language."""
    own = [one for one in crossword_rulesets().values() if one.language == language and one.places]
    return min(own, key=lambda one: (len(one.board.rows) * one.columns, one.tiles, one.id), default=None)


class CrosswordTutorial(Tutorial):
    """Three turns: tiles and the first word, a word across another, and what else a turn may be."""

    def choose_first_game(self, language: str) -> FirstGame | None:
        """The game with the smallest board."""
        ruleset = smallest_game(language)
        if ruleset is None:
            return None
        offered = ruleset.options()
        chosen = {name: value for name, value in _OPTIONS.items() if name in offered and value in offered[name].values}
        return FirstGame(ruleset, chosen)

    def describe_step(self, own: OwnBoardContext, step: str) -> str:
        """On the newcomer's turn alone."""
        state, turns = require_game_of(GameState, own.game), _turns_taken(own)
        if state.turn != own.seat or turns >= len(_HOME_MESSAGES):
            return ""
        if step in {HOME_STEP, StepKind.SHUFFLE}:
            return own.speaker.html(_home_message(turns, is_empty=not any(state.cells)))
        message = _STEP_MESSAGES.get(split_step(StepKind, step)[0]) if turns < _GUIDED_TURNS else None
        return "" if message is None else own.speaker.html(message)

    def is_over(self, own: OwnBoardContext) -> bool:
        """From the turn on in which the last sentence is said."""
        return _turns_taken(own) >= len(_HOME_MESSAGES) - 1

    def explain_turn(self, view: GameView, user: int, speaker: Speaker) -> str:
        """The points of each tile, what multiplied them, and what came on top; while there is something to say."""
        turn = view.last
        if turn is None or turn.kind != "play" or view.seats[turn.seat].user != user:
            return ""
        if view.number > len(_HOME_MESSAGES) * len(view.seats):
            return ""
        board = premium_board(Board(rows=view.premiums, centre_doubles=True))
        lines = [_explain_word(word, view, board, speaker) for word in turn.words]
        bingo = speaker.html("tutorial-why-bingo", points=turn.bingo) if turn.bingo else ""
        cell = speaker.html("tutorial-why-cell", points=turn.cell_bonus) if turn.cell_bonus else ""
        return join_lines(
            speaker.html("tutorial-why", score=turn.score), *lines, bingo, cell, speaker.html("tutorial-why-premiums")
        )


def _home_message(turns: int, *, is_empty: bool) -> str:
    if is_empty:
        return _HOME_MESSAGES[0 if turns < _GUIDED_TURNS else turns]
    return _HOME_MESSAGES[turns] if turns else "tutorial-tiles-join"


def _turns_taken(own: OwnBoardContext) -> int:
    """How many turns the newcomer has taken, given that it is their turn: two play in turn."""
    return own.game.number // len(own.game.players)


def _explain_word(word: WordScore, view: GameView, board: PremiumBoard, speaker: Speaker) -> str:
    """A word's sum. What multiplies the whole word follows from its score, whichever rule that is by."""
    new = set(() if view.last is None else view.last.cells)
    parts, total = [], 0
    for cell in word.cells:
        index = board.grid.indices[cell]
        tile = view.cells[index]
        times = board.letter_multipliers[index] if cell in new else 1
        points = tile_points(tile, view.values)
        total += points * times
        parts.append(f"{tile_sign(tile)}{small_digits(points)}{f'×{times}' if times > 1 and points else ''}")
    letters, times = " + ".join(parts), word.score // total if total else 1
    if times > 1:
        return speaker.html("tutorial-why-times", word=word.word, letters=letters, times=times, points=word.score)
    return speaker.html("tutorial-why-word", word=word.word, letters=letters, points=word.score)


def example_sketch(name: str, style: PictureStyle, speaker: Speaker, *, foreign: bool) -> BoardSketch:
    """The picture of such a board, in the style's language or in a ``foreign`` one, with a player of this name."""
    game = next(one for one in crossword_rulesets().values() if (one.language != style.language) is foreign)
    board = board_with_word(game, name, speaker.in_language(game.language).plain("sample-word"))
    return board_sketch(board, speaker.about_table(game.title), style)


def greeting_sketch(style: PictureStyle, speaker: Speaker) -> OwnBoardSketch:
    """A word that is being laid across another one, on the board of the language's first game, above the rack."""
    game = smallest_game(style.language) or next(iter(crossword_rulesets().values()))
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
        style,
        arrangement=RackArrangement(used=tuple(range(len(tiles)))),
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
