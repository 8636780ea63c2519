"""The remark that built-in lists judge while the live dictionary is down, for a request that changed nothing.

If the request changed something, the commit's notice says so instead (`bot.announce.compose`).
"""

from bot.call_errors import CallFailed
from bot.languages import languages
from bot.logs.logger import get_logger
from bot.tables.loaded_table import LoadedTable
from bot.telegram.api.gateway import Gateway
from bot.texts import Texts
from bot.workers.sending import Sending

log = get_logger(__name__)


async def send_outage_remark(
    gateway: Gateway, texts: Texts, default_language: str, loaded: LoadedTable, sending: Sending
) -> None:
    """Tell a chat, without a sound, that a built-in list judges, as often as this is called; failures are logged."""
    language = languages().supported_or_none(loaded.settings.get("language")) or default_language
    try:
        text = texts.html(language, "judge-outage")
        await gateway.send_text(loaded.scope, text, silent=True, sending=sending)
    except CallFailed as error:
        log.warning("a chat could not be told of the outage", chat=loaded.scope.chat, error=error.message)
