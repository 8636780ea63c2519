"""A game as a record of it shows it: board, counts of tiles, scores; neither racks nor the bag's content.

Plays are laid as they are recorded; whether they are legal is what laying them reports. :func:`show` makes
the view that a picture is drawn from.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.crossword.gcg.records import Played, Sheet
from engine.crossword.placement import Play, place, run_through
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score, bingo_points, cell_points, score
from engine.crossword.tiles import face, letter
from engine.crossword.view import BonusCell, GameView, LastTurn, SeatView
from engine.errors import Refusal


class ImpossibleError(Exception):
    """A recorded play that cannot lie as it is written.

    ``tiles`` holds the new tiles where it is plain which they are although a rule is broken, else nothing.
    """

    def __init__(self, reason: str, tiles: Mapping[int, str] | None = None) -> None:
        super().__init__(reason)
        self.tiles: Final = dict(tiles or {})


class Laid(Struct, frozen=True):
    """A play on the board: its tiles by cell index, its recorded score, and the computed one if legal."""

    nick: str
    tiles: dict[int, str]
    recorded: int | None
    computed: int | None


class _Count(Struct, frozen=True):
    """How many tiles are in the bag and on each rack."""

    bag: int
    racks: dict[str, int]


class Position:
    """The board while a record is followed. Changed by its methods alone."""

    def __init__(self, sheet: Sheet) -> None:
        self.rules: Final[Ruleset] = sheet.ruleset
        self.board: Final = premium_board(sheet.ruleset.board)
        self.cells = [""] * self.board.grid.size
        self.scores = dict.fromkeys(sheet.nicks, 0)
        self.gone: set[str] = set()
        self.retired: set[str] = set()
        self.turns = 0
        self.mover: str | None = None
        self.last: LastTurn | None = None
        self._nicks: Final = sheet.nicks
        self._bonus: Final = None if sheet.bonus is None else self.board.grid.indices[sheet.bonus]
        self._laid: list[tuple[Laid, _Count]] = []
        dealt = dict.fromkeys(sheet.nicks, self.rules.rack)
        self._count = _Count(max(0, self.rules.tiles - sum(dealt.values())), dealt)

    @property
    def bonus_taken(self) -> bool:
        """Whether a tile lies on the bonus cell."""
        return self._bonus is not None and bool(self.cells[self._bonus])

    @property
    def last_laid(self) -> Laid | None:
        """The last play that lies on the board."""
        return self._laid[-1][0] if self._laid else None

    @property
    def in_bag(self) -> int:
        """How many tiles the bag holds."""
        return self._count.bag

    def on_rack(self, nick: str) -> int:
        """How many tiles a player's rack holds."""
        return self._count.racks[nick]

    def new_tiles(self, played: Played) -> dict[int, str]:
        """The tiles that a recorded word adds, by cell index.

        Raises:
            ImpossibleError: it does not fit the board.
        """
        grid = self.board.grid
        start = grid.indices.get(played.cell)
        if start is None:
            raise ImpossibleError(f"{played.cell} is no cell of the board, which ends with {grid.names[-1]}")
        line, first = grid.line(start, played.direction)
        run = line[first : first + len(played.signs)]
        if len(run) < len(played.signs):
            raise ImpossibleError(
                f"the word has {len(played.signs)} letters and {played.cell} leaves room for {len(run)}"
            )
        new = {}
        for index, sign in zip(run, played.signs, strict=True):
            there = self.cells[index]
            if there and sign.letter not in (None, letter(there)):
                raise ImpossibleError(f"{grid.names[index]} holds {letter(there)}, not {sign.letter}")
            if not there and (sign.on_board or sign.letter is None):
                raise ImpossibleError(f"{grid.names[index]} is empty, so no letter is there to play through")
            if not there:
                new[index] = f"?{sign.letter}" if sign.blank else f"{sign.letter}"
        if not new:
            raise ImpossibleError("it lays no new tile")
        whole = run_through(self.cells, new, grid, start, played.direction)
        if whole != run:
            spelt = "".join(letter(new.get(index) or self.cells[index]) for index in whole)
            raise ImpossibleError(f"the word on the board is {spelt}, from {grid.names[whole[0]]}", new)
        return new

    def lay(self, played: Played, tiles: Mapping[int, str]) -> int:
        """Put a recorded play's new tiles on the board; what they score.

        Raises:
            ImpossibleError: they break a rule of placement (RULES §1.5); the board is as before.
        """
        try:
            play = place(self.cells, self.board, tiles, self.rules.rack)
        except Refusal as refusal:
            raise ImpossibleError(_reason(refusal), tiles) from refusal
        points = self._score(play, len(played.rack) or len(tiles))
        self.put(played, tiles, points.total)
        self.last = LastTurn(
            self._nicks.index(played.nick),
            "play",
            tuple(self.board.grid.names[index] for index in play.tiles),
            points.words,
            points.bingo,
            points.cell_bonus,
            points.total,
        )
        return points.total

    def put(self, played: Played, tiles: Mapping[int, str], computed: int | None = None) -> None:
        """Put tiles on the board, whatever the rules say of them; the rack is refilled."""
        self._laid.append((Laid(played.nick, dict(tiles), played.score, computed), self._count))
        for index, tile in tiles.items():
            self.cells[index] = tile
        drawn = min(len(tiles), self._count.bag)
        left = max(0, self._count.racks[played.nick] - len(tiles))
        self._count = _Count(self._count.bag - drawn, {**self._count.racks, played.nick: left + drawn})

    def take_back(self) -> None:
        """Take the last play off the board."""
        laid, self._count = self._laid.pop()
        for index in laid.tiles:
            self.cells[index] = ""
        self.last = None

    def _score(self, play: Play, held: int) -> Score:
        rules = self.rules
        return score(
            play,
            self.cells,
            self.board,
            rules.values,
            four_word=rules.scoring.four_word,
            bingo=bingo_points(rules.scoring, len(play.tiles), held, rules.rack),
            cell_bonus=0 if self.bonus_taken else cell_points(rules.scoring, play, self._bonus),
        )


