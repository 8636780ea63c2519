"""Who says whether a word counts: built-in lists, a chat's own words, and the live TDK dictionary.

Owns the judging of words before a move is applied, and what of it is kept in Redis. Which words a move forms is
the engine's to say, and what a chat is told about a verdict is worded elsewhere.
"""

from bot.judges.chatwords import Changes, ChatWords
from bot.judges.dictionary import Dictionary
from bot.judges.judges import Judgement, Judges, LookUp
from bot.judges.tdk import Tdk
from engine.record import Verdict

__all__ = ["Changes", "ChatWords", "Dictionary", "Judgement", "Judges", "LookUp", "Tdk", "Verdict"]
