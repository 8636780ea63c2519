"""A button is a row of what it carries and a row of who answers it; what does not belong together is refused."""

import pytest

from bot.families import registry
from bot.families.context import Context
from bot.families.family import OnTap
from bot.handlers.taps import ButtonError, answered
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Tap


async def waved(tap: Tap, context: Context, pressed: Pressed) -> None:
    """Answers a button."""


@pytest.mark.parametrize(
    ("kinds", "handlers", "wrong"),
    [
        (["board", "wave"], {"board": waved}, "nobody answers the button wave"),
        (["board"], {"board": waved, "wave": waved}, "nobody draws the button wave"),
    ],
)
def test_a_row_without_its_other_half_is_named(kinds: list[str], handlers: dict[str, OnTap], wrong: str) -> None:
    with pytest.raises(ButtonError, match=wrong):
        answered(kinds, handlers)
    assert answered(["wave"], {"wave": waved}) == {"wave": waved}


def test_what_all_are_answered_with_shows_and_changes_nothing() -> None:
    looking = {kind for kind, button in registry.buttons().items() if button.looks}
    assert looking == {"board", "games", "more", "proof"}
    assert all(registry.buttons()[kind].shows for kind in looking)
