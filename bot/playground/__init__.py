"""A local stand-in for Telegram: the Bot API over real HTTP, and a chat page for four people.

It knows no games, and imports nothing of the bot except :mod:`bot.listener`, which opens its port. The bot talks to
`/bot<token>/<method>` (`dispatch.py`), people to the page and tests to `/control` (`server.py`). The bot's own process
serves it, by the command `playground`.

``parameters.py`` lists the methods, and their parameters by version; no other method is answered. It speaks Bot API
10.0, 10.3 or 10.5. Like real servers, an older one ignores parameters that it does not know, so a message for one
reader is posted to all; the journal names them in ``ignored``.

What Telegram does not document is decided here; where a bot must cope with both ways, there is a switch:

- a photo may replace a message; ``photo_in_place`` forbids it (``MESSAGE_TYPE_INVALID``);
- a topic or a reply given along with such a message does not change where it is shown;
- private recipients are refused with ``PEER_ID_INVALID`` outside groups, ``USER_IS_BOT``, ``USER_NOT_PARTICIPANT``, and
  ``CHAT_ADMIN_REQUIRED`` for a member without a press;
- a press that is 15 seconds old, or another user's, gets “query is too old”, even from administrators;
- if the reader dismisses the message, the message that it replaced is shown again, and the bot is not told; if that one
  was deleted, neither is shown;
- it is shown in every tab; Telegram shows an answer to a press only in the client of the press.
"""

from bot.playground.dispatch import Fault, JournalEntry
from bot.playground.server import BOARD_PATH, DEFAULT_USERNAME, Playground

__all__ = ["BOARD_PATH", "DEFAULT_USERNAME", "Fault", "JournalEntry", "Playground"]
