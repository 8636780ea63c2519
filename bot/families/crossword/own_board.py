"""A player's own board in crossword games: the page of each step, and the action that a step plays."""

import html
import re
import string
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Protocol

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
    small_digits,
    tile_sign,
    view_for_user,
)
from bot.families.crossword.wording import CrosswordWording
from bot.families.own_board import (
    HOME_STEP,
    NAMED,
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
from bot.families.services import LookUps, TableServices
from bot.store.games import GameStore
from bot.store.people import RackOrders, apply_rack_order
from bot.tables.table_loader import require_game_of, table_name
from bot.telegram.keyboards import STYLE_SUCCESS, encode_button_data
from bot.texts import Html
from bot.wording import clocks
from bot.wording.speaker import isolate_name, join_lines
from engine.alphabet import BLANK, LEAST_LETTERS, load_alphabet
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
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.crossword.word_placements import WordPlacement, plays_of_tiles
from engine.errors import Refusal
from engine.game import Action, Game
from engine.lexicon import Lexicon
from engine.turns import Pass, Surrender
from render.pointer import NO_POINTER, Extent, Pointer
from render.rack import RackArrangement


@dataclass(frozen=True, slots=True)
class BoardScene(OwnBoardScene):
    """A game as one of its players sees it, with the rack in the player's order."""

    state: GameState
    view: GameView
    order: tuple[int, ...]  # the indices of the rack's tiles, from left to right

    play_label: ClassVar[str] = "own-board-lay"  # the message on the button that plays a move

    @property
    def unjudged_line(self) -> str:
        """HTML that says, below a move, that its words are judged later; empty if that is obvious."""
        return ""

    @property
    def rack(self) -> tuple[str, ...]:
        """The player's tiles in the game's order."""
        return self.state.players[self.seat].rack

    @property
    def pass_warning(self) -> str:
        """A warning that passes, or turns without points, may end the game; empty if they do not."""
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
        extent: Extent = Extent.BOARD,
    ) -> OwnBoardPage:
        """A page from its text, its buttons, and the tiles chosen and laid so far; see :meth:`to_sketch`."""
        arrangement = RackArrangement(self.order, tuple(used), tuple(ticked))
        sketch = self.to_sketch(arrangement, tiles=tiles, preview=preview, pointer=pointer, extent=extent)
        return OwnBoardPage(text, sketch, partial(sketches.board_as_html, self.view), rows)

    def to_sketch(
        self,
        arrangement: RackArrangement,
        *,
        tiles: Mapping[str, str] | None = None,
        preview: PlayPreview | None = None,
        pointer: Pointer = NO_POINTER,
        extent: Extent = Extent.BOARD,
    ) -> OwnBoardSketch:
        """The picture of a page; see :func:`bot.families.crossword.sketches.own_board_sketch`."""
        draw = partial(sketches.own_board_sketch, self.view, self.own.speaker, self.own.style)
        drawn = draw(arrangement=arrangement, tiles=tiles, preview=preview, pointer=pointer, extent=extent)
        return self.finish_sketch(drawn)

    def finish_sketch(self, drawn: OwnBoardSketch) -> OwnBoardSketch:
        """The picture as this kind of scene shows it."""
        return drawn

    def tile_label(self, place: int) -> str:
        """The label of a tile's button, with its points if they are below ten, so that eight tiles fit into a row."""
        tile = self.rack[place]
        points = self.state.ruleset.values[tile]
        return f"{tile_sign(tile)}{small_digits(points)}" if 0 < points < _LEAST_TWO_DIGITS else tile_sign(tile)

    def tile_rows(self, step_of: Callable[[int], str], used: Collection[int], *, here: str, back: str) -> StepRows:
        """A button for each tile of the rack, then ⌫; used tiles' buttons do nothing.

        ``here`` is the step of this page, ``back`` the step without the last letter.
        """
        keys = [
            StepButton(_USED, here) if place in used else StepButton(self.tile_label(place), step_of(place))
            for place in self.order
            if place in self.rack_places
        ]
        return wrap_buttons([*keys, StepButton(_ERASE, back)])

    @property
    def blank_letters(self) -> tuple[str, ...]:
        """The letters that a blank may stand for, in the order of the alphabet."""
        known = load_alphabet(self.state.ruleset.language).letters
        return tuple(letter for letter in known if letter in self.state.ruleset.values)

    @property
    def rack_places(self) -> range:
        """The places of the rack that a step can name."""
        return range(min(len(self.rack), MOST_PLACES))

    def leave_button(self, step: str = HOME_STEP) -> StepButton:
        """A short button back to the previous page."""
        return StepButton("‹", step)

    def arrange_plays(self, plays: tuple[WordPlacement, ...]) -> tuple[WordPlacement, ...]:
        """The plays in the order in which they are offered: best first."""
        return plays

    def places_text(self, word: str, plays: Sequence[WordPlacement]) -> str:
        """The number of places for a word, and the score of the best one."""
        best = max((fit.score.total for fit in plays), default=0)
        return self.own.speaker.html("own-board-places-found", word=word, count=len(plays), best=best)

    def to_home_page(self, rows: StepRows) -> OwnBoardPage:
        """The page where a move begins."""
        return self.to_page(self.home_text(), rows)

    def home_text(self) -> str:
        """How to move, or whose turn it is; then an open question, or the group and the clocks."""
        speaker = self.own.speaker
        if self.on_turn:
            start = speaker.html("own-board-spell" if self.state.ruleset.places else "own-board-which-row")
        else:
            start = self.off_turn_line()
        times = " · ".join(clocks.current_clock_lines(self.state, self.own.now, speaker))
        group = "" if self.own.loaded.scope.is_private else isolate_name(self.own.group_title)
        standing = " · ".join(filter(None, (group, times)))
        return join_lines(start, next(filter(None, self._open_lines()), standing))

    def _open_lines(self) -> tuple[str, str, str]:
        view, speaker = self.view, self.own.speaker
        offer = view.offer
        offered = "" if offer is None else speaker.html("draw-offered", name=speaker.seat_name(view, offer.seat))
        # Nobody challenges their own play.
        is_own = view.retractable is None and view.window is not None and view.window.seat == self.seat
        window = "" if is_own else challenge_window_line(view, speaker)
        return window, offered, clocks.pause_line(view, speaker)

    def off_turn_line(self) -> str:
        """A line with whose turn it is, and that moves can be tried meanwhile."""
        mover = self.state.players[self.state.turn].name
        return self.own.speaker.html("try-later", name=self.own.speaker.player_name(mover))

    def action_rows(self) -> list[list[StepButton]]:
        """Buttons of further actions in two rows: answers to open questions first, the rest behind ☰."""
        answers, mix = self._answer_row(), self.shuffle_row()
        by_row = [self.message_button("own-board-move", StepKind.ROW)] if self.rack else []
        more = self.message_button("own-board-more-actions", StepKind.ACTIONS)
        turn = self._turn_row() if self.on_turn else []
        if answers:
            return [answers, [*(turn or [*mix, *by_row]), more]]
        refresh = self.message_button("own-board-refresh", HOME_STEP)
        return [turn, [*mix, *by_row, more]] if turn else [[*mix, *by_row], [refresh, more]]

    def shuffle_row(self) -> list[StepButton]:
        """The button that shuffles the rack, unless all tiles are alike."""
        return [self.message_button("button-mix", StepKind.SHUFFLE)] if len(set(self.rack)) > 1 else []

    def row_choice_actions(self) -> list[StepButton]:
        """The buttons of :meth:`action_rows` in one row, for games in which the row is chosen first."""
        more = self.message_button("own-board-more-actions", StepKind.ACTIONS)
        return [*(self._answer_row() or (self._turn_row() if self.on_turn else [])), more]

    def _turn_row(self) -> list[StepButton]:
        exchange = [self.message_button("own-board-exchange", f"{StepKind.EXCHANGE}0")] if self.may_exchange else []
        row = [*exchange, self.message_button("own-board-pass", StepKind.PASS)]
        hint, price = self.view.hint, self.view.hint_price
        if price is not None and (hint is None or not hint.last):
            step = 1 if hint is None else hint.steps + 1
            label = self.own.speaker.plain("own-board-hint", priced="yes" if price else "no", price=price)
            data = encode_button_data("hint", table_name(self.state), self.view.number, step)
            row.append(StepButton(label, "", data=data))
        return row

    def actions_page(self, step: str) -> OwnBoardPage:
        """The page of all actions that are possible now, below the board with the scores; its ``step`` is empty."""
        if step:
            raise Refusal("stale_button")
        rows: list[list[StepButton]] = []
        if self.rack:
            word = [self.message_button("own-board-word", HOME_STEP)] if self.state.ruleset.places else []
            rows.append([*word, self.message_button("own-board-move", StepKind.ROW)])
        if self.on_turn:
            rows.append(self._turn_row())
        rows += wrap_buttons(self._answer_row(), NAMED)
        can_offer_draw = self.state.ruleset.draw_offers and self.view.offer is None
        draw = [self.message_button("own-board-draw", StepKind.OFFER_DRAW)] if can_offer_draw else []
        surrender = self.message_button("own-board-surrender", StepKind.SURRENDER)
        rows += wrap_buttons([*self.shuffle_row(), *draw, surrender], NAMED)
        rows.append([self.back_button()])
        return self.to_page(self._actions_text(), rows, extent=Extent.WHOLE)

    def _actions_text(self) -> str:
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
        times = "\n".join(clocks.current_clock_lines(self.state, self.own.now, speaker))
        return join_lines(text, times, *self._open_lines())

    @property
    def may_exchange(self) -> bool:
        """Whether the bag has enough tiles for an exchange."""
        return bool(self.rack) and self.view.bag >= self.state.ruleset.exchange.least_in_bag

    def _answer_row(self) -> list[StepButton]:
        keys, window, offer, own = [], self.view.window, self.view.offer, self.view.retractable
        if window is not None and window.seat != self.seat:
            keys.append(self.message_button("button-challenge", f"{StepKind.CHALLENGE}{window.play}"))
        if own is not None and own.seat == self.seat:
            keys.append(self.message_button("button-take-back", f"{StepKind.TAKE_BACK}{own.play}", plays=True))
        if offer is not None:
            if self.seat != offer.seat and self.seat not in offer.accepted:
                keys.append(self.message_button("button-agree", StepKind.ACCEPT_DRAW, plays=True))
            decline = "own-board-withdraw" if offer.seat == self.seat else "button-decline"
            keys.append(self.message_button(decline, StepKind.DECLINE_DRAW, plays=True))
        return keys


