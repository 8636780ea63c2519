"""A table from the first seat to the final score: every action goes through here.

A chat has a ``Table``: a lobby, or a game of one of the families. :func:`apply` returns a :class:`Step` or raises, and
never changes its arguments.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct, UnsetType

from engine import absence, allowance, cancellation, computer_players, families, invitations, lobby_seats, voting
from engine.absence import Presence, Remove, Replace, Seek, Skip, Volunteer, Vote, note_presence
from engine.allowance import Extend, give_extra_time
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Remind, Timeout
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import Refusal
from engine.family_protocol import Judge
from engine.game_base import Game, GameSetup, TurnGame
from engine.invitations import Abandon, EndInvitation, Invite, LapseInvitation
from engine.lobby_seats import Alter, Begin, Join, Leave, Lobby, LobbyClosed, Open
from engine.lobby_view import lobby_view
from engine.messages import Action, Event, View
from engine.timekeeping import continue_same_turn
from engine.turns import Cancel
from engine.vocabulary import NO_VOCABULARY, Vocabulary

__all__ = [
    "CLOCK_SKEW",
    "Action",
    "Begin",
    "Event",
    "Game",
    "Judge",
    "LobbyClosed",
    "Step",
    "Table",
    "View",
    "action_times",
    "apply",
    "deadline",
    "due_action",
    "is_over",
    "looks_like_action",
    "may_enter",
    "redact",
    "view",
]

Table = Lobby | Game
CLOCK_SKEW: Final = timedelta(seconds=30)
"""The greatest difference between workers' clocks; a clock further ahead is wrong. After a kill, time continues from
the worker's last heartbeat, at most 15 s back."""


class Step(Struct, frozen=True):
    """The result of an action; ``table`` is ``None`` when the table is closed."""

    table: Table | None
    events: tuple[Event, ...]


def apply(table: Table, action: Action, now: datetime, judge: Judge, begins: datetime | None = None) -> Step:
    """Apply one action.

    ``now`` (UTC): when the action counts; the acting player's time runs until then. ``begins``: when what follows, such
    as the next turn, begins; later than ``now`` if the action is handled late. The time between is charged to no
    player.

    Raises:
        Refusal: it is against the rules; its code and fields say why.
        Malformed: it names what does not exist.
    """
    begins = now if begins is None else begins
    if isinstance(table, Lobby):
        return _apply_in_lobby(table, action, begins)
    return _apply_in_game(table, action, now, judge, begins)


def _apply_in_lobby(lobby: Lobby, action: Action, begins: datetime) -> Step:
    match action:
        case Join() | SeatComputers() | Leave() | DismissComputer():
            return _change_seats(lobby, action, begins)
        case Alter():
            altered, event = lobby_seats.alter_option(lobby, action)
            return Step(invitations.touch_lobby(altered, begins), (event,))
        case Begin():
            return _begin_game(lobby, action, begins)
        case Cancel():
            return Step(None, (LobbyClosed(),))
        case Abandon():
            invitations.check_abandoned(lobby, begins)
            return Step(None, (LobbyClosed(abandoned=True),))
        case Invite() | EndInvitation() | LapseInvitation():
            return _change_invitations(lobby, action, begins)
        case Open():
            raise Refusal("lobby_open")
        case _:
            raise Refusal("not_begun")


def _change_seats(lobby: Lobby, action: Join | SeatComputers | Leave | DismissComputer, begins: datetime) -> Step:
    match action:
        case Join():
            after, taken = lobby_seats.join_lobby(lobby, action)
            return _start_if_full(after, (taken,), action.begin, begins)
        case SeatComputers():
            after, told = computer_players.seat_computers(lobby, action)
            return _start_if_full(after, told, action.begin, begins)
        case Leave():
            rest, left = lobby_seats.leave_lobby(lobby, action)
            return Step(invitations.touch_lobby(rest, begins), (left,)) if rest else Step(None, (left, LobbyClosed()))
        case DismissComputer():
            after, left = computer_players.dismiss_computer(lobby, action)
            return Step(invitations.touch_lobby(after, begins), (left,))


def _start_if_full(lobby: Lobby, events: tuple[Event, ...], begin: Begin | None, begins: datetime) -> Step:
    """Begin the game if the last seat was taken and the table begins by itself; needs a ``Begin`` from the action."""
    lobby = invitations.touch_lobby(lobby, begins)
    if begin is None or not lobby_seats.is_start_due(lobby):
        return Step(lobby, events)
    step = _begin_game(lobby, begin, begins)
    return Step(step.table, (*events, *step.events))


def _change_invitations(lobby: Lobby, action: Invite | EndInvitation | LapseInvitation, begins: datetime) -> Step:
    match action:
        case Invite():
            invited, offered = invitations.invite_guests(lobby, action, begins)
            return Step(invitations.touch_lobby(invited, begins), offered)
        case EndInvitation():
            rest, ended = invitations.end_invitation(lobby, action)
            return Step(invitations.touch_lobby(rest, begins), (ended,))
        case LapseInvitation():
            rest, ended = invitations.lapse_invitation(lobby, action, begins)
            return Step(rest, (ended,))


def _begin_game(lobby: Lobby, action: Begin, begins: datetime) -> Step:
    lobby_seats.check_can_begin(lobby, action.by)
    state, events = families.family_of(lobby.ruleset).new_game(
        lobby.ruleset,
        GameSetup(
            seats=lobby.seats,
            host=lobby.host,
            secret=lobby.secret,
            message=action.message,
            lexicon=action.lexicon,
            begins=begins,
            order=lobby.order,
            sown="" if isinstance(action.sown, UnsetType) else action.sown,
        ),
    )
    return Step(state, events)


