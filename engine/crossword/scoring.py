"""Scoring (RULES §1.6): every word with its premiums, the bingo, and the random bonus cell."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.absence import PlayerReplaced
from engine.alphabet import BLANK
from engine.crossword.events import Event, PlayChallenged, PlayWithdrawn, TilesPlaced, TurnUndone
from engine.crossword.placement import Play, Run
from engine.crossword.premiums import Direction, PremiumBoard
from engine.crossword.ruleset import FourWord, Ruleset, Scoring
from engine.crossword.view import Highlight, Highlights, WordScore
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures


class Score(Struct, frozen=True):
    """A play's points; ``total`` is the sum of words, bingo and cell bonus."""

    words: tuple[WordScore, ...]
    bingo: int
    cell_bonus: int
    total: int


def score_play(
    play: Play,
    cells: Sequence[str],
    board: PremiumBoard,
    values: Mapping[str, int],
    *,
    four_word: FourWord,
    bingo: int = 0,
    cell_bonus: int = 0,
) -> Score:
    """Score a play; ``four_word``: how the table reads 4W cells (RULES §5.5)."""
    words = tuple(
        WordScore(
            run.word,
            _score_word(run, play.tiles, cells, board, values, four_word=four_word),
            tuple(board.grid.names[i] for i in run.cells),
        )
        for run in play.words
    )
    return Score(words, bingo, cell_bonus, sum(word.score for word in words) + bingo + cell_bonus)


def _score_word(
    run: Run,
    new: Mapping[int, str],
    cells: Sequence[str],
    board: PremiumBoard,
    values: Mapping[str, int],
    *,
    four_word: FourWord,
) -> int:
    total = 0
    multiplier = 1
    first, last = run.cells[0], run.cells[-1]
    direction = Direction.ACROSS if last - first < board.grid.columns else Direction.DOWN
    for index in run.cells:
        tile = new.get(index)
        if tile is None:
            total += tile_points(cells[index], values)
        else:
            total += tile_points(tile, values) * board.letter_multipliers[index]
            multiplier *= board.word_multipliers[index]
            multiplier *= board.four_word_multiplier(
                index, direction, four_word, first=index == first, last=index == last
            )
    return total * multiplier


def tile_points(tile: str, values: Mapping[str, int]) -> int:
    """The points of a tile on the board: 0 for a blank, whatever it stands for (RULES §1.2)."""
    return 0 if tile.startswith(BLANK) else values[tile]


def bingo_points(rules: Ruleset, used: int, held: int) -> int:
    """The bingo bonus for ``used`` tiles from a rack of ``held`` (RULES §2.4)."""
    return rules.scoring.bingo if used == rules.bingo_tiles(held) else 0


def cell_points(scoring: Scoring, play: Play, bonus: int | None) -> int:
    """The bonus cell's points for the play that first covers it (RULES §2.5); ``bonus`` is its index."""
    if scoring.cell is None or bonus is None or bonus not in play.tiles:
        return 0
    return scoring.cell.points


def update_highlights(highlights: Highlights, seat: int, words: tuple[WordScore, ...], score: int) -> Highlights:
    """Update the best word and the best play of a game after a play; ties keep the earlier one."""
    word = max(words, key=lambda one: one.score)
    return Highlights(
        word=_better_highlight(highlights.word, Highlight(seat, word, word.score)),
        play=_better_highlight(highlights.play, Highlight(seat, words[0], score)),
    )


def _better_highlight(held: Highlight | None, new: Highlight) -> Highlight:
    return new if held is None or new.score > held.score else held


def seat_figures(seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
    """Count what each of ``seats`` seats did; plays that were withdrawn, taken back or undone do not count."""
    tally = FiguresTally(seats)
    for event in events:
        match event:
            case TilesPlaced():
                words = tuple((word.word, word.score) for word in event.words)
                tally.add_play(CountedPlay(event.seat, event.score, words, event.bingo > 0))
            case PlayWithdrawn():
                tally.drop_newest_play(event.seat)
            case TurnUndone(kind="play"):
                tally.drop_newest_play(event.seat)
            case PlayChallenged(challenge=challenge):
                tally.add_challenge(challenge.challenger, won=challenge.withdrawn)
            case PlayerReplaced():
                tally.reset_seat(event.seat)
            case _:
                pass
    return tally.to_figures()
