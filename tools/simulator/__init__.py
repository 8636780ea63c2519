"""``make chaos`` and ``make month``: play whole games through Telegram's API while things break, and audit the result.

Read :mod:`tools.simulator.run` first. People act through updates alone, faults come by a seeded generator, and the
audit replays every log from its seed.
"""
