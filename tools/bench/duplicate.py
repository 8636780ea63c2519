"""Measure a live round of Duplicate in one group: how soon each of many people gets the receipt for their answer.

All of them open their boards. In the round's last seconds each answers in a private chat: half by the tap that ends a
word on their board, half by typing. The answers sent are compared with the result and the log.

The stand-in for Telegram has no limits. The bot keeps its own, :data:`bot.config.RATE_LIMITS`: 30 messages a second in
all, half of which answers leave to news of games, one a second to a private chat, 20 a minute to the group, edits
included. Answers to taps do not count. ``floor`` is the same for a process that gets the same answers, asks Redis as
often and sends the same receipts, without any other work.
"""

import asyncio
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.config import StartError
from bot.families.crossword.inline_results import find_placements
from bot.families.crossword.typed_moves import ARROWS
from bot.families.duplicate.own_board import SEAT, answer_step
from bot.families.own_board import PLAY_STEP, hash_rack
from bot.playground.chats import Json
from bot.playground.dispatch import JournalEntry
from bot.store import keys
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import PlayerStore
from bot.store.server_checks import SCHEMA
from bot.tables.codec import decode_log_entry, decode_table
from bot.tables.table_loader import index_players, table_name
from bot.telegram.keyboards import encode_button_data, encode_rack_link
from engine.alphabet import BLANK
from engine.duplicate.actions import Answer
from engine.duplicate.dealing import begin_dealing
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import GameState, Round, open_game
from engine.game_base import GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tools.bench.floor import RECEIPT_PROGRAM, REQUESTS_VARIABLE
from tools.bench.games import commit_all, new_game
from tools.fleet.bot_api import BotAccount, FleetBotApi, FleetPerson
from tools.fleet.launch import Fleet, launch_fleet

_ACCOUNT: Final = "5:duplicate"
_FLOOR_ACCOUNT: Final = "6:floor"
_SCOPE: Final = Scope(-1_001_000_000_000)
_FIRST_USER: Final = 2001
_ROUND_SECONDS: Final = 120
_OPENING_SECONDS: Final = 15.0
_ANSWERING_SECONDS: Final = 5.0
_SPARE_SECONDS: Final = 90.0
_RECEIPTS: Final = frozenset({"answerCallbackQuery", "sendMessage"})


