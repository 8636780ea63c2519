"""Buttons as the bot draws them: each in a message that somebody has it send, in a group or in private."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.playground.server import share_with_bot
from engine.game import Table
from tests.support.button_tables import BOARD_GAME, same_position_elsewhere
from tests.support.chat_harness import KIRAZ, LIMON, ChatSession
from tests.support.chat_steps import press_own_board
from tests.support.finished_games import finished_game
from tests.support.played_games import finish_game
from tests.support.sent_messages import SentMessage
from tests.support.stored_records import append_records


@dataclass(frozen=True, slots=True)
class ChatPair:
    """Where buttons are drawn: a group, and Kiraz's private chat."""

    group: ChatSession
    private: ChatSession


@dataclass(frozen=True, slots=True)
class ButtonMessage:
    """A message that bears a button, and the chat where it hangs."""

    chat: ChatSession
    message: SentMessage


DrawButton = Callable[[ChatPair], Awaitable[ButtonMessage]]


def drawn_in_group(text: str, person: int = KIRAZ) -> DrawButton:
    """Drawn as an answer in the group."""

    async def draw(place: ChatPair) -> ButtonMessage:
        return ButtonMessage(place.group, await place.group.say_and_wait(person, text))

    return draw


def drawn_in_private(text: str) -> DrawButton:
    """Drawn as an answer to Kiraz alone."""

    async def draw(place: ChatPair) -> ButtonMessage:
        return ButtonMessage(place.private, await place.private.say_and_wait(KIRAZ, text))

    return draw


def drawn_for_topic(table: Table) -> DrawButton:
    """A table of a topic, which can go on in the general one."""

    async def draw(place: ChatPair) -> ButtonMessage:
        place.group.chat.topics[7] = "Oyun"
        place.group.harness.playground.world.set_forum(place.group.chat, on=True)
        await place.group.put_table(table, place.group.topic_scope(7))
        return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/masalar"))

    return draw


async def draw_options_menu(place: ChatPair) -> ButtonMessage:
    """The games, each of which leads to its options."""
    games = await place.group.say_and_wait(KIRAZ, "/yeni")
    await place.group.press_data(KIRAZ, games, games.button_data("games"))
    return ButtonMessage(place.group, await place.group.wait_edited(games, "editMessageText"))


async def draw_pass_question(place: ChatPair) -> ButtonMessage:
    """The own board, which asks whether to pass."""
    board = await place.private.say_and_wait(KIRAZ, "/raf")
    return ButtonMessage(
        place.private, await press_own_board(place.private, board, place.private.text_plain("own-board-pass"))
    )


def drawn_of_records(text: str) -> DrawButton:
    """Drawn in a group that remembers a game, in words."""

    async def draw(place: ChatPair) -> ButtonMessage:
        house, chat = place.group.harness, place.group.chat_id
        game = finished_game(int(house.clock.now.timestamp()), (KIRAZ, "Kiraz", 300), (LIMON, "Limon", 200))
        await append_records(house.redis, chat, game)
        return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, text))

    return draw


async def draw_broadcast_question(place: ChatPair) -> ButtonMessage:
    """What an owner of the bot wants to tell all chats, and the question whom."""
    await place.private.say_and_wait(KIRAZ, "/duyuru Yarın bakım var")
    return ButtonMessage(place.private, (await place.private.wait_messages())[0])


async def draw_change_options(place: ChatPair) -> ButtonMessage:
    """The panel of an open table's options."""
    card = await place.group.say_and_wait(KIRAZ, "/tahta")
    await place.group.press_kind(KIRAZ, card, "alter")
    return ButtonMessage(place.group, (await place.group.wait_messages())[0])


async def draw_computers_panel(place: ChatPair) -> ButtonMessage:
    """The panel of computer players at an open table."""
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
    """The games for a table in the group, as they are offered in private once that was chosen."""
    await place.private.say_and_wait(KIRAZ, "/yeni")
    await place.private.start_watching()
    share_with_bot(place.private.harness.playground.world, KIRAZ, KIRAZ, 1, [place.group.chat_id])
    return ButtonMessage(place.private, (await place.private.wait_messages(2))[1])


async def draw_cancel_objection(place: ChatPair) -> ButtonMessage:
    """The question whether a running game may end, to which its players may object; Limon has opened the table."""
    asked = await place.group.say_and_wait(LIMON, "/iptal")
    await place.group.press_kind(LIMON, asked, "cancel")
    (shown,) = await place.group.wait_messages()
    return ButtonMessage(place.group, shown)


async def draw_table_question(place: ChatPair) -> ButtonMessage:
    """The question at which of two tables Kiraz plays."""
    await place.group.put_table(same_position_elsewhere(BOARD_GAME), place.group.scope.at_table(2))
    return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/degistir hepsi"))


async def draw_history(place: ChatPair) -> ButtonMessage:
    """The history of a group in which a game has just ended."""
    await finish_game(place.group)
    return ButtonMessage(place.group, await place.group.say_and_wait(KIRAZ, "/gecmis"))


async def draw_game_end(place: ChatPair) -> ButtonMessage:
    """A group in which a game has just ended."""
    return ButtonMessage(place.group, await finish_game(place.group))
