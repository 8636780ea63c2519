"""A Bot API server that answers every call alike, or as it is told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web


class Server:
    """Answers every call, keeps what came, and can be told to hang or hang up."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[tuple[str, dict[str, object]]] = []
        self.mode = "answer"
        self.scripted: web.Response | None = None
        """The next answer, whatever is asked."""
        self.release = asyncio.Event()
        self.came = asyncio.Event()
        self.busy = 0
        self.most_busy = 0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.busy += 1
        self.came.set()
        self.most_busy = max(self.most_busy, self.busy)
        try:
            scripted, self.scripted = self.scripted, None
            return await self._answer(request) if scripted is None else scripted
        finally:
            self.busy -= 1

    async def _drip(self, request: web.Request) -> web.StreamResponse:
        """An answer that never ends, some bytes at a time."""
        answer = web.StreamResponse()
        await answer.prepare(request)
        while not self.release.is_set():
            await answer.write(b" ")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.release.wait(), 0.02)
        return answer

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        match self.mode:
            case "hang":
                await self.release.wait()
            case "hang up":
                assert request.transport is not None
                request.transport.abort()
            case "move":
                raise web.HTTPFound(f"{self.url}/elsewhere")
            case "drip":
                return await self._drip(request)
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
async def serving() -> AsyncIterator[Server]:
    """One on a port of its own."""
    served = Server()
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", served.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    served.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield served
    served.release.set()
    await runner.cleanup()
