"""The board page: a Mini App on which people see their board, lay tiles and watch.

:mod:`bot.web.access` says who may look, :mod:`bot.web.boards` what a page is told, :mod:`bot.web.server` serves it.
``page/`` has the page itself.
"""
