"""What a group remembers of finished games, as people see it and administrators decide about it."""
