"""A draw is offered while somebody is sought for a seat: each message has the buttons of what it tells."""

import pytest

from bot.announce.posts import Posts
from bot.families import registry
from bot.tables.codec import Notice
from bot.tables.held import table_name
from bot.telegram.buttons import Buttons, read
from bot.texts import Texts
from engine import game as door
from engine.absence import Seek, Volunteer, Vote
from engine.clock import Pause
from engine.crossword.actions import AcceptDraw, OfferDraw
from engine.crossword.state import GameState
from tests.support.games import OUTSIDER, USERS, after, game, step

A, B, C, _ = USERS
TEXTS = Texts()
RACKS = ("NAEEEEE", "AEIOUST", "QJXZKVW")
TABLE = game("wordbox-en", laid=["8I AID"], racks=RACKS, options={"challenge": "void", "clock": "none"})
OFFERED = after(TABLE, OfferDraw(A))
SEEK = Seek(A, 1, ruling=True)
SOUGHT = after(OFFERED, SEEK)
EMIN = Volunteer(OUTSIDER, "Emin", 1)
READY = after(SOUGHT, EMIN)
VOTE = Vote(A, "replace", 1, READY.number, user=OUTSIDER)

DRAW, HEIR, BALLOT = ["agree", "decline"], ["heir", "standin"], ["vote", "vote"]


def shown(state: GameState, *actions: door.Action) -> list[str]:
    """The kinds of the buttons under the one message that tells these actions."""
    notices = []
    for action in actions:
        state, events = step(state, action)
        notices.append(Notice(events, door.view(state, None), table_name(state), state.ruleset.title))
    post = Posts(TEXTS, Buttons(TEXTS)).compose(notices, "en")
    assert post.told == len(actions)
    keys = [] if post.keyboard is None else [key for row in post.keyboard.inline_keyboard for key in row]
    pressed = [read(str(key.callback_data), registry.buttons()) for key in keys]
    return [one.kind for one in pressed if one is not None]


@pytest.mark.parametrize(
    ("state", "actions", "kinds"),
    [
        (OFFERED, [SEEK], HEIR),
        (SOUGHT, [EMIN], BALLOT),
        (READY, [VOTE], BALLOT),
        (after(TABLE, SEEK), [OfferDraw(A)], DRAW),
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
    assert shown(state, *actions) == kinds
