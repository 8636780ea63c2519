"""A local stand-in for Telegram: the Bot API over real HTTP, and a chat page for up to four people.

It knows nothing of the games and imports nothing else of the bot. The bot talks to
`/bot<token>/<method>` (`botapi.py`), people to the page (`people.py`), tests to `/control` (`control.py`,
which lists its addresses). `python -m bot.playground` serves it alone.
"""

from bot.playground.faults import Entry, Fault
from bot.playground.server import DEFAULT_TOKEN, DEFAULT_USERNAME, Playground

__all__ = ["DEFAULT_TOKEN", "DEFAULT_USERNAME", "Entry", "Fault", "Playground"]
