"""Which look-ups share an answer, and that each kind of button has whoever draws it and whoever answers it."""

import pytest

from bot.families.services import ChatContext, TapHandler
from bot.handlers.general import all_command_rows
from bot.handlers.taps import ButtonError, check_all_buttons_handled
from bot.handlers.text_messages import RequestClassifier
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, Sender, Tap, Venue
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.games import NOW

PLACE = Scope(-5)


def coalesce_key(
    number: int | None = None, *, several: bool, user: int = KIRAZ, replied: int | None = None
) -> str | None:
    """By what `/tahta` of somebody shares an answer with others."""
    request = Command(
        UpdateContext(1),
        Venue(PLACE, private=False, title="", username=None),
        Sender(user, "Kiraz", None),
        1,
        "board",
        "",
        NOW,
        table_number=number,
        replied_message=replied,
    )
    kind = RequestClassifier(all_command_rows(), has_several_tables=lambda place: several and place == PLACE)(request)
    assert kind is not None
    return kind.coalesce_key


def test_at_one_table_equal_look_ups_share_an_answer() -> None:
    assert coalesce_key(several=False) == coalesce_key(several=False, user=LIMON) is not None


def test_at_several_tables_only_those_of_one_number_do() -> None:
    assert coalesce_key(several=True) is None
    assert coalesce_key(2, several=True) == coalesce_key(2, several=True, user=LIMON) is not None
    assert coalesce_key(2, several=True) != coalesce_key(3, several=True)


@pytest.mark.parametrize("several", [False, True])
def test_who_replies_may_mean_another_table_whatever_the_message_shows(several: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert coalesce_key(several=several, replied=7) is None


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
