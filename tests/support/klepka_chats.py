"""Games of Klepka in chats, played by the people of :mod:`tests.support.chat_harness`, and what a chat then holds."""

import json

from msgspec.structs import replace

from bot.playground import JournalEntry
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import Phase
from tests.support.chat_harness import KIRAZ, PEOPLE, BotHarness, ChatSession
from tests.support.klepka import game
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE


def klepka_game_of_chat(
    table: str = "",
    *hands: str,
    turn: int = 0,
    phase: Phase = "words",
    ruleset: Ruleset | None = None,
    host: int = KIRAZ,
) -> GameState:
    """As :func:`tests.support.klepka.game`, with the chat's people at the table, in their order."""
    state = game(table, *hands, turn=turn, phase=phase, ruleset=ruleset, host=host)
    names = ("Kiraz", "Limon", "Nane", "Zeytin")
    seated = zip(state.players, PEOPLE, names, strict=False)
    return replace(state, players=tuple(replace(player, user=user, name=name) for player, user, name in seated))


async def load_klepka_game(talk: ChatSession) -> GameState:
    """The chat's game."""
    table = await talk.load_current_table()
    assert isinstance(table, GameState)
    return table


async def wait_picture_edits(talk: ChatSession, message: SentMessage, count: int, after: int = 0) -> list[JournalEntry]:
    """The first edits of a message's picture, once there are so many."""
    journal = talk.harness.playground.journal
    while True:
        calls = journal.find_entries(after=after)
        mine = [call for call in calls if call.method == "editMessageMedia" and _is_edit_of(call, talk, message)]
        if len(mine) >= count:
            return mine[:count]
        newer = await journal.wait_for_entries(after=after, count=len(calls) + 1, seconds=PATIENCE)
        assert len(newer) > len(calls), f"the message was edited {len(mine)} times"


def _is_edit_of(call: JournalEntry, talk: ChatSession, message: SentMessage) -> bool:
    asked = call.parameters
    return (str(asked["chat_id"]), str(asked["message_id"])) == (str(talk.chat_id), str(message.message_id))


def picture_of_message(house: BotHarness, message: object) -> bytes:
    """The picture of a message as the server has it."""
    assert isinstance(message, dict)
    return house.playground.files.require_file(message["photo"][-1]["file_id"]).upload.content


def calls_about_chat(house: BotHarness, chat: int) -> str:
    """Everything that the bot asked of the server about a chat, and what came of it, pictures aside."""
    calls = [
        call for call in house.playground.journal.find_entries() if str(call.parameters.get("chat_id")) == str(chat)
    ]
    return json.dumps([(call.parameters, call.result) for call in calls], ensure_ascii=False, default=repr)
