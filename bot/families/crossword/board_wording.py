"""Sentences about crossword games: captions of pictures and texts of lists. Reads only views and redacted events."""

import html
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.families.crossword.dispute_wording import challenge_window_line, dispute_line
from bot.families.crossword.highlights import tiles_if_few
from bot.families.crossword.move_text import direction_name, direction_of_word, tile_sign
from bot.families.crossword.result_wording import outcome_text
from bot.families.crossword.typed_move import centre_cell_fields
from bot.families.family_wording import FamilyWording
from bot.texts import Html
from bot.wording import clocks
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.events import (
    GameEnded,
    GameStarted,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.premiums import geometry
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.view import GameView, LastTurn, SeatView, TurnKind, WordScore
from engine.game import Event as TableEvent
from engine.turns import PlayerSurrendered
from render.text import format_points

_TURN_MESSAGES: Final[Mapping[TurnKind, str]] = {
    "exchange": "turn-exchanged",
    "withdrawn": "turn-withdrawn",
    "taken_back": "turn-last-taken-back",
    "surrender": "turn-surrendered",
    "forfeit": "turn-forfeited",
    "retired": "turn-retired",
    "skipped": "turn-skipped",
    "undone": "turn-last-undone",
}
"""The messages for the last turn, of which plays and passes have several."""
_RUN_WARNINGS: Final = {"passes": "run-ends-passes", "scoreless": "run-ends-scoreless"}


class CrosswordWording(FamilyWording[GameState, GameView]):
    """Words views and events of crossword games."""

    def event_lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """What happened, one or more lines an event; nothing about drawn tiles."""
        return [line for event in events if (line := self._event_line(event, view))]

    def past_event_lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """As :meth:`event_lines`, but without how to move at the beginning."""
        told = (
            self._draw_lines(event, view) if isinstance(event, GameStarted) else self._event_line(event, view)
            for event in events
        )
        return [line for line in told if line]

    def _event_line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return f"{self._draw_lines(event, view)}\n{self._how_to_move_line(view)}"
            case TilesPlaced():
                blanks = frozenset(tile.cell for tile in event.tiles if tile.tile.startswith(BLANK))
                return self._play_with_sum(event, view, blanks)
            case TilesExchanged(seat=seat, count=count):
                return self._speaker.html(
                    "turn-exchanged", name=self._speaker.player_name(view.seats[seat].name), count=count
                )
            case TurnPassed(seat=seat, automatic=automatic):
                return self._speaker.html(
                    "turn-timed-out" if automatic else "turn-passed",
                    name=self._speaker.player_name(view.seats[seat].name),
                )
            case PlayerSurrendered(seat=seat):
                return self._speaker.html("turn-surrendered", name=self._speaker.player_name(view.seats[seat].name))
            case GameEnded():
                result = outcome_text(event.outcome, view, self._speaker)
                return f"\n{result}\n{self._speaker.html('ended-secret', secret=event.secret)}"
            case _:
                return dispute_line(event, view, self._speaker)

    def _draw_lines(self, event: GameStarted, view: GameView) -> str:
        """That the game has begun, and the tiles that were drawn for the first turn."""
        names = {seat.user: self._speaker.player_name(seat.name) for seat in view.seats}
        lines = [self._speaker.html("started")]
        for number, drawn in enumerate(event.rounds):
            tiles = {draw.user: tile_sign(draw.tile) for draw in drawn}
            draws = Html(" · ".join(f"{names[user]} <b>{tile}</b>" for user, tile in tiles.items()))
            lines.append(self._speaker.html("started-redraw" if number else "started-draw", draws=draws))
        return "\n".join(lines)

    def _how_to_move_line(self, view: GameView) -> str:
        """How to type a move, by an example through the centre of the board, in the tiles' language."""
        cell = centre_cell_fields(view.columns, view.rows)["cell"]
        # In private no button leads to the own board: it is what comes.
        how = "started-how-private" if self._speaker.private else "started-how"
        return self._speaker.html(how, cell=cell, word=self._speaker.in_language(view.language).plain("sample-word"))

    def _play_with_sum(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        main, parts = play.words[0], self.score_sum(play, blanks)
        head = self._speaker.html(
            "turn-played",
            name=self._speaker.player_name(view.seats[play.seat].name),
            word=spell_scored_word(main, blanks),
            cell=main.cells[0],
            way=direction_name(direction_of_word(main), self._speaker),
            score=play.score,
        )
        return f"{head}\n{parts}" if parts else head

    def score_sum(self, play: TilesPlaced | LastTurn | Score, blanks: frozenset[str]) -> str:
        """The parts of a play's score: each word and each bonus; empty if that only repeats the score."""
        if len(play.words) == 1 and not play.bingo and not play.cell_bonus:
            return ""
        parts = [f"{spell_scored_word(word, blanks)} {word.score}" for word in play.words]
        if play.bingo:
            parts.append(self._speaker.html("part-bingo", points=play.bingo))
        if play.cell_bonus:
            parts.append(self._speaker.html("part-cell", points=play.cell_bonus))
        return " + ".join(parts)

    def last_turn_line(self, view: GameView) -> str:
        """The turn just taken, as the picture marks it; empty before the first."""
        last = view.last
        if last is None:
            return ""
        name = self._speaker.player_name(view.seats[last.seat].name)
        match last.kind:
            case "play":
                cells = dict(zip(geometry(view.columns, view.rows).names, view.cells, strict=True))
                blanks = frozenset(cell for cell in last.cells if cells[cell].startswith(BLANK))
                return self._play_with_sum(last, view, blanks)
            case "pass":
                return self._speaker.html("turn-timed-out" if last.automatic else "turn-passed", name=name)
            case _:
                word = last.words[0].word if last.words else ""
                return self._speaker.html(_TURN_MESSAGES[last.kind], name=name, word=word, count=last.exchanged)

    def result_text(self, view: GameView) -> str:
        """How a finished game ended, with its standings."""
        return "" if view.outcome is None else outcome_text(view.outcome, view, self._speaker)

    def standing_versions(self, events: Sequence[TableEvent], view: GameView) -> tuple[str, ...]:
        """Scores, what is left, an open window, and who is next. The table's options are in the lobby, not here."""
        began = any(isinstance(event, GameStarted) for event in events)
        return (self.standing_text(view, with_options=not began),)

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        """The last turn goes first, and is left out first."""
        standing = (self.result_text(view), self.standing_text(view))
        return ((self.last_turn_line(view), *standing), standing)

    def standing_text(self, view: GameView, *, with_options: bool = True) -> str:
        """The standing, the open challenge window, and the next player, mentioned; the result of a finished game."""
        table = self.table_lines(view, with_game=with_options, with_dictionary=with_options)
        if view.turn is None:
            return table
        window = challenge_window_line(view, self._speaker)
        return "\n".join(line for line in (table, window, self.run_warning(view), self.next_turn_line(view)) if line)

    def brief_standing(self, view: GameView) -> str:
        """What matters for the next turn, without the whole standing; empty once the game is over."""
        if view.turn is None:
            return ""
        times = self._seats_line(view) if view.clock is not None else ""
        window, stopped = (
            challenge_window_line(view, self._speaker),
            clocks.pause_line(view, self._speaker),
        )
        return "\n".join(
            line for line in (times, stopped, window, self.run_warning(view), self.next_turn_line(view)) if line
        )

    def run_warning(self, view: GameView) -> str:
        """A warning if one more turn of the run would end the game."""
        return self._speaker.html(_RUN_WARNINGS[view.run.counts]) if view.run_ends else ""

    def table_lines(self, view: GameView, *, with_game: bool = False, with_dictionary: bool = True) -> str:
        """Scores with clocks and small racks; the bag, the bonus cell; a pause.

        With the dictionary if ``with_dictionary``, with the game if ``with_game``. A finished game has neither scores
        nor dictionary here: its result has the scores.
        """
        playing = view.outcome is None
        judge = self._speaker.dictionary_line() if self._speaker.lexicon and playing and with_dictionary else ""
        name = html.escape(self._speaker.game_title, quote=False) if with_game else ""
        bonus = view.bonus
        free = bonus is not None and not bonus.taken
        cell = (
            self._speaker.html("bonus-free", cell=bonus.cell, points=bonus.points) if bonus is not None and free else ""
        )
        bag = (self._speaker.html("bag-left", count=view.bag), cell, judge, name)
        scores = self._seats_line(view) if playing else ""
        lines = (scores, " · ".join(part for part in bag if part), clocks.pause_line(view, self._speaker))
        return "\n".join(line for line in lines if line)

    def score_text(self, view: GameView) -> str:
        """Everybody's score in the order of play."""
        return " · ".join(self._seat_score(seat) for seat in view.seats)

    def _seats_line(self, view: GameView) -> str:
        """The scores, with the clocks at the turn's start, and the tiles of players who have few left."""
        times = clocks.times_by_seat(view, self._speaker)
        return " · ".join(
            self._seat_score(seat)
            + self._seat_extras(times.get(number, ""), tiles_if_few(view, number), left_group=number in view.gone)
            for number, seat in enumerate(view.seats)
        )

    def _seat_score(self, seat: SeatView) -> str:
        name = (
            self._speaker.player_name(seat.name)
            if seat.active and not seat.retired
            else f"<s>{self._speaker.player_name(seat.name)}</s>"
        )
        return f"{name} <b>{format_points(seat.score)}</b>"

    def _seat_extras(self, time: str, tiles: int | None, *, left_group: bool) -> str:
        left = "" if tiles is None else self._speaker.plain("panel-tiles", count=tiles)
        away = self._speaker.html("seat-gone") if left_group else ""
        parts = [part for part in (away, time and f"⏱ {time}", left) if part]
        return f" ({', '.join(parts)})" if parts else ""

    def next_turn_line(self, view: GameView) -> str:
        """Whose turn it is, with a mention."""
        if view.turn is None:
            return self._speaker.html("turn-none")
        seat = view.seats[view.turn]
        return self._speaker.html("turn-next", name=self._speaker.mention(seat.user, seat.name))

    def bag_text(self, view: GameView) -> str:
        """How many tiles the bag holds and, per letter, how many are not on the board.

        The count leaves out the viewer's own rack; a group's count includes every rack.
        """
        letters = load_alphabet(view.language)
        counts = sorted(view.unseen.items(), key=lambda item: letters.rank(item[0]))
        unseen = " ".join(f"{tile_sign(tile)}<b>{count}</b>" for tile, count in counts)
        message = "bag-list" if view.viewer is None else "bag-list-private"
        return self._speaker.html(message, bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def clock_lines(self, game: GameState, now: datetime) -> list[str]:
        """The players' times, and until when the last play may be challenged."""
        if game.ruleset.clock_rule is None and not game.ruleset.judging.has_challenges:
            return []
        if game.outcome is not None:
            return [self._speaker.html("turn-none")]
        lines = list(clocks.current_clock_lines(game, now, self._speaker))
        if game.pending is not None and game.ruleset.judging.has_challenges:
            ends = game.clocks.paused or now
            seconds = max(0, int((game.pending.until - ends).total_seconds()))
            lines.append(self._speaker.html("window-left", time=self._speaker.duration(seconds)))
        return [*lines, *clocks.stopped_clocks_lines(game.clocks, self._speaker)]


def spell_scored_word(word: WordScore, blanks: frozenset[str]) -> Html:
    """A word with the blanks of this play in brackets, as they are typed."""
    marks = (f"[{mark}]" if cell in blanks else mark for mark, cell in zip(word.word, word.cells, strict=True))
    return Html("".join(marks))
