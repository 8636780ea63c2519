"""Duplicate at a whole bot: games by every way to answer, and rounds at whose every write it is killed."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.playground.server_version import NEWEST, OLDEST
from bot.store.commits import Commit, Committed, Loaded
from bot.store.keys import Scope
from bot.tables.codec import decode_table, encode_stored
from bot.user_input.commands import command_name
from engine.alphabet import BLANK
from engine.duplicate.actions import Answer, Deal, Lock
from engine.duplicate.state import GameState, Round
from engine.duplicate.view import Play
from engine.game import deadline
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.chat_room import ReadMessage, Room
from tests.support import duplicate_program
from tests.support.bot_process import ForkServer
from tests.support.duplicate_answers import write_ephemeral_command
from tests.support.duplicate_chats import type_play
from tests.support.waiting import PATIENCE


@pytest.fixture
async def stage(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    settings = {"REDIS_URL": redis_url, duplicate_program.KILL_VARIABLE: str(tmp_path / "kill")}
    async with run_bot_stage(tmp_path, settings, fork_server, duplicate_program.PROGRAM) as made:
        yield made


class Rounds:
    """A group's game of Duplicate, and the private chats of its people."""

    def __init__(self, stage: BotStage, room: Room, language: str = "tr") -> None:
        self.stage = stage
        self.room = room
        self._language = language
        self._kill_file = Path(stage.bot.settings[duplicate_program.KILL_VARIABLE])
        self._has_ephemeral = stage.playground.world.server.version != OLDEST
        self._privates = {person: stage.private_room(person) for person in stage.people}

    def arm(self, moment_of_action: str) -> None:
        self._kill_file.write_text(moment_of_action, "ascii")

    async def restart(self) -> None:
        await self.stage.bot.wait_bot()
        assert not self._kill_file.exists(), "it died by itself"
        await self.stage.bot.start_bot()

    async def load(self) -> GameState:
        return (await self._load_with_version())[0]

    async def _load_with_version(self) -> tuple[GameState, Loaded]:
        async with self.stage.open_store() as store:
            held = await store.load_table(Scope(self.room.chat_id))
        assert held.state is not None
        state = decode_table(held.state)
        assert isinstance(state, GameState)
        return state, held

    async def change(self, **fields: object) -> None:
        """Change the game in the store: of its round what is a round's, else its own."""
        state, held = await self._load_with_version()
        if state.round is not None:
            fields = {"round": replace(state.round, **fields)}
        state = replace(state, **fields)
        due = deadline(state)
        commit = Commit(
            scope=Scope(self.room.chat_id),
            expected_version=held.version,
            update_id=None,
            state=encode_stored(state),
            deadline=None if due is None else due.timestamp(),
            custom_words=held.custom_words,
        )
        async with self.stage.open_store() as store:
            assert isinstance(await store.commit(commit), Committed)

    async def count_actions(self, kind: type) -> dict[int, int]:
        """How often each person did something, by the log; 0 stands for nobody."""
        actions = await self.stage.load_actions(self.room)
        return dict(Counter(getattr(one, "by", 0) for one in actions if isinstance(one, kind)))

    async def answer_all(self, message: ReadMessage, opened: Round) -> None:
        """All answer the open round, each with another one of the best plays."""
        tapper, typer, inline, commander = self.stage.people
        plays = [opened.best[number % len(opened.best)] for number in range(4)]
        await self._spell(tapper, message, plays[0])
        await self._privates[typer].say(typer, type_play(plays[1]))
        await self._choose(inline, type_play(plays[2]))
        command = f"/{command_name('play', self._language)} {type_play(plays[3])}"
        if self._has_ephemeral:
            write_ephemeral_command(self.stage.playground, self.room.chat, commander, command)
        else:
            await self._privates[commander].say(commander, command)
        await self.wait_for(lambda state: all(player.answer for player in state.players))

    async def lock_all(self) -> None:
        """All lock what they have answered, on their own boards in private; the round closes."""
        for person in self.stage.people:
            private = self._privates[person]
            board = await self._open_board(person)
            await private.press_data(person, board, board.data_of_label("🔒"))

    async def _spell(self, person: int, message: ReadMessage, play: Play) -> None:
        """Spell a play's letters, and take the best place for them."""
        private, group = self._privates[person], self.room
        if self._has_ephemeral:
            await group.tap_kind(person, message, "rack")
        else:
            board = await self._open_board(person)
        letters = [put.tile for put in play.tiles]
        steps = [label for tile in letters for label in (["▢", tile[1:]] if tile.startswith(BLANK) else [tile])]
        for label in [*steps, "①", "✅"]:
            if self._has_ephemeral:
                board = group.newest_ephemeral(person)
                await group.press_data(person, board, board.data_of_label(label))
                continue
            before = board
            await private.press_data(person, board, board.data_of_label(label))
            while [one["text"] for one in board.buttons] == [one["text"] for one in before.buttons]:
                board = await private.wait_edited(board)

    async def _open_board(self, person: int) -> ReadMessage:
        private, before = self._privates[person], self.stage.last_call_number
        await private.say(person, f"/{command_name('rack', self._language)}")
        while not (board := await private.read_next()).photo_id or board.call_number <= before:
            pass
        return board

    async def _choose(self, person: int, text: str) -> None:
        world = self.stage.playground.world
        query = await world.inline.ask_bot(world.people[person], self.room.chat, text)
        assert query.shown_answer is not None
        world.choose_inline_result(person, self.room.chat_id, query.id, query.shown_answer.results[0]["id"])

    async def wait_for(self, condition: Callable[[GameState], bool]) -> GameState:
        async with asyncio.timeout(PATIENCE):
            while not condition(state := await self.load()):  # noqa: ASYNC110 - it is another process that does it
                await asyncio.sleep(0.05)
        return state


