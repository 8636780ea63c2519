"""Sketches of what a group remembers: its ranking, and one player's figures."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from bot.pictures.sketches import Sketch
from bot.records.ranking import RankedPlayer
from bot.wording.player_figures import PlayerReport, report_facts
from bot.wording.rankings import RankingView, ranked_value, ranking_note, ranking_subtitle, ranking_title
from bot.wording.speaker import Speaker
from render import Painter
from render.player_card import PlayerCard, RatingCurve
from render.rank_list import RankList, RankRow

_UNIX_START: Final = date(1970, 1, 1)
_LEAST_RATINGS: Final = 2
"""So many make a curve."""


@dataclass(frozen=True, slots=True)
class RecordSketch(Sketch):
    """A ranking, or a player's figures."""

    view: RankList | PlayerCard

    @property
    def reusable(self) -> bool:
        """True: what is in it everybody in the group may see."""
        return True

    @property
    def content(self) -> tuple[Any, ...]:
        """The whole view."""
        return "ranks" if isinstance(self.view, RankList) else "figures", self.view, self.theme

    def paint(self, painter: Painter) -> bytes:
        """Draw it."""
        return painter.rank_list(self.view) if isinstance(self.view, RankList) else painter.player_card(self.view)


def ranking_sketch(view: RankingView, speaker: Speaker, theme: str) -> RecordSketch:
    """The picture of a ranking."""

    def to_row(player: RankedPlayer) -> RankRow:
        return RankRow(
            place=player.place,
            name=view.names.get(player.user, ""),
            value=ranked_value(player, view.measure, speaker),
            detail=speaker.plain("top-games", games=player.games),
            is_own=player.user == view.reader,
        )

    return RecordSketch(
        theme,
        RankList(
            title=ranking_title(view, speaker),
            subtitle=ranking_subtitle(view, speaker),
            rows=tuple(map(to_row, view.players)),
            own=None if view.own is None else to_row(view.own),
            note=ranking_note(view, speaker),
            nameless=speaker.plain("nameless"),
        ),
    )


def player_sketch(report: PlayerReport, speaker: Speaker, theme: str) -> RecordSketch:
    """The picture of one player's figures."""
    figures, curve = report.figures, None
    if len(report.curve) >= _LEAST_RATINGS:
        (begin, _), (end, _) = report.curve[0], report.curve[-1]
        ratings = tuple(rating for _, rating in report.curve)
        curve = RatingCurve(ratings, _day_text(begin, speaker), _day_text(end, speaker))
    return RecordSketch(
        theme,
        PlayerCard(
            name=report.name,
            subtitle=report.subtitle,
            facts=tuple(report_facts(report, speaker)),
            rating=report.rating,
            curve=curve,
            word=figures.best_word,
            word_label=speaker.plain("stats-best-word"),
            word_points=speaker.plain("stats-word-points", points=figures.best_word_points),
            nothing="" if figures.games else speaker.plain("stats-nothing"),
            nameless=speaker.plain("nameless"),
        ),
    )


def _day_text(day: int, speaker: Speaker) -> str:
    """A day, counted from 1970, as the language writes it."""
    when = _UNIX_START + timedelta(days=day)
    return speaker.plain("stats-day", day=f"{when.day:02}", month=f"{when.month:02}", year=str(when.year))
