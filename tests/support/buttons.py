"""The buttons that messages may bear, drawn from every place that makes them, and tables on which to press them."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from bot.playground.server import share_with_bot
from bot.texts import Argument
from engine.duplicate.state import GameState as DuplicateState
from engine.game import Game, Table
from engine.invitations import INVITATION_LIFETIME
from engine.lobby_seats import Invitation
from engine.rng import commitment
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, ChatSession
from tests.support.chat_steps import button_labels, press_own_board
from tests.support.duplicate import closed
from tests.support.duplicate_games import open_round
from tests.support.games import NOW, after_actions, game, open_lobby_of, place_play, surrender, with_fields
from tests.support.klepka import klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.played_games import finish_game
from tests.support.records import append_records, game_by_results
from tests.support.sent_messages import Json, SentMessage

RACKS: Final = ("KALEMİR", "ŞŞZZVVÖ")
"""Of Kiraz and Limon: they have no letter in common, so that a tile tells whose it is."""
BOARD_GAME: Final = game("kelimelik", racks=RACKS)
FINISHED_GAME: Final = after_actions(BOARD_GAME, surrender(BOARD_GAME, 1))
_CHALLENGE_GAME: Final = game("scrabble-tr", racks=RACKS, options={"challenge": "double", "clock": "none"})
_GAME_WITH_TAKE_BACK: Final = game("kelimelik", racks=RACKS, options={"clock": "none", "take-back": "60"})
HINT_GAME: Final = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"})
TAKE_BACK_GAME: Final = after_actions(_GAME_WITH_TAKE_BACK, place_play(_GAME_WITH_TAKE_BACK, "8F KALEM"))
CHALLENGEABLE_GAME: Final = after_actions(_CHALLENGE_GAME, place_play(_CHALLENGE_GAME, "8F KALEM"))
CARD_GAME: Final = klepka_game_of_chat("ОоЩф ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))
OPEN_LOBBY: Final = open_lobby_of("wordbox-en")
LOBBY_WITH_INVITATION: Final = with_fields(
    OPEN_LOBBY, invited=(Invitation(7, "Nane", NOW + INVITATION_LIFETIME, NANE, ""),), invitations=7
)
FULL_LOBBY: Final = open_lobby_of("kelimelik")
GAME_HOSTED_BY_LIMON: Final = with_fields(BOARD_GAME, host=LIMON)
_GAME_OF_THREE: Final = game(
    "scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], bag="A" * 30, options={"clock": "none"}
)

GAME_WITH_ABSENTEE: Final = with_fields(
    _GAME_OF_THREE, turn=1, clocks=with_fields(_GAME_OF_THREE.clocks, misses=(1, 0, 0))
)

GAME_WITHOUT_NANE: Final = with_fields(
    _GAME_OF_THREE,
    players=(*_GAME_OF_THREE.players[:2], with_fields(_GAME_OF_THREE.players[2], user=ZEYTIN, name="Zeytin")),
)

_HOUR: Final = timedelta(hours=1)


def _late_round() -> DuplicateState:
    state = open_round()
    assert state.round is not None
    return with_fields(state, round=with_fields(state.round, opened=NOW - 2 * _HOUR, due=NOW + _HOUR))


LATE_ROUND: Final = _late_round()
PAUSE_BEHIND_ROUND: Final = with_fields(closed(LATE_ROUND), opens=NOW + _HOUR)
DRAW_OFFER_GAME: Final = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "BCDFGHJ"))
_SECRET: Final = "c4" * 32


def same_position_elsewhere(table: Table, secret: str = _SECRET) -> Table:
    return with_fields(table, secret=secret, commitment=commitment(secret))


def same_position_later(game: Game) -> Game:
    return with_fields(game, number=game.number + 1)


@dataclass(frozen=True, slots=True)
class ChatPair:
    group: ChatSession
    private: ChatSession


@dataclass(frozen=True, slots=True)
class ButtonMessage:
    chat: ChatSession
    message: SentMessage


DrawButton = Callable[[ChatPair], Awaitable[ButtonMessage]]


def drawn_in_group(text: str, person: int = KIRAZ) -> DrawButton:
    async def draw(place: ChatPair) -> ButtonMessage:
        return ButtonMessage(place.group, await place.group.say_and_wait(person, text))

    return draw


def drawn_in_private(text: str) -> DrawButton:
    async def draw(place: ChatPair) -> ButtonMessage:
        return ButtonMessage(place.private, await place.private.say_and_wait(KIRAZ, text))

    return draw


def drawn_for_topic(table: Table) -> DrawButton:
    async def draw(place: ChatPair) -> ButtonMessage:
        place.group.chat.topics[7] = "Oyun"
        place.group.harness.playground.world.set_forum(place.group.chat, on=True)
        await place.group.put_table(table, place.group.topic_scope(7))
        return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/masalar"))

    return draw


async def draw_options_menu(place: ChatPair) -> ButtonMessage:
    games = await place.group.say_and_wait(KIRAZ, "/yeni")
    await place.group.press_data(KIRAZ, games, games.button_data("games"))
    return ButtonMessage(place.group, await place.group.wait_edited(games, "editMessageText"))


async def draw_pass_question(place: ChatPair) -> ButtonMessage:
    board = await place.private.say_and_wait(KIRAZ, "/raf")
    return ButtonMessage(
        place.private, await press_own_board(place.private, board, place.private.text_plain("own-board-pass"))
    )


def drawn_of_records(text: str) -> DrawButton:
    async def draw(place: ChatPair) -> ButtonMessage:
        house, chat = place.group.harness, place.group.chat_id
        game = game_by_results(int(house.clock.now.timestamp()), (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 200))
        await append_records(house.redis, chat, game)
        return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, text))

    return draw


async def draw_broadcast_question(place: ChatPair) -> ButtonMessage:
    await place.private.say_and_wait(KIRAZ, "/duyuru Yarın bakım var")
    return ButtonMessage(place.private, (await place.private.wait_messages())[0])


async def draw_change_options(place: ChatPair) -> ButtonMessage:
    card = await place.group.say_and_wait(KIRAZ, "/tahta")
    await place.group.press_kind(KIRAZ, card, "alter")
    return ButtonMessage(place.group, (await place.group.wait_messages())[0])


async def draw_computers_panel(place: ChatPair) -> ButtonMessage:
    card = await place.group.say_and_wait(KIRAZ, "/tahta")
    await place.group.press_kind(KIRAZ, card, "computer")
    return ButtonMessage(place.group, (await place.group.wait_messages())[0])


async def draw_refused_first_game(place: ChatPair) -> ButtonMessage:
    """The offer of a first game with the button that turns it down; the other one deals tiles of a table of its own."""
    offer = await place.private.say_and_wait(KIRAZ, "/start first")
    rows = offer.message["reply_markup"]["inline_keyboard"][1:]
    message = {**offer.message, "reply_markup": {"inline_keyboard": rows}}
    return ButtonMessage(place.private, replace(offer, message=message))


async def draw_group_games(place: ChatPair) -> ButtonMessage:
    await place.private.say_and_wait(KIRAZ, "/yeni")
    await place.private.start_watching()
    share_with_bot(place.private.harness.playground.world, KIRAZ, KIRAZ, 1, [place.group.chat_id])
    return ButtonMessage(place.private, (await place.private.wait_messages(2))[1])


async def draw_cancel_objection(place: ChatPair) -> ButtonMessage:
    asked = await place.group.say_and_wait(LIMON, "/iptal")
    await place.group.press_kind(LIMON, asked, "cancel")
    (shown,) = await place.group.wait_messages()
    return ButtonMessage(place.group, shown)


async def draw_table_question(place: ChatPair) -> ButtonMessage:
    await place.group.put_table(same_position_elsewhere(BOARD_GAME), place.group.scope.at_table(2))
    return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/degistir hepsi"))


async def draw_history(place: ChatPair) -> ButtonMessage:
    await finish_game(place.group)
    return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/gecmis"))


async def draw_game_end(place: ChatPair) -> ButtonMessage:
    return ButtonMessage(place.group, await finish_game(place.group))


_PUZZLE: Final = "/bulmaca wordbox-uk"
"""A puzzle with letters of another alphabet than the racks': its own is nobody's, and may be read by everybody."""


@dataclass(frozen=True, slots=True)
class ButtonCase:
    table: Table | None
    draw_button: DrawButton
    player: int = field(default=KIRAZ, kw_only=True)
    other_pressers: frozenset[int] = field(default=frozenset(), kw_only=True)
    """Who else may press it."""
    is_bound_to_turn: bool = field(default=False, kw_only=True)
    """Whether it is good for the turn alone that it was drawn in."""
    is_own_right: bool = field(default=False, kw_only=True)
    """Whether a player who puts the own number into it does what everybody may do for the own seat."""


_SHOWN_BY_BOARD: Final = drawn_in_group("/tahta", NANE)
_EVERYBODY: Final = frozenset({KIRAZ, LIMON, NANE})

BUTTON_CASES: Final[Mapping[str, ButtonCase]] = {
    "board": ButtonCase(BOARD_GAME, drawn_in_group("/pas"), other_pressers=_EVERYBODY),
    "move": ButtonCase(None, drawn_for_topic(BOARD_GAME)),
    "which": ButtonCase(BOARD_GAME, draw_table_question, is_own_right=True),
    "join": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, player=NANE, other_pressers=_EVERYBODY),
    "leave": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "begin": ButtonCase(OPEN_LOBBY, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "seal": ButtonCase(BOARD_GAME, drawn_in_group("/kurallar", NANE), other_pressers=_EVERYBODY),
    "alter": ButtonCase(OPEN_LOBBY, draw_change_options),
    "computer": ButtonCase(OPEN_LOBBY, draw_computers_panel),
    "alone": ButtonCase(None, drawn_in_private("/bot")),
    "tutorial": ButtonCase(None, draw_refused_first_game),
    "open": ButtonCase(None, drawn_in_group("/start"), other_pressers=_EVERYBODY),
    "guide": ButtonCase(None, drawn_in_group("/start"), other_pressers=_EVERYBODY),
    "substitute": ButtonCase(
        GAME_WITHOUT_NANE, drawn_in_group("/yerine 1", LIMON), player=LIMON, other_pressers=frozenset({KIRAZ})
    ),
    "seat": ButtonCase(LOBBY_WITH_INVITATION, _SHOWN_BY_BOARD, player=NANE, other_pressers=frozenset({KIRAZ})),
    "alert": ButtonCase(FULL_LOBBY, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "proof": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "past": ButtonCase(None, draw_history, other_pressers=_EVERYBODY),
    "costly": ButtonCase(None, draw_game_end, other_pressers=frozenset({LIMON})),
    "again": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "more": ButtonCase(FINISHED_GAME, _SHOWN_BY_BOARD, other_pressers=_EVERYBODY),
    "set": ButtonCase(None, drawn_in_group("/ayarlar")),
    "records": ButtonCase(None, drawn_of_records("/kayitlar")),
    "opengroup": ButtonCase(None, draw_group_games),
    "games": ButtonCase(None, draw_options_menu),
    "choose": ButtonCase(None, drawn_in_group("/yeni")),
    "tune": ButtonCase(None, draw_options_menu),
    "yes": ButtonCase(BOARD_GAME, drawn_in_group("/teslim"), is_own_right=True),
    "no": ButtonCase(BOARD_GAME, drawn_in_group("/teslim"), is_own_right=True),
    "speak": ButtonCase(None, drawn_in_group("/dil")),
    "theme": ButtonCase(None, drawn_in_group("/tema")),
    "labels": ButtonCase(None, drawn_in_group("/etiket")),
    "rack": ButtonCase(BOARD_GAME, _SHOWN_BY_BOARD, other_pressers=frozenset({LIMON})),
    "own": ButtonCase(BOARD_GAME, drawn_in_private("/raf"), is_bound_to_turn=True),
    "make": ButtonCase(BOARD_GAME, draw_pass_question, is_bound_to_turn=True),
    "doubt": ButtonCase(CHALLENGEABLE_GAME, _SHOWN_BY_BOARD, player=LIMON),
    "back": ButtonCase(TAKE_BACK_GAME, _SHOWN_BY_BOARD),
    "hint": ButtonCase(HINT_GAME, drawn_in_private("/ipucu"), is_bound_to_turn=True),
    "agree": ButtonCase(DRAW_OFFER_GAME, drawn_in_group("/berabere", LIMON)),
    "decline": ButtonCase(DRAW_OFFER_GAME, drawn_in_group("/berabere", LIMON), other_pressers=frozenset({LIMON})),
    "put": ButtonCase(BOARD_GAME, drawn_in_group("/oyna kalem"), is_bound_to_turn=True),
    "sums": ButtonCase(BOARD_GAME, drawn_in_group("/oyna kalem"), is_bound_to_turn=True),
    "rows": ButtonCase(BOARD_GAME, drawn_in_group("/oyna kalem"), is_bound_to_turn=True),
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
    "volunteer": ButtonCase(GAME_WITHOUT_NANE, drawn_in_group("/yerine 1", LIMON), player=NANE),
    "mydata": ButtonCase(None, drawn_in_private("/verilerim")),
    "help": ButtonCase(None, drawn_in_private("/yardim"), other_pressers=_EVERYBODY),
    "puzzle": ButtonCase(None, drawn_in_private(_PUZZLE)),
    "solve": ButtonCase(None, drawn_in_private(_PUZZLE)),
    "stats": ButtonCase(None, drawn_of_records("/istatistik metin"), other_pressers=_EVERYBODY),
    "top": ButtonCase(None, drawn_of_records("/siralama metin"), other_pressers=_EVERYBODY),
    "desk": ButtonCase(None, draw_broadcast_question),
    "close": ButtonCase(LATE_ROUND, _SHOWN_BY_BOARD),
    "next": ButtonCase(PAUSE_BEHIND_ROUND, _SHOWN_BY_BOARD, is_bound_to_turn=True),
}


def forged_data(value: str, user: int, *, own: bool) -> Iterator[str]:
    """A button's data with each of its parts changed, as somebody may who has seen it."""
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


