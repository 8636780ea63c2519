"""Finished games looked at again. Nothing of this is imported before somebody asks for it."""
