"""The bot on a stage: one thing after another is done to it, and what it sends in answer is written down.

Everything that can be done is an :data:`Op`, a JSON object, so that a script of them can be kept and done to another
tree. A step ends when the bot is at rest: no update waits, no notice, and no task of the program works.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from redis.asyncio import Redis

from bot.playground.dispatch import Fault
from tests.transcripts import bot_seams, seams
from tests.transcripts.bot_runner import BotRunner
from tests.transcripts.ephemerals import Press
from tests.transcripts.http_calls import Json
from tests.transcripts.redis_proxy import RedisProxy
from tests.transcripts.server import RecordingServer
from tests.transcripts.server_state import Chat
from tests.transcripts.stored_values import StorageWatch
from tests.transcripts.transcript_lines import TranscriptBook
from tests.transcripts.updates import callback_query_update, message_update

Op = dict[str, Any]
"""One thing done: ``do`` says what, see the methods of :class:`RecordingStage` that begin with ``_do_``."""

_HELD_SECONDS: Final = 0.1
_AWAY_SECONDS: Final = 0.3
_LOOKED_AT: Final = frozenset({"title", "look into", "stop", "start"})
"""What is done while nothing else is done, behind which all that is stored is written down."""
_EVERY_STEPS: Final = 10
"""So it is behind other steps, too."""


class RecordingStage(BotRunner):
    """See the module.

    Args:
        server: the Bot API.
        redis: empty.
        folder: for what the bot keeps.
        keeps_transcript: whether what the bot sent and stored is written down.
    """

    def __init__(self, server: RecordingServer, redis: Redis, folder: Path, *, keeps_transcript: bool = True) -> None:
        super().__init__(server, redis, folder)
        self._keeps_transcript: Final = keeps_transcript
        self.storage_looks: Final[list[Json]] = []
        """What was stored: the numbers of steps, and what had changed in Redis behind them."""
        self._storage_watch: Final = StorageWatch(seams.VOLATILE_KEYS)
        self.script: Final[list[Op]] = []
        self.book: Final = TranscriptBook(seams.VOLATILE_WORDS)
        """The data of every button pressed that was there."""

    async def run_op(self, op: Op) -> None:
        """Do one thing, wait until the bot is at rest, and write down what it sent."""
        before, marks = (
            len(self.server.calls),
            {number: chat.newest_message for number, chat in self.server.state.chats.items()},
        )
        await self.start_op(op)
        await (self.wait_until_fetched() if self.server.holds_photos else self.wait_until_idle())
        if not self._keeps_transcript:
            return
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

    async def feed_raw_updates(self, made: Callable[[int], bytes], count: int) -> None:
        """Have the bot fetch so many updates at once, each made for its number, and wait until it is at rest.

        They are no part of the script. A sound one comes last, which is nothing to the bot.
        """
        self.feed.push_raw_updates(made, count)
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

    # What can be done.

    async def _do_title(self, op: Op) -> None:
        """A heading for readers of the transcript."""

    async def _do_seed(self, op: Op) -> None:
        """What the secrets of the tables are made of, and the order of what the bot shuffles."""
        self._seed = op["text"]

    async def _do_way(self, op: Op) -> None:  # noqa: ARG002 - every op has the same form
        """From the next start on the bot takes a way to Redis on which it can be stopped."""
        self.redis_proxy = RedisProxy(bot_seams.socket_path_of(self.redis), self._folder)
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
        await self._run_bot(op["environ"])

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
        await self.feed.push_updates([{"message": self._message_of_op(op)}])

    async def _do_burst(self, op: Op) -> None:
        """Several messages at once."""
        await self.feed.push_updates([{"message": self._message_of_op(one)} for one in op["said"]])

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
        query = str(self.feed.newest_id + 1)
        self.book.chat_by_query[query] = op["chat"]
        self.server.state.ephemerals.presses[query] = Press(op["chat"], op["as"]["id"] if "as" in op else op["person"])
        tap = callback_query_update(self.server, op, query, data)
        await self.feed.push_updates([{"callback_query": tap}])

    async def _do_update(self, op: Op) -> None:
        """Any update; its number is given to it."""
        await self.feed.push_updates([op["update"]])

    async def _do_again(self, op: Op) -> None:
        """An earlier update comes once more, ``back`` updates ago."""
        await self.feed.push_again(op["back"])

    def _message_of_op(self, op: Op) -> Json:
        self.now += timedelta(seconds=op.get("after", 1))
        return message_update(self.server, op, self.now)

    async def _describe_busy(self) -> str:
        return f"step {len(self.script)}: {await super()._describe_busy()}"


@asynccontextmanager
async def open_recording_stage(folder: Path, *, keeps_transcript: bool = True) -> AsyncIterator[RecordingStage]:
    """An empty stage with a server and a Redis of its own; the bot does not run yet.

    Args:
        folder: for what the bot keeps.
        keeps_transcript: whether what the bot sent and stored is written down: pictures are read for that, and all of
            Redis.
    """
    with RecordingServer() as server:
        async with bot_seams.run_redis(folder) as redis:
            set_ = RecordingStage(server, redis, folder, keeps_transcript=keeps_transcript)
            try:
                yield set_
            finally:
                server.holds_photos = False
                await set_.stop_bot()
                if set_.redis_proxy is not None:
                    await set_.redis_proxy.stop_proxy()
