"""The bot on a stage: one thing after another is done to it, and what it sends in answer is written down.

Everything that can be done is an :data:`Op`, a JSON object, so that a script of them can be kept and done to another
tree. A step ends when the bot is at rest: no update waits, no notice, and no task of the program works.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
from redis.asyncio import Redis

from bot.bench.fleet.worker_process import find_free_port
from bot.playground.bot_api.faults import Fault
from tests.support.bot_time import LookTrigger
from tests.support.waiting import PATIENCE
from tests.transcripts import seams
from tests.transcripts.ephemerals import Press
from tests.transcripts.http_calls import Json
from tests.transcripts.redis_proxy import CommandKillPoint, RedisProxy
from tests.transcripts.server import RecordingServer
from tests.transcripts.server_state import FIRST_DATE, TOKEN, Chat, KillPoint
from tests.transcripts.stored_values import StorageWatch
from tests.transcripts.transcript_lines import TranscriptBook
from tests.transcripts.updates import callback_query_update, message_update

Op = dict[str, Any]
"""One thing done: ``do`` says what, see the methods of :class:`RecordingStage` that begin with ``_do_``."""

_LOOK_SECONDS: Final = 0.0005
_QUIET_LOOKS: Final = 4
_STEADY_SECONDS: Final = 0.25
_HELD_SECONDS: Final = 0.1
_AWAY_SECONDS: Final = 0.3
_LOOKED_AT: Final = frozenset({"title", "look into", "stop", "start"})
"""What is done while nothing else is done, behind which all that is stored is written down."""
_EVERY_STEPS: Final = 10
"""So it is behind other steps, too."""


class RecordingStage:
    """See the module.

    Args:
        server: the Bot API.
        redis: empty.
        folder: for what the bot keeps.
    """

    def __init__(self, server: RecordingServer, redis: Redis, folder: Path) -> None:
        self.server: Final = server
        self.redis: Final = redis
        self.storage_looks: Final[list[Json]] = []
        """What was stored: the numbers of steps, and what had changed in Redis behind them."""
        self._storage_watch: Final = StorageWatch(seams.VOLATILE_KEYS)
        self.now = datetime.fromtimestamp(FIRST_DATE, UTC)
        self.downtime = timedelta()
        """For how long nobody could play."""
        self.script: Final[list[Op]] = []
        self.book: Final = TranscriptBook(seams.VOLATILE_WORDS)
        self.update_count = 0
        self.pressed_data: Final[list[str]] = []
        """The data of every button pressed that was there."""
        self._folder: Final = folder
        self._look_trigger: Final = LookTrigger()
        self._updates_by_id: Final[dict[int, Json]] = {}
        """The updates by their numbers."""
        self.pauses: Final[list[float]] = []
        """The seconds that the bot waited before it tried something again."""
        self._seed = ""
        self._secrets = 0
        self._shuffles = 0
        self._newest_update_id = 0
        self._offset_when_fetched = 0
        """The offset that tells that every update pushed is safe."""
        self._is_polling = True
        self.redis_proxy: RedisProxy | None = None
        """The way to Redis, where the bot takes one on which it can be stopped."""
        self._client: Redis = redis
        """The bot's, where it takes that way."""
        self._environ: Json = {}
        self._kill_reached: asyncio.Event | None = None
        """Is set where the bot is to end, while it is still to come there."""
        self._webhook_url = ""
        self._port: Final = find_free_port()
        """Where the bot listens for updates, when they are sent to it."""
        self._stack = AsyncExitStack()
        self._stop = asyncio.Event()
        self._idle_tasks: frozenset[asyncio.Task[Any]] = frozenset()

    async def run_op(self, op: Op) -> None:
        """Do one thing, wait until the bot is at rest, and write down what it sent."""
        before, marks = (
            len(self.server.calls),
            {number: chat.newest_message for number, chat in self.server.state.chats.items()},
        )
        await self.start_op(op)
        await (self.wait_until_fetched() if self.server.holds_photos else self.wait_until_idle())
        self.book.write_step(len(self.script), op, self.server.calls[before:], marks, self.server.state.files)
        if op["do"] in _LOOKED_AT or (
            len(self.script) % _EVERY_STEPS == 0 and self._idle_tasks and not self.server.holds_photos
        ):
            await self._record_storage()

    async def _record_storage(self) -> None:
        """Write down what has changed in Redis; what is left to go out with the next command goes out before."""
        if self.redis_proxy is not None and self._idle_tasks:
            await self._client.ping()
        await self.redis.ping()
        self.storage_looks.append(
            {"step": len(self.script), "changes": await self._storage_watch.read_changes(self.redis)}
        )

    async def start_op(self, op: Op) -> None:
        """Do one thing, and wait for nothing."""
        self.script.append(op)
        await getattr(self, "_do_" + op["do"].replace(" ", "_"))(op)

    async def start_bot(self, environ: Json | None = None) -> None:
        """Start the bot; nothing was sent to it yet."""
        await self.run_op({"do": "start", "environ": environ or {}})

    async def stop_bot(self) -> None:
        """Stop the bot, if it runs."""
        self._stop.set()
        self._look_trigger.trigger_looks()
        await self._stack.aclose()
        self._idle_tasks = frozenset()

    async def feed_raw_updates(self, made: Callable[[int], bytes], count: int) -> None:
        """Have the bot fetch so many updates at once, each made for its number, and wait until it is at rest.

        They are no part of the script. A sound one comes last, which is nothing to the bot.
        """
        first = self._newest_update_id + 1
        self._newest_update_id += count + 1
        self._offset_when_fetched = self._newest_update_id + 1
        self.server.push_raw(
            [*(made(first + more) for more in range(count)), b'{"update_id":%d}' % self._newest_update_id]
        )
        await self.wait_until_idle()

    def newest_with_buttons(self, chat: int) -> int:
        """The number of the newest message of a chat that has buttons, 0 without one."""
        known = self.server.state.chats[chat].messages
        return max((number for number, message in known.items() if message.get("reply_markup")), default=0)

    def buttons_of_message(self, chat: int, message: int) -> list[list[Json]]:
        """A message's buttons, row by row."""
        kept = self.server.state.chats[chat].messages.get(message, {})
        rows: list[list[Json]] = kept.get("reply_markup", {}).get("inline_keyboard", [])
        return rows

    async def wait_until_idle(self) -> None:
        """Wait until the bot is at rest: several looks in a row, as what goes on in a loop shows only between them."""
        quiet = 0
        try:
            async with asyncio.timeout(PATIENCE):
                while quiet < _QUIET_LOOKS:
                    while self._is_busy():
                        quiet = 0
                        await self.let_bot_run()
                    if not self._idle_tasks:
                        return
                    quiet = 0 if await seams.count_waiting(self.redis) or self._is_busy() else quiet + 1
                    await self.let_bot_run()
        except TimeoutError:
            raise TimeoutError(await self._describe_busy()) from None

    async def _describe_busy(self) -> str:
        """What the bot is busy with."""
        tasks = sorted(task.get_name() for task in self._bot_tasks() - self._idle_tasks)
        return (
            f"step {len(self.script)}: asked from {self.server.newest_offset} of {self._offset_when_fetched}, "
            f"{self._look_trigger.waiting_loops} of {seams.LOOK_LOOPS} loops wait, "
            f"{await seams.count_waiting(self.redis)} entries "
            f"wait, {tasks}"
        )

    async def wait_until_fetched(self) -> None:
        """Wait until no update is left, while what is to be told may wait."""
        async with asyncio.timeout(PATIENCE):
            while self.server.newest_offset < self._offset_when_fetched or await seams.count_waiting(
                self.redis, with_notices=False
            ):
                await self.let_bot_run()

    # What can be done.

    async def _do_title(self, op: Op) -> None:
        """A heading for readers of the transcript."""

    async def _do_seed(self, op: Op) -> None:
        """What the secrets of the tables are made of, and the order of what the bot shuffles."""
        self._seed = op["text"]

    async def _do_way(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        """From the next start on the bot takes a way to Redis on which it can be stopped."""
        self.redis_proxy = RedisProxy(seams.socket_path_of(self.redis), self._folder)
        await self.redis_proxy.start_proxy()

    async def _do_crash(self, op: Op) -> None:
        """Something is done to the bot, which dies at a point on the way to Redis or to Telegram, and starts again.

        Where it does not come to that point, it dies when all is done.
        """
        died = asyncio.Event()
        self._set_kill_point(op["point"], died)
        await getattr(self, "_do_" + op["then"]["do"])(op["then"])
        resting = asyncio.create_task(self.wait_until_idle())
        dying = asyncio.create_task(died.wait())
        await asyncio.wait((resting, dying), return_when=asyncio.FIRST_COMPLETED)
        for task in (resting, dying):
            task.cancel()
        await asyncio.gather(resting, dying, return_exceptions=True)
        await self._kill_bot()
        await self._do_start({"environ": self._environ})

    def _set_kill_point(self, point: Json, died: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()

        def reached() -> None:
            # What reaches its point when the bot has died already is nothing to the next one.
            if self._kill_reached is died:
                self.server.drops_calls = True
                loop.call_soon_threadsafe(died.set)

        def reached_by_way() -> None:
            if self._kill_reached is died and self.redis_proxy is not None:
                self.redis_proxy.break_connections()
                reached()

        self._kill_reached = died

        if "method" in point:
            self.server.kill_point = KillPoint(point["method"], point["chat"], point["nth"], point["after"], reached)
        elif self.redis_proxy is not None:
            self.redis_proxy.kill_point = CommandKillPoint(
                f":{point['chat']}:".encode(), point["nth"], point["after"], reached_by_way
            )

    async def _kill_bot(self) -> None:
        """End the bot as by a kill: nothing more of it comes to Redis or Telegram."""
        self.server.drops_calls, self.server.kill_point, self._kill_reached = True, None, None
        if self.redis_proxy is not None:
            self.redis_proxy.break_connections()
            self.redis_proxy.kill_point = None
        self._idle_tasks = frozenset()
        closing = asyncio.create_task(self._stack.aclose())
        while not closing.done():
            for task in self._bot_tasks():
                task.cancel()
            await asyncio.wait((closing,), timeout=_LOOK_SECONDS)
        await asyncio.gather(closing, return_exceptions=True)
        self._stack = AsyncExitStack()
        self.server.drops_calls = False

    async def _do_outage(self, op: Op) -> None:
        """Redis or Telegram is away for a moment, in which something is done to the bot."""
        if op["of"] == "telegram":
            self.server.drops_calls = True
        elif self.redis_proxy is not None:
            self.redis_proxy.break_connections()
        for one in op["then"]:
            await getattr(self, "_do_" + one["do"])(one)
        await asyncio.sleep(_AWAY_SECONDS)
        self.server.drops_calls = False
        if self.redis_proxy is not None:
            self.redis_proxy.is_closed = False

    async def _do_look_into(self, op: Op) -> None:
        """Nothing is done; what is stored is written down."""

    async def _do_lay(self, op: Op) -> None:
        """Cards lie on a table of Klepka otherwise than they were dealt."""
        await seams.put_cards(self.redis, op["chat"], op["hand"], op["phase"])

    async def _do_spoil(self, op: Op) -> None:
        """A table cannot be read any more."""
        await seams.make_table_unreadable(self.redis, op["chat"])

    async def _do_server(self, op: Op) -> None:
        """The server becomes one of another version, or one that is asked inline."""
        self.server.state.ephemerals.version = op["version"]
        self.server.state.inline = op.get("inline", False)

    async def _do_person(self, op: Op) -> None:
        self.server.state.people[op["person"]["id"]] = op["person"]

    async def _do_chat(self, op: Op) -> None:
        """A chat comes to be, or changes."""
        known = self.server.state.chats.setdefault(op["chat"]["id"], Chat(op["chat"]))
        known.api, known.admins, known.is_open = op["chat"], frozenset(op.get("admins", ())), op.get("opened", True)

    async def _do_start(self, op: Op) -> None:
        environ = {"DEFAULT_LANGUAGE": "tr", "RATE_LIMITS": "off", **op["environ"]}
        for name, value in environ.items():
            environ[name] = value.replace("{api}", self.server.url).replace("{port}", str(self._port))
        self._webhook_url = environ.pop("hook", "")
        self._is_polling = not self._webhook_url
        self._stack = AsyncExitStack()
        self._environ = op["environ"]
        redis = self.redis
        if self.redis_proxy is not None:
            self.redis_proxy.is_closed = False
            redis = self._client = await self._stack.enter_async_context(seams.connect_to(self.redis_proxy.url))
        self._stop = await self._stack.enter_async_context(
            seams.run_bot(
                redis,
                environ=environ,
                folder=self._folder,
                token=TOKEN,
                api=self.server.url,
                clock=lambda: self.now,
                away=lambda: self.downtime,
                pause=self._record_pause,
                until_next_poll=self._look_trigger.wait_for_trigger,
                secret=self._next_secret,
                shuffle=self._shuffle,
            )
        )
        steady, found = 0.0, self._bot_tasks()
        async with asyncio.timeout(PATIENCE):
            while (
                steady < _STEADY_SECONDS
                or self._look_trigger.waiting_loops < seams.LOOK_LOOPS
                or seams.STARTUP_TASK in {task.get_name() for task in found}
            ):
                await asyncio.sleep(_STEADY_SECONDS / 5)
                now = self._bot_tasks()
                steady = steady + _STEADY_SECONDS / 5 if now == found else 0.0
                found = now
        self._idle_tasks = found

    async def _do_stop(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        await self.stop_bot()

    async def _do_pass(self, op: Op) -> None:
        """Time passes, in which the bot was there; then it looks at what is due."""
        self.now += timedelta(seconds=op["seconds"])
        self._look_trigger.trigger_looks()

    async def _do_away(self, op: Op) -> None:
        """Time passes in which the bot was not there."""
        self.now += timedelta(seconds=op["seconds"])
        self.downtime += timedelta(seconds=op["seconds"])

    async def _do_look(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        self._look_trigger.trigger_looks()

    async def _do_fault(self, op: Op) -> None:
        """The next calls of a method are refused; with ``done`` they are carried out all the same."""
        self.server.refusals.add_fault(
            Fault(
                kind="error",
                method=op["method"],
                chat_id=op["chat"],
                status=op["status"],
                description=op["description"],
                parameters=op.get("parameters", {}),
                count=op.get("times", 1),
                after=op.get("done", False),
            )
        )

    async def _do_well(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        self.server.refusals.clear_faults()

    async def _do_hold(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        """No picture is taken from now on; the bot waits for the answer."""
        self.server.holds_photos = True

    async def _do_release(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        await asyncio.sleep(_HELD_SECONDS)
        self.server.holds_photos = False

    async def _do_say(self, op: Op) -> None:
        """Somebody writes; ``more`` are further fields of the message."""
        await self._push_numbered([{"message": self._message_of_op(op)}])

    async def _do_burst(self, op: Op) -> None:
        """Several messages at once."""
        await self._push_numbered([{"message": self._message_of_op(one)} for one in op["said"]])

    async def _do_tap(self, op: Op) -> None:
        """A button is pressed: by its place on the message as it is now, or with any data at all."""
        data = op.get("data")
        if data is None:
            if "alone" in op:
                rows = self.server.state.ephemerals.buttons_of_message(op["chat"], op["person"], op["alone"])
            else:
                rows = self.buttons_of_message(op["chat"], op["message"])
            row, column = op["place"]
            if row >= len(rows) or column >= len(rows[row]):
                return
            data = rows[row][column].get("callback_data", "")
        if self._is_on_a_button(op, data):
            self.pressed_data.append(data)
        query = str(self._newest_update_id + 1)
        self.book.chat_by_query[query] = op["chat"]
        self.server.state.ephemerals.presses[query] = Press(op["chat"], op["as"]["id"] if "as" in op else op["person"])
        tap = callback_query_update(self.server, op, query, data)
        await self._push_numbered([{"callback_query": tap}])

    def _is_on_a_button(self, op: Op, data: str) -> bool:
        """Whether a button that is there carries the data."""
        shown = [one.get("reply_markup") for one in self.server.state.chats[op["chat"]].messages.values()]
        for (chat, _), line in self.server.state.ephemerals.messages.items():
            shown += [one.get("reply_markup") for one in line if one is not None and chat == op["chat"]]
        rows = [row for markup in shown if markup for row in markup.get("inline_keyboard", ())]
        return any(button.get("callback_data") == data for row in rows for button in row)

    async def _do_update(self, op: Op) -> None:
        """Any update; its number is given to it."""
        await self._push_numbered([op["update"]])

    async def _do_again(self, op: Op) -> None:
        """An earlier update comes once more, ``back`` updates ago."""
        update = self._updates_by_id[self._newest_update_id - op["back"]]
        self.update_count += 1
        if self._is_polling:
            self.server.push_again(update)
        else:
            await self._post_to_webhook(update)

    def _message_of_op(self, op: Op) -> Json:
        self.now += timedelta(seconds=op.get("after", 1))
        return message_update(self.server, op, self.now)

    async def _push_numbered(self, updates: list[Json]) -> None:
        numbered = []
        for update in updates:
            self._newest_update_id += 1
            numbered.append({"update_id": self._newest_update_id, **update})
            self._updates_by_id[self._newest_update_id] = numbered[-1]
        self.update_count += len(updates)
        if self._is_polling:
            self._offset_when_fetched = self._newest_update_id + 1
            self.server.push_updates(numbered)
        else:
            for update in numbered:
                await self._post_to_webhook(update)

    async def _post_to_webhook(self, update: Json) -> None:
        headers = {"X-Telegram-Bot-Api-Secret-Token": "hush_hush-hush_hush"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(self._webhook_url, json=update, headers=headers) as answer,
        ):
            if answer.status != 200:
                raise RuntimeError(f"the webhook answered {answer.status}")

    # Rest.

    async def let_bot_run(self) -> None:
        """Let the bot go on for a moment."""
        await asyncio.sleep(_LOOK_SECONDS)

    async def _record_pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)

    def _next_secret(self) -> str:
        self._secrets += 1
        return hashlib.sha256(f"table {self._secrets}{self._seed}".encode()).hexdigest()

    def _shuffle(self, items: list[int]) -> None:
        self._shuffles += 1
        Random(f"shuffle {self._shuffles}{self._seed}").shuffle(items)

    def _bot_tasks(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks of the program."""
        found = []
        for task in asyncio.all_tasks():
            code = getattr(task.get_coro(), "cr_code", None)
            if (
                code is not None
                and code.co_filename.startswith(seams.PROGRAM)
                and task.get_name() not in seams.PASSIVE_TASKS
            ):
                found.append(task)
        return frozenset(found)

    def _is_busy(self) -> bool:
        if not self._idle_tasks:
            return False
        fetched = self.server.newest_offset >= self._offset_when_fetched and not self.server.repeats
        return (
            not fetched
            or self._look_trigger.waiting_loops < seams.LOOK_LOOPS
            or bool(self._bot_tasks() - self._idle_tasks)
        )


@asynccontextmanager
async def open_recording_stage(folder: Path) -> AsyncIterator[RecordingStage]:
    """An empty stage with a server and a Redis of its own; the bot does not run yet."""
    with RecordingServer() as server:
        async with seams.run_redis(folder) as redis:
            set_ = RecordingStage(server, redis, folder)
            try:
                yield set_
            finally:
                server.holds_photos = False
                await set_.stop_bot()
                if set_.redis_proxy is not None:
                    await set_.redis_proxy.stop_proxy()
