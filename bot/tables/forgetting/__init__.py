"""Forgetting somebody: every key that may name them is looked at, and deleted or rewritten."""
