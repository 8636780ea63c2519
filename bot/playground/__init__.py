"""A local stand-in for Telegram: the Bot API over real HTTP, and a chat page for four people.

It knows nothing of the games and imports nothing of the bot but :mod:`bot.listener`, which opens its port. The bot
talks to `/bot<token>/<method>` (`dispatch.py`), people to the page and tests to `/control` (`server.py`). The bot's
own process serves it, by the command `playground`.

The methods there are, and what each takes since which version, stand in ``parameters.py``; no other is answered. It
speaks Bot API 10.0, 10.3 or 10.5. As real servers do, an older one ignores parameters that it does not know, so what
was meant for one reader is posted to all; the journal names them in ``ignored``.

What Telegram documents nowhere is decided here, and what a bot must bear either way is a switch:

- a photo may take the place of a message; ``photo_in_place`` forbids it (``MESSAGE_TYPE_INVALID``);
- a topic or an answered message named along with such a message has no effect on where it is shown;
- who may not be written to alone: ``PEER_ID_INVALID`` outside groups, ``USER_IS_BOT``, ``USER_NOT_PARTICIPANT``, and
  ``CHAT_ADMIN_REQUIRED`` for a member without a press;
- a press that is 15 seconds old, or another's: “query is too old”, for administrators too;
- where the reader puts the message away, what it stood in place of is seen again, and the bot is told nothing; where
  that is deleted, neither is seen;
- it is shown in every tab; Telegram shows what answers a press in the client where that was.
"""

from bot.playground.dispatch import Fault, JournalEntry
from bot.playground.server import BOARD_PATH, DEFAULT_USERNAME, Playground

__all__ = ["BOARD_PATH", "DEFAULT_USERNAME", "Fault", "JournalEntry", "Playground"]
