"""Whole games of Duplicate among computers, played through the engine, and the files that record them.

The same seed gives the same game; racks and laid plays do not depend on the players.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.players.computer_view import PlaySearch
from engine.crossword.players.turn_choice import Strength
from engine.crossword.premiums import premium_board
from engine.crossword.tiles import letter_on
from engine.duplicate import secrecy, timing, tops
from engine.duplicate.actions import Action, Answer, Deal
from engine.duplicate.events import Event, GameEnded, RackDrawn, RoundClosed
from engine.duplicate.players import choose_answer
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import GameState
from engine.duplicate.view import ClosedRound
from engine.game import Begin, Table
from engine.lexicon import Lexicon
from engine.lobby_seats import Join
from engine.rng import Draws
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table

_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The start of every simulated game."""


class SimulatedGame(Struct, frozen=True):
    """A finished game: its last state and all events, secrets included."""

    state: GameState
    events: tuple[Event, ...]
    log: tuple[LogEntry, ...]
    """The log, from the opening of the table."""


def simulate_game(  # noqa: PLR0917 - the parameters of a simulation
    ruleset: Ruleset, players: Sequence[Strength], seed: str, number: int, lexicon: Lexicon, search: PlaySearch
) -> SimulatedGame:
    """Play one game of a resolved ruleset to its end, with ``players`` of given strength; raises ``game_full``."""
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    table, log = open_seated_table(ruleset, [_name(1)], secret, _NOW)
    played = _Playing(table, log, lexicon)
    played.apply(Begin(1, message=number, lexicon=lexicon.hash), _NOW)
    # The seats at the beginning determine the draws; later players change nothing.
    for user in range(2, len(players) + 1):
        played.apply(Join(user, _name(user)), _NOW)
    now = _NOW
    while (state := played.state).outcome is None:
        if state.opens is not None:
            now = max(now, state.opens)
            played.apply(Deal(tops.search_racks(state, search, lexicon)), now)
        else:
            now = _play_round(played, players, search, f"{seed}:{number}", now)
    own = (event for entry in log for event in entry.events if isinstance(event, Event))
    return SimulatedGame(played.state, tuple(own), tuple(log))


class _Playing:
    def __init__(self, table: Table, log: list[LogEntry], lexicon: Lexicon) -> None:
        self._table: Table | None = table
        self._log: Final = log
        self.lexicon: Final = lexicon

    @property
    def state(self) -> GameState:
        if not isinstance(self._table, GameState):
            raise TypeError("only a game's own actions are simulated")
        return self._table

    def apply(self, action: Action | Begin | Join, now: datetime) -> None:
        if self._table is not None:
            self._table, entry = apply_with_lexicon(self._table, action, now, self.lexicon)
            self._log.append(entry)


def _play_round(
    played: _Playing, players: Sequence[Strength], search: PlaySearch, name: str, now: datetime
) -> datetime:
    state, number = played.state, played.state.number + 1
    for user, strength in enumerate(players, 1):
        view = secrecy.view_for(state, state.seat_of(user))
        draws = Draws(f"{name}:{number}:{user}")
        tiles = choose_answer(strength, view, state.ruleset, played.lexicon, search, draws)
        if tiles:
            played.apply(Answer(user, _name(user), number, tiles, lock=True), now)
    while played.state.round is not None:
        now = timing.deadline(played.state) or now
        played.apply(timing.due_action(played.state, now), now)
    return now


def _name(user: int) -> str:
    return f"Player {user}"


def record_game(ruleset: Ruleset, events: Sequence[Event]) -> str:
    """A game as a file (RULES §10.8): the drawn racks, and the play laid in each round."""
    cells = [""] * premium_board(ruleset.board).grid.size
    return "".join(f"{line}\n" for event in events for line in _record_lines(event, ruleset, cells))


def _record_lines(event: Event, ruleset: Ruleset, cells: list[str]) -> Iterator[str]:
    """The lines for an event, which updates ``cells``."""
    match event:
        case RackDrawn(rack=rack, fate=fate):
            yield f"{fate}\t{''.join(rack)}"
        case RoundClosed(round=closed):
            yield _round_line(closed, ruleset, cells)
        case GameEnded(outcome=outcome):
            yield f"end\t{outcome.reason}"
        case _:
            pass


def _round_line(closed: ClosedRound, ruleset: Ruleset, cells: list[str]) -> str:
    letters, play = load_alphabet(ruleset.language), closed.laid
    tiles = tops.tiles_of_word(play, cells, ruleset.crossword)
    word = "".join(letters.blank_sign(letter_on(tile)) if tile.startswith(BLANK) else tile for tile in tiles)
    indices = premium_board(ruleset.board).grid.indices
    for put in play.tiles:
        cells[indices[put.cell]] = put.tile
    facts = (closed.number, "".join(closed.rack), play.cell, play.direction.value, word, play.score, closed.reason)
    return "\t".join(map(str, facts))
