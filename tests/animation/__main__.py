"""``python -m tests.animation``: films the README's animation, and its still for those who want no motion.

It also photographs the board page in the same game; ``python -m tests.animation page`` does that alone.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from tests.animation.board_page import photograph
from tests.animation.film import Shot, film
from tests.animation.scene import open_scene

FOLDER: Final = Path(__file__).parents[2] / "docs" / "animation"
ANIMATION, STILL, PAGE = "first-move.webp", "first-move-still.webp", "board-page.webp"
_QUALITY: Final = 82
_RADIUS: Final = 38
_INK: Final = (24, 90, 160)
_OFTEN: Final = 4
"""How many times larger the finger's mark is drawn before it is made small: its edge is smooth then."""


def draw_shot(shot: Shot) -> Image.Image:
    """The screen, with a disc where it is tapped."""
    picture = Image.open(io.BytesIO(shot.png)).convert("RGB")
    if shot.tapped is None:
        return picture
    size = 2 * _RADIUS * _OFTEN
    disc = Image.new("L", (size, size))
    pen = ImageDraw.Draw(disc)
    pen.ellipse((0, 0, size - 1, size - 1), fill=110, outline=235, width=5 * _OFTEN)
    mask = disc.resize((2 * _RADIUS, 2 * _RADIUS), Image.Resampling.LANCZOS)
    left, top = (round(place) - _RADIUS for place in shot.tapped)
    picture.paste(Image.new("RGB", mask.size, _INK), (left, top), mask)
    return picture


async def _film() -> list[Shot]:
    with tempfile.TemporaryDirectory(prefix="hf") as folder:
        async with open_scene(Path(folder)) as scene:
            return await film(scene)


def main() -> int:
    """Film, photograph and write."""
    page = Image.open(io.BytesIO(asyncio.run(photograph()))).convert("RGB")
    page.save(FOLDER / PAGE, quality=_QUALITY, method=6)
    sys.stdout.write(f"{PAGE} in {FOLDER}\n")
    if sys.argv[1:] == ["page"]:
        return 0
    shots = asyncio.run(_film())
    first, *others = (draw_shot(shot) for shot in shots)
    durations = [round(1000 * shot.seconds) for shot in shots]
    first.save(
        FOLDER / ANIMATION,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        quality=_QUALITY,
        method=6,
        minimize_size=True,
    )
    others[-1].save(FOLDER / STILL, quality=_QUALITY, method=6)
    sys.stdout.write(f"{ANIMATION} ({len(shots)} frames) and {STILL} in {FOLDER}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
