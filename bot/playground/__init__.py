"""A local stand-in for Telegram: the Bot API over real HTTP, and a chat page for up to four people.

It knows nothing of the games and imports nothing else of the bot. The bot talks to
`/bot<token>/<method>` (`bot_api/dispatch.py`), people to the page (`page_api.py`), tests to `/control`
(`control_api.py`, which lists its addresses). `python -m bot.playground` serves it alone.
"""

from bot.playground.bot_api.faults import Fault
from bot.playground.bot_api.journal import JournalEntry
from bot.playground.server import DEFAULT_TOKEN, DEFAULT_USERNAME, Playground

__all__ = ["DEFAULT_TOKEN", "DEFAULT_USERNAME", "Fault", "JournalEntry", "Playground"]