def shuffle_rack(rack: Sequence[str], current: Sequence[int], shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
    """Another order of the rack that also looks different; the same order if none exists."""
    mixed = list(current)
    while len(set(rack)) > 1 and [rack[place] for place in mixed] == [rack[place] for place in current]:
        shuffle(mixed)
    return tuple(mixed)


_HEX_DIGITS: Final = frozenset("0123456789abcdef")
_USED: Final = "·"  # the label of a tile that is laid already
_ERASE: Final = "⌫"

_MISSING_MESSAGES: Final = {
    "not_touching": "own-board-not-touching",
    "off_centre": "own-board-off-centre",
    "one_letter": "own-board-one-letter",
}


class WordHelp(Protocol):
    """Tells players about words before they play them, as far as they may know."""

    async def load_words(self) -> Lexicon | None:
        """The valid words; ``None`` if the player may not know them, or if the list does not decide."""

    async def near_words(self, word: str) -> str:
        """A plain line with valid words near an invalid one; empty if there are none."""


def _lay_step(scene: BoardScene, draft: Draft) -> str:
    return f"{StepKind.LAY}{encode_draft(scene.state, draft)}"


def _row_keys(scene: BoardScene) -> list[StepButton]:
    return [StepButton(str(number), f"{StepKind.ROW}{number}") for number in starting_rows(scene.state, scene.seat)]


def _choose_row_or_column_page(scene: BoardScene, text: str) -> OwnBoardPage:
    speaker, number = scene.own.speaker, int(text) if text.isdecimal() else 0
    if text:
        cells = starting_cells_in(scene.state, scene.seat, number)
        keys = [StepButton(cell[:1], _step_from_cell(scene, cell)) for cell in cells]
        question, leave = speaker.html("own-board-which-column", row=number), scene.leave_button(StepKind.ROW)
        pointer = Pointer(row=number)
    else:
        keys, pointer = _row_keys(scene), NO_POINTER
        question, leave = speaker.html("own-board-which-row"), scene.leave_button()
    if not keys:
        raise Refusal("stale_button")
    return scene.to_page(question, wrap_buttons([*keys, leave]), pointer=pointer)


def _step_from_cell(scene: BoardScene, cell: str) -> str:
    found = starting_directions(scene.state, scene.seat, cell)
    return f"{StepKind.DIRECTION}{cell}" if len(found) > 1 else _lay_step(scene, Draft(cell, found[0]))


def _choose_direction_page(scene: BoardScene, cell: str) -> OwnBoardPage:
    found = starting_directions(scene.state, scene.seat, cell)
    if not found:
        raise Refusal("stale_button")
    speaker = scene.own.speaker
    keys = [
        StepButton(f"{ARROWS[way]} {direction_name(way, speaker)}", _lay_step(scene, Draft(cell, way))) for way in found
    ]
    text = speaker.html("own-board-which-way", cell=cell)
    return scene.to_page(
        text, [[*keys, scene.leave_button(f"{StepKind.ROW}{cell[1:]}")]], pointer=Pointer(cell=cell, directions=found)
    )


async def _lay_tiles_page(scene: BoardScene, text: str, help_: WordHelp) -> OwnBoardPage:
    draft = decode_draft(scene.state, scene.seat, text)
    done = evaluate_draft(scene.state, scene.seat, draft)
    here = _lay_step(scene, draft)

    def step_of(place: int) -> str:
        if done.next is None:
            return here
        if scene.rack[place] == BLANK:
            return f"{StepKind.BLANK}{place:x}{text}"
        return _lay_step(scene, draft.with_tile(place))

    used = [tile.place for tile in draft.tiles]
    tiles = scene.tile_rows(step_of, used, here=here, back=_lay_step(scene, draft.without_last_tile()))
    several = len(starting_directions(scene.state, scene.seat, draft.cell)) > 1
    leave = f"{StepKind.DIRECTION}{draft.cell}" if several else f"{StepKind.ROW}{draft.cell[1:]}"
    return await _draft_page(scene, draft, done, help_, keys=tiles, leave=leave)


async def _placed_page(scene: BoardScene, text: str, help_: WordHelp) -> OwnBoardPage:
    draft = decode_draft(scene.state, scene.seat, text)
    done = evaluate_draft(scene.state, scene.seat, draft)
    if done.score is None:
        raise Refusal("stale_button")
    spelled = text.removeprefix(encode_draft(scene.state, Draft(draft.cell, draft.direction)))
    return await _draft_page(scene, draft, done, help_, keys=[], leave=f"{StepKind.WORD}{spelled}")


async def _draft_page(
    scene: BoardScene, draft: Draft, done: DraftResult, help_: WordHelp, *, keys: StepRows, leave: str
) -> OwnBoardPage:
    """The page of a move laid so far: below the ``keys`` the button that plays it, and the one back to a step."""
    rows = [*keys]
    if done.score is not None and scene.on_turn:
        label = scene.own.speaker.plain(scene.play_label, word=done.word, score=done.score.total)
        rows.append([StepButton(label, _lay_step(scene, draft), plays=True, style=STYLE_SUCCESS)])
    return scene.to_page(
        await _draft_text(scene, draft, done, help_),
        [*rows, [scene.leave_button(leave)]],
        used=[tile.place for tile in draft.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        preview=None if done.score is None else to_play_preview(scene.seat, done.place, done.score),
        pointer=NO_POINTER
        if done.next is None or done.score is not None
        else Pointer(cell=done.next, directions=() if draft.tiles else (draft.direction,)),
    )


async def _draft_text(scene: BoardScene, draft: Draft, done: DraftResult, help_: WordHelp) -> str:
    speaker = scene.own.speaker
    way = direction_name(draft.direction, speaker)
    if not draft.tiles:
        return speaker.html("own-board-first-tile", cell=draft.cell, way=way)
    if done.score is None:
        why = _MISSING_MESSAGES.get(done.refusal)
        caption = speaker.html("own-board-laid", cell=done.cell, way=way, word=done.word)
        return join_lines(caption, "" if why is None else speaker.html(why))
    caption = speaker.html("own-board-scored", cell=done.cell, way=way, word=done.word, score=done.score.total)
    words = await help_.load_words()
    wrong = () if words is None else phonies_of_play(done.score, words)
    beside = ", ".join(word.word for word in done.score.words[1:])
    if wrong:
        second = speaker.html("own-board-phonies", words=", ".join(wrong))
    elif words is None and scene.unjudged_line:
        second = scene.unjudged_line
    elif beside:
        second = speaker.html("own-board-beside", words=beside)
    else:
        second = "" if words is None else speaker.html("own-board-all-count")
    if not scene.on_turn:
        second = second if wrong else scene.off_turn_line()
    return join_lines(caption, second)


def _choose_blank_letter_page(scene: BoardScene, text: str) -> OwnBoardPage:
    state, place, draft = scene.state, int(text[:1], 16) if text[:1] in _HEX_DIGITS else -1, text[1:]
    so_far = decode_draft(state, scene.seat, draft)
    done = evaluate_draft(state, scene.seat, so_far)
    if place not in done.left or scene.rack[place] != BLANK or done.next is None:
        raise Refusal("stale_button")
    keys = [StepButton(letter, _lay_step(scene, so_far.with_tile(place, letter))) for letter in scene.blank_letters]
    return scene.to_page(
        scene.own.speaker.html("own-board-which-letter"),
        wrap_buttons([*keys, scene.leave_button(f"{StepKind.LAY}{draft}")]),
        used=[tile.place for tile in so_far.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        pointer=Pointer(cell=done.next),
        extent=Extent.SURROUNDINGS,
    )


_LETTER_SIGNS: Final = string.ascii_letters[6:]  # signs for letters, unlike the digits of rack indices
_TILE_CODE: Final = re.compile(r"([0-9a-f])([g-zA-Z]?)")
_WORD_CODE: Final = re.compile(rf"(?:{_TILE_CODE.pattern})*")
_BOARD_LETTER: Final = re.compile("_[g-zA-Z]")  # a board's letter in buttons of 0.2.0; ignored, as it is found anyway
_PAGE_STEP: Final = re.compile(r"(\d\d)([0-9a-zA-Z_]*)")
_FEW_PLACES: Final = 3  # so many places, two in a row, leave one button free in two rows
_MOST_PLACE_LABEL: Final = 13  # characters after a place's number that fit half a row; a third has no room for a word
_LEAST_IN_ROW: Final = 3  # a place, the button to more places, and the one back
_CIRCLED: Final = "①②③④⑤⑥⑦"
_LEAST_TWO_DIGITS: Final = 10


def _decode_tiles(scene: BoardScene, text: str) -> tuple[RackTile, ...]:
    if not scene.state.ruleset.places or _WORD_CODE.fullmatch(text) is None:
        raise Refusal("stale_button")
    letters = _letter_signs(scene)
    tiles = []
    for digit, sign in _TILE_CODE.findall(text):
        place = int(digit, 16)
        if place not in scene.rack_places or (scene.rack[place] == BLANK) is not bool(sign):
            raise Refusal("stale_button")
        letter = letters.decode(sign) if sign else ""
        if letter and letter not in scene.blank_letters:
            raise Refusal("stale_button")
        tiles.append(RackTile(place, letter))
    if len({tile.place for tile in tiles}) < len(tiles):
        raise Refusal("stale_button")
    return tuple(tiles)


def _letter_signs(scene: BoardScene) -> LetterSigns:
    return LetterSigns(_LETTER_SIGNS, load_alphabet(scene.state.ruleset.language).letters)


def _spell(scene: BoardScene, tiles: Iterable[RackTile], blank: str = "{}") -> str:
    return "".join(blank.format(tile.letter) if tile.letter else scene.rack[tile.place] for tile in tiles)


async def home_page(scene: BoardScene, help_: WordHelp) -> OwnBoardPage:
    """The first page of a move: for spelling a word, or for choosing a row if the table offers no places."""
    if not scene.rack:
        return scene.to_home_page([row for row in scene.action_rows() if row])
    if scene.state.ruleset.places:
        return await _spell_page(scene, "", help_)
    return scene.to_home_page([*wrap_buttons(_row_keys(scene)), scene.row_choice_actions()])


async def _spell_page(scene: BoardScene, text: str, help_: WordHelp, page: int = 0) -> OwnBoardPage:
    text = _BOARD_LETTER.sub("", text)
    tiles = _decode_tiles(scene, text)
    used, here = [tile.place for tile in tiles], f"{StepKind.WORD}{text}"

    def step_of(place: int) -> str:
        return f"{StepKind.WORD_BLANK}{place:x}{text}" if scene.rack[place] == BLANK else f"{here}{place:x}"

    erased = f"{StepKind.WORD}{without_last_part(text, _TILE_CODE)}" if text else here
    keys = scene.tile_rows(step_of, used, here=here, back=erased)
    if not tiles:
        return scene.to_home_page([*keys, *(row for row in scene.action_rows() if row)])
    words = await help_.load_words()
    plays = scene.arrange_plays(plays_of_tiles(scene.state, scene.seat, tiles, words))
    few = len(plays) <= _FEW_PLACES
    keys_of_places, columns = [_place_key(scene, fit, tiles, names=few) for fit in plays], 2 if few else 3
    # Always two rows, so that the letters above them stay at the same place on the screen.
    room = 2 * columns if len(keys) == 1 else max(columns, _LEAST_IN_ROW)
    size = room - 1 if len(plays) < room else room - 2
    page = min(page, max(0, len(plays) - 1) // size)
    places = [
        replace(key, label=f"{number}{key.label}")
        for number, key in zip(_CIRCLED, keys_of_places[page * size : (page + 1) * size], strict=False)
    ]
    ends = [scene.leave_button(f"{StepKind.PLACEMENTS}{page - 1:02}{text}" if page else HOME_STEP)]
    if (page + 1) * size < len(plays):
        ends.insert(0, scene.message_button("own-board-more-places", f"{StepKind.PLACEMENTS}{page + 1:02}{text}"))
    first = places[:columns] or [scene.message_button("own-board-move", StepKind.ROW)]
    rows = [first, [*places[columns:], *ends]] if len(keys) == 1 else [[*places, *ends]]
    numbered: list[str] = []  # for each play's number the first cell that it covers and that has no earlier number
    for fit in plays[page * size : (page + 1) * size]:
        numbered.append(next((put.cell for put in fit.place.tiles if put.cell not in numbered), ""))
    if plays:
        caption = join_lines(
            scene.places_text(_spell(scene, tiles, "[{}]"), plays), "" if scene.on_turn else scene.off_turn_line()
        )
    else:
        caption = await _nowhere_text(scene, tiles, words, help_)
    return scene.to_page(caption, [*keys, *rows], used=used, pointer=Pointer(places=tuple(numbered)))


async def _nowhere_text(scene: BoardScene, tiles: Sequence[RackTile], words: Lexicon | None, help_: WordHelp) -> str:
    speaker, word = scene.own.speaker, _spell(scene, tiles)
    shown = _spell(scene, tiles, "[{}]")
    if len(tiles) < LEAST_LETTERS:
        return speaker.html("own-board-spelled", word=shown)
    if words is None or word in words:
        return speaker.html("own-board-no-place", word=shown)
    return join_lines(speaker.html("own-board-no-word", word=shown), html.escape(await help_.near_words(word)))


def _place_key(scene: BoardScene, fit: WordPlacement, tiles: Sequence[RackTile], *, names: bool) -> StepButton:
    way, word = fit.move.direction, fit.score.words[0]
    label = f"{fit.score.total} {word.cells[0]}{ARROWS[way]}"
    if names and word.word != _spell(scene, tiles) and len(label) + len(word.word) < _MOST_PLACE_LABEL:
        label = f"{label} {word.word}"
    free, laid = list(tiles), []
    for put in fit.place.tiles:
        letter = put.tile.removeprefix(BLANK)
        face = (BLANK, letter) if put.tile.startswith(BLANK) else (letter, "")
        tile = next(one for one in free if (scene.rack[one.place], one.letter) == face)
        free.remove(tile)
        laid.append(tile)
    draft = Draft(fit.place.tiles[0].cell, way, tuple(laid))
    return StepButton(label, f"{StepKind.PLACED}{encode_draft(scene.state, draft)}")


def _choose_blank_in_word_page(scene: BoardScene, text: str) -> OwnBoardPage:
    digit, so_far = text[:1], _BOARD_LETTER.sub("", text[1:])
    tiles = _decode_tiles(scene, so_far)
    place = int(digit, 16) if digit in _HEX_DIGITS else -1
    used = [tile.place for tile in tiles]
    if place not in scene.rack_places or place in used or scene.rack[place] != BLANK:
        raise Refusal("stale_button")
    here = f"{StepKind.WORD}{so_far}"
    keys = [StepButton(letter, f"{here}{digit}{_letter_signs(scene).encode(letter)}") for letter in scene.blank_letters]
    question = scene.own.speaker.html("own-board-which-letter")
    rows = wrap_buttons([*keys, scene.leave_button(here)])
    return scene.to_page(question, rows, used=used, extent=Extent.SURROUNDINGS)


ORDER_SETTING: Final = "order"
BY_LETTERS: Final = "letters"
StepPages = Mapping[StepKind, Callable[[BoardScene, str], OwnBoardPage]]
_TICK_MASK: Final = re.compile(r"[0-9a-f]{1,8}")
_PLAY_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_CHALLENGE_STEP: Final = re.compile(r"(\d{1,6})(?:_(\d{1,2}))?")


class ArrangedRacks:
    """Keeps the order in which each player has arranged their rack."""

    def __init__(self, store: GameStore, orders: RackOrders, shuffle: Callable[[list[int]], None]) -> None:
        self._settings: Final = store.load_settings
        self._orders: Final = orders
        self._shuffle: Final = shuffle

    async def arrange_rack(self, own: OwnBoardContext, rack: tuple[str, ...], *, shuffled: bool) -> tuple[int, ...]:
        """The indices of the rack's tiles from left to right; ``shuffled`` makes and saves a new order."""
        user, table = own.user, table_name(own.game)
        kept = await self._orders.load_rack_order(user, table)
        if not kept and (await self._settings(user)).get(ORDER_SETTING) == BY_LETTERS:
            rank = load_alphabet(own.game.ruleset.language).rank
            kept = tuple(sorted(rack, key=lambda tile: (tile == BLANK, rank(tile))))
        order = apply_rack_order(rack, kept or rack)
        if shuffled:
            order = shuffle_rack(rack, order, self._shuffle)
            await self._orders.save_rack_order(user, table, tuple(rack[place] for place in order))
        return order


class CrosswordOwnBoard(OwnBoard):
    """The board with the player's rack below it; ``shuffle`` shuffles a list in place."""

    tutorial = CrosswordTutorial()
    opening_button = "button-rack"
    menu_step = StepKind.ACTIONS
    has_board_page = True

    def __init__(self, tables: TableServices, rack_order: RackOrders, shuffle: Callable[[list[int]], None]) -> None:
        self._look_ups: Final = tables.look_ups
        self._arranged_racks: Final = ArrangedRacks(tables.store, rack_order, shuffle)

    def rack_hash(self, game: Game, seat: int) -> str:
        """The hash of the seat's rack."""
        return hash_rack(require_game_of(GameState, game).players[seat].rack)

    def rack_text(self, own: OwnBoardContext) -> str:
        """The tiles with their points, and the number of tiles in the bag."""
        state = require_game_of(GameState, own.game)
        rack = state.players[own.seat].rack
        tiles = "  ".join(f"{tile_sign(tile)}{small_digits(state.ruleset.values[tile])}" for tile in rack)
        return own.speaker.plain("own-board-alert", tiles=tiles, bag=len(state.bag))

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step."""
        state = require_game_of(GameState, own.game)
        rack = state.players[own.seat].rack
        order = await self._arranged_racks.arrange_rack(own, rack, shuffled=step == StepKind.SHUFFLE)
        scene = BoardScene(own, state, view_for_user(state, own.user), order)
        help_ = TableWordHelp(self._look_ups, own, state.ruleset)
        if step in {HOME_STEP, StepKind.SHUFFLE}:
            return await home_page(scene, help_)
        return await page_of_step(scene, step, _PAGES, help_)

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """The action that a step plays: a move, an exchange, a pass, an answer or a surrender."""
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


class TableWordHelp(WordHelp):
    """Tells about words what a refused play would tell at the player's table."""

    def __init__(self, look_ups: LookUps, own: OwnBoardContext, rules: Ruleset) -> None:
        self._look_ups: Final = look_ups
        self._own: Final = own
        self._rules: Final = rules

    async def load_words(self) -> Lexicon | None:
        """The valid words, if the player may know them."""
        return await refusal_words(self._look_ups, self._own.loaded, self._rules, self._own.user, self._own.here)

    async def near_words(self, word: str) -> str:
        """The line about near words that a refusal would have."""
        own, until = self._own, self._look_ups.look_up_notes_due_by()
        language = own.speaker.language
        return await self._look_ups.near_words_note((word,), own.user, own.loaded, language, until, here=own.here)


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
    label, step = speaker.plain("button-exchange", count=len(ticked)), f"{StepKind.EXCHANGE}{chosen:x}"
    done = [StepButton(label, step, plays=True, style=STYLE_SUCCESS)] if ticked else []
    rows = [*wrap_buttons(keys), [*done, scene.leave_button()]]
    return scene.to_page(speaker.html("own-board-which-tiles"), rows, ticked=ticked)


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
    every = scene.message_button("own-board-doubt-all", f"{StepKind.CHALLENGE}{play}", plays=True)
    rows = [*wrap_buttons(each, 2), *([[every]] if len(words) > 1 else []), [scene.back_button()]]
    question = scene.own.speaker.html("own-board-doubt", name=scene.own.speaker.seat_name(scene.view, window.seat))
    return scene.to_page(question, rows)


def _decode_challenge(state: GameState, text: str) -> tuple[int, tuple[str, ...]]:
    found, pending = _CHALLENGE_STEP.fullmatch(text), state.pending
    if found is None:
        raise Refusal("stale_button")
    if found[2] is None:
        return int(found[1]), ()
    if pending is None or pending.play != int(found[1]) or int(found[2]) >= len(pending.words):
        raise Refusal("stale_button")
    return pending.play, (pending.words[int(found[2])].word,)


async def page_of_step(scene: BoardScene, step: str, pages: StepPages, help_: WordHelp) -> OwnBoardPage:
    """The page of a step that lays a move, or of a step in ``pages``. Raises Refusal ``stale_button``."""
    kind, rest = split_step(StepKind, step)
    match kind:
        case StepKind.WORD:
            return await _spell_page(scene, rest, help_)
        case StepKind.PLACEMENTS if (page := _PAGE_STEP.fullmatch(rest)) is not None:
            return await _spell_page(scene, page[2], help_, int(page[1]))
        case StepKind.PLACED:
            return await _placed_page(scene, rest, help_)
        case StepKind.LAY:
            return await _lay_tiles_page(scene, rest, help_)
        case _ if kind in pages:
            return pages[kind](scene, rest)
        case _:
            raise Refusal("stale_button")


LAYING_PAGES: Final[StepPages] = {
    StepKind.ROW: _choose_row_or_column_page,
    StepKind.DIRECTION: _choose_direction_page,
    StepKind.BLANK: _choose_blank_letter_page,
    StepKind.WORD_BLANK: _choose_blank_in_word_page,
}

_PAGES: Final[StepPages] = {
    **LAYING_PAGES,
    StepKind.ACTIONS: BoardScene.actions_page,
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
