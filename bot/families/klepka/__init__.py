"""Klepka in the chat: wording, pictures, buttons and handlers. Start at ``chat``."""
