"""The families of games around the engine: in the chat (``registry``) and on the command line (``offline``)."""
