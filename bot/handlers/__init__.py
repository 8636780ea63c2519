"""What the bot does with each request: small classes, wired once in :mod:`bot.handlers.general`.

Start at :mod:`bot.handlers.dispatch.router`.
"""
