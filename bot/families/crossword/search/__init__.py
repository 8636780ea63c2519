"""The compiled move search beside the event loop. Start at ``searcher``, which computer players use."""
