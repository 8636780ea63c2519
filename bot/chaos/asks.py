"""What an update asks of a table, as the rules understand it: the auditor's own reading, apart from the bot's.

An ask is tried on the table as it stands wherever the update may have been judged. ``strict`` ones must be in the log
unless the rules refuse them there; of the others it depends on more than the table whether they do anything.
"""

from datetime import datetime
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from bot.typed.vocabulary import vocabulary
from engine.alphabet import alphabet
from engine.beginnings import beginning, filled
from engine.crossword.actions import Challenge, Exchange, Place, TakeBack
from engine.crossword.notation import parse, typed
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move
from engine.errors import Refusal
from engine.game import Table
from engine.invitations import EndInvitation, Invite, open_one
from engine.klepka.actions import Flip
from engine.messages import Action
from engine.record import tried
from engine.seats import Begin, Invitation, Join, Lobby, Open
from engine.turns import Undo

Opening = Table | None


class Ask(Struct, frozen=True):
    """Something asked by ``by``; ``table`` is the short name that a button carries, empty for a command."""

    by: int
    table: str = ""
    strict: ClassVar[bool] = True
    opens: ClassVar[bool] = False
    """Whether it asks for what may only be done where no table is."""

    def action(self, table: Table, now: datetime) -> Action:
        """What it asks of a table.

        Raises:
            EngineError: the table does not allow it.
        """
        raise NotImplementedError

    def means(self, action: Action, table: Opening, now: datetime) -> bool:
        """Whether an action that was applied to this table is what this asks.

        Raises:
            EngineError: it asks for nothing that this table allows.
        """
        if table is None:
            return False
        self.check(table)
        return self.action(table, now) == action

    def check(self, table: Table) -> None:
        """Refuse a button of another table."""
        if self.table and not table.commitment.startswith(self.table):
            raise Refusal("stale_button")

    def attempted(self, table: Table, now: datetime) -> tuple[str, ...]:
        """Try it; the words that would have to count.

        Raises:
            EngineError: it is refused whatever the words are.
        """
        self.check(table)
        words, _ = tried(table, self.action(table, now), now)
        return words


class Plain(Ask, frozen=True, kw_only=True):
    """The same action whatever the table is."""

    asked: Action

    def action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - it asks for the same everywhere
        """What is asked."""
        return self.asked


class Opens(Ask, frozen=True, kw_only=True):
    """A new table, which nothing refuses where there is none; one that is there does."""

    opens: ClassVar[bool] = True
    name: str

    def action(self, table: Table, now: datetime) -> Open:  # noqa: ARG002 - as every ask
        """That it is opened."""
        return Open(self.by, self.name)

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person opened."""
        return table is None and action == Open(self.by, self.name)


class Begins(Ask, frozen=True, kw_only=True):
    """The game begins by this message; the list that judges is the bot's to name."""

    message: int

    def action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That it begins, by no list in particular."""
        return Begin(self.by, self.message, "", None)

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether the game began by this message."""
        return (
            isinstance(table, Lobby)
            and isinstance(action, Begin)
            and (action.by, action.message) == (self.by, self.message)
        )


