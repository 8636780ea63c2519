"""Which table is meant follows from public facts; how many tables there may be, and how they are numbered."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.handlers.which_table import (
    BoundElsewhere,
    NoSuchTable,
    OpenChoice,
    TableHints,
    TableIsOver,
    TableRight,
    choose_table,
)
from bot.judges import WordJudge
from bot.store.commits import TableNumber, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import Notice, decode_notice
from bot.tables.games import GamePolicy, Games
from bot.tables.table_loader import (
    DEFAULT_MOST_TABLES,
    TABLES_SETTING,
    LoadedPlace,
    LoadedTable,
    check_can_host_table,
    check_may_sit_down,
    most_seats,
    table_name,
)
from bot.wording.decisions import is_audited
from engine.clock import Pause, Resume
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.duplicate.rules import enter_game
from engine.errors import Refusal
from engine.game import Game, Table
from engine.game_base import Petition
from engine.lobby_seats import Join, Seat
from engine.rng import commitment
from engine.rulesets import resolve_ruleset
from engine.turns import Cancel
from tests.support.duplicate_games import open_round
from tests.support.games import NOW, USERS, after_actions, game, open_lobby_of, surrender, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.streams import read_new_entries
from tests.support.timers import FrozenServedClock, frozen_served_clock

AYSE, BORA, CAN, _ = USERS
STRANGER = 999
SENT = NOW + timedelta(minutes=5)


def at_table(number: int, table: Table, **more: Any) -> LoadedTable:
    secret = f"{number:02x}" * 32
    named = with_fields(table, secret=secret, commitment=commitment(secret))
    loaded = LoadedTable(Scope(-7, None, number), named, 1, {}, is_duplicate=False, numbers={})
    return replace(loaded, **more)


def game_of(*seats: int, turn: int = 0, minute: float = 0.0) -> Game:
    """A game of these users, whose turn began that many minutes after the others began."""
    state = game("kelimelik", racks=["AAEEKKL"] * len(seats), turn=turn)
    players = tuple(with_fields(player, user=user) for player, user in zip(state.players, seats, strict=True))
    clocks = with_fields(state.clocks, started=NOW + timedelta(minutes=minute))
    return with_fields(state, players=players, clocks=clocks)


def hints(user: int = AYSE, right: TableRight = "turn", **more: Any) -> TableHints:
    return replace(TableHints(user, right, sent_at=SENT, sent_second=int(SENT.timestamp())), **more)


def name_of(loaded: LoadedTable) -> str:
    assert loaded.table is not None
    return table_name(loaded.table)


def numbers_of(chosen: LoadedTable | OpenChoice) -> list[int]:
    tables = chosen.tables if isinstance(chosen, OpenChoice) else (chosen,)
    return [one.scope.table for one in tables]


def chosen_number(tables: Sequence[LoadedTable], given_hints: TableHints) -> int | list[int]:
    """The number of the table that is meant; of those that are asked about a list."""
    chosen = choose_table(tables, given_hints)
    return numbers_of(chosen) if isinstance(chosen, OpenChoice) else chosen.scope.table


OWN, THEIRS, OTHERS = (
    at_table(1, game_of(AYSE, BORA)),
    at_table(2, game_of(BORA, AYSE)),
    at_table(3, game_of(BORA, CAN)),
)
ALSO_OWN = at_table(4, game_of(AYSE, CAN))
LOBBY = at_table(5, open_lobby_of("kelimelik", 1))
FULL = at_table(6, open_lobby_of("kelimelik", 2))
EVERYBODY = at_table(8, open_round(people=(BORA,)))


@pytest.mark.parametrize(
    ("tables", "user", "right", "meant"),
    [
        ((OWN, OTHERS), AYSE, "turn", 1),
        ((OWN, THEIRS), AYSE, "turn", 1),
        ((OWN, THEIRS), BORA, "turn", 2),
        ((OWN, ALSO_OWN), AYSE, "turn", [1, 4]),
        ((OWN, ALSO_OWN, THEIRS), AYSE, "turn", [1, 4]),
        ((OWN, THEIRS), AYSE, "seat", [1, 2]),
        ((OWN, OTHERS), AYSE, "seat", 1),
        ((OWN, OTHERS), STRANGER, "seat", [1, 3]),
        ((OWN, OTHERS), STRANGER, "turn", 3),
        ((OWN, OTHERS), CAN, "look", 3),
        ((OWN, THEIRS), AYSE, "look", 1),
        ((OWN, ALSO_OWN), AYSE, "look", [1, 4]),
        ((OWN, OTHERS), STRANGER, "look", [1, 3]),
        ((OWN, OTHERS), AYSE, "rule", [1, 3]),
        ((OWN, LOBBY), CAN, "join", 5),
        ((LOBBY, FULL), CAN, "join", 5),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), CAN, "join", [5, 7]),
        ((LOBBY, at_table(7, open_lobby_of("kelimelik", 1))), AYSE, "lobby", [5, 7]),
        ((LOBBY, FULL), BORA, "lobby", 6),
        ((OWN, LOBBY), AYSE, "turn", 1),
        ((OTHERS, LOBBY), AYSE, "turn", 5),
        ((LOBBY, EVERYBODY), AYSE, "turn", 8),
        ((EVERYBODY, OWN), AYSE, "turn", 1),
    ],
)
def test_seat_and_turn_decide(
    tables: Sequence[LoadedTable], user: int, right: TableRight, meant: int | list[int]
) -> None:
    assert chosen_number(tables, hints(user, right)) == meant


@pytest.mark.parametrize(("is_secret", "meant"), [(True, [8, 9]), (False, 9)])
def test_who_may_come_in_at_several_tables_is_asked_where_nobody_reads_it(
    is_secret: bool,  # noqa: FBT001 - of the table above
    meant: int | list[int],
) -> None:
    other = at_table(9, open_round(people=(CAN,)))
    assert chosen_number((EVERYBODY, LOBBY, other), hints(AYSE, is_secret=is_secret)) == meant


@pytest.mark.parametrize("right", ["look", "turn", "answer", "seat", "rule"])
@pytest.mark.parametrize(
    "named",
    [
        {"number": 2},
        {"replied_tables": (name_of(THEIRS),)},
        {"replied_message": 222},
        {"replied_numbers": (2,), "replied_message": 230},
        {"bound_to": name_of(THEIRS)},
        {"number": 2, "replied_message": 222},
        {"number": 2, "replied_numbers": (1, 2, 4)},
        {"number": 2, "bound_to": name_of(THEIRS)},
        {"bound_to": name_of(THEIRS), "replied_message": 111},
    ],
    ids=str,
)
def test_what_is_named_goes_before_seat_and_turn(right: TableRight, named: Mapping[str, object]) -> None:
    there = (replace(OWN, messages=frozenset({111})), replace(THEIRS, messages=frozenset({222})), ALSO_OWN)
    assert chosen_number(there, hints(AYSE, right, is_costly=True, **named)) == 2


def test_hints_that_contradict_ask() -> None:
    there = OWN, replace(THEIRS, messages=frozenset({222})), ALSO_OWN
    assert chosen_number(there, hints(number=4, replied_message=222)) == [2, 4]
    assert chosen_number(there, hints(number=1, replied_tables=(name_of(ALSO_OWN),))) == [1, 4]


def test_a_number_in_an_old_message_was_another_tables() -> None:
    there = OWN, replace(THEIRS, messages=frozenset({222, 230}))
    assert chosen_number(there, hints(replied_numbers=(2,), replied_message=100)) == 1


def test_a_number_that_no_table_has_is_refused() -> None:
    for number in (3, 9):
        with pytest.raises(NoSuchTable):
            choose_table((OWN, THEIRS), hints(number=number))
    with pytest.raises(NoSuchTable):
        choose_table((OWN,), hints(number=2))


def test_what_stays_with_a_table_is_done_at_no_other() -> None:
    with pytest.raises(BoundElsewhere):
        choose_table((OWN, THEIRS), hints(bound_to=name_of(THEIRS), number=1))
    with pytest.raises(BoundElsewhere):
        choose_table((OWN, THEIRS), hints(bound_to=name_of(OTHERS)))


def test_a_turn_that_began_since_the_message_was_sent_may_have_been_its_senders() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    assert chosen_number((OWN, changed), hints()) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(seconds=61))) == 1
    # Telegram's instants are whole seconds, rounded down: of the same second nobody can tell what was first.
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(minutes=1))) == [1, 2]
    assert chosen_number((OWN, at_table(2, game_of(BORA, AYSE, minute=6.01))), hints()) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=SENT + timedelta(seconds=59.5))) == [1, 2]
    assert chosen_number((OWN, changed), hints(sent_at=None)) == 1


@pytest.mark.parametrize("right", ["turn", "answer"])
def test_what_is_costly_is_asked_about_wherever_its_sender_plays(right: TableRight) -> None:
    assert chosen_number((OWN, THEIRS), hints(right=right, is_costly=True)) == [1, 2]
    assert chosen_number((OWN, OTHERS), hints(right=right, is_costly=True)) == 1


def test_who_can_answer_something_at_one_table_means_that_one() -> None:
    def open_at_theirs(played: Game, _: int) -> bool:
        return played == THEIRS.table

    assert chosen_number((OWN, THEIRS), hints(right="answer", may_answer=open_at_theirs)) == 2
    assert chosen_number((OWN, THEIRS), hints(right="answer", may_answer=lambda *_: False)) == [1, 2]


def test_a_table_that_has_changed_since_may_be_the_one_to_answer_at() -> None:
    changed = at_table(2, game_of(BORA, AYSE, minute=6))
    for window in (OWN.table, changed.table):
        assert chosen_number(
            (OWN, ALSO_OWN, changed), hints(right="answer", may_answer=lambda played, _, at=window: played == at)
        ) == ([1, 2] if window == OWN.table else 2)
    later = hints(right="answer", sent_at=SENT + timedelta(minutes=2), may_answer=lambda played, _: played == OWN.table)
    assert chosen_number((OWN, ALSO_OWN, changed), later) == 1


def test_who_gave_up_at_a_table_plays_there_no_more() -> None:
    state = game_of(BORA, AYSE, CAN)
    assert isinstance(state, GameState)
    left = at_table(2, after_actions(state, surrender(state, 1)))
    assert chosen_number((OWN, left), hints(right="seat")) == 1
    assert chosen_number((OWN, left), hints(BORA, "seat")) == [1, 2]
    assert chosen_number((OWN, left), hints(right="look")) == 1


def test_cancelling_goes_to_the_own_table() -> None:
    assert chosen_number((OWN, OTHERS, FULL), hints(right="cancel")) == [1, 6]
    assert chosen_number((OWN, OTHERS), hints(right="cancel")) == 1
    assert chosen_number((OTHERS, LOBBY), hints(right="cancel")) == 5
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "cancel")) == [1, 3]


def test_a_computer_player_comes_to_a_lobby_or_to_an_empty_seat() -> None:
    def seeking(number: int, *seats: int) -> LoadedTable:
        return at_table(number, with_fields(game_of(*seats), petition=Petition("replace", 1, 0, NOW)))

    mine, others = seeking(7, AYSE, BORA), seeking(8, BORA, CAN)
    assert chosen_number((mine, others, THEIRS), hints(right="computer")) == 7
    assert chosen_number((others, THEIRS), hints(right="computer")) == 8
    assert chosen_number((mine, others, THEIRS), hints(STRANGER, "computer")) == [7, 8]
    assert chosen_number((mine, LOBBY, THEIRS), hints(right="computer")) == 5
    assert chosen_number((OWN, THEIRS), hints(right="computer")) == 2


def test_a_move_of_one_kind_of_game_is_meant_for_such_a_game() -> None:
    cards = at_table(8, klepka_game_of_chat())
    seated = USERS[0]
    mine = at_table(1, game_of(seated, STRANGER))

    def is_cards(one: LoadedTable) -> bool:
        return one.table == cards.table

    assert chosen_number((mine, cards), hints(seated, fits=is_cards)) == 8
    # Where no such game is, the one that there is says so.
    assert chosen_number((mine, THEIRS), hints(seated, fits=lambda _: False)) == 1


def test_the_table_that_was_looked_at_last_decides_look_ups_alone() -> None:
    rights: Mapping[TableRight, int | list[int]] = {"look": 4, "turn": [1, 4], "seat": [1, 4], "rule": [1, 4]}
    for right, meant in rights.items():
        assert chosen_number((OWN, ALSO_OWN), hints(right=right, looked_at=4)) == meant
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "look", looked_at=3)) == 3
    assert chosen_number((OWN, OTHERS), hints(STRANGER, "look", looked_at=9)) == [1, 3]


RIGHTS: Sequence[TableRight] = ("look", "turn", "answer", "seat", "rule", "cancel", "join", "lobby", "computer")
USERS_OR_NOBODY = (AYSE, BORA, CAN, STRANGER)
a_table: st.SearchStrategy[Table] = st.one_of(
    st.builds(
        lambda seats, turn, minute: game_of(*seats, turn=turn, minute=minute),
        st.permutations((AYSE, BORA, CAN)).map(lambda order: order[:2]),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
    st.integers(1, 2).map(lambda seated: open_lobby_of("kelimelik", seated)),
    st.just(klepka_game_of_chat()),
)
some_tables = st.lists(a_table, min_size=1, max_size=4).map(
    lambda found: tuple(
        replace(at_table(number, table), messages=frozenset({100 * number}))
        for number, table in enumerate(found, start=1)
    )
)
some_hints = st.builds(
    hints,
    st.sampled_from(USERS_OR_NOBODY),
    st.sampled_from(RIGHTS),
    is_costly=st.booleans(),
    looked_at=st.none() | st.integers(1, 5),
    replied_message=st.none() | st.sampled_from((100, 200, 300, 999)),
    sent_at=st.integers(0, 9).map(lambda minute: NOW + timedelta(minutes=minute)),
)


@settings(max_examples=20)
@given(some_tables, some_hints)
def test_law_it_is_always_the_same_table_or_tables(tables: tuple[LoadedTable, ...], asked: TableHints) -> None:
    chosen = choose_table(tables, asked)
    meant = chosen.tables if isinstance(chosen, OpenChoice) else (chosen,)
    assert meant
    assert all(one in tables for one in meant)
    assert len({one.scope for one in meant}) == len(meant)
    again = choose_table(tables, asked)
    assert again == chosen
    if isinstance(chosen, OpenChoice):
        assert set(numbers_of(choose_table(tables[::-1], asked))) == set(numbers_of(chosen))


@settings(max_examples=20)
@given(some_tables, some_hints, st.data())
def test_law_a_typed_number_wins(tables: tuple[LoadedTable, ...], asked: TableHints, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(tables)))
    replied = data.draw(st.sampled_from((None, 100 * number)))
    assert chosen_number(tables, replace(asked, number=number, replied_message=replied)) == number


@settings(max_examples=20)
@given(a_table, some_hints)
def test_law_one_table_alone_is_never_asked_about(table: Table, asked: TableHints) -> None:
    assert chosen_number((at_table(1, table),), asked) == 1


@settings(max_examples=20)
@given(some_tables, some_hints, st.sampled_from(("KALEMİR", "ŞŞZZVVÖ", "????AAE")), st.text("ABCÇ", max_size=9))
def test_law_secrets_change_nothing(tables: tuple[LoadedTable, ...], asked: TableHints, rack: str, bag: str) -> None:
    def with_other_secrets(loaded: LoadedTable) -> LoadedTable:
        table = loaded.table
        if not isinstance(table, GameState):
            return loaded
        players = tuple(with_fields(player, rack=tuple(rack)) for player in table.players)
        return replace(
            loaded, table=with_fields(table, players=players, bag=tuple(bag), lexicon="ff"), custom_words=None
        )

    other = tuple(map(with_other_secrets, tables))
    assert chosen_number(other, asked) == chosen_number(tables, asked)


def over(loaded: LoadedTable, seconds: float) -> LoadedTable:
    """The table once its game is over, so many seconds after the request was sent."""
    assert isinstance(loaded.table, GameState)
    since = int(SENT.timestamp() + seconds)
    ended = after_actions(loaded.table, surrender(loaded.table, 1))
    number = TableNumber(is_open=False, is_told=True, free_since=since)
    return replace(loaded, table=ended, numbers={loaded.scope.table: number})


def test_a_finished_game_is_looked_at_where_it_is_named() -> None:
    there = OWN, over(THEIRS, -9), ALSO_OWN
    assert chosen_number(there, hints(right="look", number=2)) == 2
    assert chosen_number(there, hints(right="look", replied_tables=(name_of(THEIRS),))) == 2
    with pytest.raises(NoSuchTable):
        choose_table(there, hints(number=2))


def test_who_replies_to_a_finished_game_is_asked_unless_one_table_is_left() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),))
    asked = choose_table((OWN, finished, OTHERS), reply)
    assert isinstance(asked, OpenChoice)
    assert asked.is_stray
    assert numbers_of(asked) == [1]
    assert chosen_number((OWN, finished), reply) == 1


@pytest.mark.parametrize(("seconds", "meant"), [(-1, 1), (0, [1, 2]), (1, [1, 2])])
def test_a_game_that_ended_since_the_message_was_sent_may_be_meant(seconds: float, meant: int | list[int]) -> None:
    assert chosen_number((OWN, over(THEIRS, seconds)), hints()) == meant
    assert chosen_number((OWN, over(THEIRS, seconds)), hints(CAN, "look")) == 1


def test_what_is_costly_is_not_done_elsewhere_than_at_the_table_that_is_over() -> None:
    finished = over(THEIRS, -9)
    reply = hints(replied_tables=(name_of(THEIRS),), is_costly=True)
    for there in ((OWN, finished), (OWN, ALSO_OWN, finished), (OWN,)):
        with pytest.raises(TableIsOver):
            choose_table(there, reply)
    assert chosen_number((OWN, finished), replace(reply, number=1)) == 1


@pytest.mark.parametrize("seconds", [-9, 9])
def test_what_is_decided_about_a_game_that_is_over_is_not_decided_about_another(seconds: float) -> None:
    reply = hints(STRANGER, "rule", replied_tables=(name_of(OTHERS),))
    for beside in ((OWN,), (OWN, ALSO_OWN)):
        with pytest.raises(TableIsOver):
            choose_table((*beside, over(OTHERS, seconds)), reply)
    # A board of a game that was here before, and whose number another has by now, says nothing, as where one table is.
    assert chosen_number((OWN,), reply) == 1


PLACE = Scope(-100777, 3)
HOST = Seat(USERS[0], "Ayşe")
RULES = resolve_ruleset(crossword_rulesets()["kelimelik"])


@pytest.fixture
def clock() -> FrozenServedClock:
    return frozen_served_clock(NOW)


@pytest.fixture
def games(store: GameStore, redis: Redis, clock: FrozenServedClock) -> Games:
    return Games(store, WordJudge(redis), clock, policy=GamePolicy(is_audited))


async def open_tables(games: Games, count: int, first_update: int = 1, *, by_others: bool = False) -> None:
    for update in range(first_update, first_update + count):
        host = Seat(1000 + update, "Can") if by_others else HOST
        await games.open_table(await games.load_place(PLACE), RULES, host, UpdateContext(update))


async def open_numbers(games: Games) -> list[int]:
    return [loaded.scope.table for loaded in (await games.load_place(PLACE)).open_tables]


async def begin_game(games: Games, number: int) -> None:
    scope = PLACE.at_table(number)
    await games.apply_action(await games.load_table(scope), Join(USERS[1], "Bora"), None)
    await games.start_game(await games.load_table(scope), USERS[1], 77, None)


async def decide(games: Games, number: int, *, ends: bool = False) -> None:
    for action in (Pause(500, "Yön"), Resume(500, "Yön"), *([Cancel(500, "Yön")] if ends else [])):
        await games.apply_action(await games.load_table(PLACE.at_table(number)), action, None)


async def told_notices(redis: Redis) -> list[Notice]:
    return [decode_notice(entry.payload) for entry in await read_new_entries(Outbox(redis))]


async def read_decisions(games: Games) -> list[tuple[str, int]]:
    entries = await games.history.read_audit_entries(await games.load_place(PLACE))
    return [(type(entry.action).__name__, entry.number) for entry in entries]


async def test_each_table_gets_the_lowest_number_that_is_free(games: Games, redis: Redis) -> None:
    await open_tables(games, 3)
    assert await open_numbers(games) == [1, 2, 3]
    assert [notice.number for notice in await told_notices(redis)] == [0, 2, 3]


async def test_of_two_who_open_at_once_each_gets_a_table_of_its_own(games: Games) -> None:
    place = await games.load_place(PLACE)
    await asyncio.gather(*(games.open_table(place, RULES, HOST, UpdateContext(update)) for update in (1, 2, 3)))
    loaded = await games.load_place(PLACE)
    assert [one.scope.table for one in loaded.open_tables] == [1, 2, 3]
    assert all(number.is_told for number in loaded.first.numbers.values())


async def test_a_told_number_is_given_again_after_a_day(games: Games, clock: FrozenServedClock) -> None:
    await open_tables(games, 2)
    await begin_game(games, 1)
    clock.downtime = timedelta(hours=5)
    await decide(games, 1, ends=True)
    assert (await games.load_place(PLACE)).first.free_since == NOW.timestamp(), "by the clock of people"
    clock.downtime = timedelta(hours=6)
    clock.clock.now = NOW + timedelta(days=1, seconds=-1)
    await open_tables(games, 1, 10)
    assert await open_numbers(games) == [2, 3]
    clock.clock.now = NOW + timedelta(days=1)
    await open_tables(games, 1, 20)
    assert await open_numbers(games) == [1, 2, 3]


@pytest.mark.parametrize("most", [None, 1])
async def test_a_place_holds_as_many_tables_as_it_may(games: Games, store: GameStore, most: int | None) -> None:
    if most is not None:
        await store.save_setting(PLACE, TABLES_SETTING, str(most))
    wanted = DEFAULT_MOST_TABLES if most is None else most
    await open_tables(games, wanted, by_others=True)
    with pytest.raises(Refusal, match="lobby_open" if wanted == 1 else "too_many_tables"):
        await open_tables(games, 1, 50, by_others=True)
    assert await open_numbers(games) == list(range(1, wanted + 1))


async def test_decisions_at_all_tables_are_told_together_with_their_numbers(games: Games) -> None:
    await open_tables(games, 1)
    await begin_game(games, 1)
    await decide(games, 1)
    assert await read_decisions(games) == [("Pause", 0), ("Resume", 0)]
    await open_tables(games, 1, 5)
    await begin_game(games, 2)
    await decide(games, 2, ends=True)
    assert sorted(await read_decisions(games)) == [
        ("Cancel", 2),
        *[("Pause", number) for number in (1, 2)],
        *[("Resume", number) for number in (1, 2)],
    ]


KIRAZ, LIMON, NANE = 101, 102, 103
GAME = game("kelimelik", racks=["KALEMLİ", "DEFTERA"])


def place(*tables: Table, chat: int = -100, **settings: str) -> LoadedPlace:
    return LoadedPlace(
        tuple(
            LoadedTable(Scope(chat, table=number), table, 1, settings, is_duplicate=False)
            for number, table in enumerate(tables, start=1)
        )
    )


@pytest.mark.parametrize(
    ("stored", "most"), [("", 3), ("1", 1), ("10", 10), ("99", 10), ("0", 1), ("-2", 3), ("two", 3)]
)
def test_it_is_what_is_stored_within_bounds_and_three_if_nothing_is(stored: str, most: int) -> None:
    assert most_seats({"seats": stored} if stored else {}) == most


def test_seats_in_lobbies_and_running_games_count() -> None:
    full = place(open_lobby_of("kelimelik"), GAME, seats="2")
    with pytest.raises(Refusal, match="too_many_seats") as refused:
        check_may_sit_down(full, KIRAZ)
    assert refused.value.fields == {"most": 2}
    check_may_sit_down(full, NANE)
    check_may_sit_down(place(open_lobby_of("kelimelik"), GAME), KIRAZ)


def test_games_that_are_over_or_were_given_up_do_not_count() -> None:
    three = game("kelimelik", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"])
    given_up = after_actions(three, surrender(three, 0))
    over = after_actions(GAME, surrender(GAME, 0))
    check_may_sit_down(place(given_up, over, seats="1"), KIRAZ)
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(place(given_up, over, seats="1"), LIMON)


def test_a_seat_that_was_taken_unseen_is_not_told_by_a_refusal() -> None:
    unseen, _ = enter_game(open_round(people=(LIMON,)), NANE, "Nane")
    check_may_sit_down(place(unseen, seats="1"), NANE)
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(place(unseen, seats="1"), LIMON)


def test_who_is_ready_to_take_a_seat_has_one() -> None:
    petition = Petition("replace", 1, 0, NOW, substitute=Seat(NANE, "Nane"))
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(place(with_fields(GAME, petition=petition), seats="1"), NANE)


def test_a_seat_at_the_same_table_is_none_more() -> None:
    petition = Petition("replace", 1, 0, NOW, substitute=Seat(NANE, "Nane"))
    at = place(with_fields(GAME, petition=petition), GAME, seats="1")
    check_may_sit_down(at, NANE, Scope(-100))
    with pytest.raises(Refusal, match="too_many_seats"):
        check_may_sit_down(at, NANE, Scope(-100, table=2))


def test_in_private_the_number_of_tables_alone_is_limited() -> None:
    check_can_host_table(place(*[GAME] * 5, chat=KIRAZ), KIRAZ)
    with pytest.raises(Refusal, match="too_many_tables"):
        check_can_host_table(place(*[GAME] * 6, chat=KIRAZ), KIRAZ)
