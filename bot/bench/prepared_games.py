"""The games that are measured: prepared once, the same in every run, played under any chat's number."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.bench.fleet.make_updates import FleetPerson
from bot.bench.naive_bot import encode_game, game_key
from bot.judges import WordChanges
from bot.store import database
from bot.store.commits import Commit
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.scope import FIRST_TABLE, Scope
from bot.tables.codec import encode_stored
from engine.alphabet import BLANK
from engine.crossword.actions import Place
from engine.crossword.movegen import WordSet
from engine.crossword.rules import apply
from engine.crossword.setup import open_game
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.crossword.view import WordScore
from engine.game_setup import GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.rng import Draws, commitment
from engine.rulesets import resolve_ruleset

PLAYERS: Final = (Seat(1001, "Ayşe"), Seat(1002, "Mehmet"))


PEOPLE_BY_USER: Final = {seat.user: FleetPerson(seat.user, seat.name) for seat in PLAYERS}
"""The same as they write."""


_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When the moves are found; the games have no clock."""


_RULESETS: Final = ("kelimelik", "scrabble-tr")


_GAME_COUNT: Final = 8


_PLAYS_PER_GAME: Final = 25
"""Plays taken of a game: later a board is so full that plays become rare. A game with fewer in a row is left out."""


_DIRECTION_WORDS: Final = {True: "yatay", False: "dikey"}


class TypedMove(Struct, frozen=True):
    """What a player types."""

    user: int
    text: str
    play: Place
    """What it asks for, as the log has it."""


class Match(Struct, frozen=True):
    """A game at its first turn, and the moves to play in it."""

    chat: int
    opening: GameState
    moves: tuple[TypedMove, ...]
    table: int = FIRST_TABLE
    """The number of its table in the chat."""

    @property
    def scope(self) -> Scope:
        """Where it is played."""
        return Scope(self.chat, table=self.table)


def prepare_games() -> list[Match]:
    """The games, each with all its moves; their chats are still to be numbered."""
    kinds = [_generate_long_matches(ruleset) for ruleset in _RULESETS]
    return [next(kinds[number % len(kinds)]) for number in range(_GAME_COUNT)]


def split_into_matches(games: Sequence[Match], moves: int, first_chat: int) -> Iterator[Match]:
    """Whole games, and the start of a last one, that have so many moves together."""
    number = 0
    while moves > 0:
        game = games[number % len(games)]
        yield replace(game, chat=first_chat - number, moves=game.moves[:moves])
        moves -= len(game.moves)
        number += 1


def spread_over_groups(
    games: Sequence[Match], moves: int, groups: int, first_chat: int, tables: int = 1
) -> list[Match]:
    """As many starts of games as there are tables in groups, that have about so many moves together.

    Where a group has several tables, a move says which one it is for.
    """
    each = -(-moves // (groups * tables))
    matches = []
    for number in range(groups * tables):
        game, (group, table) = games[number % len(games)], divmod(number, tables)
        match = replace(game, chat=first_chat - group, moves=game.moves[:each])
        matches.append(match if tables == 1 else _at_table(match, 1 + table))
    return matches


def _at_table(match: Match, table: int) -> Match:
    """The same at one of several tables of its chat, with a secret, and hence a name, of its own."""
    secret = f"{table:064x}"
    return replace(
        match,
        table=table,
        opening=replace(match.opening, secret=secret, commitment=commitment(secret)),
        moves=tuple(_with_table_number(move, table) for move in match.moves),
    )


def _with_table_number(move: TypedMove, table: int) -> TypedMove:
    command, _, play = move.text.partition(" ")
    return replace(move, text=f"{command} #{table} {play}")


def _generate_long_matches(ruleset: str) -> Iterator[Match]:
    return (match for number in count(1) if len((match := _generate_match(ruleset, number)).moves) == _PLAYS_PER_GAME)


def _generate_match(ruleset: str, number: int) -> Match:
    rules = resolve_ruleset(crossword_rulesets()[ruleset], {"clock": "none"})
    words = load_lexicon(rules.lexicon)
    secret = f"{number:064x}"
    opening, _ = open_game(
        rules,
        GameSetup(seats=PLAYERS, host=PLAYERS[0].user, secret=secret, message=number, lexicon=words.hash, begins=_NOW),
    )
    moves = tuple(_generate_moves(opening, Draws(f"bench:{number}"), words))
    return Match(0, opening, moves)


def _generate_moves(state: GameState, draws: Draws, words: WordSet) -> Iterator[TypedMove]:
    """Plays at random up to the first turn that has none."""
    for _ in range(_PLAYS_PER_GAME):
        action, draws = random_move(state, draws, words, Habits())
        if not isinstance(action, Place):
            return
        state, _ = apply(state, action, _NOW, words.__contains__)
        if state.last is None or state.outcome is not None:
            return
        yield TypedMove(action.by, f"/oyna {play_as_typed(action, state.last.words[0])}", action)


def play_as_typed(play: Place, main: WordScore) -> str:
    """A play as people type it, its blanks in brackets."""
    blanks = {tile.cell for tile in play.tiles if tile.tile.startswith(BLANK)}
    word = "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(main.word, main.cells, strict=True))
    across = main.cells[0][1:] == main.cells[1][1:]
    return f"{main.cells[0]} {_DIRECTION_WORDS[across]} {word}"


_AT_ONCE: Final = 250


async def store_games(redis: str, matches: Sequence[Match]) -> None:
    """Put games at their first turn, as the bot keeps them once they have begun: with the chat's own words, here none.

    Args:
        redis: the address of the server.
        matches: the games.
    """
    async with connect(redis) as client:
        await database.claim_schema(client)
        store, words = GameStore(client), encode_stored(WordChanges())
        numbers: defaultdict[int, list[int]] = defaultdict(list)
        for match in matches:
            numbers[match.chat].append(match.table)
        for first in range(0, len(matches), _AT_ONCE):
            await asyncio.gather(
                *(
                    store.commit(
                        Commit(
                            scope=match.scope,
                            expected_version=0,
                            update_id=None,
                            state=encode_stored(match.opening),
                            reset_log=True,
                            custom_words=words,
                            told_numbers=numbers[match.chat] if len(numbers[match.chat]) > 1 else (),
                        )
                    )
                    for match in matches[first : first + _AT_ONCE]
                )
            )


async def store_naive_games(redis: str, matches: Sequence[Match]) -> None:
    """The same for the naive way."""
    async with connect(redis) as client:
        for match in matches:
            await client.set(game_key(match.chat), encode_game(match.opening))
