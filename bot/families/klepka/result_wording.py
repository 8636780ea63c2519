"""Sentences about the end of Klepka: why it is over, who won, the final standings, the best word and the best turn."""

from collections.abc import Iterator

from bot.texts import Html
from bot.wording import game_result
from bot.wording.speaker import Speaker
from engine.klepka.endings import best_turn, best_word
from engine.klepka.view import FinalScore, GameView, Outcome
from render.honours import Honour
from render.text import format_change, format_points


def outcome_text(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    """The reason, the winners, a line a seat, and the highlights."""
    lines = [speaker.html(f"ended-{outcome.reason}")]
    ranked = outcome.reason != "cancelled"
    if ranked:
        names = Html(", ".join(speaker.player_name(view.seats[seat].name) for seat in outcome.winners))
        lines += game_result.winner_lines(view, speaker, names)
    marks = (game_result.medal(final.place) if ranked else game_result.UNRANKED for final in outcome.finals)
    lines += [_final_score_line(final, view, mark, speaker) for final, mark in zip(outcome.finals, marks, strict=True)]
    return "\n".join((*lines, *(best_lines(view, speaker) if ranked else ())))


def _final_score_line(final: FinalScore, view: GameView, mark: str, speaker: Speaker) -> str:
    sign = mark if view.seats[final.seat].active else game_result.SURRENDERED
    line = f"{sign} {speaker.player_name(view.seats[final.seat].name)} <b>{format_points(final.score)}</b>"
    return f"{line} ({format_change(final.adjustment)})" if final.adjustment else line


def final_honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """The highlights as the picture shows them."""
    labels = speaker.plain("final-best-word"), speaker.plain("final-best-play")
    for label, words in zip(labels, (best_word(view.words), best_turn(view.words)), strict=True):
        if words is not None:
            yield Honour(label, words.seat, " + ".join(words.words), words.score)


def best_lines(view: GameView, speaker: Speaker) -> Iterator[str]:
    """The highlights as lines of a caption; empty while the game runs."""
    if view.outcome is None:
        return
    word, turn = best_word(view.words), best_turn(view.words)
    if word is not None:
        name = speaker.player_name(view.seats[word.seat].name)
        yield speaker.html("best-word", word=word.words[0], score=word.score, name=name)
    if turn is not None and len(turn.words) > 1:
        name, words = speaker.player_name(view.seats[turn.seat].name), " + ".join(turn.words)
        yield speaker.html("best-turn", words=words, score=turn.score, name=name)
