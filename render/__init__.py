"""Pictures of views; the only package that knows Pillow."""

from render.lobby import LobbyWords
from render.painter import Painter
from render.panel import PanelWords
from render.text import text_board

__all__ = ["LobbyWords", "Painter", "PanelWords", "text_board"]
