"""The bot as its own process, met over HTTP alone."""
