"""Klepka in the chat: wording, pictures, buttons and handlers. Start at ``klepka_family``."""
