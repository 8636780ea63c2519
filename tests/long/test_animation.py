"""The README's animation can be filmed anew: its taps still lead from the group's board to the next one."""

from pathlib import Path

import pytest

from tests.animation.film import TAPS, film
from tests.animation.scene import WORD, open_scene
from tests.support.browser import needs_a_browser

pytestmark = [pytest.mark.long(seconds=25), needs_a_browser]


async def test_the_taps_that_are_filmed_lay_the_word(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder: Path = tmp_path_factory.mktemp("film")
    async with open_scene(folder) as scene:
        shots = await film(scene)
        assert WORD in scene.room.unread_messages()[-1].text
    assert len(shots) == 2 * len(TAPS) + 1
    assert sum(shot.tapped is not None for shot in shots) == len(TAPS)
