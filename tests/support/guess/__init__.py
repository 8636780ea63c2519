"""A third family, whole and small: who guesses the hidden word? It shows what a family is, and that one line adds it.

Two to four players guess one word in turn. Each letter of a guess is marked ``=`` where it is, ``+`` elsewhere in the
word, ``-`` nowhere. A place found first brings points, the word brings more. Each player may peek once at a letter,
which the others are not shown.
"""
