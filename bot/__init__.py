"""Everything that touches the world: Telegram, Redis, time and the wording of messages."""

import os

# python-telegram-bot reads this when it is imported: waits then are timedeltas, without a warning for each.
os.environ.setdefault("PTB_TIMEDELTA", "1")
