"""Calls to the Bot API: the gateway, what its requests hold, how its answers are read, and when calls may go.

Start at `bot.telegram.api.gateway`.

- Everything that is sent, edited, answered or asked goes through the gateway. It keeps to Telegram's limits
  (:mod:`bot.message_limits`).
- An error leaves it as one of a few outcomes (:mod:`bot.call_errors`). How Telegram words errors is read in
  ``responses`` alone (``docs/decisions/0008-one-way-out-and-one-schedule.md``).
- A picture that is refused goes as words; a file id that Telegram may have lost is followed by the picture first. Where
  the right to send pictures is missing, words go at once for five minutes.
- What several turns tell and Telegram refuses even as words is told in halves, then one by one; only what it refuses
  alone is dropped.
- ``server_features`` remembers what a server does not serve, and what it has proven to do.
"""
