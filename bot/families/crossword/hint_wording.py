"""What a hint says, step by step, and the button of the next step."""

from collections.abc import Callable, Iterator
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.crossword.board_wording import spell_scored_word
from bot.families.crossword.move_text import direction_name, direction_of_word, tile_sign
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import callback_button
from bot.texts import Argument
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.crossword.view import GameView, HintView, WordScore

_STEP_BUTTONS: Final = ("button-hint-1", "button-hint-2", "button-hint-3", "button-hint-4")
"""What the button of each step says."""


def hint_text(view: GameView, speaker: Speaker) -> str:
    """A line for each step that was told, whose words it is about, and what a further step costs; HTML."""
    return "\n".join(_hint_lines(view, speaker, speaker.html))


def plain_hint_text(view: GameView, speaker: Speaker) -> str:
    """The same for a box."""
    return "\n".join(_hint_lines(view, speaker, speaker.plain))


def hint_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The button of the next step, with its price."""
    hint, price = view.hint, view.hint_price
    if price is None or (hint is not None and hint.last):
        return None
    step = 1 if hint is None else hint.steps + 1
    label = speaker.plain(_STEP_BUTTONS[step - 1], priced="yes" if price else "no", price=price)
    return InlineKeyboardMarkup([[callback_button(label, encode_button_data("hint", table, view.number, step))]])


def _hint_lines(view: GameView, speaker: Speaker, say: Callable[..., str]) -> Iterator[str]:
    hint, price = view.hint, view.hint_price or 0
    if hint is None:
        yield say("hint-about")
    else:
        for message, arguments in _told_steps(hint, speaker):
            yield say(message, **arguments)
        yield say("dictionary-line", words=speaker.dictionary_label())
    if price and (hint is None or not hint.last):
        yield say("hint-price", price=price)


def _told_steps(hint: HintView, speaker: Speaker) -> Iterator[tuple[str, dict[str, Argument]]]:
    if hint.kind == "pass":
        yield "hint-pass", {}
        return
    if hint.word is not None:
        yield "hint-play", _play_arguments(hint, hint.word, speaker)
        return
    if hint.given:
        yield "hint-exchange-tiles", {"tiles": " ".join(map(tile_sign, hint.given))}
        return
    if hint.kind == "play":
        yield "hint-where-row" if hint.line.isdecimal() else "hint-where-column", {"line": hint.line}
    else:
        yield "hint-exchange", {}
    if hint.length is not None:
        yield "hint-length-play" if hint.kind == "play" else "hint-length-exchange", {"count": hint.length}
    if hint.first is not None:
        yield "hint-first-play" if hint.kind == "play" else "hint-first-exchange", {"letter": tile_sign(hint.first)}


def _play_arguments(hint: HintView, word: WordScore, speaker: Speaker) -> dict[str, Argument]:
    blanks = frozenset(put.cell for put in hint.tiles if put.tile.startswith(BLANK))
    return {
        "cell": word.cells[0],
        "way": direction_name(direction_of_word(word), speaker),
        "word": spell_scored_word(word, blanks),
        "score": hint.score,
    }
