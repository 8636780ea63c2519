"""A Bot API server that answers every call alike, or as it is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web


class ScriptedServer:
    """Answers every call, keeps what came, and can be told to hang or hang up."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[tuple[str, dict[str, object]]] = []
        self.mode = "answer"
        self.next_response: web.Response | None = None
        """The next answer, whatever is asked."""
        self.release = asyncio.Event()
        self.request_came = asyncio.Event()
        self.open_requests = 0
        self.most_open_requests = 0

    async def handle_http(self, request: web.Request) -> web.StreamResponse:
        self.open_requests += 1
        self.request_came.set()
        self.most_open_requests = max(self.most_open_requests, self.open_requests)
        try:
            scripted, self.next_response = self.next_response, None
            return await self._respond_by_mode(request) if scripted is None else scripted
        finally:
            self.open_requests -= 1

    async def _respond_endlessly(self, request: web.Request) -> web.StreamResponse:
        """An answer that never ends, some bytes at a time."""
        answer = web.StreamResponse()
        await answer.prepare(request)
        while not self.release.is_set():
            await answer.write(b" ")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.release.wait(), 0.02)
        return answer

    async def _respond_by_mode(self, request: web.Request) -> web.StreamResponse:
        match self.mode:
            case "hang":
                await self.release.wait()
            case "hang up":
                assert request.transport is not None
                request.transport.abort()
            case "move":
                raise web.HTTPFound(f"{self.url}/elsewhere")
            case "drip":
                return await self._respond_endlessly(request)
            case "yield":
                await asyncio.sleep(0)
            case _:
                body: dict[str, object] = {}
                if request.content_type == "application/json":
                    body = await request.json()
                elif request.content_type == "multipart/form-data":
                    for name, field in (await request.post()).items():
                        match field:
                            case web.FileField(filename=filename, file=file):
                                body[name] = (filename, file.read())
                            case _:
                                body[name] = field
                self.bodies.append((request.content_type, body))
        return web.json_response({"ok": True, "result": True})


@contextlib.asynccontextmanager
async def run_scripted_server() -> AsyncIterator[ScriptedServer]:
    """One on a port of its own."""
    served = ScriptedServer()
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", served.handle_http)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    served.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield served
    served.release.set()
    await runner.cleanup()
