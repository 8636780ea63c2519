"""Pictures: sketches of views, the thread that draws them, photos sent and remembered.

Start at ``sketches``; the package ``render`` paints.

- A picture depends on its sketch alone: a view, the panel's words in the chat's language, a theme, the tiles of a
  preview. Clocks are words there, as they stood when the turn began, so a picture stays true while time runs.
- Its caption says all that it shows, so that nobody needs to see it. Where 1,024 characters do not hold all,
  collections are left out first.
- All painters share one thread (``drawing``); the event loop draws nothing. Sprites are made there in small parts, at
  the start and when a chat chooses a theme.
- ``photos`` remembers the file id of the newest picture of each table's own chat. The same sketch is sent by that id,
  neither drawn nor uploaded. What one person sees alone is never remembered.
- A private chat sees each table in the theme of the table's group, unless it has chosen its own.
"""
