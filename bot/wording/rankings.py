"""Words a group's ranking: its title, its rows, and the text that says what its picture shows."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.records.ranking import LEAST_GAMES, Measure, RankedPlayer, Span
from bot.wording.formatting import join_lines
from bot.wording.player_figures import family_label, game_label, number_text, span_label, tenths_text
from bot.wording.speaker import Speaker


@dataclass(frozen=True, slots=True)
class RankingView:
    """What is shown of a ranking."""

    measure: Measure
    span: Span
    about: str
    """The id of a ruleset, or, by ratings, the name of a family; empty for all."""
    players: Sequence[RankedPlayer]
    """The best, in order."""
    own: RankedPlayer | None
    """The reader, if not among these."""
    reader: int
    names: Mapping[int, str]


def ranking_title(view: RankingView, speaker: Speaker) -> str:
    """What the ranking is by; plain text."""
    return speaker.plain("top-title", measure=speaker.plain(f"top-by-{view.measure}"))


def ranking_subtitle(view: RankingView, speaker: Speaker) -> str:
    """Of which games and when; plain text."""
    if view.measure == "rating":
        return family_label(view.about, speaker) if view.about else ""
    return f"{game_label(view.about, speaker)} · {span_label(view.span, speaker)}"


def ranked_value(player: RankedPlayer, measure: Measure, speaker: Speaker) -> str:
    """What somebody is ranked by; plain text."""
    match measure:
        case "rating":
            return f"{player.value}{'' if player.sure else '?'}"
        case "average":
            return tenths_text(player.value, speaker)
        case _:
            return number_text(player.value)


def ranking_note(view: RankingView, speaker: Speaker) -> str:
    """What one has to know to read the ranking; plain text, empty if nothing."""
    shown = [*view.players, *([] if view.own is None else [view.own])]
    if not view.players:
        return speaker.plain("top-nobody")
    if view.measure == "average":
        return speaker.plain("top-least-games", games=LEAST_GAMES[view.span])
    if not all(one.sure for one in shown):
        return speaker.plain("top-unsure")
    return ""


def ranking_html(view: RankingView, speaker: Speaker) -> str:
    """The ranking as text that says what its picture shows."""
    rows = [_row_html(one, view, speaker) for one in view.players]
    own = [] if view.own is None else ["…", _row_html(view.own, view, speaker)]
    return join_lines(
        f"🏆 <b>{speaker.html('top-title', measure=speaker.plain(f'top-by-{view.measure}'))}</b>",
        speaker.html("stats-subtitle", what=subtitle) if (subtitle := ranking_subtitle(view, speaker)) else "",
        *rows,
        *own,
        html.escape(ranking_note(view, speaker), quote=False),
        "" if view.span in {"week", "month"} and view.measure != "rating" else speaker.html("top-hidden"),
    )


def _row_html(player: RankedPlayer, view: RankingView, speaker: Speaker) -> str:
    name = speaker.player_name(view.names.get(player.user, ""))
    row = f"{player.place}. {name} {ranked_value(player, view.measure, speaker)}"
    return f"<b>{row}</b>" if player.user == view.reader else row
