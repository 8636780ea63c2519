"""Crossword games in the chat: wording, pictures, buttons and handlers. Start at ``crossword_family``."""
