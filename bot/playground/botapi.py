"""The bot's side: `/bot<token>/<method>` and the files behind `getFile`.

Owns tokens, dispatch, faults and the journal; what a method does is in `methods.py` and `account.py`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.playground.account import AccountMethods
from bot.playground.chats import Json
from bot.playground.content import Content
from bot.playground.ephemeral_methods import EphemeralMethods
from bot.playground.errors import ApiError
from bot.playground.faults import Faults, Journal
from bot.playground.files import FileStore, Upload
from bot.playground.inline_methods import InlineMethods
from bot.playground.methods import MessageMethods
from bot.playground.schema import ignored, method_name, typed
from bot.playground.updates import UpdateQueue
from bot.playground.webhook import Webhook
from bot.playground.wire import answer, read_call, refusal
from bot.playground.world import World

MAX_UPDATES = 100
MAX_POLL_SECONDS = 50


class BotApi:
    """Serves one bot, known by its token."""

    def __init__(
        self,
        *,
        token: str,
        world: World,
        files: FileStore,
        updates: UpdateQueue,
        webhook: Webhook,
        faults: Faults,
        journal: Journal,
    ) -> None:
        self._token = token
        self._files = files
        self._updates = updates
        self._webhook = webhook
        self._faults = faults
        self._journal = journal
        self._server = world.server
        content = Content(world, files)
        ephemeral = EphemeralMethods(world, content)
        parts = (
            MessageMethods(world, content, ephemeral),
            ephemeral,
            InlineMethods(world, content),
            AccountMethods(world, files),
        )
        self._at_once = {name: serve for part in parts for name, serve in part.table().items()}
        self._waiting: dict[str, Callable[[Json], Awaitable[Any]]] = {
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._get_webhook_info,
        }

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the two kinds of address."""
        for verb in ("GET", "POST"):
            router.add_route(verb, "/bot{token:[^/]+}/{method}", self._call)
        router.add_get("/file/bot{token:[^/]+}/{path:.+}", self._file)

    async def _call(self, request: web.Request) -> web.StreamResponse:
        if not self._knows(request):
            return refusal(ApiError(401, "Unauthorized"))
        version = self._server.version
        method = method_name(request.match_info["method"], version)
        if method is None:
            return refusal(ApiError(404, "Not Found: method not found"))
        noted: Json = {}
        unread: tuple[str, ...] = ()
        try:
            raw, uploads = await read_call(request)
            unread = ignored(method, raw, version)
            noted = raw | {name: _summary(upload) for name, upload in uploads.items()}
            result = await self._meet_fault(request, method, raw, uploads)
        except ApiError as error:
            self._journal.add(method, noted, error.status, error.description, ignored=unread)
            return refusal(error)
        self._journal.add(method, noted, 200, result, ignored=unread)
        return answer(result)

    async def _meet_fault(self, request: web.Request, method: str, raw: Json, uploads: dict[str, Upload]) -> Any:
        fault = self._faults.take(method, raw)
        if fault is None:
            return await self._serve(method, raw, uploads)
        if fault.kind == "delay":
            await asyncio.sleep(fault.delay)
            return await self._serve(method, raw, uploads)
        if fault.after:
            await self._serve(method, raw, uploads)
        if fault.kind == "close" and request.transport is not None:
            request.transport.abort()
            raise ApiError(500, "the connection was closed on demand")
        raise fault.error()

    async def _serve(self, method: str, raw: Json, uploads: dict[str, Upload]) -> Any:
        params = typed(method, raw, uploads, self._server.version)
        if method in self._waiting:
            return await self._waiting[method](params)
        return self._at_once[method](params, uploads)

    async def _file(self, request: web.Request) -> web.Response:
        stored = self._files.at(request.match_info["path"])
        if not self._knows(request) or stored is None:
            return refusal(ApiError(404, "Not Found"))
        return web.Response(body=stored.upload.content, content_type="application/octet-stream")

    def _knows(self, request: web.Request) -> bool:
        return secrets.compare_digest(request.match_info["token"].encode(), self._token.encode())

    async def _get_updates(self, params: Json) -> list[Json]:
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allow([str(kind) for kind in kinds])
        limit = params.get("limit", MAX_UPDATES)
        seconds = params.get("timeout", 0)
        return await self._updates.read(
            params.get("offset", 0),
            limit if 1 <= limit <= MAX_UPDATES else MAX_UPDATES,
            max(0, min(seconds, MAX_POLL_SECONDS)),
        )

    async def _set_webhook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self._updates.clear()
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allow([str(kind) for kind in kinds])
        await self._webhook.set(params["url"], params.get("secret_token", ""), params.get("max_connections", 40))
        return True

    async def _delete_webhook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self._updates.clear()
        await self._webhook.stop()
        return True

    async def _get_webhook_info(self, _: Json) -> Json:
        return self._webhook.info()


def _summary(upload: Upload) -> Json:
    return {"file": upload.name, "bytes": len(upload.content)}
