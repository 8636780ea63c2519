"""People say which table they mean in every way there is, and leave it out only where it is sure."""

from random import Random

from redis.asyncio import Redis

from bot.playground.state.chats import Json
from bot.store import keys
from bot.store.scope import Scope
from bot.tables.codec import encode_stored
from engine.game import Table
from tests.support.games import open_lobby_of, started_game, with_fields
from tools.simulator import people
from tools.simulator.ledger import Ledger, TableRecord
from tools.simulator.people import NamedText, Place, name_table
from tools.simulator.store import TableWatcher

CHAT = -1001
PLAY = "/oyna H8 yatay KALEM"
AYSE, MEHMET, OLENA, ZOE = people.make_people(1_000, 4)


class Stage:
    """A place where Ayşe sits at two tables and Olena at one."""

    def __init__(self, redis: Redis) -> None:
        self.ledger = Ledger()
        self.place = Place(Scope(CHAT), (AYSE, MEHMET, OLENA, ZOE), self.ledger, TableWatcher(redis))
        self.one = self.place.add_table("kelimelik", (AYSE, MEHMET))
        self.other = self.place.add_table("kelimelik", (AYSE, OLENA))
        for number, record in enumerate((self.one, self.other), start=1):
            record.scope, record.is_settled = record.scope.at_table(number), True
        self.newest: dict[tuple[int, str], Json] = {}

    def name_often(self, record: TableRecord, user: int, text: str, **given: bool) -> list[NamedText | None]:
        """What becomes of a text by many chances."""
        return [
            name_table(self.place, record, user, text, newest_messages=self.newest, rng=Random(seed), **given)
            for seed in range(200)
        ]

    def ways(self, record: TableRecord, user: int, text: str, **given: bool) -> set[str]:
        return {one.way for one in self.name_often(record, user, text, **given) if one is not None}


def game_of(turn: int, *users: int) -> Table:
    """A game of these people, one of whom is on turn."""
    state, _ = started_game("kelimelik")
    seated = tuple(with_fields(player, user=user) for player, user in zip(state.players, users, strict=True))
    return with_fields(state, players=seated, turn=turn, secret=f"{turn:064x}")


def test_who_sits_at_one_table_need_not_say_which(redis: Redis) -> None:
    stage = Stage(redis)
    assert "nothing" in stage.ways(stage.other, OLENA.user, "/itiraz")
    assert stage.ways(stage.one, AYSE.user, "/itiraz") == {"number"}


def test_whoever_is_on_turn_at_one_table_alone_need_not_say_which_to_move_there(redis: Redis) -> None:
    stage = Stage(redis)
    stage.one.seen_table = game_of(0, AYSE.user, MEHMET.user)
    stage.other.seen_table = game_of(1, AYSE.user, OLENA.user)
    assert stage.ways(stage.one, AYSE.user, PLAY) == {"number", "nothing"}
    assert "nothing" not in stage.ways(stage.one, AYSE.user, "/pas")
    stage.other.seen_table = game_of(0, AYSE.user, OLENA.user)
    assert stage.ways(stage.one, AYSE.user, PLAY) == {"number", "question"}
    stage.one.is_settled = False
    assert stage.ways(stage.one, AYSE.user, PLAY) == {"number"}


async def test_the_number_of_a_table_is_that_where_its_host_opened(redis: Redis) -> None:
    stage = Stage(redis)
    for record, number in ((stage.one, 3), (stage.other, 2)):
        stage.ledger.number_table(record)
        record.scope, record.secret = Scope(CHAT).at_table(number), f"old {number}"
    lobby = with_fields(open_lobby_of(seated=1), host=AYSE.user)
    await redis.hset(keys.table_numbers(Scope(CHAT)), mapping={"2": "told", "3": "-77"})
    for number, told_again in ((3, False), (2, True)):
        record = stage.place.add_table("kelimelik", (AYSE,))
        table = with_fields(lobby, secret=f"{number:064x}")
        await redis.hset(keys.game(Scope(CHAT).at_table(number)), mapping={"version": 1, "state": encode_stored(table)})
        await stage.place.find_number(record, AYSE.user)
        assert (record.scope.table, record.secret, record.is_told_again) == (number, table.secret, told_again)
        assert record in stage.ledger.records
    assert (stage.one.is_replaced, stage.other.is_replaced) == (True, True)
    assert [record.former_tables for record in stage.ledger.records] == [(), (), (stage.one,), (stage.other,)]