def _apply_in_game(state: Game, action: Action, now: datetime, judge: Judge, begins: datetime) -> Step:
    family = families.family_of(state)
    match action:
        case Join() if family.enter is not None and not is_over(state):
            if state.seat_of(action.by) is not None:
                raise Refusal("already_seated")
            return Step(*family.enter(state, action, begins))
        case ProposeCancel():
            return Step(*cancellation.propose_cancel(state, action, begins))
        case ObjectToCancel():
            return Step(*cancellation.object_to_cancel(state, action))
        case Extend() if isinstance(state, TurnGame):
            return Step(*give_extra_time(state, action, now))
        case Presence():
            return Step(*note_presence(state, action))
        case Cancel() if not is_over(state):
            event = cancellation.cancelled_event(state, action, begins)
            after, events = family.apply(state, action, now, judge, begins=begins)
            return Step(cancellation.drop_void_proposal(after), (event, *events))
        case _ if isinstance(action, family.actions):
            after, events = family.apply(state, action, now, judge, begins=begins)
            back: tuple[Event, ...] = ()
            if isinstance(state, TurnGame) and isinstance(after, TurnGame):
                user = getattr(action, "by", None)
                same = continue_same_turn(state, after, user, now, begins)
                after, back = voting.settle_after_action(state, same, user, begins)
            return Step(cancellation.drop_void_proposal(after), (*back, *absence.name_ruler(action, events)))
        case _:
            raise _refusal_in_game(state, action)


def _refusal_in_game(state: Game, action: Action) -> Refusal:
    over, has_turns = is_over(state), isinstance(state, TurnGame)
    match action:
        case Open() | Join() | Begin() | Alter() | Invite() | EndInvitation() | SeatComputers() | DismissComputer():
            return Refusal("game_over" if over else "game_running")
        case Leave() if has_turns:
            return Refusal("game_over" if over else "leave_is_surrender")
        case Leave() | Extend() | Skip() | Remove() | Replace() | Seek() | Volunteer() | Vote() if not has_turns:
            return Refusal("game_over" if over else "no_turns")
        case _:
            return Refusal("another_game")


def action_times(table: Table, arrived: datetime, now: datetime) -> tuple[datetime, datetime]:
    """When an action counts, and when what follows begins; time never runs backwards at a table.

    ``now``: when it is applied. Clocks of different workers may differ a little.
    """
    if isinstance(table, Lobby):
        return min(arrived, now), now
    newest = table.clocks.paused or table.clocks.started or now
    begins = newest if now < newest < now + CLOCK_SKEW else now
    return min(max(arrived, table.phase_began_at or arrived), begins), begins


def is_over(table: Table) -> bool:
    """Whether a game at this table has ended."""
    return not isinstance(table, Lobby) and table.outcome is not None


def may_enter(table: Table | None, user: int) -> bool:
    """Whether the running game is open to new players, and the user has no seat."""
    if not isinstance(table, Game) or is_over(table) or table.seat_of(user) is not None:
        return False
    return families.family_of(table).enter is not None


def view(table: Table, viewer: int | None) -> View:
    """What the user ``viewer``, or the group (``None``), may see; users without a seat see what the group sees."""
    if isinstance(table, Lobby):
        return lobby_view(table)
    seen: View = families.family_of(table).view(table, viewer)
    return seen


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    family = families.family_of_event(event)
    if family is None:
        return event
    told: Event = family.redact(event, viewer)
    return told


def deadline(table: Table) -> datetime | None:
    """The next instant at which the bot must act, or a computer player moves."""
    due = (automatic_deadline(table), computer_deadline(table))
    return min((instant for instant in due if instant is not None), default=None)


def automatic_deadline(table: Table) -> datetime | None:
    """The next deadline other than a computer player's: a reminder, or the end of a turn or lobby."""
    if isinstance(table, Lobby):
        return invitations.lobby_deadline(table)
    due = (families.family_of(table).deadline(table), cancellation.objection_deadline(table))
    return min((instant for instant in due if instant is not None), default=None)


def computer_deadline(table: Table) -> datetime | None:
    """When a computer player acts next; ``None`` where none does."""
    return None if isinstance(table, Lobby) else families.family_of(table).computer_due(table)


def is_clock_running(table: Table) -> bool:
    """Whether a clock or a challenge window runs; the waiting period without a clock counts as neither."""
    if isinstance(table, Lobby):
        return False
    due = families.family_of(table).deadline(table)
    return due is not None and not (isinstance(table, TurnGame) and due == allowance.absence_deadline(table))


def due_action(table: Table, now: datetime) -> Timeout | Remind | Cancel | Abandon | LapseInvitation:
    """The action to apply at the instant of :func:`automatic_deadline`; in a lobby raises ``not_due`` too early."""
    if isinstance(table, Lobby):
        return invitations.due_lobby_action(table, now)
    return cancellation.due_cancel(table, now) or families.family_of(table).due_action(table, now)


def looks_like_action(text: str, table: Table | None = None, words: Vocabulary = NO_VOCABULARY) -> bool:
    """Whether text without a command may be a move: in the table's game or, without a game, in any family's."""
    asked = (families.family_of(table),) if isinstance(table, Game) else families.FAMILIES
    return any(family.looks_like_action(text, words) for family in asked)
