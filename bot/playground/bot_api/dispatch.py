"""The bot's side: `/bot<token>/<method>` and the files behind `getFile`.

Owns tokens, dispatch, faults and the journal; what a method does is in `message_methods.py` and `account_methods.py`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.playground.api_error import ApiError
from bot.playground.bot_api.account_methods import AccountMethods
from bot.playground.bot_api.ephemeral_methods import EphemeralMethods
from bot.playground.bot_api.faults_and_journal import CallJournal, FaultQueue
from bot.playground.bot_api.inline_methods import InlineMethods
from bot.playground.bot_api.message_content import ContentReader
from bot.playground.bot_api.message_methods import MessageMethods
from bot.playground.bot_api.parameters import find_method_name, parse_parameters, unknown_parameters
from bot.playground.bot_api.webhook import WebhookSender
from bot.playground.http_messages import error_response, read_api_call, result_response
from bot.playground.state.chats import Json
from bot.playground.state.files import FileStore, Upload
from bot.playground.state.update_queue import UpdateQueue
from bot.playground.state.world import World

MAX_UPDATES = 100
MAX_POLL_SECONDS = 50


class BotApiRoutes:
    """Serves one bot, known by its token."""

    def __init__(
        self,
        *,
        token: str,
        world: World,
        files: FileStore,
        updates: UpdateQueue,
        webhook: WebhookSender,
        faults: FaultQueue,
        journal: CallJournal,
    ) -> None:
        self._token = token
        self._files = files
        self._updates = updates
        self._webhook = webhook
        self._faults = faults
        self._journal = journal
        self._server = world.server
        content = ContentReader(world, files)
        ephemeral = EphemeralMethods(world, content)
        parts = (
            MessageMethods(world, content, ephemeral),
            ephemeral,
            InlineMethods(world, content),
            AccountMethods(world, files),
        )
        self._immediate_methods = {name: serve for part in parts for name, serve in part.methods().items()}
        self._update_methods: dict[str, Callable[[Json], Awaitable[Any]]] = {
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._get_webhook_info,
        }

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Register the two kinds of address."""
        for verb in ("GET", "POST"):
            router.add_route(verb, "/bot{token:[^/]+}/{method}", self._handle_call)
        router.add_get("/file/bot{token:[^/]+}/{path:.+}", self._serve_file)

    async def _handle_call(self, request: web.Request) -> web.StreamResponse:
        if not self._has_right_token(request):
            return error_response(ApiError(401, "Unauthorized"))
        version = self._server.version
        method = find_method_name(request.match_info["method"], version)
        if method is None:
            return error_response(ApiError(404, "Not Found: method not found"))
        noted: Json = {}
        unread: tuple[str, ...] = ()
        try:
            raw, uploads = await read_api_call(request)
            unread = unknown_parameters(method, raw, version)
            noted = raw | {name: _upload_summary(upload) for name, upload in uploads.items()}
            result = await self._run_with_faults(request, method, raw, uploads)
        except ApiError as error:
            self._journal.record_call(method, noted, error.status, error.description, ignored=unread)
            return error_response(error)
        self._journal.record_call(method, noted, 200, result, ignored=unread)
        return result_response(result)

    async def _run_with_faults(self, request: web.Request, method: str, raw: Json, uploads: dict[str, Upload]) -> Any:
        fault = self._faults.take_fault(method, raw)
        if fault is None:
            return await self._run_method(method, raw, uploads)
        if fault.kind == "delay":
            await asyncio.sleep(fault.delay)
            return await self._run_method(method, raw, uploads)
        if fault.after:
            await self._run_method(method, raw, uploads)
        if fault.kind == "close" and request.transport is not None:
            request.transport.abort()
            raise ApiError(500, "the connection was closed on demand")
        raise fault.to_error()

    async def _run_method(self, method: str, raw: Json, uploads: dict[str, Upload]) -> Any:
        params = parse_parameters(method, raw, uploads, self._server.version)
        if method in self._update_methods:
            return await self._update_methods[method](params)
        return self._immediate_methods[method](params, uploads)

    async def _serve_file(self, request: web.Request) -> web.Response:
        stored = self._files.find_by_path(request.match_info["path"])
        if not self._has_right_token(request) or stored is None:
            return error_response(ApiError(404, "Not Found"))
        return web.Response(body=stored.upload.content, content_type="application/octet-stream")

    def _has_right_token(self, request: web.Request) -> bool:
        return secrets.compare_digest(request.match_info["token"].encode(), self._token.encode())

    async def _get_updates(self, params: Json) -> list[Json]:
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allow_kinds([str(kind) for kind in kinds])
        limit = params.get("limit", MAX_UPDATES)
        seconds = params.get("timeout", 0)
        return await self._updates.read_updates(
            params.get("offset", 0),
            limit if 1 <= limit <= MAX_UPDATES else MAX_UPDATES,
            max(0, min(seconds, MAX_POLL_SECONDS)),
        )

    async def _set_webhook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self._updates.clear_updates()
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allow_kinds([str(kind) for kind in kinds])
        await self._webhook.set_url(params["url"], params.get("secret_token", ""), params.get("max_connections", 40))
        return True

    async def _delete_webhook(self, params: Json) -> bool:
        if params.get("drop_pending_updates"):
            self._updates.clear_updates()
        await self._webhook.remove_url()
        return True

    async def _get_webhook_info(self, _: Json) -> Json:
        return self._webhook.to_webhook_info()


def _upload_summary(upload: Upload) -> Json:
    return {"file": upload.name, "bytes": len(upload.content)}
