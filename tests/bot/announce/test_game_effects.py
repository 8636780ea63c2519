"""What the end of a game changed is told with the end: ratings and titles, once, and never in place of the news."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as NoConnection

from bot.records.projection import Projection
from bot.store.records import RecordStore
from bot.tables.table_loader import table_name
from engine.standings import GameEffects
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.played_games import finish_game

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_end_of_a_game_tells_titles_once_and_ratings_that_go_on_from_the_last(harness: BotHarness) -> None:
    talk, records = await harness.new_group("en"), Projection(RecordStore(harness.redis))
    ended = await finish_game(talk, exchanges=4)
    effects = await records.find_effects(talk.chat_id, table_name(await talk.load_current_game()))
    assert effects is not None
    won, lost = sorted(effects.players, key=lambda one: bool(one.titles), reverse=True)
    assert won.rating is not None
    assert lost.rating is not None
    assert won.rating.after > 1500 > lost.rating.after
    again = await finish_game(talk, exchanges=4)
    for rating in (won.rating, lost.rating):
        assert f"1500 → {rating.after}?" in ended.text
        assert f"{rating.after} → " in again.text
    assert talk.text_plain("title-first-win") in ended.text
    assert talk.text_plain("title-first-win") not in again.text


async def test_a_store_that_fails_is_asked_again_and_the_end_is_told_once_with_what_it_changed(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, find, tries = await harness.new_group(), Projection.find_effects, 0

    async def once_in_vain(projection: Projection, chat: int, name: str) -> GameEffects | None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise NoConnection("it is away")
        return await find(projection, chat, name)

    monkeypatch.setattr(Projection, "find_effects", once_in_vain)
    ended = await finish_game(talk, exchanges=4)
    assert tries == 2
    assert "1500 → " in ended.text
    await talk.check_silence(KIRAZ)


async def test_records_that_cannot_be_read_do_not_keep_the_end_from_being_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> GameEffects | None:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "a name is damaged")

    monkeypatch.setattr(Projection, "find_effects", broken)
    ended = await finish_game(await harness.new_group(), exchanges=4)
    assert "🏁" in ended.text
    assert "1500" not in ended.text
