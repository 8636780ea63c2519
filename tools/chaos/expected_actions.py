"""What an update asks of a table, as the rules understand it: the auditor's own reading, apart from the bot's.

An ask is tried on the table as it stands wherever the update may have been judged. ``strict`` ones must be in the log
unless the rules refuse them there; of the others it depends on more than the table whether they do anything.
"""

from datetime import datetime
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from bot.user_input.vocabulary import load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword.actions import Challenge, Exchange, Place, TakeBack
from engine.crossword.move_resolution import resolve_for_user
from engine.crossword.notation import parse_move
from engine.crossword.state import GameState
from engine.crossword.turns import require_free_to_move
from engine.errors import Refusal
from engine.game import Table
from engine.invitations import EndInvitation, Invite, find_invitation
from engine.klepka.actions import Flip
from engine.lobby_lifecycle import begin_in, lobby_after_last_seat
from engine.lobby_seats import Begin, Invitation, Join, Lobby, Open
from engine.messages import Action
from engine.table_log import try_action
from engine.turns import Undo

MaybeTable = Table | None


class ExpectedAction(Struct, frozen=True):
    """Something asked by ``by``; ``table_name`` is the short name that a button carries, empty for a command."""

    by: int
    table_name: str = ""
    must_be_logged: ClassVar[bool] = True
    opens_table: ClassVar[bool] = False
    """Whether it asks for what may only be done where no table is."""

    def to_action(self, table: Table, now: datetime) -> Action:
        """What it asks of a table.

        Raises:
            EngineError: the table does not allow it.
        """
        raise NotImplementedError

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:
        """Whether an action that was applied to this table is what this asks.

        Raises:
            EngineError: it asks for nothing that this table allows.
        """
        if table is None:
            return False
        self.check_same_table(table)
        return self.to_action(table, now) == action

    def check_same_table(self, table: Table) -> None:
        """Refuse a button of another table."""
        if self.table_name and not table.commitment.startswith(self.table_name):
            raise Refusal("stale_button")

    def try_on_table(self, table: Table, now: datetime) -> tuple[str, ...]:
        """Try it; the words that would have to count.

        Raises:
            EngineError: it is refused whatever the words are.
        """
        self.check_same_table(table)
        words, _ = try_action(table, self.to_action(table, now), now)
        return words


class FixedAction(ExpectedAction, frozen=True, kw_only=True):
    """The same action whatever the table is."""

    fixed: Action

    def to_action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - it asks for the same everywhere
        """What is asked."""
        return self.fixed


class OpenTable(ExpectedAction, frozen=True, kw_only=True):
    """A new table, which nothing refuses where there is none; one that is there does."""

    opens_table: ClassVar[bool] = True
    name: str

    def to_action(self, table: Table, now: datetime) -> Open:  # noqa: ARG002 - as every ask
        """That it is opened."""
        return Open(self.by, self.name)

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person opened."""
        return table is None and action == Open(self.by, self.name)


class StartGame(ExpectedAction, frozen=True, kw_only=True):
    """The game begins by this message; the list that judges is the bot's to name."""

    message: int

    def to_action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That it begins, by no list in particular."""
        return Begin(self.by, self.message, "", None)

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether the game began by this message."""
        return (
            isinstance(table, Lobby)
            and isinstance(action, Begin)
            and (action.by, action.message) == (self.by, self.message)
        )


class TakeSeat(ExpectedAction, frozen=True, kw_only=True):
    """Somebody sits down by this message, with which the game of a table begins that then starts."""

    name: str
    message: int
    username: str = ""

    def to_action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That they do, and the game with it, by no list in particular."""
        sits = Join(self.by, self.name, username=self._invited_username(table))
        full = lobby_after_last_seat(table, sits) if isinstance(table, Lobby) else None
        return sits if full is None else replace(sits, begin=Begin(self.by, self.message, "", None))

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:
        """Whether this person sat down, and by this message where the game began with it.

        Whether the username was needed the bot may have judged by the table as it stood a moment before.
        """
        if not isinstance(table, Lobby) or not isinstance(action, Join):
            return False
        began, begins = begin_in(action), begin_in(self.to_action(table, now))
        if began is not None and begins is not None:
            same = (began.by, began.message) == (begins.by, begins.message)
        else:
            same = began is begins
        sits = (action.by, action.name) == (self.by, self.name)
        return same and sits and action.username in {"", self.username}

    def _invited_username(self, table: Table) -> str:
        """The username, where a seat is kept by it for whom nobody knew."""
        kept = table.invited if isinstance(table, Lobby) else ()
        return next((self.username for one in kept if one.user is None and one.is_for(self.by, self.username)), "")


class AcceptInvitation(TakeSeat, frozen=True, kw_only=True):
    """The button of an invitation by which whoever is invited sits down."""

    number: int

    def to_action(self, table: Table, now: datetime) -> Action:
        """That they do."""
        if not _require_open_invitation(table, self.number).is_for(self.by, self.username):
            raise Refusal("not_invited")
        return TakeSeat.to_action(self, table, now)


class InvitePlayer(ExpectedAction, frozen=True, kw_only=True):
    """A seat is to be kept for somebody; who that is Telegram is asked, and may not answer."""

    must_be_logged: ClassVar[bool] = False
    user: int
    username: str

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether a seat is kept for that person, by whichever of the two."""
        if not isinstance(action, Invite):
            return False
        (guest,) = action.guests
        return guest.user == self.user if guest.user is not None else guest.username == self.username


