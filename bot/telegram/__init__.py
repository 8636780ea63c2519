"""Telegram's shapes: what comes in made typed, buttons, answers, and the requests themselves."""
