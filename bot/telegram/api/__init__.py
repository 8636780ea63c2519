"""Calls to the Bot API: the gateway, what its requests hold, how its answers are read, and when calls may go.

Start at `bot.telegram.api.gateway`.
"""
