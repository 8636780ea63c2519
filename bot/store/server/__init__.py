"""The bot's own Redis server: finding its program, starting it, and keeping its data directory in order.

Begin with :class:`bot.store.server.embedded.EmbeddedRedis`.
"""
