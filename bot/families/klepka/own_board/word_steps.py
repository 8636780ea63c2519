"""Own table: a word spelled by tapping the letters of one's own cards."""

import re
import string
from collections import Counter
from typing import Final

from bot.families.klepka.own_board.scene import CardScene
from bot.families.klepka.own_board.step_kinds import StepKind
from bot.families.own_board import (
    MOST_STEP_CHARACTERS,
    OwnBoardPage,
    StepButton,
    wrap_buttons,
)
from bot.families.own_board_steps import LetterCodes, without_last_part
from bot.telegram.keyboards import STYLE_SUCCESS
from engine.alphabet import load_alphabet
from engine.errors import Refusal
from engine.klepka.deck import POLYSEMY, letter_on
from engine.klepka.state import GameState

_LETTER_CODE: Final = re.compile("(_?)([a-zA-Z])")
_LEAST_LETTERS: Final = 2
_WIDTH: Final = 6
"""So many buttons side by side have room on a phone for a letter and its count."""


def letter_codes(state: GameState) -> LetterCodes:
    """The codes of the letters on cards."""
    return LetterCodes(string.ascii_letters, load_alphabet(state.ruleset.language).letters)


def word_as_typed(state: GameState, text: str) -> str:
    """The word that buttons carry, as it is typed: letters of polysemy in brackets.

    Raises:
        Refusal: ``stale_button`` of what no button carries.
    """
    return "".join(f"[{one}]" if free else one for free, one in _decode_letters(state, text))


def _decode_letters(state: GameState, text: str) -> list[tuple[bool, str]]:
    """The letters, each with whether it comes from polysemy."""
    letters, found = letter_codes(state), _LETTER_CODE.findall(text)
    if "".join(map("".join, found)) != text:
        raise Refusal("stale_button")
    return [(bool(free), letters.decode(sign)) for free, sign in found]


def instant_win_words(state: GameState, seat: int) -> str | None:
    """The words that win at once, as typed (RULES §6.8); ``None`` where the player's cards do not make them."""
    wins = state.ruleset.instant_win
    if not wins:
        return None
    cards = state.players[seat].cards
    letters = Counter(one for card in cards if (one := letter_on(card)) is not None)
    lacking = Counter(wins.replace(" ", "")) - letters
    if len(lacking) > cards.count(POLYSEMY):
        return None
    text = ""
    for sign in wins:
        # A polysemy card serves each place of its letter.
        text += f"[{sign}]" if lacking[sign] > 0 else sign
        lacking[sign] -= 1
    return text


def spell_word_page(scene: CardScene, text: str) -> OwnBoardPage:
    """The word so far, and the letters that are left."""
    so_far, speaker = _decode_letters(scene.state, text), scene.own.speaker
    letters, (left, free) = letter_codes(scene.state), _letters_left(scene, so_far)
    room = len(text) + 2 <= MOST_STEP_CHARACTERS - 1
    keys = [
        StepButton(f"{one} ×{left[one]}" if left[one] > 1 else one, f"{StepKind.WORD}{text}{letters.encode(one)}")
        for one in left
    ]
    again = sorted({one for polysemy, one in so_far if polysemy})
    # A polysemy card serves each place of its letter.
    keys += [StepButton(f"[{one}]", f"{StepKind.WORD}{text}_{letters.encode(one)}") for one in again]
    more = [[scene.message_button("klepka-polysemy", f"{StepKind.POLYSEMY}{text}")]] if free and room else []
    end = [scene.back_button(f"{StepKind.WORD}{without_last_part(text, _LETTER_CODE)}" if text else "")]
    done = []
    if len(so_far) >= _LEAST_LETTERS and scene.on_turn:
        done.append(
            [
                StepButton(
                    speaker.plain("own-board-form", word=word_as_typed(scene.state, text)),
                    f"{StepKind.WORD}{text}",
                    plays=True,
                    style=STYLE_SUCCESS,
                )
            ]
        )
    caption = (
        speaker.html("own-board-spelled", word=word_as_typed(scene.state, text))
        if text
        else speaker.html("own-board-spell-cards")
    )
    return scene.to_page(caption, [*wrap_buttons(keys if room else [], _WIDTH), *more, *done, end])


def _letters_left(scene: CardScene, so_far: list[tuple[bool, str]]) -> tuple[Counter[str], bool]:
    letters = Counter(one for card in scene.cards if (one := letter_on(card)) is not None)
    used = Counter(one for polysemy, one in so_far if not polysemy)
    if used - letters:
        raise Refusal("stale_button")
    known = load_alphabet(scene.state.ruleset.language)
    left = letters - used
    cards = scene.cards.count(POLYSEMY) - len({one for polysemy, one in so_far if polysemy})
    return Counter({one: left[one] for one in sorted(left, key=known.rank)}), cards > 0


def choose_polysemy_letter_page(scene: CardScene, text: str) -> OwnBoardPage:
    """Which letter a polysemy card stands for."""
    _, free = _letters_left(scene, _decode_letters(scene.state, text))
    if not free:
        raise Refusal("stale_button")
    codes = letter_codes(scene.state)
    keys = [StepButton(one, f"{StepKind.WORD}{text}_{codes.encode(one)}") for one in codes.letters]
    return scene.to_page(
        scene.own.speaker.html("own-board-which-polysemy"),
        [*wrap_buttons(keys), [scene.back_button(f"{StepKind.WORD}{text}")]],
    )
