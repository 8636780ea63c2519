"""Inline mode at several tables: which ones are shown, and that a chosen move plays at its own table alone."""

from collections.abc import Sequence

import pytest

from bot.store import keys
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness
from tests.support.games import game, with_fields
from tests.support.inline_queries import LAID, RACKS, Json, choose_result, deal_table, type_query

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_of_several_tables_the_one_on_turn_comes_first_and_each_move_plays_in_its_own(
    harness: BotHarness,
) -> None:
    here = await deal_table(harness, with_fields(LAID, turn=1))
    there = await harness.new_group(title="Öbür masa")
    await there.put_table(with_fields(LAID, commitment="ab" * 32))
    shown = await type_query(here, KIRAZ)
    assert ["Öbür masa" in result["description"] for result in shown.results] == [True, False]
    moves = await type_query(here, KIRAZ, "8F KALEMLİK")
    before = await here.stored_state(), await there.stored_state()
    await here.start_watching()
    choose_result(here, KIRAZ, moves)
    (told,) = await here.wait_messages()
    assert told.text == here.text_plain("refusal-other-table")
    assert (await here.stored_state(), await there.stored_state()) == before
    await there.start_watching()
    choose_result(there, KIRAZ, moves)
    assert "<b>KALEMLİK</b>" in (await there.wait_messages())[0].html


