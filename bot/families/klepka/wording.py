"""Klepka in words and pictures: events, standings, collections, and cards that are shown for a moment.

A card that was turned face down again is named only by its position. Letters are named only for cards in collections,
which are open to all (RULES §8, no. 40).
"""

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from bot.families.chat_family import FamilyWording
from bot.pictures import PictureStyle, Preparation, Sketch, seat_labels
from bot.texts import Html
from bot.wording import clocks, decisions, game_result
from bot.wording.speaker import Speaker, folding_quote, join_lines
from bot.wording.tables import label_in_picture
from engine.clock import Paused, Reminded, Resumed
from engine.computer_ids import is_computer
from engine.game import Event
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.endings import best_turn, best_word
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
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import FinalScore, FormedWord, GameView, Outcome, RevealedCard, SeatView, with_revealed
from engine.rulesets import shipped_rulesets
from engine.turns import PlayerSurrendered
from render import Painter
from render.card_layout import NO_CHOICE, CardChoice, LegendEntry
from render.cards import CardWords
from render.honours import Honour
from render.text import format_change, format_points, text_cards

REVEAL_SECONDS: Final = 10  # how long cards that no player takes stay face up
_MOST_REVEALS: Final = 4  # how many turns' cards one picture may reveal; more would give the whole table away


class CardReveal:
    """Klepka's :class:`bot.families.chat_family.TimedReveal`."""

    seconds: Final = REVEAL_SECONDS

    def revealing_events(self, events: Iterable[Event]) -> Sequence[CardsRevealed]:
        """The events that show cards which have not been shuffled since."""
        found: list[CardsRevealed] = []
        for event in events:
            match event:
                case CardsRevealed():
                    found.append(event)
                case TableShuffled():
                    found.clear()
                case _:
                    pass
        return found[-_MOST_REVEALS:]

    def has_shuffle(self, events: Iterable[Event]) -> bool:
        """Whether the table was shuffled."""
        return any(isinstance(event, TableShuffled) for event in events)

    def computer_turn(self, events: Iterable[Event], view: GameView) -> int | None:
        """The number of the computer player's turn with these events; ``None`` for a person's turn, or at the end."""
        found: tuple[int, int] | None = None
        for event in events:
            match event:
                case GameEnded():
                    return None
                case WordFormed(word=word):
                    found = word.seat, word.turn
                case CardsRevealed(seat=seat) if view.flipped is not None:
                    found = seat, view.flipped.turn
                case TurnPassed(seat=seat):
                    found = seat, view.number - 1
                case _:
                    pass
        if found is None or not is_computer(view.seats[found[0]].user):
            return None
        return found[1]

    def needs_hiding(self, view: GameView, events: Sequence[CardsRevealed]) -> bool:
        """Whether a card that these events turned up, and nobody took, must be turned face down again."""
        return any(not card.taken for card in _face_up_cards(view, events))

    def view_with_revealed(self, view: GameView, events: Sequence[CardsRevealed]) -> GameView:
        """The table with the cards face up."""
        return with_revealed(view, _face_up_cards(view, events))

    def reveal_line(self, view: GameView, events: Sequence[CardsRevealed], speaker: Speaker) -> str:
        """The cards to remember, by position, and for how long they are shown."""
        cards = " · ".join(f"{card.position} {card.card[0]}" for card in _face_up_cards(view, events) if not card.taken)
        return speaker.html("klepka-look", cards=cards, seconds=self.seconds)


CARD_REVEAL: Final = CardReveal()


def _face_up_cards(view: GameView, events: Sequence[CardsRevealed]) -> tuple[RevealedCard, ...]:
    *before, newest = events[-_MOST_REVEALS:]
    lying = (card for event in before for card in event.cards if not card.taken and view.table[card.position - 1])
    return tuple({card.position: card for card in (*lying, *newest.cards)}.values())


