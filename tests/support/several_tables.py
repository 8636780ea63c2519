"""Several tables in one group, put there at once, and what became of each."""

from datetime import timedelta

from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.crossword.state import GameState
from engine.game import Table
from engine.rng import commitment
from tests.support.chat_harness import ChatSession
from tests.support.games import NOW, game, with_fields
from tests.support.sent_messages import SentMessage

RACKS = ("KALEMİR", "DEFTERA")
"""Of who sits first, Kiraz, and second, Limon."""


def board_game(turn: int = 0, users: tuple[int, ...] = (), name: str = "kelimelik") -> GameState:
    """A game in which whoever sits first can lay KALEM, and whoever sits second DEFTER; its turn began a while ago."""
    state = game(name, racks=RACKS, bag="A" * 30, turn=turn)
    players = tuple(
        with_fields(player, user=user) for player, user in zip(state.players, users or (101, 102), strict=True)
    )
    clocks = with_fields(state.clocks, started=NOW - timedelta(minutes=1))
    return with_fields(state, players=players, clocks=clocks)


def table_scope(talk: ChatSession, number: int) -> Scope:
    """The table of a number in a group."""
    return talk.scope.at_table(number)


async def put_tables(talk: ChatSession, *tables: Table) -> None:
    """Put tables into a group under the numbers from 1 on, each with a short name of its own."""
    for number, table in enumerate(tables, start=1):
        secret = f"{number:02x}" * 32
        await talk.put_table(
            with_fields(table, secret=secret, commitment=commitment(secret)), table_scope(talk, number)
        )


async def table_at(talk: ChatSession, number: int) -> Table:
    """The table of a number as it is now."""
    loaded = await talk.harness.store.load_table(table_scope(talk, number))
    assert loaded.state is not None
    return decode_table(loaded.state)


async def turns_taken(talk: ChatSession, *numbers: int) -> list[int]:
    """How many turns were taken at tables, by their numbers."""
    tables = [await table_at(talk, number) for number in numbers]
    return [table.number for table in tables if isinstance(table, GameState)]


def button_of_table(question: SentMessage, number: int) -> str:
    """What the button of a table carries, in the question which table is meant."""
    return str(next(one["callback_data"] for one in question.buttons if one["text"].startswith(f"#{number} ")))


def asked_numbers(question: SentMessage) -> list[int]:
    """The numbers of the tables that a question names."""
    return [int(one["text"].partition(" ")[0][1:]) for one in question.buttons]
