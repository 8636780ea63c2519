"""The turns of a finished game, each with the position before it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import load_alphabet
from engine.crossword import secrecy
from engine.crossword.actions import Placement
from engine.crossword.events import PlayWithdrawn, TilesExchanged, TilesPlaced, TurnPassed, TurnUndone
from engine.crossword.gcg_records import (
    Exchanged,
    GcgFile,
    Passed,
    Played,
    Pragma,
    Record,
    TurnRecord,
    UnreadableLine,
    Withdrawn,
    read_rack,
)
from engine.crossword.gcg_replay import ImpossibleError, Position, Replay, replay_gcg, to_view
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import leave_after
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.tiles import Tiles, face_of, remove_tiles
from engine.crossword.view import EndReason, GameView
from engine.game import Table
from engine.table_log import LogEntry

_PLAYED_OUT: Final[frozenset[EndReason]] = frozenset({"out", "passes", "scoreless"})
"""The reasons for a game's end that turns cause, not the clock or a surrender."""


class TakenTurn(Struct, frozen=True):
    """A turn, and the position before it."""

    number: int
    """How many turns had been taken before it."""
    seat: int
    view: GameView
    """What the player could see before the turn."""
    play: ScoredPlay | None
    """``None`` for an exchange or a pass."""
    given: Tiles = ()
    withdrawn: bool = False
    """Whether the play was challenged off and scored nothing."""

    @property
    def score(self) -> int:
        """The points that the turn scored."""
        return 0 if self.play is None or self.withdrawn else self.play.score

    @property
    def kept(self) -> Tiles:
        """The tiles that stayed on the rack, sorted; all of them if the play was withdrawn."""
        rack = self.view.rack
        if self.play is None or self.withdrawn:
            return tuple(sorted(remove_tiles(rack, self.given)))
        return leave_after(rack, self.play)


class TakenGame(Struct, frozen=True):
    """A finished game as a list of turns."""

    ruleset: Ruleset
    seats: int
    turns: tuple[TakenTurn, ...]
    first_won: float | None
    """1 if only the first seat won, 0 if another did, 0.5 for a draw; ``None`` unless a turn ended the game."""


def to_taken_game(tables: Sequence[Table], log: Sequence[LogEntry]) -> TakenGame:
    """The turns of a finished game; raises TypeError if it is no crossword game, or not over."""
    end = tables[-1]
    if not isinstance(end, GameState) or end.outcome is None:
        raise TypeError("only finished games on a board are analysed")
    outcome = end.outcome
    first_won = None
    if outcome.reason in _PLAYED_OUT:
        first_won = 0.5 if len(outcome.winners) != 1 else float(outcome.winners[0] == 0)
    return TakenGame(end.ruleset, len(end.players), tuple(taken_turns(tables, log)), first_won)


def taken_turns(tables: Sequence[Table], log: Sequence[LogEntry]) -> list[TakenTurn]:
    """The players' turns in order, without automatic passes and turns that were taken back or undone."""
    turns: list[TakenTurn | None] = []
    for before, entry in zip(tables, log[1:], strict=False):
        for event in entry.events:
            match event:
                case TurnUndone(kind="play" | "exchange" | "pass") if turns:
                    turns.pop()
                case PlayWithdrawn():
                    turns[-1] = None if turns[-1] is None else replace(turns[-1], withdrawn=True)
                case TilesPlaced() | TilesExchanged() | TurnPassed() if isinstance(before, GameState):
                    turns.append(to_taken_turn(secrecy.view_for(before, event.seat), event))
                case _:
                    pass
    return [turn for turn in turns if turn is not None]


def to_taken_turn(view: GameView, event: TilesPlaced | TilesExchanged | TurnPassed) -> TakenTurn | None:
    """A turn; ``None`` if the clock took it, or if an EX cell changed the rack after its player had seen it."""
    if event.rack is None or sorted(event.rack) != sorted(view.rack):
        return None
    match event:
        case TilesPlaced(tiles=tiles, words=words, score=score):
            return TakenTurn(view.number, event.seat, view, ScoredPlay(tiles, words[0].word, score))
        case TilesExchanged(tiles=given):
            return TakenTurn(view.number, event.seat, view, None, given or ())
        case TurnPassed(automatic=automatic):
            return None if automatic else TakenTurn(view.number, event.seat, view, None)


_TWO: Final = 2