def _outcome_text(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    lines = [speaker.html(f"ended-{outcome.reason}")]
    ranked = outcome.reason != "cancelled"
    if ranked:
        names = Html(", ".join(speaker.seat_name(view, seat) for seat in outcome.winners))
        lines += game_result.winner_lines(view, speaker, names)
    marks = (game_result.medal(final.place) if ranked else game_result.UNRANKED for final in outcome.finals)
    finals = (_final_score_line(final, view, mark, speaker) for final, mark in zip(outcome.finals, marks, strict=True))
    best = best_lines(view, speaker) if ranked else ()
    return join_lines(*lines, folding_quote(*finals, *best))


def _final_score_line(final: FinalScore, view: GameView, mark: str, speaker: Speaker) -> str:
    sign = mark if view.seats[final.seat].active else game_result.SURRENDERED
    line = f"{sign} {speaker.seat_name(view, final.seat)} <b>{format_points(final.score)}</b>"
    return f"{line} ({format_change(final.adjustment)})" if final.adjustment else line


def final_honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """The highlights for the picture."""
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
        name = speaker.seat_name(view, word.seat)
        yield speaker.html("best-word", word=word.words[0], score=word.score, name=name)
    if turn is not None and len(turn.words) > 1:
        name, words = speaker.seat_name(view, turn.seat), " + ".join(turn.words)
        yield speaker.html("best-turn", words=words, score=turn.score, name=name)


TEXT_ONLY_EVENTS: Final = (Paused, Reminded, Resumed, WordDoubled, *decisions.PICTURELESS_EVENTS)
"""Events that leave the cards unchanged: a step with no others sends no picture."""
_COLOUR_SIGNS: Final = {"Y": "🟨", "B": "🟦"}
_REWARD_SIGNS: Final = {POLYSEMY: "🃏", EXCHANGE: "🔄", CHAOS: "🌀"}
_REWARD_MESSAGES: Final = {POLYSEMY: "klepka-polysemy", EXCHANGE: "klepka-exchange", CHAOS: "klepka-chaos"}


def letter_or_sign(card: str) -> str:
    """A card on a narrow button: its letter, or the sign of a reward."""
    return _REWARD_SIGNS.get(card, card[:1])


class KlepkaWording(FamilyWording[GameState, GameView]):
    """Words views and events of Klepka."""

    def card_text(self, card: str) -> str:
        """A card in a text: a letter with its colour, or a reward with its sign; no markup."""
        if card in _REWARD_MESSAGES:
            return self._speaker.plain(_REWARD_MESSAGES[card])
        return card[:1] + _COLOUR_SIGNS.get(card[1:], "")

    def _event_line(self, event: Event, view: GameView) -> str:
        match event:
            case GameStarted(order=order, columns=columns, rows=rows):
                names = {seat.user: self._speaker.player_name(seat.name) for seat in view.seats}
                found = Html(", ".join(names[user] for user in order))
                return self._speaker.html("klepka-started", cards=view.cards, columns=columns, rows=rows, names=found)
            case WordFormed(word=word):
                return self._word_formed_line(word, view)
            case WordDoubled(seat=seat, word=word, score=score):
                return self._speaker.html(
                    "klepka-doubled", name=self._speaker.seat_name(view, seat), word=word, score=score
                )
            case CardsRevealed():
                return self._cards_revealed_line(event, view)
            case TurnPassed() | WordsTimedOut():
                return self._turn_end_line(event, view)
            case CardsTraded(seat=seat, gave=gave, partner=partner, took=took):
                return self._speaker.html(
                    "klepka-traded",
                    name=self._speaker.seat_name(view, seat),
                    partner=self._speaker.seat_name(view, partner),
                    gave=self.card_text(gave),
                    took=self.card_text(took),
                )
            case TableShuffled(seat=seat, cards=cards):
                return self._speaker.html("klepka-shuffled", name=self._speaker.seat_name(view, seat), cards=cards)
            case PlayerSurrendered(seat=seat):
                return self._speaker.html("turn-surrendered", name=self._speaker.seat_name(view, seat))
            case GameEnded(outcome=outcome):
                return _outcome_text(outcome, view, self._speaker)
            case _:
                return clocks.clock_event_line(event, view, self._speaker) or decisions.absence_line(
                    event, view, self._speaker
                )

    def _word_formed_line(self, word: FormedWord, view: GameView) -> str:
        return self._speaker.html(
            "klepka-formed", name=self._speaker.seat_name(view, word.seat), word=word.word, score=word.score
        )

    def _cards_of_word_line(self, word: FormedWord, view: GameView) -> str:
        parts = [f"{card[0]}{_COLOUR_SIGNS[card[1]]} {view.values[card[0]]}" for card in word.cards]
        parts += [self._speaker.html("klepka-stands-for", letter=one) for one in word.polysemies]
        doubled = " · " + self._speaker.html("klepka-one-colour") if word.doubled else ""
        return f"{word.word}: {' + '.join(parts)}{doubled}"

    def _cards_revealed_line(self, event: CardsRevealed, view: GameView) -> str:
        name, positions = self._speaker.seat_name(view, event.seat), _position_list(event.cards)
        taken = [card for card in event.cards if card.taken]
        if not taken:
            return self._speaker.html("klepka-nothing-taken", name=name, positions=positions)
        cards = " ".join(self.card_text(card.card) for card in taken)
        if len(taken) < len(event.cards):
            cards = f"{cards} ({_position_list(taken)})"
        return self._speaker.html("klepka-taken", name=name, positions=positions, cards=cards)

    def _turn_end_line(self, event: TurnPassed | WordsTimedOut, view: GameView) -> str:
        name = self._speaker.seat_name(view, event.seat)
        match event:
            case WordsTimedOut(flips=flips):
                return self._speaker.html("klepka-words-over", name=name, flips=flips)
            case TurnPassed(automatic=True):
                return self._speaker.html("klepka-time-out", name=name)
            case TurnPassed(phase="extra"):
                return self._speaker.html("klepka-enough", name=name)
            case _:
                return self._speaker.html("turn-passed", name=name)

    def result_text(self, view: GameView) -> str:
        """The result of a finished game, with the standings."""
        return "" if view.outcome is None else _outcome_text(view.outcome, view, self._speaker)

    def standing_versions(self, events: Sequence[Event], view: GameView) -> tuple[str, ...]:
        """The player on turn, and in a quote what the event's caption does not say; the fullest version first."""
        words = [self._cards_of_word_line(event.word, view) for event in events if isinstance(event, WordFormed)]
        begins = any(isinstance(event, GameStarted) for event in events)
        if view.outcome is not None:
            return self.standing_text(view, (self.score_text(view),)), self.standing_text(view)
        title = [self._title_line()] if begins else []
        return self.standing_text(view, (*words, *title)), self.standing_text(view)

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        """Collections are left out first, then the last turn."""
        last, result, standing = self.last_turn_line(view), self.result_text(view), self.standing_text(view)
        title = [self._title_line()] if view.outcome is None else []
        full = self.standing_text(view, (self.score_text(view), *title))
        return (last, result, full), (last, result, standing), (result, standing)

    def standing_text(self, view: GameView, more: Sequence[str] = ()) -> str:
        """The player on turn, and in a quote the scores, the cards left, the clock and ``more``."""
        if view.turn is None:
            return folding_quote(self._left_of_deck(view), *more)
        warning = self._speaker.html("run-ends-passes") if view.pass_ends else ""
        scores = f"{self.score_line(view)} · {self._left_of_deck(view)}"
        quoted = folding_quote(scores, clocks.clocks_caption(view, self._speaker), *more)
        return join_lines(self.next_turn_line(view), warning, quoted)

    def _title_line(self) -> str:
        return f"{self._speaker.dictionary_line()} · {html.escape(self._speaker.game_title, quote=False)}"

    def _left_of_deck(self, view: GameView) -> str:
        return self._speaker.html("klepka-left-short", count=view.left, cards=view.cards)

    def last_turn_line(self, view: GameView) -> str:
        """The newest word, or the cards taken since; empty without any."""
        if view.outcome is not None and view.outcome.reason in {"surrender", "cancelled"}:
            return ""
        flipped, word = view.flipped, view.words[-1] if view.words else None
        # Within a turn words come first (RULES §6.5), so a newer word belongs to a later turn.
        if word is not None and (flipped is None or word.turn > flipped.turn):
            return self._word_formed_line(word, view)
        if flipped is None:
            return ""
        cards = " ".join(self.card_text(card) for card in flipped.taken)
        message = "klepka-last-taken" if cards else "klepka-last-nothing"
        return self._speaker.html(message, name=self._speaker.seat_name(view, flipped.seat), cards=cards)

    def score_line(self, view: GameView) -> str:
        """All scores in the order of play."""
        return " · ".join(
            f"{self._name_struck_if_out(seat)} <b>{format_points(seat.score)}</b>{self._left_group_note(view, number)}"
            for number, seat in enumerate(view.seats)
        )

    def bag_text(self, view: GameView) -> str:
        """The number of cards on the table."""
        return self._speaker.html("klepka-left", count=view.left, cards=view.cards)

    def next_turn_line(self, view: GameView) -> str:
        """The line that mentions the player on turn and tells what they may do."""
        if view.turn is None:
            return self._speaker.html("turn-none")
        seat = view.seats[view.turn]
        name = self._speaker.mention(seat.user, seat.name)
        if not view.flips:
            return self._speaker.html("klepka-next-empty", name=name)
        phases = {"words": "klepka-next-words", "flips": "klepka-next-flips", "extra": "klepka-next-extra"}
        line = self._speaker.html(phases[view.phase], name=name, count=view.flips)
        return line if is_laid_on_keys(view) else f"{line} {self._speaker.html('klepka-next-typed')}"

    def score_text(self, view: GameView) -> str:
        """The scores and collections, a line for each seat with its number."""
        lines = []
        for number, seat in enumerate(view.seats, start=1):
            cards = " ".join(self.card_text(card) for card in seat.cards) or self._speaker.html("klepka-no-cards")
            away = self._left_group_note(view, number - 1)
            lines.append(
                f"{number}. {self._name_struck_if_out(seat)} <b>{format_points(seat.score)}</b>{away}: {cards}"
            )
        return "\n".join(lines)

    def _left_group_note(self, view: GameView, seat: int) -> str:
        return f" ({self._speaker.html('seat-gone')})" if seat in view.gone else ""

    def _name_struck_if_out(self, seat: SeatView) -> str:
        name = self._speaker.player_name(seat.name)
        return name if seat.active else f"<s>{name}</s>"


MOST_KEY_COLUMNS: Final = 8  # buttons in a row at most; for a wider table, players type positions


def is_laid_on_keys(view: GameView) -> bool:
    """Whether the buttons below a running game show its table, one card each."""
    return view.turn is not None and view.columns <= MOST_KEY_COLUMNS


def _position_list(cards: list[RevealedCard] | tuple[RevealedCard, ...]) -> str:
    return ", ".join(str(card.position) for card in cards)


_REWARD_LEGEND: Final = {POLYSEMY: "legend-polysemy", EXCHANGE: "legend-swap", CHAOS: "legend-chaos"}


@dataclass(frozen=True, slots=True)
class CardsSketch(Sketch):
    """A table of cards."""

    view: GameView
    words: CardWords
    choice: CardChoice = NO_CHOICE  # the viewer's choice so far
    strip: bool = False  # whether it shows only the players, above buttons that show the table

    @property
    def reusable(self) -> bool:
        """True unless it shows revealed cards, or something that only one viewer may see."""
        return not self.view.revealed and self.view.viewer is None and self.choice == NO_CHOICE

    @property
    def content(self) -> tuple[Any, ...]:
        """The view without its clocks, which the picture draws as words."""
        return replace(self.view, clock=None, flipped=None), self.words, self.theme, (self.choice, self.strip)

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        if self.strip:
            return painter.card_strip(self.view, self.words)
        return painter.cards(self.view, self.words, self.choice)


def cards_sketch(view: GameView, speaker: Speaker, style: PictureStyle, choice: CardChoice = NO_CHOICE) -> CardsSketch:
    """The picture of a view, for all, or with a ``choice`` for the player who makes it."""
    words = CardWords(
        title=speaker.game_title,
        bag=speaker.plain("panel-cards"),
        turn=speaker.plain("panel-turn"),
        seats=seat_labels(speaker, len(view.seats)),
        clocks=clocks.picture_clocks(view, speaker),
        paused=clocks.picture_pause(view, speaker),
        label=label_in_picture(view.seats, speaker),
        final=game_result.final_picture_words(view, speaker, final_honours(view, speaker)),
        legend=tuple(LegendEntry(reward, speaker.plain(message)) for reward, message in _REWARD_LEGEND.items()),
    )
    return CardsSketch(style.theme, view, words, choice)


def sketch_above_keys(view: GameView, speaker: Speaker, style: PictureStyle) -> CardsSketch:
    """The picture above a table's buttons; it shows only the players if the buttons show the table."""
    sketch = cards_sketch(view, speaker, style)
    if not is_laid_on_keys(view):
        return sketch
    return CardsSketch(style.theme, replace(view, revealed=()), sketch.words, strip=True)


def cards_as_html(view: GameView) -> str:
    """The table as monospaced HTML."""
    return f"<pre>{html.escape(text_cards(view), quote=False)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The table, the collections and the standing."""
    words = KlepkaWording(speaker)
    below = join_lines(words.last_turn_line(view), words.result_text(view), words.standing_text(view))
    return f"{cards_as_html(view)}\n{words.score_text(view)}\n\n{below}"


def painter_preparations() -> Iterator[Preparation]:
    """The sprites of all decks' tables."""
    games = (rules for rules in shipped_rulesets().values() if isinstance(rules, Ruleset))
    tables = {(deck.columns, deck.rows) for rules in games for deck in rules.decks.values()}
    for columns, rows in sorted(tables):
        yield partial(Painter.warm_cards, columns=columns, rows=rows)
