"""Sample positions of crossword games, from games that the engine plays against itself; the same in every run."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from msgspec.structs import replace

from bot.families import gallery
from bot.families.crossword import board_table
from bot.families.crossword.board_sketches import BoardSketch, OwnBoardSketch, board_sketch, own_board_sketch
from bot.families.crossword.tutorial import smallest_game
from bot.pictures.sketches import Look
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.crossword.gcg.records import GcgFile, Played
from engine.crossword.gcg_position import Position, to_view
from engine.crossword.geometry import Direction, geometry
from engine.crossword.notation import Sign
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Table, apply
from engine.lexicon import load_lexicon
from engine.rng import Draws
from render.pointer import Pointer
from render.rack import Hand

_TURN_TIME: Final = timedelta(seconds=37)
"""The length of every turn, so that clocks have something to show."""


def play_sample_game(ruleset: str, names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameState]:
    """Every state after a turn of a sample game whose words are judged at once; the last one is its end."""
    table = gallery.open_sample_lobby(ruleset, names, number, **options | {"challenge": "void"})
    words = load_lexicon(table.ruleset.lexicon)
    now, draws = gallery.SAMPLE_START, Draws(f"sample:{number}")
    state: Table | None = gallery.start_sample_game(table, number, words)
    while isinstance(state, GameState) and state.outcome is None:
        now += _TURN_TIME
        action, draws = random_move(state, draws, words, Habits())
        state = apply(state, action, now, words.__contains__).table
        if isinstance(state, GameState):
            yield state


def first_state_with_tiles(states: Iterator[GameState], tiles: int) -> GameState:
    """The first state with at least so many tiles on the board.

    Raises:
        LookupError: the game ended with fewer.
    """
    for state in states:
        played = state.last is not None and state.last.kind == "play"
        if played and state.outcome is None and sum(map(bool, state.cells)) >= tiles:
            return state
    raise LookupError(f"the game ended with fewer than {tiles} tiles on the board")


def view_for_seat(state: GameState, seat: int | None = None) -> GameView:
    """What the group, or a seat, may see of a state."""
    return board_table.view_for_user(state, None if seat is None else state.players[seat].user)


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
