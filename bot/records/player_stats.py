"""What is told of one player, of one chat or of several together. Pure."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from engine.figures import Figures, PeriodFigures, combine_figures
from engine.forget_player import is_forgotten
from engine.standings import FamilyRating, Standing


def select_figures(period: PeriodFigures, game: str = "", *, with_computers: bool) -> Figures:
    """The figures of a period.

    Args:
        period: all of them.
        game: the id of its ruleset; empty for all.
        with_computers: whether those of games with computer players, or those of games without any.
    """
    found = combine_figures(
        figures
        for kind, figures in period.kinds
        if kind.with_computers == with_computers and game in {"", kind.ruleset}
    )
    if game or with_computers:
        return found
    return replace(found, streak=period.streak, best_streak=period.best_streak)


def played_games(periods: Iterable[PeriodFigures], *, with_computers: bool | None = None) -> list[str]:
    """The ids of the rulesets that were played, those played most first; of equals by their ids.

    Args:
        periods: the figures.
        with_computers: as of :func:`select_figures`; ``None`` for both.
    """
    counts: Counter[str] = Counter()
    for period in periods:
        count_games(period, counts, with_computers=with_computers)
    return most_played(counts)


def count_games(period: PeriodFigures, counts: Counter[str], *, with_computers: bool | None) -> None:
    """Add the games of a period to ``counts``, by the ids of their rulesets."""
    for kind, figures in period.kinds:
        if with_computers is None or kind.with_computers == with_computers:
            counts[kind.ruleset] += figures.games


def most_played(counts: Counter[str]) -> list[str]:
    """The ids of rulesets, those played most first; of equals by their ids."""
    return sorted(counts, key=lambda game: (-counts[game], game))


def main_rating(standing: Standing, family: str = "") -> FamilyRating | None:
    """The rating in a family, or without one that of the family in which most games were rated."""
    if family:
        return standing.rating_of(family)
    return max(standing.ratings, key=lambda one: one.rating.games, default=None)


def frequent_opponents(figures: Figures, most: int) -> list[tuple[int, int]]:
    """Whom somebody has met most, with how many games; nobody who was forgotten."""
    met = [(user, games) for user, games in figures.opponents if user > 0 and not is_forgotten(user)]
    return met[:most]


def tenths(total: int, count: int) -> int:
    """An average of at least one, in tenths, rounded half up."""
    return (20 * total + count) // (2 * count)
