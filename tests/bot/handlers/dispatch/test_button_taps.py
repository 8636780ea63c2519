"""A button is a row of what it carries and a row of who answers it; what does not belong together is refused."""

import pytest

from bot.families import registry
from bot.families.chat import TapHandler
from bot.families.chat_context import ChatContext
from bot.handlers.dispatch.button_taps import ButtonError, check_all_buttons_handled
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Tap


async def answer_wave(tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
    """Answers a button."""


@pytest.mark.parametrize(
    ("kinds", "handlers", "wrong"),
    [
        (["board", "wave"], {"board": answer_wave}, "nobody answers the button wave"),
        (["board"], {"board": answer_wave, "wave": answer_wave}, "nobody draws the button wave"),
    ],
)
def test_a_row_without_its_other_half_is_named(kinds: list[str], handlers: dict[str, TapHandler], wrong: str) -> None:
    with pytest.raises(ButtonError, match=wrong):
        check_all_buttons_handled(kinds, handlers)
    assert check_all_buttons_handled(["wave"], {"wave": answer_wave}) == {"wave": answer_wave}


def test_what_all_are_answered_with_shows_and_changes_nothing() -> None:
    looking = {kind for kind, button in registry.all_button_kinds().items() if button.yields_to_actions}
    assert looking == {"board", "games", "guide", "more", "past", "proof", "stats", "top"}
    assert all(registry.all_button_kinds()[kind].is_look_up for kind in looking)
