"""What people type: commands and their rows, the options of a table, and words for names in the engine.

Start at ``commands``.

**A command** is a row above its handler method and a line in the ``typed.toml`` of each language::

    @handles_command("bag", "game", "anybody", kind="look-up")         bot/handlers/show_game.py
    bag = { name = "torba", menu = "Torbada kalanları gösterir" }      bot/texts/tr/typed.toml

The row says where the command is allowed, whether it concerns a game, who may use it, and whether the sender must be a
person. The order of the lines is that of the menus; a line without ``menu`` is in no menu. A language without a name
for a command uses the English one. :mod:`bot.handlers.general` gathers the rows and refuses to start if a row has no
line, a line no handler, or two commands share a name. Router, menus and the guides' tables use the rows.

**Every text** is normalized once, where updates are parsed: :mod:`bot.user_input.commands`.

**All other words** are in ``typed.toml`` too: directions, options, themes, units of time, the signs of premiums. Words
of all languages are understood in every chat. They are compared by :func:`engine.vocabulary.fold_word`: in any case,
with any i, with or without the marks of Latin letters. The engine knows none of these words; its notation gets a
vocabulary.

Messages name commands and words by their keys, ``{ COMMAND("bag") }`` and ``{ TYPED("themes.dark") }``, so renaming one
in ``typed.toml`` renames it everywhere (``docs/decisions/0009-commands-and-languages-are-lines.md``).
"""
