"""A player's own board as each of its steps shows it: the picture, the tiles as buttons, what all share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.families.crossword import sketches
from bot.families.crossword.buttons import place_number
from bot.families.crossword.disputes import Disputes
from bot.families.crossword.sketches import Trial
from bot.families.ownboard import HOME, LETTERS, Key, Page, Rows, Seat
from bot.texts import Html
from bot.wording import clocks
from bot.wording.captions import lines
from bot.wording.people import displayed
from engine.alphabet import alphabet
from engine.crossword.draft import MOST_PLACES
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from render.pointer import NOTHING, Pointer
from render.rack import Hand


@dataclass(frozen=True, slots=True)
class Scene(Seat):
    """A game as one of its players looks at it, with the rack as it lies."""

    state: GameState
    view: GameView
    order: tuple[int, ...]
    """The places of the rack's tiles, from left to right."""

    @property
    def rack(self) -> tuple[str, ...]:
        """The player's tiles, as the game holds them."""
        return self.state.players[self.seat].rack

    @property
    def on_turn(self) -> bool:
        """Whether it is the player's turn."""
        return self.view.turn == self.seat

    def page(
        self,
        text: str,
        rows: Rows,
        *,
        used: Sequence[int] = (),
        ticked: Sequence[int] = (),
        tiles: Mapping[str, str] | None = None,
        tried: Trial | None = None,
        pointer: Pointer = NOTHING,
    ) -> Page:
        """A step: words, buttons, and what is chosen and laid so far; see :func:`sketches.own`."""
        hand = Hand(self.order, tuple(used), tuple(ticked))
        drawn = sketches.own(
            self.view, self.own.speaker, self.own.look, hand=hand, tiles=tiles, tried=tried, pointer=pointer
        )
        return Page(text, drawn, partial(sketches.written, self.view), rows)

    def tile(self, place: int) -> str:
        """A tile of the rack as a button shows it, with its points."""
        tile = self.rack[place]
        return f"{face(tile)}{small(self.state.ruleset.values[tile])}"

    def laid_from(self, left: Sequence[int]) -> list[int]:
        """Those places of the rack, in the order in which its tiles lie."""
        return [place for place in self.order if place in left]

    @property
    def letters(self) -> tuple[str, ...]:
        """What a blank may stand for, in the order of the alphabet."""
        known = alphabet(self.state.ruleset.language).letters
        return tuple(letter for letter in known if letter in self.state.ruleset.values)

    @property
    def places(self) -> range:
        """Places of the rack that a step can name."""
        return range(min(len(self.rack), MOST_PLACES))

    def home(self) -> Page:
        """The board with all that can be done."""
        return self.page(self._told(), self._doings())

    def _told(self) -> str:
        view, speaker = self.view, self.own.speaker
        turn = "" if view.turn is None else view.seats[view.turn].name
        tiles = " ".join(
            f"{place_number(place, self.order)}<b>{face(self.rack[place])}</b>"
            f"{small(self.state.ruleset.values[self.rack[place]])}"
            for place in self.order
        )
        told = speaker.html(
            "rack-private-mine" if self.on_turn else "rack-private",
            game=speaker.game,
            group=displayed(self.own.group),
            tiles=Html(tiles),
            bag=view.bag,
            name=speaker.named(turn),
        )
        offer = view.offer
        offered = "" if offer is None else speaker.html("draw-offered", name=speaker.named(view.seats[offer.seat].name))
        times = "\n".join(clocks.stand(self.state, self.own.now, speaker))
        return lines(told, times, Disputes(speaker).window(view), offered, clocks.pause(view, speaker))

    def _doings(self) -> list[list[Key]]:
        rows: list[list[Key]] = []
        if self.rack:
            word = [self.key("mine-word", "w")] if self.state.ruleset.places else []
            rows.append([self.key("mine-move", "r"), *word])
        if self.on_turn:
            exchange = [self.key("mine-exchange", "x0")] if self.may_exchange else []
            rows.append([*exchange, self.key("mine-pass", "p")])
        rows += self._answers()
        mix = [self.key("button-mix", "z")] if len(set(self.rack)) > 1 else []
        rows.append([*mix, self.key("mine-letters", LETTERS)])
        offers = self.state.ruleset.draw_offers and self.view.offer is None
        if offers:
            rows.append([self.key("mine-draw", "o")])
        rows.append([self.key("mine-surrender", "s"), self.key("mine-refresh", HOME)])
        return rows

    @property
    def may_exchange(self) -> bool:
        """Whether the bag has tiles enough."""
        return bool(self.rack) and self.view.bag >= self.state.ruleset.exchange.least_in_bag

    def _answers(self) -> list[list[Key]]:
        """What can be said to the last play, or to a draw that is offered."""
        rows, window, offer = [], self.view.window, self.view.offer
        if window is not None and window.seat != self.seat:
            rows.append([self.key("button-challenge", f"q{window.play}")])
        own = self.view.retractable
        if own is not None and own.seat == self.seat:
            rows.append([self.key("button-take-back", f"t{own.play}", plays=True)])
        if offer is not None:
            decline = self.key("mine-withdraw" if offer.seat == self.seat else "button-decline", "n", plays=True)
            agrees = self.seat != offer.seat and self.seat not in offer.accepted
            rows.append([self.key("button-agree", "y", plays=True), decline] if agrees else [decline])
        return rows


def face(tile: str) -> str:
    """A tile as texts show it: its letter, or the sign of a blank."""
    return "▢" if tile == BLANK else tile


def small(points: int) -> str:
    """Points in small digits."""
    return str(points).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
