"""The plays that a player missed in a finished game of Duplicate, whose rounds hold the best plays: no search."""

from bot.families.chat_family import CostlyMove, FamilyAnalysis, SeatReport
from bot.families.duplicate.sketches import table_sketch
from bot.families.duplicate.wording import DuplicateWording, spell_play
from bot.pictures import PictureStyle
from bot.wording.speaker import Speaker
from engine.duplicate.missed_rounds import MissedRound, costliest_rounds
from engine.duplicate.secrecy import view_for
from engine.duplicate.state import GameState
from engine.duplicate.view import Play
from engine.errors import DataError
from engine.packed_game import UnpackedGame
from render.text import format_points


class DuplicateAnalysis(FamilyAnalysis):
    """Finds a player's costliest rounds."""

    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, style: PictureStyle
    ) -> SeatReport:
        """The three costliest rounds, each with the picture of its result."""
        del found
        end = game.end
        if not isinstance(end, GameState):
            raise TypeError("only games of Duplicate are looked at so")
        if (seat := end.seat_of(user)) is None:
            raise DataError("the game has no such player")
        missed = costliest_rounds((event for entry in game.log for event in entry.events), seat)
        moves = [_to_move(one, game, speaker, style) for one in missed]
        shown = view_for(end, None).seats[seat]
        wording = DuplicateWording(speaker)
        share = "" if shown.permille is None else wording.percent(shown.permille)
        lines = [speaker.plain("missed-share", share=share, tops=shown.tops, rounds=shown.answered)] if share else []
        return SeatReport(moves, lines)

    def costliest_puzzle(self, found: bytes) -> None:
        """``None``, as each round was a puzzle for all players already."""


def _to_move(missed: MissedRound, game: UnpackedGame, speaker: Speaker, style: PictureStyle) -> CostlyMove:
    states, number = [one for one in game.tables if isinstance(one, GameState)], missed.closed.number
    before = [one for one in states if one.number == number - 1][-1]
    after = next(one for one in states if one.number == number)
    heading = speaker.plain("missed-round", round=missed.closed.number)
    sentence = speaker.plain(
        "missed-top" if missed.counts else "missed-by-word",
        own=_play_text(missed.answer, speaker),
        points=format_points(missed.answer.score),
        top=_play_text(missed.closed.laid, speaker),
        best=format_points(missed.closed.laid.score),
        cost=missed.cost,
    )
    return CostlyMove(
        heading,
        sentence,
        table_sketch(view_for(after, None), speaker, style),
        view_for(before, None),
        missed.closed.rack,
        _laid_tiles(missed.answer),
        _laid_tiles(missed.closed.laid),
    )


def _laid_tiles(play: Play) -> dict[str, str]:
    return {put.cell: put.tile for put in play.tiles}


def _play_text(play: Play, speaker: Speaker) -> str:
    return f"{play.cell} {speaker.plain(f'way-{play.direction.value}')} {spell_play(play)}"
