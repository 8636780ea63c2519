"""Judges words: built-in lists, a chat's own words, and the live TDK dictionary. Start at ``word_judge``.

This package owns the judging of words before a move is applied, and its data in Redis. The engine says which words a
move forms; :mod:`bot.wording` words the verdicts.

- The chat's own words come first, as they were when the game began (``docs/decisions/0006-a-game-keeps-its-words.md``),
  then the dictionary of the table.
- The live service has 1.8 s for all words of a move, 0.75 s for a call, and one retry. After three failures in a row a
  circuit breaker opens for 30 s. The built-in list judges words that the service does not answer; the chat is told so
  once per outage, at most once in six hours.
- If the service lacks a word, it is asked again with circumflexes, which tiles do not have: as the built-in list
  spells it, or else the six likeliest spellings.
- For a Turkish word that does not count, ``inflection`` finds its headword, as a note for players; it judges nothing.
- The engine refuses a play for its words: ``refuse_phonies`` in :mod:`engine.crossword.challenge`.
- If plays can be challenged, words are judged at the challenge, and look-ups are closed to that chat's players.
"""

from bot.judges.tdk import TdkClient
from bot.judges.word_judge import ChatWords, Dictionary, Judgement, LookUp, WordChanges, WordJudge
from engine.table_log import Verdict

__all__ = ["ChatWords", "Dictionary", "Judgement", "LookUp", "TdkClient", "Verdict", "WordChanges", "WordJudge"]
