"""The families of games around the engine, in the chat and on the command line.

The chat starts at :mod:`bot.families.registry`, the command line at :mod:`bot.families.family_list`.
"""
