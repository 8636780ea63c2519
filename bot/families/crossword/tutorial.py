"""A newcomer's first game of four prepared plays on a small board; and example pictures of boards.

It is not stored: a page follows from its number and the plays in the text files.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.families.crossword.sketches import (
    BoardSketch,
    OwnBoardSketch,
    PlayPreview,
    board_as_html,
    board_sketch,
    own_board_sketch,
)
from bot.families.crossword.typed_moves import ARROWS, places_used, small_digits, tile_sign
from bot.families.own_board import FirstGame, OwnBoardPage, StepButton, Tutorial
from bot.pictures import PictureStyle
from bot.telegram.keyboards import STYLE_SUCCESS
from bot.wording.speaker import Speaker, join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.gcg_records import GcgFile, Played
from engine.crossword.gcg_replay import Position, to_view
from engine.crossword.notation import Sign, parse_move
from engine.crossword.premiums import Direction, PremiumBoard, geometry, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import tile_points
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.view import GameView, LastTurn, WordScore
from render.pointer import NO_POINTER, Pointer
from render.rack import RackArrangement
from render.text import format_points

_OPTIONS: Final = {"clock": "none", "challenge": "void", "hints": "free"}  # invalid words are refused at once
_PLAYS: Final = "tutorial-plays"  # the message with all plays, the newcomer's first: `6D SÜT / D6 SES`, as in GCG
_COMPUTER: Final = "🤖"
_SPELL_MESSAGES: Final = ("tutorial-spell-1", "tutorial-spell-2", "tutorial-spell-3", "tutorial-spell-4")
_PLACE_MESSAGES: Final = ("tutorial-place-1", "tutorial-place-2", "tutorial-place-2", "tutorial-place-2")
_CONFIRM_MESSAGES: Final = ("tutorial-confirm-1", "tutorial-confirm-2", "tutorial-confirm-3", "tutorial-confirm-4")
"""The messages of each play: before its letters are tapped, before its place is, and before it is played."""


def smallest_game(language: str) -> Ruleset | None:
    """The game with the smallest board, of equal ones the first by id; ``None`` if the language has no game."""
    own = [one for one in crossword_rulesets().values() if one.language == language and one.places]
    return min(own, key=lambda one: (len(one.board.rows) * one.columns, one.tiles, one.id), default=None)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What a page shows: a play, how many of its tiles are spelled, and whether its place is chosen."""

    play: int  # the number of the newcomer's play, from 0
    spelt: int
    asks_letter: bool = False  # whether the page asks for the letter of the blank tapped last
    is_laid: bool = False


@dataclass(frozen=True)
class _PreparedPlay:
    before: GameView
    tiles: dict[str, str]  # new tiles by cell, in the order of the word
    turn: LastTurn
    start: str  # the first cell of the word
    direction: Direction

    @property
    def word(self) -> str:
        return self.turn.words[0].word


