"""Players' figures (statistics): sums over game records, all integers, so that every machine derives the same bytes.

Games with a computer player are kept apart and do not affect streaks. :mod:`engine.standings` has what is not a sum.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from engine.game_record import GameRecord, PlayerRecord
from engine.seat_figures import SeatFigures

MOST_OPPONENTS: Final = 40
"""How many opponents are kept: those met most often, of a tie the most recent."""


MOST_SHARES: Final = 20
"""Of how many latest games in rounds (Duplicate) the share of the best plays' points is kept."""


class Figures(Struct, frozen=True, array_like=True):
    """A player's totals in all games of one kind in one period.

    It is stored as a list: add a new field last, with a default, and add it to ``_add`` and ``_figures_of_game``. Raise
    ``FORM`` in :mod:`bot.records.projection`, so that older games count in it.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    """Shared first places."""
    points: int = 0
    """The sum of final scores."""
    best_game: int = 0
    plays: int = 0
    play_points: int = 0
    bingos: int = 0
    best_play: int = 0
    best_play_word: str = ""
    best_word: str = ""
    best_word_points: int = 0
    longest_word: str = ""
    challenges_won: int = 0
    challenges_lost: int = 0
    streak: int = 0
    """Games among people won in a row until now; 0 if figures of several rulesets or chats are combined."""
    best_streak: int = 0
    opponents: tuple[tuple[int, int], ...] = ()
    """Opponents and the number of games among people with each (:attr:`engine.standings.Standing.opponents`)."""
    tops: int = 0
    """Rounds (Duplicate) in which the player reached the best play's points."""
    shares: tuple[tuple[int, int], ...] = ()
    """The latest games in rounds, oldest first: when each ended, and the share of the best plays' points in 1/1000."""

    @property
    def share(self) -> int | None:
        """The mean share of the best plays' points in these games, in tenths of a percent; ``None`` without any."""
        parts = [part for _, part in self.shares]
        return (2 * sum(parts) + len(parts)) // (2 * len(parts)) if parts else None


class GameKind(Struct, frozen=True, array_like=True, order=True):
    """A kind of game: a player's figures are kept apart by it."""

    ruleset: str
    with_computers: bool = False


class PeriodFigures(Struct, frozen=True, array_like=True):
    """A player's figures in one period."""

    kinds: tuple[tuple[GameKind, Figures], ...] = ()
    """Ordered by kind."""
    newest: int = 0
    """When the last game among people ended; epoch seconds."""
    streak: int = 0
    """Games among people won in a row until now, of any ruleset."""
    best_streak: int = 0


def combine_figures(several: Iterable[Figures]) -> Figures:
    """The figures of several kinds or chats as one; ties keep the first."""
    total = Figures()
    for one in several:
        if not total.games or not one.games:
            total = one if one.games else total
            continue
        opponents = dict(total.opponents)
        for user, games in one.opponents:
            opponents[user] = opponents.get(user, 0) + games
        total = _add(
            total,
            one,
            # In which order the games were played is unknown.
            streak=0,
            best_streak=max(total.best_streak, one.best_streak),
            opponents=tuple(sorted(opponents.items(), key=lambda met: -met[1])),
        )
    return total


def _add_game(had: Figures, game: Figures, streak: int) -> Figures:
    return _add(
        had,
        game,
        streak=streak,
        best_streak=max(had.best_streak, streak),
        opponents=add_opponents(had.opponents, [user for user, _ in game.opponents]),
    )


def _continue_streak(streak: int, game: Figures) -> int:
    """The number of successive wins after the next game; a game without opponents leaves it unchanged."""
    return streak + 1 if game.streak else 0 if game.opponents else streak


