"""What an update asks of a table by the rules: the auditor's own reading, apart from the bot's.

An ask is tried on the table as it stands wherever the update may have been judged. What is sure must be in the log
unless the rules refuse it there; whether anything comes of the rest depends on more than the table.
"""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.user_input.vocabulary import load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword.move_resolution import resolve_for_user
from engine.crossword.notation import parse_move
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Table
from engine.lobby_lifecycle import begin_in, lobby_after_last_seat
from engine.lobby_seats import Begin, Join, Lobby, Open
from engine.messages import Action
from engine.table_log import try_action

MaybeTable = Table | None


class ExpectedAction(Struct, frozen=True, kw_only=True):
    """Something asked by ``by``."""

    by: int
    what: str
    """For readers."""
    table_name: str = ""
    """The short name that a button carries; empty for a command."""
    make: Callable[[Table, datetime], Action] | None = None
    """What it asks of a table, or an :class:`engine.errors.EngineError`; ``None`` where it is not sure to be done."""
    is_cause: Callable[[Action, MaybeTable], bool] | None = None
    """Whether it may be behind an action that was applied to a table; by default behind just what it asks for."""
    opens_table: bool = False
    """Whether it asks for what may only be done where no table is."""

    @property
    def must_be_logged(self) -> bool:
        """Whether it must be in the log unless the rules refuse it."""
        return self.make is not None

    def to_action(self, table: Table, now: datetime) -> Action:
        """What it asks of a table.

        Raises:
            EngineError: the table does not allow it.
        """
        if self.make is None or (self.table_name and not table.commitment.startswith(self.table_name)):
            raise Refusal("stale_button")
        return self.make(table, now)

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:
        """Whether an action that was applied to this table is what this asks; raises as :meth:`to_action`."""
        if self.is_cause is not None:
            return self.is_cause(action, table)
        return table is not None and self.to_action(table, now) == action

    def try_on_table(self, table: Table, now: datetime) -> tuple[str, ...]:
        """Try it; the words that would have to count; raises as :meth:`to_action`, whatever the words are."""
        words, _ = try_action(table, self.to_action(table, now), now)
        return words

    def __str__(self) -> str:
        return f"{self.what} by {self.by}"


def expect(action: Action, table_name: str = "") -> ExpectedAction:
    """The same action whatever the table is."""
    by = int(getattr(action, "by", 0))
    return ExpectedAction(by=by, what=str(action), table_name=table_name, make=lambda *_: action)


def may_come(by: int, what: str, is_cause: Callable[[Action], bool], table_name: str = "") -> ExpectedAction:
    """Something that may come to nothing: Telegram is asked about it, or time may have run out."""
    return ExpectedAction(by=by, what=what, table_name=table_name, is_cause=lambda action, _: is_cause(action))


def open_table(by: int, name: str) -> ExpectedAction:
    """A new table, which nothing refuses where there is none; one that is there does."""
    opened = Open(by, name)
    return ExpectedAction(
        by=by,
        what="a table",
        opens_table=True,
        make=lambda *_: opened,
        is_cause=lambda action, table: table is None and action == opened,
    )


def start_game(by: int, message: int) -> ExpectedAction:
    """The game begins by this message; the list that judges is the bot's to name."""

    def is_cause(action: Action, table: MaybeTable) -> bool:
        return isinstance(table, Lobby) and isinstance(action, Begin) and (action.by, action.message) == (by, message)

    return ExpectedAction(by=by, what="the start", make=lambda *_: Begin(by, message, "", None), is_cause=is_cause)


def take_seat(by: int, name: str, message: int) -> ExpectedAction:
    """Somebody sits down by this message, with which the game of a table begins that then starts."""

    def sit_down(table: MaybeTable) -> Join:
        sits = Join(by, name)
        full = lobby_after_last_seat(table, sits) if isinstance(table, Lobby) else None
        return sits if full is None else replace(sits, begin=Begin(by, message, "", None))

    def is_cause(action: Action, table: MaybeTable) -> bool:
        if not isinstance(table, Lobby) or not isinstance(action, Join):
            return False
        began, begins = begin_in(action), begin_in(sit_down(table))
        same = (began and (began.by, began.message)) == (begins and (begins.by, begins.message))
        return same and (action.by, action.name) == (by, name)

    return ExpectedAction(by=by, what="a seat", make=lambda table, _: sit_down(table), is_cause=is_cause)


def typed_play(by: int, text: str, table_name: str = "", turn: int | None = None) -> ExpectedAction:
    """A typed play, laid on the board that is there; with ``turn`` only at that turn, as by a button."""

    def make(table: Table, now: datetime) -> Action:
        state = _require_running_board(table, turn)
        move = parse_move(text, load_alphabet(state.ruleset.language), load_vocabulary())
        return resolve_for_user(state, by, move, now)

    return ExpectedAction(by=by, what=text, table_name=table_name, make=make)


def _require_running_board(table: Table, turn: int | None) -> GameState:
    if not isinstance(table, GameState):
        raise Refusal("another_game")
    if table.outcome is not None:
        raise Refusal("game_over")
    if turn is not None and table.number != turn:
        raise Refusal("stale_button")
    return table
