"""What is said of players who are away, and asked about them, alike in all games."""

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
from engine.family import GameView
from engine.messages import Event
from engine.petition import Petition

SAID_ONLY: Final = (Nudged, PlayerReturned, SubstituteReady, SubstituteSought, VoteCast, VoteLost)
"""Events that leave the board as it was: without others they are told without a picture."""


def line(event: Event, view: GameView, speaker: Speaker) -> str:
    """What happened; empty for events of other kinds."""
    match event:
        case TurnSkipped(seat=seat, why=why, rests=rests, ruler=ruler):
            told = speaker.html(f"absent-skipped-{why}", name=_name(seat, view, speaker), ruler=speaker.actor(ruler))
            return f"{told}\n{speaker.html('absent-rests')}" if rests else told
        case PlayerRemoved(name=name, why=why, ruler=ruler):
            return speaker.html(f"absent-removed-{why}", name=speaker.named(name), ruler=speaker.actor(ruler))
        case PlayerReplaced(former=former, successor=successor, why=why, ruler=ruler):
            names = {"name": speaker.named(former.name), "other": speaker.mention(successor.user, successor.name)}
            return speaker.html(f"absent-replaced-{why}", ruler=speaker.actor(ruler), **names)
        case PlayerReturned(seat=seat):
            return speaker.html("absent-returned", name=_name(seat, view, speaker))
        case SubstituteSought(seat=seat):
            return speaker.html("absent-sought", name=_name(seat, view, speaker))
        case Nudged(seat=seat, seconds=seconds):
            who = view.seats[seat]
            name, time = speaker.mention(who.user, who.name), speaker.duration(seconds)
            return speaker.html("absent-nudged", name=name, time=time)
        case _:
            return _of_vote(event, view, speaker)


def _of_vote(event: Event, view: GameView, speaker: Speaker) -> str:
    match event:
        case VoteCast(seat=seat, yes=yes, petition=petition, needed=needed):
            cast = speaker.html("absent-voted-yes" if yes else "absent-voted-no", name=_name(seat, view, speaker))
            return f"{cast}\n{tally(petition, needed, view, speaker)}"
        case SubstituteReady(petition=petition, needed=needed):
            return tally(petition, needed, view, speaker)
        case VoteLost(petition=petition):
            return speaker.html("absent-vote-lost", question=question(petition, view, speaker))
        case _:
            return ""


def question(petition: Petition, view: GameView, speaker: Speaker) -> Html:
    """What is voted about, as HTML."""
    name = _name(petition.seat, view, speaker)
    if petition.substitute is None:
        return Html(speaker.html(f"absent-about-{petition.about}", name=name))
    return Html(speaker.html("absent-about-replace", name=name, other=speaker.named(petition.substitute.name)))


def tally(petition: Petition, needed: int, view: GameView, speaker: Speaker) -> str:
    """The question, who has voted how, and how many votes it takes, as HTML."""
    lines = [speaker.html("absent-question", question=question(petition, view, speaker), needed=needed)]
    for sign, seats in (("✅", petition.yes), ("❌", petition.no)):
        if seats:
            lines.append(f"{sign} {', '.join(_name(seat, view, speaker) for seat in seats)}")
    return "\n".join(lines)


def _name(seat: int, view: GameView, speaker: Speaker) -> Html:
    return speaker.named(view.seats[seat].name)