class Sits(Ask, frozen=True, kw_only=True):
    """Somebody sits down by this message, with which the game of a table begins that then starts."""

    name: str
    message: int
    username: str = ""

    def action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That they do, and the game with it, by no list in particular."""
        sits = Join(self.by, self.name, username=self._kept(table))
        full = filled(table, sits) if isinstance(table, Lobby) else None
        return sits if full is None else replace(sits, begin=Begin(self.by, self.message, "", None))

    def means(self, action: Action, table: Opening, now: datetime) -> bool:
        """Whether this person sat down, and by this message where the game began with it.

        Whether the username was needed the bot may have judged by the table as it stood a moment before.
        """
        if not isinstance(table, Lobby) or not isinstance(action, Join):
            return False
        began, begins = beginning(action), beginning(self.action(table, now))
        if began is not None and begins is not None:
            same = (began.by, began.message) == (begins.by, begins.message)
        else:
            same = began is begins
        sits = (action.by, action.name) == (self.by, self.name)
        return same and sits and action.username in {"", self.username}

    def _kept(self, table: Table) -> str:
        """The username, where a seat is kept by it for whom nobody knew."""
        kept = table.invited if isinstance(table, Lobby) else ()
        return next((self.username for one in kept if one.user is None and one.is_for(self.by, self.username)), "")


class Accepts(Sits, frozen=True, kw_only=True):
    """The button of an invitation by which whoever is invited sits down."""

    number: int

    def action(self, table: Table, now: datetime) -> Action:
        """That they do."""
        if not _invitation(table, self.number).is_for(self.by, self.username):
            raise Refusal("not_invited")
        return Sits.action(self, table, now)


class Invites(Ask, frozen=True, kw_only=True):
    """A seat is to be kept for somebody; who that is Telegram is asked, and may not answer."""

    strict: ClassVar[bool] = False
    user: int
    username: str

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether a seat is kept for that person, by whichever of the two."""
        if not isinstance(action, Invite):
            return False
        (guest,) = action.guests
        return guest.user == self.user if guest.user is not None else guest.username == self.username


class Frees(Ask, frozen=True, kw_only=True):
    """The button by which a seat is kept no more: it is turned down, or the host takes the invitation back."""

    number: int
    username: str

    def action(self, table: Table, now: datetime) -> Action:  # noqa: ARG002 - as every ask
        """That it ends; by a username only where that is all that is known of whoever is invited."""
        kept = _invitation(table, self.number)
        mine = kept.user is None and kept.is_for(self.by, self.username)
        return EndInvitation(self.by, self.number, self.username if mine else "")


class Types(Ask, frozen=True, kw_only=True):
    """A play as it is typed, laid on the board that is there; ``number``: only at that turn, as a button has it."""

    text: str
    number: int | None = None

    def action(self, table: Table, now: datetime) -> Place:
        """The tiles on their cells."""
        state = _board(table, self.number)
        return typed(state, self.by, parse(self.text, alphabet(state.ruleset.language), vocabulary()), now)


class Swaps(Ask, frozen=True, kw_only=True):
    """The tiles ticked below a private rack, at that turn."""

    number: int
    places: tuple[int, ...]

    def action(self, table: Table, now: datetime) -> Exchange:
        """The tiles that lie at those places."""
        state = _board(table, self.number)
        rack = state.players[free_to_move(state, self.by, now)].rack
        return Exchange(self.by, tuple(tile for place, tile in enumerate(rack) if place in self.places))


class Doubts(Ask, frozen=True, kw_only=True):
    """A challenge of the whole play: by a button of that play, or typed, when its arrival says which is meant."""

    strict: ClassVar[bool] = False
    play: int | None = None

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether it is this person's challenge of that play."""
        if not isinstance(action, Challenge) or action.by != self.by or action.words:
            return False
        return self.play is None or action.play == self.play


class Regrets(Ask, frozen=True, kw_only=True):
    """A play is to be taken back: by the button of that play, or typed; its seconds may be over."""

    strict: ClassVar[bool] = False
    play: int | None = None

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person took that play back."""
        return isinstance(action, TakeBack) and self.play in {None, action.play}


class Undoes(Ask, frozen=True, kw_only=True):
    """An administrator undoes the last turn, whichever that is; who administers is asked of Telegram."""

    strict: ClassVar[bool] = False

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether a turn was undone, and the newest."""
        return isinstance(action, Undo) and isinstance(table, GameState) and action.number == table.number


class Picks(Ask, frozen=True, kw_only=True):
    """A card's button: with others that were chosen it turns cards up."""

    strict: ClassVar[bool] = False
    number: int
    position: int

    def means(self, action: Action, table: Opening, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether these cards, this one among them, were turned up."""
        return isinstance(action, Flip) and action.by == self.by and self.position in action.positions


def _invitation(table: Table, number: int) -> Invitation:
    """A seat that is kept.

    Raises:
        Refusal: there is no such seat, or none is kept any more.
    """
    if not isinstance(table, Lobby):
        raise Refusal("stale_button")
    return open_one(table, number)


def _board(table: Table, number: int | None) -> GameState:
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
