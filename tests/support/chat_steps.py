"""What a press of a button that is out of date is answered with."""

import asyncio
import html
import re
from typing import Any

from bot.families import registry
from bot.store import keys
from bot.tables.codec import decode_table
from bot.tables.table_loader import is_game_running
from bot.wording.speaker import Speaker
from engine.game import Table, view
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE


async def is_stale_alert(talk: ChatSession, answer: dict[str, Any]) -> bool:
    """Whether it is an alert that says how the table stands now, as everybody may read it, and not a word more.

    A button of no table that ever was is answered with that instead.
    """
    _, state = await talk.stored_state()
    now = _stale_text(talk, None if state is None else decode_table(state))
    return bool(answer["show_alert"]) and answer["text"] in {talk.text_plain("refusal-stale-button"), now}


def _stale_text(talk: ChatSession, table: Table | None) -> str:
    if table is None:
        return talk.text_plain("stale-none")
    speaker = Speaker(talk.harness.texts, talk.language, table.ruleset.title)
    if isinstance(table, Lobby):
        names = ", ".join(speaker.plain_name(seat.name) for seat in table.seats)
        return talk.text_plain("stale-lobby", game=speaker.game_title, names=names)
    seen = view(table, None)
    scores = html.unescape(re.sub("<.*?>", "", registry.family_of_view(seen).wording(speaker).score_text(seen)))
    if not is_game_running(table):
        return talk.text_plain("stale-over", scores=scores)
    on_turn = talk.text_plain("turn-next", name=speaker.plain_name(table.players[table.turn].name))
    return talk.text_plain("stale-game", scores=scores, next=on_turn)


def is_spectator_alert(talk: ChatSession, answer: dict[str, Any]) -> bool:
    """Whether a tap's answer is an alert that shows a game to somebody who does not play in it."""
    start = talk.text_plain("stale-watching", scores="", next="").partition("\n")[0]
    return bool(answer["show_alert"]) and str(answer["text"]).startswith(start)


async def run_auto_deletes(house: BotHarness, seconds: float = 0.0) -> None:
    """Let time pass, and what is to be deleted by then go."""
    await house.advance_time(seconds)
    now = house.clock.now.timestamp()
    shards = range(keys.SHARDS)

    async def left() -> int:
        return sum([await house.redis.zcount(keys.auto_deletes(shard), "-inf", now) for shard in shards])

    async with asyncio.timeout(PATIENCE):
        while await left():
            house.look_trigger.trigger_looks()
            await asyncio.sleep(0.005)


async def edited_text(talk: ChatSession, message: SentMessage) -> str:
    """The text of a message once it was edited after the last press."""
    return (await talk.wait_edited(message, "editMessageText")).text


def visible_bot_messages(talk: ChatSession) -> list[dict[str, Any]]:
    """The bot's messages that the group sees, oldest first."""
    bot = talk.harness.playground.world.bot["id"]
    return [message for message in talk.chat.messages.values() if message["from"]["id"] == bot]


def button_kinds_of(message: dict[str, Any]) -> list[str]:
    """The kinds of a message's buttons."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button.get("callback_data", "").partition(":")[0] for row in rows for button in row]


def button_labels(board: SentMessage) -> list[str]:
    """What stands on its buttons."""
    return [button["text"] for button in board.buttons]


def rows(board: SentMessage) -> list[list[str]]:
    """The same, each row by itself."""
    return [[one["text"] for one in row] for row in board.message["reply_markup"]["inline_keyboard"]]


def data_of_label(board: SentMessage, label: str) -> str:
    """What the first button carries that begins with some text."""
    found = next((one for one in board.buttons if one["text"].startswith(label)), None)
    assert found is not None, button_labels(board)
    return str(found["callback_data"])


async def press_own_board(private: ChatSession, board: SentMessage, label: str, person: int = KIRAZ) -> SentMessage:
    """Press the first button that begins with some text; the board as it is then."""
    await private.press_data(person, board, data_of_label(board, label))
    return await private.wait_edited(board, "editMessageMedia")


async def press_own_board_in_turn(
    private: ChatSession, board: SentMessage, *pressed: str, person: int = KIRAZ
) -> SentMessage:
    """Press one after the other."""
    for label in pressed:
        board = await press_own_board(private, board, label, person)
    return board


async def migrate_group(old: ChatSession, new: ChatSession, *, by_new_group: bool = False) -> None:
    """Have Telegram say that a group has moved, in the new group if ``by_new_group``, else in the old one."""
    link = ("migrate_from_chat_id", old.chat_id) if by_new_group else ("migrate_to_chat_id", new.chat_id)
    message = {
        "message_id": old.harness.next_number(),
        "from": old.user_json(KIRAZ),
        "date": 1_800_000_000,
        "chat": old.harness.playground.world.to_api_chat((new if by_new_group else old).chat),
        link[0]: link[1],
    }
    await new.start_watching()
    old.harness.playground.updates.push_update("message", message)
    await new.check_silence(KIRAZ)


async def read_whole_guide(talk: ChatSession, person: int, text: str) -> SentMessage:
    """What is answered to one person alone, or what the link below the answer leads to, in the group's language."""
    answer = await talk.say_and_wait(person, text)
    if answer.is_ephemeral:
        return answer
    (link,) = answer.links
    private = await talk.harness.private_chat(person, talk.language)
    return await private.say_and_wait(person, f"/start {link.partition('start=')[2]}")
