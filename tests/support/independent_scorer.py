"""The rules of placing and scoring once more, written plainly from RULES §1.5–1.6, §5.5 and slowly on purpose.

It shares no code with the engine: cells are (row, column) from the top left, the board is a dictionary.
"""

from collections.abc import Mapping

Spot = tuple[int, int]
Tiles = Mapping[Spot, str]
LETTER = {"d": 2, "t": 3, "q": 4}
WORD = {"D": 2, "T": 3}


def is_legal(old: Tiles, new: Tiles, rows: tuple[str, ...], rack_size: int) -> bool:
    """Whether new tiles lie as RULES §1.5 asks."""
    if not 1 <= len(new) <= rack_size or any(spot in old for spot in new):
        return False
    across = len({row for row, _ in new}) == 1
    down = len({column for _, column in new}) == 1
    if not (across or down):
        return False
    filled = set(old) | set(new)
    (top, left), (bottom, right) = min(new), max(new)
    bridge = {(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)}
    if not bridge <= filled:
        return False
    if not old:
        centre = next((r, row.index("*")) for r, row in enumerate(rows) if "*" in row)
        return centre in new and len(new) > 1
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return any((row + dr, column + dc) in old for row, column in new for dr, dc in steps)


def formed_words(old: Tiles, new: Tiles) -> list[list[Spot]]:
    """Every run of two or more tiles that holds a new tile, across or down, anywhere on the board."""
    board = {**old, **new}
    found = []
    for dr, dc in ((0, 1), (1, 0)):
        for row, column in board:
            if (row - dr, column - dc) in board:
                continue
            run = [(row, column)]
            while (run[-1][0] + dr, run[-1][1] + dc) in board:
                run.append((run[-1][0] + dr, run[-1][1] + dc))
            if len(run) > 1 and any(spot in new for spot in run):
                found.append(run)
    return found


def counts_fourfold(spot: Spot, run: list[Spot], rows: tuple[str, ...], four: str) -> bool:
    """Whether a 4W cell counts for a word: clockwise it must run on from the cell, and not come from behind it."""
    if four == "any":
        return True
    if four == "endpoint":
        return spot in (run[0], run[-1])
    row, column = spot
    bottom, right = len(rows) - 1, len(rows[0]) - 1
    if row == 0 and column != right:
        dr, dc = 0, 1
    elif column == right and row != bottom:
        dr, dc = 1, 0
    elif row == bottom and column != 0:
        dr, dc = 0, -1
    else:
        dr, dc = -1, 0
    return (row + dr, column + dc) in run and (row - dr, column - dc) not in run


def total_score(
    old: Tiles,
    new: Tiles,
    rows: tuple[str, ...],
    values: Mapping[str, int],
    *,
    bingo: int,
    bonus: Spot | None = None,
    bonus_points: int = 0,
    centre: int = 2,
    four: str = "clockwise",
) -> int:
    """What a play scores: its words, the bingo for seven tiles, the bonus for covering the bonus cell.

    ``centre`` is what the centre multiplies a word by; ``four`` is how cells that multiply by four are read.
    """
    board = {**old, **new}
    score = 0
    for run in formed_words(old, new):
        letters = 0
        times = 1
        for row, column in run:
            tile = board[row, column]
            worth = 0 if tile[0] == "?" else values[tile]
            if (row, column) in new:
                worth *= LETTER.get(rows[row][column], 1)
                times *= WORD.get(rows[row][column], 1)
                if rows[row][column] == "*":
                    times *= centre
                if rows[row][column] == "Q" and counts_fourfold((row, column), run, rows, four):
                    times *= 4
            letters += worth
        score += letters * times
    if len(new) == 7:
        score += bingo
    if bonus in new:
        score += bonus_points
    return score
