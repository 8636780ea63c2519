"""The bot is away while a round is open: that time is given back, and nothing counts after the moved end."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.duplicate_chats import answer, begin_game, close_round, load_game, load_round, settle

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_downtime_is_given_back_and_nothing_counts_after_the_moved_end(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    opened = await load_round(talk)
    await answer(talk, KIRAZ, opened.laid)
    await harness.pass_downtime(600)
    await settle(harness)
    assert (await load_game(talk)).round is not None, "its two minutes have hardly begun"
    await harness.advance_time(89)
    await answer(talk, LIMON, opened.laid)
    await harness.advance_time(32.5)
    late = await answer(talk, LIMON, opened.best[-1])
    assert talk.text_plain("refusal-answer-late", number=1) in late.text
    await close_round(talk, message, 1)
    state = await load_game(talk)
    assert [player.points for player in state.players] == [(opened.laid.score,)] * 2
