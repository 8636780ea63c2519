"""What a finished game changed: ratings and titles, for the message of its end and its page in the history."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.standings import GameEffects, RatingChange, Title

_TITLE_MESSAGES: Final[Mapping[Title, str]] = {
    "first_win": "title-first-win",
    "first_bingo": "title-first-bingo",
    "hundred_points": "title-hundred-points",
    "five_in_a_row": "title-five-in-a-row",
    "ten_in_a_row": "title-ten-in-a-row",
}


def rating_text(change: RatingChange, speaker: Speaker) -> str:
    """A rating before and after a game; with a question mark while little is known."""
    doubt = "" if change.sure else "?"
    return speaker.plain("effects-change", before=str(change.before), after=f"{change.after}{doubt}")


def title_text(title: Title, speaker: Speaker) -> str:
    """What a title is for."""
    return speaker.plain(_TITLE_MESSAGES[title])


def effect_lines(effects: GameEffects | None, names: Sequence[tuple[int, str]], speaker: Speaker) -> list[str]:
    """A line with everybody's rating, and one for each player with new titles; nothing where nothing changed.

    Args:
        effects: what the game changed; ``None`` if that is not known.
        names: users with their names, in the order of play.
        speaker: words it.
    """
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
    return lines + [
        speaker.html("effects-titles", name=name, titles=", ".join(title_text(one, speaker) for one in player.titles))
        for name, player in found
        if player.titles
    ]
