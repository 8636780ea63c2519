"""Duplicate in the chat: everybody gets the same rack and answers in secret, a message a round (RULES §10)."""
