"""Whether a word that no list has is an inflected form of one that it has: a courtesy, no judgement."""

from bot.judges.inflection.forms import headword

__all__ = ["headword"]
