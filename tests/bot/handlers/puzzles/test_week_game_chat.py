"""The game of the week in a group: the setting, the game that begins, and who may stop it."""

from datetime import datetime, timedelta

import pytest

from bot.tables.codec import decode_table
from engine.clock import NOBODY
from engine.duplicate.state import GameState
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


def next_monday(now: datetime) -> datetime:
    """Nine on the next Monday in UTC."""
    at = now.replace(hour=9, minute=0, second=0, microsecond=0) + timedelta(days=-now.weekday() % 7)
    return at if at > now else at + timedelta(days=7)


async def want_week_game(talk: ChatSession) -> None:
    await talk.say_and_wait(KIRAZ, "/daily 09:00 UTC")
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    for data in ("set::play", "set::week", "set::week:on"):
        await talk.press_data(KIRAZ, panel, data)


async def begin_game(talk: ChatSession) -> datetime:
    at = next_monday(talk.harness.clock.now)
    await talk.harness.advance_time((at - talk.harness.clock.now).total_seconds() + 1)
    for _ in range(3):
        await talk.harness.look_trigger.look_and_wait()
    return at


async def game_of(talk: ChatSession) -> GameState | None:
    loaded = await talk.harness.store.load_table(talk.scope)
    game = None if loaded.state is None else decode_table(loaded.state)
    assert game is None or isinstance(game, GameState)
    return game


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_a_slow_game_of_seven_days_that_nobody_hosts(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await want_week_game(talk)
    at = await begin_game(talk)
    await talk.wait_messages(2)
    game = await game_of(talk)
    assert game is not None
    assert (game.ruleset.id, game.ruleset.rounds, game.ruleset.round) == (f"duplicate-{language}", 7, 86_400)
    assert (game.host, game.players) == (NOBODY, ())
    assert game.round is not None
    assert game.round.due == at + timedelta(days=1)


async def test_a_group_that_has_as_many_tables_as_it_may_has_none(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await want_week_game(talk)
    await harness.store.save_setting(talk.scope, "tables", "1")
    before = next_monday(harness.clock.now) - harness.clock.now - timedelta(minutes=10)
    await harness.advance_time(before.total_seconds())
    await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    await begin_game(talk)
    loaded = await harness.store.load_place(talk.scope)
    assert loaded.state is not None
    assert not isinstance(decode_table(loaded.state), GameState)
    assert not loaded.others
