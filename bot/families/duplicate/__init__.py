"""Duplicate in the chat: all players get the same rack and answer in secret, with one message a round (RULES §10)."""
