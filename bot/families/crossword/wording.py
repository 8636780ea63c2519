"""Sentences about games on a board: captions of pictures and texts of lists. Sees views and redacted events only."""

import html
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bot.families.crossword.disputes import Disputes
from bot.families.crossword.facts import few_tiles
from bot.families.crossword.finals import best
from bot.families.crossword.moves import centre
from bot.families.crossword.ways import named, way_of
from bot.texts import Argument, Html
from bot.wording import clocks, finals
from bot.wording.speaker import Speaker
from engine.crossword.events import (
    GameEnded,
    GameStarted,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.geometry import geometry
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score
from engine.crossword.view import FinalScore, GameView, LastTurn, Outcome, SeatView, WordScore
from engine.game import Event as TableEvent
from engine.turns import PlayerSurrendered
from render.figures import points, signed

_TURNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "surrender": "turn-surrendered",
        "forfeit": "turn-forfeited",
        "retired": "turn-retired",
        "skipped": "turn-skipped",
        "undone": "turn-last-undone",
    }
)
"""What is said of turns that are told with a name alone."""
_RUN_ENDS: Final = {"passes": "run-ends-passes", "scoreless": "run-ends-scoreless"}


class Wording:
    """Puts views and events into sentences of the speaker's language."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """What happened, a line or more per event; quiet about tiles drawn."""
        return [line for event in events if (line := self._line(event, view))]

    def _line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return self._started(event, view)
            case TilesPlaced():
                return self._placed(event, view)
            case TilesExchanged(seat=seat, count=count):
                return self._say("turn-exchanged", name=self._speaker.named(view.seats[seat].name), count=count)
            case TurnPassed(seat=seat, automatic=automatic):
                return self._say(
                    "turn-timed-out" if automatic else "turn-passed", name=self._speaker.named(view.seats[seat].name)
                )
            case PlayerSurrendered(seat=seat):
                return self._say("turn-surrendered", name=self._speaker.named(view.seats[seat].name))
            case GameEnded():
                return self._ended(event, view)
            case _:
                return Disputes(self._speaker).line(event, view)

    def _started(self, event: GameStarted, view: GameView) -> str:
        names = {seat.user: self._speaker.named(seat.name) for seat in view.seats}
        lines = [self._say("started")]
        for number, drawn in enumerate(event.rounds):
            tiles = {draw.user: "▢" if draw.tile == BLANK else draw.tile for draw in drawn}
            draws = Html(" · ".join(f"{names[user]} <b>{tile}</b>" for user, tile in tiles.items()))
            lines.append(self._say("started-redraw" if number else "started-draw", draws=draws))
        return "\n".join((*lines, self._how_to_move(view)))

    def _how_to_move(self, view: GameView) -> str:
        """How a move is typed, by one that the empty board would take: through its centre, in the tiles' language."""
        cell = centre(view.columns, view.rows)["cell"]
        # In private no button leads to the own board: it is what comes.
        how = "started-how-private" if self._speaker.private else "started-how"
        return self._say(how, cell=cell, word=self._speaker.tongue(view.language).plain("sample-word"))

    def _placed(self, event: TilesPlaced, view: GameView) -> str:
        blanks = frozenset(tile.cell for tile in event.tiles if tile.tile.startswith(BLANK))
        return self._summed(event, view, blanks)

    def _summed(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        head = self._played(play, view, blanks)
        parts = self.sum(play, blanks)
        return f"{head}\n{parts}" if parts else head

    def _played(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        main = play.words[0]
        return self._say(
            "turn-played",
            name=self._speaker.named(view.seats[play.seat].name),
            word=spelled(main, blanks),
            cell=main.cells[0],
            way=self.way(main),
            score=play.score,
        )

    def way(self, word: WordScore) -> str:
        """The direction in which a word runs."""
        return named(way_of(word), self._speaker)

    def sum(self, play: TilesPlaced | LastTurn | Score, blanks: frozenset[str]) -> str:
        """What a play's score is made of: each word, and what was added; empty where that only says the score again."""
        if len(play.words) == 1 and not play.bingo and not play.cell_bonus:
            return ""
        parts = [f"{spelled(word, blanks)} {word.score}" for word in play.words]
        if play.bingo:
            parts.append(self._say("part-bingo", points=play.bingo))
        if play.cell_bonus:
            parts.append(self._say("part-cell", points=play.cell_bonus))
        return " + ".join(parts)

    def last(self, view: GameView) -> str:
        """The turn just taken, as the picture marks it; empty before the first."""
        last = view.last
        if last is None:
            return ""
        name = self._speaker.named(view.seats[last.seat].name)
        match last.kind:
            case "play":
                cells = dict(zip(geometry(view.columns, view.rows).names, view.cells, strict=True))
                blanks = frozenset(cell for cell in last.cells if cells[cell].startswith(BLANK))
                return self._summed(last, view, blanks)
            case "exchange":
                return self._say("turn-exchanged", name=name, count=last.exchanged)
            case "pass":
                return self._say("turn-timed-out" if last.automatic else "turn-passed", name=name)
            case "withdrawn":
                return self._say("turn-withdrawn", name=name, word=last.words[0].word)
            case "taken_back":
                return self._say("turn-last-taken-back", name=name, word=last.words[0].word)
            case _:
                return self._say(_TURNS[last.kind], name=name)

    def _ended(self, event: GameEnded, view: GameView) -> str:
        lines = ["", self._outcome(event.outcome, view), self._say("ended-secret", secret=event.secret)]
        return "\n".join(lines)

    def result(self, view: GameView) -> str:
        """How a finished game ended, with its standings."""
        return "" if view.outcome is None else self._outcome(view.outcome, view)

    def _outcome(self, outcome: Outcome, view: GameView) -> str:
        lines = [self._reason(outcome, view)]
        if outcome.reason == "cancelled":
            return "\n".join(
                (*lines, *(self._final(final, view.seats[final.seat], finals.UNRANKED) for final in outcome.finals))
            )
        names = finals.listed([view.seats[seat].name for seat in outcome.winners], self._speaker)
        lines += finals.won(view, self._speaker, names)
        lines += [self._final(final, view.seats[final.seat], finals.medal(final.place)) for final in outcome.finals]
        return "\n".join((*lines, *best(view, self._speaker)))

    def _reason(self, outcome: Outcome, view: GameView) -> str:
        """Why the game is over; of a run of turns, how long it was."""
        run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
        match outcome.reason:
            case "passes" if run.each(active):
                return self._say("ended-passes-each", per_player=run.of_each)
            case "passes" | "scoreless":
                return self._say(f"ended-{outcome.reason}", turns=view.run_turns)
            case _:
                return self._say(f"ended-{outcome.reason}")

    def _final(self, final: FinalScore, seat: SeatView, mark: str) -> str:
        line = (
            f"{mark if seat.active else finals.GAVE_UP} {self._speaker.named(seat.name)} <b>{points(final.score)}</b>"
        )
        if final.adjustment:
            line += f" ({signed(final.adjustment)})"
        if final.penalty:
            line += " " + self._say("final-penalty", points=signed(final.penalty))
        if final.rack:
            line += " · " + " ".join("▢" if tile == BLANK else tile for tile in final.rack)
        return line

    def standing(self, view: GameView, *, terms: bool = True) -> str:
        """How the table stands, an open window, and who is next, mentioned; of a finished game, how it was left."""
        table = self.table(view, named=terms, judged=terms)
        if view.turn is None:
            return table
        window = Disputes(self._speaker).window(view)
        return "\n".join(line for line in (table, window, self.warning(view), self.next(view)) if line)

    def brief(self, view: GameView) -> str:
        """What matters for the next turn without the table's whole state; empty of a finished game."""
        if view.turn is None:
            return ""
        times = self._seats(view) if view.clock is not None else ""
        window, stopped = Disputes(self._speaker).window(view), clocks.pause(view, self._speaker)
        return "\n".join(line for line in (times, stopped, window, self.warning(view), self.next(view)) if line)

    def warning(self, view: GameView) -> str:
        """That one more turn of the run would end the game, where the next one does."""
        return self._say(_RUN_ENDS[view.run.counts]) if view.run_ends else ""

    def table(self, view: GameView, *, named: bool = False, judged: bool = True) -> str:
        """Scores with clocks and small racks; the bag, the bonus cell; a pause.

        The dictionary if ``judged``, the game if ``named``. Of a finished game without the scores, which its standings
        tell, and without the dictionary.
        """
        playing = view.outcome is None
        judge = self._speaker.dictionary_line() if self._speaker.lexicon and playing and judged else ""
        name = html.escape(self._speaker.game, quote=False) if named else ""
        bonus = view.bonus
        free = bonus is not None and not bonus.taken
        cell = self._say("bonus-free", cell=bonus.cell, points=bonus.points) if bonus is not None and free else ""
        bag = (self._say("bag-left", count=view.bag), cell, judge, name)
        scores = self._seats(view) if playing else ""
        lines = (scores, " · ".join(part for part in bag if part), clocks.pause(view, self._speaker))
        return "\n".join(line for line in lines if line)

    def scores(self, view: GameView) -> str:
        """Everybody's score in the order of play."""
        return " · ".join(self._seat(seat) for seat in view.seats)

    def _seats(self, view: GameView) -> str:
        """The scores, with the clocks as they stood, and the tiles of who holds few."""
        times = clocks.by_seat(view, self._speaker)
        return " · ".join(
            self._seat(seat) + self._more(times.get(number, ""), few_tiles(view, number), gone=number in view.gone)
            for number, seat in enumerate(view.seats)
        )

    def _seat(self, seat: SeatView) -> str:
        name = (
            self._speaker.named(seat.name)
            if seat.active and not seat.retired
            else f"<s>{self._speaker.named(seat.name)}</s>"
        )
        return f"{name} <b>{points(seat.score)}</b>"

    def _more(self, time: str, tiles: int | None, *, gone: bool) -> str:
        left = "" if tiles is None else self._speaker.plain("panel-tiles", count=tiles)
        away = self._say("seat-gone") if gone else ""
        parts = [part for part in (away, time and f"⏱ {time}", left) if part]
        return f" ({', '.join(parts)})" if parts else ""

    def next(self, view: GameView) -> str:
        """Whose turn it is, with a mention."""
        if view.turn is None:
            return self._say("turn-none")
        seat = view.seats[view.turn]
        return self._say("turn-next", name=self._speaker.mention(seat.user, seat.name))


def spelled(word: WordScore, blanks: frozenset[str]) -> Html:
    """A word with the blanks of this play in brackets, as they are typed."""
    marks = (f"[{mark}]" if cell in blanks else mark for mark, cell in zip(word.word, word.cells, strict=True))
    return Html("".join(marks))
