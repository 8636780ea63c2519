"""The compiled move search. Start at ``searcher``, which computer players use beside the event loop.

A search is asked with ruleset, board, one rack and the bonus cell, and knows nothing else of a game. The work is done
by a compiled kernel (``docs/decisions/0018-search.md``). Its word graphs are made from the lists at the first search,
kept in ``DATA_DIR/indices``, and made again if they are missing or damaged; where nothing can be written they stay in
memory.

:mod:`engine.crossword.movegen` finds the same plays, slowly; tests compare both. After a change to the C sources,
install ``ziglang`` with the constraints file and run ``tools/build_kernel.py``.
"""