def _add(
    had: Figures, more: Figures, *, streak: int, best_streak: int, opponents: tuple[tuple[int, int], ...]
) -> Figures:
    best_play = more if more.best_play > had.best_play else had
    best_word = more if more.best_word_points > had.best_word_points else had
    return Figures(
        games=had.games + more.games,
        wins=had.wins + more.wins,
        draws=had.draws + more.draws,
        points=had.points + more.points,
        best_game=max(had.best_game, more.best_game) if had.games else more.best_game,
        plays=had.plays + more.plays,
        play_points=had.play_points + more.play_points,
        bingos=had.bingos + more.bingos,
        best_play=best_play.best_play,
        best_play_word=best_play.best_play_word,
        best_word=best_word.best_word,
        best_word_points=best_word.best_word_points,
        longest_word=more.longest_word if len(more.longest_word) > len(had.longest_word) else had.longest_word,
        challenges_won=had.challenges_won + more.challenges_won,
        challenges_lost=had.challenges_lost + more.challenges_lost,
        streak=streak,
        best_streak=best_streak,
        opponents=opponents,
        tops=had.tops + more.tops,
        shares=tuple(sorted((*had.shares, *more.shares), key=lambda share: share[0])[-MOST_SHARES:]),
    )


def figures_of_game(record: GameRecord, player: PlayerRecord) -> PeriodFigures:
    """A player's figures of one counted game, to be added to each of its periods."""
    kind = GameKind(record.ruleset, record.has_computers)
    return PeriodFigures(((kind, _figures_of_game(record, player)),), 0 if kind.with_computers else record.ended)


def add_to_period(had: PeriodFigures, record: GameRecord, player: PlayerRecord) -> PeriodFigures:
    """A player's figures of a period, with a game added."""
    return add_game_figures(had, figures_of_game(record, player), in_streaks=not record.is_too_short)


def add_game_figures(had: PeriodFigures, game: PeriodFigures, *, in_streaks: bool) -> PeriodFigures:
    """A player's period with a game's figures (:func:`figures_of_game`); ``in_streaks``: it affects streaks."""
    ((kind, figures),) = game.kinds
    kinds = dict(had.kinds)
    known = kinds.get(kind, Figures())
    kinds[kind] = _add_game(known, figures, _continue_streak(known.streak, figures) if in_streaks else known.streak)
    streak = _continue_streak(had.streak, figures) if in_streaks else had.streak
    return PeriodFigures(
        tuple(sorted(kinds.items(), key=lambda item: item[0])),
        max(had.newest, game.newest),
        streak,
        max(had.best_streak, streak),
    )


def _figures_of_game(record: GameRecord, player: PlayerRecord) -> Figures:
    won = player.place == 1
    shared = won and sum(one.place == 1 for one in record.players) > 1
    done: SeatFigures = player.figures
    alone_first = won and not shared and len(record.players) > 1
    streak = int(alone_first and not record.has_computers)
    met = [] if record.has_computers else [one.user for one in record.players if one.user != player.user]
    return Figures(
        games=1,
        wins=int(alone_first),
        draws=int(shared),
        points=player.score,
        best_game=player.score,
        plays=done.plays,
        play_points=done.play_points,
        bingos=done.bingos,
        best_play=done.best_play,
        best_play_word=done.best_play_word,
        best_word=done.best_word,
        best_word_points=done.best_word_points,
        longest_word=done.longest_word,
        challenges_won=done.challenges_won,
        challenges_lost=done.challenges_lost,
        streak=streak,
        best_streak=streak,
        opponents=tuple((user, 1) for user in met),
        tops=done.tops,
        shares=() if done.permille is None else ((record.ended, done.permille),),
    )


def add_opponents(had: Sequence[tuple[int, int]], met: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Add a game's opponents to the numbers of games played together, most games first."""
    counts = dict(had)
    newest = [(user, counts.pop(user, 0) + 1) for user in met]
    return tuple(sorted((*newest, *counts.items()), key=lambda one: -one[1])[:MOST_OPPONENTS])


EVER: Final = "ever"


def season_name(number: int) -> str:
    """A season's period: ``s2``."""
    return f"s{number}"


def month_name(at: int) -> str:
    """The period name of a month, ``2026-11``, from an instant in it in epoch seconds."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def week_name(at: int) -> str:
    """The period name of a week, Monday to Sunday, ``2026-W48``, from an instant in it in epoch seconds."""
    year, week, _ = datetime.fromtimestamp(at, UTC).isocalendar()
    return f"{year}-W{week:02}"


def periods_of(ended: int, season: int) -> tuple[str, ...]:
    """The periods that a game counts for, by its end and season."""
    return EVER, season_name(season), month_name(ended), week_name(ended)


def is_lasting(period: str) -> bool:
    """Whether a period is kept for ever: all time, or a season."""
    return period == EVER or period.startswith("s")
