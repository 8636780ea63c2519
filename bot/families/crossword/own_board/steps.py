"""A player's own board in crossword games: what each step shows, and which action it plays."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.families.crossword.board_table import phonies_of_play, preview_words, view_for_user
from bot.families.crossword.move_text import small_digits, tile_sign
from bot.families.crossword.own_board import move_steps, word_steps
from bot.families.crossword.own_board.scene import BoardScene, shuffle_rack
from bot.families.crossword.own_board.step_kinds import StepKind
from bot.families.crossword.tutorial import CrosswordTutorial
from bot.families.own_board import (
    HOME_STEP,
    OwnBoard,
    OwnBoardContext,
    OwnBoardPage,
    StepButton,
    hash_hand,
    wrap_buttons,
)
from bot.families.own_board_steps import split_step
from bot.families.services import TableServices
from bot.store.people import RackOrders, apply_rack_order
from bot.tables.loaded_table import require_game_of, table_name
from bot.telegram.keyboards import STYLE_SUCCESS
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, TakeBack
from engine.crossword.draft import decode_draft, evaluate_draft
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Game
from engine.turns import Pass, Surrender

ORDER_SETTING: Final = "order"
"""The setting for the initial order of a person's racks."""
BY_LETTERS: Final = "letters"
StepPages = Mapping[StepKind, Callable[[BoardScene, str], OwnBoardPage]]
"""What shows a step of each kind, given what was chosen so far."""
_TICK_MASK: Final = re.compile(r"[0-9a-f]{1,8}")
_PLAY_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_CHALLENGE_STEP: Final = re.compile(r"(\d{1,6})(?:_(\d{1,2}))?")


class CrosswordOwnBoard(OwnBoard):
    """The board with the own rack below it.

    Args:
        tables: where it is played.
        shuffle: puts a list into another order.
    """

    tutorial = CrosswordTutorial()
    opening_button = "button-rack"

    def __init__(self, tables: TableServices, rack_order: RackOrders, shuffle: Callable[[list[int]], None]) -> None:
        self._look_ups: Final = tables.look_ups
        self._rack_order: Final = rack_order
        self._settings: Final = tables.store.load_settings
        self._shuffle: Final = shuffle

    def hand_mark(self, game: Game, seat: int) -> str:
        """Of the rack."""
        return hash_hand(require_game_of(GameState, game).players[seat].rack)

    def hand_text(self, own: OwnBoardContext) -> str:
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
        """The order of a rack before the player shuffles it: as drawn, or alphabetical."""
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
        words = await preview_words(self._look_ups, own.loaded, require_game_of(GameState, own.game).ruleset, own.user)
        return None if words is None else phonies_of_play(score, words)


def _decode_tick_mask(text: str, tiles: int) -> int:
    """Which tiles are ticked, a bit each."""
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
    question = scene.own.speaker.html(
        "own-board-doubt", name=scene.own.speaker.player_name(scene.view.seats[window.seat].name)
    )
    return scene.to_page(question, [*wrap_buttons(each, 2), *every, [scene.back_button()]])


def _decode_challenge(state: GameState, text: str) -> tuple[int, tuple[str, ...]]:
    """The number of a play, and its challenged words; all if none is named."""
    found, pending = _CHALLENGE_STEP.fullmatch(text), state.pending
    if found is None:
        raise Refusal("stale_button")
    if found[2] is None:
        return int(found[1]), ()
    if pending is None or pending.play != int(found[1]) or int(found[2]) >= len(pending.words):
        raise Refusal("stale_button")
    return pending.play, (pending.words[int(found[2])].word,)


def _row_or_column_page(scene: BoardScene, text: str) -> OwnBoardPage:
    return move_steps.choose_column_page(scene, text) if text else move_steps.choose_row_page(scene)


async def page_of_step(
    scene: BoardScene, step: str, pages: StepPages, find_phonies: move_steps.FindPhonies
) -> OwnBoardPage:
    """The page of a step, of those that are given, or of a move laid so far.

    Raises:
        Refusal: ``stale_button`` of any other.
    """
    kind, rest = split_step(StepKind, step)
    if kind is StepKind.LAY:
        return await move_steps.lay_tiles_page(scene, rest, find_phonies)
    if kind not in pages:
        raise Refusal("stale_button")
    return pages[kind](scene, rest)


LAYING_PAGES: Final[StepPages] = {
    StepKind.ROW: _row_or_column_page,
    StepKind.DIRECTION: move_steps.choose_direction_page,
    StepKind.BLANK: move_steps.choose_blank_letter_page,
    StepKind.WORD: word_steps.spell_word_page,
    StepKind.WORD_BLANK: word_steps.choose_blank_in_word_page,
    StepKind.PLACEMENTS: word_steps.list_placements_page,
}
"""The steps by which a move is laid or a word spelled."""
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
"""Actions of which nothing is to be chosen."""
