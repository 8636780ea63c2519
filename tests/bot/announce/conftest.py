"""Nothing that is tried again here waits for it in real seconds."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _try_again_at_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.workers.supervisor._FIRST_SECONDS", 0.0)
        patch.setattr("bot.telegram.transport._SHORTEST_WAIT", 0)
        patch.setattr("bot.announce.board_messages.PAUSE_SECONDS", 0.0)
        yield