EMPTY = game("kelimelik", racks=["KALEMİS", "LERASİS"])
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])
QUIET = {"text": "", "show_alert": False, "url": ""}


def placement_buttons(sent: SentMessage) -> list[str]:
    return [one["text"] for one in sent.buttons if one["callback_data"].startswith("put:")]


def direction_name(talk: ChatSession, name: str) -> str:
    return talk.text_plain(f"way-{name}")


async def assert_refused(talk: ChatSession, answer: Json, message: str, **arguments: Argument) -> None:
    assert answer["show_alert"]
    assert answer["text"] == talk.text_plain(message, **arguments)


async def panel_after_update(talk: ChatSession, panel: SentMessage) -> SentMessage:
    return await talk.wait_edited(panel, "editMessageText", newest=True)


async def chosen_settings(talk: ChatSession) -> dict[str, str]:
    return await talk.harness.store.load_settings(talk.chat_id)


async def pick_value(talk: ChatSession, panel: SentMessage, name: str, value: str, person: int = KIRAZ) -> SentMessage:
    """Open a section, choose a value; the section then."""
    await talk.forge_tap(talk.user_json(person), panel, "set::menu")
    await talk.forge_tap(talk.user_json(person), panel, f"set::{name}")
    assert talk.text_plain("button-settings-back") in button_labels(await panel_after_update(talk, panel))
    await talk.press_data(person, panel, f"set::{name}:{value}")
    return await panel_after_update(talk, panel)


def marked_buttons(sent: SentMessage) -> list[str]:
    return [label.removeprefix("✓ ") for label in button_labels(sent) if label.startswith("✓ ")]
