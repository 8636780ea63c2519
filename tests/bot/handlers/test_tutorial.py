"""A newcomer's first game: offered once, led through by the one right key of each page, left out or ended at will."""

from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store import keys
from bot.tables.games import Games
from bot.tables.table_loader import DEFAULT_MOST_TABLES, TABLES_SETTING, table_name
from engine.computer_ids import computer_user
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPEAKERS = [*zip((KIRAZ, LIMON, NANE), LANGUAGES, strict=True)]
MOST_WORDS = 120
"""So many words are read at most before the first word lies."""


async def open_as_newcomer(house: BotHarness, person: int = KIRAZ, language: str = "tr") -> ChatSession:
    await house.clear_tables()
    private = await house.private_chat(person, language)
    await house.forget_user_games(person)
    traces = keys.tutorial(person), keys.user_finished_games(person), keys.user_history(person)
    await house.redis.delete(*traces, keys.user_record_chats(person))
    await house.redis.delete(keys.game(private.scope), keys.table_numbers(private.scope))
    await house.store.save_setting(private.scope, TABLES_SETTING, str(DEFAULT_MOST_TABLES))
    return private


async def press_first_key(private: ChatSession, person: int, page: SentMessage) -> SentMessage:
    await private.press_data(person, page, page.buttons[0]["callback_data"])
    return await private.wait_edited(page, "editMessageMedia")


async def open_first_page(private: ChatSession, person: int) -> SentMessage:
    offer = await private.say_and_wait(person, "/start")
    await private.press_data(person, offer, "tutorial::start")
    return replace(await private.wait_edited(offer, "editMessageMedia"), is_photo=True)


async def end_at_once(private: ChatSession, person: int) -> SentMessage:
    page = await open_first_page(private, person)
    await private.press_data(person, page, "tutorial::enough")
    return await private.wait_edited(page, "editMessageMedia")


async def wait_for_own_board(private: ChatSession) -> SentMessage:
    """The next message that shows the own board, once the computer has played where it is on turn."""
    while True:
        await private.harness.wait_until_idle()
        await private.harness.advance_time(5)
        (told,) = await private.wait_messages()
        if any(button.get("callback_data", "").startswith("own:") for button in told.buttons):
            return told


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("person", "language"), SPEAKERS)
async def test_a_newcomer_plays_four_words_by_the_one_right_key_and_then_against_the_computer(
    harness: BotHarness, person: int, language: str
) -> None:
    private = await open_as_newcomer(harness, person, language)
    page = await open_first_page(private, person)
    read, plays = {*private.text_plain("tutorial-offer", name="Kiraz").splitlines()}, 0
    enough = private.text_plain("button-tutorial-end")
    while enough in button_labels(page):
        right, _ = button_labels(page)
        if not plays:
            read |= {*page.text.splitlines()}
        plays += right.startswith("✅")
        page = await press_first_key(private, person, page)
    assert plays == 4
    assert sum(len(line.split()) for line in read) <= MOST_WORDS
    group, play = page.buttons
    assert "startgroup" in group["url"]
    await private.press_data(person, page, play["callback_data"])
    board = await wait_for_own_board(private)
    state = await private.load_current_game()
    assert state.ruleset.language == language
    assert computer_user("acemi", 1) in [player.user for player in state.players]
    assert board.buttons
    assert not (await private.harness.store.load_place(private.scope)).others


async def test_enough_ends_it_and_it_is_not_offered_again_nor_a_second_game_begun(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    page = await end_at_once(private, KIRAZ)
    assert page.buttons[1]["callback_data"] == "tutorial::play"
    again = await private.say_and_wait(KIRAZ, "/start")
    assert again.html == private.text_html("greeting-private", name="\u2068Kiraz\u2069")
    await private.press_data(KIRAZ, page, "tutorial::play")
    await wait_for_own_board(private)
    answer = await private.forge_tap(private.user_json(KIRAZ), page, "tutorial::play")
    assert answer["text"] == private.text_plain("refusal-game-begun-private")
    assert not (await harness.store.load_place(private.scope)).others


async def test_who_leaves_the_offer_out_is_not_offered_it_again_unless_they_ask(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    greeting, name = "greeting-private", "\u2068Kiraz\u2069"
    offer = await private.say_and_wait(KIRAZ, "/start")
    assert offer.html == private.text_html("tutorial-offer", name=name)
    await private.press_data(KIRAZ, offer, "tutorial::skip")
    assert (await private.wait_edited(offer, "editMessageText")).text == private.text_plain(greeting, name=name)
    assert (await private.say_and_wait(KIRAZ, "/start")).html == private.text_html(greeting, name=name)
    (link,) = [one for one in (await private.say_and_wait(KIRAZ, "/yardim")).links if "start=" in one]
    asked = await private.say_and_wait(KIRAZ, f"/start {link.partition('start=')[2]}")
    assert asked.html == offer.html


@pytest.mark.parametrize("trace", ["a record", "an open table"])
async def test_who_has_played_before_is_not_led(harness: BotHarness, trace: str) -> None:
    private = await open_as_newcomer(harness)
    if trace == "a record":
        await harness.redis.sadd(keys.user_record_chats(KIRAZ), "-100")
    else:
        await harness.store.save_setting(private.scope, TABLES_SETTING, "1")
        await private.say_and_wait(KIRAZ, "/bot")
        await private.forge_tap(private.user_json(KIRAZ), None, "alone::0:kelimelik")
    told = await private.say_and_wait(KIRAZ, "/start")
    assert told.html == private.text_html("greeting-private", name="\u2068Kiraz\u2069")


async def test_a_first_game_that_0_2_0_began_goes_on_without_explanations(harness: BotHarness) -> None:
    private = await open_as_newcomer(harness)
    dealt = game("mini-tr", racks=["AAEEKKL", "JJJJJJJ"])
    rival = with_fields(dealt.players[1], user=computer_user("acemi", 1))
    await private.put_table(with_fields(dealt, players=(dealt.players[0], rival)))
    await harness.redis.set(keys.tutorial(KIRAZ), table_name(dealt))
    board = await private.say_and_wait(KIRAZ, "/raf")
    assert "📌" not in board.text
    await private.forge_tap(private.user_json(KIRAZ), board, f"tutorial::end:{table_name(dealt)}")
    shown = await private.wait_edited(board, "editMessageMedia")
    assert shown.text.startswith(private.text_plain("tutorial-ended"))


async def test_any_page_is_shown_in_private_alone(harness: BotHarness) -> None:
    data = "tutorial::at:99"
    private = await open_as_newcomer(harness)
    page = await open_first_page(private, KIRAZ)
    await private.forge_tap(private.user_json(KIRAZ), page, data)
    assert (await private.wait_edited(page, "editMessageMedia")).text
    group = await harness.new_group()
    answer = await group.forge_tap(group.user_json(KIRAZ), None, data)
    assert answer["text"] == group.text_plain("refusal-stale-button")


async def test_a_tap_that_was_cut_short_after_the_table_was_opened_starts_the_game_when_it_comes_again(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = await open_as_newcomer(harness)
    page = await end_at_once(private, KIRAZ)
    start_game, cuts = Games.start_game, [RedisConnectionError("cut short")]

    async def start_once_redis_is_back(*arguments: Any) -> None:
        if cuts:
            raise cuts.pop()
        await start_game(*arguments)

    monkeypatch.setattr(Games, "start_game", start_once_redis_is_back)
    await private.press_data(KIRAZ, page, "tutorial::play")
    await wait_for_own_board(private)
    assert not cuts
    assert not (await harness.store.load_place(private.scope)).others, "one table"
