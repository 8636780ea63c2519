"""A game in which all answer at once, played through the chat: own boards, lists, computers, rounds, a restart."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.announce import reminders
from bot.playground import Playground
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data, encode_scope
from engine.computer_ids import computer_user
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import NOW
from tests.support.guess.chat import add_guess_family_to_bot
from tests.support.guess.secret import GameState, Player
from tests.support.sent_messages import SentMessage
from tests.support.started_bot import start_bot
from tests.support.timers import FrozenServedClock, frozen_served_clock
from tests.support.waiting import Looks

ROUND = 60


@pytest.fixture(autouse=True)
def guess_family() -> Iterator[None]:
    with add_guess_family_to_bot():
        yield


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    one = Playground()
    await one.start(port=0)
    yield one
    await one.stop()


@pytest.fixture
def served() -> FrozenServedClock:
    return frozen_served_clock(NOW)


@pytest.fixture
async def house(
    playground: Playground, redis: Redis, tmp_path: Path, served: FrozenServedClock
) -> AsyncIterator[BotHarness]:
    async with start_bot(playground, redis, tmp_path, served) as house:
        yield house


async def state_of(talk: ChatSession) -> GameState:
    table = await talk.load_current_table()
    assert isinstance(table, GameState)
    return table


async def begin_alone(house: BotHarness) -> tuple[ChatSession, SentMessage]:
    """One person's game in a group, and the message of its first round."""
    talk = await house.new_group("en")
    await talk.say_and_wait(KIRAZ, "/new guess-secret-en")
    begun = await talk.say_and_wait(KIRAZ, "/begin")
    assert "Round 1 of 3 · 0 answered" in begun.text
    return talk, begun


async def enter_in_private(house: BotHarness, talk: ChatSession, person: int) -> tuple[ChatSession, SentMessage]:
    """Open the own board by the group's link."""
    private = await house.private_chat(person, "en")
    return private, await private.say_and_wait(person, f"/start r{encode_scope(talk.scope)}")


async def guess(private: ChatSession, board: SentMessage, person: int, word: str) -> SentMessage:
    await private.press_data(person, board, next(one["callback_data"] for one in board.buttons if one["text"] == word))
    return await private.wait_edited(board, "editMessageMedia")


async def until_guessed(talk: ChatSession, count: int) -> GameState:
    looks = Looks()
    while True:
        state = await state_of(talk)
        if sum(bool(player.guess) for player in state.players) >= count:
            return state
        await looks.pause()


async def test_whoever_opens_their_board_comes_in_and_answers_unheard_of(house: BotHarness) -> None:
    talk, begun = await begin_alone(house)
    await talk.start_watching()
    await talk.press_kind(LIMON, begun, "rack")
    assert (await state_of(talk)).seat_of(LIMON) == 1
    private, board = await enter_in_private(house, talk, NANE)
    assert (await state_of(talk)).seat_of(NANE) == 2
    assert "You can answer" in board.text
    told = await guess(private, board, NANE, "CRANE")
    assert "You guessed CRANE" in told.text
    assert [one["text"] for one in told.buttons if one["text"].isupper()] == []
    await talk.check_silence(KIRAZ)
    assert [player.guess for player in (await state_of(talk)).players] == ["", "", "CRANE"]


async def test_nobody_from_outside_of_the_group_comes_in(house: BotHarness) -> None:
    talk, _ = await begin_alone(house)
    talk.chat.people = (KIRAZ, LIMON)
    private, told = await enter_in_private(house, talk, NANE)
    assert told.html == private.text_html("refusal-members-only")
    assert (await state_of(talk)).seat_of(NANE) is None


async def test_lists_say_who_may_answer_and_until_when(house: BotHarness) -> None:
    talk, _ = await begin_alone(house)
    listed = await talk.say_and_wait(KIRAZ, "/tables")
    assert listed.text.splitlines()[-1].replace("\N{NO-BREAK SPACE}", " ").endswith("👥 1 ▶️ ⏱ 1 min")
    private, board = await enter_in_private(house, talk, LIMON)
    own = await private.say_and_wait(LIMON, "/games")
    assert own.text.splitlines()[1].startswith("▶️")
    assert own.text.splitlines()[2].startswith("You can answer · ⏱")
    await guess(private, board, LIMON, "STONE")
    own = await private.say_and_wait(LIMON, "/games")
    assert own.text.splitlines()[1].startswith("▫️")
    assert "You can answer" not in own.text


async def test_skips_and_extra_time_are_refused_in_words(house: BotHarness) -> None:
    talk, _ = await begin_alone(house)
    for text in ("/skip", "/extend 5m", "/remove", "/replace"):
        assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html("refusal-no-turns")


async def test_nobody_is_reminded_of_a_turn(house: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "_DELAY_SECONDS", 0.0)
    own = await house.private_chat(KIRAZ, "en")
    await house.store.save_setting(KIRAZ, "turn", "on")
    await own.start_watching()
    await begin_alone(house)
    await own.check_silence(KIRAZ)


async def test_computers_answer_one_after_the_other_and_rounds_close_by_themselves_over_a_restart(
    playground: Playground, redis: Redis, tmp_path: Path, served: FrozenServedClock
) -> None:
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk, begun = await begin_alone(house)
        state = await state_of(talk)
        others = tuple(Player(computer_user("kolay", number), f"Robot {number}") for number in (1, 2))
        await talk.put_table(replace(state, players=(*state.players, *others)))
        await house.advance_time(2.5)
        state = await until_guessed(talk, 1)
        assert [bool(player.guess) for player in state.players] == [False, True, False]
        await house.advance_time(2)
        await until_guessed(talk, 2)
        stale = await talk.forge_tap(talk.user_json(KIRAZ), begun, encode_button_data("rack", "0" * 8))
        assert "Round 1 of 3 · 2 answered" in stale["text"]
        chat, name = talk.chat, table_name(state)
    async with start_bot(playground, redis, tmp_path, served) as house:
        talk = ChatSession(house, chat, "en")
        assert "Round 1 of 3 · 2 answered" in (await talk.say_and_wait(KIRAZ, "/score")).text
        await talk.start_watching()
        await house.advance_time(ROUND)
        (closed,) = await talk.wait_messages()
        assert f"The word was {state.word}." in closed.text
        assert "Round 2 of 3 · 0 answered" in closed.text
        for _ in range(2):
            await house.advance_time(ROUND)
            (closed,) = await talk.wait_messages()
        assert "All turns are taken." in closed.text
        assert table_name(await state_of(talk)) == name
