"""Somebody is forgotten in the middle of a game of Duplicate: their answers stay as another's, without a name."""

import pytest
from redis.asyncio import Redis

from bot.families.crossword.search.searcher import BoardSearcher
from bot.store.keys import Scope
from engine.duplicate.actions import Answer, Deal
from engine.duplicate.state import GameState
from engine.duplicate.tops import search_racks
from engine.forget_player import is_forgotten
from engine.lobby_seats import Seat
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.forgetting_world import AYSE, BORA, GROUP, NAMES, ForgettingWorld


async def load_game(world: ForgettingWorld) -> GameState:
    table = (await world.games.load_table(Scope(GROUP))).table
    assert isinstance(table, GameState)
    return table


@pytest.fixture
async def world(redis: Redis) -> ForgettingWorld:
    """A round is open, which both have answered."""
    made = ForgettingWorld(redis)
    rules = resolve_ruleset(shipped_rulesets()["duplicate-mini"], {})
    place = await made.games.load_place(Scope(GROUP))
    await made.games.open_table(place, rules, Seat(BORA, NAMES[BORA]), made.update(), begin=(GROUP, 77))
    loaded = await made.games.load_table(Scope(GROUP))
    words = (await made.games.loader.load_dictionary(loaded, rules)).words
    await made.act(GROUP, Deal(search_racks(await load_game(made), BoardSearcher(), words)))
    round_ = (await load_game(made)).round
    assert round_ is not None
    for user in (AYSE, BORA):
        await made.act(GROUP, Answer(user, NAMES[user], 1, round_.laid.tiles, lock=True))
    return made


async def test_a_running_round_keeps_the_answer_of_somebody_without_a_name(world: ForgettingWorld) -> None:
    before = await load_game(world)
    await world.forget()
    assert not await world.traces()
    after = await load_game(world)
    seat = before.seat_of(AYSE)
    assert seat is not None
    assert is_forgotten(after.players[seat].user)
    assert (after.players[seat].name, after.players[seat].answer) == ("", before.players[seat].answer)
    assert after.round == before.round
    assert after.outcome is None
