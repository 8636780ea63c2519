"""Every kind of button with a message that bears it, and what those whom it is not for may try with it.

An altered client sends any data with any message that it sees, so a button is never judged by where it hangs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.game import Table
from tests.support.button_tables import (
    BOARD_GAME,
    CARD_GAME,
    CHALLENGEABLE_GAME,
    DRAW_OFFER_GAME,
    FINISHED_GAME,
    FULL_LOBBY,
    GAME_HOSTED_BY_LIMON,
    GAME_WITH_ABSENTEE,
    GAME_WITHOUT_NANE,
    HINT_GAME,
    LOBBY_WITH_INVITATION,
    MANY_PLACES_GAME,
    OPEN_LOBBY,
    TAKE_BACK_GAME,
)
from tests.support.chat_harness import KIRAZ, LIMON, NANE
from tests.support.drawn_buttons import (
    DrawButton,
    draw_broadcast_question,
    draw_cancel_objection,
    draw_change_options,
    draw_computers_panel,
    draw_game_end,
    draw_group_games,
    draw_history,
    draw_options_menu,
    draw_pass_question,
    draw_refused_first_game,
    draw_table_question,
    drawn_for_topic,
    drawn_in_group,
    drawn_in_private,
    drawn_of_records,
)
from tests.support.games import with_fields

_PUZZLE: Final = "/bulmaca wordbox-uk"
"""A puzzle with letters of another alphabet than the racks': its own is nobody's, and may be read by everybody."""


@dataclass(frozen=True, slots=True)
class ButtonCase:
    """A kind of button."""

    table: Table | None
    """What the group plays as it is drawn."""
    draw_button: DrawButton
    """Has the bot draw it."""
    player: int = field(default=KIRAZ, kw_only=True)
    """Whose it is."""
    other_pressers: frozenset[int] = field(default=frozenset(), kw_only=True)
    """Who else may press it."""
    is_bound_to_turn: bool = field(default=False, kw_only=True)
    """Whether it is good for the turn alone that it was drawn in."""
    is_own_right: bool = field(default=False, kw_only=True)
    """Whether a player who puts the own number into it does what everybody may do for the own seat."""


_SHOWN_BY_BOARD: Final = drawn_in_group("/tahta", NANE)
_EVERYBODY: Final = frozenset({KIRAZ, LIMON, NANE})

BUTTON_CASES: Final[Mapping[str, ButtonCase]] = {
    "board": ButtonCase(BOARD_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "move": ButtonCase(None, drawn_for_topic(BOARD_GAME)),
    "which": ButtonCase(BOARD_GAME, draw_table_question, is_own_right=True),
    "join": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, player=NANE, other_pressers=_EVERYBODY),
    "leave": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "begin": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "seal": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "alter": ButtonCase(OPEN_LOBBY, draw_change_options),
    "computer": ButtonCase(OPEN_LOBBY, draw_computers_panel),
    "alone": ButtonCase(None, drawn_in_private("/bot")),
    "tutorial": ButtonCase(None, draw_refused_first_game),
    "open": ButtonCase(None, drawn_in_group("/start"), other_pressers=_EVERYBODY),
    "guide": ButtonCase(None, drawn_in_group("/start"), other_pressers=_EVERYBODY),
    "standin": ButtonCase(
        GAME_WITHOUT_NANE, drawn_in_group("/yerine 1", LIMON), player=LIMON, other_pressers=frozenset({KIRAZ})
    ),
    "seat": ButtonCase(LOBBY_WITH_INVITATION, _SHOWN_BY_BOARD, player=NANE, other_pressers=frozenset({KIRAZ})),
    "bell": ButtonCase(FULL_LOBBY, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "proof": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "past": ButtonCase(None, draw_history, other_pressers=_EVERYBODY),
    "costly": ButtonCase(None, draw_game_end, other_pressers=frozenset({LIMON})),
    "again": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "more": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "set": ButtonCase(None, drawn_in_group("/ayarlar")),
    "records": ButtonCase(None, drawn_of_records("/kayitlar")),
    "there": ButtonCase(None, draw_group_games),
    "games": ButtonCase(None, draw_options_menu),
    "choose": ButtonCase(None, drawn_in_group("/yeni")),
    "tune": ButtonCase(None, draw_options_menu),
    "yes": ButtonCase(BOARD_GAME, drawn_in_group("/teslim"), is_own_right=True),
    "no": ButtonCase(BOARD_GAME, drawn_in_group("/teslim"), is_own_right=True),
    "speak": ButtonCase(None, drawn_in_group("/dil")),
    "theme": ButtonCase(None, drawn_in_group("/tema")),
    "labels": ButtonCase(None, drawn_in_group("/etiket")),
    "rack": ButtonCase(BOARD_GAME, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "mine": ButtonCase(BOARD_GAME, drawn_in_private("/raf"), is_bound_to_turn=True),
    "make": ButtonCase(BOARD_GAME, draw_pass_question, is_bound_to_turn=True),
    "doubt": ButtonCase(CHALLENGEABLE_GAME, _SHOWN_BY_BOARD, player=LIMON),
    "back": ButtonCase(TAKE_BACK_GAME, _SHOWN_BY_BOARD),
    "hint": ButtonCase(HINT_GAME, drawn_in_private("/ipucu"), is_bound_to_turn=True),
    "agree": ButtonCase(DRAW_OFFER_GAME, drawn_in_group("/berabere", LIMON)),
    "decline": ButtonCase(DRAW_OFFER_GAME, drawn_in_group("/berabere", LIMON), other_pressers=frozenset({LIMON})),
    "put": ButtonCase(BOARD_GAME, drawn_in_group("/oyna kalem"), is_bound_to_turn=True),
    "sums": ButtonCase(BOARD_GAME, drawn_in_group("/oyna kalem"), is_bound_to_turn=True),
    "rows": ButtonCase(MANY_PLACES_GAME, drawn_in_group("/oyna kale"), is_bound_to_turn=True),
    "reading": ButtonCase(None, drawn_in_group("/yon"), is_own_right=True),
    "lay": ButtonCase(BOARD_GAME, drawn_in_private("/dene 8F KALEM"), is_bound_to_turn=True),
    "card": ButtonCase(CARD_GAME, _SHOWN_BY_BOARD, is_bound_to_turn=True),
    "enough": ButtonCase(with_fields(CARD_GAME, phase="extra"), _SHOWN_BY_BOARD, is_bound_to_turn=True),
    "twice": ButtonCase(CARD_GAME, drawn_in_group("/soz кіт")),
    "cancel": ButtonCase(GAME_HOSTED_BY_LIMON, drawn_in_group("/iptal", LIMON), player=LIMON, is_own_right=True),
    "keep": ButtonCase(GAME_HOSTED_BY_LIMON, drawn_in_group("/iptal", LIMON), player=LIMON),
    "object": ButtonCase(GAME_HOSTED_BY_LIMON, draw_cancel_objection, other_pressers=frozenset({LIMON})),
    "vote": ButtonCase(
        GAME_WITH_ABSENTEE, drawn_in_group("/cikar 1", LIMON), player=NANE, other_pressers=frozenset({LIMON})
    ),
    "remove": ButtonCase(GAME_WITH_ABSENTEE, drawn_in_group("/cikar 2")),
    "heir": ButtonCase(GAME_WITHOUT_NANE, drawn_in_group("/yerine 1", LIMON), player=NANE),
    "mydata": ButtonCase(None, drawn_in_private("/verilerim")),
    "help": ButtonCase(None, drawn_in_private("/yardim"), other_pressers=_EVERYBODY),
    "puzzle": ButtonCase(None, drawn_in_private(_PUZZLE)),
    "solve": ButtonCase(None, drawn_in_private(_PUZZLE)),
    "stats": ButtonCase(None, drawn_of_records("/istatistik metin"), other_pressers=_EVERYBODY),
    "top": ButtonCase(None, drawn_of_records("/siralama metin"), other_pressers=_EVERYBODY),
    "desk": ButtonCase(None, draw_broadcast_question),
}
"""By what their data begin with."""


def forged_data(value: str, user: int, *, own: bool) -> Iterator[str]:
    """A button's data with each of its parts changed, as somebody may who has seen it.

    ``own``: whether to put the own number in the place of its player's.
    """
    kind, table, *rest = value.split(":")
    yield ":".join((*value.split(":"), "1"))
    yield ":".join((kind, "0" * 8, *rest))
    if rest:
        yield ":".join((kind, table, *rest[:-1]))
    for place, part in enumerate(rest):
        for other in _forged_parts(part, user, own=own):
            yield ":".join((kind, table, *rest[:place], other, *rest[place + 1 :]))


def _forged_parts(part: str, user: int, *, own: bool) -> Iterator[str]:
    players = {str(player): str(user) for player in (KIRAZ, LIMON)} | {f"{KIRAZ:x}": f"{user:x}"}
    if part in players:
        if own:
            yield players[part]
    elif part.isdecimal():
        yield from (str(int(part) + 1), "0", "999999")
    else:
        yield part[::-1]
