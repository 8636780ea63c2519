"""Sentences about the end of a crossword game: why it is over, who won, and the final standings."""

from bot.families.crossword.highlights import best_lines
from bot.families.crossword.move_text import tile_sign
from bot.wording import game_result
from bot.wording.speaker import Speaker
from engine.crossword.view import FinalScore, GameView, Outcome, SeatView
from render.text import format_change, format_points


def outcome_text(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    """The reason, the winners, a line a seat, and the highlights."""
    lines = [_end_reason_line(outcome, view, speaker)]
    if outcome.reason == "cancelled":
        return "\n".join(
            (
                *lines,
                *(
                    _final_score_line(final, view.seats[final.seat], game_result.UNRANKED, speaker)
                    for final in outcome.finals
                ),
            )
        )
    names = game_result.join_player_names([view.seats[seat].name for seat in outcome.winners], speaker)
    lines += game_result.winner_lines(view, speaker, names)
    lines += [
        _final_score_line(final, view.seats[final.seat], game_result.medal(final.place), speaker)
        for final in outcome.finals
    ]
    return "\n".join((*lines, *best_lines(view, speaker)))


def _end_reason_line(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    """Why the game is over, and the length of the run of turns that ended it, if one did."""
    run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
    match outcome.reason:
        case "passes" if run.ends_if_each_passes(active):
            return speaker.html("ended-passes-each", per_player=run.own_turns_needed)
        case "passes" | "scoreless":
            return speaker.html(f"ended-{outcome.reason}", turns=view.run_turns)
        case _:
            return speaker.html(f"ended-{outcome.reason}")


def _final_score_line(final: FinalScore, seat: SeatView, mark: str, speaker: Speaker) -> str:
    name, score = speaker.player_name(seat.name), format_points(final.score)
    line = f"{mark if seat.active else game_result.SURRENDERED} {name} <b>{score}</b>"
    if final.adjustment:
        line += f" ({format_change(final.adjustment)})"
    if final.penalty:
        line += " " + speaker.html("final-penalty", points=format_change(final.penalty))
    if final.hints:
        cost = f" {format_change(final.hint_points)}" if final.hint_points else ""
        line += " " + speaker.html("final-hints", count=final.hints, cost=cost)
    if final.rack:
        line += " · " + " ".join(tile_sign(tile) for tile in final.rack)
    return line
