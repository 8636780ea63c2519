"""Compares a turn with the best one in a sentence, from computed facts alone; and words a game's figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.families.crossword.typed_moves import ARROWS, tile_sign
from bot.pictures import PictureStyle, Sketch
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import AnalysedTurn, SeatAnalysis, Size
from engine.crossword.analysis.turn_facts import (
    BetterLeave,
    BingoMissed,
    BlankSpent,
    BonusMissed,
    EndResult,
    FewerPoints,
    MorePoints,
    PremiumBlocked,
    PremiumMissed,
    PremiumOpened,
    Reason,
    TriedOut,
    TurnFacts,
    TurnLost,
    TurnOption,
)
from engine.crossword.movegen import ScoredPlay
from engine.crossword.premiums import Direction
from engine.crossword.ruleset import PREMIUMS
from render import Painter
from render.text import format_change, format_points
from render.turn_comparison import ComparedTurn, ComparisonWords, TurnComparison

_MOST_REASONS: Final = 2  # more reasons would not fit into a plain sentence
_UNEXPLAINED: Final = 10  # points gained that score and leave do not explain; from here on the sentence mentions them
_LEAST_LEAVE: Final = 2  # a smaller gain of the leave, in points, is mentioned only if there is no other reason
_PERCENT: Final = 100

_PREMIUM_REASONS: Final[Mapping[type[Reason], str]] = {
    PremiumMissed: "analysis-reason-premium",
    PremiumOpened: "analysis-reason-opened",
    PremiumBlocked: "analysis-reason-blocked",
}

_SIZES: Final[Mapping[Size, str]] = {
    "small": "analysis-size-small",
    "medium": "analysis-size-medium",
    "large": "analysis-size-large",
}


def describe_turn_comparison(facts: TurnFacts, speaker: Speaker) -> str:
    """The comparison in one sentence; plain text."""
    sentence = _sentence(facts, speaker)
    # Words are capitals already; other beginnings are the bot's own, and have neither i nor ı.
    return sentence[:1].upper() + sentence[1:]


def _sentence(facts: TurnFacts, speaker: Speaker) -> str:
    played, best = _name_of(facts, facts.played, speaker), _name_of(facts, facts.best, speaker)
    if facts.verdict == "best":
        return speaker.plain("analysis-is-best", played=played)
    if facts.verdict == "equal":
        return speaker.plain("analysis-is-equal", played=played, best=best)
    lead = speaker.plain("analysis-is-worse", played=played, best=best, size=facts.size or "small")
    if any(isinstance(reason, TurnLost) for reason in facts.reasons):
        return speaker.plain("analysis-turn-lost", lead=lead, word=facts.played.word)
    reasons = describe_reasons(facts, speaker)
    if not reasons:
        return speaker.plain("analysis-without-reason", lead=lead)
    return speaker.plain("analysis-with-reason", lead=lead, reasons=reasons)


def _name_of(facts: TurnFacts, option: TurnOption, speaker: Speaker) -> str:
    if option.play is None:
        if option.kind == "pass":
            return speaker.plain("analysis-pass")
        return speaker.plain("analysis-exchange", tiles=_tiles_text(option.given))
    points = str(option.play.score)
    if facts.played.word == facts.best.word and facts.verdict != "best":
        place = place_text(option.play)
        return speaker.plain("analysis-play-there", place=place, word=option.word, points=points)
    return speaker.plain("analysis-play", word=option.word, points=points)


def describe_reasons(facts: TurnFacts, speaker: Speaker) -> str:
    """Up to two reasons for the better turn and, if so, that it scores less; plain text, empty without any."""
    for reason in facts.reasons:
        if isinstance(reason, EndResult):
            return _endgame_text(reason, speaker)
    chosen = _worded_reasons(facts, speaker)
    if not chosen:
        return ""
    text = chosen[0]
    if len(chosen) == _MOST_REASONS:
        text = speaker.plain("analysis-two-reasons", one=chosen[0], other=chosen[1])
    fewer = next((reason for reason in facts.reasons if isinstance(reason, FewerPoints)), None)
    if fewer is None or _spares_blank(facts):
        return text
    return speaker.plain("analysis-although", reasons=text, points=fewer.points)


def _spares_blank(facts: TurnFacts) -> bool:
    return any(isinstance(reason, BlankSpent) for reason in facts.reasons)


def _worded_reasons(facts: TurnFacts, speaker: Speaker) -> list[str]:
    points = next((one.points for one in facts.reasons if isinstance(one, MorePoints)), 0)
    leave = next((one.points for one in facts.reasons if isinstance(one, BetterLeave)), 0)
    by_weight = sorted(facts.reasons, key=lambda reason: _rank(reason, points, leave))
    worded = [text for text in (_reason_text(reason, facts, speaker) for reason in by_weight) if text]
    tried = next((one.points for one in facts.reasons if isinstance(one, TriedOut)), 0)
    if tried and (not worded or tried >= _static_gain(facts) + _UNEXPLAINED):
        worded[1:] = [speaker.plain("analysis-reason-tried", points=tried)]
    return worded[:_MOST_REASONS]


def _static_gain(facts: TurnFacts) -> float:
    gain: float = facts.best.score - facts.played.score
    if facts.best.leave is not None and facts.played.leave is not None:
        gain += facts.best.leave - facts.played.leave
    return gain


def _rank(reason: Reason, points: int, leave: int) -> int:
    """The sort key of a reason: rare reasons come first, then the larger of score and leave."""
    match reason:
        case BingoMissed() | BonusMissed():
            return 0
        case MorePoints():
            return 1 if points >= leave else 3
        case BlankSpent():
            return 1
        case BetterLeave():
            return 3 if points >= leave else 1
        case PremiumMissed():
            return 4
        case _:
            return 5


def _reason_text(reason: Reason, facts: TurnFacts, speaker: Speaker) -> str:
    match reason:
        case BingoMissed():
            return speaker.plain("analysis-reason-bingo")
        case BonusMissed(points=points):
            return speaker.plain("analysis-reason-bonus", points=str(points))
        case MorePoints(points=points):
            return speaker.plain("analysis-reason-points", points=points)
        case BetterLeave() | BlankSpent():
            return _kept_text(reason, facts, speaker)
        case PremiumMissed(premium=premium) | PremiumOpened(premium=premium) | PremiumBlocked(premium=premium):
            times = max(2, PREMIUMS[premium.sign].word)
            return speaker.plain(_PREMIUM_REASONS[type(reason)], cell=premium.cell, times=times)
        case _:
            return ""


def _kept_text(reason: BetterLeave | BlankSpent, facts: TurnFacts, speaker: Speaker) -> str:
    match reason:
        case BlankSpent(points=points) if points > 0:
            return speaker.plain("analysis-reason-blank-cheap", points=points)
        case BlankSpent():
            return speaker.plain("analysis-reason-blank")
        case BetterLeave(points=points):
            if (
                _spares_blank(facts)
                or not facts.best.kept
                or (points < _LEAST_LEAVE and facts.best.score > facts.played.score)
            ):
                return ""
            return speaker.plain("analysis-reason-leave", tiles=_tiles_text(facts.best.kept), points=points)


def _endgame_text(end: EndResult, speaker: Speaker) -> str:
    best, played = abs(end.best), abs(end.played)
    if end.played > 0:
        return speaker.plain("analysis-end-win-win", best=best, played=played)
    if end.best > 0:
        if not end.played:
            return speaker.plain("analysis-end-win-draw", best=best)
        return speaker.plain("analysis-end-win-loss", best=best, played=played)
    if not end.best:
        return speaker.plain("analysis-end-draw-loss", played=played)
    return speaker.plain("analysis-end-loss-loss", best=best, played=played)


def _tiles_text(tiles: Sequence[str]) -> str:
    return "".join(map(tile_sign, tiles))


def place_text(play: ScoredPlay) -> str:
    """The cell of a play's first new tile, and its direction."""
    cells = [put.cell for put in play.tiles]
    if len(cells) == 1:
        return cells[0]
    way = Direction.ACROSS if cells[0][1:] == cells[1][1:] else Direction.DOWN
    return f"{cells[0]} {ARROWS[way]}"


