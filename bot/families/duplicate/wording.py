"""Sentences about Duplicate games, from the group's view and redacted events alone.

About an open round they tell only how many players have answered.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import ClassVar, Final

from bot.families.chat_family import FamilyWording, fold_caption
from bot.families.crossword.typed_moves import centre_cell_fields, tile_sign
from bot.texts import Html
from bot.wording import clocks, game_result
from bot.wording.speaker import Speaker, join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.premiums import Direction
from engine.crossword.tiles import face_of, remove_tiles
from engine.duplicate.events import GameEnded, LastCall, RoundClosed, RoundOpened
from engine.duplicate.ruleset import DAY, WEEK_ROUNDS, Ruleset
from engine.duplicate.secrecy import view_for
from engine.duplicate.state import GameState
from engine.duplicate.view import ClosedRound, FinalScore, FoundPlay, GameView, OpenRound, Play, SeatView
from engine.game import Event
from engine.rulesets import shipped_rulesets
from render.text import format_points

MOST_FINDERS: Final = 6  # how many names are listed for a play; of more, only the number is told
_PODIUM: Final = 3
_MOST_LINES: Final = 50  # how many lines of standings fit into a message
_STANDING_LENGTHS: Final = (100, 30, 20, 12, 8, 5, 3)  # how many lines of a caption's standings to try
_MILLE: Final = 10  # permille in a percent: shares are shown in tenths of a percent


def spell_play(play: Play) -> Html:
    """A play's main word with its new blanks in brackets, as typed."""
    blanks = {put.cell for put in play.tiles if put.tile.startswith(BLANK)}
    column, row = ord(play.cell[0]), int(play.cell[1:])
    across = play.direction is Direction.ACROSS
    cells = (
        f"{chr(column + place)}{row}" if across else f"{chr(column)}{row + place}" for place in range(len(play.word))
    )
    return Html("".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(play.word, cells, strict=True)))


_CALLED_SECONDS: Final = 30
_CALLED_SHARE: Final = 6  # in a slow round, players are reminded when a sixth of the time is left


def time_text(opened: OpenRound, view: GameView, speaker: Speaker) -> str:
    """How long a round takes or, when players are reminded, the time left."""
    whole = int((opened.due - opened.opened).total_seconds())
    left = whole // _CALLED_SHARE if view.is_slow else _CALLED_SECONDS
    return speaker.duration(left if opened.called else whole, round_up=True)


def _is_week_game(view: GameView) -> bool:
    return view.limit == WEEK_ROUNDS and view.options.get("round") == str(DAY)


def _days_in_a_row(seat: SeatView, view: GameView) -> int:
    """On how many days in a row a player answered, up to the end of the week's game; 0 before it and in other games."""
    if view.outcome is None or not _is_week_game(view):
        return 0
    days = takewhile(lambda points: points is not None, reversed(seat.points))
    return sum(1 for _ in days)


def ranked_seats(view: GameView) -> list[SeatView]:
    """The people who have answered, by rank, then the computer players who have."""
    people = sorted((seat for seat in view.seats if seat.place is not None), key=lambda seat: seat.place or 0)
    return [*people, *(seat for seat in view.seats if seat.computer and seat.since)]


