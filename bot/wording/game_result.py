"""The result of a game of any family, in its picture and its caption: who won, and by how much."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.game_base import GameView
from render.honours import FinalWords, Honour

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
UNRANKED: Final = "▫️"
"""The sign before a seat without a medal."""
SURRENDERED: Final = "🏳️"


def winning_margin(view: GameView) -> int:
    """By how many points the single winner leads the next active player; 0 if points did not decide."""
    outcome = view.outcome
    if outcome is None or len(outcome.winners) != 1:
        return 0
    won = next(final.score for final in outcome.finals if final.seat == outcome.winners[0])
    others = [
        final.score for final in outcome.finals if final.seat != outcome.winners[0] and view.seats[final.seat].active
    ]
    return max(0, won - max(others)) if others else 0


def medal(rank: int) -> str:
    """The sign of a rank."""
    return _MEDALS.get(rank, UNRANKED)


def join_player_names(names: Sequence[str], speaker: Speaker) -> Html:
    """Players' names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    last = [speaker.player_name(name) for name in names]
    return Html(", ".join(last[:-1]) + speaker.html("and") + last[-1]) if len(last) > 1 else last[0]


def winner_lines(view: GameView, speaker: Speaker, names: Html) -> list[str]:
    """Who won, or who drew, and by how much; ``names`` are their names as a sentence has them."""
    drawn = view.outcome is not None and len(view.outcome.winners) > 1
    lines = [speaker.html("ended-draw-between" if drawn else "ended-winner", names=names)]
    lead = winning_margin(view)
    return [*lines, speaker.html("ended-margin", margin=lead)] if lead else lines


def final_picture_words(view: GameView, speaker: Speaker, honours: Iterable[Honour]) -> FinalWords | None:
    """The words of a final picture; ``None`` while the game runs."""
    outcome = view.outcome
    if outcome is None:
        return None
    lead = winning_margin(view)
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    if outcome.reason == "cancelled":
        heading = speaker.plain("final-cancelled")
    elif winner is None:
        heading = speaker.plain("final-draw")
    else:
        heading = speaker.plain("final-won-by", margin=lead) if lead else speaker.plain("final-won")
    return FinalWords(heading, winner, () if outcome.reason == "cancelled" else tuple(honours))
