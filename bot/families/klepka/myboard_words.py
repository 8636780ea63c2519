"""My table: a word put together by tapping the letters of the own cards."""

import re
import string
from collections import Counter
from typing import Final

from bot.families.klepka.myboard_scene import Scene
from bot.families.ownboard import MOST_STEP, Key, Page, wrapped
from bot.telegram.buttons import PLAYS
from engine.alphabet import alphabet
from engine.errors import Refusal
from engine.klepka.deck import POLYSEMY, letter
from engine.klepka.state import GameState

_SIGNS: Final = string.ascii_letters
_PART: Final = re.compile("(_?)([a-zA-Z])")
_LEAST: Final = 2
_WIDTH: Final = 6
"""Keys beside each other: on a phone more have no room for a letter and how many cards of it there are."""


def typed(state: GameState, text: str) -> str:
    """The word that buttons carry, as it is typed: letters of polysemy in brackets.

    Raises:
        Refusal: ``stale_button`` of what no button carries.
    """
    return "".join(f"[{one}]" if free else one for free, one in _read(state, text))


def _read(state: GameState, text: str) -> list[tuple[bool, str]]:
    """The letters, each with whether it comes from polysemy."""
    letters = alphabet(state.ruleset.language).letters
    known = dict(zip(_SIGNS, letters, strict=False))
    found = _PART.findall(text)
    if "".join(map("".join, found)) != text or any(sign not in known for _, sign in found):
        raise Refusal("stale_button")
    return [(bool(free), known[sign]) for free, sign in found]


def winning(state: GameState, seat: int) -> str | None:
    """The words that win at once, as typed (RULES §6.8); ``None`` where the player's cards do not make them."""
    wins = state.ruleset.instant_win
    if not wins:
        return None
    cards = state.players[seat].cards
    held = Counter(one for card in cards if (one := letter(card)) is not None)
    lacking = Counter(wins.replace(" ", "")) - held
    if len(lacking) > cards.count(POLYSEMY):
        return None
    text = ""
    for sign in wins:
        # A polysemy card serves each place of its letter.
        text += f"[{sign}]" if lacking[sign] > 0 else sign
        lacking[sign] -= 1
    return text


def spelling(scene: Scene, text: str) -> Page:
    """The word so far, and the letters that are left."""
    so_far, speaker = _read(scene.state, text), scene.own.speaker
    left, free = _left(scene, so_far)
    room = len(text) + 2 <= MOST_STEP - 1
    keys = [Key(f"{one} ×{left[one]}" if left[one] > 1 else one, f"w{text}{_sign(scene, one)}") for one in left]
    again = sorted({one for polysemy, one in so_far if polysemy})
    # A polysemy card serves each place of its letter.
    keys += [Key(f"[{one}]", f"w{text}_{_sign(scene, one)}") for one in again]
    more = [[scene.key("klepka-polysemy", f"v{text}")]] if free and room else []
    end = [scene.back(f"w{_shorter(text)}" if text else "")]
    done = []
    if len(so_far) >= _LEAST and scene.on_turn:
        done.append(
            [Key(speaker.plain("mine-form", word=typed(scene.state, text)), f"w{text}", plays=True, style=PLAYS)]
        )
    told = speaker.html("mine-spelled", word=typed(scene.state, text)) if text else speaker.html("mine-spell-cards")
    return scene.page(told, [*wrapped(keys if room else [], _WIDTH), *more, *done, end])


def _left(scene: Scene, so_far: list[tuple[bool, str]]) -> tuple[Counter[str], bool]:
    """The letters of the cards that are left, in the order of the alphabet, and whether a polysemy card is."""
    held = Counter(one for card in scene.cards if (one := letter(card)) is not None)
    used = Counter(one for polysemy, one in so_far if not polysemy)
    if used - held:
        raise Refusal("stale_button")
    known = alphabet(scene.state.ruleset.language)
    left = held - used
    cards = scene.cards.count(POLYSEMY) - len({one for polysemy, one in so_far if polysemy})
    return Counter({one: left[one] for one in sorted(left, key=known.rank)}), cards > 0


def _sign(scene: Scene, one: str) -> str:
    return _SIGNS[alphabet(scene.state.ruleset.language).letters.index(one)]


def _shorter(text: str) -> str:
    *parts, _ = [found[0] for found in _PART.finditer(text)]
    return "".join(parts)


def polysemy(scene: Scene, text: str) -> Page:
    """Which letter a polysemy card stands for."""
    _, free = _left(scene, _read(scene.state, text))
    if not free:
        raise Refusal("stale_button")
    letters = alphabet(scene.state.ruleset.language).letters
    keys = [Key(one, f"w{text}_{_sign(scene, one)}") for one in letters]
    return scene.page(scene.own.speaker.html("mine-which-polysemy"), [*wrapped(keys), [scene.back(f"w{text}")]])
