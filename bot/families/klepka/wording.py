"""Sentences about Klepka: captions of its pictures, and its collections.

What lay on the table and was turned face down again has no letter here: captions name positions, and letters only of
cards that came into a collection, which is open to all (RULES §8, no. 40).
"""

import html
from collections.abc import Iterable
from typing import Final

from bot.families.klepka.finals import best
from bot.texts import Argument, Html
from bot.wording import absences, clocks, finals
from bot.wording.speaker import Speaker
from engine.clock import Paused, Reminded, Resumed
from engine.game import Event
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.events import (
    CardsRevealed,
    CardsTraded,
    GameEnded,
    GameStarted,
    TableShuffled,
    TurnPassed,
    WordDoubled,
    WordFormed,
    WordsTimedOut,
)
from engine.klepka.view import FinalScore, GameView, Outcome, RevealedCard, SeatView
from engine.turns import PlayerSurrendered
from render.figures import points, signed

SAID_ONLY: Final = (Paused, Reminded, Resumed, WordDoubled, *absences.SAID_ONLY)
"""Events that leave the cards as they were: without others they are told without a picture."""

_COLOURS: Final = {"Y": "🟨", "B": "🟦"}
_REWARDS: Final = {POLYSEMY: "klepka-polysemy", EXCHANGE: "klepka-exchange", CHAOS: "klepka-chaos"}


