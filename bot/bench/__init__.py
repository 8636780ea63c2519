"""What the bot costs: moves, pictures, searches, starts and load, each beside another way in one run."""
