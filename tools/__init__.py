"""Developer tools, part of no shipped package: they make environments, word lists and wheels, and test the bot."""
