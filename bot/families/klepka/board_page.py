"""Klepka on the board page: actions, and the cards that the group sees face up."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.families.board_page import BoardPage, CardsOnPage
from bot.families.klepka.own_board import instant_win_words, words_to_double
from bot.families.klepka.wording import CARD_REVEAL
from bot.tables.table_loader import require_game_of, require_seat
from bot.telegram.requests import PageAction
from engine.errors import Refusal
from engine.game import Action, Event, Game
from engine.klepka.actions import DoubleWord
from engine.klepka.events import CardsRevealed
from engine.klepka.secrecy import view_for
from engine.klepka.state import GameState
from engine.turns import Surrender

_LEAST_SECONDS: Final = 0.5
"""A page is told of no card that is turned down sooner, as it would come too late."""


class OpenCard(Struct, frozen=True):
    """A card that the group sees face up."""

    position: int
    card: str
    taken: bool
    left: int
    """The milliseconds until it is turned down."""


def _to_action(request: PageAction, game: Game, _: object) -> Action:
    user, move = request.sender.user, request.move
    require_seat(game, user)
    match move.kind:
        case "double":
            return DoubleWord(user, move.text)
        case "surrender":
            return Surrender(user)
        case _:
            raise Refusal("stale_button")


def cards_on_page(game: Game, seat: int | None, shown: Sequence[tuple[float, Event]], now: float) -> CardsOnPage:
    """See :attr:`bot.families.board_page.BoardPage.cards`: no card whose time is up, or nearly."""
    state = require_game_of(GameState, game)
    seen = view_for(state, seat)
    ends: dict[int, float] = {}
    events: list[CardsRevealed] = []
    for until, event in shown:
        if until >= now + _LEAST_SECONDS and isinstance(event, CardsRevealed):
            events.append(event)
            ends |= dict.fromkeys((card.position for card in event.cards), until)
    revealed = CARD_REVEAL.view_with_revealed(seen, events).revealed if events else ()
    return CardsOnPage(
        at=int(1000 * now),
        open=[OpenCard(one.position, one.card, one.taken, int(1000 * (ends[one.position] - now))) for one in revealed],
        wins=None if seat is None or state.outcome is not None else instant_win_words(state, seat),
        doubles=() if seat is None or state.players[seat].user != state.host else tuple(words_to_double(seen).values()),
    )


KLEPKA_PAGE: Final = BoardPage(
    _to_action, commands={kind: kind for kind in ("flip", "form", "pass", "chaos", "trade")}, cards=cards_on_page
)
