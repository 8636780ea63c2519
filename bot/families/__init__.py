"""The families of games around the engine, in the chat and on the command line.

The chat starts at :mod:`bot.families.registry`, the command line at :mod:`bot.families.family_list`.

In the chat a family is a record (:class:`bot.families.chat_family.ChatFamily`) with these parts:

- ``chat``: handlers of commands, buttons and typed moves, and keyboards
- ``events``: which events begin a game, change no picture, or show something for a moment
- ``wording``: lines for events, standings, captions, results and clocks
- ``guide``: rules, help, and the lobby's word for the game's pieces
- ``pictures``: sketches, and boards as text
- optional (else ``None``): ``load_analysis``, ``load_computer_players`` and ``load_puzzles``, which import their
  modules
  when first called; ``to_gcg``, which writes finished games as files; ``rack_text``, for replays

A family's folder may hold ``texts/`` with a folder for each language, and ``painter.py`` with its own painter
(:mod:`render.sprites`). The layout of the lobby's card is the same for all families. What the command line prints is
apart, so that it loads neither Telegram nor pictures. ``tests/support/guess`` is a small but whole family.
"""