class Wording:
    """Puts views and events of Klepka into sentences of the speaker's language."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def card(self, card: str) -> str:
        """A card as people read it: a letter with its colour, or a reward with its sign; no markup."""
        if card in _REWARDS:
            return self._speaker.plain(_REWARDS[card])
        return card[:1] + _COLOURS.get(card[1:], "")

    def lines(self, events: Iterable[Event], view: GameView) -> list[str]:
        """What happened, a line or more per event."""
        return [line for event in events if (line := self._line(event, view))]

    def gist(self, events: Iterable[Event], view: GameView) -> list[str]:
        """The same in a few words each."""
        return [line for event in events if (line := self._gist(event, view))]

    def _gist(self, event: Event, view: GameView) -> str:
        if not isinstance(event, CardsRevealed):
            return self._line(event, view).partition("\n")[0]
        cards = " ".join(self.card(card.card) for card in event.cards if card.taken)
        message = "klepka-gist-taken" if cards else "klepka-gist"
        return self._say(message, name=self._name(view, event.seat), positions=_positions(event.cards), cards=cards)

    def _line(self, event: Event, view: GameView) -> str:
        match event:
            case GameStarted(order=order, columns=columns, rows=rows):
                names = {seat.user: self._speaker.named(seat.name) for seat in view.seats}
                found = Html(", ".join(names[user] for user in order))
                return self._say("klepka-started", cards=view.cards, columns=columns, rows=rows, names=found)
            case WordFormed():
                return self._formed(event, view)
            case WordDoubled(seat=seat, word=word, score=score):
                return self._say("klepka-doubled", name=self._name(view, seat), word=word, score=score)
            case CardsRevealed():
                return self._revealed(event, view)
            case TurnPassed() | WordsTimedOut():
                return self._ended_action(event, view)
            case CardsTraded(seat=seat, gave=gave, partner=partner, took=took):
                return self._say(
                    "klepka-traded",
                    name=self._name(view, seat),
                    partner=self._name(view, partner),
                    gave=self.card(gave),
                    took=self.card(took),
                )
            case TableShuffled(seat=seat, cards=cards):
                return self._say("klepka-shuffled", name=self._name(view, seat), cards=cards)
            case PlayerSurrendered(seat=seat):
                return self._say("turn-surrendered", name=self._name(view, seat))
            case GameEnded(outcome=outcome, secret=secret):
                return self._ended(outcome, secret, view)
            case _:
                return clocks.line(event, view, self._speaker) or absences.line(event, view, self._speaker)

    def _formed(self, event: WordFormed, view: GameView) -> str:
        word = event.word
        lines = [self._say("klepka-formed", name=self._name(view, word.seat), word=word.word, score=word.score)]
        parts = [f"{card[0]}{_COLOURS[card[1]]} {view.values[card[0]]}" for card in word.cards]
        parts += [self._say("klepka-stands-for", letter=one) for one in word.polysemies]
        doubled = " · " + self._say("klepka-one-colour") if word.doubled else ""
        return "\n".join((*lines, " + ".join(parts) + doubled))

    def _revealed(self, event: CardsRevealed, view: GameView) -> str:
        name = self._name(view, event.seat)
        taken = [card for card in event.cards if card.taken]
        back = [card for card in event.cards if not card.taken]
        message = "klepka-revealed-more" if event.extra else "klepka-revealed"
        lines = [self._say(message, name=name, positions=_positions(event.cards))]
        if taken:
            cards = " ".join(self.card(card.card) for card in taken)
            lines.append(self._say("klepka-taken", cards=cards, positions=_positions(taken)))
        else:
            lines.append(self._say("klepka-nothing-taken"))
        if taken and back:
            lines.append(self._say("klepka-back", positions=_positions(back)))
        if event.again:
            lines.append(self._say("klepka-again", name=name, count=event.again))
        return "\n".join(lines)

    def _ended_action(self, event: TurnPassed | WordsTimedOut, view: GameView) -> str:
        name = self._name(view, event.seat)
        match event:
            case WordsTimedOut(flips=flips):
                return self._say("klepka-words-over", name=name, flips=flips)
            case TurnPassed(automatic=True):
                return self._say("klepka-time-out", name=name)
            case TurnPassed(phase="extra"):
                return self._say("klepka-enough", name=name)
            case _:
                return self._say("turn-passed", name=name)

    def _ended(self, outcome: Outcome, secret: str, view: GameView) -> str:
        return f"{self._outcome(outcome, view)}\n{self._say('ended-secret', secret=secret)}"

    def result(self, view: GameView) -> str:
        """How a finished game ended, with its standings."""
        return "" if view.outcome is None else self._outcome(view.outcome, view)

    def _outcome(self, outcome: Outcome, view: GameView) -> str:
        lines = [self._say(f"ended-{outcome.reason}")]
        ranked = outcome.reason != "cancelled"
        if ranked:
            names = Html(", ".join(self._name(view, seat) for seat in outcome.winners))
            lines += finals.won(view, self._speaker, names)
        marks = (finals.medal(final.place) if ranked else finals.UNRANKED for final in outcome.finals)
        lines += [self._final(final, view, mark) for final, mark in zip(outcome.finals, marks, strict=True)]
        return "\n".join((*lines, *(best(view, self._speaker) if ranked else ())))

    def standing(self, view: GameView, *, collections: bool = False) -> str:
        """Scores, cards on the table, dictionary and game, the clock, and what the player on turn does next.

        With ``collections`` everybody's cards stand beside the scores. Of a finished game, how it was left,
        without the scores, which its standings tell.
        """
        name = html.escape(self._speaker.game, quote=False)
        if view.turn is None:
            left = f"{self.left(view)} · {name}"
            return f"{self.collections(view)}\n{left}" if collections else left
        scores = self.collections(view) if collections else self.scores(view)
        words = self._speaker.dictionary_line()
        time = clocks.caption(view, self._speaker)
        warning = self._say("run-ends-passes") if view.pass_ends else ""
        return "\n".join(
            filter(None, (scores, f"{self.left(view)} · {words} · {name}", time, warning, self.next(view)))
        )

    def last(self, view: GameView) -> str:
        """The newest word formed, or what was taken when cards were turned up since; empty before both.

        Also where somebody ended the game without a move: then that came last, as the result says.
        """
        if view.outcome is not None and view.outcome.reason in {"surrender", "cancelled"}:
            return ""
        flipped, word = view.flipped, view.words[-1] if view.words else None
        # In one turn words come first (RULES §6.5), so that a word is newer only in a later turn.
        if word is not None and (flipped is None or word.turn > flipped.turn):
            return self._say("klepka-formed", name=self._name(view, word.seat), word=word.word, score=word.score)
        if flipped is None:
            return ""
        cards = " ".join(self.card(card) for card in flipped.taken)
        message = "klepka-last-taken" if cards else "klepka-last-nothing"
        return self._say(message, name=self._name(view, flipped.seat), cards=cards)

    def scores(self, view: GameView) -> str:
        """Everybody's score in the order of play."""
        return " · ".join(
            f"{self._struck(seat)} <b>{points(seat.score)}</b>{self._gone(view, number)}"
            for number, seat in enumerate(view.seats)
        )

    def left(self, view: GameView) -> str:
        """How many cards lie on the table."""
        return self._say("klepka-left", count=view.left, cards=view.cards)

    def next(self, view: GameView) -> str:
        """Who is on turn, mentioned, and what they may do."""
        if view.turn is None:
            return self._say("turn-none")
        seat = view.seats[view.turn]
        name = self._speaker.mention(seat.user, seat.name)
        if not view.flips:
            return self._say("klepka-next-empty", name=name)
        phases = {"words": "klepka-next-words", "flips": "klepka-next-flips", "extra": "klepka-next-extra"}
        return self._say(phases[view.phase], name=name, count=view.flips)

    def collections(self, view: GameView) -> str:
        """Everybody's cards, a line a seat; the number is the seat's."""
        lines = []
        for number, seat in enumerate(view.seats, start=1):
            cards = " ".join(self.card(card) for card in seat.cards) or self._say("klepka-no-cards")
            away = self._gone(view, number - 1)
            lines.append(f"{number}. {self._struck(seat)} <b>{points(seat.score)}</b>{away}: {cards}")
        return "\n".join(lines)

    def _gone(self, view: GameView, seat: int) -> str:
        """That a player is not in the group any more."""
        return f" ({self._say('seat-gone')})" if seat in view.gone else ""

    def look(self, seconds: int) -> str:
        """What is said while letters are shown that are turned face down again."""
        return self._say("klepka-look", seconds=seconds)

    def _name(self, view: GameView, seat: int) -> Html:
        return self._speaker.named(view.seats[seat].name)

    def _struck(self, seat: SeatView) -> str:
        name = self._speaker.named(seat.name)
        return name if seat.active else f"<s>{name}</s>"

    def _final(self, final: FinalScore, view: GameView, mark: str) -> str:
        sign = mark if view.seats[final.seat].active else finals.GAVE_UP
        line = f"{sign} {self._name(view, final.seat)} <b>{points(final.score)}</b>"
        return f"{line} ({signed(final.adjustment)})" if final.adjustment else line


def _positions(cards: list[RevealedCard] | tuple[RevealedCard, ...]) -> str:
    return ", ".join(str(card.position) for card in cards)
