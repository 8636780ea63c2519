"""``make chaos``: real games while everything breaks, and an audit of all that came of it.

Players act through updates alone; faults come by a seeded chance; the auditor replays every log from its seed.
"""
