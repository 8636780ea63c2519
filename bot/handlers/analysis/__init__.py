"""Handlers for finished games that are looked at again."""