def option_label(option: TurnOption, speaker: Speaker) -> str:
    """A turn in a list or a picture: the place and word of a play, or the kind of turn."""
    if option.play is not None:
        return f"{place_text(option.play)} {option.word}"
    if option.kind == "pass":
        return speaker.plain("analysis-pass-label")
    return speaker.plain("analysis-exchange-label", tiles=_tiles_text(option.given))


def laid_tiles(option: TurnOption) -> Mapping[str, str]:
    """The tiles that a turn lays, by cell; none if it is no play."""
    return {} if option.play is None else {put.cell: put.tile for put in option.play.tiles}


def size_label(facts: TurnFacts, speaker: Speaker) -> str:
    """The size of a loss in a word or two."""
    if facts.verdict == "worse" and facts.size is not None:
        return speaker.plain(_SIZES[facts.size])
    return speaker.plain("analysis-size-best" if facts.verdict == "best" else "analysis-size-equal")


def loss_label(facts: TurnFacts, speaker: Speaker) -> str:
    """What a turn lost, as a figure: of the chance to win, or in points; empty if nothing."""
    if facts.verdict != "worse":
        return ""
    percent = 0 if facts.loss_win is None else round(facts.loss_win * _PERCENT)
    if percent and facts.is_sized_by_win:
        return speaker.plain("analysis-lost-win", percent=str(percent))
    return speaker.plain("analysis-lost-points", points=round(facts.loss)) if round(facts.loss) else ""