class CloseInvitation(ExpectedAction, frozen=True, kw_only=True):
    """The button by which a seat is kept no more: it is turned down, or the host takes the invitation back."""

    number: int
    username: str

    def to_action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That it ends; by a username only where that is all that is known of whoever is invited."""
        kept = _require_open_invitation(table, self.number)
        is_own = kept.user is None and kept.is_for(self.by, self.username)
        return EndInvitation(self.by, self.number, self.username if is_own else "")


class TypedPlay(ExpectedAction, frozen=True, kw_only=True):
    """A typed play, laid on the board that is there; with ``turn_number`` only at that turn, as by a button."""

    text: str
    turn_number: int | None = None

    def to_action(self, table: Table, now: datetime) -> Place:
        """The tiles on their cells."""
        state = _require_running_board(table, self.turn_number)
        return resolve_for_user(
            state, self.by, parse_move(self.text, load_alphabet(state.ruleset.language), load_vocabulary()), now
        )


class ExchangeTicked(ExpectedAction, frozen=True, kw_only=True):
    """The tiles ticked below a private rack, at that turn."""

    turn_number: int
    rack_places: tuple[int, ...]

    def to_action(self, table: Table, now: datetime) -> Exchange:
        """The tiles that lie at those places."""
        state = _require_running_board(table, self.turn_number)
        rack = state.players[require_free_to_move(state, self.by, now)].rack
        return Exchange(self.by, tuple(tile for place, tile in enumerate(rack) if place in self.rack_places))


class ChallengePlay(ExpectedAction, frozen=True, kw_only=True):
    """A challenge of the whole play: by a button of that play, or typed, when its arrival says which is meant."""

    must_be_logged: ClassVar[bool] = False
    play: int | None = None

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether it is this person's challenge of that play."""
        if not isinstance(action, Challenge) or action.by != self.by or action.words:
            return False
        return self.play is None or action.play == self.play


class TakePlayBack(ExpectedAction, frozen=True, kw_only=True):
    """A play is to be taken back: by the button of that play, or typed; its seconds may be over."""

    must_be_logged: ClassVar[bool] = False
    play: int | None = None

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person took that play back."""
        return isinstance(action, TakeBack) and self.play in {None, action.play}


class UndoLastTurn(ExpectedAction, frozen=True, kw_only=True):
    """An administrator undoes the last turn, whichever that is; who administers is asked of Telegram."""

    must_be_logged: ClassVar[bool] = False

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether a turn was undone, and the newest."""
        return isinstance(action, Undo) and isinstance(table, GameState) and action.number == table.number


class PickCard(ExpectedAction, frozen=True, kw_only=True):
    """A card's button: with others that were chosen it turns cards up."""

    must_be_logged: ClassVar[bool] = False
    number: int
    position: int

    def matches(self, action: Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether these cards, this one among them, were turned up."""
        return isinstance(action, Flip) and action.by == self.by and self.position in action.positions


def _require_open_invitation(table: Table, number: int) -> Invitation:
    """A seat that is kept.

    Raises:
        Refusal: there is no such seat, or none is kept any more.
    """
    if not isinstance(table, Lobby):
        raise Refusal("stale_button")
    return find_invitation(table, number)


def _require_running_board(table: Table, number: int | None) -> GameState:
    """The running game on a board.

    Raises:
        Refusal: there is none, or not at that turn any more.
    """
    if not isinstance(table, GameState):
        raise Refusal("another_game")
    if table.outcome is not None:
        raise Refusal("game_over")
    if number is not None and table.number != number:
        raise Refusal("stale_button")
    return table
