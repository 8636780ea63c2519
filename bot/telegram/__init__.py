"""The bot's side of Telegram: typed requests in (`incoming`), calls out (`api`), replies, buttons and menus between.

Read `bot.telegram.incoming.parse_update` and `bot.telegram.api.gateway` first.
"""
