"""Votes of the players at a table about one who is away, and administrators' rulings.

With two players the other one's vote is enough. In tournaments the director rules instead. A vote to skip or remove
requires that the player is away (RULES §7.2).
"""

from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import clock
from engine.absence import (
    AbsenceAction,
    AbsenceEvent,
    DecidedBy,
    PlayerReplaced,
    PlayerReturned,
    Remove,
    Replace,
    Seek,
    Skip,
    SubstituteReady,
    SubstituteSought,
    Volunteer,
    Vote,
    VoteCast,
    VoteLost,
)
from engine.allowance import is_table_at_rest, skippable_from, was_skipped
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game_base import Petition, TurnGame
from engine.lobby_seats import Seat
from engine.turns import check_running, require_seat, with_player

G = TypeVar("G", bound=TurnGame)
_HOUR: Final = timedelta(hours=1)
_VOTE_LAPSES_AFTER: Final = timedelta(days=1)
"""How long an open vote blocks another one."""


class Decision(Struct, frozen=True):
    """A decision about a seat, which the family carries out."""

    about: Literal["skip", "remove"]
    seat: int
    why: DecidedBy
    by: int


def apply_vote_or_ruling(
    state: G, action: AbsenceAction, now: datetime, begins: datetime
) -> tuple[G, tuple[AbsenceEvent, ...], Decision | None]:
    """Apply a vote or a ruling; return the state, the events, and what the family must do to the seat, if anything.

    A seat that is taken over already has its new player in that state. New time starts at ``begins``.

    Raises:
        Refusal: ``not_seated``, ``has_surrendered``, ``clock_decides``, ``not_absent_yet``, ``not_away``, ``paused``,
            ``turn_is_over``, ``no_such_player``, ``vote_on_oneself``, ``voted_already``, ``no_vote``, ``vote_open``,
            ``director_rules``, ``already_seated``, ``sat_elsewhere``, ``has_substitute``, ``computers_alone``.
    """
    if not 0 <= action.seat < len(state.players) or not state.players[action.seat].active:
        raise Refusal("no_such_player")
    match action:
        case Skip(by=by, seat=seat, number=number):
            _check_skippable_turn(state, seat, number)
            return replace(state, petition=None), (), Decision("skip", seat, "ruling", by)
        case Remove(by=by, seat=seat):
            return _note_removal(state, seat, "ruling"), (), Decision("remove", seat, "ruling", by)
        case Replace(by=by, seat=seat, user=user):
            petition = _require_replacement_vote(state, seat)
            if petition.substitute is None or petition.substitute.user != user:
                raise Refusal("no_vote")
            return *_take_over_seat(state, petition, "ruling", by, begins), None
        case Seek():
            return *_seek_substitute(state, action, now), None
        case Volunteer():
            return *_volunteer(state, action), None
        case Vote():
            return _vote(state, action, now, begins)
        case _:
            assert_never(action)


def settle_after_action(
    before: TurnGame, after: G, user: int | None, begins: datetime
) -> tuple[G, tuple[PlayerReturned, ...]]:
    """Note a user's presence after their action, and drop a vote whose subject is gone."""
    seat = None if user is None else before.seat_of(user)
    back = seat is not None and after.outcome is None and after.players[seat].user == user and was_skipped(before, seat)
    if back and seat is not None and after.clocks.misses[seat]:
        after = replace(after, clocks=clock.forgive_misses(after.clocks, seat))
        if is_table_at_rest(before) and after.clocks.paused is None and after.clocks.started == before.clocks.started:
            # Turns were no longer skipped automatically: the one that waited gets its whole time again.
            after = replace(after, clocks=clock.start_turn(after.clocks, begins))
    petition = after.petition
    if petition is not None:
        gone = after.outcome is not None or not after.players[petition.seat].active
        late = petition.about == "skip" and after.number != petition.number
        if seat == petition.seat or gone or late:
            after = replace(after, petition=None)
    asked = before.petition is not None and before.petition.seat == seat and after.outcome is None
    return after, (PlayerReturned(seat),) if seat is not None and after.players[seat].active and (back or asked) else ()


def votes_needed(state: TurnGame, seat: int) -> int:
    """How many votes decide about a seat: more than half of the other people still in the game."""
    return len(_voters(state, seat)) // 2 + 1


def _voters(state: TurnGame, seat: int) -> list[int]:
    """The seats that may vote about a seat; computer players may not."""
    people = (other for other, player in enumerate(state.players) if player.active and not is_computer(player.user))
    return [other for other in people if other != seat]


def _check_skippable_turn(state: TurnGame, seat: int, number: int) -> None:
    if state.clock_rule is not None:
        raise Refusal("clock_decides")
    check_running(state)
    if seat != state.turn or number != state.number:
        raise Refusal("turn_is_over")


def _require_voter(state: TurnGame, by: int, seat: int) -> int:
    own = require_seat(state, by)
    if own == seat:
        raise Refusal("vote_on_oneself")
    if not state.ruleset.absence.votes:
        raise Refusal("director_rules")
    return own


