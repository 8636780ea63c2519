"""Inline mode: racks and moves while they are typed, and moves that are played by choosing them."""

import pytest

from bot.store import keys
from bot.store.keys import shard_of
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import INLINE_RACKS, LAID, Json, choose_result, deal_table, type_query
from tests.support.games import game, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_player_who_types_nothing_reads_their_rack_and_how_the_table_stands(harness: BotHarness) -> None:
    language = "tr"
    talk = await deal_table(harness)
    await harness.store.save_setting((await harness.private_chat(KIRAZ, language)).scope, "language", language)
    await talk.put_table(LAID)
    shown = await type_query(talk, KIRAZ)
    (result,) = shown.results
    assert [mark[0] for mark in result["title"].split()] == list(INLINE_RACKS[0])
    for told in ("Masa", talk.harness.texts.plain(language, "inline-your-turn"), "Bora 0"):
        assert told in result["description"]
    (post,) = shown.posts
    assert post["text"] == talk.harness.texts.plain(language, "inline-posted")
    await harness.store.save_setting((await harness.private_chat(KIRAZ)).scope, "language", "tr")


async def test_nobody_but_a_player_is_shown_a_rack_and_answers_are_kept_by_nobody(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    for text in ("", "8F KALEMLİK", "KALEMLİK"):
        shown = await type_query(talk, NANE, text)
        assert shown.titles == [talk.text_plain("inline-no-game")]
        assert shown.query.shown_answer is not None
        assert shown.query.shown_answer.button == {
            "text": talk.text_plain("inline-way-in"),
            "start_parameter": "inline",
        }
        assert (shown.query.shown_answer.cache_time, shown.query.shown_answer.is_personal) == (0, True)
        assert [post["text"] for post in shown.posts] == [talk.text_plain("inline-posted")]
    theirs = await type_query(talk, LIMON)
    assert "Ğ" not in theirs.text, "the other's rack is the other's"


async def test_a_move_is_shown_with_its_score_posted_as_it_is_typed_and_played_where_it_is_chosen(
    harness: BotHarness,
) -> None:
    talk = await deal_table(harness)
    await talk.start_watching()
    shown = await type_query(talk, KIRAZ, "8F KALEMLİK")
    assert shown.titles == [talk.text_plain("inline-fit", move="F8 yatay KALEMLİK", score=18)]
    assert talk.text_plain("inline-plays") in shown.text
    said = choose_result(talk, KIRAZ, shown)
    assert said["text"] == "F8 yatay KALEMLİK"
    (told,) = await talk.wait_messages()
    assert told.html.startswith("<b>\u2068Ayşe\u2069</b> KALEMLİK <b>+18</b>")
    assert (await talk.load_current_game()).players[0].score == 18
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=("L?KRSĞZ", "AAEEKKL")))
    await talk.start_watching()
    said = choose_result(talk, KIRAZ, await type_query(talk, KIRAZ, "8F KALEMLİK"))
    assert said["text"] == "F8 yatay KALEML[İ]K", "a blank is posted in brackets"
    await talk.wait_messages()
    assert "?İ" in (await talk.load_current_game()).cells


