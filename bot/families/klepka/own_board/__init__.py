"""A player's own table in Klepka. Start at ``steps``, which says what each step shows and plays."""
