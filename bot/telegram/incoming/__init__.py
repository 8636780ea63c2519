"""What Telegram sends: updates as Telegram shapes them, and the typed requests that they become.

Start at `bot.telegram.incoming.parse_update`.
"""
