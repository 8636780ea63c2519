"""A table from the first seat to the final score: the door through which every action goes.

``Table`` is what a chat has: a lobby, or a game of one of the families. :func:`apply` is total: it returns a
:class:`Step` or raises; it never changes what it was given.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from engine import absence, allowance, closing, families, hosting, invitations, seats, voting, waiting
from engine.clock import Remind, Timeout
from engine.closing import ObjectToCancel, ProposeCancel
from engine.errors import Refusal
from engine.extending import Extend, extended
from engine.family import Game, Judge
from engine.hosting import DismissComputer, SeatComputers
from engine.invitations import EndInvitation, Invite, LapseInvitation
from engine.lobby_view import lobby_view
from engine.messages import Action, Event, View
from engine.presence import Presence, noted
from engine.seats import Alter, Begin, Join, Leave, Lobby, LobbyClosed, Open
from engine.timekeeping import gone_on
from engine.turns import Cancel
from engine.vocabulary import ENGINES_OWN, Vocabulary
from engine.waiting import Abandon

__all__ = [
    "Action",
    "Begin",
    "Event",
    "Game",
    "Judge",
    "LobbyClosed",
    "Step",
    "Table",
    "View",
    "apply",
    "deadline",
    "is_over",
    "looks_like_action",
    "moments",
    "redact",
    "view",
    "what_is_due",
]

Table = Lobby | Game
_APART: Final = timedelta(seconds=30)
"""By less than this the clocks of those who apply actions differ; what is further ahead was told by a wrong one."""


class Step(Struct, frozen=True):
    """What an action led to; ``table`` is ``None`` when the table is closed."""

    table: Table | None
    events: tuple[Event, ...]


def apply(table: Table, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Step:
    """Play one action at one instant (UTC).

    Args:
        table: the table before it.
        action: what is asked.
        now: the instant at which it counts: until then runs the time of whoever acts.
        judge: whether a word counts.
        begins: when begins what it leads to, such as the next turn; that is ``now`` unless it is handled later. What
            is between is nobody's time.

    Raises:
        Refusal: it is against the rules; its code and fields say why.
        Malformed: it names what does not exist.
    """
    begins = now if begins is None else begins
    if isinstance(table, Lobby):
        return _in_lobby(table, action, begins)
    return _in_game(table, action, now, judge, begins)


def _in_lobby(lobby: Lobby, action: Action, begins: datetime) -> Step:
    match action:
        case Join() | SeatComputers() | Leave() | DismissComputer():
            return _seating(lobby, action, begins)
        case Alter():
            altered, event = seats.alter(lobby, action)
            return Step(waiting.touched(altered, begins), (event,))
        case Begin():
            return _begun(lobby, action, begins)
        case Cancel():
            return Step(None, (LobbyClosed(),))
        case Abandon():
            waiting.check_abandoned(lobby, begins)
            return Step(None, (LobbyClosed(abandoned=True),))
        case Invite() | EndInvitation() | LapseInvitation():
            return _inviting(lobby, action, begins)
        case Open():
            raise Refusal("lobby_open")
        case _:
            raise Refusal("not_begun")


def _seating(lobby: Lobby, action: Join | SeatComputers | Leave | DismissComputer, begins: datetime) -> Step:
    match action:
        case Join():
            after, taken = seats.join(lobby, action)
            return _seated(after, (taken,), action.begin, begins)
        case SeatComputers():
            after, told = hosting.seat(lobby, action)
            return _seated(after, told, action.begin, begins)
        case Leave():
            rest, left = seats.leave(lobby, action)
            return Step(waiting.touched(rest, begins), (left,)) if rest else Step(None, (left, LobbyClosed()))
        case DismissComputer():
            after, left = hosting.dismiss(lobby, action)
            return Step(waiting.touched(after, begins), (left,))


def _seated(lobby: Lobby, events: tuple[Event, ...], begin: Begin | None, begins: datetime) -> Step:
    """The table after somebody came; its game where that begins with the last seat, and never without a seed."""
    lobby = waiting.touched(lobby, begins)
    if begin is None or not seats.starts(lobby):
        return Step(lobby, events)
    step = _begun(lobby, begin, begins)
    return Step(step.table, (*events, *step.events))


def _inviting(lobby: Lobby, action: Invite | EndInvitation | LapseInvitation, begins: datetime) -> Step:
    match action:
        case Invite():
            invited, offered = invitations.invite(lobby, action, begins)
            return Step(waiting.touched(invited, begins), offered)
        case EndInvitation():
            rest, ended = invitations.end(lobby, action)
            return Step(waiting.touched(rest, begins), (ended,))
        case LapseInvitation():
            rest, ended = invitations.lapse(lobby, action, begins)
            return Step(rest, (ended,))


def _begun(lobby: Lobby, action: Begin, begins: datetime) -> Step:
    seats.check_ready(lobby, action.by)
    state, events = families.of(lobby.ruleset).new(
        lobby.ruleset,
        lobby.seats,
        host=lobby.host,
        secret=lobby.secret,
        message=action.message,
        lexicon=action.lexicon,
        now=begins,
        order=lobby.order,
    )
    return Step(state, events)


def _in_game(state: Game, action: Action, now: datetime, judge: Judge, begins: datetime) -> Step:
    family = families.of(state)
    match action:
        case Open() | Join() | Begin() | Alter() | Invite() | EndInvitation() | SeatComputers() | DismissComputer():
            raise Refusal("game_over" if is_over(state) else "game_running")
        case Leave():
            raise Refusal("game_over" if is_over(state) else "leave_is_surrender")
        case ProposeCancel():
            return Step(*closing.propose(state, action, begins))
        case ObjectToCancel():
            return Step(*closing.objected(state, action))
        case Extend():
            return Step(*extended(state, action, now))
        case Presence():
            return Step(*noted(state, action))
        case Cancel() if not is_over(state):
            told = closing.cancelled(state, action, begins)
            after, events = family.apply(state, action, now, judge, begins=begins)
            return Step(closing.kept(after), (told, *events))
        case _ if isinstance(action, family.actions):
            after, events = family.apply(state, action, now, judge, begins=begins)
            user = getattr(action, "by", None)
            after, back = voting.settled(state, gone_on(state, after, user, now, begins), user, begins)
            return Step(closing.kept(after), (*back, *absence.signed(action, events)))
        case _:
            raise Refusal("another_game")


def moments(table: Table, arrived: datetime, now: datetime) -> tuple[datetime, datetime]:
    """When an action counts, and when begins what it leads to; no time runs backwards at a table.

    Args:
        table: the table before it.
        arrived: when it was asked for.
        now: when it is applied. The clocks of those who apply actions may differ a little.
    """
    if isinstance(table, Lobby):
        return min(arrived, now), now
    newest = table.clocks.paused or table.clocks.started or now
    begins = newest if now < newest < now + _APART else now
    return min(max(arrived, table.since or arrived), begins), begins


def is_over(table: Table) -> bool:
    """Whether a game was played here and has ended."""
    return not isinstance(table, Lobby) and table.outcome is not None


def view(table: Table, viewer: int | None) -> View:
    """What the user ``viewer``, or the group (``None``), may see; an outsider sees what the group sees."""
    if isinstance(table, Lobby):
        return lobby_view(table)
    seen: View = families.of(table).view(table, viewer)
    return seen


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    family = families.of_event(event)
    if family is None:
        return event
    told: Event = family.redact(event, viewer)
    return told


def deadline(table: Table) -> datetime | None:
    """The next instant at which anything is due: what is by itself, or a computer player's move."""
    due = (by_itself(table), computer_moves(table))
    return min((instant for instant in due if instant is not None), default=None)


