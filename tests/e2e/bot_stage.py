"""The stage of every test here: a Bot API server, and the bot as a process of its own, started as people start it."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.playground import JournalEntry, Playground
from bot.playground.server_version import OLDEST
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry
from engine.game import Action
from tests.e2e.chat_room import GREETING, Room
from tests.support import watchdog
from tests.support.bot_process import ForkedProcess, ForkServer, FreshStarter
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE

PROGRAM = "import sys; from bot.cli import main; sys.exit(main())"
HARFIYEN = (sys.executable, "-c", PROGRAM)
TOKEN = f"123456789:{'AbCdE-fGhIj_0123456789' * 2}"[:45]
"""Of the form that Telegram gives: digits, a colon and 35 characters."""

_REPOSITORY = Path(__file__).parents[2]
_INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", watchdog.MARK_VARIABLE)


def bot_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The settings of a test and nothing of the machine's own; Python finds this very checkout first."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return inherited | {"PYTHONPATH": str(_REPOSITORY)} | dict(settings)


class BotProcess:
    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str],
        playground: Playground,
        starter: ForkServer | FreshStarter,
        program: str = PROGRAM,
    ) -> None:
        self.settings = dict(settings)
        self._folder = folder
        self._playground = playground
        self._starter = starter
        self._program = program
        self._process: ForkedProcess | asyncio.subprocess.Process | None = None
        self._log = folder / "bot.log"

    @property
    def log(self) -> str:
        """Everything that it wrote to standard error, former starts included."""
        return self._log.read_text("utf-8") if self._log.exists() else ""

    async def start_bot(self) -> None:
        journal = self._playground.journal
        after = max((entry.number for entry in journal.find_entries()), default=0)
        await self._start_process(self._program)
        assert self._process is not None
        method = "setWebhook" if self.settings.get("WEBHOOK_URL") else "deleteWebhook"
        ready = asyncio.create_task(journal.wait_for_entries(method, after=after, seconds=PATIENCE))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        assert not ended.done(), f"the bot ended as it started; its log:\n{self.log}"
        assert await ready, f"the bot did not start in time; its log:\n{self.log}"
        ended.cancel()

    async def run_to_end(self, program: str) -> int:
        """Start another program with the bot's settings, and wait for its end; its exit status."""
        await self._start_process(program)
        await self.wait_bot()
        assert self._process is not None
        assert self._process.returncode is not None
        return self._process.returncode

    async def _start_process(self, program: str) -> None:
        with self._log.open("ab") as log:
            self._process = await self._starter.start_process(
                program,
                "run",
                cwd=self._folder,
                env=bot_environment(self.settings),
                stdout=log.fileno(),
                stderr=log.fileno(),
            )

    async def kill_bot(self) -> None:
        await self._signal_and_wait(signal.SIGKILL)

    async def stop_bot(self) -> int:
        return await self._signal_and_wait(signal.SIGTERM)

    async def _signal_and_wait(self, number: int) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def wait_bot(self) -> None:
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()

    async def clean_up(self) -> None:
        """End it if a test left it running, and the Redis server that outlives a bot that was killed."""
        if self._process is not None and self._process.returncode is None:
            await self.kill_bot()
        data = Path(self.settings["DATA_DIR"])
        pid_file = data / "redis.pid"
        if pid_file.exists() and (pid := int(pid_file.read_text() or 0)) and _is_server_of(pid, data):
            os.kill(pid, signal.SIGKILL)


def _is_server_of(pid: int, data: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").readlink() == data.resolve()
    except FileNotFoundError:
        return False


class BotStage:
    def __init__(self, playground: Playground, bot: BotProcess) -> None:
        self.playground = playground
        self.bot = bot
        self.people = tuple(playground.world.people)

    async def new_room(self, people: Sequence[int] | None = None, title: str = "Masa") -> Room:
        chat = self.playground.world.add_group(title, tuple(people or self.people))
        room = Room(self.playground, chat, lambda: self.bot.log)
        await room.read_next(GREETING)
        return room

    @asynccontextmanager
    async def open_store(self) -> AsyncIterator[GameStore]:
        url = self.bot.settings.get("REDIS_URL") or f"unix://{self.bot.settings['DATA_DIR']}/redis.sock"
        async with connect(url) as client:
            yield GameStore(client)

    async def load_actions(self, room: Room) -> list[Action]:
        async with self.open_store() as store:
            return [decode_log_entry(entry).action for entry in await load_stored_log(store, Scope(room.chat_id))]

    def private_room(self, person: int) -> Room:
        return Room(self.playground, self.playground.world.chats[person], lambda: self.bot.log)

    async def wait_call(self, method: str, *, status: int = 200, after: int = 0) -> JournalEntry:
        while True:
            found = await self.playground.journal.wait_for_entries(method, after=after, seconds=PATIENCE)
            assert found, f"the bot did not call {method}; its log:\n{self.bot.log}"
            for entry in found:
                if entry.status == status:
                    return entry
            after = found[-1].number

    @property
    def last_call_number(self) -> int:
        return max((entry.number for entry in self.playground.journal.find_entries()), default=0)

    async def wait_updates_confirmed(self) -> None:
        """Wait until the bot has confirmed every update, which it may do only once they are safe."""
        async with asyncio.timeout(PATIENCE):
            while True:
                changed = self.playground.updates.change_event
                if not len(self.playground.updates):
                    return
                await changed.wait()


@asynccontextmanager
async def run_bot_stage(
    folder: Path,
    settings: Mapping[str, str],
    starter: ForkServer | FreshStarter,
    program: str = PROGRAM,
    prepare: Callable[[BotStage], Awaitable[None]] | None = None,
) -> AsyncIterator[BotStage]:
    """A stage with the bot running; ``settings`` come on top of a token, a free port and DEBUG logs.

    ``prepare``: called before the start.
    """
    playground = Playground(token=TOKEN)
    # People look at racks in boxes; what newer servers show to one person in a group is tested by itself.
    playground.world.server.version = OLDEST
    await playground.start(port=0)
    given = {
        "BOT_TOKEN": TOKEN,
        "BOT_API_URL": playground.url,
        "DATA_DIR": str(folder / "data"),
        "HTTP_LISTEN": "127.0.0.1:0",
        "LOG_LEVEL": "DEBUG",
        "RATE_LIMITS": "off",
        **settings,
    }
    bot = BotProcess(folder, given, playground, starter, program)
    stage = BotStage(playground, bot)
    try:
        if prepare is not None:
            await prepare(stage)
        await bot.start_bot()
        yield stage
    finally:
        await bot.clean_up()
        await playground.stop()