async def measure_round(people: int, workers: int = 1) -> dict[str, object]:
    """Play a round that ``people`` players answer at its end; several workers share the updates."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-duplicate-")))
        api = await stack.enter_async_context(FleetBotApi(_ACCOUNT, _FLOOR_ACCOUNT))
        limits = {"RATE_LIMITS": ""}
        async with launch_fleet(
            api, _ACCOUNT, folder / "bot", workers=workers, polls=workers == 1, settings=limits
        ) as fleet:
            played = PlayedRound(fleet, people)
            try:
                async with asyncio.timeout(_ROUND_SECONDS + _SPARE_SECONDS):
                    figures = await played.play()
            except TimeoutError:
                raise StartError("The bench failed: the bot fell silent.") from None
        requests = {REQUESTS_VARIABLE: str(round(played.requests / people))}
        program = RECEIPT_PROGRAM
        async with launch_fleet(
            api, _FLOOR_ACCOUNT, folder / "floor", polls=True, settings=requests, program=program
        ) as floor:
            least = Receipts(floor.account)
            await send_evenly(least, played.answers, time.time())
            await least.wait_for(people)
    return {
        **played.receipts.percentiles(),
        "floor": least.percentiles(),
        **figures,
        "round_trips": round(played.requests / people, 1),
        "load_average": round(os.getloadavg()[0], 1),
    }


@dataclass(frozen=True)
class SentAnswer:
    """A player's answer and its score; ``data`` is the button's if it is a tap on ``board``, else empty."""

    person: FleetPerson
    text: str
    score: int
    data: str = ""
    board: Json | None = None


class Receipts:
    def __init__(self, account: BotAccount) -> None:
        self.account: Final = account
        self.waits: Final[dict[int, float]] = {}
        """Seconds until the receipt, by private chat or tap."""
        self._sent_at: Final[dict[int, float]] = {}
        account.journal.listeners.append(self._on_call)

    def send(self, answer: SentAnswer) -> None:
        now = time.perf_counter()
        if answer.board is None:
            self._sent_at[answer.person.user] = now
            self.account.send_text(answer.person.user, answer.person, answer.text)
        else:
            tap = self.account.send_tap(answer.person, answer.board, answer.data)
            self._sent_at[int(tap["callback_query"]["id"])] = now

    async def wait_for(self, answers: int) -> None:
        await self.account.wait_until(lambda: len(self.waits) >= answers)

    def percentiles(self) -> dict[str, float]:
        waits = statistics.quantiles([1000 * wait for wait in self.waits.values()], n=100, method="inclusive")
        return {f"p{part}_ms": round(waits[part - 1], 1) for part in (50, 95)} | {"most_ms": round(waits[-1], 1)}

    def _on_call(self, entry: JournalEntry) -> None:
        if entry.method in _RECEIPTS and entry.is_carried_out:
            whom = int(entry.parameters.get("callback_query_id") or entry.chat or 0)
            if whom in self._sent_at:
                self.waits.setdefault(whom, entry.received_at - self._sent_at[whom])


async def send_evenly(receipts: Receipts, answers: Sequence[SentAnswer], begins: float) -> None:
    for number, answer in enumerate(answers):
        await asyncio.sleep(begins + (number + 0.5) * _ANSWERING_SECONDS / len(answers) - time.time())
        receipts.send(answer)


class PlayedRound:
    def __init__(self, fleet: Fleet, people: int) -> None:
        self.receipts: Final = Receipts(fleet.account)
        self.answers: list[SentAnswer] = []
        self.requests = 0
        self._redis: Final = fleet.redis
        self._account: Final = fleet.account
        self._people: Final = [FleetPerson(_FIRST_USER + n, f"P{n}", "en") for n in range(people)]
        self._boards: Final[dict[int, Json]] = {}
        self._public: Final[list[tuple[float, JournalEntry]]] = []
        fleet.account.journal.listeners.append(self._on_call)

    async def play(self) -> dict[str, object]:
        await self._begin()
        await self._account.wait_until(lambda: bool(self._public))
        for person in self._people:
            self._account.send_text(person.user, person, f"/start {encode_rack_link(_SCOPE)}")
            await asyncio.sleep(_OPENING_SECONDS / len(self._people))
        await self._account.wait_until(lambda: len(self._boards) == len(self._people))
        state = await self._load_game()
        if (opened := state.round) is None:
            raise StartError("The bench failed: the boards came too late.")
        self.answers = [self._make_answer(state, opened, number) for number in range(len(self._people))]
        due = opened.due.timestamp()
        await asyncio.sleep(due - _ANSWERING_SECONDS - time.time())
        before = await self._redis.read_request_count()
        await send_evenly(self.receipts, self.answers, due - _ANSWERING_SECONDS)
        await self.receipts.wait_for(len(self.answers))
        self.requests = await self._redis.read_request_count() - before
        await self._account.wait_until(lambda: self._public[-1][1].method == "editMessageMedia")
        told_after = self._public[-1][0] - due
        return {**await self._audit(), "told_after_s": round(told_after, 2), "public_calls": len(self._public)}

    async def _begin(self) -> None:
        now, host = datetime.now(UTC), self._people[0]
        state = _new_game(Seat(host.user, host.name), now)
        async with connect(self._redis.url) as client:
            await client.set(keys.schema(), SCHEMA)
            await index_players(PlayerStore(client), state, _SCOPE)
            await commit_all(GameStore(client), [new_game(_SCOPE, state, now.timestamp())])

    async def _load_game(self) -> GameState:
        async with connect(self._redis.url) as client:
            loaded = await GameStore(client).load_table(_SCOPE)
        state = None if loaded.state is None else decode_table(loaded.state)
        if not isinstance(state, GameState):
            raise StartError("The bench failed: there is no game.")
        return state

    def _make_answer(self, state: GameState, opened: Round, number: int) -> SentAnswer:
        person, play = self._people[number], opened.best[number % len(opened.best)]
        text = f"{play.cell} {ARROWS[play.direction]} {play.word}"
        if number % 2:
            return SentAnswer(person, text, play.score)
        fit = find_placements(state.position, SEAT, text, None, gcg=False)[0]
        mark, user = hash_rack(opened.rack), f"{person.user:x}"
        data = encode_button_data(PLAY_STEP, table_name(state), user, state.number, mark, answer_step(state, fit))
        return SentAnswer(person, text, play.score, data, self._boards[person.user])

    async def _audit(self) -> dict[str, object]:
        """Count the answers whose score is not in the result, and the players with more than one answer in the log."""
        state = await self._load_game()
        async with connect(self._redis.url) as client:
            store = GameStore(client)
            entries = await store.load_log(_SCOPE, (await store.load_table(_SCOPE)).version)
        log = [decode_log_entry(entry) for entry in entries]
        times = Counter(entry.action.by for entry in log if isinstance(entry.action, Answer))
        scores = {player.user: player.points for player in state.players}
        right = [one for one in self.answers if scores.get(one.person.user) == (one.score,)]
        return {
            "answers": len(self.answers),
            "wrong": len(self.answers) - len(right),
            "doubled": sum(number > 1 for number in times.values()),
        }

    def _on_call(self, entry: JournalEntry) -> None:
        if not entry.is_carried_out or not entry.method.startswith(("send", "edit")):
            return
        if entry.chat == _SCOPE.chat:
            self._public.append((time.time(), entry))
        elif entry.method == "sendPhoto" and entry.chat is not None:
            self._boards.setdefault(entry.chat, entry.result)


def _new_game(host: Seat, begins: datetime) -> GameState:
    """Return a live game whose first rack has no blank, so that words are typed as they are read."""
    rules = resolve_ruleset(shipped_rulesets()["duplicate-en"], {})
    if not isinstance(rules, Ruleset):
        raise TypeError("this is no ruleset of Duplicate")
    rules = replace(rules, round=_ROUND_SECONDS)
    words = load_lexicon(rules.lexicon)
    for number in count(1):
        setup = GameSetup(
            seats=(host,), host=host.user, secret=f"{number:064x}", message=number, lexicon=words.hash, begins=begins
        )
        state, _ = open_game(rules, setup)
        if BLANK not in begin_dealing(state).rack:
            return state
    raise AssertionError("there are racks without a blank")