async def test_the_places_of_a_word_are_offered_the_best_first(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    shown = await type_query(talk, KIRAZ, "/oyna kil")
    assert [title.replace(" KİL", "") for title in shown.titles] == [
        *("I7 yatay · 10 puan", "I9 yatay · 10 puan", "E9 yatay · 9 puan", "F8 dikey · 4 puan", "H6 dikey · 3 puan")
    ]
    assert shown.posts[-1]["text"] == "H6 dikey KİL"
    await talk.start_watching()
    assert choose_result(talk, KIRAZ, shown, 1)["text"] == "I9 yatay KİL"
    await talk.wait_messages()
    last = (await talk.load_current_game()).last
    assert last is not None
    assert last.words[0].cells[0] == "I9"


async def test_a_pass_and_an_exchange_are_chosen_like_moves_and_tell_no_letters(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    await talk.start_watching()
    shown = await type_query(talk, KIRAZ, "/degistir ğsz")
    assert shown.titles == [talk.text_plain("inline-exchange", tiles="Ğ S Z")]
    assert choose_result(talk, KIRAZ, shown)["text"] == "/degistir 5 6 7"
    await talk.wait_messages()
    assert "".join((await talk.load_current_game()).players[0].rack[:4]) == "LİKR"
    shown = await type_query(talk, LIMON, "pass")
    assert shown.titles == [talk.text_plain("inline-pass")]
    await talk.start_watching()
    assert choose_result(talk, LIMON, shown)["text"] == "/pas"
    await talk.wait_messages()
    assert (await talk.load_current_game()).turn == 0
    shown = await type_query(talk, LIMON, "pas")
    assert [post["text"] for post in shown.posts] == [talk.text_plain("inline-posted")], "not out of turn"


@pytest.mark.parametrize("challenge", ["void", "double"])
async def test_a_word_is_told_from_a_phony_only_where_a_refusal_would_tell(harness: BotHarness, challenge: str) -> None:
    options = {"challenge": challenge}
    talk = await deal_table(harness, game("scrabble-tr", laid=["8F KALEM"], racks=INLINE_RACKS, options=options))
    phony, word = await type_query(talk, KIRAZ, "8F KALEMZ"), await type_query(talk, KIRAZ, "8F KALEMLİK")
    told = challenge == "void"
    assert (talk.text_plain("refusal-not-words", words="KALEMZ") in phony.text) is told
    assert (talk.text_plain("inline-words") in word.text) is told


async def test_a_plan_of_somebody_who_is_not_on_turn_is_told_to_nobody(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    shown = await type_query(talk, LIMON, "8F KALEMLE")
    assert shown.titles == [talk.text_plain("refusal-not-on-rack")] or "KALEMLE" in shown.titles[0]
    assert [post["text"] for post in shown.posts] == [talk.text_plain("inline-posted")]
    shown = await type_query(talk, LIMON, "EL")
    assert talk.text_plain("refusal-not-your-turn", name="Ayşe") in shown.text
    assert {post["text"] for post in shown.posts} == {talk.text_plain("inline-posted")}
    before = await talk.stored_state()
    choose_result(talk, LIMON, shown)
    await talk.check_silence(LIMON)
    assert await talk.stored_state() == before


async def test_what_cannot_be_laid_is_refused_to_the_asker_alone(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    for text in ("8F KALEMQ", "Z9 KALEM", "8F", "KALEM)", "a b c d e", "\u202e\0", "ĞÖJ"):
        shown = await type_query(talk, KIRAZ, text)
        assert len(shown.results) == 1, text
        assert [post["text"] for post in shown.posts] == [talk.text_plain("inline-posted")], text


async def test_a_look_enters_no_inbox_and_keeps_nothing_of_its_person_any_longer(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    await harness.wait_until_idle()
    noted, inbox = keys.user_games(KIRAZ), keys.inbox(shard_of(KIRAZ))
    await harness.redis.xadd(inbox, {"x": 1}, id="1-1")
    await harness.redis.xdel(inbox, "1-1")
    await harness.redis.expire(noted, 100)
    before = (await harness.redis.xinfo_stream(inbox))["last-generated-id"]
    for text in ("", "8F KALEMLİK", "KALEM"):
        await type_query(talk, KIRAZ, text)
    assert (await harness.redis.xinfo_stream(inbox))["last-generated-id"] == before
    assert 0 < await harness.redis.ttl(noted) <= 100


async def test_of_several_tables_the_one_on_turn_comes_first_and_each_move_plays_in_its_own(
    harness: BotHarness,
) -> None:
    here = await deal_table(harness, with_fields(LAID, turn=1))
    there = await harness.new_group(title="Öbür masa", table=with_fields(LAID, commitment="ab" * 32))
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
    assert "KALEMLİK <b>+18</b>" in (await there.wait_messages())[0].html


async def test_a_number_in_front_narrows_the_results_to_that_table(harness: BotHarness) -> None:
    talk = await deal_table(harness)
    await talk.put_table(with_fields(LAID, commitment="ab" * 32), talk.scope.at_table(3))
    shown = await type_query(talk, KIRAZ, "#3 8F KALEMLİK")
    assert [result["description"].split(" · ")[0] for result in shown.results] == ["Masa #3"]
    everywhere = await type_query(talk, KIRAZ, "#9 8F KALEMLİK")
    told = [result["description"].split(" · ")[0] for result in everywhere.results]
    assert sorted(told) == ["Masa #1", "Masa #3"], "there is no table of that number"


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
