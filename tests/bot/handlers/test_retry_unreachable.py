"""What people do in private at the table of a group that cannot be reached: told so, or the group is there again."""

import asyncio

import pytest

from bot.call_errors import ChatMoved
from bot.handlers.group_doctor import RETRY_SECONDS, UnreachableChatRetry
from bot.store import keys
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.telegram.keyboards import encode_scope
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.chat_steps import data_of_label, press_own_board_in_turn
from tests.support.games import game
from tests.support.waiting import PATIENCE

in_the_house = pytest.mark.asyncio(loop_scope="module")

TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=("LİKRSĞZ", "AAEEKKL"), options={"clock": "2min"})


async def unreachable_group(house: BotHarness, language: str = "tr") -> tuple[ChatSession, ChatSession]:
    """A group that put the bot out in the midst of a game, and the private chat of who is on turn there."""
    talk, private = await house.new_group(), await house.private_chat(KIRAZ, language)
    await talk.put_table(TIMED)
    house.playground.world.set_bot_status(talk.chat, "kicked")
    async with asyncio.timeout(PATIENCE):
        while not await house.redis.exists(keys.unreachable_scopes(talk.chat_id)):
            await house.wait_until_idle()
    await house.wait_until_idle()
    return talk, private


def attempt_count(house: BotHarness, talk: ChatSession) -> int:
    calls = house.playground.journal.find_entries("sendChatAction")
    return len([call for call in calls if str(call.parameters["chat_id"]) == str(talk.chat_id)])


@in_the_house
async def test_a_move_typed_in_private_is_told_that_the_group_cannot_be_reached(harness: BotHarness) -> None:
    talk, private = await unreachable_group(harness, "en")
    before = await talk.stored_state()
    for _ in range(4):
        assert (await private.say_and_wait(KIRAZ, "8F KALEMLİK")).html == private.text_html("refusal-out-of-reach")
    assert await talk.stored_state() == before
    assert attempt_count(harness, talk) == 1


@in_the_house
async def test_nobody_gives_up_or_exchanges_at_a_table_that_cannot_be_told_of_it(harness: BotHarness) -> None:
    talk, private = await unreachable_group(harness)
    before = await talk.stored_state()
    rack = await private.say_and_wait(KIRAZ, f"/start r{encode_scope(talk.scope)}")
    ticked = await press_own_board_in_turn(private, rack, private.text_plain("own-board-exchange"), "L")
    refused = await private.press_data(
        KIRAZ, ticked, data_of_label(ticked, private.text_plain("button-exchange", count=1))
    )
    assert refused["text"] == private.text_plain("refusal-out-of-reach")
    sure = await private.say_and_wait(KIRAZ, "/teslim")
    assert (await private.press_kind(KIRAZ, sure, "yes"))["text"] == private.text_plain("refusal-out-of-reach")
    assert await talk.stored_state() == before


@in_the_house
async def test_whoever_plays_in_private_finds_a_group_that_can_be_reached_again(harness: BotHarness) -> None:
    talk, private = await unreachable_group(harness)
    talk.chat.bot_status = "administrator"
    await talk.start_watching()
    private.say(KIRAZ, "8F KALEMLİK")
    told = [message.html for message in await talk.wait_messages(2)]
    assert talk.text_html("clocks-back") in told
    state = await talk.load_current_game()
    assert (state.turn, state.clocks.paused) == (1, None)


class WaitingGroup:
    def __init__(self, *outcomes: bool | ChatMoved) -> None:
        self.outcomes = list(outcomes)
        self.held = LoadedTable(Scope(-7), None, 3, {}, is_duplicate=False, is_unreachable=True)
        self.asked: list[int] = []
        self.now = 0.0
        self.loader = self
        stand_in: object = self
        self.reach = UnreachableChatRetry(stand_in, stand_in, stand_in, stand_in, lambda: self.now)  # type: ignore[arg-type]

    async def retry_place(self, _: Scope) -> None:
        """No notice waits."""

    def places_of_chat(self, _: int) -> set[Scope]:
        return set()

    async def can_write_in(self, chat: int) -> bool:
        self.asked.append(chat)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ChatMoved):
            raise outcome
        return outcome

    async def resume_clocks_of_chat(self, chat: int, _: set[Scope]) -> None:
        self.held = LoadedTable(Scope(chat), None, 4, {}, is_duplicate=False)

    async def migrate_chat(self, old_chat: int, new_chat: int) -> bool:
        assert old_chat == self.held.scope.chat
        if new_chat > -(10**12):
            return False
        self.held = LoadedTable(Scope(new_chat), None, 3, {}, is_duplicate=False, is_unreachable=True)
        return True

    async def again(self, _: LoadedTable) -> LoadedTable:
        return self.held

    async def retry_now(self, *, there: bool = False) -> LoadedTable:
        return await self.reach.resume_if_reachable(self.held, self.again, UpdateContext(1), from_chat_itself=there)


async def test_for_those_elsewhere_a_group_is_tried_once_a_minute() -> None:
    group = WaitingGroup(False, False, True)
    for _ in range(3):
        assert (await group.retry_now()).is_unreachable
    group.now = RETRY_SECONDS
    assert (await group.retry_now()).is_unreachable
    assert group.asked == [-7, -7]
    group.now += RETRY_SECONDS
    assert not (await group.retry_now()).is_unreachable


async def test_a_group_that_became_a_supergroup_is_looked_for_there() -> None:
    group = WaitingGroup(ChatMoved("", -1_000_000_000_007), True)
    assert (await group.retry_now()).scope == Scope(-1_000_000_000_007)
    assert group.asked == [-7, -1_000_000_000_007]
    assert not group.held.is_unreachable


async def test_a_group_that_is_said_to_be_where_none_can_be_waits_on_and_is_not_tried_at_once() -> None:
    group = WaitingGroup(ChatMoved("", -8))
    for _ in range(2):
        assert (await group.retry_now()).scope == Scope(-7)
    assert group.asked == [-7]