def _reason(refusal: Refusal) -> str:
    match refusal.code:
        case "off_centre":
            return f"the first play must cover {refusal.fields['centre']}"
        case "one_letter":
            return "the first play must lay at least two tiles"
        case "not_touching":
            return "the play touches no letter on the board"
        case "too_many_tiles":
            return f"the play lays more than {refusal.fields['most']} tiles"
        case _:
            return str(refusal)


def show(sheet: Sheet, position: Position) -> GameView:
    """The position as the group would see it; nobody is to move in a game that its record says is over."""
    rules = sheet.ruleset
    unseen = Counter(rules.counts)
    unseen.subtract(face(tile) for tile in position.cells if tile)
    bonus = None
    if sheet.bonus is not None and rules.scoring.cell is not None:
        bonus = BonusCell(sheet.bonus, rules.scoring.cell.points, position.bonus_taken)
    return GameView(
        ruleset=rules.id,
        language=rules.language,
        columns=rules.columns,
        rows=len(rules.board.rows),
        premiums=rules.board.rows,
        cells=tuple(position.cells),
        values=rules.values,
        seats=tuple(
            SeatView(
                seat,
                sheet.names.get(nick, nick),
                position.scores[nick],
                position.on_rack(nick),
                nick not in position.gone,
                nick in position.retired,
            )
            for seat, nick in enumerate(sheet.nicks)
        ),
        turn=None if position.mover is None else sheet.nicks.index(position.mover),
        number=position.turns,
        bag=position.in_bag,
        tiles=rules.tiles,
        unseen={tile: count for tile, count in unseen.items() if count > 0},
        bonus=bonus,
        last=position.last,
        judging=rules.judging,
        run=rules.ending.run,
        colours=rules.colours,
        four_word=rules.scoring.four_word,
        options=rules.in_use,
    )
