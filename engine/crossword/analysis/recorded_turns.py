"""The turns of a game recorded in GCG, each with the position that it was taken in.

A turn can be looked at where its record says the whole rack; of others nobody knows what else could have been done.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.alphabet import load_alphabet
from engine.crossword.actions import Placement
from engine.crossword.analysis.recorded_runs import RecordedRuns
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.gcg.entries import read_rack
from engine.crossword.gcg.records import (
    Exchanged,
    GcgFile,
    Passed,
    Played,
    Pragma,
    Record,
    TurnRecord,
    UnreadableLine,
    Withdrawn,
)
from engine.crossword.gcg_position import ImpossibleError, Position, to_view
from engine.crossword.gcg_replay import Replay, replay_gcg
from engine.crossword.movegen import ScoredPlay
from engine.crossword.tiles import Tiles, face_of
from engine.crossword.view import GameView

_HALF: Final = 0.5
_BY_ITSELF: Final = ("timeout ", "lost ")
"""Beginnings of pragmas that say of the pass behind them that nobody chose it."""


def to_recorded_game(gcg_file: GcgFile) -> TakenGame:
    """A recorded game as its turns; those that nobody chose, or whose rack is not recorded in full, are left out."""
    turns: list[TakenTurn] = []
    runs, number, chosen, last_known = RecordedRuns(gcg_file), 0, True, False
    for record in gcg_file.records:
        entry = _entry_of(record)
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


def _entry_of(record: Record) -> Record:
    """What a line tells, also where a part of it cannot be read."""
    return record.entry if isinstance(record, UnreadableLine) and record.entry is not None else record


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
