"""What a viewer may see of a game of Duplicate: only this module removes its secrets (RULES §10.5)."""

from typing import Final

from msgspec.structs import replace

from engine import absence
from engine.computer_ids import is_computer
from engine.duplicate import dealing, results
from engine.duplicate.events import AnswerTaken, Event, PlayerEntered, RackDrawn
from engine.duplicate.state import GameState, Player
from engine.duplicate.view import GameView, OpenRound, OwnAnswer, SeatView

_NOTHING: Final = AnswerTaken(None)


def view_for(state: GameState, viewer: int | None) -> GameView:
    """The game as the seat ``viewer``, or the group (``None``), may see it."""
    rules = state.ruleset
    places = dict(results.places_of(state))
    return GameView(
        ruleset=rules.id,
        language=rules.language,
        columns=rules.columns,
        rows=len(rules.board.rows),
        premiums=rules.board.rows,
        cells=state.cells,
        values=rules.values,
        seats=tuple(
            _seat_view(state, player, places.get(seat)) for seat, player in enumerate(state.players[: state.known])
        ),
        number=state.number,
        limit=rules.rounds,
        answers=rules.answers,
        is_slow=rules.is_slow,
        bag=len(state.bag),
        tiles=rules.tiles,
        top_points=sum(closed.laid.score for closed in state.closed),
        open=_open_view(state),
        last=state.closed[-1] if state.closed else None,
        is_last=state.opens is not None and dealing.end_before_round(state) is not None,
        viewer=viewer,
        own=_own_answer(state, viewer),
        outcome=state.outcome,
        history=state.history,
        options=rules.options_in_use,
        paused=state.clocks.paused is not None,
        gone=tuple(seat for seat in absence.left_seats(state) if seat < state.known),
    )


def _seat_view(state: GameState, player: Player, place: int | None) -> SeatView:
    return SeatView(
        player.user,
        player.name,
        player.score,
        computer=is_computer(player.user),
        place=place,
        permille=results.permille_of(state, player),
        since=player.since,
        answered=results.count_answered(player),
        tops=player.tops,
        solos=player.solos,
        points=player.points,
    )


def _open_view(state: GameState) -> OpenRound | None:
    round_ = state.round
    if round_ is None:
        return None
    return OpenRound(
        number=round_.number,
        rack=round_.rack,
        opened=round_.opened,
        due=round_.due,
        answered=results.count_answers(state),
        called=round_.called,
        limited=state.ruleset.rounds,
    )


def _own_answer(state: GameState, viewer: int | None) -> OwnAnswer | None:
    if viewer is None or state.round is None:
        return None
    player = state.players[viewer]
    return OwnAnswer(None if player.answer is None else player.answer.play, player.locked)


def redact(event: Event, viewer: int | None) -> Event:
    """The event as the seat ``viewer``, or the group (``None``), may see it."""
    match event:
        case AnswerTaken(seat=seat):
            # Whether a word counts stays secret until the round closes.
            return replace(event, counts=True) if viewer is not None and seat == viewer else _NOTHING
        case PlayerEntered(seat=seat) if viewer is None or seat != viewer:
            return PlayerEntered(None, None, "")
        case RackDrawn():
            return RackDrawn((), "")
        case _:
            return event