class PreparedGame:
    """The plays of a language's first game, and its pages by number.

    The newcomer's rack has the tiles of their next plays, up to seven, in alphabetical order.
    """

    def __init__(self, rules: Ruleset, plays: str) -> None:
        smallest = min(crossword_rulesets().values(), key=lambda one: one.columns * len(one.board.rows))
        self.rules: Final = replace(rules, board=smallest.board)
        nicks = ("0", "1")
        gcg = GcgFile(self.rules, None, nicks, {}, incomplete=True, records=())
        position, found = Position(gcg), list[_PreparedPlay]()
        for number, text in enumerate(plays.split(" / ")):
            move = parse_move(text, load_alphabet(self.rules.language))
            nick = nicks[number % 2]
            played = Played(0, "", nick, "", None, None, move.cell, move.direction, move.signs)
            before, tiles = to_view(gcg, position), position.new_tiles(played)
            position.scores[nick] += position.lay_play(played, tiles)
            if position.last is None:
                raise ValueError(text)
            laid = {position.board.grid.names[index]: tile for index, tile in tiles.items()}
            found.append(_PreparedPlay(before, laid, position.last, move.cell, move.direction))
        self.plays: Final = tuple(found)
        """All plays in turn, the newcomer's first."""
        self.ended: Final = to_view(gcg, position)
        """The board and the scores after the last play."""

    @property
    def stages(self) -> list[_Stage]:
        """The stage of each page, except the last page, which ends the game."""
        stages = []
        for play, prepared in enumerate(self.plays[::2]):
            for spelt, tile in enumerate(prepared.tiles.values()):
                stages.append(_Stage(play, spelt))
                if face_of(tile) == BLANK:
                    stages.append(_Stage(play, spelt, asks_letter=True))
            stages += (_Stage(play, len(prepared.tiles), is_laid=is_laid) for is_laid in (False, True))
        return stages

    def rack(self, play: int) -> tuple[str, ...]:
        """The newcomer's tiles before one of their plays."""
        coming = [face_of(tile) for one in self.plays[2 * play :: 2] for tile in one.tiles.values()]
        alphabet = load_alphabet(self.rules.language)
        return tuple(sorted(coming[: self.rules.rack], key=lambda face: (face == BLANK, alphabet.rank(face))))


class CrosswordTutorial(Tutorial):
    """A first game of four plays: a word, a word through a letter of the board, one with a blank, and a bingo."""

    def choose_first_game(self, language: str) -> FirstGame | None:
        """The game with the smallest board."""
        ruleset = smallest_game(language)
        if ruleset is None:
            return None
        offered = ruleset.options()
        chosen = {name: value for name, value in _OPTIONS.items() if name in offered and value in offered[name].values}
        return FirstGame(ruleset, chosen)

    def build_page(self, language: str, number: int, speaker: Speaker, style: PictureStyle) -> OwnBoardPage | None:
        """Page ``number``, counted from 0, with its one right button; the page after the last play has none."""
        ruleset, spoken = smallest_game(language), speaker.in_language(language)
        if ruleset is None or not spoken.has_message(_PLAYS):
            return None
        prepared = PreparedGame(ruleset, spoken.plain(_PLAYS))
        about, stages = speaker.about_table(ruleset.title), prepared.stages
        if number < len(stages):
            return _page_of_stage(prepared, stages[number], number + 1, about, style)
        play, view = prepared.plays[-1], _named_view(prepared.ended, about)
        text = about.html("tutorial-done", word=play.word, score=play.turn.score)
        return OwnBoardPage(text, board_sketch(view, about, style), partial(board_as_html, view))


def _page_of_stage(
    prepared: PreparedGame, stage: _Stage, following: int, speaker: Speaker, style: PictureStyle
) -> OwnBoardPage:
    play, rack = prepared.plays[2 * stage.play], prepared.rack(stage.play)
    spelt = list(play.tiles.items())[: stage.spelt + stage.asks_letter]
    view = replace(_named_view(play.before, speaker), viewer=0, rack=rack, turn=0)
    sketch = own_board_sketch(
        view,
        speaker,
        style,
        arrangement=RackArrangement(used=tuple(places_used(rack, [tile for _, tile in spelt]))),
        preview=PlayPreview(play.turn, play.tiles) if stage.is_laid else None,
        pointer=Pointer(cell=next(iter(play.tiles)), directions=(play.direction,))
        if stage.spelt == len(play.tiles) and not stage.is_laid
        else NO_POINTER,
    )
    label, colour = _right_key(prepared, play, stage, speaker), STYLE_SUCCESS if stage.is_laid else None
    rows = [[StepButton(label, str(following), style=colour)]]
    return OwnBoardPage(_text(prepared, play, stage, speaker), sketch, partial(board_as_html, view), rows)


def _named_view(view: GameView, speaker: Speaker) -> GameView:
    you, computer = view.seats
    names = speaker.plain("greeting-player"), _COMPUTER
    return replace(view, seats=(replace(you, name=names[0]), replace(computer, name=names[1])))


