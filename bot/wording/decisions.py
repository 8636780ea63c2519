"""Words decisions that are no moves: extra time, cancellation, absent players and votes; and the audit log."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from bot.records.administration import RecordDecision
from bot.tables.table_loader import MOST_AUDIT_ENTRIES, AuditEntry
from bot.texts import Html
from bot.wording.speaker import Speaker, localized_title
from engine import cancellation
from engine.absence import (
    Nudged,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    Remove,
    Replace,
    Skip,
    SubstituteReady,
    SubstituteSought,
    TurnSkipped,
    VoteCast,
    VoteLost,
)
from engine.allowance import Extend, Extended
from engine.cancellation import CancelProposed, GameCancelled, ObjectToCancel, ProposeCancel
from engine.clock import Pause, Resume
from engine.game_base import Game, GameView, Petition
from engine.messages import Action, Event
from engine.rulesets import shipped_rulesets
from engine.turns import Cancel, Stop, Undo
from render.text import format_points


def decision_lines(events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
    """Lines about a game's cancellation, proposals to cancel, and extra time."""
    lines = []
    for event in events:
        match event:
            case CancelProposed(seat=seat):
                time = speaker.duration(cancellation.OBJECTION_TIME.seconds)
                lines.append(speaker.html("cancel-asked", name=speaker.seat_name(view, seat), time=time))
            case GameCancelled(name=name, unopposed=True):
                lines.append(speaker.html("cancelled-unopposed", name=speaker.actor_name(name)))
            case GameCancelled(name=name, administrator=administrator):
                # If no name is known, the actor's name already says “administrator”.
                message = "cancelled-by-administrator" if administrator and name else "cancelled-by"
                lines.append(speaker.html(message, name=speaker.actor_name(name)))
            case Extended(seat=seat, seconds=seconds, name=name):
                player, time = speaker.seat_name(view, seat), speaker.duration(seconds)
                lines.append(speaker.html("extended", name=speaker.actor_name(name), player=player, time=time))
            case _:
                pass
    return lines


def cancel_losses(game: Game, speaker: Speaker) -> str:
    """What is lost if a game is cancelled: its turns, scores and lead; empty before the first turn."""
    if not game.number and not any(player.score for player in game.players):
        return ""
    active = [player for player in game.players if player.active]
    each = (f"{speaker.player_name(player.name)} <b>{format_points(player.score)}</b>" for player in game.players)
    scores = Html(" · ".join(each))
    best = max(player.score for player in active)
    first = [player for player in active if player.score == best]
    lines = [speaker.html("cancel-lost", turns=game.number, scores=scores)]
    if len(first) == 1:
        lines.append(speaker.html("cancel-leads", name=speaker.player_name(first[0].name)))
    return "\n".join(lines)


_AUDIT_MESSAGES: Final[dict[type[Action], str]] = {
    Pause: "act-pause",
    Resume: "act-resume",
    ProposeCancel: "act-propose",
    ObjectToCancel: "act-object",
    Cancel: "act-cancel",
    Stop: "act-cancel",
    Undo: "act-undo",
    Extend: "act-extend",
    Skip: "act-skip",
    Remove: "act-remove",
    Replace: "act-replace",
}


def is_audited(action: Action) -> bool:
    """Whether an action belongs in the audit log."""
    return type(action) in _AUDIT_MESSAGES


def audit_log_lines(
    entries: Iterable[AuditEntry], about_records: Iterable[RecordDecision], speaker: Speaker
) -> list[str]:
    """The newest decisions, oldest first: time in UTC, who decided, and the player, thing or table concerned."""
    lines = [(entry.at, _audit_log_line(entry, speaker)) for entry in entries]
    lines += [(decision.at, _record_decision_line(decision, speaker)) for decision in about_records]
    return [line for _, line in sorted(lines, key=lambda one: one[0])][-MOST_AUDIT_ENTRIES:]


