"""Metrics of a worker: what the parts of the bot count, and the registry that Prometheus reads."""
