"""A gateway to a Bot API server that answers as a test tells it to, and what of a message such a server says."""

from collections.abc import AsyncIterator

import pytest_asyncio
from telegram import Bot

from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.transport import AiohttpRequest
from tests.support.scripted_api import TOKEN, ScriptedApi

SCOPE = Scope(-100777, 3)
_SIZE = {"file_id": "file", "file_unique_id": "unique", "width": 1, "height": 1}
PHOTO = {"message_id": 8, "date": 1, "chat": {"id": SCOPE.chat, "type": "group"}, "photo": [_SIZE]}
WORDS = {"message_id": 9, "date": 1, "chat": {"id": SCOPE.chat, "type": "group"}, "text": "words"}


@pytest_asyncio.fixture
async def gateway(api: ScriptedApi) -> AsyncIterator[Gateway]:
    """A gateway to a server that does as it is told."""
    requests = AiohttpRequest(), AiohttpRequest(connections=1)
    bot = Bot(TOKEN, base_url=f"{api.url}/bot", request=requests[0], get_updates_request=requests[1])
    for request in requests:
        await request.initialize()
    yield Gateway(bot)
    for request in requests:
        await request.shutdown()
