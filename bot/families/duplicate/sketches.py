"""Sketches of Duplicate: the open round, the result of a closed round, the game's end; and all as text.

Own boards use the sketches of crossword games (:mod:`bot.families.crossword.sketches`).
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.families.crossword.sketches import board_legend
from bot.families.crossword.typed_moves import ARROWS, small_digits, tile_sign
from bot.families.duplicate.wording import MOST_FINDERS, DuplicateWording, ranked_seats, time_text
from bot.pictures import PictureStyle, Preparation, PublicSketch, Sketch, premium_labels
from bot.wording import game_result
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from bot.wording.tables import label_in_picture
from engine.crossword.shipped import crossword_rulesets
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import ClosedRound, FoundPlay, GameView, Outcome, Play, SeatView
from engine.rulesets import shipped_rulesets
from render import Painter
from render.player_card import Fact
from render.podium import Podium, PodiumRow
from render.rounds import FoundLine, RankLine, ResultWords, RoundWords, board_view
from render.text import text_board

_MOST_RANKS: Final = 8  # the most seats in the picture of a round's result
_MOST_ROWS: Final = 12  # the most seats in the picture of the game's end


@dataclass(frozen=True, slots=True)
class RoundSketch(PublicSketch):
    """The picture of an open round, or of the time before the first; it shows no answers."""

    view: GameView
    words: RoundWords

    @property
    def content(self) -> tuple[Any, ...]:
        """Everything that is drawn."""
        rack = () if self.view.open is None else self.view.open.rack
        return "round", _drawn_board(self.view), rack, self.words, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.round(self.view, self.words)


@dataclass(frozen=True, slots=True)
class ResultSketch(PublicSketch):
    """The picture of the last closed round."""

    view: GameView
    words: ResultWords

    @property
    def content(self) -> tuple[Any, ...]:
        """Everything that is drawn."""
        rack = () if self.view.last is None else self.view.last.rack
        return "result", _drawn_board(self.view), rack, self.words, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.round_result(self.view, self.words)


@dataclass(frozen=True, slots=True)
class PodiumSketch(PublicSketch):
    """The picture of a game's end."""

    podium: Podium

    @property
    def content(self) -> tuple[Any, ...]:
        """Everything that is drawn."""
        return "podium", self.podium, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.podium(self.podium)


def _drawn_board(view: GameView) -> tuple[Any, ...]:
    return view.premiums, view.cells, view.values, None if view.last is None else view.last.laid


def table_sketch(view: GameView, speaker: Speaker, style: PictureStyle, *, until: str = "") -> Sketch:
    """The picture of a table: the game's end, or the open round, or else the result of the last round.

    ``until``: when the open round ends, in a few words; if empty, the picture says how long it lasts.
    """
    if view.outcome is not None:
        return PodiumSketch(style.theme, _podium(view, view.outcome, speaker))
    if view.open is None and view.last is not None:
        return ResultSketch(style.theme, view, _result_words(view, view.last, speaker, style))
    return RoundSketch(style.theme, view, _round_words(view, speaker, style, until))


def _round_words(view: GameView, speaker: Speaker, style: PictureStyle, until: str) -> RoundWords:
    opened = view.open
    called = opened is not None and opened.called and not view.paused
    paused = speaker.plain("panel-paused") if view.paused else ""
    time = paused or until or ("–" if opened is None else time_text(opened, view, speaker))
    return RoundWords(
        title=speaker.game_title,
        round=_round_fact(view.number + 1, view, speaker),
        time=Fact(speaker.plain("panel-time-left" if called else "panel-time"), time),
        answered=Fact(speaker.plain("panel-answered"), "–" if opened is None else str(opened.answered)),
        bag=f"{speaker.plain('panel-bag')} {view.bag}",
        is_urgent=called,
        label=label_in_picture(view.seats, speaker),
        labels=style.board_labels(view.language),
    )


def _round_fact(number: int, view: GameView, speaker: Speaker) -> Fact:
    return Fact(speaker.plain("panel-round"), f"{number} / {view.limit}" if view.limit else str(number))


def _result_words(view: GameView, closed: ClosedRound, speaker: Speaker, style: PictureStyle) -> ResultWords:
    ranked = ranked_seats(view)
    # If no player answered, the note beside the top says so.
    notes = [speaker.plain("duplicate-had-answered", count=closed.answered)] if closed.answered else []
    people = sum(seat.place is not None for seat in view.seats)
    if people > _MOST_RANKS:
        notes.append(speaker.plain("panel-people", count=people))
    return ResultWords(
        title=speaker.game_title,
        round=_round_fact(closed.number, view, speaker),
        plays=tuple(_found_lines(view, closed, speaker)),
        ranks=tuple(
            RankLine(
                seat.place or 0,
                speaker.plain_name(seat.name),
                seat.score,
                _share_text(seat, speaker),
                _rounds_text(seat, view, speaker),
            )
            for seat in ranked[:_MOST_RANKS]
        ),
        note=" · ".join(notes),
        label=label_in_picture(view.seats, speaker),
        labels=style.board_labels(view.language),
        nameless=speaker.plain("nameless"),
    )


