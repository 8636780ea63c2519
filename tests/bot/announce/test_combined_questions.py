"""A draw is offered while somebody is sought for a seat: each message has the buttons of what it tells."""

import pytest

from bot.announce.compose import PostComposer
from bot.families import registry
from bot.tables.codec import Notice
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import parse_button_data
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from engine import game as door
from engine.absence import Seek, Volunteer, Vote
from engine.clock import Pause
from engine.crossword.actions import AcceptDraw, OfferDraw
from engine.crossword.state import GameState
from tests.support.games import OUTSIDER, USERS, after_actions, apply_step, game

A, B, C, _ = USERS
TEXTS = Texts()
RACKS = ("NAEEEEE", "AEIOUST", "QJXZKVW")
TABLE = game("wordbox-en", laid=["8I AID"], racks=RACKS, options={"challenge": "void", "clock": "none"})
OFFERED = after_actions(TABLE, OfferDraw(A))
SEEK = Seek(A, 1, ruling=True)
SOUGHT = after_actions(OFFERED, SEEK)
EMIN = Volunteer(OUTSIDER, "Emin", 1)
READY = after_actions(SOUGHT, EMIN)
VOTE = Vote(A, "replace", 1, READY.number, user=OUTSIDER)

DRAW, HEIR, BALLOT = ["agree", "decline"], ["heir", "standin"], ["vote", "vote"]


def button_kinds(state: GameState, *actions: door.Action) -> list[str]:
    """The kinds of the buttons under the one message that tells these actions."""
    notices = []
    for action in actions:
        state, events = apply_step(state, action)
        notices.append(Notice(events, door.view(state, None), table_name(state), state.ruleset.title))
    post = PostComposer(TEXTS, Keyboards(TEXTS)).compose_post(notices, "en")
    assert post.notice_count == len(actions)
    keys = [] if post.keyboard is None else [key for row in post.keyboard.inline_keyboard for key in row]
    pressed = [parse_button_data(str(key.callback_data), registry.all_button_kinds()) for key in keys]
    return [one.kind for one in pressed if one is not None]


@pytest.mark.parametrize(
    ("state", "actions", "kinds"),
    [
        (OFFERED, [SEEK], HEIR),
        (SOUGHT, [EMIN], BALLOT),
        (READY, [VOTE], BALLOT),
        (after_actions(TABLE, SEEK), [OfferDraw(A)], DRAW),
        (READY, [AcceptDraw(C)], DRAW),
        (READY, [Pause(A)], DRAW),
        (TABLE, [OfferDraw(A), SEEK], DRAW + HEIR),
        (TABLE, [SEEK, OfferDraw(C)], DRAW + HEIR),
        (TABLE, [SEEK], HEIR),
        (TABLE, [OfferDraw(A)], DRAW),
    ],
)
def test_a_message_has_the_buttons_of_what_it_tells(
    state: GameState, actions: list[door.Action], kinds: list[str]
) -> None:
    assert button_kinds(state, *actions) == kinds
