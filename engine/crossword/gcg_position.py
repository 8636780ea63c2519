"""A game as a record of it shows it: board, counts of tiles, scores; neither racks nor the bag's content.

Plays are laid as they are recorded; whether they are legal is what laying them reports. :func:`to_view` makes
the view that a picture is drawn from.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.crossword.gcg.records import GcgFile, Played
from engine.crossword.placement import Play, place_tiles, run_through
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score, bingo_points, cell_points, score_play
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.view import BonusCell, GameView, LastTurn, SeatView
from engine.errors import Refusal


class ImpossibleError(Exception):
    """A recorded play that cannot lie as it is written.

    ``tiles`` holds the new tiles where it is plain which they are although a rule is broken, else nothing.
    """

    def __init__(self, reason: str, tiles: Mapping[int, str] | None = None) -> None:
        super().__init__(reason)
        self.tiles: Final = dict(tiles or {})


class LaidPlay(Struct, frozen=True):
    """A play on the board: its tiles by cell index, its recorded score, and the computed one if legal."""

    nick: str
    tiles: dict[int, str]
    recorded: int | None
    computed: int | None


class _TileCounts(Struct, frozen=True):
    """How many tiles are in the bag and on each rack."""

    bag: int
    racks: dict[str, int]


class Position:
    """The board while a record is followed. Changed by its methods alone."""

    def __init__(self, gcg_file: GcgFile) -> None:
        self.rules: Final[Ruleset] = gcg_file.ruleset
        self.board: Final = premium_board(gcg_file.ruleset.board)
        self.cells = [""] * self.board.grid.size
        self.scores = dict.fromkeys(gcg_file.nicks, 0)
        self.gone: set[str] = set()
        self.retired: set[str] = set()
        self.turns = 0
        self.mover: str | None = None
        self.last: LastTurn | None = None
        self._nicks: Final = gcg_file.nicks
        self._bonus: Final = None if gcg_file.bonus is None else self.board.grid.indices[gcg_file.bonus]
        self._laid_plays: list[tuple[LaidPlay, _TileCounts]] = []
        dealt = dict.fromkeys(gcg_file.nicks, self.rules.rack)
        self._count = _TileCounts(max(0, self.rules.tiles - sum(dealt.values())), dealt)

    @property
    def bonus_taken(self) -> bool:
        """Whether a tile lies on the bonus cell."""
        return self._bonus is not None and bool(self.cells[self._bonus])

    @property
    def last_play(self) -> LaidPlay | None:
        """The last play that lies on the board."""
        return self._laid_plays[-1][0] if self._laid_plays else None

    @property
    def bag_size(self) -> int:
        """How many tiles the bag holds."""
        return self._count.bag

    def rack_size(self, nick: str) -> int:
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
            if there and sign.letter not in (None, letter_on(there)):
                raise ImpossibleError(f"{grid.names[index]} holds {letter_on(there)}, not {sign.letter}")
            if not there and (sign.on_board or sign.letter is None):
                raise ImpossibleError(f"{grid.names[index]} is empty, so no letter is there to play through")
            if not there:
                new[index] = f"?{sign.letter}" if sign.blank else f"{sign.letter}"
        if not new:
            raise ImpossibleError("it lays no new tile")
        whole = run_through(self.cells, new, grid, start, played.direction)
        if whole != run:
            spelt = "".join(letter_on(new.get(index) or self.cells[index]) for index in whole)
            raise ImpossibleError(f"the word on the board is {spelt}, from {grid.names[whole[0]]}", new)
        return new

    def lay_play(self, played: Played, tiles: Mapping[int, str]) -> int:
        """Put a recorded play's new tiles on the board; what they score.

        Raises:
            ImpossibleError: they break a rule of placement (RULES §1.5); the board is as before.
        """
        try:
            play = place_tiles(self.cells, self.board, tiles, self.rules.rack)
        except Refusal as refusal:
            raise ImpossibleError(_reason_text(refusal), tiles) from refusal
        points = self._score_play(play, len(played.rack) or len(tiles))
        self.put_tiles(played, tiles, points.total)
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

    def put_tiles(self, played: Played, tiles: Mapping[int, str], computed: int | None = None) -> None:
        """Put tiles on the board, whatever the rules say of them; the rack is refilled."""
        self._laid_plays.append((LaidPlay(played.nick, dict(tiles), played.score, computed), self._count))
        for index, tile in tiles.items():
            self.cells[index] = tile
        drawn = min(len(tiles), self._count.bag)
        left = max(0, self._count.racks[played.nick] - len(tiles))
        self._count = _TileCounts(self._count.bag - drawn, {**self._count.racks, played.nick: left + drawn})

    def remove_last_play(self) -> None:
        """Take the last play off the board."""
        play, self._count = self._laid_plays.pop()
        for index in play.tiles:
            self.cells[index] = ""
        self.last = None

    def _score_play(self, play: Play, held: int) -> Score:
        rules = self.rules
        return score_play(
            play,
            self.cells,
            self.board,
            rules.values,
            four_word=rules.scoring.four_word,
            bingo=bingo_points(rules, len(play.tiles), held),
            cell_bonus=0 if self.bonus_taken else cell_points(rules.scoring, play, self._bonus),
        )


def _reason_text(refusal: Refusal) -> str:
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


def to_view(gcg_file: GcgFile, position: Position) -> GameView:
    """The position as the group would see it; nobody is to move in a game that its record says is over."""
    rules = gcg_file.ruleset
    unseen = Counter(rules.counts)
    unseen.subtract(face_of(tile) for tile in position.cells if tile)
    bonus = None
    if gcg_file.bonus is not None and rules.scoring.cell is not None:
        bonus = BonusCell(gcg_file.bonus, rules.scoring.cell.points, position.bonus_taken)
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
                gcg_file.names.get(nick, nick),
                position.scores[nick],
                position.rack_size(nick),
                nick not in position.gone,
                nick in position.retired,
            )
            for seat, nick in enumerate(gcg_file.nicks)
        ),
        turn=None if position.mover is None else gcg_file.nicks.index(position.mover),
        number=position.turns,
        bag=position.bag_size,
        tiles=rules.tiles,
        unseen={tile: count for tile, count in unseen.items() if count > 0},
        bonus=bonus,
        last=position.last,
        judging=rules.judging,
        run=rules.ending.run,
        colours=rules.colours,
        four_word=rules.scoring.four_word,
        options=rules.options_in_use,
    )


_MOST_BASES: Final = 32
"""Of a record whose totals are wrong again and again, the newest are remembered."""


class RunningTotal:
    """One player's total: the computed one, and every one that the record may go on from.

    After a line that could not be read nothing is known, and the next total is believed.
    """

    def __init__(self) -> None:
        self.computed = 0
        self._bases: tuple[int, ...] = (0,)
        """Each once, the newest last."""

    def possible_gains(self, total: int | None) -> set[int]:
        """What a line must have brought for its total to follow; empty where nothing is known."""
        return set() if total is None else {total - base for base in (self._bases and {self.computed, *self._bases})}

    def lose_track(self) -> None:
        """Note that a score was lost."""
        self._bases = ()

    def add_line(self, recorded: int, computed: int, total: int | None) -> bool:
        """Book a line; whether its total follows from the computed run or from the recorded one."""
        if not self._bases:
            self.computed = self.computed + computed if total is None else total
            self._bases = () if total is None else (total,)
            return True
        self.computed += computed
        expected = (*(base + recorded for base in self._bases), self.computed)
        if total is None:
            self._bases = _newest_bases(expected)
            return True
        agrees = total in expected
        self._bases = (total,) if agrees else _newest_bases((*expected, total))
        return agrees


def _newest_bases(bases: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(reversed(bases)))[:_MOST_BASES][::-1]
