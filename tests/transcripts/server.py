"""The playground's Bot API server with a bot whose calls are all written down, and that hands out updates.

It runs in a thread of its own, so that the tasks of the bot's loop are the bot's alone. What the bot is answered is in
`recorded_chats.py`.
"""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, Self

import msgspec
from aiohttp import web

from bot.playground.dispatch import ApiCall, BotApiRoutes, Fault, FaultQueue
from bot.playground.server_version import NEWEST, ApiError
from bot.playground.world import Upload
from tests.support.waiting import PATIENCE
from tests.transcripts.http_calls import Json, parse_parameters, serve_dictionary
from tests.transcripts.recorded_chats import RecordedChats
from tests.transcripts.server_state import TOKEN, Call, KillPoint


class RecordingServer:
    """See the module; one bot, any number of chats."""

    version: Final = NEWEST
    """All methods are known to the dispatch; what an older server leaves unread the bot's chats decide."""

    def __init__(self) -> None:
        self.calls: Final[list[Call]] = []
        self.state: Final = RecordedChats()
        self.refusals: Final = FaultQueue()
        """What the next calls are answered in place of a result."""
        self.faults: Final = FaultQueue()
        self.faults.chooser = self._lose_call
        self.url = ""
        self.newest_offset = 0
        """The newest offset with which updates were asked for: all before it are safe."""
        self.holds_photos = False
        """While set, calls that send pictures wait."""
        self.drops_calls = False
        """While set, calls are lost, and nothing comes of them."""
        self.kill_point: KillPoint | None = None
        """Where the bot is to end."""
        self.open_calls: Final[list[str]] = []
        """The methods of the calls that are not yet answered."""
        self.repeats: Final[list[Json]] = []
        """Updates that are handed out once more, although they were acknowledged."""
        self._last_call: tuple[ApiCall, KillPoint] | None = None
        """The call behind which the bot is to end, while it is carried out."""
        self._has_given_repeat = False
        self._raw: Final[list[bytes]] = []
        self._updates: Final[list[Json]] = []
        self._updates_event: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self._thread: Final = threading.Thread(target=self._run_thread, name="recording server", daemon=True)
        self._ready: Final[Future[str]] = Future()

    def __enter__(self) -> Self:
        self._thread.start()
        self.url = self._ready.result(timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=PATIENCE)

    def push_updates(self, updates: Sequence[Json]) -> None:
        """Have updates fetched."""

        def add() -> None:
            self._updates.extend(updates)
            self._updates_event.set()

        self._loop.call_soon_threadsafe(add)

    def push_again(self, update: Json) -> None:
        """Have an update fetched again."""

        # Noted at once, so that nobody takes the bot for idle before it has come.
        self.repeats.append(update)
        self._loop.call_soon_threadsafe(self._updates_event.set)

    def push_raw(self, raws: Sequence[bytes]) -> None:
        """Have updates fetched that are no JSON of ours, together and once."""

        def add() -> None:
            self._raw.extend(raws)
            self._updates_event.set()

        self._loop.call_soon_threadsafe(add)

    @property
    def journal(self) -> Self:
        """Where the bot's calls are noted."""
        return self

    def record_call(
        self,
        call: ApiCall,
        uploads: Mapping[str, Upload],
        status: int,
        result: Any,
        *,
        is_carried_out: bool,
        ignored: tuple[str, ...] = (),  # noqa: ARG002 - of no interest here
    ) -> None:
        """Note a call that was answered, or done just before the bot's end."""
        if call.method == "getUpdates" or self.drops_calls:
            return
        files = {name: upload.content for name, upload in uploads.items()}
        self.calls.append(
            Call(call.method, parse_parameters(call.parameters), files, 200 if is_carried_out else status, result)
        )
        if self._last_call is not None and self._last_call[0] is call:
            _, end = self._last_call
            self._last_call = None
            if is_carried_out:
                end.on_reached()

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Do what a call asks for, unless it is to be refused."""
        asked = parse_parameters(call.parameters)
        if call.method == "getUpdates":
            return await self._get_updates(asked)
        self.open_calls.append(call.method)
        while self.holds_photos and call.method == "sendPhoto":  # noqa: ASYNC110 - another thread changes it
            await asyncio.sleep(0.002)
        self.open_calls.remove(call.method)
        refusal = self.refusals.take_fault(call)
        if refusal is not None and not refusal.after:
            raise refusal.to_error()
        result = self.state.serve_call(call.method, asked, {name: one.content for name, one in uploads.items()})
        if refusal is not None:
            raise refusal.to_error()
        return result

    def _lose_call(self, call: ApiCall) -> Fault | None:
        """Lose a call at which the bot ends, and all behind it."""
        if self.drops_calls:
            return Fault(kind="close")
        end = None if call.method == "getUpdates" else self._reached_kill_point(call)
        if end is None:
            return None
        if end.after_call:
            self._last_call = call, end
            return Fault(kind="close", after=True)
        end.on_reached()
        return Fault(kind="close") if self.drops_calls else None

    def _reached_kill_point(self, call: ApiCall) -> KillPoint | None:
        """Where the bot is to end, if it is at this call."""
        end = self.kill_point
        if end is None or end.method != call.method or call.chat != end.chat:
            return None
        end.calls_left -= 1
        if end.calls_left:
            return None
        self.kill_point = None
        return end

    async def _get_updates(self, asked: Json) -> Any:
        offset = int(asked.get("offset") or 0)
        self.newest_offset = max(self.newest_offset, offset)
        if self._has_given_repeat:
            # Whoever asks again has put what was given into safety.
            self.repeats.pop(0)
            self._has_given_repeat = False
        deadline = self._loop.time() + float(asked.get("timeout") or 0)
        while True:
            ready = [update for update in self._updates if update["update_id"] >= offset]
            left = deadline - self._loop.time()
            if self.drops_calls:
                raise ApiError(502, "Bad Gateway")
            if self._raw:
                raw = msgspec.Raw(b"[" + b",".join(self._raw) + b"]")
                self._raw.clear()
                return raw
            if self.repeats:
                self._has_given_repeat = True
                return [self.repeats[0]]
            if ready or left <= 0:
                self._updates[:] = ready
                return ready
            self._updates_event.clear()
            try:
                async with asyncio.timeout(left):
                    await self._updates_event.wait()
            except TimeoutError:
                pass

    def _run_thread(self) -> None:
        asyncio.run(self._run_server())

    async def _run_server(self) -> None:
        self._loop, self._stop, self._updates_event = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        app = web.Application(client_max_size=1 << 26)
        BotApiRoutes({TOKEN: self}).add_routes(app.router)
        app.router.add_get("/gts", serve_dictionary)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self._ready.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()
