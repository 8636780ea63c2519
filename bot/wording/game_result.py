"""Words the result of a game of any family for its picture and caption: who won, and by how much."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.game_base import GameView
from engine.rulesets import shipped_rulesets
from engine.standings import GameEffects, RatingChange
from render.honours import FinalWords, Honour

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
UNRANKED: Final = "▫️"  # stands before a seat without a medal
SURRENDERED: Final = "🏳️"


def winning_margin(view: GameView) -> int:
    """The points by which the single winner leads the next active player; 0 if points did not decide."""
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
    """Names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    last = [speaker.player_name(name) for name in names]
    return Html(", ".join(last[:-1]) + speaker.html("and") + last[-1]) if len(last) > 1 else last[0]


def winner_lines(view: GameView, speaker: Speaker, names: Html) -> list[str]:
    """Lines that tell who won and by how much, or that it is a draw; ``names``: the winners in a sentence."""
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


def rating_text(change: RatingChange, speaker: Speaker) -> str:
    """A rating before and after a game, each with a question mark while uncertain."""
    doubt = "" if change.sure else "?"
    return speaker.plain("effects-change", before=str(change.before), after=f"{change.after}{doubt}")


def effect_lines(effects: GameEffects | None, names: Sequence[tuple[int, str]], speaker: Speaker) -> list[str]:
    """A line with all ratings, in the order of play, and one for each player with new titles."""
    if effects is None:
        return []
    of_user = {one.user: one for one in effects.players}
    found = [(speaker.player_name(name), of_user[user]) for user, name in names if user in of_user]
    changes = [
        speaker.html("effects-rating", name=name, change=rating_text(one.rating, speaker))
        for name, one in found
        if one.rating is not None
    ]
    lines: list[str] = [speaker.html("effects-ratings", changes=Html(" · ".join(changes)))] if changes else []
    for name, player in found:
        if player.titles:
            titles = ", ".join(speaker.plain(f"title-{title.replace('_', '-')}") for title in player.titles)
            lines.append(speaker.html("effects-titles", name=name, titles=titles))
    return lines


_SIGNS: Final = {
    "duplicate": "📊",
    "kelimelik": "🎯",
    "klepka": "🃏",
    "mini": "📎",
    "scrabble": "🔥",
    "super": "✨",
    "tournament": "👑",
    "wordbox": "📅",
}
"""Games' signs, by the beginnings of rulesets' ids. No sign has another meaning, and the page has a drawing and a glyph
of each.
"""


def game_sign(titles: Mapping[str, str]) -> str:
    """The sign of the game with these titles; empty without one, as for a title that a game no longer has."""
    ids = (one.id.partition("-")[0] for one in shipped_rulesets().values() if one.title == titles)
    return _SIGNS.get(next(ids, ""), "")
