"""What the end of a game of any family is told by, in the picture and in its caption: who won, and by how much."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.family import GameView
from render.honours import FinalWords, Honour

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
UNRANKED: Final = "▫️"
"""Before a seat that has no place among the first, or none at all."""
GAVE_UP: Final = "🏳️"


def margin(view: GameView) -> int:
    """By how many points the one winner leads the next who was still in the game; 0 where points did not decide."""
    outcome = view.outcome
    if outcome is None or len(outcome.winners) != 1:
        return 0
    won = next(final.score for final in outcome.finals if final.seat == outcome.winners[0])
    others = [
        final.score for final in outcome.finals if final.seat != outcome.winners[0] and view.seats[final.seat].active
    ]
    return max(0, won - max(others)) if others else 0


def medal(place: int) -> str:
    """The mark of a place."""
    return _MEDALS.get(place, UNRANKED)


def listed(names: Sequence[str], speaker: Speaker) -> Html:
    """Players' names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    last = [speaker.named(name) for name in names]
    return Html(", ".join(last[:-1]) + speaker.html("and") + last[-1]) if len(last) > 1 else last[0]


def won(view: GameView, speaker: Speaker, names: Html) -> list[str]:
    """Who won, or between whom it is a draw, and by how much; ``names`` are theirs as a sentence has them."""
    drawn = view.outcome is not None and len(view.outcome.winners) > 1
    lines = [speaker.html("ended-draw-between" if drawn else "ended-winner", names=names)]
    lead = margin(view)
    return [*lines, speaker.html("ended-margin", margin=lead)] if lead else lines


def pictured(view: GameView, speaker: Speaker, honours: Iterable[Honour]) -> FinalWords | None:
    """The wording of a final picture; ``None`` while the game goes on.

    Args:
        view: the game.
        speaker: says it.
        honours: the best of the game, which one that was cancelled does not have told.
    """
    outcome = view.outcome
    if outcome is None:
        return None
    lead = margin(view)
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    if outcome.reason == "cancelled":
        said = speaker.plain("final-cancelled")
    elif winner is None:
        said = speaker.plain("final-draw")
    else:
        said = speaker.plain("final-won-by", margin=lead) if lead else speaker.plain("final-won")
    return FinalWords(said, winner, () if outcome.reason == "cancelled" else tuple(honours))
