"""The methods with which a bot asks for its updates: it fetches them, or has them sent to it.

Parameters arrive typed by `parameters.py`. Knows nothing of HTTP.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground.bot_api.webhook import WebhookSender
from bot.playground.state.chats import Json
from bot.playground.state.update_queue import UpdateQueue

MAX_UPDATES = 100
MAX_POLL_SECONDS = 50


class UpdateMethods:
    """Serves them for the workers of one bot; where the bot is one process, its name is empty."""

    def __init__(self, updates: UpdateQueue, webhook: WebhookSender, default_connections: int = 40) -> None:
        self._updates = updates
        self._webhook = webhook
        self._default_connections = default_connections

    def methods(self) -> dict[str, Callable[[Json, str], Awaitable[Any]]]:
        """Map method names to what serves them: typed parameters and the worker's name to a result."""
        return {
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._get_webhook_info,
        }

    async def _get_updates(self, params: Json, _: str) -> list[Json]:
        self._allow_kinds(params)
        limit = params.get("limit", MAX_UPDATES)
        seconds = params.get("timeout", 0)
        return await self._updates.read_updates(
            params.get("offset", 0),
            limit if 1 <= limit <= MAX_UPDATES else MAX_UPDATES,
            max(0, min(seconds, MAX_POLL_SECONDS)),
        )

    async def _set_webhook(self, params: Json, worker: str) -> bool:
        self._drop_pending(params)
        self._allow_kinds(params)
        connections = params.get("max_connections", self._default_connections)
        await self._webhook.set_url(params["url"], params.get("secret_token", ""), connections, worker)
        return True

    async def _delete_webhook(self, params: Json, worker: str) -> bool:
        self._drop_pending(params)
        await self._webhook.remove_url(worker)
        return True

    async def _get_webhook_info(self, _: Json, __: str) -> Json:
        return self._webhook.to_webhook_info()

    def _allow_kinds(self, params: Json) -> None:
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allowed_kinds = sorted({str(kind) for kind in kinds})

    def _drop_pending(self, params: Json) -> None:
        if params.get("drop_pending_updates"):
            self._updates.clear_updates()
