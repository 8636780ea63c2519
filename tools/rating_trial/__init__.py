"""``python -m tools.rating_trial``: the trial that chose the model of :mod:`engine.ratings` (decision 29).

Each model predicts who of a pair is ahead before it learns how the game went; what counts is the log loss of that.
"""
