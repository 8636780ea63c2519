"""A player's own board in crossword games: what each step shows, and which action it plays."""

import re
import string
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from bot.families.crossword import sketches
from bot.families.crossword.disputes import challenge_window_line
from bot.families.crossword.keyboards import StepKind, rack_place_number
from bot.families.crossword.sketches import OwnBoardSketch, PlayPreview, to_play_preview
from bot.families.crossword.tutorial import CrosswordTutorial
from bot.families.crossword.typed_moves import (
    ARROWS,
    direction_name,
    phonies_of_play,
    refusal_words,
    short_direction_name,
    small_digits,
    tile_sign,
    view_for_user,
)
from bot.families.crossword.wording import CrosswordWording
from bot.families.own_board import (
    HOME_STEP,
    RACK_STEP,
    LetterSigns,
    OwnBoard,
    OwnBoardContext,
    OwnBoardPage,
    OwnBoardScene,
    StepButton,
    StepRows,
    hash_rack,
    split_step,
    without_last_part,
    wrap_buttons,
)
from bot.families.services import TableServices
from bot.store.people import RackOrders, apply_rack_order
from bot.tables.table_loader import require_game_of, table_name
from bot.telegram.keyboards import STYLE_SUCCESS
from bot.texts import Html
from bot.wording import clocks
from bot.wording.speaker import isolate_name, join_lines
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, TakeBack
from engine.crossword.draft import (
    MOST_PLACES,
    Draft,
    DraftResult,
    RackTile,
    decode_draft,
    encode_draft,
    evaluate_draft,
    starting_cells_in,
    starting_directions,
    starting_rows,
)
from engine.crossword.notation import PartialMove, Sign
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.view import GameView
from engine.crossword.word_placements import WordPlacement, ranked_placements
from engine.errors import Refusal
from engine.game import Action, Game
from engine.turns import Pass, Surrender
from render.pointer import NO_POINTER, Pointer
from render.rack import RackArrangement


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
        arrangement = RackArrangement(self.order, tuple(used), tuple(ticked))
        sketch = self.to_sketch(arrangement, tiles=tiles, preview=preview, pointer=pointer)
        return OwnBoardPage(text, sketch, partial(sketches.board_as_html, self.view), rows)

    def to_sketch(
        self,
        arrangement: RackArrangement,
        *,
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
    ) -> OwnBoardSketch:
        """The picture; see :func:`bot.families.crossword.sketches.own_board_sketch`."""
        return sketches.own_board_sketch(
            self.view,
            self.own.speaker,
            self.own.style,
            arrangement=arrangement,
            tiles=tiles,
            preview=preview,
            pointer=pointer,
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
        offered = "" if offer is None else speaker.html("draw-offered", name=speaker.seat_name(view, offer.seat))
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
        rows.append([*mix, self.message_button("own-board-letters", RACK_STEP)])
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


_HEX_DIGITS: Final = frozenset("0123456789abcdef")

_MISSING_MESSAGES: Final = {
    "not_touching": "own-board-not-touching",
    "off_centre": "own-board-off-centre",
    "one_letter": "own-board-one-letter",
}

FindPhonies = Callable[[Score], Awaitable[tuple[str, ...] | None]]
"""The phonies of a play; ``None`` if a preview does not tell."""


def lay_step(scene: BoardScene, draft: Draft) -> str:
    """The step of a move laid so far."""
    return f"{StepKind.LAY}{encode_draft(scene.state, draft)}"


def choose_row_page(scene: BoardScene) -> OwnBoardPage:
    """Which row the first new tile goes to."""
    keys = [StepButton(str(number), f"{StepKind.ROW}{number}") for number in starting_rows(scene.state, scene.seat)]
    if not keys:
        raise Refusal("stale_button")
    return scene.to_page(scene.own.speaker.html("own-board-which-row"), [*wrap_buttons(keys), [scene.back_button()]])


def choose_column_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which column, once the row is chosen."""
    number = int(text) if text.isdecimal() else 0
    cells = starting_cells_in(scene.state, scene.seat, number)
    if not cells:
        raise Refusal("stale_button")
    keys = [StepButton(cell[:1], _step_from_cell(scene, cell)) for cell in cells]
    question = scene.own.speaker.html("own-board-which-column", row=number)
    return scene.to_page(
        question, [*wrap_buttons(keys), [scene.back_button(StepKind.ROW)]], pointer=Pointer(row=number)
    )


def _step_from_cell(scene: BoardScene, cell: str) -> str:
    found = starting_directions(scene.state, scene.seat, cell)
    return f"{StepKind.DIRECTION}{cell}" if len(found) > 1 else lay_step(scene, Draft(cell, found[0]))


def choose_direction_page(scene: BoardScene, cell: str) -> OwnBoardPage:
    """Which way the word goes on from the cell."""
    found = starting_directions(scene.state, scene.seat, cell)
    if not found:
        raise Refusal("stale_button")
    speaker = scene.own.speaker
    keys = [
        StepButton(f"{ARROWS[way]} {direction_name(way, speaker)}", lay_step(scene, Draft(cell, way))) for way in found
    ]
    text = speaker.html("own-board-which-way", cell=cell)
    return scene.to_page(
        text, [keys, [scene.back_button(f"{StepKind.ROW}{cell[1:]}")]], pointer=Pointer(cell=cell, directions=found)
    )


async def lay_tiles_page(scene: BoardScene, text: str, find_phonies: FindPhonies) -> OwnBoardPage:
    """The tiles laid so far, with what they would score; the next one, back, and the move itself once it is legal."""
    state, speaker = scene.state, scene.own.speaker
    draft = decode_draft(state, scene.seat, text)
    done = evaluate_draft(state, scene.seat, draft)
    tiles = []
    if done.next is not None:
        for place in scene.in_rack_order(done.left):
            blank = scene.rack[place] == BLANK
            step = f"{StepKind.BLANK}{place:x}{text}" if blank else lay_step(scene, draft.with_tile(place))
            tiles.append(StepButton(scene.tile_label(place), step))
    end = [scene.back_button(_previous_step(scene, draft))]
    if draft.tiles:
        end.append(scene.home_button)
    confirm = []
    if done.score is not None and scene.on_turn:
        label = speaker.plain("own-board-lay", word=done.word, score=done.score.total)
        confirm.append([StepButton(label, f"{StepKind.LAY}{text}", plays=True, style=STYLE_SUCCESS)])
    return scene.to_page(
        await _draft_text(scene, draft, done, find_phonies),
        [*wrap_buttons(tiles), *confirm, end],
        used=[tile.place for tile in draft.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        preview=None if done.score is None else to_play_preview(scene.seat, done.place, done.score),
        pointer=_next_cell_pointer(draft, done),
    )


def _next_cell_pointer(draft: Draft, laid_draft: DraftResult) -> Pointer:
    if laid_draft.next is None or laid_draft.score is not None:
        return NO_POINTER
    return Pointer(cell=laid_draft.next, directions=() if draft.tiles else (draft.direction,))


def _previous_step(scene: BoardScene, draft: Draft) -> str:
    if draft.tiles:
        return lay_step(scene, draft.without_last_tile())
    several = len(starting_directions(scene.state, scene.seat, draft.cell)) > 1
    return f"{StepKind.DIRECTION}{draft.cell}" if several else f"{StepKind.ROW}{draft.cell[1:]}"


async def _draft_text(scene: BoardScene, draft: Draft, laid_draft: DraftResult, find_phonies: FindPhonies) -> str:
    speaker = scene.own.speaker
    way = direction_name(draft.direction, speaker)
    if not draft.tiles:
        return speaker.html("own-board-first-tile", cell=draft.cell, way=way)
    if laid_draft.score is None:
        why = _MISSING_MESSAGES.get(laid_draft.refusal)
        caption = speaker.html("own-board-laid", cell=laid_draft.cell, way=way, word=laid_draft.word)
        return join_lines(caption, "" if why is None else speaker.html(why))
    caption = speaker.html(
        "own-board-scored", cell=laid_draft.cell, way=way, word=laid_draft.word, score=laid_draft.score.total
    )
    words = ", ".join(word.word for word in laid_draft.score.words[1:])
    beside = speaker.html("own-board-beside", words=words) if words else ""
    wrong = await find_phonies(laid_draft.score)
    verdict = ""
    if wrong is not None:
        verdict = (
            speaker.html("own-board-phonies", words=", ".join(wrong)) if wrong else speaker.html("own-board-all-count")
        )
    mover = scene.state.players[scene.state.turn].name
    later = "" if scene.on_turn else speaker.html("try-later", name=speaker.player_name(mover))
    return join_lines(caption, beside, verdict, later)


def choose_blank_letter_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which letter the blank of a place stands for, behind what a draft has laid."""
    state, place, draft = scene.state, int(text[:1], 16) if text[:1] in _HEX_DIGITS else -1, text[1:]
    so_far = decode_draft(state, scene.seat, draft)
    done = evaluate_draft(state, scene.seat, so_far)
    if place not in done.left or scene.rack[place] != BLANK or done.next is None:
        raise Refusal("stale_button")
    keys = [StepButton(letter, lay_step(scene, so_far.with_tile(place, letter))) for letter in scene.blank_letters]
    return scene.to_page(
        scene.own.speaker.html("own-board-which-letter"),
        [*wrap_buttons(keys), [scene.back_button(f"{StepKind.LAY}{draft}")]],
        used=[tile.place for tile in so_far.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        pointer=Pointer(cell=done.next),
    )


_LETTER_SIGNS: Final = string.ascii_letters[6:]
"""The signs of letters of an alphabet, which differ from the digits for rack places."""
_LETTER_CODE: Final = re.compile(r"([0-9a-f])([g-zA-Z]?)|_([g-zA-Z])")
_WORD_CODE: Final = re.compile(rf"(?:{_LETTER_CODE.pattern})*")
_PLACEMENTS_STEP: Final = re.compile(r"(\d\d)([0-9a-zA-Z_]*)")
_MOST_WORD_CODE: Final = 23
"""The longest code of a word that fits into a button with a row before it."""
_MOST_LISTED_PLACEMENTS: Final = 12
"""So many places are listed at once; with more, first the rows."""
_LEAST_LETTERS: Final = 2
_PLACEMENT_COLUMNS: Final = 2


class _WordLetter(NamedTuple):
    """A letter of the word: the place of its tile on the rack, ``None`` where it lies on the board."""

    letter: str
    place: int | None
    blank: bool = False


def _decode_letters(scene: BoardScene, text: str) -> tuple[_WordLetter, ...]:
    """The word that a button carries, of tiles that the rack has. Raises Refusal ``stale_button``."""
    if not scene.state.ruleset.places or len(text) > _MOST_WORD_CODE or _WORD_CODE.fullmatch(text) is None:
        raise Refusal("stale_button")
    letters = _letter_signs(scene)
    word = []
    for digit, stands, lying in _LETTER_CODE.findall(text):
        place = int(digit, 16) if digit else None
        if place is None:
            letter = letters.decode(lying)
        elif place not in scene.rack_places or (scene.rack[place] == BLANK) is not bool(stands):
            raise Refusal("stale_button")
        else:
            letter = letters.decode(stands) if stands else scene.rack[place]
        if letter not in scene.blank_letters:
            raise Refusal("stale_button")
        word.append(_WordLetter(letter, place, bool(stands)))
    used = [one.place for one in word if one.place is not None]
    if len(set(used)) < len(used):
        raise Refusal("stale_button")
    return tuple(word)


def _letter_signs(scene: BoardScene) -> LetterSigns:
    return LetterSigns(_LETTER_SIGNS, load_alphabet(scene.state.ruleset.language).letters)


def _spell_letters(word: tuple[_WordLetter, ...]) -> str:
    """With blanks in square brackets and letters of the board in round ones."""
    return "".join(
        f"({one.letter})" if one.place is None else f"[{one.letter}]" if one.blank else one.letter for one in word
    )


def spell_word_page(scene: BoardScene, text: str, note: str = "") -> OwnBoardPage:
    """The word so far, and what may come next; ``note`` is a line of HTML below it."""
    word, speaker = _decode_letters(scene, text), scene.own.speaker
    used = [one.place for one in word if one.place is not None]
    tiles: list[StepButton] = []
    lying: list[StepButton] = []
    if len(word) < max(scene.view.columns, scene.view.rows):
        for place in scene.in_rack_order([each for each in scene.rack_places if each not in used]):
            step = (
                f"{StepKind.WORD_BLANK}{place:x}{text}"
                if scene.rack[place] == BLANK
                else f"{StepKind.WORD}{text}{place:x}"
            )
            tiles.append(StepButton(scene.tile_label(place), step))
        lying = [
            StepButton(f"({letter})", f"{StepKind.WORD}{text}_{_letter_signs(scene).encode(letter)}")
            for letter in _letters_on_board(scene)
        ]
    fitting = [key for key in tiles if len(key.step) + key.step.startswith(StepKind.WORD_BLANK) <= _MOST_WORD_CODE + 1]
    lying = [key for key in lying if len(key.step) <= _MOST_WORD_CODE + 1]
    places_key = (
        [[scene.message_button("own-board-places", f"{StepKind.PLACEMENTS}00{text}")]]
        if len(word) >= _LEAST_LETTERS and used
        else []
    )
    end = [scene.back_button(f"{StepKind.WORD}{without_last_part(text, _LETTER_CODE)}" if word else "")]
    if word:
        end.append(scene.home_button)
        caption = speaker.html("own-board-spelled", word=_spell_letters(word))
    else:
        caption = speaker.html("own-board-spell" if lying else "own-board-spell-cards")
    return scene.to_page(
        join_lines(caption, note), [*wrap_buttons(fitting), *wrap_buttons(lying), *places_key, end], used=used
    )


def _letters_on_board(scene: BoardScene) -> list[str]:
    lying = {letter_on(cell) for cell in scene.view.cells if cell}
    return [letter for letter in scene.blank_letters if letter in lying]


def choose_blank_in_word_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """Which letter a blank stands for, behind the word so far."""
    digit, so_far = text[:1], text[1:]
    word = _decode_letters(scene, so_far)
    place = int(digit, 16) if digit and digit in string.hexdigits.lower() else -1
    if place not in scene.rack_places or scene.rack[place] != BLANK:
        raise Refusal("stale_button")
    keys = [
        StepButton(letter, f"{StepKind.WORD}{so_far}{digit}{_letter_signs(scene).encode(letter)}")
        for letter in scene.blank_letters
    ]
    used = [one.place for one in word if one.place is not None]
    question = scene.own.speaker.html("own-board-which-letter")
    return scene.to_page(question, [*wrap_buttons(keys), [scene.back_button(f"{StepKind.WORD}{so_far}")]], used=used)


def list_placements_page(scene: BoardScene, text: str) -> OwnBoardPage:
    """The places where the word fits, in board order with the score of each; of many the rows first."""
    found = _PLACEMENTS_STEP.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    row, written_word = int(found[1]), found[2]
    word = _decode_letters(scene, written_word)
    signs = tuple(Sign(one.letter, blank=one.blank, on_board=one.place is None) for one in word)
    if len(word) < _LEAST_LETTERS:
        raise Refusal("stale_button")
    try:
        fits = ranked_placements(scene.state, scene.seat, PartialMove(signs))
    except Refusal:
        return spell_word_page(scene, written_word, scene.own.speaker.html("own-board-no-place"))
    back = scene.back_button(f"{StepKind.WORD}{written_word}")
    if not row and len(fits) > _MOST_LISTED_PLACEMENTS:
        starts = [int(fit.move.cell[1:]) for fit in fits]
        rows = [
            StepButton(f"{each} ({starts.count(each)})", f"{StepKind.PLACEMENTS}{each:02}{written_word}")
            for each in sorted(set(starts))
        ]
        question = scene.own.speaker.html("own-board-many-places", word=_spell_letters(word), count=len(fits))
        return scene.to_page(question, [*wrap_buttons(rows, _PLACEMENT_COLUMNS * 2), [back]])
    question = scene.own.speaker.html("own-board-which-place", word=_spell_letters(word))
    here = [fit for fit in fits if not row or int(fit.move.cell[1:]) == row]
    keys = [_placement_button(scene, fit, word) for fit in here]
    if row:
        back = scene.back_button(f"{StepKind.PLACEMENTS}00{written_word}")
    return scene.to_page(question, [*wrap_buttons(keys, _PLACEMENT_COLUMNS), [back]])


def _placement_button(scene: BoardScene, fit: WordPlacement, word: tuple[_WordLetter, ...]) -> StepButton:
    way, cell = fit.move.direction, fit.move.cell
    label = f"{cell} {ARROWS[way]} {short_direction_name(way, scene.own.speaker)} {fit.score.total}"
    free = [one for one in word if one.place is not None]
    tiles = []
    for put in fit.place.tiles:
        letter, stands = put.tile[-1], put.tile.startswith(BLANK)
        one = next(one for one in free if one.letter == letter and one.blank is stands)
        free.remove(one)
        tiles.append(RackTile(one.place or 0, letter if stands else ""))
    draft = Draft(fit.place.tiles[0].cell, way, tuple(tiles))
    return StepButton(label, lay_step(scene, draft))


ORDER_SETTING: Final = "order"
BY_LETTERS: Final = "letters"
StepPages = Mapping[StepKind, Callable[[BoardScene, str], OwnBoardPage]]
_TICK_MASK: Final = re.compile(r"[0-9a-f]{1,8}")
_PLAY_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_CHALLENGE_STEP: Final = re.compile(r"(\d{1,6})(?:_(\d{1,2}))?")


class CrosswordOwnBoard(OwnBoard):
    """The board with the own rack below it; ``shuffle`` changes the order of a list."""

    tutorial = CrosswordTutorial()
    opening_button = "button-rack"

    def __init__(self, tables: TableServices, rack_order: RackOrders, shuffle: Callable[[list[int]], None]) -> None:
        self._look_ups: Final = tables.look_ups
        self._rack_order: Final = rack_order
        self._settings: Final = tables.store.load_settings
        self._shuffle: Final = shuffle

    def rack_hash(self, game: Game, seat: int) -> str:
        """Of the rack."""
        return hash_rack(require_game_of(GameState, game).players[seat].rack)

    def rack_text(self, own: OwnBoardContext) -> str:
        """The rack, with points."""
        state = require_game_of(GameState, own.game)
        rack = state.players[own.seat].rack
        tiles = "  ".join(f"{tile_sign(tile)}{small_digits(state.ruleset.values[tile])}" for tile in rack)
        return own.speaker.plain("own-board-alert", tiles=tiles, bag=len(state.bag))

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step."""
        state = require_game_of(GameState, own.game)
        rack, table = state.players[own.seat].rack, table_name(state)
        order = apply_rack_order(
            rack,
            await self._rack_order.load_rack_order(own.user, table)
            or await self._initial_rack_order(own.user, state, rack),
        )
        if step == StepKind.SHUFFLE:
            order = shuffle_rack(rack, order, self._shuffle)
            await self._rack_order.save_rack_order(own.user, table, tuple(rack[place] for place in order))
        scene = BoardScene(own, state, view_for_user(state, own.user), order)
        if step in {HOME_STEP, StepKind.SHUFFLE}:
            return scene.home_page()
        return await page_of_step(scene, step, _PAGES, lambda score: self._preview_phonies(own, score))

    async def _initial_rack_order(self, user: int, state: GameState, rack: tuple[str, ...]) -> tuple[str, ...]:
        if (await self._settings(user)).get(ORDER_SETTING) != BY_LETTERS:
            return rack
        ranks = load_alphabet(state.ruleset.language)
        return tuple(sorted(rack, key=lambda tile: (tile == BLANK, ranks.rank(tile))))

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """The action that a step plays: a move, an exchange, a pass, an answer, a surrender."""
        state = require_game_of(GameState, game)
        user, (kind, rest) = state.players[seat].user, split_step(StepKind, step)
        match kind:
            case StepKind.LAY:
                return evaluate_draft(state, seat, decode_draft(state, seat, rest)).place
            case StepKind.EXCHANGE:
                rack = state.players[seat].rack
                chosen = _decode_tick_mask(rest, len(rack))
                return Exchange(user, tuple(tile for place, tile in enumerate(rack) if chosen >> place & 1))
            case StepKind.CHALLENGE:
                play, words = _decode_challenge(state, rest)
                return Challenge(user, words, play)
            case StepKind.TAKE_BACK if _PLAY_NUMBER.fullmatch(rest):
                return TakeBack(user, int(rest))
            case _ if kind in _PLAIN_ACTIONS and not rest:
                return _PLAIN_ACTIONS[kind](user)
            case _:
                raise Refusal("stale_button")

    async def _preview_phonies(self, own: OwnBoardContext, score: Score) -> tuple[str, ...] | None:
        """The phonies of a play; ``None`` where that is not told before it is played."""
        words = await refusal_words(self._look_ups, own.loaded, require_game_of(GameState, own.game).ruleset, own.user)
        return None if words is None else phonies_of_play(score, words)


def _decode_tick_mask(text: str, tiles: int) -> int:
    if _TICK_MASK.fullmatch(text) is None or int(text, 16) >> tiles:
        raise Refusal("stale_button")
    return int(text, 16)


def _exchange_page(scene: BoardScene, text: str) -> OwnBoardPage:
    chosen = _decode_tick_mask(text, len(scene.rack))
    if not (scene.on_turn and scene.may_exchange):
        raise Refusal("stale_button")
    ticked = [place for place in scene.order if chosen >> place & 1]
    keys = [
        StepButton(
            f"{'✓' if place in ticked else ''}{scene.tile_label(place)}", f"{StepKind.EXCHANGE}{chosen ^ 1 << place:x}"
        )
        for place in scene.order
    ]
    speaker = scene.own.speaker
    done = (
        [
            [
                StepButton(
                    speaker.plain("button-exchange", count=len(ticked)),
                    f"{StepKind.EXCHANGE}{chosen:x}",
                    plays=True,
                    style=STYLE_SUCCESS,
                )
            ]
        ]
        if ticked
        else []
    )
    return scene.to_page(
        speaker.html("own-board-which-tiles"), [*wrap_buttons(keys), *done, [scene.back_button()]], ticked=ticked
    )


def _draw_offer_page(scene: BoardScene, text: str) -> OwnBoardPage:
    if text or scene.view.offer is not None or not scene.state.ruleset.draw_offers:
        raise Refusal("stale_button")
    yes = scene.message_button("own-board-draw-yes", StepKind.OFFER_DRAW, plays=True)
    return scene.to_page(scene.own.speaker.html("own-board-draw-sure"), [[yes, scene.back_button()]])


def _challenge_page(scene: BoardScene, text: str) -> OwnBoardPage:
    window = scene.view.window
    play, _ = _decode_challenge(scene.state, text)
    if window is None or window.seat == scene.seat:
        raise Refusal("stale_button")
    words = [word.word for word in window.words]
    each = [StepButton(word, f"{StepKind.CHALLENGE}{play}_{number}", plays=True) for number, word in enumerate(words)]
    every = (
        [[scene.message_button("own-board-doubt-all", f"{StepKind.CHALLENGE}{play}", plays=True)]]
        if len(words) > 1
        else []
    )
    question = scene.own.speaker.html("own-board-doubt", name=scene.own.speaker.seat_name(scene.view, window.seat))
    return scene.to_page(question, [*wrap_buttons(each, 2), *every, [scene.back_button()]])


def _decode_challenge(state: GameState, text: str) -> tuple[int, tuple[str, ...]]:
    found, pending = _CHALLENGE_STEP.fullmatch(text), state.pending
    if found is None:
        raise Refusal("stale_button")
    if found[2] is None:
        return int(found[1]), ()
    if pending is None or pending.play != int(found[1]) or int(found[2]) >= len(pending.words):
        raise Refusal("stale_button")
    return pending.play, (pending.words[int(found[2])].word,)


def _row_or_column_page(scene: BoardScene, text: str) -> OwnBoardPage:
    return choose_column_page(scene, text) if text else choose_row_page(scene)


async def page_of_step(scene: BoardScene, step: str, pages: StepPages, find_phonies: FindPhonies) -> OwnBoardPage:
    """The page of a step, of those that are given, or of a move laid so far. Raises Refusal ``stale_button``."""
    kind, rest = split_step(StepKind, step)
    if kind is StepKind.LAY:
        return await lay_tiles_page(scene, rest, find_phonies)
    if kind not in pages:
        raise Refusal("stale_button")
    return pages[kind](scene, rest)


LAYING_PAGES: Final[StepPages] = {
    StepKind.ROW: _row_or_column_page,
    StepKind.DIRECTION: choose_direction_page,
    StepKind.BLANK: choose_blank_letter_page,
    StepKind.WORD: spell_word_page,
    StepKind.WORD_BLANK: choose_blank_in_word_page,
    StepKind.PLACEMENTS: list_placements_page,
}

_PAGES: Final[StepPages] = {
    **LAYING_PAGES,
    StepKind.EXCHANGE: _exchange_page,
    StepKind.PASS: BoardScene.pass_page,
    StepKind.OFFER_DRAW: _draw_offer_page,
    StepKind.SURRENDER: BoardScene.surrender_page,
    StepKind.CHALLENGE: _challenge_page,
}

_PLAIN_ACTIONS: Final[Mapping[StepKind, Callable[[int], Action]]] = {
    StepKind.PASS: Pass,
    StepKind.OFFER_DRAW: OfferDraw,
    StepKind.ACCEPT_DRAW: AcceptDraw,
    StepKind.DECLINE_DRAW: DeclineDraw,
    StepKind.SURRENDER: Surrender,
}