def turn_heading(number: int, name: str, speaker: Speaker) -> str:
    """The heading of a turn: its number in the game, from 1, and its player."""
    heading = speaker.plain("analysis-turn-number", number=number)
    return f"{heading} · {name}" if name else heading


def share_text(seat: SeatAnalysis, speaker: Speaker) -> str:
    """A player's share of the best possible points, and how many turns it counts."""
    if seat.share is None:
        return speaker.plain("analysis-share-unknown")
    return speaker.plain("analysis-share", percent=str(round(seat.share * _PERCENT)), turns=seat.judged)


def luck_text(luck: float | None, speaker: Speaker) -> str:
    """How many points more than expected the drawn tiles were worth."""
    if luck is None:
        return speaker.plain("analysis-luck-unknown")
    points = round(luck)
    return speaker.plain("analysis-luck", signed=format_change(points) or "0")


def turning_point_text(number: int, name: str, option: TurnOption, speaker: Speaker) -> str:
    """The turn (from 1) that changed the chance to win most."""
    withdrawn = option.withdrawn
    turn = speaker.plain("panel-withdrawn", word=option.word) if withdrawn else option_label(option, speaker)
    return speaker.plain("analysis-turning-point", number=number, name=name, turn=turn)


@dataclass(frozen=True, slots=True)
class TurnComparisonSketch(Sketch):
    """The picture of a turn beside the best one."""

    comparison: TurnComparison

    @property
    def content(self) -> tuple[Any, ...]:
        """The whole view."""
        return "comparison", self.comparison, self.theme

    def paint(self, painter: Painter) -> bytes:
        """Draw both turns."""
        return painter.turn_comparison(self.comparison)


def turn_comparison_sketch(
    turn: AnalysedTurn, facts: TurnFacts, speaker: Speaker, style: PictureStyle, heading: str = ""
) -> TurnComparisonSketch:
    """The picture of a turn beside the best one, from its player's view; the heading is like ``12. tur · Kiraz``."""
    return TurnComparisonSketch(style.theme, compare_turn(turn, facts, speaker, style, heading))


def compare_turn(
    turn: AnalysedTurn, facts: TurnFacts, speaker: Speaker, style: PictureStyle, heading: str, *, note: bool = False
) -> TurnComparison:
    """What :func:`turn_comparison_sketch` draws; in an overview of several turns with its sentence as a ``note``."""
    view = turn.turn.view
    words = ComparisonWords(
        rack=speaker.plain("analysis-label-rack"),
        kept=speaker.plain("analysis-label-kept"),
        nothing=speaker.plain("analysis-label-nothing"),
        labels=style.board_labels(view.language),
    )
    other = {
        "best": "",
        "equal": speaker.plain("analysis-label-equal"),
        "worse": speaker.plain("analysis-label-better"),
    }[facts.verdict]
    return TurnComparison(
        view,
        words,
        _to_compared(facts.played, speaker.plain("analysis-label-played"), speaker),
        None if facts.verdict == "best" else _to_compared(facts.best, other, speaker),
        heading=heading,
        verdict=size_label(facts, speaker),
        loss=loss_label(facts, speaker),
        note=_drawable(describe_turn_comparison(facts, speaker)) if note else "",
    )


def _to_compared(option: TurnOption, label: str, speaker: Speaker) -> ComparedTurn:
    worth = ""
    if option.leave is not None and option.kept:
        worth = speaker.plain("analysis-label-worth", signed=format_change(round(option.leave)) or "0")
    text = _drawable(option_label(option, speaker))
    return ComparedTurn(label, text, format_points(option.score), option.kept, worth, laid_tiles(option))


def _drawable(text: str) -> str:
    return text.replace("\N{WHITE SQUARE WITH ROUNDED CORNERS}", "\N{WHITE SQUARE}")
