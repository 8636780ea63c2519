"""What games amount to, counted plainly from their logs and ends: slow, and apart from what the bot counts with.

It shares the rating of a single game with the bot (:func:`engine.ratings.rate_game`), and nothing else.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.game_base import Game
from engine.ratings import NEW_RATING, Rating, points, rate_game
from engine.table_log import LogEntry

Sums = Counter[str]


@dataclass
class PlayedGame:
    """A game that was played to an end with a result."""

    game: Game
    log: list[LogEntry]
    ended: int
    """Seconds of the epoch."""
    left_out: bool = False


@dataclass
class Recount:
    """What the games of a chat amount to."""

    sums: dict[tuple[str, int, str, bool], dict[str, Any]] = field(default_factory=dict)
    """By period, user, game and whether computers played."""
    runs: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    """By period and user the games won in a row among people, up to now and at most."""
    ratings: dict[tuple[int, str], Rating] = field(default_factory=dict)
    """By user and family."""
    curves: dict[tuple[int, str], list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    streaks: Counter[int] = field(default_factory=Counter)
    best_streaks: Counter[int] = field(default_factory=Counter)
    met: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    titles: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    people: set[int] = field(default_factory=set)
    """Everybody who played a game that counts."""


def recount(history: list[PlayedGame | int]) -> Recount:
    """Count a chat's games again.

    Args:
        history: the games as they ended, and the numbers of seasons where these began.
    """
    total, season = Recount(), 0
    for one in history:
        if isinstance(one, int):
            season = one
        elif not one.left_out:
            _count_game(total, one, season)
    return total


def _count_game(total: Recount, played: PlayedGame, season: int) -> None:
    game = played.game
    assert game.outcome is not None
    users = [player.user for player in game.players]
    computers = min(users) < 0
    place = {final.seat: final.place for final in game.outcome.finals}
    score = {final.seat: final.score for final in game.outcome.finals}
    first = [seat for seat in place if place[seat] == 1]
    done, came_late = _what_seats_did(played.log, len(users))
    too_short = game.outcome.reason == "surrender" and game.number < 2 * len(users)
    for seat, user in enumerate(users):
        if user < 0:
            continue
        total.people.add(user)
        for period in _periods(played.ended, season):
            sums = total.sums.setdefault((period, user, game.ruleset.id, computers), _nothing())
            _add_to_sums(sums, score[seat], done[seat])
            sums["wins"] += first == [seat] and len(users) > 1
            sums["draws"] += seat in first and len(first) > 1
            run = total.runs.setdefault((period, user), (0, 0))
            if not computers and len(users) > 1:
                if not too_short:
                    total.runs[period, user] = _continue_run(run, won=first == [seat])
                    sums["run"] = _continue_run(sums["run"], won=first == [seat])
                sums["met"].update(other for other in users if other != user)
        if computers or len(users) == 1:
            continue
        total.met[user].update(other for other in users if other != user)
        if too_short:
            continue
        won = first == [seat]
        total.streaks[user] = total.streaks[user] + 1 if won else 0
        total.best_streaks[user] = max(total.best_streaks[user], total.streaks[user])
        total.titles[user] |= {"first_win"} if won else set()
        total.titles[user] |= {"first_bingo"} if any(bingo for _, _, bingo in done[seat]["plays"]) else set()
        total.titles[user] |= {"hundred_points"} if any(play[0] >= 100 for play in done[seat]["plays"]) else set()
    if not computers and 2 <= len(users) <= 4 and not came_late and not too_short:
        # What was scored until somebody left tells nothing.
        scores = [score[seat] if player.active else None for seat, player in enumerate(game.players)]
        _rate(total, played, [place[seat] for seat in range(len(users))], scores)


def _continue_run(run: tuple[int, int], *, won: bool) -> tuple[int, int]:
    now = run[0] + 1 if won else 0
    return now, max(now, run[1])


def _rate(total: Recount, played: PlayedGame, places: list[int], scores: list[int | None]) -> None:
    family, day, users = played.game.ruleset.family, played.ended // 86_400, [one.user for one in played.game.players]
    after = rate_game([total.ratings.get((user, family), NEW_RATING) for user in users], places, day, scores)
    for user, rating in zip(users, after, strict=True):
        total.ratings[user, family] = rating
        total.curves[user, family].append((day, points(rating)))


def _nothing() -> dict[str, Any]:
    return {
        **dict.fromkeys(("games", "wins", "draws", "points", "plays", "play_points", "bingos"), 0),
        **dict.fromkeys(("challenges_won", "challenges_lost"), 0),
        "best_game": None,
        "best_play": (0, ""),
        "best_word": (0, ""),
        "longest_word": "",
        "run": (0, 0),
        "met": Counter(),
    }


def _add_to_sums(sums: dict[str, Any], score: int, did: dict[str, Any]) -> None:
    sums["games"] += 1
    sums["points"] += score
    sums["best_game"] = score if sums["best_game"] is None else max(score, sums["best_game"])
    sums["challenges_won"] += did["won"]
    sums["challenges_lost"] += did["lost"]
    for scored, words, bingo in did["plays"]:
        sums["plays"] += 1
        sums["play_points"] += scored
        sums["bingos"] += bingo
        if scored > sums["best_play"][0]:
            sums["best_play"] = (scored, words[0][0])
        for word, worth in words:
            if worth > sums["best_word"][0]:
                sums["best_word"] = (worth, word)
            if len(word) > len(sums["longest_word"]):
                sums["longest_word"] = word


def _what_seats_did(log: list[LogEntry], seats: int) -> tuple[list[dict[str, Any]], bool]:
    """By seat the plays that stood (points, words, bingo) and challenges; and whether anybody came later."""
    did: list[dict[str, Any]] = [{"plays": [], "won": 0, "lost": 0} for _ in range(seats)]
    came_late = False
    events: list[Any] = [event for entry in log for event in entry.events]
    for event in events:
        match str(event.__struct_config__.tag), event:
            case "tiles_placed", placed:
                words = [(word.word, word.score) for word in placed.words]
                did[placed.seat]["plays"].append((placed.score, words, placed.bingo > 0))
            case "play_withdrawn", withdrawn:
                did[withdrawn.seat]["plays"].pop()
            case "turn_undone", undone if undone.kind == "play":
                did[undone.seat]["plays"].pop()
            case "play_challenged", challenged:
                which = "won" if challenged.challenge.withdrawn else "lost"
                did[challenged.challenge.challenger][which] += 1
            case "klepka_word_formed", formed:
                word = formed.word
                did[word.seat]["plays"].append((word.score, [(word.word, word.score)], False))
            case "klepka_word_doubled", doubled:
                plays = did[doubled.seat]["plays"]
                # The newest that does not count twice yet.
                place = max(at for at, play in enumerate(plays) if play[1] == [(doubled.word, play[0])])
                plays[place] = (doubled.score, [(doubled.word, doubled.score), ("", 0)], False)
            case "player_replaced", replaced:
                did[replaced.seat] = {"plays": [], "won": 0, "lost": 0}
                came_late = True
            case _:
                pass
    return did, came_late


def _periods(ended: int, season: int) -> tuple[str, ...]:
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=ended)
    thursday = at.date() + timedelta(days=4 - at.isoweekday())
    week = (thursday.timetuple().tm_yday - 1) // 7 + 1
    return "ever", f"s{season}", f"{at.year}-{at.month:02}", f"{thursday.year}-W{week:02}"