class DuplicateWording(FamilyWording[GameState, GameView]):
    """Words the views and events of Duplicate."""

    folds: ClassVar[bool] = True

    def headline(self, events: Sequence[Event], view: GameView) -> str:
        """The line that a round opened or ends soon; about a closed round, the line with its top."""
        return next(filter(None, (self._brief_line(event, view) for event in reversed(events))), "")

    def _brief_line(self, event: Event, view: GameView) -> str:
        match event:
            case RoundOpened(number=number):
                return self._round_name(number, view)
            case LastCall(number=number, answered=answered):
                return f"{self._round_name(number, view)} · {self._answered(answered)}"
            case RoundClosed(round=closed):
                return self._top_line(closed)
            case GameEnded():
                return ""
            case _:
                return clocks.clock_event_line(event, view, self._speaker)

    def _event_line(self, event: Event, view: GameView) -> str:
        match event:
            case RoundClosed(round=closed):
                return join_lines(self._top_line(closed), self._finders_line(closed, view))
            case GameEnded():
                return self.result_text(view)
            case _:
                return self._brief_line(event, view)

    def past_event_lines(self, events: Iterable[Event], view: GameView) -> list[str]:
        """Each round as it closed, with its rack and best plays, but not its opening."""
        lines: list[str] = []
        for event in events:
            match event:
                case RoundOpened() | LastCall():
                    pass
                case RoundClosed(round=closed):
                    rack = Html(" ".join(map(tile_sign, closed.rack)))
                    lines += [
                        self._top_line(closed),
                        self._speaker.html("duplicate-past-rack", rack=rack),
                        self._finders_line(closed, view),
                        *self._round_details(closed, view),
                    ]
                case _:
                    lines += self.event_lines((event,), view)
        return lines

    def past_scores_line(self, view: GameView) -> str:
        """A line with the scores of the first few players."""
        people = (seat for seat in ranked_seats(view) if seat.place is not None)
        return self._first_few(
            [f"{self._speaker.player_name(seat.name)} <b>{format_points(seat.score)}</b>" for seat in people]
        )

    def detail_lines(self, events: Sequence[Event], view: GameView) -> list[str]:
        """Lines with other ways to answer an open round, a closed round's best plays, or the game's end and scores."""
        lines: list[str] = []
        for event in events:
            match event:
                case RoundOpened() | LastCall():
                    lines += self._how_lines(view)
                case RoundClosed(round=closed):
                    lines += self._round_details(closed, view)
                case GameEnded():
                    lines += self._end_details(view)
                case _:
                    pass
        return lines

    def following(self, view: GameView) -> list[str]:
        """Parts that tell when the open round ends and how to answer; after a round, who found its top."""
        if view.outcome is not None:
            return []
        if view.open is not None:
            paused = clocks.pause_line(view, self._speaker)
            how = self._speaker.html("duplicate-how")
            return [paused or self._time(view.open, view), how]
        if view.last is None:
            return [self._speaker.html("duplicate-drawing")]
        return [self._finders_line(view.last, view), self._next_line(view)]

    def _next_line(self, view: GameView) -> str:
        if view.paused:
            return clocks.pause_line(view, self._speaker)
        pause = view.options.get("pause", "")
        if view.is_slow or not pause or view.is_last:
            return ""
        return self._speaker.html("duplicate-next", time=self._speaker.duration(int(pause)))

    def _round_name(self, number: int, view: GameView) -> str:
        if view.limit:
            message = "duplicate-round-of-week" if _is_week_game(view) else "duplicate-round-of"
            return self._speaker.html(message, round=number, rounds=view.limit)
        return self._speaker.html("duplicate-round", round=number)

    def _time(self, opened: OpenRound, view: GameView) -> str:
        words = time_text(opened, view, self._speaker)
        told = self._speaker.instant_html(opened.due, words, seconds=not view.is_slow)
        return self._speaker.html("duplicate-time", time=told)

    def _answered(self, count: int) -> str:
        if not count:
            return self._speaker.html("duplicate-unanswered-yet")
        return self._speaker.html("duplicate-answered", count=count)

    def _how_lines(self, view: GameView) -> list[str]:
        word = self._speaker.in_language(view.language).plain("sample-word")
        cell = centre_cell_fields(view.columns, view.rows)["cell"]
        lines = [self._speaker.html("duplicate-how-else", word=word, cell=cell)]
        if view.answers == "strict":
            lines.append(self._speaker.html("duplicate-how-strict"))
        return lines

    def _top_line(self, closed: ClosedRound) -> str:
        laid = closed.laid
        return self._speaker.html(
            "duplicate-top",
            round=closed.number,
            word=spell_play(laid),
            cell=laid.cell,
            way=self._way(laid),
            score=format_points(laid.score),
        )

    def _way(self, play: Play) -> str:
        return self._speaker.plain(f"way-{play.direction.value}")

    def _finders_line(self, closed: ClosedRound, view: GameView) -> str:
        if not closed.answered:
            return self._speaker.html("duplicate-unanswered")
        if not closed.top_finders:
            return self._speaker.html("duplicate-unfound")
        return self._speaker.html("duplicate-found", names=self.finder_names(closed.top_finders, view))

    def finder_names(self, seats: Sequence[int], view: GameView) -> Html:
        """The names of the first few seats, and how many others there are."""
        return self._first_few([self._speaker.seat_name(view, seat) for seat in seats])

    def _first_few(self, names: Sequence[str]) -> Html:
        shown, more = ", ".join(names[:MOST_FINDERS]), len(names) - MOST_FINDERS
        return Html(self._speaker.html("duplicate-more", names=Html(shown), count=more) if more > 0 else shown)

    def _round_details(self, closed: ClosedRound, view: GameView) -> list[str]:
        """The best plays and who found them, why one was laid, and who alone reached the top.

        The headline names the laid play; it is repeated only if other plays scored the same.
        """
        top = FoundPlay(closed.laid, closed.top_finders)
        lines = [self._found_line(found, view) for found in closed.best if found != top]
        if closed.several_words and closed.reason:
            lines.append(self._speaker.html(f"duplicate-reason-{closed.reason}", word=spell_play(closed.laid)))
        if closed.solo is not None:
            name = self._speaker.seat_name(view, closed.solo)
            lines.append(self._speaker.html("duplicate-solo", name=name, points=self._solo_points(view)))
        if closed.answered:
            lines.append(self._speaker.html("duplicate-had-answered", count=closed.answered))
        return lines

    def _solo_points(self, view: GameView) -> int:
        points = view.options.get("solo", "")
        return int(points) if points.isdecimal() else 0

    def _found_line(self, found: FoundPlay, view: GameView) -> str:
        play = found.play
        line = f"<b>{format_points(play.score)}</b> {play.cell} {self._way(play)} {spell_play(play)}"
        return f"{line} · {self.finder_names(found.finders, view)}" if found.finders else line

    def standing_versions(self, _: Sequence[Event], view: GameView) -> tuple[str, ...]:
        """The standings, the longest version first, with the bag's tiles left; in the first round also the game."""
        table = self._table_line(view, with_game=not view.number and view.outcome is None)
        if view.outcome is not None:
            return (table,)
        ranked = self.ranked_lines(view)
        lengths = [length for length in _STANDING_LENGTHS if length < len(ranked)]
        return tuple(join_lines(*self._cut(ranked, length), table) for length in (len(ranked), *lengths))

    def _cut(self, lines: Sequence[str], length: int) -> list[str]:
        left = len(lines) - length
        return [*lines[:length], *([self._speaker.html("duplicate-others", count=left)] if left > 0 else [])]

    def ranked_lines(self, view: GameView) -> list[str]:
        """A line for each of :func:`ranked_seats`."""
        return [
            self._standing_line(seat, game_result.UNRANKED if seat.place is None else f"{seat.place}.", view)
            for seat in ranked_seats(view)
        ]

    def _standing_line(self, seat: SeatView, mark: str, view: GameView) -> str:
        parts = [f"{mark} {self._speaker.player_name(seat.name)} <b>{format_points(seat.score)}</b>"]
        if seat.permille is not None:
            parts.append(self.percent(seat.permille))
        if seat.since > 1:
            parts.append(self._speaker.html("duplicate-rounds", first=seat.since, last=view.number))
        if seat.tops:
            parts.append(self._speaker.html("duplicate-tops", count=seat.tops))
        if seat.solos:
            parts.append(self._speaker.html("duplicate-solos", count=seat.solos))
        if (days := _days_in_a_row(seat, view)) > 1:
            parts.append(self._speaker.html("duplicate-streak", days=days))
        return " · ".join(parts)

    def percent(self, permille: int) -> str:
        """A share in tenths of a percent, as ``88.4%``."""
        whole, tenths = divmod(permille, _MILLE)
        return self._speaker.html("duplicate-percent", whole=whole, tenths=tenths)

    def _table_line(self, view: GameView, *, with_game: bool) -> str:
        parts = [self._speaker.html("bag-left", count=view.bag)] if view.outcome is None else []
        if view.top_points:
            parts.append(self._speaker.html("duplicate-top-points", points=format_points(view.top_points)))
        if with_game:
            parts.append(self._speaker.dictionary_line())
            parts.append(self._speaker.html("duplicate-game", game=self._speaker.game_title))
        return " · ".join(parts)

    def verdict_lines(self, view: GameView) -> list[str]:
        """Lines that tell who won, and the first three."""
        outcome = view.outcome
        if outcome is None:
            return []
        if not outcome.finals:
            return [self._speaker.html("duplicate-nobody")]
        names = game_result.join_player_names([view.seats[seat].name for seat in outcome.winners], self._speaker)
        won = " · ".join(game_result.winner_lines(view, self._speaker, names))
        podium = " · ".join(self._podium_part(final, view) for final in outcome.finals[:_PODIUM])
        if len(outcome.finals) == 1:
            return [f"🏁 {self._standing_line(view.seats[outcome.finals[0].seat], '', view).strip()}"]
        return [f"🏁 {won}", podium]

    def _podium_part(self, final: FinalScore, view: GameView) -> str:
        name = self._speaker.seat_name(view, final.seat)
        return f"{game_result.medal(final.place)} {name} <b>{format_points(final.score)}</b>"

    def _end_details(self, view: GameView) -> list[str]:
        outcome = view.outcome
        if outcome is None:
            return []
        reason = [self._speaker.html(f"ended-{outcome.reason}")] if outcome.finals else []
        ranked = self.ranked_lines(view) if outcome.finals else []
        return [*reason, *self._cut(ranked, _STANDING_LENGTHS[3])]

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        """The caption of the message about the open round, or about the last result."""
        if view.outcome is not None:
            return ((self.result_text(view),),)
        headline, details = self._state(view)
        return tuple(
            (fold_caption("", headline, self.following(view), *more, standing),)
            for more in (details, ())
            for standing in self.standing_versions((), view)
        )

    def _state(self, view: GameView) -> tuple[str, list[str]]:
        if view.open is not None:
            name, answered = self._round_name(view.open.number, view), self._answered(view.open.answered)
            return f"{name} · {answered}", self._how_lines(view)
        if view.last is not None:
            return self._top_line(view.last), self._round_details(view.last, view)
        return "", []

    def score_text(self, view: GameView) -> str:
        """All scores by rank."""
        lines = self.ranked_lines(view)
        return join_lines(*self._cut(lines, _MOST_LINES)) if lines else self._speaker.html("duplicate-no-scores")

    def next_turn_line(self, view: GameView) -> str:
        """The line that a round is open and when it ends, or that another round follows."""
        if view.outcome is not None or view.is_last:
            return self._speaker.html("turn-none")
        if view.open is None:
            return self._next_line(view) or self._speaker.html("duplicate-drawing")
        return f"{self._round_name(view.open.number, view)} · {self.following(view)[0]}"

    def result_text(self, view: GameView) -> str:
        """The result of a finished game, with the standings."""
        if view.outcome is None:
            return ""
        return fold_caption("", "", (), *self._end_details(view), verdict=self.verdict_lines(view))

    def bag_text(self, view: GameView) -> str:
        """The tiles that are neither on the board nor on the shared rack."""
        rules = shipped_rulesets().get(view.ruleset)
        counts = dict(rules.counts) if isinstance(rules, Ruleset) else {}
        drawn = () if view.open is None else view.open.rack
        if view.open is None and view.last is not None:
            laid = [face_of(put.tile) for put in view.last.laid.tiles]
            drawn = remove_tiles(view.last.rack, laid)
        for face in (*map(face_of, filter(None, view.cells)), *drawn):
            counts[face] = counts.get(face, 0) - 1
        letters = load_alphabet(view.language)
        faces = sorted((face for face, count in counts.items() if count > 0), key=letters.rank)
        unseen = " ".join(f"{tile_sign(face)}<b>{counts[face]}</b>" for face in faces)
        return self._speaker.html("duplicate-bag", bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def clock_lines(self, game: GameState, now: datetime) -> list[str]:
        """The time left in the open round, as one line."""
        if game.outcome is not None or view_for(game, None).is_last:
            return [self._speaker.html("turn-none")]
        stopped = clocks.stopped_clocks_lines(game.clocks, self._speaker)
        if game.round is None:
            return stopped or [self._speaker.html("duplicate-drawing")]
        left = max(timedelta(), game.round.due - (game.clocks.paused or now))
        time = self._speaker.duration(int(left.total_seconds()), round_up=True)
        return [self._speaker.html("duplicate-time-left", round=game.round.number, time=time), *stopped]
