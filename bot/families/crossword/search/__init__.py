"""The compiled move search. Start at ``searcher``, which computer players use in their thread.

A query has ruleset, board, one rack and the bonus cell; the search knows nothing else of the game. A compiled kernel
does the work (``docs/decisions/0018-search.md``). Its word graphs are built from the lists at the first search and kept
in ``DATA_DIR/indices``. Missing or damaged ones are built again; if the folder cannot be written, they stay in memory
only.

:mod:`engine.crossword.movegen` finds the same plays slowly; tests compare both. After a change to the C sources,
install ``ziglang`` with the constraints file and run ``tools/build_kernel.py``.
"""
