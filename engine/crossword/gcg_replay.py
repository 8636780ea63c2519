"""Replaying a recorded game to recompute and compare every score. Judges no word and draws no tile.

A play that breaks a rule but clearly says which tiles lie where is reported and stays on the board. After a play that
cannot be read or laid, the board is unknown: later plays are read and counted, but not compared. An unreadable line
that was no turn, since the turns go on without it, changes nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.gcg_records import (
    PRICE,
    Adjusted,
    Departed,
    Exchanged,
    GcgFile,
    Passed,
    Played,
    PlayerLine,
    Pragma,
    RackCounted,
    Record,
    Scored,
    TurnRecord,
    UnreadableLine,
    Withdrawn,
    read_rack,
)
from engine.crossword.placement import Play, place_tiles, run_through
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score, bingo_points, cell_points, score_play
from engine.crossword.tiles import face_of, letter_on, sum_points
from engine.crossword.view import BonusCell, GameView, LastTurn, SeatView
from engine.errors import Refusal


class ImpossibleError(Exception):
    """A recorded play cannot lie as it is written.

    ``tiles`` holds the new tiles if they are clear although a rule is broken, else nothing.
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
    bag: int
    racks: dict[str, int]


class Position:
    """The board while a record is replayed, and the number of tiles in the bag and on racks."""

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
        """The tiles that a recorded word adds, by cell index; raises ImpossibleError if it does not fit the board."""
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
        """Put a recorded play's new tiles on the board and return their score; raises ImpossibleError if illegal."""
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
        """Put tiles on the board without checking the rules, and refill the rack."""
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
    """The position as the group would see it; no seat is on turn if the record says that the game is over."""
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
"""How many possible totals are remembered, the newest, if a record's totals are repeatedly wrong."""


class RunningTotal:
    """One player's total: as computed, and every value from which the record may continue.

    After an unreadable line nothing is known, and the next recorded total is accepted.
    """

    def __init__(self) -> None:
        self.computed = 0
        self._bases: tuple[int, ...] = (0,)
        """The possible totals, each once, newest last; empty if unknown."""

    def possible_gains(self, total: int | None) -> set[int]:
        """The gains that explain a line's total, one for each possible total before it; empty if none is known."""
        return set() if total is None else {total - base for base in (self._bases and {self.computed, *self._bases})}

    def lose_track(self) -> None:
        """Note that a score could not be read."""
        self._bases = ()

    def add_line(self, recorded: int, computed: int, total: int | None) -> bool:
        """Add a line and return whether its total follows from the computed or the recorded total."""
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


class Mismatch(Struct, frozen=True):
    """A recorded score or total that differs from the computed one."""

    line: int
    text: str
    recorded: int
    computed: int


class Problem(Struct, frozen=True):
    """A line that is unreadable or impossible."""

    line: int
    reason: str


class Replay(Struct, frozen=True):
    """The findings of a replay; ``plays`` counts placements, including withdrawn ones."""

    plays: int
    mismatches: tuple[Mismatch, ...]
    problems: tuple[Problem, ...]
    position: Position
    board_known: bool
    """Whether every play so far could be read and laid."""


def replay_gcg(gcg_file: GcgFile, turns: int | None = None) -> Replay:
    """Replay a record and compare its scores, up to ``turns`` plays, passes and exchanges if given."""
    follower = _Replayer(gcg_file)
    for number, record in enumerate(gcg_file.records):
        if turns is not None and isinstance(record, TurnRecord) and follower.position.turns >= turns:
            follower.position.mover = record.nick
            break
        follower.replay_record(number, record)
    else:
        follower.decide_mover()
    mismatches, problems = tuple(follower.mismatches), tuple(follower.problems)
    return Replay(follower.plays, mismatches, problems, follower.position, follower.knows_board)


