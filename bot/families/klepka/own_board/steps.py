"""A player's own table in Klepka: cards are chosen by row and place, and the group sees only what they turn up."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.families.klepka import keyboards
from bot.families.klepka.own_board import trade_steps, word_steps
from bot.families.klepka.own_board.scene import CardScene
from bot.families.klepka.own_board.step_kinds import StepKind
from bot.families.own_board import (
    HAND_STEP,
    HOME_STEP,
    OwnBoard,
    OwnBoardContext,
    OwnBoardPage,
    StepButton,
    hash_hand,
    width_of,
    wrap_buttons,
)
from bot.families.own_board_steps import split_step
from bot.tables.loaded_table import require_game_of
from bot.texts import Html
from bot.wording import clocks
from bot.wording.formatting import isolate_name, join_lines
from engine.errors import Refusal
from engine.game import Action, Game, view
from engine.klepka.actions import Chaos, DoubleWord, Flip, Form
from engine.klepka.deck import CHAOS
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.turns import Pass, Surrender
from render.card_layout import CardChoice

_POSITION_CODES: Final = re.compile(r"(?:[0-9a-f]{2})*")
_POSITION_DIGITS: Final = 2
_NO_CARDS: Final = "—"
_MOST_FLIPS: Final = 11
"""So many cards fit into a button's data; more are turned up by typed positions."""
_MOST_CARDS: Final = 255


class KlepkaOwnBoard(OwnBoard):
    """The table with the player's own choice of cards on it."""

    opening_button = "own-board-open"

    def hand_mark(self, game: Game, seat: int) -> str:
        """Of the own cards, and of where cards lie: what everybody may know."""
        state = require_game_of(GameState, game)
        lying = ("1" if card else "0" for card in state.table)
        return hash_hand((*state.players[seat].cards, *lying, state.phase))

    def hand_text(self, own: OwnBoardContext) -> str:
        """The player's cards."""
        scene = _scene_of(own)
        cards = " ".join(scene.wording.card_text(card) for card in scene.cards)
        return own.speaker.plain("own-board-cards", cards=cards or _NO_CARDS)

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step."""
        scene = _scene_of(own)
        if step == HOME_STEP:
            return _home_page(scene)
        kind, rest = split_step(StepKind, step)
        if kind not in _PAGES:
            raise Refusal("stale_button")
        return _PAGES[kind](scene, rest)

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """Cards turned up, a word, a pass, a reward card, the host's word that counts twice, the end for the player."""
        state = require_game_of(GameState, game)
        user, (kind, rest) = state.players[seat].user, split_step(StepKind, step)
        match kind:
            case StepKind.FLIP:
                return Flip(user, _decode_positions(rest))
            case StepKind.WORD:
                return Form(user, word_steps.word_as_typed(state, rest))
            case StepKind.TRADE:
                return trade_steps.decode_trade(state, seat, rest)
            case StepKind.DOUBLE:
                return DoubleWord(user, _word_to_double(state, rest))
            case StepKind.INSTANT_WIN if not rest and (winning := word_steps.instant_win_words(state, seat)):
                return Form(user, winning)
            case _ if kind in _PLAIN_ACTIONS and not rest:
                return _PLAIN_ACTIONS[kind](user)
            case _:
                raise Refusal("stale_button")


def _word_to_double(state: GameState, index: str) -> str:
    if not index.isdecimal() or int(index) >= len(state.words):
        raise Refusal("stale_button")
    return state.words[int(index)].word


def _scene_of(own: OwnBoardContext) -> CardScene:
    state, game_view = require_game_of(GameState, own.game), view(own.game, own.user)
    if not isinstance(game_view, GameView):
        raise TypeError("a game of Klepka has a view of cards")
    return CardScene(own, state, game_view)


def _decode_positions(text: str) -> tuple[int, ...]:
    """The cards chosen, by their positions."""
    if _POSITION_CODES.fullmatch(text) is None:
        raise Refusal("stale_button")
    return tuple(int(text[start : start + _POSITION_DIGITS], 16) for start in range(0, len(text), _POSITION_DIGITS))


def _encode_positions(positions: tuple[int, ...]) -> str:
    return "".join(f"{position:02x}" for position in positions)


