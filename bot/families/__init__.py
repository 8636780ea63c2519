"""The families of games around the engine, in the chat and on the command line.

The chat starts at :mod:`bot.families.registry`, the command line at :mod:`bot.families.family_list`.

A family is a record of parts (:mod:`bot.families.chat_family`), one for each of those who ask:

- ``chat``: handlers of commands, buttons and typed moves, and keyboards;
- ``events``: which events begin a game, change no picture, or are shown for a moment;
- ``wording``: lines for events, standings, captions, results and clocks, made for a speaker;
- ``guide``: rules, help, and what the lobby calls the game's pieces, made for a ruleset;
- ``pictures``: sketches, boards as text;
- ``load_analysis``, ``load_computer_players``, ``load_puzzles``: nothing of them is imported before somebody asks;
- ``to_gcg``, ``rack_text``: finished games as files, and racks in replays. Of these five a family may lack any
  (``None``).

A family's folder may hold ``texts/`` with a folder for each language, and ``painter.py`` with a painter of its own
(:mod:`render.sprites`). What it cannot bring is another layout of the lobby's card. What the command line prints of
a family is apart, so that it loads neither Telegram nor pictures. ``tests/support/guess`` is a third family, whole and
small.
"""
