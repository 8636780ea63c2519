"""Every key in Redis, told once: a row says its name, type, content and lifetime, and what backups and migrations do.

A row is called for a name: ``keys.game(scope)``. From the rows follow the list in ``docs/keys.md``, what a
backup holds (:mod:`bot.store.export`), and what a group takes along that becomes a supergroup
(:mod:`bot.store.chat_migration`). How long things are kept, and why, is :mod:`bot.store.retention`'s.

:mod:`~bot.store.keys.tables` has the keys of tables and chats, :mod:`~bot.store.keys.people` those of users,
:mod:`~bot.store.keys.records` what a group remembers of finished games, :mod:`~bot.store.keys.puzzles` puzzles,
:mod:`~bot.store.keys.daily` daily puzzles, :mod:`~bot.store.keys.queues` streams and schedules,
:mod:`~bot.store.keys.service` clock, workers and schema, :mod:`~bot.store.keys.bot_owner` what the bot owners' commands
need; :mod:`~bot.store.keys.key` says what a row is.
"""

from bot.store.keys.all_keys import *  # noqa: F403 - one namespace for all rows, where none can be forgotten
from bot.store.keys.bot_owner import *  # noqa: F403 - likewise
from bot.store.keys.daily import *  # noqa: F403 - likewise
from bot.store.keys.key import *  # noqa: F403 - likewise
from bot.store.keys.people import *  # noqa: F403 - likewise
from bot.store.keys.puzzles import *  # noqa: F403 - likewise
from bot.store.keys.queues import *  # noqa: F403 - likewise
from bot.store.keys.records import *  # noqa: F403 - likewise
from bot.store.keys.service import *  # noqa: F403 - likewise
from bot.store.keys.tables import *  # noqa: F403 - likewise