def _home_page(scene: CardScene) -> OwnBoardPage:
    speaker, game_view = scene.own.speaker, scene.view
    cards = " ".join(scene.wording.card_text(card) for card in scene.cards) or _NO_CARDS
    caption = speaker.html(
        "own-board-table", game=speaker.game_title, group=isolate_name(scene.own.group_title), cards=Html(cards)
    )
    times = "\n".join(clocks.current_clock_lines(scene.state, scene.own.now, speaker))
    text = join_lines(
        caption,
        scene.wording.last_turn_line(game_view),
        times,
        clocks.pause_line(game_view, speaker),
        scene.wording.next_turn_line(game_view),
    )
    rows: list[list[StepButton]] = []
    if _may_choose_cards(scene):
        rows.append([scene.message_button("own-board-flip", StepKind.FLIP)])
    if scene.on_turn and game_view.phase == "words":
        rows.append([scene.message_button("own-board-form-word", StepKind.WORD)])
    if scene.on_turn and game_view.phase == "extra":
        rows.append([scene.message_button("button-enough", StepKind.PASS, plays=True)])
    elif scene.on_turn and not game_view.flips:
        rows.append([scene.message_button("own-board-pass", StepKind.PASS)])
    if (
        scene.on_turn
        and game_view.phase == "words"
        and word_steps.instant_win_words(scene.state, scene.own.seat) is not None
    ):
        rows.append([StepButton(f"🏁 {scene.state.ruleset.instant_win}", StepKind.INSTANT_WIN, plays=True)])
    rewards = [("klepka-exchange", StepKind.TRADE)] if trade_steps.can_trade(scene) else []
    rewards += [("klepka-chaos", StepKind.CHAOS)] if CHAOS in scene.cards else []
    if rewards:
        rows.append([scene.message_button(message, step) for message, step in rewards])
    if scene.state.host == scene.own.user:
        rows += [
            [StepButton(label, f"{StepKind.DOUBLE}{index}", plays=True)]
            for index, label in keyboards.double_button_labels(game_view, speaker).items()
        ]
    rows.append([scene.message_button("own-board-my-cards", HAND_STEP)])
    rows.append(
        [
            scene.message_button("own-board-surrender", StepKind.SURRENDER),
            scene.message_button("own-board-refresh", HOME_STEP),
        ]
    )
    return scene.to_page(text, rows)


def _may_choose_cards(scene: CardScene) -> bool:
    return scene.on_turn and 0 < scene.view.flips <= _MOST_FLIPS and len(scene.state.table) <= _MOST_CARDS


def _chosen_positions(scene: CardScene, text: str) -> tuple[int, ...]:
    """What was chosen so far, fewer than are turned up, all of them still lying there, each once."""
    chosen = _decode_positions(text)
    if not _may_choose_cards(scene) or len(chosen) >= scene.view.flips:
        raise Refusal("stale_button")
    if not set(chosen) <= set(scene.lying_positions) or len(set(chosen)) < len(chosen):
        raise Refusal("stale_button")
    return chosen


def _choose_row_page(scene: CardScene, text: str) -> OwnBoardPage:
    chosen = _chosen_positions(scene, text)
    free = [position for position in scene.lying_positions if position not in chosen]
    rows = dict.fromkeys((position - 1) // scene.view.columns + 1 for position in free)
    keys = [StepButton(str(row), f"{StepKind.ROW}{row:02x}{text}") for row in rows]
    speaker = scene.own.speaker
    so_far = ", ".join(str(position) for position in chosen)
    question = join_lines(
        speaker.html("own-board-which-card-row", number=len(chosen) + 1, count=scene.view.flips),
        speaker.html("own-board-chosen", positions=so_far) if chosen else "",
    )
    end = [scene.back_button(f"{StepKind.FLIP}{text[:-_POSITION_DIGITS]}" if chosen else HOME_STEP)]
    if chosen:
        end.append(scene.home_button)
    every = len(scene.state.table) // scene.view.columns
    return scene.to_page(question, [*wrap_buttons(keys, width_of(every)), end], CardChoice(cards=chosen))


def _card_choice_page(scene: CardScene, text: str) -> OwnBoardPage:
    """Which card of the row; the last one that is needed turns all of them up."""
    row, so_far = _decode_positions(text[:_POSITION_DIGITS]), text[_POSITION_DIGITS:]
    chosen = _chosen_positions(scene, so_far)
    columns = scene.view.columns
    free = [
        position
        for position in scene.lying_positions
        if position not in chosen and row and (position - 1) // columns + 1 == row[0]
    ]
    if not free:
        raise Refusal("stale_button")
    last = len(chosen) + 1 == scene.view.flips
    keys = [
        StepButton(str(position), f"{StepKind.FLIP}{_encode_positions((*chosen, position))}", plays=last)
        for position in free
    ]
    speaker = scene.own.speaker
    question = speaker.html("own-board-which-last-card" if last else "own-board-which-card", row=row[0])
    rows = [*wrap_buttons(keys, width_of(columns)), [scene.back_button(f"{StepKind.FLIP}{so_far}")]]
    return scene.to_page(question, rows, CardChoice(row=row[0], cards=chosen))


def _chaos_page(scene: CardScene, text: str) -> OwnBoardPage:
    if text or CHAOS not in scene.cards:
        raise Refusal("stale_button")
    yes = scene.message_button("own-board-chaos-yes", StepKind.CHAOS, plays=True)
    return scene.to_page(scene.own.speaker.html("own-board-chaos-sure"), [[yes, scene.back_button()]])


_PAGES: Final[Mapping[StepKind, Callable[[CardScene, str], OwnBoardPage]]] = {
    StepKind.FLIP: _choose_row_page,
    StepKind.ROW: _card_choice_page,
    StepKind.WORD: word_steps.spell_word_page,
    StepKind.POLYSEMY: word_steps.choose_polysemy_letter_page,
    StepKind.TRADE: trade_steps.trade_page,
    StepKind.PASS: CardScene.pass_page,
    StepKind.CHAOS: _chaos_page,
    StepKind.SURRENDER: CardScene.surrender_page,
}
"""What shows a step of each kind, given what was chosen so far."""
_PLAIN_ACTIONS: Final[Mapping[StepKind, Callable[[int], Action]]] = {
    StepKind.PASS: Pass,
    StepKind.CHAOS: Chaos,
    StepKind.SURRENDER: Surrender,
}
"""Actions of which nothing is to be chosen."""
