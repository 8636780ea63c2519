"""Analyses of finished games: :mod:`bot.analysis.process` requests them, :mod:`bot.analysis.worker` runs them."""
