"""Sentences about absent players and the votes about them, the same in all families."""

from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.absence import (
    Nudged,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    SubstituteReady,
    SubstituteSought,
    TurnSkipped,
    VoteCast,
    VoteLost,
)
from engine.game_base import GameView, Petition
from engine.messages import Event

PICTURELESS_EVENTS: Final = (Nudged, PlayerReturned, SubstituteReady, SubstituteSought, VoteCast, VoteLost)
"""Events that leave the board as it was: if there are no others, no picture is sent."""


def absence_line(event: Event, view: GameView, speaker: Speaker) -> str:
    """What happened; empty for other events."""
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
            return speaker.html("absent-vote-lost", question=vote_question(petition, view, speaker))
        case _:
            return ""


def vote_question(petition: Petition, view: GameView, speaker: Speaker) -> Html:
    """The question of a vote, as HTML."""
    name = speaker.seat_name(view, petition.seat)
    if petition.substitute is None:
        return Html(speaker.html(f"absent-about-{petition.about}", name=name))
    return Html(speaker.html("absent-about-replace", name=name, other=speaker.player_name(petition.substitute.name)))


def vote_tally(petition: Petition, needed: int, view: GameView, speaker: Speaker) -> str:
    """The question, who has voted how, and how many votes are needed, as HTML."""
    lines = [speaker.html("absent-question", question=vote_question(petition, view, speaker), needed=needed)]
    for sign, seats in (("✅", petition.yes), ("❌", petition.no)):
        if seats:
            lines.append(f"{sign} {', '.join(speaker.seat_name(view, seat) for seat in seats)}")
    return "\n".join(lines)
