"""Announces what commits changed: turns the outbox's notices into the messages that a chat reads and sees.

Read `announcer` (the outbox's reader), then `compose` (notices to a post) and `send` (a post to its chat).
"""