async def test_a_table_that_is_one_of_several_is_told_with_its_number(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    await talk.put_table(with_fields(LAID, commitment="ab" * 32), talk.scope.at_table(3))
    told = [result["description"].split(" · ")[0] for result in (await type_query(talk, KIRAZ)).results]
    assert sorted(told) == ["Masa #1", "Masa #3"]


@pytest.mark.parametrize("typed", ["#3 ", "/oyna #3 "])
async def test_a_number_in_front_narrows_the_results_to_that_table(harness: BotHarness, typed: str) -> None:
    talk = await deal_table(harness)
    await talk.put_table(with_fields(LAID, commitment="ab" * 32), talk.scope.at_table(3))
    shown = await type_query(talk, KIRAZ, f"{typed}8F KALEMLİK")
    assert [result["description"].split(" · ")[0] for result in shown.results] == ["Masa #3"]
    assert "yatay KALEMLİK" in shown.posts[0]["text"]
    everywhere = await type_query(talk, KIRAZ, "#9 8F KALEMLİK")
    assert len(everywhere.results) == 2, "nobody has a table of that number"


async def test_tables_in_topics_of_one_group_are_told_apart_by_their_games_and_by_who_plays(
    harness: BotHarness,
) -> None:
    talk = await deal_table(harness)
    assert "Kelimelik" not in (await type_query(talk, KIRAZ)).text, "the only table there"
    mine, theirs = LAID.players
    await talk.put_table(game("scrabble-tr", laid=["8F KALEM"], racks=RACKS), talk.topic_scope(7))
    for text in ("", "8F KALEMLİK"):
        told = [result["description"].split(" · ")[:2] for result in (await type_query(talk, KIRAZ, text)).results]
        assert sorted(told) == [["Masa", "Kelimelik"], ["Masa", "Türkçe Scrabble"]]
    other = with_fields(LAID, players=(mine, with_fields(theirs, user=NANE, name="Can")), commitment="ab" * 32)
    await talk.put_table(other, talk.topic_scope(8))
    told = [result["description"].split(" · ")[:3] for result in (await type_query(talk, KIRAZ, "8F KALEMLİK")).results]
    assert sorted(told)[:2] == [["Masa", "Kelimelik", "Bora"], ["Masa", "Kelimelik", "Can"]]
    assert [one[:2] for one in sorted(told)[2:]] == [["Masa", "Türkçe Scrabble"]]
    away = await harness.new_group(title="Öbür masa")
    await away.put_table(with_fields(LAID, commitment="cd" * 32))
    elsewhere = [
        one["description"] for one in (await type_query(talk, KIRAZ)).results if "Öbür masa" in one["description"]
    ]
    assert "Kelimelik" not in elsewhere[0], "it is alone in its group"


async def test_a_move_of_a_former_table_of_the_same_chat_plays_nothing(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    shown = await type_query(talk, KIRAZ, "8F KALEMLİK")
    await talk.put_table(with_fields(LAID, commitment="cd" * 32))
    before = await talk.stored_state()
    await talk.start_watching()
    choose_result(talk, KIRAZ, shown)
    assert (await talk.wait_messages())[0].text == talk.text_plain("refusal-other-table")
    assert await talk.stored_state() == before


async def test_an_exchange_of_an_earlier_turn_takes_no_other_tiles(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    shown = await type_query(talk, KIRAZ, "degistir LİK")
    mine, theirs = LAID.players
    await talk.put_table(
        with_fields(LAID, number=LAID.number + 2, players=(with_fields(mine, rack=tuple("KEREMLİ")), theirs))
    )
    before = await talk.stored_state()
    await talk.start_watching()
    assert choose_result(talk, KIRAZ, shown)["text"] == "/degistir 1 2 3"
    assert (await talk.wait_messages())[0].text == talk.text_plain("refusal-earlier-turn")
    assert await talk.stored_state() == before


async def test_in_the_private_chat_a_chosen_move_plays_nothing(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    talk = await deal_table(harness)
    shown = await type_query(private, KIRAZ, "8F KALEMLİK")
    before = await talk.stored_state()
    await private.start_watching()
    choose_result(private, KIRAZ, shown)
    assert (await private.wait_messages())[0].text == private.text_plain("refusal-other-table")
    assert await talk.stored_state() == before


async def test_who_posts_the_message_of_another_plays_nothing_with_it(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    shown = await type_query(talk, KIRAZ, "8F KALEMLİK")
    post, world = shown.posts[0], harness.playground.world
    before = await talk.stored_state()
    via: Json = {"via_bot": world.bot_user, "entities": post["entities"]}
    origin = {"type": "user", "date": 0, "sender_user": talk.user_json(LIMON)}
    await talk.say_as_user(talk.user_json(KIRAZ), post["text"], **via, forward_origin=origin)
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before, "a message that is only forwarded is no choice"
    for user, code in ((talk.user_json(LIMON), "refusal-not-your-turn"), (FIFTH_USER, "refusal-not-seated")):
        await talk.say_as_user(user, post["text"], **via)
        assert (await talk.wait_messages())[0].text.replace("\u2068", "").replace("\u2069", "") == talk.text_plain(
            code, name="Ayşe"
        )
    assert await talk.stored_state() == before
    other = {"via_bot": {**world.bot_user, "id": 4711}, "entities": post["entities"]}
    await talk.say_as_user(talk.user_json(KIRAZ), post["text"], **other)
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before, "of other bots' results nothing is ours"


@pytest.mark.parametrize(
    "urls", [(), ("https://example.org/?start=at_12345678_1",), ("https://t.me/bot?start=at_xyz_1",)]
)
async def test_what_is_posted_without_its_table_plays_nothing(harness: BotHarness, urls: Sequence[str]) -> None:
    talk = await deal_table(harness)
    before = await talk.stored_state()
    entities = [{"type": "text_link", "offset": 0, "length": 2, "url": url} for url in urls]
    await talk.say_as_user(
        talk.user_json(KIRAZ), "8F KALEMLİK", via_bot=harness.playground.world.bot_user, entities=entities
    )
    await talk.check_silence(KIRAZ)
    assert await talk.stored_state() == before


async def test_a_table_of_another_version_keeps_no_other_from_being_shown(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    other = await harness.new_group(title="Eski masa")
    await other.put_table(LAID)
    await harness.redis.hset(keys.game(other.scope), "state", b"none of ours")
    shown = await type_query(talk, KIRAZ)
    assert len(shown.results) == 1
    assert "Masa" in shown.text
    await harness.redis.delete(keys.game(other.scope))