def _right_key(prepared: PreparedGame, play: _PreparedPlay, stage: _Stage, speaker: Speaker) -> str:
    if stage.is_laid:
        return speaker.plain("own-board-lay", word=play.word, score=play.turn.score)
    if stage.spelt == len(play.tiles):
        return f"{format_points(play.turn.score)} · {play.start} {ARROWS[play.direction]}"
    tile = list(play.tiles.values())[stage.spelt]
    if stage.asks_letter:
        return letter_on(tile)
    return f"{tile_sign(face_of(tile))}{small_digits(tile_points(tile, prepared.rules.values))}"


def _text(prepared: PreparedGame, play: _PreparedPlay, stage: _Stage, speaker: Speaker) -> str:
    tiles = list(play.tiles.values())
    if stage.asks_letter:
        return speaker.html("own-board-which-letter")
    if stage.is_laid:
        board = premium_board(prepared.rules.board)
        lines = [_explain_word(word, play, board, speaker) for word in play.turn.words]
        bingo = speaker.html("tutorial-why-bingo", points=play.turn.bingo) if play.turn.bingo else ""
        return join_lines(speaker.html(_CONFIRM_MESSAGES[stage.play]), *lines, bingo)
    if stage.spelt == len(tiles):
        return speaker.html(_PLACE_MESSAGES[stage.play], word=play.word)
    if stage.spelt:
        return f"<b>{''.join(map(letter_on, tiles[: stage.spelt]))}</b>"
    letters = " ".join(tile_sign(face_of(tile)) for tile in tiles)
    told = speaker.html(_SPELL_MESSAGES[stage.play], word=play.word, letters=letters)
    if not stage.play:
        return told
    own, other = prepared.plays[2 * stage.play - 2 : 2 * stage.play]
    own_score, points = own.turn.score, other.turn.score
    news = speaker.html("tutorial-news", word=own.word, score=own_score, other=other.word, points=points)
    return join_lines(news, told)


def _explain_word(word: WordScore, play: _PreparedPlay, board: PremiumBoard, speaker: Speaker) -> str:
    """How the points of a word add up; its factor is derived from the score, so that it holds for any rule."""
    parts, total = [], 0
    for cell in word.cells:
        index = board.grid.indices[cell]
        tile = play.tiles.get(cell) or play.before.cells[index]
        times = board.letter_multipliers[index] if cell in play.tiles else 1
        points = tile_points(tile, play.before.values)
        total += points * times
        parts.append(f"{tile_sign(letter_on(tile))}{small_digits(points)}{f'×{times}' if times > 1 and points else ''}")
    letters, times = " + ".join(parts), word.score // total if total else 1
    if times > 1:
        return speaker.html("tutorial-why-times", word=word.word, letters=letters, times=times, points=word.score)
    return speaker.html("tutorial-why-word", word=word.word, letters=letters, points=word.score)


def example_sketch(name: str, style: PictureStyle, speaker: Speaker, *, foreign: bool) -> BoardSketch:
    """A board in the style's language, or a ``foreign`` one, with a player of this name."""
    game = next(one for one in crossword_rulesets().values() if (one.language != style.language) is foreign)
    board = board_with_word(game, name, speaker.in_language(game.language).plain("sample-word"))
    return board_sketch(board, speaker.about_table(game.title), style)


def greeting_sketch(style: PictureStyle, speaker: Speaker) -> OwnBoardSketch:
    """The board of the language's first game, above a rack, with a word that is being laid across another."""
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
    """A board on which a player has laid one word, in the centre."""
    rows = len(ruleset.board.rows)
    start = geometry(ruleset.columns, rows).names[rows // 2 * ruleset.columns + (ruleset.columns - len(word)) // 2]
    gcg = GcgFile(ruleset, None, (name,), {}, incomplete=True, records=())
    position = Position(gcg)
    played = Played(0, "", name, "", None, None, start, Direction.ACROSS, tuple(map(Sign, word)))
    position.scores[name] = position.lay_play(played, position.new_tiles(played))
    return to_view(gcg, position)
