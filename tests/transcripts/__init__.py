"""All that the bot sends and stores for thousands of updates of every kind, written down so that trees can be compared.

:mod:`tests.transcripts.__main__` has the commands, :mod:`tests.transcripts.scenes` what is played. The bot is met at
its edges alone: updates come in over HTTP, calls go out over HTTP, and what lies in Redis is read there. What of
``bot`` is imported stands in :mod:`tests.transcripts.seams` and in the two modules that it names, but for the
playground, whose server they are met at; the engine is known to the players
(:mod:`tests.transcripts.simulated_players`), whom only recording needs.
"""
