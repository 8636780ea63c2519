"""``make chaos`` and ``make month``: whole games played through Telegram's door while things break, and an audit.

Read :mod:`tools.simulator.run` first. People act through updates alone, faults come by a seeded chance, and the audit
replays every log from its seed.
"""