class _Replayer:
    def __init__(self, gcg_file: GcgFile) -> None:
        self.position: Final = Position(gcg_file)
        self.plays = 0
        self.mismatches: Final[list[Mismatch]] = []
        self.problems: Final[list[Problem]] = []
        self._gcg_file: Final = gcg_file
        self._letters: Final = load_alphabet(gcg_file.ruleset.language)
        self._totals: Final = {nick: RunningTotal() for nick in gcg_file.nicks}
        self._doubt: tuple[str | None, int] | None = None
        """The player at whose turn the board became unknown, and how many turns had been taken then."""
        self._over = False
        self._exceeded: set[str] = set()

    @property
    def knows_board(self) -> bool:
        """Whether every play so far could be read and laid."""
        return self._doubt is None

    def replay_record(self, number: int, record: Record) -> None:
        match record:
            case PlayerLine() | Pragma():
                pass
            case Departed():
                self._apply_departure(record)
            case UnreadableLine():
                self._add_problem(record, record.reason)
                if record.entry is not None:
                    self._replay_entry(record.entry)
                elif record.text.startswith(">"):
                    self._skip_unreadable(number, record.nick)
            case _:
                self.plays += isinstance(record, Played)
                self._replay_entry(record)

    def _apply_departure(self, record: Departed) -> None:
        position = self.position
        (position.retired if record.why == "retired" else position.gone).add(record.nick)
        position.last = LastTurn(self._gcg_file.nicks.index(record.nick), record.why)
        if position.mover == record.nick:
            position.mover = self._next_nick(record.nick)

    def decide_mover(self) -> None:
        """Set the player on turn; none, unless the record says that the game is not over."""
        if self._over or not self._gcg_file.incomplete:
            self.position.mover = None

    def _is_turn_lost(self, number: int, nick: str | None) -> bool:
        """Whether the turns around an unreadable line show that it was a turn."""
        records = self._gcg_file.records
        before = next((turn for turn in reversed(records[:number]) if isinstance(turn, TurnRecord)), None)
        after = next((turn for turn in records[number + 1 :] if isinstance(turn, TurnRecord)), None)
        if after is None:
            return True
        return nick != after.nick if before is None else self._next_nick(before.nick) != after.nick

    def _skip_unreadable(self, number: int, nick: str | None) -> None:
        """Account for an unreadable scored line, which may have been a turn."""
        for other, total in self._totals.items():
            if nick is None or nick == other:
                total.lose_track()
        if self._is_turn_lost(number, nick):
            self._lose_track(nick)

    def _next_nick(self, nick: str) -> str:
        away = self.position.gone | self.position.retired
        nicks = [other for other in self._gcg_file.nicks if other == nick or other not in away]
        return nicks[(nicks.index(nick) + 1) % len(nicks)]

    def _lose_track(self, nick: str | None) -> None:
        self._doubt = self._doubt or (nick, self.position.turns)

    def _replay_entry(self, record: Scored) -> None:
        match record:
            case Played():
                self._count_turn(record)
                self._compare_score(record, self._lay_play(record))
            case Passed():
                self._count_turn(record)
                self._compare_score(record, 0)
            case Exchanged():
                self._count_turn(record)
                if record.count > self._gcg_file.ruleset.rack:
                    self._add_problem(record, f"it exchanges {record.count} tiles, more than a rack holds")
                self._check_rack(record, record.tiles or (), self.position.rack_size(record.nick))
                self._compare_score(record, 0)
            case Withdrawn():
                if record.score == 0:  # some programs write +0 and deduct the play only in the total
                    record = replace(record, score=None)
                self._compare_score(record, self._withdraw_play(record))
            case RackCounted():
                self._over = True
                self._compare_score(record, self._rack_points(record))
            case Adjusted():
                self._compare_score(record, self._adjustment_points(record))
            case _:
                assert_never(record)

    def _count_turn(self, record: Scored) -> None:
        self.position.turns += 1
        self.position.last = self._last_turn(record)
        self.position.mover = self._next_nick(record.nick)

    def _last_turn(self, record: Scored) -> LastTurn | None:
        seat = self._gcg_file.nicks.index(record.nick)
        match record:
            case Passed():
                return LastTurn(seat, "pass")
            case Exchanged(count=count):
                return LastTurn(seat, "exchange", exchanged=count)
            case _:
                return None

    def _lay_play(self, record: Played) -> int | None:
        if self._doubt:
            return None
        held = self.position.rack_size(record.nick)
        try:
            tiles = self.position.new_tiles(record)
            score = self.position.lay_play(record, tiles)
        except ImpossibleError as impossible:
            self._add_problem(record, str(impossible))
            if not impossible.tiles:
                self._lose_track(record.nick)
                return None
            tiles, score = impossible.tiles, None
            self.position.put_tiles(record, tiles)
        self._check_bag(record)
        self._check_rack(record, map(face_of, tiles.values()), held)
        return score

    def _withdraw_play(self, record: Withdrawn) -> int | None:
        """Take the player's last play back and return the score that its line must have."""
        if self._doubt:
            if self._doubt in {(record.nick, self.position.turns), (record.nick, self.position.turns - 1)}:
                self._doubt = None
            return None
        play = self.position.last_play
        if play is None or play.nick != record.nick:
            self._add_problem(record, f"{record.nick} has no play to take back: the last one is not theirs")
            return None
        self.position.remove_last_play()
        if play.computed is None or record.score == -(play.recorded or 0):
            return record.score
        return -play.computed

    def _compare_score(self, record: Scored, computed: int | None) -> None:
        """Compare a line's score or, without one, its total, so that no fault is reported twice."""
        total = self._totals[record.nick]
        if record.score is None and computed is None:
            total.lose_track()
            return
        recorded = record.score if record.score is not None else computed or 0
        right = recorded if computed is None else computed
        agrees = total.add_line(recorded, right, record.total)
        self.position.scores[record.nick] = total.computed
        if recorded != right:
            self.mismatches.append(Mismatch(record.line, record.text, recorded, right))
        elif not agrees and record.total is not None:
            self.mismatches.append(Mismatch(record.line, record.text, record.total, total.computed))

    def _rack_points(self, record: RackCounted) -> int:
        """The points of the tiles left at the end: their value, twice it, or minus it.

        Transfer and double are both in use (RULES §3.5); the record's own figures tell which, first of all the growth
        of the total.
        """
        once = sum_points(record.tiles, self._gcg_file.ruleset.values)
        possible = (once, 2 * once, -once)
        grown = self._totals[record.nick].possible_gains(record.total) & set(possible)
        if grown:
            return record.score if record.score in grown else min(grown)
        score = once if record.score is None else record.score
        return -once if score < 0 else min(once, 2 * once, key=lambda each: abs(score - each))

    def _adjustment_points(self, record: Adjusted) -> int | None:
        """The recorded points of a challenge or the clock, or the total's growth if only that is a multiple of five."""
        gains = self._totals[record.nick].possible_gains(record.total)
        if record.score is None or record.score % PRICE == 0:
            return record.score
        return next((gain for gain in sorted(gains) if gain % PRICE == 0), record.score)

    def _check_rack(self, record: TurnRecord, used: Iterable[str], held: int) -> None:
        """Report tiles that a fully written rack lacks: ``held`` tiles, no more blanks than exist."""
        rack = read_rack(record.rack, self._letters)
        is_full = len(rack) == held and rack.count(BLANK) <= self._gcg_file.ruleset.counts.get(BLANK, 0)
        if is_full and (lacked := "".join((Counter(used) - Counter(rack)).elements())):
            self._add_problem(record, f"the rack {record.rack} lacks {lacked}")

    def _check_bag(self, record: Played) -> None:
        """Report, once each, faces that are more frequent on the board than in the bag."""
        there = Counter(face_of(tile) for tile in self.position.cells if tile)
        for tile, count in there.items():
            held = self._gcg_file.ruleset.counts.get(tile, 0)
            if count > held and tile not in self._exceeded:
                self._exceeded.add(tile)
                name = "blank" if tile == BLANK else tile
                self._add_problem(record, f"the board has {count} tiles {name} with it, the bag only {held}")

    def _add_problem(self, record: Record, reason: str) -> None:
        self.problems.append(Problem(record.line, reason))
