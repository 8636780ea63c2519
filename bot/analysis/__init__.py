"""What is computed of finished games and for puzzles, in a process of its own, and what is stored of it.

``process`` runs one job at a time, with the lowest priority and a limit of processor time. It begins with the first
job, is begun anew if it is killed, and ends a minute after the last. Whoever asks for an analysis that is not stored
yet is told so at once, their lane goes on, and their update stays in the inbox until they have the result. Two who ask
at once share one analysis. Positions are not stored: they are replayed from the packed game.
"""
