"""The settings of a chat, and what they permit. Start at ``panel``.

``panel_view`` says what the panel shows: a ``Section`` for each setting, with its values and the one that is stored as
nothing. ``permissions`` is the one way in which a command or a button changes a setting; who may is asked anew at every
press. A new setting is a ``Section``, its texts (``settings-name-…``, ``settings-about-…``, ``value-…``), and whoever
reads it. A smaller number of tables or seats closes no table.

A group's own game is kept by names (``scrabble-tr clock=25min``); where one of them is there no more, the list of games
is shown as if nothing were chosen. A button of a panel counts only on a message that Telegram says bears these buttons.
"""
