"""The bot: everything that knows Telegram, Redis, time and the wording of messages.

``docs/architecture.md`` shows how its packages fit together; :mod:`bot.app` runs them.
"""

import os

# python-telegram-bot reads this when imported: time spans are then timedeltas, without a warning for each.
os.environ.setdefault("PTB_TIMEDELTA", "1")
