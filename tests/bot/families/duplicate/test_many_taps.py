"""Many people answer on their own boards in the group in the same moment, and all of it counts."""

import asyncio

import pytest

from bot.families.crossword.inline_results import find_placements
from bot.families.duplicate.own_board import SEAT, answer_step
from bot.families.own_board import PLAY_STEP, hash_rack
from bot.playground.server_version import NEWEST
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from tests.support.chat_harness import BotHarness
from tests.support.duplicate_answers import open_group
from tests.support.duplicate_chats import load_game
from tests.support.duplicate_games import RACK, open_round

pytestmark = pytest.mark.asyncio(loop_scope="module")
PEOPLE = range(2000, 2040)
ROUND = open_round(people=PEOPLE)


async def test_answers_of_many_taps_in_one_moment_all_count(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)
    group = await open_group(harness, ROUND)
    fits = find_placements(ROUND.position, SEAT, "8F KALEMLİK", None, gcg=False)
    step, mark = answer_step(ROUND, fits[0]), hash_rack(tuple(RACK))

    def tap(user: int) -> asyncio.Task[dict[str, object]]:
        data = encode_button_data(PLAY_STEP, table_name(ROUND), f"{user:x}", ROUND.number, mark, step)
        person = {"id": user, "is_bot": False, "first_name": f"P{user}", "language_code": "tr"}
        shown = {
            "message_id": 0,
            "ephemeral_message_id": user,
            "receiver_user": person,
            "from": harness.playground.world.bot_user,
            "date": 1_800_000_000,
            "chat": harness.playground.world.to_api_chat(group.chat),
            "text": "✅",
        }
        return asyncio.create_task(harness.send_tap(person, data, {"message": shown}))

    await asyncio.gather(*map(tap, PEOPLE))
    assert sum(player.answer is not None for player in (await load_game(group)).players) == len(PEOPLE)
