"""Faults in pictures that are small beside the whole."""

from typing import Final

from tests.faults.fault import Fault

PICTURES: Final = (
    Fault(
        "second-place-gets-a-golden-medal",
        r'fill, ink = \("new", "tile_ink"\) if place == 1 else',
        'fill, ink = ("new", "tile_ink") if place <= 2 else',
        ("tests/render/test_goldens.py",),
    ),
    Fault(
        "who-gave-up-is-not-muted",
        r'return "light" if row\.place == 1 else "ink" if row\.active else "muted"',
        'return "light" if row.place == 1 else "ink"',
        ("tests/render/test_goldens.py",),
    ),
    Fault(
        "wood-without-bevel",
        r'art\.rounded_box\(\(gap, gap, low, low\), 0, rgb\("sheen"\)\)',
        'art.rounded_box((gap, gap, low, low), 0, rgb("grid"))',
        ("tests/render/test_wood_theme.py",),
    ),
    Fault(
        "wood-without-grain",
        r'art\.wood_grain\(\(gap, gap, inner, inner\), cut, self\.size \* 0\.14, rgb\("grain"\)\)',
        "pass",
        ("tests/render/test_wood_theme.py",),
    ),
    Fault(
        "buttons-without-signs",
        r"        elif text:\n            left, top, right, bottom = \(int\(edge\) for edge in sign_font",
        "        elif not text:\n            left, top, right, bottom = (int(edge) for edge in sign_font",
        ("tests/render/test_keyboard.py",),
    ),
    Fault(
        "guide-board-with-the-last-score-alone",
        r"position\.scores\[position\.mover\] \+= _lay_play\(position, play\)\.score",
        "position.scores[position.mover] = _lay_play(position, play).score",
        ("tests/docs/test_player_guides.py",),
    ),
    Fault(
        "legend-runs-out-of-the-picture",
        r"if left \+ wide > room:",
        "if not lines:",
        ("tests/render/test_cards_picture.py",),
    ),
    Fault(
        "own-board-bears-its-readers-signs",
        r'premium_labels\(game if self\.labels == "game" else self\.chat_language or self\.language\)',
        'premium_labels(game if self.labels == "game" else self.language)',
        ("tests/bot/handlers/chat_settings/test_labels.py",),
    ),
    Fault(
        "wide-board-as-text-breaks-on-a-phone",
        r'return len\("00"\) \+ 2 \* view\.columns \+ len\(" 00"\) > PHONE_WIDTH',
        "return view.columns > 21",
        ("tests/render/test_text_board.py",),
    ),
    Fault(
        "premiums-of-a-wide-board-look-like-tiles",
        r"return _NARROW_SIGNS\.get\(premium, premium\) if is_narrow\(view\) else premium",
        "return premium",
        ("tests/render/test_text_board.py",),
    ),
)
