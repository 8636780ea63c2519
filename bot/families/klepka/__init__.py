"""Klepka in the chat: its words, its picture, its buttons, and what may be asked of it."""
