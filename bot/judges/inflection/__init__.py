"""Finds the headword of an inflected word that no list has: a note for players, no verdict."""

from bot.judges.inflection.headwords import find_headword

__all__ = ["find_headword"]
