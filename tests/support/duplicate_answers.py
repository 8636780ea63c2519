"""Groups that play Duplicate: a round put into a group, what was answered there, and what everybody saw of it."""

from typing import Any

from bot.playground import Playground
from bot.playground.chats import Chat
from bot.telegram.ephemeral import PLACEHOLDER
from engine.duplicate.state import GameState, StandingAnswer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.duplicate_chats import load_game
from tests.support.duplicate_games import open_round
from tests.support.waiting import wait_until

ROUND = open_round()
STRICT = open_round(options={"answers": "strict"})


async def open_group(house: BotHarness, table: GameState = ROUND, language: str = "tr", **more: Any) -> ChatSession:
    """A group with an open round, whose players play nowhere else."""
    await house.forget_user_games(KIRAZ, LIMON, NANE)
    group = await house.new_group(language, **more)
    # What arrives was sent a little before, and must not be of the second before the round.
    await house.advance_time(0.5)
    await group.put_table(table)
    return group


async def standing(group: ChatSession, seat: int = 0) -> StandingAnswer | None:
    return (await load_game(group)).players[seat].answer


async def word_of(group: ChatSession, seat: int = 0) -> str:
    answer = await standing(group, seat)
    return "" if answer is None else f"{answer.play.cell} {answer.play.word}"


def public_calls(group: ChatSession, after: int) -> list[str]:
    journal = group.harness.playground.journal
    return [
        call.method
        for call in journal.find_entries(after=after)
        if str(call.parameters.get("chat_id")) == str(group.chat_id)
        and call.method not in {"getChat", "getChatMember"}
        and "phemeral" not in call.method
        and not {"ephemeral_message_parameters", "receiver_user_id"} & call.parameters.keys()
    ]


async def give_ephemeral_command(group: ChatSession, person: int, text: str) -> dict[str, Any]:
    message = write_ephemeral_command(group.harness.playground, group.chat, person, text)
    await group.harness.wait_until_idle()
    return message


def write_ephemeral_command(playground: Playground, chat: Chat, person: int, text: str) -> dict[str, Any]:
    world = playground.world
    user = world.people[person].to_api_user()
    sent = {**world.make_envelope(chat, user, None), "receiver_user": world.bot_user, **_command(text)}
    message = world.ephemeral.add_ephemeral(chat, person, sent).message
    playground.updates.push_update("message", message)
    return message


async def edit_ephemeral_command(group: ChatSession, message: dict[str, Any], text: str) -> None:
    edited = {**message, "edit_date": message["date"], **_command(text)}
    group.harness.playground.updates.push_update("edited_message", edited)
    await group.harness.wait_until_idle()


def _command(text: str) -> dict[str, Any]:
    entity = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    return {"text": text, "entities": [entity]}


async def newest_ephemeral(group: ChatSession, person: int) -> str:
    """What the person alone reads in the group, once it is more than that something comes."""
    ephemeral = group.harness.playground.world.ephemeral

    def text() -> str:
        shown = ephemeral.visible_to_person(group.chat_id, person)
        return str(shown[-1]["message"]["text"]) if shown else PLACEHOLDER

    await wait_until(lambda: text() != PLACEHOLDER)
    return text()