def _found_lines(view: GameView, closed: ClosedRound, speaker: Speaker) -> Iterator[FoundLine]:
    """The best plays; the first line also lists players whose play, not shown, scored the same."""
    shown = {seat for found in closed.best for seat in found.finders}
    for number, found in enumerate(closed.best or (FoundPlay(closed.laid),)):
        finders, note = found.finders, ""
        if number == 0:
            finders = (*finders, *(seat for seat in closed.top_finders if seat not in shown))
            if closed.solo is not None:
                note = speaker.plain("panel-solo", points=view.options.get("solo", ""))
            elif not closed.top_finders:
                note = speaker.plain("duplicate-unfound" if closed.answered else "duplicate-unanswered")
        names = tuple(speaker.plain_name(view.seats[seat].name) for seat in finders[:MOST_FINDERS])
        yield FoundLine(found.play.score, play_text(found.play), names, max(0, len(finders) - MOST_FINDERS), note)


def play_text(play: Play) -> str:
    """A play in a picture: ``H8 → KALEM``."""
    return f"{play.cell} {ARROWS[play.direction]} {play.word}"


def _share_text(seat: SeatView, speaker: Speaker) -> str:
    return "" if seat.permille is None else DuplicateWording(speaker).percent(seat.permille)


def _rounds_text(seat: SeatView, view: GameView, speaker: Speaker) -> str:
    return speaker.plain("duplicate-rounds", first=seat.since, last=view.number) if seat.since > 1 else ""


def _podium(view: GameView, outcome: Outcome, speaker: Speaker) -> Podium:
    ranked = ranked_seats(view) if outcome.finals else []
    has_solos = any(seat.solos for seat in ranked)
    heads = ("panel-share", "panel-tops", "panel-solos") if has_solos else ("panel-share", "panel-tops")
    rows = tuple(
        PodiumRow(
            seat.place or 0,
            speaker.plain_name(seat.name),
            seat.score,
            (_share_text(seat, speaker) or "–", str(seat.tops), *((str(seat.solos),) if has_solos else ())),
            _rounds_text(seat, view, speaker),
        )
        for seat in ranked[:_MOST_ROWS]
    )
    rounds = speaker.plain("panel-rounds", count=view.number)
    people = sum(seat.place is not None for seat in view.seats)
    return Podium(
        headline=_headline(view, outcome, speaker),
        subtitle=f"{rounds} · {speaker.plain('panel-people', count=people)}" if people else rounds,
        title=speaker.game_title,
        score_head=speaker.plain("panel-score"),
        heads=tuple(map(speaker.plain, heads)),
        rows=rows,
        more=f"+{len(ranked) - _MOST_ROWS}" if len(ranked) > _MOST_ROWS else "",
        label=label_in_picture(view.seats, speaker),
        nameless=speaker.plain("nameless"),
    )


def _headline(view: GameView, outcome: Outcome, speaker: Speaker) -> str:
    if not outcome.finals and outcome.reason != "cancelled":
        return speaker.plain("duplicate-unanswered")
    if len(outcome.finals) == 1:
        return speaker.plain_name(view.seats[outcome.finals[0].seat].name)
    words = game_result.final_picture_words(view, speaker, ())
    if words is None or words.winner is None:
        return "" if words is None else words.headline
    return f"{speaker.plain_name(view.seats[words.winner].name)} {words.headline}"


def board_as_html(view: GameView) -> str:
    """The board as monospaced HTML, with the open round's rack below it."""
    rack = () if view.open is None else view.open.rack
    tiles = "  ".join(f"{tile_sign(face)}{small_digits(view.values[face])}" for face in rack)
    board = f"<pre>{html.escape(text_board(board_view(view)), quote=False)}</pre>"
    return f"{board}\n<b>{tiles}</b>" if tiles else board


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The board with its rack, the legend of its signs, and the caption of its picture."""
    captions = DuplicateWording(speaker).caption_versions(view)
    below = first_fitting_caption(*(join_lines(*parts) for parts in captions))
    return f"{board_as_html(view)}\n{board_legend(board_view(view), speaker)}\n{below}"


def painter_preparations() -> Iterator[Preparation]:
    """The steps that prepare the sprites of the boards that crossword games lack."""
    known = {_size_of(rules) for rules in crossword_rulesets().values()}
    games = (rules for rules in shipped_rulesets().values() if isinstance(rules, Ruleset))
    for language, columns, rows in sorted({_size_of(rules.crossword) for rules in games} - known):
        yield partial(Painter.warm, language=language, columns=columns, rows=rows, labels=premium_labels(language))


def _size_of(rules: Any) -> tuple[str, int, int]:
    return rules.language, rules.columns, len(rules.board.rows)
