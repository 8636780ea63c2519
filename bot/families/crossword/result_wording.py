"""Sentences about the end of a crossword game: why it is over, who won, and the final standings."""

from typing import Final

from bot.families.crossword.highlights import best_lines
from bot.families.crossword.move_text import tile_sign
from bot.texts import Argument
from bot.wording import game_result
from bot.wording.speaker import Speaker
from engine.crossword.view import FinalScore, GameView, Outcome, SeatView
from render.text import format_change, format_points


class ResultWording:
    """Words how a crossword game ended."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    def _html(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def outcome_text(self, outcome: Outcome, view: GameView) -> str:
        """The reason, the winners, a line a seat, and the highlights."""
        lines = [self._end_reason_line(outcome, view)]
        if outcome.reason == "cancelled":
            return "\n".join(
                (
                    *lines,
                    *(
                        self._final_score_line(final, view.seats[final.seat], game_result.UNRANKED)
                        for final in outcome.finals
                    ),
                )
            )
        names = game_result.join_player_names([view.seats[seat].name for seat in outcome.winners], self._speaker)
        lines += game_result.winner_lines(view, self._speaker, names)
        lines += [
            self._final_score_line(final, view.seats[final.seat], game_result.medal(final.place))
            for final in outcome.finals
        ]
        return "\n".join((*lines, *best_lines(view, self._speaker)))

    def _end_reason_line(self, outcome: Outcome, view: GameView) -> str:
        """Why the game is over, and the length of the run of turns that ended it, if one did."""
        run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
        match outcome.reason:
            case "passes" if run.ends_if_each_passes(active):
                return self._html("ended-passes-each", per_player=run.own_turns_needed)
            case "passes" | "scoreless":
                return self._html(f"ended-{outcome.reason}", turns=view.run_turns)
            case _:
                return self._html(f"ended-{outcome.reason}")

    def _final_score_line(self, final: FinalScore, seat: SeatView, mark: str) -> str:
        name, score = self._speaker.player_name(seat.name), format_points(final.score)
        line = f"{mark if seat.active else game_result.SURRENDERED} {name} <b>{score}</b>"
        if final.adjustment:
            line += f" ({format_change(final.adjustment)})"
        if final.penalty:
            line += " " + self._html("final-penalty", points=format_change(final.penalty))
        if final.hints:
            line += " " + self._html("final-hints", count=final.hints, cost=_cost_text(final.hint_points))
        if final.rack:
            line += " · " + " ".join(tile_sign(tile) for tile in final.rack)
        return line


def _cost_text(points: int) -> str:
    """What was paid, behind what it was paid for; empty for nothing."""
    return f" {format_change(points)}" if points else ""
