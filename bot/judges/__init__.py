"""Judges words: built-in lists, a chat's own words, and the live TDK dictionary. Start at ``word_judge``.

Owns the judging of words before a move is applied, and what of it is stored in Redis. The engine says which words a
move forms; :mod:`bot.wording` says what a chat is told of a verdict.
"""

from bot.judges.chat_words import ChatWords
from bot.judges.dictionary import Dictionary, WordChanges
from bot.judges.tdk_client import TdkClient
from bot.judges.word_judge import Judgement, LookUp, WordJudge
from engine.table_log import Verdict

__all__ = ["ChatWords", "Dictionary", "Judgement", "LookUp", "TdkClient", "Verdict", "WordChanges", "WordJudge"]