def by_itself(table: Table) -> datetime | None:
    """The next instant at which something is due that nobody thinks about: a reminder, the end of a turn or lobby."""
    if isinstance(table, Lobby):
        return waiting.deadline(table)
    due = (families.of(table).deadline(table), closing.until(table))
    return min((instant for instant in due if instant is not None), default=None)


def computer_moves(table: Table) -> datetime | None:
    """When the computer player on turn moves; ``None`` where none is."""
    if isinstance(table, Lobby) or hosting.on_turn(table) is None:
        return None
    return hosting.due(table, families.of(table).yields(table))


def clock_runs(table: Table) -> bool:
    """Whether a clock or a window runs at a table; how long somebody is waited for where none does is neither."""
    if isinstance(table, Lobby):
        return False
    due = families.of(table).deadline(table)
    return due is not None and due != allowance.due(table)


def what_is_due(table: Table, now: datetime) -> Timeout | Remind | Cancel | Abandon | LapseInvitation:
    """The action for the instant that :func:`by_itself` named.

    Raises:
        Refusal: ``not_due`` in a lobby before that.
    """
    if isinstance(table, Lobby):
        return waiting.what_is_due(table, now)
    return closing.due(table, now) or families.of(table).what_is_due(table, now)


def looks_like_action(text: str, table: Table | None = None, words: Vocabulary = ENGINES_OWN) -> bool:
    """Whether a text without a command may be a move: in the game of a table, or without one in any family's."""
    asked = (families.of(table),) if isinstance(table, Game) else families.FAMILIES
    return any(family.looks_like_action(text, words) for family in asked)
