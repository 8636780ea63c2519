"""What people type: commands and their rows, the options of a table, and words for the engine's own names.

Start at ``commands``.

**A command** is a row above the method that answers it and a line in the ``typed.toml`` of each language::

    @handles_command("bag", "game", "anybody", kind="look-up")         bot/handlers/show_game.py
    bag = { name = "torba", menu = "Torbada kalanları gösterir" }      bot/texts/tr/typed.toml

The row says where the command is allowed, whether it is about a game, who may use it, and whether a person must stand
behind it. The order of the lines is the order of the menus; a line without ``menu`` is in no menu. A language without a
name for a command has the English one. :mod:`bot.handlers.general` gathers the rows and refuses to start if a row has
no line, a line no handler, or two commands one name. Router, menus and the guides' tables follow from the rows.

**Every text** is made plain once, where updates are parsed: :mod:`bot.user_input.commands`.

**All other words** stand in ``typed.toml`` too: directions, options, themes, units of time, the signs of premiums.
Words of all languages are understood in every chat. They are compared by :func:`engine.vocabulary.fold_word`: in any
case, with any i, with or without the marks of Latin letters. The engine knows none of them; its notation is handed a
vocabulary.

Messages name commands and words by their keys, ``{ COMMAND("bag") }`` and ``{ TYPED("themes.dark") }``, so renaming one
in ``typed.toml`` renames it everywhere (``docs/decisions/0009-commands-and-languages-are-lines.md``).
"""
