"""``harfiyen lexicon``: query the word lists, or build them from their sources."""

from bot.lexicon.build import add_arguments, run

__all__ = ["add_arguments", "run"]
