"""What the bot sends for thousands of updates of every kind, written down so that two trees can be compared.

``python -m tests.transcripts record OUT`` plays every scene against the bot of this tree and writes a transcript a
chat, with the script of all that was done to the bot; ``replay SCRIPT OUT`` does the same to another tree, and
``compare A B`` tells the difference. The bot is met at its edges alone: updates come in over HTTP, calls go out over
HTTP. What of ``bot`` is imported stands in :mod:`tests.transcripts.seams`; the engine is known to the players
(:mod:`tests.transcripts.minds`), whom only recording needs.
"""
