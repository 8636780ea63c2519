"""What is known of players beyond sums: ratings, streaks, opponents and titles, and each game's effects.

:func:`add_game` adds one record. Games with a computer player are kept apart: they affect no rank, rating or streak.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.computer_ids import is_computer
from engine.figures import add_opponents
from engine.game_record import GameRecord, PlayerRecord
from engine.ratings import NEW_RATING, Rating, is_sure, points, rate_game

Title = Literal["first_win", "first_bingo", "hundred_points", "five_in_a_row", "ten_in_a_row"]
TITLES: Final[tuple[Title, ...]] = get_args(Title)
"""Achievements mentioned at the end of a game, smallest first."""

HUNDRED: Final = 100
_STREAK_TITLES: Final[Mapping[int, Title]] = {5: "five_in_a_row", 10: "ten_in_a_row"}
CURVE_POINTS: Final = 60
"""How many of a player's latest ratings are kept, for the curve."""
_DAY: Final = 86_400


class FamilyRating(Struct, frozen=True, array_like=True):
    """A player's rating in one family of games."""

    family: str
    rating: Rating
    curve: tuple[tuple[int, int], ...] = ()
    """The latest ratings as shown, each with its day since 1970-01-01, oldest first."""


class Standing(Struct, frozen=True, array_like=True):
    """A player's ratings, streaks, opponents and titles."""

    name: str
    """The name in the latest game."""
    ratings: tuple[FamilyRating, ...] = ()
    streak: int = 0
    """Games won in a row until now."""
    best_streak: int = 0
    opponents: tuple[tuple[int, int], ...] = ()
    """Opponents with the number of games, those met most first; the latest first in a tie."""
    titles: tuple[Title, ...] = ()
    """The titles held, of those that are given only once."""
    newest: int = 0
    """When the last game among people ended; epoch seconds."""

    def rating_of(self, family: str) -> FamilyRating | None:
        """The rating in a family; ``None`` before the first rated game."""
        return next((one for one in self.ratings if one.family == family), None)


class RatingChange(Struct, frozen=True, array_like=True):
    """A game's effect on a rating, as shown."""

    before: int
    after: int
    sure: bool
    """Whether it is shown without a question mark."""


class PlayerEffects(Struct, frozen=True, array_like=True):
    """A game's effects for one player."""

    user: int
    rating: RatingChange | None
    titles: tuple[Title, ...]


class GameEffects(Struct, frozen=True, array_like=True):
    """A game's effects; empty if it does not count."""

    players: tuple[PlayerEffects, ...] = ()


def add_game(standings: Mapping[int, Standing], record: GameRecord) -> tuple[dict[int, Standing], GameEffects]:
    """The standings of a game's players after it, and its effects; new players may be missing in ``standings``."""
    people = [player for player in record.players if not is_computer(player.user)]
    had = {player.user: standings.get(player.user, Standing(player.name)) for player in people}
    after = {player.user: replace(had[player.user], name=player.name) for player in people}
    if record.has_computers or len(people) < 2:  # noqa: PLR2004 - alone
        return after, GameEffects()
    changes = _rate(had, record)
    effects = []
    for player in people:
        user = player.user
        rating, change = changes.get(user, (None, None))
        standing, titles = _with_result(after[user], record, player)
        if rating is not None:
            others = [one for one in standing.ratings if one.family != record.family]
            standing = replace(standing, ratings=tuple(sorted((*others, rating), key=lambda one: one.family)))
        after[user] = standing
        effects.append(PlayerEffects(user, change, titles))
    return after, GameEffects(tuple(effects))


def _rate(had: Mapping[int, Standing], record: GameRecord) -> dict[int, tuple[FamilyRating, RatingChange]]:
    rated_players = record.rated_players
    if not rated_players:
        return {}
    users, day = [player.user for player in rated_players], record.ended // _DAY
    known = [had[user].rating_of(record.family) for user in users]
    before = [NEW_RATING if one is None else one.rating for one in known]
    # Scores of players who left early, or answered fewer rounds than others, say nothing about strength.
    scores = [None if player.left or record.in_rounds else player.score for player in rated_players]
    rated = rate_game(before, [player.place for player in rated_players], day, scores)
    found = {}
    for user, was, old, new in zip(users, known, before, rated, strict=True):
        curve = () if was is None else was.curve
        shown = points(new)
        found[user] = (
            FamilyRating(record.family, new, (*curve, (day, shown))[-CURVE_POINTS:]),
            RatingChange(points(old), shown, is_sure(new)),
        )
    return found


def _with_result(had: Standing, record: GameRecord, player: PlayerRecord) -> tuple[Standing, tuple[Title, ...]]:
    met = [one.user for one in record.players if one.user != player.user]
    had = replace(had, opponents=add_opponents(had.opponents, met), newest=max(had.newest, record.ended))
    if record.is_too_short:
        return had, ()
    won = player.place == 1 and sum(one.place == 1 for one in record.players) == 1
    streak = had.streak + 1 if won else 0
    once: dict[Title, bool] = {
        "first_win": won,
        "first_bingo": player.figures.bingos > 0,
        "hundred_points": player.figures.best_play >= HUNDRED,
    }
    new = [title for title, earned in once.items() if earned and title not in had.titles]
    if won and streak in _STREAK_TITLES:
        new.append(_STREAK_TITLES[streak])
    kept = {*had.titles, *(title for title in new if title in once)}
    titles = tuple(title for title in TITLES if title in kept)
    return replace(had, streak=streak, best_streak=max(had.best_streak, streak), titles=titles), tuple(new)
