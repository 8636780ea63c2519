"""The prepared games that measurements play: the same in every run, in any chat."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count, cycle
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.config import StartError
from bot.judges import WordChanges
from bot.playground.dispatch import JournalEntry
from bot.store import keys
from bot.store.client import connect
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.server_checks import SCHEMA
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
from engine.game_base import Game, GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from tools.fleet.bot_api import BotAccount, FleetPerson

PLAYERS: Final = (Seat(1001, "Ayşe"), Seat(1002, "Mehmet"))
PEOPLE_BY_USER: Final = {seat.user: FleetPerson(seat.user, seat.name) for seat in PLAYERS}
PLAYS_PER_GAME: Final = 25
"""Plays in a prepared game: later the board is too full; a game with fewer plays in a row is left out."""
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
_RULESETS: Final = ("kelimelik", "scrabble-tr")
_GAME_COUNT: Final = 8
_AT_ONCE: Final = 250
_ANSWER_SECONDS: Final = 30.0


class TypedMove(Struct, frozen=True):
    user: int
    text: str
    play: Place


class Match(Struct, frozen=True):
    chat: int
    opening: GameState
    moves: tuple[TypedMove, ...]


def prepare_games() -> list[Match]:
    kinds = [_generate_long_matches(ruleset) for ruleset in _RULESETS]
    return [next(kinds[number % len(kinds)]) for number in range(_GAME_COUNT)]


def spread_over_chats(games: Sequence[Match], moves: int, chats: int, first_chat: int) -> list[Match]:
    """Return starts of games, one a chat, that have ``moves`` moves together, spread as evenly as possible."""
    return [
        replace(game, chat=first_chat - number, moves=game.moves[: (moves + number) // chats])
        for number, game in zip(range(chats), cycle(games), strict=False)
    ]


async def store_games(redis: str, matches: Sequence[Match]) -> None:
    async with connect(redis) as client:
        await client.set(keys.schema(), SCHEMA)
        await commit_all(GameStore(client), [new_game(Scope(match.chat), match.opening) for match in matches])


def new_game(scope: Scope, state: Game, deadline: float | None = None, downtime_ms: int = 0) -> Commit:
    """Return the commit that stores a game at its first turn; ``deadline`` is in seconds of Unix time."""
    return Commit(
        scope=scope,
        expected_version=0,
        update_id=None,
        state=encode_stored(state),
        deadline=deadline,
        reset_log=True,
        custom_words=encode_stored(WordChanges()),
        downtime_ms=downtime_ms,
    )


async def commit_all(store: GameStore, commits: Sequence[Commit]) -> None:
    for first in range(0, len(commits), _AT_ONCE):
        await asyncio.gather(*map(store.commit, commits[first : first + _AT_ONCE]))


class MoveMaker:
    """Makes the moves of prepared games; in each chat the next move waits for the picture of the one before."""

    def __init__(self, account: BotAccount) -> None:
        self._account: Final = account
        self._owed: Final[dict[int, asyncio.Future[int]]] = {}
        account.journal.keeps_entries = False
        account.journal.listeners.append(self._on_call)

    async def play_matches(self, matches: Sequence[Match]) -> list[int]:
        sizes = await asyncio.gather(*map(self._play_match, matches))
        return [size for match in sizes for size in match]

    async def make_move(self, chat: int, move: TypedMove) -> int:
        """Make a move, wait for its picture, and return the picture's size in bytes."""
        owed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._owed[chat] = owed
        self._account.send_text(chat, PEOPLE_BY_USER[move.user], move.text)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await owed
        except TimeoutError:
            raise StartError(f"The bench failed: no picture came within {_ANSWER_SECONDS:.0f} seconds.") from None
        finally:
            del self._owed[chat]

    async def _play_match(self, match: Match) -> list[int]:
        return [await self.make_move(match.chat, move) for move in match.moves]

    def _on_call(self, entry: JournalEntry) -> None:
        owed = self._owed.get(entry.chat or 0)
        if owed is None or owed.done():
            return
        match entry.method, entry.parameters:
            case "sendPhoto", {"photo": {"bytes": int(size)}}:
                owed.set_result(size)
            case "sendMessage", {"text": text}:
                owed.set_exception(StartError(f"The bench failed: a prepared move was answered with {text!r}."))
            case _:
                pass


def play_as_typed(play: Place, main: WordScore) -> str:
    blanks = {tile.cell for tile in play.tiles if tile.tile.startswith(BLANK)}
    word = "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(main.word, main.cells, strict=True))
    is_across = main.cells[0][1:] == main.cells[1][1:]
    return f"{main.cells[0]} {'yatay' if is_across else 'dikey'} {word}"


def _generate_long_matches(ruleset: str) -> Iterator[Match]:
    return (match for number in count(1) if len((match := _generate_match(ruleset, number)).moves) == PLAYS_PER_GAME)


def _generate_match(ruleset: str, number: int) -> Match:
    rules = resolve_ruleset(crossword_rulesets()[ruleset], {"clock": "none"})
    words = load_lexicon(rules.lexicon)
    secret = f"{number:064x}"
    opening, _ = open_game(
        rules,
        GameSetup(seats=PLAYERS, host=PLAYERS[0].user, secret=secret, message=number, lexicon=words.hash, begins=_NOW),
    )
    return Match(0, opening, tuple(_generate_moves(opening, Draws(f"bench:{number}"), words)))


def _generate_moves(state: GameState, draws: Draws, words: WordSet) -> Iterator[TypedMove]:
    for _ in range(PLAYS_PER_GAME):
        action, draws = random_move(state, draws, words, Habits())
        if not isinstance(action, Place):
            return
        state, _ = apply(state, action, _NOW, words.__contains__)
        if state.last is None or state.outcome is not None:
            return
        yield TypedMove(action.by, f"/oyna {play_as_typed(action, state.last.words[0])}", action)
