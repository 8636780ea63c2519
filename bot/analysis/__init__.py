"""Analyses of finished games: :mod:`bot.analysis.process` asks for them, :mod:`bot.analysis.worker` is its program."""
