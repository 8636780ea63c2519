"""Games of Klepka in chats, played by the people of :mod:`tests.support.chats`, and what a chat then holds."""

import json

from msgspec.structs import replace

from bot.playground import Entry
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.view import Phase
from tests.support.chats import KIRAZ, PEOPLE, House, Sent, Talk
from tests.support.klepka import game
from tests.support.patience import PATIENCE


def dealt(
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


async def klepka(talk: Talk) -> GameState:
    """The chat's game."""
    table = await talk.table()
    assert isinstance(table, GameState)
    return table


async def edits(talk: Talk, message: Sent, count: int, after: int = 0) -> list[Entry]:
    """The first edits of a message's picture, once there are so many."""
    journal = talk.house.playground.journal
    while True:
        calls = journal.entries(after=after)
        mine = [call for call in calls if call.method == "editMessageMedia" and _about(call, talk, message)]
        if len(mine) >= count:
            return mine[:count]
        newer = await journal.wait(after=after, count=len(calls) + 1, seconds=PATIENCE)
        assert len(newer) > len(calls), f"the message was edited {len(mine)} times"


def _about(call: Entry, talk: Talk, message: Sent) -> bool:
    asked = call.parameters
    return (str(asked["chat_id"]), str(asked["message_id"])) == (str(talk.id), str(message.id))


def picture(house: House, message: object) -> bytes:
    """The picture of a message as the server has it."""
    assert isinstance(message, dict)
    return house.playground.files.get(message["photo"][-1]["file_id"]).upload.content


def said(house: House, chat: int) -> str:
    """Everything that the bot asked of the server about a chat, and what came of it, pictures aside."""
    calls = [call for call in house.playground.journal.entries() if str(call.parameters.get("chat_id")) == str(chat)]
    return json.dumps([(call.parameters, call.result) for call in calls], ensure_ascii=False, default=repr)