def _check_away(state: TurnGame, seat: int, now: datetime) -> None:
    """Check that the player is away: their turn has waited long enough, or their last one was skipped or timed out."""
    if state.clocks.misses[seat] and seat != state.turn:
        return
    name = state.players[seat].name
    if seat == state.turn:
        check_running(state)
    at = skippable_from(state) if seat == state.turn else None
    if at is None:
        raise Refusal("not_away", name=name)
    if now < at:
        raise Refusal("not_absent_yet", name=name, hours=-(-(at - now) // _HOUR))


def _require_replacement_vote(state: TurnGame, seat: int) -> Petition:
    petition = state.petition
    if petition is None or (petition.about, petition.seat) != ("replace", seat):
        raise Refusal("no_vote")
    return petition


def _check_no_open_vote(state: TurnGame, now: datetime) -> None:
    """Refuse a second vote, unless the open one waits for a substitute or is a day old."""
    petition = state.petition
    if petition is not None and not petition.is_waiting and now < petition.asked + _VOTE_LAPSES_AFTER:
        raise Refusal("vote_open")


def _seek_substitute(state: G, action: Seek, now: datetime) -> tuple[G, tuple[AbsenceEvent, ...]]:
    if not action.ruling:
        _require_voter(state, action.by, action.seat)
        if len(_voters(state, action.seat)) == 1:
            _check_away(state, action.seat, now)
    _check_no_open_vote(state, now)
    petition = Petition("replace", action.seat, state.number, now)
    return replace(state, petition=petition), (SubstituteSought(action.seat, action.by),)


def _volunteer(state: G, action: Volunteer) -> tuple[G, tuple[AbsenceEvent, ...]]:
    petition = _require_replacement_vote(state, action.seat)
    if state.seat_of(action.by) is not None:
        raise Refusal("already_seated")
    if not is_computer(action.by) and any(user == action.by and seat != action.seat for seat, user in state.sat):
        raise Refusal("sat_elsewhere")
    if is_computer(action.by) and not _voters(state, action.seat):
        # Only computer players would be left.
        raise Refusal("computers_alone")
    if petition.substitute is not None:
        raise Refusal("has_substitute", name=petition.substitute.name)
    petition = replace(petition, substitute=Seat(action.by, action.name))
    return replace(state, petition=petition), (SubstituteReady(petition, votes_needed(state, action.seat)),)


def _vote(
    state: G, action: Vote, now: datetime, begins: datetime
) -> tuple[G, tuple[AbsenceEvent, ...], Decision | None]:
    seat = _require_voter(state, action.by, action.seat)
    if action.about == "skip":
        _check_skippable_turn(state, action.seat, action.number)
    voters, enough = _voters(state, action.seat), votes_needed(state, action.seat)
    if action.yes and (action.about != "replace" or len(voters) == 1):
        _check_away(state, action.seat, now)
    asked, opens = _find_or_open_vote(state, action, now)
    petition = _cast_vote(asked, seat, yes=action.yes)
    cast = VoteCast(seat, action.yes, petition, enough, opens, action.shown)
    cast_events = (cast,) if len(voters) > 1 else ()
    if sum(one in voters for one in petition.yes) >= enough:
        if petition.substitute is not None:
            after, events = _take_over_seat(state, petition, "vote", action.by, begins)
            return after, (*cast_events, *events), None
        if petition.about == "skip":
            return replace(state, petition=None), cast_events, Decision("skip", petition.seat, "vote", action.by)
        after = _note_removal(state, petition.seat, "vote")
        return after, cast_events, Decision("remove", petition.seat, "vote", action.by)
    if len(voters) - sum(one in voters for one in petition.no) < enough:
        return replace(state, petition=None), (cast, VoteLost(petition)), None
    return replace(state, petition=petition), (cast,), None


def _note_removal(state: G, seat: int, why: Literal["vote", "ruling"]) -> G:
    return replace(state, petition=None, removed=(*state.removed, (seat, why)))


def _find_or_open_vote(state: TurnGame, action: Vote, now: datetime) -> tuple[Petition, bool]:
    """The vote to which an action belongs, and whether the action opens it."""
    petition = state.petition
    if petition is not None and (petition.about, petition.seat) == (action.about, action.seat):
        user = None if petition.substitute is None else petition.substitute.user
        if petition.is_waiting or user != action.user:
            raise Refusal("no_vote")
        return petition, False
    if not action.yes or action.about == "replace":
        raise Refusal("no_vote")
    _check_no_open_vote(state, now)
    return Petition(action.about, action.seat, state.number, now), True


def _cast_vote(petition: Petition, seat: int, *, yes: bool) -> Petition:
    if seat in (petition.yes if yes else petition.no):
        raise Refusal("voted_already")
    yeas = tuple(sorted({*petition.yes, seat} if yes else {*petition.yes} - {seat}))
    nays = tuple(sorted({*petition.no} - {seat} if yes else {*petition.no, seat}))
    return replace(petition, yes=yeas, no=nays)


def _take_over_seat(
    state: G, petition: Petition, decided_by: DecidedBy, by: int, begins: datetime
) -> tuple[G, tuple[AbsenceEvent, ...]]:
    """Give a seat to the volunteer; tiles, score and clock stay as they are."""
    seat, substitute = petition.seat, petition.substitute
    if substitute is None:
        raise Refusal("no_vote")
    if state.seat_of(substitute.user) is not None:
        raise Refusal("already_seated")
    player = state.players[seat]
    former = Seat(player.user, player.name)
    successor: Any = replace(player, user=substitute.user, name=substitute.name)  # type: ignore[type-var]
    clocks = state.clocks
    if clocks.misses:
        clocks = clock.forgive_misses(clocks, seat)
    if seat == state.turn and state.clock_rule is None and clocks.started is not None and clocks.paused is None:
        clocks = clock.start_turn(clocks, begins)
    after = replace(
        with_player(state, seat, successor),
        clocks=clocks,
        petition=None,
        sat=(*state.sat, (seat, former.user)),
        gone=tuple(user for user in state.gone if user not in {former.user, substitute.user}),
        host=substitute.user if state.host == former.user else state.host,
    )
    return after, (PlayerReplaced(seat, former, substitute, decided_by, by),)
