"""Logging: what log lines look like, and keeping secrets out of them.

- :mod:`bot.logs.logger` writes an event, which is a constant sentence, and its fields.
- :mod:`bot.logs.tags` names chats and people, so that no line bears their numbers.
- :mod:`bot.logs.masking` removes tokens, passwords, and the messages of unforeseen errors.
- :mod:`bot.logs.setup` makes lines of them, for people or for programs.

What is logged is decided where it happens.
"""
