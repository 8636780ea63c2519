"""Sentences about tables and turns: captions of pictures and texts of lists. Sees views and redacted events only."""

import html
from collections.abc import Mapping
from typing import assert_never

from bot.announce import clocks
from bot.announce.disputes import Disputes
from bot.announce.terms import Terms, title
from bot.people import mention, shown
from bot.texts import Html, Texts
from engine.crossword.endings import run_length
from engine.crossword.events import (
    GameEnded,
    GameStarted,
    PlayerSurrendered,
    TilesExchanged,
    TilesPlaced,
    TurnPassed,
)
from engine.crossword.geometry import geometry
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score
from engine.crossword.view import FinalScore, GameView, LastTurn, Outcome, SeatView, WordScore
from engine.game import Event as TableEvent
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.rulesets import rulesets
from engine.seats import LobbyView
from render.figures import points, signed

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Wording:
    """Puts views and events into sentences of one language of the interface."""

    def __init__(self, texts: Texts, language: str) -> None:
        self._texts = texts
        self.language = language

    def _say(self, message: str, **arguments: str | int) -> str:
        return self._texts.html(self.language, message, **arguments)

    def title(self, titles: Mapping[str, str]) -> str:
        """A ruleset's title."""
        return title(titles, self.language)

    def lobby(self, view: LobbyView, titles: Mapping[str, str], lexicon: str) -> str:
        """The lobby: game, seats, terms, what to do next, and the commitment to the draws."""
        names = Html(", ".join(shown(seat.name) for seat in view.seats))
        terms = Terms(self._texts, self.language).chosen(view.ruleset, view.options, lexicon)
        return self._say(
            "lobby",
            game=self.title(titles),
            names=names,
            seated=len(view.seats),
            most=view.most,
            least=view.least,
            pieces=self._say("lobby-cards" if _has_cards(view.ruleset) else "lobby-tiles", count=view.tiles),
            commitment=view.commitment,
            terms="\n".join(terms),
        )

    def seat(self, message: str, name: str) -> str:
        """Who sat down or got up."""
        return self._say(message, name=shown(name))

    def lines(self, events: tuple[TableEvent, ...], view: GameView) -> list[str]:
        """What happened, a line or more per event; quiet about tiles drawn."""
        return [line for event in events if (line := self._line(event, view))]

    def _line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return self._started(event, view)
            case TilesPlaced():
                return self._placed(event, view)
            case TilesExchanged(seat=seat, count=count):
                return self._say("turn-exchanged", name=shown(view.seats[seat].name), count=count)
            case TurnPassed(seat=seat, automatic=automatic):
                return self._say("turn-timed-out" if automatic else "turn-passed", name=shown(view.seats[seat].name))
            case PlayerSurrendered(seat=seat):
                return self._say("turn-surrendered", name=shown(view.seats[seat].name))
            case GameEnded():
                return self._ended(event, view)
            case _:
                return Disputes(self._texts, self.language).line(event, view)

    def _started(self, event: GameStarted, view: GameView) -> str:
        names = {seat.user: shown(seat.name) for seat in view.seats}
        lines = [self._say("started", name=names[event.order[0]])]
        for number, drawn in enumerate(event.rounds):
            draws = Html(" · ".join(f"{names[draw.user]} <b>{draw.tile}</b>" for draw in drawn))
            lines.append(self._say("started-redraw" if number else "started-draw", draws=draws))
        return "\n".join(lines)

    def _placed(self, event: TilesPlaced, view: GameView) -> str:
        blanks = frozenset(tile.cell for tile in event.tiles if tile.tile.startswith(BLANK))
        return self._summed(event, view, blanks)

    def _summed(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        head = self._played(play, view, blanks)
        # One word without a bonus would only say its score again.
        plain = len(play.words) == 1 and not play.bingo and not play.cell_bonus
        return head if plain else f"{head}\n{self.sum(play, blanks)}"

    def _played(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        main = play.words[0]
        return self._say(
            "turn-played",
            name=shown(view.seats[play.seat].name),
            word=spelled(main, blanks),
            cell=main.cells[0],
            way=self.way(main),
            score=play.score,
        )

    def way(self, word: WordScore) -> str:
        """The direction in which a word runs."""
        return self._texts.plain(self.language, "way-across" if _is_across(word) else "way-down")

    def sum(self, play: TilesPlaced | LastTurn | Score, blanks: frozenset[str]) -> str:
        """What a play's score is made of: each word, and what was added."""
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
        name = shown(view.seats[last.seat].name)
        match last.kind:
            case "play":
                cells = dict(zip(geometry(view.columns, view.rows).names, view.cells, strict=True))
                blanks = frozenset(cell for cell in last.cells if cells[cell].startswith(BLANK))
                return self._summed(last, view, blanks)
            case "exchange":
                return self._say("turn-exchanged", name=name, count=last.exchanged)
            case "pass":
                return self._say("turn-timed-out" if last.automatic else "turn-passed", name=name)
            case "surrender":
                return self._say("turn-surrendered", name=name)
            case "withdrawn":
                return self._say("panel-withdrawn", name=name, word=last.words[0].word)
            case "forfeit":
                return self._say("turn-forfeited", name=name)
            case "retired":
                return self._say("turn-retired", name=name)
            case _:
                assert_never(last.kind)

    def _ended(self, event: GameEnded, view: GameView) -> str:
        lines = ["", self._outcome(event.outcome, view), self._say("ended-secret", secret=event.secret)]
        return "\n".join(lines)

    def result(self, view: GameView) -> str:
        """How a finished game ended, with its standings."""
        return "" if view.outcome is None else self._outcome(view.outcome, view)

    def _outcome(self, outcome: Outcome, view: GameView) -> str:
        lines = [self._reason(outcome, view)]
        if outcome.reason == "cancelled":
            return "\n".join((*lines, *(self._final(final, view.seats[final.seat], "▫️") for final in outcome.finals)))
        winners = [shown(view.seats[seat].name) for seat in outcome.winners]
        names = Html(", ".join(winners[:-1]) + self._say("and") + winners[-1]) if len(winners) > 1 else winners[0]
        lines.append(self._say("ended-draw-between" if len(winners) > 1 else "ended-winner", names=names))
        lines += [self._final(final, view.seats[final.seat], _MEDALS.get(final.place, "▫️")) for final in outcome.finals]
        return "\n".join(lines)

    def _reason(self, outcome: Outcome, view: GameView) -> str:
        """Why the game is over; of a run of turns, how long it was."""
        run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
        match outcome.reason:
            case "passes" if run.each(active):
                return self._say("ended-passes-each", per_player=run.per_player)
            case "passes" | "scoreless":
                return self._say(f"ended-{outcome.reason}", turns=run_length(run, active))
            case _:
                return self._say(f"ended-{outcome.reason}")

    def _final(self, final: FinalScore, seat: SeatView, mark: str) -> str:
        line = f"{mark if seat.active else '🏳️'} {shown(seat.name)} <b>{points(final.score)}</b>"
        if final.adjustment:
            line += f" ({signed(final.adjustment)})"
        if final.penalty:
            line += " " + self._say("final-penalty", points=signed(final.penalty))
        if final.rack:
            line += " · " + " ".join("▢" if tile == BLANK else tile for tile in final.rack)
        return line

    def standing(self, view: GameView, titles: Mapping[str, str], lexicon: str = "") -> str:
        """How the table stands, an open window, and who is next, mentioned; of a finished game, how it was left."""
        name = html.escape(self.title(titles), quote=False)
        table = self.table(view, lexicon, name)
        if view.turn is None:
            return table
        window = Disputes(self._texts, self.language).window(view)
        return "\n".join(line for line in (table, window, self.next(view)) if line)

    def table(self, view: GameView, lexicon: str = "", name: str = "") -> str:
        """Scores, tiles left, dictionary, the game's name (HTML), free bonus cell, clocks.

        Of a finished game without the scores, which its standings tell, and without the dictionary.
        """
        playing = view.outcome is None
        judge = Terms(self._texts, self.language).dictionary_line(lexicon) if lexicon and playing else ""
        bag = (self._say("bag-left", count=view.bag), judge, name)
        bonus = view.bonus
        free = bonus is not None and not bonus.taken
        cell = self._say("bonus-free", cell=bonus.cell, points=bonus.points) if bonus is not None and free else ""
        time = clocks.caption(view, self._texts, self.language)
        scores = self.scores(view) if playing else ""
        lines = (scores, " · ".join(part for part in bag if part), cell, time)
        return "\n".join(line for line in lines if line)

    def scores(self, view: GameView) -> str:
        """Everybody's score in the order of play."""
        return " · ".join(self._seat(seat) for seat in view.seats)

    def _seat(self, seat: SeatView) -> str:
        name = shown(seat.name) if seat.active and not seat.retired else f"<s>{shown(seat.name)}</s>"
        return f"{name} <b>{points(seat.score)}</b>"

    def next(self, view: GameView) -> str:
        """Whose turn it is, with a mention."""
        if view.turn is None:
            return self._say("turn-none")
        seat = view.seats[view.turn]
        return self._say("turn-next", name=mention(seat.user, seat.name))


def _has_cards(ruleset: str) -> bool:
    """Whether a game, named by its ruleset, is played with cards and not with tiles."""
    return isinstance(rulesets().get(ruleset), KlepkaRuleset)


def _is_across(word: WordScore) -> bool:
    return word.cells[0][1:] == word.cells[1][1:]


def spelled(word: WordScore, blanks: frozenset[str]) -> Html:
    """A word with the blanks of this play in brackets, as they are typed."""
    marks = (f"[{mark}]" if cell in blanks else mark for mark, cell in zip(word.word, word.cells, strict=True))
    return Html("".join(marks))
