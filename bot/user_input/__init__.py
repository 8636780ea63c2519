"""What people type: commands and their rows, the options of a table, and words for the engine's own names.

Start at ``commands``.
"""
