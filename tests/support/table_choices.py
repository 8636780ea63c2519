"""Tables of one chat, and what a message says of which one it means."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.handlers.which_table import OpenChoice, TableHints, TableRight, choose_table
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable, table_name
from engine.game import Game, Table
from engine.rng import commitment
from tests.support.duplicate_games import open_round
from tests.support.games import NOW, USERS, game, open_lobby_of, with_fields

AYSE, BORA, CAN, _ = USERS
STRANGER = 999
SENT = NOW + timedelta(minutes=5)


def at_table(number: int, table: Table, **more: Any) -> LoadedTable:
    """A table of a place, with a short name of its own."""
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
EVERYBODY = at_table(8, open_round(people=(BORA,)))
FULL = at_table(6, open_lobby_of("kelimelik", 2))