def _record_decision_line(decision: RecordDecision, speaker: Speaker) -> str:
    shipped = shipped_rulesets().get(decision.ruleset)
    return speaker.html(
        f"act-records-{decision.kind}",
        at=_minute_of(decision.at),
        name=speaker.actor_name(decision.name),
        number=decision.number,
        game=decision.ruleset if shipped is None else localized_title(shipped.title, speaker.language),
        date=datetime.fromtimestamp(decision.ended, UTC).strftime("%Y-%m-%d"),
    )


def _minute_of(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


def _audit_log_line(entry: AuditEntry, speaker: Speaker) -> str:
    return speaker.html(
        _AUDIT_MESSAGES[type(entry.action)],
        at=_minute_of(entry.at) + (f" · #{entry.number}" if entry.number else ""),
        name=speaker.actor_name(entry.name),
        player=speaker.player_name(entry.player),
        time=speaker.duration(getattr(entry.action, "seconds", 0)),
    )


PICTURELESS_EVENTS: Final = (Nudged, PlayerReturned, SubstituteReady, SubstituteSought, VoteCast, VoteLost)
"""Events that leave the board unchanged: a step with only such events sends no picture."""


def absence_line(event: Event, view: GameView, speaker: Speaker) -> str:
    """The line about an event that concerns an absent player; empty for other events."""
    match event:
        case TurnSkipped(seat=seat, why=why, rests=rests, ruler=ruler):
            line = speaker.html(
                f"absent-skipped-{why}", name=speaker.seat_name(view, seat), ruler=speaker.actor_name(ruler)
            )
            return f"{line}\n{speaker.html('absent-rests')}" if rests else line
        case PlayerRemoved(name=name, why=why, ruler=ruler):
            return speaker.html(
                f"absent-removed-{why}", name=speaker.player_name(name), ruler=speaker.actor_name(ruler)
            )
        case PlayerReplaced(former=former, successor=successor, why=why, ruler=ruler):
            names = {"name": speaker.player_name(former.name), "other": speaker.mention(successor.user, successor.name)}
            return speaker.html(f"absent-replaced-{why}", ruler=speaker.actor_name(ruler), **names)
        case PlayerReturned(seat=seat):
            return speaker.html("absent-returned", name=speaker.seat_name(view, seat))
        case SubstituteSought(seat=seat):
            return speaker.html("absent-sought", name=speaker.seat_name(view, seat))
        case Nudged(seat=seat, seconds=seconds):
            who = view.seats[seat]
            name, time = speaker.mention(who.user, who.name), speaker.duration(seconds)
            return speaker.html("absent-nudged", name=name, time=time)
        case _:
            return _vote_line(event, view, speaker)


def _vote_line(event: Event, view: GameView, speaker: Speaker) -> str:
    match event:
        case VoteCast(seat=seat, yes=yes, petition=petition, needed=needed):
            cast = speaker.html("absent-voted-yes" if yes else "absent-voted-no", name=speaker.seat_name(view, seat))
            return f"{cast}\n{vote_tally(petition, needed, view, speaker)}"
        case SubstituteReady(petition=petition, needed=needed):
            return vote_tally(petition, needed, view, speaker)
        case VoteLost(petition=petition):
            return speaker.html("absent-vote-lost", question=_vote_question(petition, view, speaker))
        case _:
            return ""


def _vote_question(petition: Petition, view: GameView, speaker: Speaker) -> Html:
    name = speaker.seat_name(view, petition.seat)
    if petition.substitute is None:
        return Html(speaker.html(f"absent-about-{petition.about}", name=name))
    return Html(speaker.html("absent-about-replace", name=name, other=speaker.player_name(petition.substitute.name)))


def vote_tally(petition: Petition, needed: int, view: GameView, speaker: Speaker) -> str:
    """The question of a vote, the votes so far and how many are needed, as HTML."""
    lines = [speaker.html("absent-question", question=_vote_question(petition, view, speaker), needed=needed)]
    for sign, seats in (("✅", petition.yes), ("❌", petition.no)):
        if seats:
            lines.append(f"{sign} {', '.join(speaker.seat_name(view, seat) for seat in seats)}")
    return "\n".join(lines)
