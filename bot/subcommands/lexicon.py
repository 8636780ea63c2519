"""``harfiyen lexicon``: queries the word lists, or builds them from their sources."""

from bot.lexicon.build import add_arguments, run

__all__ = ["add_arguments", "run"]
