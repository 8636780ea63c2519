"""The turns that people took in a finished game, each with the position that it was taken in."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.crossword import secrecy
from engine.crossword.events import PlayWithdrawn, TilesExchanged, TilesPlaced, TurnPassed, TurnUndone
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import leave_after
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.tiles import Tiles, remove_tiles
from engine.crossword.view import EndReason, GameView
from engine.game import Table
from engine.table_log import LogEntry

_PLAYED_OUT: Final[frozenset[EndReason]] = frozenset({"out", "passes", "scoreless"})
"""The ends that turns lead to, and neither the clock nor somebody who gives up."""


class TakenTurn(Struct, frozen=True):
    """A turn that a player took."""

    number: int
    """How many turns had been taken before it."""
    seat: int
    view: GameView
    """What its player could see before it."""
    play: ScoredPlay | None
    """``None`` for an exchange and a pass."""
    given: Tiles = ()
    """The tiles given back."""
    withdrawn: bool = False
    """Whether the play was challenged and taken back: then it scored nothing."""

    @property
    def score(self) -> int:
        """What it brought."""
        return 0 if self.play is None or self.withdrawn else self.play.score

    @property
    def kept(self) -> Tiles:
        """The tiles of the rack that it kept, sorted; all of them if the play was withdrawn."""
        rack = self.view.rack
        if self.play is None or self.withdrawn:
            return tuple(sorted(remove_tiles(rack, self.given)))
        return leave_after(rack, self.play)


class TakenGame(Struct, frozen=True):
    """A finished game as its turns."""

    ruleset: Ruleset
    seats: int
    turns: tuple[TakenTurn, ...]
    first_won: float | None
    """1 if the first seat won alone, 0 if another did, 0.5 for a draw; ``None`` where no turn brought the end."""


def to_taken_game(tables: Sequence[Table], log: Sequence[LogEntry]) -> TakenGame:
    """A finished game of a table.

    Raises:
        TypeError: it is no game on a board, or not over.
    """
    end = tables[-1]
    if not isinstance(end, GameState) or end.outcome is None:
        raise TypeError("only finished games on a board are analysed")
    outcome = end.outcome
    first_won = None
    if outcome.reason in _PLAYED_OUT:
        first_won = 0.5 if len(outcome.winners) != 1 else float(outcome.winners[0] == 0)
    return TakenGame(end.ruleset, len(end.players), tuple(taken_turns(tables, log)), first_won)


def taken_turns(tables: Sequence[Table], log: Sequence[LogEntry]) -> list[TakenTurn]:
    """The turns of a game, in order: plays, exchanges and passes.

    What the clock did by itself is no turn of a player's; what was taken back or undone did not happen.
    """
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
