"""A move asks Redis for as much where six tables are as where one is."""

import pytest

from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import board_game, put_tables

pytestmark = pytest.mark.asyncio(loop_scope="module")

OTHERS = board_game(users=(NANE, ZEYTIN))


async def commands_of_move(talk: ChatSession, text: str) -> list[str]:
    """What is asked of Redis about the chat for a move."""
    asked: list[str] = []
    await talk.start_watching()
    async with talk.harness.redis.monitor() as monitor:
        talk.say(KIRAZ, text)
        assert (await talk.wait_messages())[0].is_photo
        await talk.harness.wait_until_idle()
        await talk.harness.redis.echo("end")
        async for one in monitor.listen():
            if "ECHO" in one["command"].upper() and "end" in one["command"]:
                break
            if str(talk.chat_id) in one["command"] and one["client_type"] != "lua":
                asked.append(one["command"].split()[0].upper())
    return asked


async def fewest_commands(harness: BotHarness, *others: GameState) -> list[str]:
    """What a move costs in one of three groups: in a shard that is just being read, tables are loaded on their own."""
    asked = []
    for _ in range(3):
        talk = await harness.new_group()
        await put_tables(talk, board_game(users=(KIRAZ, LIMON)), *others)
        asked.append(await commands_of_move(talk, "/oyna H8 yatay KALEM"))
    return min(asked, key=len)


async def test_a_move_costs_with_six_tables_what_it_costs_with_one(harness: BotHarness) -> None:
    wanted = await fewest_commands(harness)
    assert wanted
    assert await fewest_commands(harness, *[OTHERS] * 5) == wanted
