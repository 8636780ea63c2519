"""What is said of what is decided about a game of any family: more time, and its end without a result."""

from collections.abc import Iterable

from bot.texts import Html
from bot.wording import clocks
from bot.wording.speaker import Speaker
from engine import closing
from engine.closing import CancelProposed, GameCancelled
from engine.extending import Extended
from engine.family import Game, GameView
from engine.messages import Event


def lines(events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
    """Who ended the game, or asks to, or gave somebody more time, if anybody does."""
    return [line for event in events if (line := _line(event, view, speaker))]


def _line(event: Event, view: GameView, speaker: Speaker) -> str:
    match event:
        case CancelProposed(seat=seat):
            time = speaker.duration(closing.OBJECTION.seconds)
            return speaker.html("cancel-asked", name=speaker.named(view.seats[seat].name), time=time)
        case GameCancelled():
            return _ended(event, speaker)
        case Extended():
            return clocks.extended(event, view, speaker)
        case _:
            return ""


def _ended(event: GameCancelled, speaker: Speaker) -> str:
    name = speaker.actor(event.name)
    if event.unopposed:
        return speaker.html("cancelled-unopposed", name=name)
    # An administrator without a name is called one already.
    told = "cancelled-by-administrator" if event.administrator and event.name else "cancelled-by"
    return speaker.html(told, name=name)


def lost(game: Game, speaker: Speaker) -> str:
    """What a game that ends without a result takes along: turns, scores, and who leads; empty before the first turn."""
    if not game.number and not any(player.score for player in game.players):
        return ""
    active = [player for player in game.players if player.active]
    scores = Html(" · ".join(f"{speaker.named(player.name)} <b>{player.score}</b>" for player in game.players))
    best = max(player.score for player in active)
    first = [player for player in active if player.score == best]
    told = [speaker.html("cancel-lost", turns=game.number, scores=scores)]
    if len(first) == 1:
        told.append(speaker.html("cancel-leads", name=speaker.named(first[0].name)))
    return "\n".join(told)
