"""Replaying a recorded game: every score is computed anew and compared. Judges no word and draws no tile.

A play that breaks a rule but says plainly which tiles lie where is reported and stays on the board. After a
play that cannot be read, or that cannot lie as written, the board is unknown: the file's later plays are read and
counted, but no longer compared. A line that cannot be read and was no turn (the players go on taking turns
without it) changes nothing.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.gcg.entries import read_rack
from engine.crossword.gcg.records import (
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
)
from engine.crossword.gcg_position import ImpossibleError, Position, RunningTotal
from engine.crossword.tiles import face_of, sum_points
from engine.crossword.view import LastTurn


class Mismatch(Struct, frozen=True):
    """A recorded figure, a line's score or its total, that differs from the computed one."""

    line: int
    text: str
    recorded: int
    computed: int


class Problem(Struct, frozen=True):
    """A line that cannot be read or that tells something impossible."""

    line: int
    reason: str


class Replay(Struct, frozen=True):
    """What a replay found. ``plays`` counts placements, later withdrawn ones included."""

    plays: int
    mismatches: tuple[Mismatch, ...]
    problems: tuple[Problem, ...]
    position: Position
    board_known: bool
    """Whether every play before could be read and laid."""


def replay_gcg(gcg_file: GcgFile, turns: int | None = None) -> Replay:
    """Follow a record and compare its scores.

    Args:
        gcg_file: the file as read.
        turns: stop after so many plays, passes and exchanges; the whole game if ``None``.
    """
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
    """Goes through the records once."""

    def __init__(self, gcg_file: GcgFile) -> None:
        self.position: Final = Position(gcg_file)
        self.plays = 0
        self.mismatches: Final[list[Mismatch]] = []
        self.problems: Final[list[Problem]] = []
        self._gcg_file: Final = gcg_file
        self._letters: Final = load_alphabet(gcg_file.ruleset.language)
        self._totals: Final = {nick: RunningTotal() for nick in gcg_file.nicks}
        self._doubt: tuple[str | None, int] | None = None
        """By whose turn the board became unknown, and how many turns had been taken then."""
        self._over = False
        self._exceeded: set[str] = set()

    @property
    def knows_board(self) -> bool:
        """Whether every play so far could be read and laid."""
        return self._doubt is None

    def replay_record(self, number: int, record: Record) -> None:
        """Take one record; ``number`` is its place in the file."""
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
        """Decide who is to move: nobody, unless the record says that the game is not over."""
        if self._over or not self._gcg_file.incomplete:
            self.position.mover = None

    def _is_turn_lost(self, number: int, nick: str | None) -> bool:
        """Whether the turns around an unreadable line show that it was one of them."""
        records = self._gcg_file.records
        before = next((turn for turn in reversed(records[:number]) if isinstance(turn, TurnRecord)), None)
        after = next((turn for turn in records[number + 1 :] if isinstance(turn, TurnRecord)), None)
        if after is None:
            return True
        return nick != after.nick if before is None else self._next_nick(before.nick) != after.nick

    def _skip_unreadable(self, number: int, nick: str | None) -> None:
        """A scored line was lost, and perhaps a turn with it."""
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
                self._check_exchange(record)
                self._compare_score(record, 0)
            case Withdrawn():
                if record.score == 0:  # some programs write +0 and take the play back in the total only
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
        """Put a play on the board; its score, or ``None`` where it cannot be told."""
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
        """Take the player's last play back; the score that its line must have."""
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
        """Compare a line's score, or else its total, so that no fault is told twice."""
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
        """What the tiles left at the end give: their points, twice as much, or minus them.

        Transfer and double are both in use (RULES §3.5); which one a record follows shows in its own figures,
        first of all in what the total grew by.
        """
        once = sum_points(record.tiles, self._gcg_file.ruleset.values)
        possible = (once, 2 * once, -once)
        grown = self._totals[record.nick].possible_gains(record.total) & set(possible)
        if grown:
            return record.score if record.score in grown else min(grown)
        score = once if record.score is None else record.score
        return -once if score < 0 else min(once, 2 * once, key=lambda each: abs(score - each))

    def _adjustment_points(self, record: Adjusted) -> int | None:
        """A challenge's or the clock's price is as recorded, unless it is no multiple of five and the total is."""
        gains = self._totals[record.nick].possible_gains(record.total)
        if record.score is None or record.score % PRICE == 0:
            return record.score
        return next((gain for gain in sorted(gains) if gain % PRICE == 0), record.score)

    def _check_exchange(self, record: Exchanged) -> None:
        if record.count > self._gcg_file.ruleset.rack:
            self._add_problem(record, f"it exchanges {record.count} tiles, more than a rack holds")
        self._check_rack(record, record.tiles or (), self.position.rack_size(record.nick))

    def _check_rack(self, record: TurnRecord, used: Iterable[str], held: int) -> None:
        """Report tiles that the rack lacks, if it is written in full: ``held`` tiles, no more blanks than there are."""
        rack = read_rack(record.rack, self._letters)
        is_full = len(rack) == held and rack.count(BLANK) <= self._gcg_file.ruleset.counts.get(BLANK, 0)
        if is_full and (lacked := "".join((Counter(used) - Counter(rack)).elements())):
            self._add_problem(record, f"the rack {record.rack} lacks {lacked}")

    def _check_bag(self, record: Played) -> None:
        """Report each face that has become more frequent on the board than in the bag, once."""
        there = Counter(face_of(tile) for tile in self.position.cells if tile)
        for tile, count in there.items():
            held = self._gcg_file.ruleset.counts.get(tile, 0)
            if count > held and tile not in self._exceeded:
                self._exceeded.add(tile)
                name = "blank" if tile == BLANK else tile
                self._add_problem(record, f"the board has {count} tiles {name} with it, the bag only {held}")

    def _add_problem(self, record: Record, reason: str) -> None:
        self.problems.append(Problem(record.line, reason))
