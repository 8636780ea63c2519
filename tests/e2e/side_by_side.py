"""An evening of a group with five tables of five kinds at once, and nine people, three of whom sit at three of them.

They say which table they mean by a number, by a reply, or not at all where it is sure; one is asked. Each step changes
the table that it is meant for and no other one. What stays in the group is what was played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from bot.playground import JournalEntry
from bot.playground.state.chats import Chat, PlaygroundPerson
from bot.store.scope import Scope
from bot.tables.codec import decode_log_entry
from engine.clock import Timeout
from engine.crossword.actions import Challenge, Place
from engine.crossword.state import GameState
from engine.game import Action, Begin
from engine.game_base import Game
from engine.klepka.actions import Flip
from engine.klepka.state import GameState as CardsState
from engine.lobby_seats import Join, Open
from engine.turns import Pass
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.evening import LANGUAGE
from tests.e2e.quiet_evening import MOST_MESSAGES_PER_ACTION, SECONDS_UNTIL_CLEAR, QuietEvening
from tests.support import set_clock_program
from tests.support.bot_process import ForkServer
from tests.support.stored_tables import load_stored_log
from tests.transcripts import simulated_players
from tools.fleet.table_labels import read_table_number

KINDS: Final = (
    "kelimelik saat=kapalı",
    "scrabble-en challenge=double clock=none",
    "wordbox-tr itiraz=kapalı saat=kapalı",
    "klepka deste=kısa",
    "mini-tr saat=kapalı",
)
"""What is played at the tables, by their numbers."""
SEATS: Final = ((0, 1), (0, 2, 3), (1, 2, 4, 8), (0, 5, 6), (1, 2, 7))
"""Who sits at them, the host first: the first three people at three tables each."""
MOST_QUESTIONS_PER_ACTION: Final = 1 / 20
_FIRST_GUEST: Final = 201
_NAMES: Final = ("Hurma", "Ceviz", "Badem", "İncir", "Vişne")
_CHALLENGED: Final = 2
"""The table where plays are challenged."""
_TRIES: Final = 50
_TURNS: Final = (Place, Flip, Pass)
_CARDS_SECONDS: Final = 15.0
"""Seconds after which cards that were turned up lie face down again."""


@dataclass
class TablesEvening(QuietEvening):
    """What was done at the tables, and how often somebody was asked which one they meant."""

    users: tuple[int, ...] = ()
    kill_every: int = 0
    """The bot is killed in every so manieth step; in none if it is 0."""
    step_count: int = 0
    question_count: int = 0
    """How often somebody was asked which table they meant."""
    answer_count: int = 0
    """How many of the questions were answered, and what was asked then done."""
    logs: dict[int, list[Action]] = field(default_factory=dict)
    """What is in the log of each table."""

    async def do_step(self, title: str, act: Callable[[], None], *logged: type[Action], most_messages: int = 1) -> None:
        """As :meth:`Evening.do_step`; of all tables only the one that it is about may change."""
        self.step_count += 1
        self.kills_bot = bool(self.kill_every and logged) and self.step_count % self.kill_every == 0
        before = self.stage.last_call_number
        await super().do_step(f"{title} at table {self.table}", act, *logged, most_messages=most_messages)
        self.action_count += len(logged)
        self.question_count += len({_asked_update(entry) for entry in self._calls_after(before)} - {None})
        logs = await self.load_logs()
        fresh = {number: log[len(self.logs.get(number, ())) :] for number, log in logs.items()}
        changed = {number for number, actions in fresh.items() if not all(isinstance(one, Timeout) for one in actions)}
        assert changed == ({self.table} if logged else set()), title
        self.logs = logs

    def write_about_table(self, person: int, text: str, way: str) -> Callable[[], None]:
        """Somebody writes, and says which table is meant by a number, a reply, or not at all."""
        command, _, what = text.partition(" ")
        match way:
            case "number":
                return self.write_text(person, f"{command} #{self.table} {what}".strip())
            case "reply":
                message = self._newest_message()
                return lambda: self._send_text(person, text, message)
            case _:
                return self.write_text(person, text)

    async def load_game_at(self, number: int) -> Game:
        """The game at a table, which steps are about from now on."""
        self.table = number
        table = await self.load_table()
        assert isinstance(table, Game)
        return table

    async def count_turns(self, user: int, game: Game) -> int:
        """At how many tables with games of that kind somebody is on turn: a move of one kind is none of another."""
        games = [await self.load_game_at(number) for number in range(1, 1 + len(KINDS))]
        return sum(type(one) is type(game) and one.players[one.turn].user == user for one in games)

    async def clear_up(self) -> None:
        """Let a minute pass, after which nothing is left that was said to one person."""
        await self.do_step("a minute passes", self.advance_clock(SECONDS_UNTIL_CLEAR), most_messages=1)
        await self._wait_auto_deleted()

    def _newest_message(self) -> int:
        """The newest message that everybody sees and that names the table."""
        found = [
            one["message_id"]
            for one in self.lasting_messages
            if read_table_number(str(one.get("text", one.get("caption", "")))) == self.table
        ]
        assert found, f"nothing names table {self.table}"
        return int(max(found))

    def check_played(self, rounds: int, *, more_messages: int = 0) -> None:
        """See that all tables were played at, that few were asked and answered, but some, and that little stays.

        Args:
            rounds: how many turns were taken at each table, at least.
            more_messages: how many messages stay beside those about actions.
        """
        turns = {number: sum(isinstance(one, _TURNS) for one in log) for number, log in self.logs.items()}
        assert [number for number, count in turns.items() if count >= rounds] == list(range(1, 1 + len(KINDS))), turns
        assert 1 <= self.answer_count == self.question_count
        assert self.question_count <= MOST_QUESTIONS_PER_ACTION * self.action_count
        assert len(self.lasting_messages) <= MOST_MESSAGES_PER_ACTION * self.action_count + more_messages

    async def load_logs(self) -> dict[int, list[Action]]:
        """What is in the log of each table."""
        numbers = range(1, 1 + len(KINDS))
        async with self.stage.open_store() as store:
            logs = {number: await load_stored_log(store, Scope(self.chat, table=number)) for number in numbers}
        return {number: [decode_log_entry(entry).action for entry in log] for number, log in logs.items()}


async def play_side_by_side(evening: TablesEvening, rounds: int) -> None:
    """Open all tables, sit down, and move at each of them so many times, with a challenge and a question on the way."""
    for number, kind in enumerate(KINDS, start=1):
        host, *_ = _players_of(evening, number)
        evening.table = number
        opens = evening.open_table(evening.give_command(host, "new", kind))
        await evening.do_step("a table is opened", opens, Open)
    for number in range(1, 1 + len(KINDS)):
        host, *others = _players_of(evening, number)
        evening.table = number
        for person in others:
            await evening.do_step("somebody sits down", evening.write_about_table(person, "/katil", "number"), Join)
        await evening.do_step("a game begins", evening.write_about_table(host, "/baslat", "reply"), Begin)
    for turn in range(rounds):
        for number in range(1, 1 + len(KINDS)):
            await _move(evening, number, turn)
        if turn == 0:
            await _challenge(evening)
    await evening.clear_up()


async def _move(evening: TablesEvening, number: int, turn: int) -> None:
    """Whoever is on turn moves; once somebody who is at two tables says of neither which one it is."""
    game = await evening.load_game_at(number)
    if not isinstance(game, GameState):
        await evening.do_step("cards are turned back", evening.advance_clock(_CARDS_SECONDS), most_messages=1)
    mover, text, action = _choose_move(game, f"{number} {turn}")
    # A pass is asked about wherever somebody sits at two tables.
    seats = sum(mover in _players_of(evening, table) for table in range(1, 1 + len(KINDS)))
    is_sure = seats == 1 or (action is not Pass and await evening.count_turns(mover, game) == 1)
    evening.table = number
    if not is_sure and evening.question_count < evening.action_count * MOST_QUESTIONS_PER_ACTION - 1:
        await evening.do_step("somebody is asked", evening.write_about_table(mover, text, "question"))
        await evening.do_step("and says which", evening.press_newest(mover, "which", f"#{number} "), action)
        evening.answer_count += 1
        return
    # Turns follow each other within a second here, in which nobody can tell whose it was when somebody wrote.
    ways = ("nothing", "number", "reply") if seats == 1 else ("number", "reply")
    way = ways[(number + turn) % len(ways)]
    await evening.do_step(f"a move by {way}", evening.write_about_table(mover, text, way), action)


async def _challenge(evening: TablesEvening) -> None:
    """A phony at the table with challenges, which is answered by nothing but the command where that is sure."""
    game = await evening.load_game_at(_CHALLENGED)
    assert isinstance(game, GameState)
    mover, text = _choose_phony(game)
    await evening.do_step("a phony", evening.write_about_table(mover, text, "number"), Place)
    game = await evening.load_game_at(_CHALLENGED)
    await evening.do_step("a challenge", evening.press_newest(game.players[game.turn].user, "doubt"), Challenge)


def _players_of(evening: TablesEvening, number: int) -> list[int]:
    return [evening.users[seat] for seat in SEATS[number - 1]]


def _choose_move(game: Game, seed: str) -> tuple[int, str, type[Action]]:
    """Who moves, what they type, and what is logged."""
    mover = game.players[game.turn].user
    if isinstance(game, CardsState):
        first, second = simulated_players.choose_cards(game, 2, Random(seed), lucky=False)
        return mover, f"/ac {first} {second}", Flip
    assert isinstance(game, GameState)
    for number in range(_TRIES):
        move = simulated_players.random_legal_move(game, Random(f"{seed} {number}"))
        if isinstance(move, Place):
            return mover, f"/oyna {simulated_players.typed_play(game, move, LANGUAGE, 0)}", Place
    return mover, "/pas", Pass


def _choose_phony(game: GameState) -> tuple[int, str]:
    """Who moves, and a play of tiles that make no word."""
    for number in range(_TRIES):
        move = simulated_players.random_legal_move(game, Random(f"phony {number}"))
        phony = simulated_players.to_phony(game, move) if isinstance(move, Place) else None
        if phony is not None:
            return phony.by, f"/oyna {simulated_players.typed_play(game, phony, LANGUAGE, 0)}"
    raise AssertionError("no phony was found")


def _asked_update(entry: JournalEntry) -> str | None:
    """The update about which a call asks which table is meant."""
    for row in (entry.json_parameter("reply_markup") or {}).get("inline_keyboard", ()):
        for button in row:
            if str(button.get("callback_data", "")).startswith("which:"):
                return str(button["callback_data"]).rpartition(":")[2]
    return None


async def run_side_by_side(
    redis_url: str, folder: Path, warm: ForkServer, *, version: str, rounds: int, kill_every: int
) -> TablesEvening:
    """Spend such an evening on a server of some version; what came of it."""
    settings = {"REDIS_URL": redis_url, set_clock_program.FOLDER_VARIABLE: str(folder)}
    async with run_bot_stage(folder, settings, warm, set_clock_program.PROGRAM) as stage:
        evening = TablesEvening(stage, await make_group_of_nine(stage), folder, kill_every=kill_every)
        world = stage.playground.world
        evening.users = world.chats[evening.chat].people
        world.server.version = version
        await play_side_by_side(evening, rounds)
    return evening


async def make_group_of_nine(stage: BotStage) -> int:
    """A group of nine, five more than the playground begins with; the bot has greeted it."""
    world = stage.playground.world
    world._next_message = 1000  # noqa: SLF001 - a game's draws depend on the number of the message it began with
    for user, name in enumerate(_NAMES, start=_FIRST_GUEST):
        world.people[user] = PlaygroundPerson(user, name)
        world.chats[user] = Chat(user, None, (user,), "member", is_opened=False)
    return (await stage.new_room(tuple(world.people))).chat_id
