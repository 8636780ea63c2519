"""What all steps of an own board share: the picture, the tiles as buttons, the home page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.families.crossword import board_sketches
from bot.families.crossword.board_sketches import OwnBoardSketch, PlayPreview
from bot.families.crossword.board_wording import CrosswordWording
from bot.families.crossword.dispute_wording import challenge_window_line
from bot.families.crossword.keyboards import rack_place_number
from bot.families.crossword.move_text import small_digits, tile_sign
from bot.families.crossword.own_board.step_kinds import StepKind
from bot.families.own_board import HAND_STEP, HOME_STEP, OwnBoardPage, OwnBoardScene, StepButton, StepRows
from bot.texts import Html
from bot.wording import clocks
from bot.wording.formatting import isolate_name, join_lines
from engine.alphabet import load_alphabet
from engine.crossword.draft import MOST_PLACES
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.crossword.view import GameView
from render.pointer import NO_POINTER, Pointer
from render.rack import Hand


@dataclass(frozen=True, slots=True)
class BoardScene(OwnBoardScene):
    """A game as one of its players sees it, with their rack in its order."""

    state: GameState
    view: GameView
    order: tuple[int, ...]
    """The places of the rack's tiles, from left to right."""

    @property
    def rack(self) -> tuple[str, ...]:
        """The player's tiles, as the game holds them."""
        return self.state.players[self.seat].rack

    @property
    def pass_warning(self) -> str:
        """Of a run of passes, or of turns without points."""
        return CrosswordWording(self.own.speaker).run_warning(self.view)

    def to_page(
        self,
        text: str,
        rows: StepRows,
        *,
        used: Sequence[int] = (),
        ticked: Sequence[int] = (),
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
    ) -> OwnBoardPage:
        """A page from its text, buttons, and the tiles chosen and laid so far; see :meth:`to_sketch`."""
        hand = Hand(self.order, tuple(used), tuple(ticked))
        sketch = self.to_sketch(hand, tiles=tiles, preview=preview, pointer=pointer)
        return OwnBoardPage(text, sketch, partial(board_sketches.board_as_html, self.view), rows)

    def to_sketch(
        self,
        hand: Hand,
        *,
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
    ) -> OwnBoardSketch:
        """The picture; see :func:`bot.families.crossword.board_sketches.own_board_sketch`."""
        return board_sketches.own_board_sketch(
            self.view, self.own.speaker, self.own.look, hand=hand, tiles=tiles, preview=preview, pointer=pointer
        )

    def tile_label(self, place: int) -> str:
        """A tile of the rack as a button shows it, with its points."""
        tile = self.rack[place]
        return f"{tile_sign(tile)}{small_digits(self.state.ruleset.values[tile])}"

    def in_rack_order(self, left: Sequence[int]) -> list[int]:
        """These places of the rack, in the order in which the player arranged the tiles."""
        return [place for place in self.order if place in left]

    @property
    def blank_letters(self) -> tuple[str, ...]:
        """What a blank may stand for, in the order of the alphabet."""
        known = load_alphabet(self.state.ruleset.language).letters
        return tuple(letter for letter in known if letter in self.state.ruleset.values)

    @property
    def rack_places(self) -> range:
        """Places of the rack that a step can name."""
        return range(min(len(self.rack), MOST_PLACES))

    def home_page(self) -> OwnBoardPage:
        """The board with every action that is possible now."""
        return self.to_page(self._home_text(), self._home_rows())

    def _home_text(self) -> str:
        view, speaker = self.view, self.own.speaker
        turn = "" if view.turn is None else view.seats[view.turn].name
        tiles = " ".join(
            f"{rack_place_number(place, self.order)}<b>{tile_sign(self.rack[place])}</b>"
            f"{small_digits(self.state.ruleset.values[self.rack[place]])}"
            for place in self.order
        )
        text = speaker.html(
            "own-board-caption-on-turn" if self.on_turn else "own-board-caption",
            game=speaker.game_title,
            group=isolate_name(self.own.group_title),
            tiles=Html(tiles),
            bag=view.bag,
            name=speaker.player_name(turn),
        )
        offer = view.offer
        offered = (
            "" if offer is None else speaker.html("draw-offered", name=speaker.player_name(view.seats[offer.seat].name))
        )
        times = "\n".join(clocks.current_clock_lines(self.state, self.own.now, speaker))
        return join_lines(text, times, challenge_window_line(view, speaker), offered, clocks.pause_line(view, speaker))

    def _home_rows(self) -> list[list[StepButton]]:
        rows: list[list[StepButton]] = []
        if self.rack:
            word = [self.message_button("own-board-word", StepKind.WORD)] if self.state.ruleset.places else []
            rows.append([self.message_button("own-board-move", StepKind.ROW), *word])
        if self.on_turn:
            exchange = [self.message_button("own-board-exchange", f"{StepKind.EXCHANGE}0")] if self.may_exchange else []
            rows.append([*exchange, self.message_button("own-board-pass", StepKind.PASS)])
        rows += self._answer_rows()
        mix = [self.message_button("button-mix", StepKind.SHUFFLE)] if len(set(self.rack)) > 1 else []
        rows.append([*mix, self.message_button("own-board-letters", HAND_STEP)])
        can_offer_draw = self.state.ruleset.draw_offers and self.view.offer is None
        if can_offer_draw:
            rows.append([self.message_button("own-board-draw", StepKind.OFFER_DRAW)])
        rows.append(
            [
                self.message_button("own-board-surrender", StepKind.SURRENDER),
                self.message_button("own-board-refresh", HOME_STEP),
            ]
        )
        return rows

    @property
    def may_exchange(self) -> bool:
        """Whether the bag has tiles enough."""
        return bool(self.rack) and self.view.bag >= self.state.ruleset.exchange.least_in_bag

    def _answer_rows(self) -> list[list[StepButton]]:
        """Buttons that answer the last play or an offered draw."""
        rows, window, offer = [], self.view.window, self.view.offer
        if window is not None and window.seat != self.seat:
            rows.append([self.message_button("button-challenge", f"{StepKind.CHALLENGE}{window.play}")])
        own = self.view.retractable
        if own is not None and own.seat == self.seat:
            rows.append([self.message_button("button-take-back", f"{StepKind.TAKE_BACK}{own.play}", plays=True)])
        if offer is not None:
            decline = self.message_button(
                "own-board-withdraw" if offer.seat == self.seat else "button-decline", StepKind.DECLINE_DRAW, plays=True
            )
            agrees = self.seat != offer.seat and self.seat not in offer.accepted
            rows.append(
                [self.message_button("button-agree", StepKind.ACCEPT_DRAW, plays=True), decline]
                if agrees
                else [decline]
            )
        return rows


def places_used(rack: Sequence[str], tiles: Iterable[str]) -> list[int]:
    """The places of a rack from which such tiles are taken, each the first one that is left."""
    left, used = dict(enumerate(rack)), []
    for tile in tiles:
        used.append(next(place for place, held in left.items() if held == face_of(tile)))
        del left[used[-1]]
    return used


def shuffle_rack(rack: Sequence[str], current: Sequence[int], shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
    """Another order that also looks different; the same one if there is none."""
    mixed = list(current)
    while len(set(rack)) > 1 and [rack[place] for place in mixed] == [rack[place] for place in current]:
        shuffle(mixed)
    return tuple(mixed)
