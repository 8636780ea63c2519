"""The bot's side of Telegram: typed requests in (`incoming`), calls out (`api`), replies, buttons and menus between.

Read `bot.telegram.updates` and `bot.telegram.gateway` first.
"""
