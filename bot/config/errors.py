"""The errors that end a start."""


class StartError(Exception):
    """The bot cannot start; the text is one sentence with the remedy, and the exit status is 2."""


class ConfigError(StartError):
    """A setting is broken; the sentence names it, what was found and what to do."""