def from_now(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("version", "language"), [(OLDEST, "tr"), (NEWEST, "uk")])
async def test_a_game_is_answered_in_every_way_to_its_end(stage: BotStage, version: str, language: str) -> None:
    world = stage.playground.world
    world.server.version, world.server.feedback = version, 1
    room = await stage.new_room()
    host, *others = stage.people
    for person in stage.people:
        await stage.private_room(person).say_and_read(person, f"/language {language}")
    await room.say_and_read(host, f"/language {language}")
    await room.say_and_read(host, f"/{command_name('new', language)} duplicate-{language} rounds=5")
    for person in others:
        await room.say_and_read(person, f"/{command_name('join', language)}")
    await room.say(host, f"/{command_name('begin', language)}")
    game, sums = Rounds(stage, room, language), [0, 0, 0, 0]
    for number in range(1, 3):
        while not (message := await room.read_next()).photo_id or message.reader is not None:
            pass
        opened = (await game.load()).round
        assert isinstance(opened, Round)
        assert opened.number == number
        await game.answer_all(message, opened)
        answers = [player.answer for player in (await game.load()).players]
        sums = [total + answer.play.score for total, answer in zip(sums, answers, strict=True) if answer is not None]
        await game.lock_all()
        result = await room.wait_edited(message)
        assert opened.laid.word in result.text.replace("[", "").replace("]", "")
        if number == 1:
            await room.tap_kind(host, result, "next")
    await game.change(opens=from_now(0), ruleset=replace((await game.load()).ruleset, rounds=2))
    state = await game.wait_for(lambda state: state.outcome is not None)
    assert [player.score for player in state.players] == sums
    assert [closed.answered for closed in state.closed] == [4] * 2


@pytest.mark.repeats(1)
@pytest.mark.parametrize("moments", ["before after told after told", "after told before told after"])
async def test_a_bot_killed_at_every_write_of_a_round_counts_each_answer_once(stage: BotStage, moments: str) -> None:
    at_answer, at_lock, at_reminder, at_timeout, at_deal = moments.split()
    kiraz, limon = stage.people[:2]
    room, private, late = await stage.new_room((kiraz, limon)), stage.private_room(kiraz), stage.private_room(limon)
    await room.say_and_read(kiraz, "/yeni duplicate-tr istenince")
    await room.say_and_read(limon, "/katil")
    message = await room.say_and_read(kiraz, "/baslat")
    game = Rounds(stage, room)
    opened = (await game.load()).round
    assert isinstance(opened, Round)
    await private.say_and_read(kiraz, "/raf")

    game.arm(f"{at_answer} Answer")
    await private.say(kiraz, type_play(opened.laid))
    await game.restart()
    board = await private.say_and_read(kiraz, "/raf")
    answer = (await game.load()).players[0].answer
    assert answer is not None
    assert answer.play == opened.laid
    assert await game.count_actions(Answer) == {kiraz: 1}

    game.arm(f"{at_lock} Lock")
    tap = stage.playground.world.press_button(kiraz, private.chat_id, board.message_id, board.data_of_label("🔒"))
    await game.restart()
    await asyncio.wait_for(tap.answer, PATIENCE)
    assert (await game.load()).players[0].locked
    assert await game.count_actions(Lock) == {kiraz: 1}

    game.arm(f"{at_reminder} Remind")
    await game.change(due=from_now(29))
    await game.restart()
    await room.wait_edited(message)

    game.arm(f"{at_timeout} Timeout")
    await game.change(due=from_now(-30))
    await stage.bot.wait_bot()
    await late.say(limon, type_play(opened.laid))
    await game.restart()
    await room.wait_edited(message)
    await late.read_next()
    state = await game.load()
    assert state.number == len(state.closed) == 1
    assert [player.points for player in state.players] == [(opened.laid.score,), ()]
    assert await game.count_actions(Answer) == {kiraz: 1}

    game.arm(f"{at_deal} Deal")
    await game.change(opens=from_now(0))
    await game.restart()
    await room.read_next()
    state = await game.load()
    assert isinstance(state.round, Round)
    assert state.round.number == 2
    assert sum((await game.count_actions(Deal)).values()) == 2