class RecordedRuns:
    """The passes and exchanges that the records of a GCG file show so far."""

    def __init__(self, gcg_file: GcgFile) -> None:
        self._nicks: Final = gcg_file.nicks
        self._run: Final = gcg_file.ruleset.ending.run
        self._exchanges: Final[Counter[str]] = Counter()
        self._turns = 0
        self._before = 0
        self._lost = False
        """Whether the next pass is a lost turn."""

    def follow_record(self, record: Record) -> None:
        """Count a record."""
        lost = isinstance(record, Pragma) and record.value.startswith("lost ")
        scoreless = self._run.counts == "scoreless"
        match record:
            case Played():
                self._before, self._turns = self._turns, 0
            case Withdrawn() if scoreless:
                self._turns = self._before + 1
            case Exchanged(nick=nick):
                self._exchanges[nick] += 1
                self._turns = self._turns + 1 if scoreless else 0
            case Passed():
                self._turns = 0 if self._lost and not scoreless else self._turns + 1
            case _:
                pass
        self._lost = lost

    def show_in(self, view: GameView) -> GameView:
        """The view with the known exchanges and, in a game of two, the run of turns."""
        seats = tuple(
            replace(seat, exchanges=self._exchanges[nick]) for seat, nick in zip(view.seats, self._nicks, strict=True)
        )
        if len(seats) != _TWO:
            return replace(view, seats=seats)
        # With two players the turns of a run alternate, so its length says how many each has made.
        turns, run = self._turns, self._run
        own, others = turns // _TWO + 1, (turns + 1) // _TWO
        ends = turns + 1 >= run.turns and min(own, others) >= run.own_turns_needed
        return replace(view, seats=seats, run_turns=turns, run_ends=ends)


_HALF: Final = 0.5
_BY_ITSELF: Final = ("timeout ", "lost ")
"""The beginnings of pragmas that mark the next pass as automatic."""


def to_recorded_game(gcg_file: GcgFile) -> TakenGame:
    """The turns of a GCG file, without automatic ones and those whose rack is not recorded in full."""
    turns: list[TakenTurn] = []
    runs, number, chosen, last_known = RecordedRuns(gcg_file), 0, True, False
    for record in gcg_file.records:
        # A line that could not be read in full may have an entry all the same.
        entry = record.entry if isinstance(record, UnreadableLine) and record.entry is not None else record
        if isinstance(entry, TurnRecord):
            turn = _to_turn(gcg_file, record, number, runs) if chosen and entry is record else None
            turns += [] if turn is None else [turn]
            number, last_known = number + 1, turn is not None
        elif isinstance(entry, Withdrawn) and last_known:
            turns[-1] = replace(turns[-1], withdrawn=True)
        chosen = not (isinstance(record, Pragma) and record.value.startswith(_BY_ITSELF))
        runs.follow_record(entry)
    whole = replay_gcg(gcg_file)
    ended = last_known and whole.board_known and not gcg_file.incomplete
    return TakenGame(
        gcg_file.ruleset, len(gcg_file.nicks), tuple(turns), _first_won(whole, gcg_file) if ended else None
    )


def _first_won(whole: Replay, gcg_file: GcgFile) -> float:
    scores = [whole.position.scores[nick] for nick in gcg_file.nicks]
    best = max(scores, default=0)
    return _HALF if scores.count(best) > 1 else float(scores[:1] == [best])


def _to_turn(gcg_file: GcgFile, record: Record, number: int, runs: RecordedRuns) -> TakenTurn | None:
    if not isinstance(record, TurnRecord):
        return None
    replayed = replay_gcg(gcg_file, number)
    position, rack = replayed.position, read_rack(record.rack, load_alphabet(gcg_file.ruleset.language))
    if not replayed.board_known or len(rack) != position.rack_size(record.nick):
        return None
    view = _as_seen(gcg_file, position, record.nick, rack)
    if view is None:
        return None
    view, seat = runs.show_in(view), gcg_file.nicks.index(record.nick)
    match record:
        case Played():
            play = _to_play(position, record)
            used: Sequence[str] = () if play is None else [face_of(put.tile) for put in play.tiles]
            turn = None if play is None else TakenTurn(number, seat, view, play)
        case Exchanged(tiles=tiles):
            used = tiles or ()
            turn = None if tiles is None else TakenTurn(number, seat, view, None, tiles)
        case Passed():
            used, turn = (), TakenTurn(number, seat, view, None)
    return turn if Counter(used) <= Counter(rack) else None


def _to_play(position: Position, record: Played) -> ScoredPlay | None:
    names = position.board.grid.names
    try:
        tiles = position.new_tiles(record)
        score = position.lay_play(record, tiles)
    except ImpossibleError:
        return None
    word = "" if position.last is None else position.last.words[0].word
    return ScoredPlay(tuple(Placement(names[index], tile) for index, tile in tiles.items()), word, score)


def _as_seen(gcg_file: GcgFile, position: Position, nick: str, rack: Tiles) -> GameView | None:
    view, seat = to_view(gcg_file, position), gcg_file.nicks.index(nick)
    held = Counter(rack)
    unseen = {tile: count - held[tile] for tile, count in view.unseen.items()}
    others = sum(other.tiles for other in view.seats) - len(rack)
    if not held.keys() <= unseen.keys() or min(unseen.values()) < 0 or sum(unseen.values()) != view.bag + others:
        return None
    return replace(
        view, viewer=seat, turn=seat, rack=rack, unseen={tile: count for tile, count in unseen.items() if count}
    )
