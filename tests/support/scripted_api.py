"""A Bot API server over real HTTP that answers as a test tells it to, and remembers what it was asked."""

import asyncio
from collections import defaultdict, deque
from typing import Any, Self

from aiohttp import web

TOKEN = "123456789:" + "A" * 35


def ok_response(result: object) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def error_response(status: int, description: str, **parameters: int) -> web.Response:
    body: dict[str, Any] = {"ok": False, "error_code": status, "description": description}
    return web.json_response(body | ({"parameters": parameters} if parameters else {}), status=status)


class ScriptedApi:
    """Answers a method from `script`, in order; after that `getUpdates` waits and all else succeeds."""

    def __init__(self) -> None:
        self.responses: defaultdict[str, deque[web.Response]] = defaultdict(deque)
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.is_polling = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", f"/bot{TOKEN}/{{method}}", self._handle_call)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    def calls_of(self, method: str) -> list[dict[str, Any]]:
        """The parameters of every call of a method so far."""
        return [parameters for name, parameters in self.calls if name == method]

    async def _handle_call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        parameters = dict(request.query)
        if request.content_type == "application/json" and request.can_read_body:
            parameters |= await request.json()
        else:
            parameters |= {key: str(value) for key, value in (await request.post()).items()}
        self.calls.append((method, parameters))
        if self.responses[method]:
            return self.responses[method].popleft()
        if method == "getUpdates" and parameters.get("timeout") != "0":
            self.is_polling.set()
            await asyncio.Event().wait()
        return ok_response([] if method == "getUpdates" else True)
