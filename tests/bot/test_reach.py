"""What people do in private at the table of a group that cannot be reached: told so, or the group is there again."""

import asyncio

import pytest

from bot.handlers.reach import AGAIN_SECONDS, Reach
from bot.outcomes import Moved
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.held import Held
from bot.telegram.buttons import scope_text
from engine.crossword.state import GameState
from tests.support.chats import KIRAZ, House, Talk
from tests.support.games import game
from tests.support.languages import LANGUAGES
from tests.support.ownboards import behind, steps
from tests.support.patience import PATIENCE

in_the_house = pytest.mark.asyncio(loop_scope="module")

TIMED = game("scrabble-tr", laid=["8F KALEM"], racks=("LİKRSĞZ", "AAEEKKL"), options={"clock": "2min"})


async def unreachable(house: House, language: str = "tr") -> tuple[Talk, Talk]:
    """A group that put the bot out in the midst of a game, and the private chat of who is on turn there."""
    talk, private = await house.group(), await house.private(KIRAZ, language)
    await talk.deal(TIMED)
    house.playground.world.set_bot_status(talk.chat, "kicked")
    async with asyncio.timeout(PATIENCE):
        while not await house.redis.exists(keys.halted(talk.id)):
            await house.quiet()
    await house.quiet()
    return talk, private


def attempts(house: House, talk: Talk) -> int:
    calls = house.playground.journal.entries("sendChatAction")
    return len([call for call in calls if str(call.parameters["chat_id"]) == str(talk.id)])


@in_the_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_move_typed_in_private_is_told_that_the_group_cannot_be_reached(house: House, language: str) -> None:
    talk, private = await unreachable(house, language)
    before = await talk.stored()
    for _ in range(4):
        assert (await private.ask(KIRAZ, "8F KALEMLİK")).html == private.html("refusal-out-of-reach")
    assert await talk.stored() == before
    assert attempts(house, talk) == 1


@in_the_house
async def test_nobody_gives_up_or_exchanges_at_a_table_that_cannot_be_told_of_it(house: House) -> None:
    talk, private = await unreachable(house)
    before = await talk.stored()
    rack = await private.ask(KIRAZ, f"/start r{scope_text(talk.scope)}")
    ticked = await steps(private, rack, private.plain("mine-exchange"), "L")
    refused = await private.press(KIRAZ, ticked, behind(ticked, private.plain("button-exchange", count=1)))
    assert refused["text"] == private.plain("refusal-out-of-reach")
    sure = await private.ask(KIRAZ, "/teslim")
    assert (await private.tap(KIRAZ, sure, "yes"))["text"] == private.plain("refusal-out-of-reach")
    assert await talk.stored() == before


@in_the_house
async def test_the_own_rack_is_still_to_be_seen(house: House) -> None:
    _, private = await unreachable(house)
    assert (await private.ask(KIRAZ, "/raf")).photo


@in_the_house
async def test_whoever_plays_in_private_finds_a_group_that_can_be_reached_again(house: House) -> None:
    talk, private = await unreachable(house)
    talk.chat.bot_status = "administrator"
    await talk.mark()
    private.say(KIRAZ, "8F KALEMLİK")
    told = [message.html for message in await talk.sent(2)]
    assert talk.html("clocks-back") in told
    state = await talk.game()
    assert (state.turn, state.clocks.paused) == (1, None)


@in_the_house
async def test_a_tap_in_private_finds_it_too(house: House) -> None:
    talk, private = await unreachable(house)
    rack = await private.ask(KIRAZ, f"/start r{scope_text(talk.scope)}")
    talk.chat.bot_status = "administrator"
    await talk.mark()
    await private.press(KIRAZ, rack, behind(rack, private.plain("mine-move")))
    assert talk.html("clocks-back") in [message.html for message in await talk.sent()]
    assert isinstance(await talk.table(), GameState)


class Group:
    """A gateway, tables and halts of one group that waits, as far as trying it takes."""

    def __init__(self, *outcomes: bool | Moved) -> None:
        self.outcomes = list(outcomes)
        self.held = Held(Scope(-7), None, 3, {}, seen=False, halted=True)
        self.asked: list[int] = []
        self.now = 0.0
        stand_in: object = self
        self.reach = Reach(stand_in, stand_in, stand_in, lambda: self.now)  # type: ignore[arg-type]

    async def reaches(self, chat: int) -> bool:
        self.asked.append(chat)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Moved):
            raise outcome
        return outcome

    async def back(self, chat: int) -> None:
        self.held = Held(Scope(chat), None, 4, {}, seen=False)

    async def move(self, old: int, new: int) -> bool:
        assert old == self.held.scope.chat
        if new > -(10**12):
            return False
        self.held = Held(Scope(new), None, 3, {}, seen=False, halted=True)
        return True

    async def again(self, _: Held) -> Held:
        return self.held

    async def try_it(self, *, there: bool = False) -> Held:
        return await self.reach.tried(self.held, self.again, there=there)


async def test_for_those_elsewhere_a_group_is_tried_once_a_minute() -> None:
    group = Group(False, False, True)
    for _ in range(3):
        assert (await group.try_it()).halted
    group.now = AGAIN_SECONDS
    assert (await group.try_it()).halted
    assert group.asked == [-7, -7]
    group.now += AGAIN_SECONDS
    assert not (await group.try_it()).halted


async def test_a_group_that_asks_itself_is_tried_each_time() -> None:
    group = Group(False, True)
    assert (await group.try_it()).halted
    assert not (await group.try_it(there=True)).halted


async def test_a_group_that_became_a_supergroup_is_looked_for_there() -> None:
    group = Group(Moved("", -1_000_000_000_007), True)
    assert (await group.try_it()).scope == Scope(-1_000_000_000_007)
    assert group.asked == [-7, -1_000_000_000_007]
    assert not group.held.halted


async def test_a_group_that_is_said_to_be_where_none_can_be_waits_on_and_is_not_tried_at_once() -> None:
    group = Group(Moved("", -8))
    for _ in range(2):
        assert (await group.try_it()).scope == Scope(-7)
    assert group.asked == [-7]
